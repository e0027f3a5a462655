/* Begin, stay and end events: a merge [Knuth98] 5.2.4 of the touching pairs of the last step with
 * those of this one, both in ascending order of ids. A pair may be recorded twice, by an impact
 * and by an overlap: of equal ones the first, an overlap, is used. The order of events depends on
 * ids alone, not on the structures or threads. */
#include "world/world_data.h"
#include "world/step/events.h"
#include "world/step/sort.h"

typedef struct id_couple {
    carom_collider_id a, b;
} id_couple;

static int compare_couples(const id_couple *p, const id_couple *q) {
    const uint32_t x[4] = {p->a.index, p->b.index, p->a.generation, p->b.generation};
    const uint32_t y[4] = {q->a.index, q->b.index, q->a.generation, q->b.generation};
    for (int i = 0; i < 4; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Sorts the touches by ids; the sort is stable. */
static carom_status sort_touches(carom_world *world) {
    size_t count = world->touches.count;
    const world_touch *touches = world->touches.data;
    carom_status status =
        carom_array_reserve(&world->keys, count, sizeof(world_key), &world->allocator);
    if (status != CAROM_OK) return status;
    world_key *keys = world->keys.data;
    for (size_t i = 0; i < count; i++)
        keys[i] = (world_key){((uint64_t)touches[i].a.index << 32) | touches[i].b.index, i};
    world->keys.count = count;
    return carom_world_sort_keys(world);
}

static void put_event(carom_world *world, carom_event_kind kind, const id_couple *ids,
                      const world_touch *touch) {
    carom_world_event *events = world->next_events.data;
    carom_world_event event = {.kind = kind, .a = ids->a, .b = ids->b};
    if (touch) {
        event.normal = touch->normal;
        event.point = touch->point;
        event.depth = touch->depth;
        event.sub_a = touch->sub_a;
        event.sub_b = touch->sub_b;
    }
    events[world->next_events.count++] = event;
}

/* Ends the old pairs that come before `couple`. @return true when the couple itself is among the
 * old pairs */
static bool end_until(carom_world *world, size_t *old, const id_couple *couple) {
    const id_couple *before = world->touching.data;
    for (; *old < world->touching.count; ++*old) {
        int order = couple ? compare_couples(&before[*old], couple) : -1;
        if (order > 0) return false;
        if (order == 0) {
            ++*old;
            return true;
        }
        put_event(world, CAROM_EVENT_END, &before[*old], NULL);
    }
    return false;
}

carom_status carom_world_make_events(carom_world *world) {
    size_t count = world->touches.count, old = 0;
    carom_status status = sort_touches(world);
    if (status == CAROM_OK)
        status =
            carom_array_reserve(&world->next_touching, count, sizeof(id_couple), &world->allocator);
    if (status == CAROM_OK)
        status = carom_array_reserve(&world->next_events, count + world->touching.count,
                                     sizeof(carom_world_event), &world->allocator);
    if (status != CAROM_OK) return status;
    const world_key *keys = world->keys.data;
    const world_touch *touches = world->touches.data;
    id_couple *now = world->next_touching.data;
    world->next_touching.count = world->next_events.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && keys[i].key == keys[i - 1].key) continue;
        const world_touch *touch = &touches[keys[i].item];
        id_couple couple = {touch->a, touch->b};
        bool stays = end_until(world, &old, &couple);
        put_event(world, stays ? CAROM_EVENT_STAY : CAROM_EVENT_BEGIN, &couple, touch);
        now[world->next_touching.count++] = couple;
    }
    end_until(world, &old, NULL);
    return CAROM_OK;
}
