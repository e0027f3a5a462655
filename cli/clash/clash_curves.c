/* Intersection curves of clashing parts, as separate segments for images. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash.h"
#include "grow.h"
#include "clash/clash_curves.h"

static bool add_segment(clash_segments *out, carom_vec3 from, carom_vec3 to) {
    carom_segment *items = grow_array(out->items, out->count, &out->capacity, sizeof *items);
    if (!items) return false;
    out->items = items;
    out->items[out->count++] = (carom_segment){from, to};
    return true;
}

static bool add_curves(clash_segments *out, const carom_mesh_curves *curves) {
    for (size_t i = 0; i < curves->curve_count; i++) {
        const carom_curve *curve = &curves->curves[i];
        const carom_curve_point *p = curves->points + curve->first;
        for (size_t k = 0; k + !curve->closed < curve->count; k++)
            if (!add_segment(out, p[k].position, p[(k + 1) % curve->count].position)) return false;
    }
    return true;
}

bool clash_add_curves(clash_segments *out, const clash_result *result, const clash_pair *pair) {
    carom_mesh_curves *curves = NULL;
    if (pair->verdict == CLASH_NEAR) return true;
    bool ok = carom_mesh_curves_create(&curves, &result->parts[pair->a].placed,
                                       &result->parts[pair->b].placed, NULL) == CAROM_OK &&
              add_curves(out, curves);
    carom_mesh_curves_destroy(curves);
    return ok;
}

bool clash_find_curves(clash_segments *out, const clash_result *result) {
    bool ok = true;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; ok && i < result->pair_count; i++)
        ok = clash_add_curves(out, result, &result->pairs[i]);
    return ok;
}
