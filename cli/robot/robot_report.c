/* The reports of carom robot: tables, JSON objects, and SRDF. */
#include "robot/robot_report.h"

#include <errno.h>
#include <string.h>

#include "answer.h"
#include "robot/robot_links.h"
#include "text/xml.h"
#include "text/plural.h"

/* ---- samples */

static void put_robot(answer *a, const robot *r) {
    answer_text(a, "robot", r->name);
    answer_number(a, "links", (double)r->link_count);
    answer_number(a, "shapes", (double)r->shape_count);
    answer_number(a, "variables", (double)r->variable_count);
}

static void put_samples(const robot *r, const robot_samples *s) {
    answer a = {.out = stdout};
    answer_open(&a);
    put_robot(&a, r);
    answer_number(&a, "samples", (double)s->samples);
    answer_number(&a, "seed", (double)s->seed);
    answer_number(&a, "free", (double)s->free);
    answer_truth(&a, "interrupted", s->interrupted);
    answer_open_array(&a, "pairs");
    for (size_t i = 0; i < s->pair_count; i++) {
        const robot_pair *p = &s->pairs[i];
        answer_open_item(&a, i == 0);
        answer_text(&a, "link_a", r->links[p->a].name);
        answer_text(&a, "link_b", r->links[p->b].name);
        answer_number(&a, "collisions", (double)p->count);
        answer_truth(&a, "at_zero", p->at_zero);
        if (p->why)
            answer_text(&a, "allow", p->why);
        else
            answer_null(&a, "allow");
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_close(&a);
}

void robot_tell_samples(const robot *r, const robot_samples *s, bool json) {
    size_t allowed = 0;
    if (json) {
        put_samples(r, s);
        return;
    }
    printf("%-10s %10s %8s  %-28s %s\n", "allow", "collisions", "percent", "link", "link");
    for (size_t i = 0; i < s->pair_count; i++) {
        const robot_pair *p = &s->pairs[i];
        allowed += p->why != NULL;
        if (p->count == 0 && p->why && strcmp(p->why, "Adjacent")) continue;
        printf("%-10s %10llu %8.3f  %-28s %s\n", p->why ? p->why : "-",
               (unsigned long long)p->count,
               s->samples ? 100.0 * (double)p->count / (double)s->samples : 0.0,
               r->links[p->a].name, r->links[p->b].name);
    }
    printf("\n%s: %zu link%s, %zu shape%s, %zu variable%s; %zu of %zu pair%s of links may be "
           "allowed; %llu of %llu samples are free but for adjacent links%s\n",
           r->name, r->link_count, plural(r->link_count), r->shape_count, plural(r->shape_count),
           r->variable_count, plural(r->variable_count), allowed, s->pair_count,
           plural(s->pair_count), (unsigned long long)s->free, (unsigned long long)s->samples,
           s->interrupted ? " (interrupted)" : "");
}

/* ---- rows */

static const char *name_of(const robot *r, const robot_scene *scene, const robot_touch *t,
                           bool other) {
    if (!other) return r->links[r->shapes[t->shape].link].name;
    return t->of_scene ? scene->names[t->other] : r->links[r->shapes[t->other].link].name;
}

static void put_vector(answer *a, const char *field, carom_vec3 v) {
    answer_numbers(a, field, (const double[3]){v.x, v.y, v.z}, 3);
}

static void put_touch(answer *a, const robot *r, const robot_scene *scene, const robot_touch *t) {
    answer_text(a, "link", name_of(r, scene, t, false));
    answer_text(a, t->of_scene ? "scene" : "other_link", name_of(r, scene, t, true));
}

static void put_row(answer *a, const robot *r, const robot_scene *scene, const robot_row *row) {
    answer_number(a, "clearance", row->clearance);
    answer_number(a, "clearance_until_next", row->lower);
    if (isfinite(row->clearance)) {
        put_touch(a, r, scene, &row->nearest);
        put_vector(a, "point_a", row->point_a);
        put_vector(a, "point_b", row->point_b);
    }
    if (!row->hit) return;
    answer_open_field(a, "contact");
    answer_text(a, "verdict", row->undecided ? "undecided" : "contact");
    answer_number(a, "fraction", row->fraction);
    answer_number(a, "fraction_upper", row->upper);
    put_touch(a, r, scene, &row->touch);
    put_vector(a, "point", row->point);
    answer_close_field(a);
}

static bool in_contact(const robot_row *row) {
    return row->hit || row->clearance <= 0.0;
}

static void put_rows(const robot *r, const robot_scene *scene, const robot_follow *f,
                     size_t contacts) {
    answer a = {.out = stdout};
    answer_open(&a);
    put_robot(&a, r);
    answer_truth(&a, "interrupted", f->interrupted);
    answer_truth(&a, "free", contacts == 0 && !f->interrupted);
    answer_open_array(&a, "rows");
    for (size_t i = 0; i < f->count; i++) {
        answer_open_item(&a, i == 0);
        put_row(&a, r, scene, &f->rows[i]);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_close(&a);
}

static void print_rows(const robot *r, const robot_scene *scene, const robot_follow *f,
                       size_t contacts) {
    double least = (double)INFINITY, bound = (double)INFINITY;
    printf("%6s %13s %13s  %-28s %s\n", "row", "clearance", "until next", "link", "nearest to");
    for (size_t i = 0; i < f->count; i++) {
        const robot_row *row = &f->rows[i];
        least = fmin(least, row->clearance);
        bound = fmin(bound, row->lower);
        printf("%6zu %13.6g %13.6g", i, row->clearance, row->lower);
        if (isfinite(row->clearance))
            printf("  %-28s %s", name_of(r, scene, &row->nearest, false),
                   name_of(r, scene, &row->nearest, true));
        putchar('\n');
        if (row->hit)
            printf("       %s after %.9g of the way to row %zu: %s and %s at %.9g %.9g %.9g\n",
                   row->undecided ? "undecided" : "contact", row->fraction, i + 1,
                   name_of(r, scene, &row->touch, false), name_of(r, scene, &row->touch, true),
                   row->point.x, row->point.y, row->point.z);
    }
    printf("\n%s: %zu row%s, %zu in contact; least clearance %.6g at a row, no less than %.6g "
           "between%s\n",
           r->name, f->count, plural(f->count), contacts, least, bound,
           f->interrupted ? " (interrupted)" : "");
}

bool robot_tell_rows(const robot *r, const robot_scene *scene, const robot_follow *f, bool json) {
    size_t contacts = 0;
    for (size_t i = 0; i < f->count; i++)
        contacts += in_contact(&f->rows[i]);
    if (json)
        put_rows(r, scene, f, contacts);
    else
        print_rows(r, scene, f, contacts);
    return contacts > 0;
}

/* ---- SRDF */

static void put_attribute(FILE *out, const char *name, const char *text) {
    char character[XML_CHARACTER];
    fprintf(out, " %s=\"", name);
    for (size_t n; (n = xml_next(&text, character)) > 0;)
        fwrite(character, 1, n, out);
    putc('"', out);
}

static void put_pair(FILE *out, const robot *r, size_t a, size_t b, const char *why) {
    fputs("  <disable_collisions", out);
    put_attribute(out, "link1", r->links[a].name);
    put_attribute(out, "link2", r->links[b].name);
    put_attribute(out, "reason", why);
    fputs("/>\n", out);
}

bool robot_write_srdf(const robot *r, const robot_samples *s, const char *path) {
    FILE *out = fopen(path, "wb");
    if (out) {
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot", out);
        put_attribute(out, "name", r->name);
        fprintf(out, ">\n  <!-- carom robot: %llu samples, seed %llu -->\n",
                (unsigned long long)s->samples, (unsigned long long)s->seed);
        for (size_t a = 0; a < r->link_count; a++)
            for (size_t b = a + 1; b < r->link_count; b++)
                if (robot_allowed(r, a, b) == ROBOT_DISABLED) put_pair(out, r, a, b, "User");
        for (size_t i = 0; i < s->pair_count; i++)
            if (s->pairs[i].why) put_pair(out, r, s->pairs[i].a, s->pairs[i].b, s->pairs[i].why);
        fputs("</robot>\n", out);
    }
    bool ok = out && !ferror(out);
    if (out) ok = fclose(out) == 0 && ok;
    if (!ok) fprintf(stderr, "carom robot: %s: cannot be written: %s\n", path, strerror(errno));
    return ok;
}
