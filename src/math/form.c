/* Symbolic arithmetic on polynomials in expanded form: own method, which feeds exact_sum.c. A
 * term is a list of places in the form's table of factors and the product of two
 * terms joins their lists, so nothing is rounded and carom_form_sign is exact. It saves writing out
 * polynomials of many terms by hand. */
#include "math/form.h"

#include <string.h>

static uint8_t place_of_factor(form *out, exact_factor factor) {
    int i = 0;
    while (i < out->factors && memcmp(&out->factor[i], &factor, sizeof factor) != 0)
        i++;
    CAROM_ASSERT(i < FORM_FACTORS);
    if (i == out->factors) out->factor[out->factors++] = factor;
    return (uint8_t)i;
}

static form_term *new_term(form *out, bool negative) {
    CAROM_ASSERT(out->count < EXACT_TERMS);
    form_term *term = &out->term[out->count++];
    term->count = term->doublings = 0;
    term->negative = negative;
    return term;
}

static void append_factor(form *out, form_term *term, exact_factor factor) {
    CAROM_ASSERT(term->count < EXACT_FACTORS);
    term->factor[term->count++] = place_of_factor(out, factor);
}

/* The places in `out` of all factors of `f`. */
static void merge_factors(uint8_t place[FORM_FACTORS], form *out, const form *f) {
    for (int i = 0; i < f->factors; i++)
        place[i] = place_of_factor(out, f->factor[i]);
}

static void append_places(form_term *term, const form_term *of, const uint8_t place[FORM_FACTORS]) {
    CAROM_ASSERT(term->count + of->count <= EXACT_FACTORS);
    for (int i = 0; i < of->count; i++)
        term->factor[term->count++] = place[of->factor[i]];
    term->doublings = (uint8_t)(term->doublings + of->doublings);
}

void carom_form_add_term(form *out, const exact_term *term) {
    form_term *t = new_term(out, term->negative);
    for (int i = 0; i < term->count; i++)
        append_factor(out, t, term->factor[i]);
}

void carom_form_add(form *out, const form *f, int sign) {
    uint8_t place[FORM_FACTORS];
    merge_factors(place, out, f);
    for (int i = 0; i < f->count; i++)
        append_places(new_term(out, f->term[i].negative != (sign < 0)), &f->term[i], place);
}

void carom_form_dot(form *out, const factor3 *a, const factor3 *b) {
    form_clear(out);
    for (int i = 0; i < 3; i++)
        carom_form_add_term(out, &(exact_term){{a->at[i], b->at[i]}, 2, false});
}

void carom_form_cross(form *out, const factor3 *a, const factor3 *b, int i) {
    const int j = i < 2 ? i + 1 : 0, k = i > 0 ? i - 1 : 2;
    form_clear(out);
    carom_form_add_term(out, &(exact_term){{a->at[j], b->at[k]}, 2, false});
    carom_form_add_term(out, &(exact_term){{a->at[k], b->at[j]}, 2, true});
}

void carom_form_triple(form *out, const factor3 *a, const factor3 *b, const factor3 *c) {
    form minor;
    form_clear(out);
    for (int i = 0; i < 3; i++) {
        carom_form_cross(&minor, b, c, i);
        carom_form_multiply(&minor, a->at[i]);
        carom_form_add(out, &minor, 1);
    }
}

void carom_form_twice_crossed(form *out, const factor3 *a, const factor3 *b, const factor3 *c,
                              int i) {
    form_clear(out);
    for (int turn = 1; turn < 3; turn++) {
        const int j = (i + turn) % 3; /* for j = i the two products cancel */
        carom_form_add_term(out, &(exact_term){{b->at[i], a->at[j], c->at[j]}, 3, false});
        carom_form_add_term(out, &(exact_term){{c->at[i], a->at[j], b->at[j]}, 3, true});
    }
}

void carom_form_add_product(form *out, const form *f, const form *g, int sign) {
    uint8_t of_f[FORM_FACTORS], of_g[FORM_FACTORS];
    merge_factors(of_f, out, f);
    merge_factors(of_g, out, g);
    for (int i = 0; i < f->count; i++)
        for (int j = 0; j < g->count; j++) {
            const bool negative = f->term[i].negative != g->term[j].negative;
            form_term *term = new_term(out, negative != (sign < 0));
            append_places(term, &f->term[i], of_f);
            append_places(term, &g->term[j], of_g);
        }
}

void carom_form_add_square(form *out, const form *f, int sign) {
    uint8_t place[FORM_FACTORS];
    merge_factors(place, out, f);
    for (int i = 0; i < f->count; i++)
        for (int j = i; j < f->count; j++) {
            const bool negative = f->term[i].negative != f->term[j].negative;
            form_term *term = new_term(out, negative != (sign < 0));
            append_places(term, &f->term[i], place);
            append_places(term, &f->term[j], place);
            if (j > i) term->doublings++;
        }
}

void carom_form_add_cross2(form *out, const factor3 *a, const factor3 *b, int sign) {
    form minor;
    for (int i = 0; i < 3; i++) {
        carom_form_cross(&minor, a, b, i);
        carom_form_add_square(out, &minor, sign);
    }
}

void carom_form_add_multiple(form *out, const form *f, exact_factor number, int sign) {
    const uint8_t place = place_of_factor(out, number);
    const int first = out->count;
    carom_form_add(out, f, sign);
    for (int i = first; i < out->count; i++) {
        CAROM_ASSERT(out->term[i].count < EXACT_FACTORS);
        out->term[i].factor[out->term[i].count++] = place;
    }
}

void carom_form_add_scaled(form *out, const form *f, double t) {
    if (t == 1.0)
        carom_form_add(out, f, 1);
    else if (t != 0.0)
        carom_form_add_multiple(out, f, (exact_factor){t, 0.0}, 1);
}

void carom_form_multiply(form *f, exact_factor number) {
    const uint8_t place = place_of_factor(f, number);
    for (int i = 0; i < f->count; i++) {
        CAROM_ASSERT(f->term[i].count < EXACT_FACTORS);
        f->term[i].factor[f->term[i].count++] = place;
    }
}

static void term_of_form(exact_term *out, const void *data, int i) {
    const form *f = data;
    const form_term *term = &f->term[i];
    out->count = term->count;
    out->negative = term->negative;
    for (int k = 0; k < term->count; k++)
        out->factor[k] = f->factor[term->factor[k]];
    for (int k = 0; k < term->doublings; k++)
        out->factor[0].hi *= 2.0, out->factor[0].lo *= 2.0;
}

int carom_form_sign(const form *f) {
    return carom_exact_sign_of(&(exact_terms){term_of_form, f, f->count});
}
