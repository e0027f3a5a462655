/* The cached search of a pair is in table order. Two shapes of one kind may exchange their places
 * in that order as they move, and the cached search is then exchanged too. A search of other kinds
 * is dropped; that of other shapes of the same kinds is only a worse start, as the engine verifies
 * what it recalls. */
#include "pair/pose/pair_memory.h"

void carom_exchange_search(convex_cache *search) {
    convex_cache old = *search;
    search->axis = neg3(old.axis);
    for (int i = 0; i < 2; i++)
        search->hint[i] = old.hint[1 - i];
    for (int i = 0; i < 4; i++) {
        search->a[i] = old.b[i];
        search->b[i] = old.a[i];
    }
}
