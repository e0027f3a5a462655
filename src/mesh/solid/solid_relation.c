/* How two solids stand to each other, after the local analysis of Nef polyhedra [Hachenberger07]:
 * the parts of space that are in A or not and in B or not. A part that is bounded by both surfaces
 * has a corner where they meet, an edge or vertex of one in the other, and is seen in the sphere
 * map of that corner. A part that is bounded by one surface only is seen at a vertex of a connected
 * piece that the other surface does not meet: walking along a piece, the side of the other surface
 * changes at common points only.
 *
 * Three of the four kinds of parts tell the relation. It ends when all have been seen. */
#include "carom/overlap.h"
#include "mesh/pair/pair_inside.h"
#include "mesh/solid/solid_search.h"

/* ---- pairs of triangles */

static bool look_at_pair(uint32_t a, uint32_t b, void *user) {
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
    return !search_has_settled(s);
}

/* ---- pieces */

static void look_at_pieces(solid_search *s, int owner) {
    const carom_mesh_pieces *pieces = s->pieces[owner];
    for (uint32_t i = 0; i < pieces->count && !search_has_settled(s); i++) {
        if (s->met[owner][i]) continue;
        const placed_frame *f = &s->map.frame[owner];
        carom_vec3 tip = pieces->tip[i];
        if (!f->still) tip = carom_pose_transform_point(f->pose, tip);
        exact_point p = carom_exact_vertex(load3(tip));
        carom_sphere_map_add(&s->map, &p, true);
    }
}

/* Where a mesh passes through itself, or has sheets with the same on both sides, not every part has
 * a corner that has been looked at. What proves an overlap and that neither holds the other does
 * not need them. */
static void look_at_itself(solid_search *s) {
    for (int owner = 0; owner < 2; owner++) {
        bool contains = s->map.exists[1][1] && !search_has_settled(s);
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
        carom_visit_mesh_mesh(a, b, look_at_pair, s);
        for (int i = 0; i < 2; i++)
            look_at_pieces(s, i);
        look_at_itself(s);
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

static bool boxes_apart_exactly(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    carom_aabb box = carom_mesh_bounds(a->mesh), other = carom_mesh_bounds(b->mesh);
    return !carom_overlap_aabb_aabb(&box, &other);
}

/* The two stand as they are in the common frame, or in the frame of both. */
static carom_status relate_in_frame(carom_solid_pair *pair, const carom_placed_mesh *a,
                                    const carom_placed_mesh *b, const carom_allocator *allocator) {
    solid_search s = {.out = pair, .pieces = {a->pieces, b->pieces}};
    s.map.allocator = allocator;
    if (!carom_placed_frame(&s.map.frame[0], a) || !carom_placed_frame(&s.map.frame[1], b))
        return CAROM_OK;
    for (int i = 0; i < 2; i++)
        if (s.pieces[i]->closure == CAROM_MESH_OPEN) return CAROM_OK;
    if (s.map.frame[0].still && s.map.frame[1].still && boxes_apart_exactly(a, b)) {
        pair->relation = CAROM_SOLIDS_APART;
        return CAROM_OK;
    }
    return search_solids(&s, a, b);
}

/* The point of a pair that was looked at in the frame of both. */
static void pose_witness(carom_solid_pair *pair, carom_pose pose) {
    if (pair->in_contact) pair->contact = carom_pose_transform_point(pose, pair->contact);
    if (pair->has_witness) pair->witness = carom_pose_transform_point(pose, pair->witness);
}

static carom_status with_pieces(carom_placed_mesh *placed, carom_mesh_pieces **made,
                                const carom_allocator *allocator) {
    if (placed->pieces) return CAROM_OK;
    carom_status status = carom_mesh_pieces_create(made, placed->mesh, allocator);
    placed->pieces = *made;
    return status;
}

static bool bounds_a_solid(const carom_placed_mesh *placed) {
    placed_frame frame;
    return placed->solidity != CAROM_SOLIDITY_SHELL && carom_placed_frame(&frame, placed);
}

carom_status carom_classify_solids(carom_solid_pair *pair, const carom_placed_mesh *a,
                                   const carom_placed_mesh *b, const carom_allocator *allocator) {
    static const carom_allocator plain;
    if (!pair) return CAROM_ERROR_ARGUMENT;
    *pair = (carom_solid_pair){.relation = CAROM_SOLIDS_UNKNOWN};
    if (!a || !b || !a->mesh || !b->mesh) return CAROM_ERROR_ARGUMENT;
    if (!bounds_a_solid(a) || !bounds_a_solid(b)) return CAROM_OK;
    carom_placed_mesh placed[2] = {*a, *b};
    carom_mesh_pieces *made[2] = {NULL, NULL};
    bool together = same_pose(a->pose, b->pose);
    for (int i = 0; i < 2 && together; i++)
        placed[i].pose = carom_pose_identity();
    carom_status status = with_pieces(&placed[0], &made[0], allocator);
    if (status == CAROM_OK) status = with_pieces(&placed[1], &made[1], allocator);
    if (status == CAROM_OK)
        status = relate_in_frame(pair, &placed[0], &placed[1], allocator ? allocator : &plain);
    if (status != CAROM_OK) *pair = (carom_solid_pair){.relation = CAROM_SOLIDS_UNKNOWN};
    if (together) pose_witness(pair, a->pose);
    for (int i = 0; i < 2; i++)
        carom_mesh_pieces_destroy(made[i]);
    return status;
}
