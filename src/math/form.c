/* Symbolic arithmetic on polynomials in expanded form: own method, which feeds the expansions of
 * [Shewchuk97]. A term is a list of factors and the product of two terms joins their lists, so
 * nothing is rounded and carom_form_sign is exact. It saves writing out polynomials of many terms
 * by hand. */
#include "math/form.h"

static void append_term(form *out, const exact_term *f, const exact_term *g, bool negative) {
    CAROM_ASSERT(out->count < EXACT_TERMS && f->count + g->count <= EXACT_FACTORS);
    exact_term *term = &out->term[out->count++];
    *term = *f;
    for (int i = 0; i < g->count; i++)
        term->factor[term->count++] = g->factor[i];
    term->negative = (f->negative != g->negative) != negative;
}

void carom_form_dot(form *out, const factor3 *a, const factor3 *b) {
    out->count = 3;
    for (int i = 0; i < 3; i++)
        out->term[i] = (exact_term){{a->at[i], b->at[i]}, 2, false};
}

void carom_form_cross(form *out, const factor3 *a, const factor3 *b, int i) {
    const int j = i < 2 ? i + 1 : 0, k = i > 0 ? i - 1 : 2;
    out->count = 2;
    out->term[0] = (exact_term){{a->at[j], b->at[k]}, 2, false};
    out->term[1] = (exact_term){{a->at[k], b->at[j]}, 2, true};
}

void carom_form_triple(form *out, const factor3 *a, const factor3 *b, const factor3 *c) {
    out->count = 0;
    for (int i = 0; i < 3; i++) {
        const form one = {1, {{{a->at[i]}, 1, false}}};
        form minor;
        carom_form_cross(&minor, b, c, i);
        carom_form_add_product(out, &one, &minor, 1);
    }
}

void carom_form_twice_crossed(form *out, const factor3 *a, const factor3 *b, const factor3 *c,
                              int i) {
    out->count = 0;
    for (int turn = 1; turn < 3; turn++) {
        const int j = (i + turn) % 3; /* for j = i the two products cancel */
        out->term[out->count++] = (exact_term){{b->at[i], a->at[j], c->at[j]}, 3, false};
        out->term[out->count++] = (exact_term){{c->at[i], a->at[j], b->at[j]}, 3, true};
    }
}

void carom_form_add_product(form *out, const form *f, const form *g, int sign) {
    for (int i = 0; i < f->count; i++)
        for (int j = 0; j < g->count; j++)
            append_term(out, &f->term[i], &g->term[j], sign < 0);
}

void carom_form_add_square(form *out, const form *f, int sign) {
    for (int i = 0; i < f->count; i++) {
        exact_term twice = f->term[i];
        append_term(out, &f->term[i], &f->term[i], sign < 0);
        twice.factor[0].hi *= 2.0, twice.factor[0].lo *= 2.0;
        for (int j = i + 1; j < f->count; j++)
            append_term(out, &twice, &f->term[j], sign < 0);
    }
}

void carom_form_add_cross2(form *out, const factor3 *a, const factor3 *b, int sign) {
    form minor;
    for (int i = 0; i < 3; i++) {
        carom_form_cross(&minor, a, b, i);
        carom_form_add_square(out, &minor, sign);
    }
}

void carom_form_add_scaled(form *out, const form *f, double t) {
    const form one = {1, {{{{t, 0.0}}, 1, false}}};
    const form unit = {1, {{{{0.0, 0.0}}, 0, false}}};
    if (t != 0.0) carom_form_add_product(out, f, t == 1.0 ? &unit : &one, 1);
}

void carom_form_multiply(form *f, exact_factor number) {
    for (int i = 0; i < f->count; i++)
        f->term[i].factor[f->term[i].count++] = number;
}

int carom_form_sign(const form *f) {
    return carom_exact_sign(f->term, f->count);
}
