/* The reports of carom sweep: a table, or one JSON object. */
#include "answer.h"
#include "clash/clash_pair.h"
#include "motion/motion_report.h"
#include "text/plural.h"

static const char *const verdict_names[] = {"free", "contact", "undecided", "touching", "overlap"};

/* How far the moving parts have come on the leg of a contact: a length, or degrees. */
static double distance_on_leg(const motion_result *r, const motion_contact *c) {
    const motion_leg *leg = &r->path->legs[c->leg];
    return c->fraction * (leg->turns ? fabs(leg->degrees) : norm(leg->motion));
}

static const char *unit_of_leg(const motion_result *r, const motion_contact *c) {
    return r->path->legs[c->leg].turns ? "degrees" : "length";
}

static bool is_at_start(const motion_contact *c) {
    return c->verdict >= MOTION_TOUCHING;
}

/* ---- the table */

static void print_contact(const motion_result *r, const motion_contact *c) {
    const clash_part *parts = r->assembly->parts;
    const char *unit = clash_input_unit(r->assembly->input);
    if (!unit || r->path->legs[c->leg].turns) unit = unit_of_leg(r, c);
    if (is_at_start(c))
        printf("%-9s %5s %-24s", verdict_names[c->verdict], "start", "-");
    else
        printf("%-9s %5zu %-14.9g %-9s", verdict_names[c->verdict], c->leg, distance_on_leg(r, c),
               unit);
    printf(" %12.9g %12.9g %12.9g %4u ", c->point.x, c->point.y, c->point.z, (unsigned)c->moving);
    clash_print_name(parts[c->moving].tags.name, 24);
    printf(" %4u ", (unsigned)c->standing);
    clash_print_name(parts[c->standing].tags.name, 0);
    putchar('\n');
}

void motion_print_table(const motion_result *r) {
    if (r->count > 0)
        printf("%-9s %5s %-24s %12s %12s %12s %4s %-24s %4s %s\n", "verdict", "leg",
               "first contact after", "x", "y", "z", "#", "moving", "#", "standing");
    for (size_t i = 0; i < r->count; i++)
        print_contact(r, &r->contacts[i]);
    printf("%s%zu of %zu parts move%s, %zu leg%s, %zu pair%s: ", r->count > 0 ? "\n" : "",
           r->moving_count, r->assembly->part_count, r->moving_count == 1 ? "s" : "",
           r->path->count, plural(r->path->count), r->pairs, plural(r->pairs));
    if (r->count > 0)
        printf("%zu in contact\n", r->count);
    else
        puts(r->interrupted ? "no contact was found" : "free");
    if (r->interrupted)
        printf("interrupted: %zu of %zu pair%s looked at\n", r->looked_at, r->pairs,
               plural(r->pairs));
}

/* ---- JSON */

static void put_vector(answer *a, const char *field, carom_vec3 v) {
    answer_numbers(a, field, (const double[3]){v.x, v.y, v.z}, 3);
}

static void put_legs(answer *a, const motion_path *path) {
    answer_open_array(a, "legs");
    for (size_t i = 0; i < path->count; i++) {
        const motion_leg *leg = &path->legs[i];
        answer_open_item(a, i == 0);
        if (leg->turns) {
            put_vector(a, "axis", leg->axis);
            put_vector(a, "center", leg->center);
            answer_number(a, "degrees", leg->degrees);
        } else {
            put_vector(a, "move", leg->motion);
        }
        answer_close_item(a);
    }
    answer_close_array(a);
}

static void put_contact(answer *a, const motion_result *r, const motion_contact *c) {
    const clash_part *parts = r->assembly->parts;
    answer_number(a, "moving", (double)c->moving);
    answer_number(a, "standing", (double)c->standing);
    answer_text(a, "name_moving", parts[c->moving].tags.name);
    answer_text(a, "name_standing", parts[c->standing].tags.name);
    answer_text(a, "verdict", verdict_names[c->verdict]);
    answer_truth(a, "at_start", is_at_start(c));
    answer_number(a, "leg", (double)c->leg);
    answer_number(a, "fraction", c->fraction);
    if (r->path->legs[c->leg].turns) answer_number(a, "fraction_upper", c->upper);
    answer_number(a, unit_of_leg(r, c), distance_on_leg(r, c));
    put_vector(a, "point", c->point);
    if (norm(c->normal) > 0.0) put_vector(a, "normal", c->normal);
}

void motion_print_json(const motion_result *r) {
    answer a = {.out = stdout};
    bool first = true;
    answer_open(&a);
    answer_number(&a, "parts", (double)r->assembly->part_count);
    answer_number(&a, "pairs", (double)r->pairs);
    answer_number(&a, "tolerance", r->tolerance);
    answer_number(&a, "looked_at", (double)r->looked_at);
    answer_truth(&a, "interrupted", r->interrupted);
    answer_truth(&a, "free", r->count == 0 && !r->interrupted);
    put_legs(&a, r->path);
    answer_open_array(&a, "moving");
    for (size_t i = 0; i < r->assembly->part_count; i++) {
        if (!r->moves[i]) continue;
        answer_open_item(&a, first);
        first = false;
        answer_number(&a, "part", (double)i);
        answer_text(&a, "name", r->assembly->parts[i].tags.name);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_open_array(&a, "contacts");
    for (size_t i = 0; i < r->count; i++) {
        answer_open_item(&a, i == 0);
        put_contact(&a, r, &r->contacts[i]);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_close(&a);
}
