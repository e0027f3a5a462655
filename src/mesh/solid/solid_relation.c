/* Relation of two polyhedral solids, after the local analysis of Nef polyhedra [Hachenberger07]:
 * which cells of space, in A or not and in B or not, exist. A cell bounded by both surfaces has a
 * vertex where they meet, an edge or vertex of one in the other, and occurs in the sphere map of
 * that point. A cell bounded by one surface only occurs at a vertex of a connected component that
 * the other surface does not touch: along a component the side of the other surface changes only at
 * common points.
 *
 * All predicates are exact, so the relation is that of the posed triangles. Three of the four
 * kinds of cells decide it; the search ends when all three exist. */
#include "carom/overlap.h"
#include "math/pose.h"
#include "mesh/pair/point_in_mesh.h"
#include "mesh/solid/solid_search.h"
#include "mesh/curves/curve_graph.h"
#include "mesh/solid/solid_points.h"
#include "mesh/solid/solid_self.h"

/* ---- pairs of triangles */

static bool examine_pair(uint32_t a, uint32_t b, void *user) {
    solid_search *s = user;
    exact_point first;
    numbered_triangle ta = {.index = a}, tb = {.index = b};
    carom_triangle pa = posed_index(&s->map.frame[0], a), pb = posed_index(&s->map.frame[1], b);
    s->met[0][s->pieces[0]->piece_of[a]] = 1;
    s->met[1][s->pieces[1]->piece_of[b]] = 1;
    bool known = s->out->in_contact;
    if (carom_search_number(s, &ta, &pa) && carom_search_number(s, &tb, &pb) &&
        carom_search_places(s, &ta, &tb, &first) && !known)
        *s->out = (carom_solid_pair){
            .in_contact = true, .contact = store3(first.near), .triangle_a = a, .triangle_b = b};
    return !is_search_settled(s);
}

/* ---- pieces */

static void examine_pieces(solid_search *s, int owner) {
    const carom_mesh_pieces *pieces = s->pieces[owner];
    for (uint32_t i = 0; i < pieces->count && !is_search_settled(s); i++) {
        if (s->met[owner][i]) continue;
        const placed_frame *f = &s->map.frame[owner];
        carom_vec3 tip = pieces->tip[i];
        if (!f->still) tip = carom_posed_point(f->pose, tip);
        exact_point p = carom_exact_vertex(load3(tip));
        carom_sphere_map_add(&s->map, &p, true);
    }
}

/* Where a mesh intersects itself, or has sheets with equal winding on both sides, some cells
 * have no vertex that has been examined. A proof that the solids overlap and that neither
 * contains the other does not need them. */
static void examine_itself(solid_search *s) {
    for (int owner = 0; owner < 2; owner++) {
        bool contains = s->map.exists[1][1] && !is_search_settled(s);
        if (contains || s->map.membrane[owner]) carom_search_itself(s, owner);
    }
}

/* ---- the answer */

static carom_solid_relation relation_of_parts(const sphere_map *m) {
    if (!m->exists[1][1])
        return m->contact < 0 ? CAROM_SOLIDS_APART
                              : (carom_solid_relation)(CAROM_SOLIDS_TOUCH_POINT + m->contact);
    if (m->exists[1][0]) return m->exists[0][1] ? CAROM_SOLIDS_OVERLAP : CAROM_SOLIDS_B_IN_A;
    return m->exists[0][1] ? CAROM_SOLIDS_A_IN_B : CAROM_SOLIDS_EQUAL;
}

static bool start_search(solid_search *s) {
    for (int i = 0; i < 2; i++) {
        size_t count = s->pieces[i]->count;
        s->map.parity[i] = s->pieces[i]->closure == CAROM_MESH_INCONSISTENT;
        s->met[i] = carom_alloc(s->map.allocator, count + 1, 1);
        for (size_t k = 0; s->met[i] && k < count; k++)
            s->met[i][k] = 0;
    }
    middle_box a = carom_frame_bounds(&s->map.frame[0]), b = carom_frame_bounds(&s->map.frame[1]);
    s->map.size = min2(max_abs3(a.half), max_abs3(b.half));
    s->map.contact = -1;
    return s->met[0] && s->met[1];
}

static carom_status search_solids(solid_search *s, const carom_placed_mesh *a,
                                  const carom_placed_mesh *b) {
    if (start_search(s)) {
        carom_visit_mesh_mesh(a, b, examine_pair, s);
        for (int i = 0; i < 2; i++)
            examine_pieces(s, i);
        examine_itself(s);
    } else {
        s->map.failed = true;
    }
    for (int i = 0; i < 2; i++)
        carom_free(s->map.allocator, s->met[i]);
    carom_key_table_free(&s->vertices, s->map.allocator);
    carom_key_table_free(&s->places, s->map.allocator);
    carom_sphere_map_free(&s->map);
    if (s->map.failed) return CAROM_ERROR_MEMORY;
    if (s->map.unproved) return CAROM_ERROR_LIMIT;
    s->out->relation = relation_of_parts(&s->map);
    s->out->has_witness = s->map.has_witness;
    if (s->map.has_witness) s->out->witness = store3(s->map.witness);
    return CAROM_OK;
}

static bool same_pose(carom_pose a, carom_pose b) {
    return equal_vec3(a.position, b.position) && a.rotation.x == b.rotation.x &&
           a.rotation.y == b.rotation.y && a.rotation.z == b.rotation.z &&
           a.rotation.w == b.rotation.w;
}

static bool are_boxes_apart(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    carom_aabb box = carom_mesh_bounds(a->mesh), other = carom_mesh_bounds(b->mesh);
    return !carom_overlap_aabb_aabb(&box, &other);
}

/* Relates two meshes at their given poses, or in the mesh frame when the poses are equal. */
static carom_status relate_in_frame(carom_solid_pair *pair, const carom_placed_mesh *a,
                                    const carom_placed_mesh *b, const carom_allocator *allocator) {
    solid_search s = {.out = pair, .pieces = {a->pieces, b->pieces}};
    s.map.allocator = allocator;
    if (!carom_placed_frame(&s.map.frame[0], a) || !carom_placed_frame(&s.map.frame[1], b))
        return CAROM_OK;
    for (int i = 0; i < 2; i++)
        if (s.pieces[i]->closure == CAROM_MESH_OPEN) return CAROM_OK;
    if (s.map.frame[0].still && s.map.frame[1].still && are_boxes_apart(a, b)) {
        pair->relation = CAROM_SOLIDS_APART;
        return CAROM_OK;
    }
    return search_solids(&s, a, b);
}

/* Poses the points of a pair that was examined in the common mesh frame. */
static void pose_witness(carom_solid_pair *pair, carom_pose pose) {
    if (pair->in_contact) pair->contact = carom_posed_point(pose, pair->contact);
    if (pair->has_witness) pair->witness = carom_posed_point(pose, pair->witness);
}

static carom_status ensure_pieces(carom_placed_mesh *placed, carom_mesh_pieces **made,
                                  const carom_allocator *allocator) {
    if (placed->pieces) return CAROM_OK;
    carom_status status = carom_mesh_pieces_create(made, placed->mesh, allocator);
    placed->pieces = *made;
    return status;
}

static bool is_solid_boundary(const carom_placed_mesh *placed) {
    placed_frame frame;
    return placed->solidity != CAROM_SOLIDITY_SHELL && carom_placed_frame(&frame, placed);
}

carom_status carom_classify_solids(carom_solid_pair *pair, const carom_placed_mesh *a,
                                   const carom_placed_mesh *b, const carom_allocator *allocator) {
    static const carom_allocator default_allocator;
    if (!pair) return CAROM_ERROR_ARGUMENT;
    *pair = (carom_solid_pair){.relation = CAROM_SOLIDS_UNKNOWN};
    if (!a || !b || !a->mesh || !b->mesh) return CAROM_ERROR_ARGUMENT;
    if (!is_solid_boundary(a) || !is_solid_boundary(b)) return CAROM_OK;
    carom_placed_mesh placed[2] = {*a, *b};
    carom_mesh_pieces *made[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        normalize_pose(&placed[i].pose);
    const carom_pose pose = placed[0].pose;
    bool same = same_pose(pose, placed[1].pose);
    for (int i = 0; i < 2 && same; i++)
        placed[i].pose = carom_pose_identity();
    carom_status status = ensure_pieces(&placed[0], &made[0], allocator);
    if (status == CAROM_OK) status = ensure_pieces(&placed[1], &made[1], allocator);
    if (status == CAROM_OK)
        status = relate_in_frame(pair, &placed[0], &placed[1],
                                 allocator ? allocator : &default_allocator);
    if (status != CAROM_OK) *pair = (carom_solid_pair){.relation = CAROM_SOLIDS_UNKNOWN};
    if (same) pose_witness(pair, pose);
    for (int i = 0; i < 2; i++)
        carom_mesh_pieces_destroy(made[i]);
    return status;
}
