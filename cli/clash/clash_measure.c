/* Measures of a pair by the library (carom/solid_measure.h). Volumes need closed parts of
 * consistent orientation, ways out closed ones, contact areas none. The way out is looked for along
 * the axes, along the direction of the depth, and along that in which the convex hulls are least
 * deep in each other, which is the shortest one of convex parts. */
#include "clash/clash_measure.h"

#include "clash/clash_shape.h"
#include "progress.h"
#include "solid.h"

static void measure_volume(const clash_part *a, const clash_part *b, clash_measures *m) {
    carom_mesh_overlap_measure overlap;
    if (solid_closure(&a->placed) != CAROM_MESH_CLOSED ||
        solid_closure(&b->placed) != CAROM_MESH_CLOSED ||
        carom_mesh_overlap_volume(&overlap, &a->placed, &b->placed) != CAROM_OK)
        return;
    m->has_volume = true;
    m->volume = overlap.volume;
    m->volume_error = overlap.volume_error;
}

static void measure_area(const clash_part *a, const clash_part *b, clash_measures *m) {
    carom_mesh_contact_measure contact;
    if (carom_mesh_contact_area(&contact, &a->placed, &b->placed, NULL) != CAROM_OK) return;
    const bool sided = solid_closure(&a->placed) == CAROM_MESH_CLOSED &&
                       solid_closure(&b->placed) == CAROM_MESH_CLOSED;
    m->has_area = true;
    m->area = sided ? contact.area : contact.area + contact.flush_area;
    m->area_error = sided ? contact.area_error : 2.0 * contact.area_error;
}

/* The direction in which the hulls of both parts are least deep; zero without them. */
static carom_vec3 normal_of_hulls(const clash_part *a, const clash_part *b) {
    if (!a->shape->hull || !b->shape->hull) return make3(0, 0, 0);
    const carom_shape hull_a = carom_shape_hull(a->shape->hull);
    const carom_shape hull_b = carom_shape_hull(b->shape->hull);
    return carom_penetrate(&hull_a, a->placed.pose, &hull_b, b->placed.pose).normal;
}

static void measure_separation(const clash_part *a, const clash_part *b, carom_vec3 normal,
                               clash_measures *m) {
    const carom_vec3 of_hulls = normal_of_hulls(a, b);
    carom_vec3 directions[10] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                 {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    carom_separation_def def = {.directions = directions, .direction_count = 6};
    for (int i = 0; i < 2; i++) {
        const carom_vec3 d = i ? of_hulls : normal;
        if (!(norm(d) > 0.0)) continue;
        directions[def.direction_count++] = d;
        directions[def.direction_count++] = times(d, -1.0);
    }
    carom_separating_translation out;
    if (!solid_is_closed(&a->placed) || !solid_is_closed(&b->placed) ||
        carom_mesh_separating_translation(&out, &a->placed, &b->placed, &def) != CAROM_OK ||
        !out.found)
        return;
    m->has_separation = true;
    m->separation = out.distance;
    m->translation = out.translation;
}

static void add_hull(void *data, uint32_t i) {
    clash_shape *shape = ((clash_shape **)data)[i];
    if (shape->wants_hull && !interrupt_came()) clash_shape_add_hull(shape);
}

void clash_measure_prepare(const clash_result *r, const threads *t) {
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_part *a = &r->parts[r->pairs[i].a], *b = &r->parts[r->pairs[i].b];
        if (!r->pairs[i].measured || !solid_is_closed(&a->placed) || !solid_is_closed(&b->placed))
            continue;
        a->shape->wants_hull = b->shape->wants_hull = true;
    }
    threads_run(t, add_hull, r->shapes, (uint32_t)r->shape_count);
}

void clash_measure_pair(const clash_result *r, clash_pair *pair) {
    const clash_part *a = &r->parts[pair->a], *b = &r->parts[pair->b];
    clash_measures *m = &pair->measures;
    if (pair->verdict == CLASH_NEAR || interrupt_came()) return;
    m->known = true;
    measure_area(a, b, m);
    if (!pair->measured) return; /* they only touch */
    measure_volume(a, b, m);
    if (!interrupt_came()) measure_separation(a, b, pair->normal, m);
}

/* ---- reports */

static void put_known(answer *a, const char *field, bool known, double value) {
    answer_number(a, field, known ? value : (double)NAN); /* null */
}

void clash_put_measures(answer *a, const clash_pair *pair) {
    const clash_measures *m = &pair->measures;
    if (!m->known) return;
    if (pair->measured) {
        put_known(a, "volume", m->has_volume, m->volume);
        put_known(a, "volume_error", m->has_volume, m->volume_error);
        put_known(a, "way_out", m->has_separation, m->separation);
        if (m->has_separation)
            answer_numbers(a, "way_out_b",
                           (const double[3]){m->translation.x, m->translation.y, m->translation.z},
                           3);
    }
    put_known(a, "contact_area", m->has_area, m->area);
    put_known(a, "contact_area_error", m->has_area, m->area_error);
}

static void print_known(bool known, double value) {
    if (known)
        printf(",%.17g", value);
    else
        putchar(',');
}

void clash_print_measures(const clash_pair *pair) {
    const clash_measures *m = &pair->measures;
    print_known(m->has_volume, m->volume);
    print_known(m->has_volume, m->volume_error);
    print_known(m->has_area, m->area);
    print_known(m->has_area, m->area_error);
    print_known(m->has_separation, m->separation);
    print_known(m->has_separation, m->translation.x);
    print_known(m->has_separation, m->translation.y);
    print_known(m->has_separation, m->translation.z);
}
