/* Contact points over one triangle of a surface by Sutherland-Hodgman clipping [Sutherland74]:
 * the facing feature is clipped to the triangle's sides, and the rest is measured against its
 * plane. Vertices of the shape keep their identity whichever triangle they are over, so a box
 * that slides over triangles keeps its contacts; points made by a side are identified by the
 * triangle, too. */
#include "surface/triangle_clip.h"
#include "mesh/pair/point_in_mesh.h"
#include "convex/support/clip.h"
#include "core/workspace.h"

bool carom_clip_triangle(clip_triangle *out, const carom_triangle *at, uint32_t triangle, vec3 up) {
    for (int i = 0; i < 3; i++)
        out->v[i] = load3(at->v[i]);
    vec3 face = cross3(sub3(out->v[1], out->v[0]), sub3(out->v[2], out->v[0]));
    out->face = carom_normalize_or(face, vec(0, 0, 0));
    out->up = up;
    out->most = DBL_MAX;
    out->of_a = false;
    out->triangle = triangle;
    out->names = NULL;
    out->region = NULL;
    out->turned = dot3(out->face, up) < 0.0;
    if (out->turned) {
        out->face = neg3(out->face);
        vec3 swap = out->v[1];
        out->v[1] = out->v[2];
        out->v[2] = swap;
    }
    return dot3(out->face, up) >= REFERENCE_COSINE;
}

static uint32_t id_over_triangle(uint32_t id, uint32_t triangle) {
    return id <= CLIP_NUMBER ? id : ID_EDGES | ((id ^ triangle * 0x9e3779b1u) & 0x3fffffffu);
}

/* ---- names */

#define NAME_MASK 0x3fffffffu
#define NAME_SEED 0x9e3779b97f4a7c15u

uint32_t carom_contact_name(carom_vec3 position) {
    return (uint32_t)carom_hash_position(position, NAME_SEED) & NAME_MASK;
}

/* Returns the name of an edge, in either direction, or of the crossing of two edges; symmetric. */
static uint32_t name_of_two(uint32_t a, uint32_t b) {
    uint32_t sum = (a + b) * 0x9e3779b1u, product = (a | 1u) * (b | 1u);
    return (sum ^ product ^ product >> 15) & NAME_MASK;
}

static uint32_t name_of_edge(const uint32_t corner[3], uint32_t first) {
    return name_of_two(corner[first % 3], corner[(first + 1) % 3]);
}

/* Returns the id of a vertex of the feature, of an edge of it cut by a side, or, between two
 * sides, of a vertex of the clipping triangle. */
static uint32_t id_by_names(const clip_triangle *tile, uint32_t id) {
    const uint32_t *t = tile->names->tile;
    const uint32_t turned[3] = {t[0], t[2], t[1]};
    uint32_t side = id & CLIP_NUMBER, edge = id >> 15;
    if (id <= CLIP_NUMBER) return tile->names->corner[id % 3];
    if (tile->turned) t = turned;
    if (!(edge & CLIP_CUT))
        return ID_EDGES |
               name_of_two(name_of_edge(tile->names->corner, edge), name_of_edge(t, side));
    uint32_t other = edge & CLIP_NUMBER;
    return t[(other + 1) % 3 == side % 3 ? side % 3 : other % 3];
}

static bool is_in_region(const clip_triangle *tile, vec3 p) {
    const vec3 *box = tile->region;
    return !box || (box[0].x <= p.x && p.x <= box[1].x && box[0].y <= p.y && p.y <= box[1].y &&
                    box[0].z <= p.z && p.z <= box[1].z);
}

/* Are all points beyond one side of the triangle, in the projection along `up`? Then clipping
 * leaves nothing. The small features of round shapes and hulls are over few triangles of many. */
static bool is_beside_triangle(const convex_feature *feature, const clip_triangle *tile,
                               double size) {
    for (int k = 0; k < 3; k++) {
        const vec3 from = tile->v[k], side = sub3(tile->v[k < 2 ? k + 1 : 0], from);
        const vec3 out = cross3(side, tile->up);
        if (!(dot3(out, sub3(feature->points[0], from)) > 0.0)) continue;
        const double least = BESIDE_ROUNDING * size * max_abs3(out);
        bool beyond = true;
        for (int i = 0; i < feature->count && beyond; i++)
            beyond = dot3(out, sub3(feature->points[i], from)) > least;
        if (beyond) return true;
    }
    return false;
}

_Static_assert(2 * sizeof(convex_feature) <= WORKSPACE_WITNESS_BYTES, "the block holds both");

double carom_clip_to_triangle(const convex_feature *feature, const clip_triangle *tile,
                              contact_pool *pool) {
    double deepest = -DBL_MAX, size = 0.0;
    for (int i = 0; i < feature->count; i++)
        size = max2(size, max_abs3(feature->points[i]));
    for (int i = 0; i < 3; i++)
        size = max2(size, max_abs3(tile->v[i]));
    if (feature->count == 0 || is_beside_triangle(feature, tile, size)) return deepest;
    convex_feature *part = carom_workspace_take(WORKSPACE_WITNESS), *window = part + 1;
    part->count = feature->count;
    for (int i = 0; i < feature->count; i++) {
        part->points[i] = feature->points[i];
        part->id[i] = feature->id[i];
    }
    window->count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        window->points[i] = tile->v[i];
        window->id[i] = i;
    }
    carom_convex_clip(part, window, tile->up, &(clip_margins){.grow = CLIP_GROW * size});
    double cosine = dot3(tile->face, tile->up);
    for (int i = 0; i < part->count; i++) {
        vec3 p = part->points[i];
        double depth = dot3(tile->face, sub3(tile->v[0], p)) / cosine;
        uint32_t id = tile->names ? id_by_names(tile, part->id[i])
                                  : id_over_triangle(part->id[i], tile->triangle);
        vec3 foot = mad3(p, tile->up, depth);
        const manifold_point point = {tile->of_a ? foot : p, tile->of_a ? p : foot, depth, id};
        if (depth > tile->most || !is_in_region(tile, p)) continue;
        deepest = max2(deepest, depth);
        if (pool) carom_contact_pool_merge(pool, &point);
    }
    carom_workspace_give(part);
    return deepest;
}

/* ---- covers */

void carom_cover_sides(face_cover *out, const vec3 *corners, int count, vec3 up, double margin) {
    out->sides = 0;
    for (int i = 0; i < count; i++) {
        const vec3 from = corners[i], side = sub3(corners[i + 1 < count ? i + 1 : 0], from);
        const vec3 across = carom_normalize_or(cross3(side, up), vec(0, 0, 0));
        if (max_abs3(across) == 0.0) continue;
        out->out[out->sides] = across;
        out->offset[out->sides++] = dot3(across, from) - margin;
    }
    if (out->sides < 3) out->sides = 0;
}

void carom_cover_feature(face_cover *out, const convex_feature *feature, vec3 up) {
    const double along = dot3(feature->normal, up);
    double size = 0.0, off = 0.0;
    vec3 corner[COVER_SIDES];
    out->sides = 0;
    if (feature->count < 3 || !(fabs(along) > COVER_COSINE)) return;
    const int count = feature->count < COVER_SIDES ? feature->count : COVER_SIDES;
    for (int i = 0; i < count; i++) /* of many corners some: inside of the polygon of all */
        corner[i] = feature->points[i * feature->count / count];
    const vec3 first = corner[0];
    double area = 0.0;
    for (int i = 0; i < count; i++) {
        const vec3 p = sub3(corner[i], first), q = sub3(corner[i + 1 < count ? i + 1 : 0], first);
        size = max2(size, max_abs3(p));
        off = max2(off, fabs(dot3(feature->normal, p)));
        area += dot3(up, cross3(p, q));
    }
    if (!(off <= COVER_IN_PLANE * size) || area == 0.0) return;
    for (int i = 0, k = count - 1; area < 0.0 && i < k; i++, k--) {
        const vec3 swap = corner[i];
        corner[i] = corner[k];
        corner[k] = swap;
    }
    out->rise = scale3(feature->normal, 1.0 / along);
    out->level = dot3(out->rise, first);
    carom_cover_sides(out, corner, count, up, COVER_MARGIN * size);
}

/* Makes equal ids distinct; they are rare, as two triangles' mixed numbers would have to agree. */
static void make_ids_distinct(carom_contact_manifold *manifold) {
    for (int32_t i = 1; i < manifold->count; i++)
        for (int32_t k = 0; k < i; k++)
            if (manifold->points[k].id == manifold->points[i].id) {
                manifold->points[i].id++;
                k = -1;
            }
}

void carom_contact_store(contact_pool *pool, carom_contact_manifold *manifold) {
    convex_manifold best;
    carom_contact_pool_outline(pool);
    carom_contact_pool_take(pool, manifold->capacity, &best);
    manifold->count = best.count;
    manifold->normal = store3(best.normal);
    for (int i = 0; i < best.count; i++) {
        const manifold_point *p = &best.points[i];
        manifold->points[i] = (carom_contact_point){.point_a = store3(p->point_a),
                                                    .point_b = store3(p->point_b),
                                                    .depth = (carom_real)p->depth,
                                                    .id = p->id};
    }
    make_ids_distinct(manifold);
}
