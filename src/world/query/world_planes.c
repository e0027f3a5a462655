/* No algorithm of its own: the contact planes of a shape among the colliders of a world, from the
 * manifolds of carom_contact_several with a margin. Candidates are the boxes that meet the shape's
 * box, grown by the margin and by a bound of rounding. Planes are kept in ascending order of gap,
 * then index, as many as the caller's buffer takes, so the answer does not depend on the
 * structures. */
#include "core/workspace.h"
#include "spatial/space.h"
#include "spatial/space_query.h"
#include "world/collider.h"
#include "world/pair.h"
#include "world/query/options.h"
#include "world/query/tolerances.h"
#include "world/world_data.h"

typedef struct plane_list {
    const carom_world *world;
    const uint32_t *owner; /* of the structure that is being searched */
    const carom_world_probe *probe;
    carom_posed_shape posed;
    carom_aabb reach;
    carom_real margin;
    carom_world_plane *planes;
    size_t capacity, kept, count;
} plane_list;

static bool plane_before(const carom_world_plane *a, const carom_world_plane *b) {
    return a->gap != b->gap ? a->gap < b->gap : a->id.index < b->id.index;
}

static void keep_plane(plane_list *list, const carom_world_plane *plane) {
    size_t i = list->kept;
    list->count++;
    if (i == list->capacity) {
        if (i == 0 || !plane_before(plane, &list->planes[i - 1])) return;
        i--;
    } else
        list->kept++;
    for (; i > 0 && plane_before(plane, &list->planes[i - 1]); i--)
        list->planes[i] = list->planes[i - 1];
    list->planes[i] = *plane;
}

static void add_plane(plane_list *list, uint32_t index, carom_vec3 normal,
                      const carom_contact_point *deepest) {
    const carom_world_plane plane = {.id = world_id_of(list->world, index),
                                     .normal = normal,
                                     .gap = 0 - deepest->depth,
                                     .point = deepest->point_b,
                                     .sub_a = deepest->sub_a,
                                     .sub_b = deepest->sub_b};
    if (plane.gap <= list->margin) keep_plane(list, &plane);
}

/* A collider in the common frame, and its contacts, in a block of the workspace. */
typedef struct planes_work {
    carom_posed_shape target;
    carom_contact_manifold manifolds[CAROM_CONTACT_LIMIT];
} planes_work;
_Static_assert(sizeof(planes_work) <= WORKSPACE_CONTACTS_BYTES, "the block holds it");

static void add_planes_of(plane_list *list, uint32_t index, planes_work *work) {
    const world_collider *c = &world_slots(list->world)[index];
    carom_contact_manifold *manifolds = work->manifolds;
    if (!carom_shape_pose(&work->target, &c->def.shape, c->def.pose)) return;
    manifolds[0] = (carom_contact_manifold){.margin = list->margin, .capacity = 1};
    int32_t count =
        carom_contact_several(&list->posed, &work->target, manifolds, CAROM_CONTACT_LIMIT);
    for (int32_t i = 0; i < count; i++)
        if (manifolds[i].count > 0)
            add_plane(list, index, manifolds[i].normal, &manifolds[i].points[0]);
    if (count > 0) return;
    carom_penetration p = carom_penetrate_posed(&list->posed, &work->target);
    const carom_contact_point deepest = {.point_a = p.point_a,
                                         .point_b = p.point_b,
                                         .depth = p.depth,
                                         .sub_a = p.sub_a,
                                         .sub_b = p.sub_b};
    if (p.overlap) add_plane(list, index, p.normal, &deepest);
}

static void try_planes(plane_list *list, uint32_t index) {
    const world_collider *c = &world_slots(list->world)[index];
    if (!c->used || !(c->def.category & list->probe->mask)) return;
    if (!world_is_requested(list->world, index, list->probe->options)) return;
    planes_work *work = carom_workspace_take(WORKSPACE_PLANES);
    add_planes_of(list, index, work);
    carom_workspace_give(work);
}

static bool try_planes_box(uint32_t id, void *user) {
    plane_list *list = user;
    const uint32_t index = list->owner[id];
    if (boxes_meet(&list->reach, &world_slots(list->world)[index].bounds)) try_planes(list, index);
    return true;
}

/* The box of the shape, grown; false where it is not finite. */
static bool reach_of_planes(plane_list *list) {
    const carom_aabb box = carom_world_bounds(list->probe->shape, list->probe->pose);
    const vec3 low = load3(box.min), high = load3(box.max);
    double r = (double)list->margin;
    r += QUERY_BOX_SLACK * (r + max2(max_abs3(low), max_abs3(high)));
    list->reach = (carom_aabb){store3(sub3(low, vec(r, r, r))), store3(add3(high, vec(r, r, r)))};
    return world_box_finite(&list->reach);
}

static void find_planes(plane_list *list) {
    const carom_world *world = list->world;
    const world_tree *trees[2] = {&world->statics, &world->movers};
    const uint32_t *unbounded = world->unbounded.data;
    if (!reach_of_planes(list)) {
        for (uint32_t i = 0; i < world->colliders.count; i++)
            try_planes(list, i);
        return;
    }
    for (size_t i = 0; i < world->unbounded.count; i++)
        try_planes(list, unbounded[i]);
    const space_search search = {.box = list->reach, .visitor = try_planes_box, .user = list};
    for (int i = 0; i < 2; i++) {
        list->owner = trees[i]->owner.data;
        carom_space_search(trees[i]->space, &search);
    }
}

size_t carom_world_planes(const carom_world *world, const carom_world_probe *probe,
                          carom_real margin, carom_world_plane *planes, size_t capacity) {
    plane_list list = {.world = world,
                       .probe = probe,
                       .margin = margin,
                       .planes = planes,
                       .capacity = planes ? capacity : 0};
    if (!(margin >= 0) || !finite1((double)margin) || carom_pose_problem(probe->pose) ||
        !carom_shape_pose(&list.posed, probe->shape, probe->pose))
        return 0;
    find_planes(&list);
    return list.count;
}
