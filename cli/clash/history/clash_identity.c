/* Own method: the identifier is a hash of the names of both parts, and for each of how many parts
 * of its name stand before it, in an order that does not depend on which part comes first. Parts
 * that are added, removed or moved so change the identifiers of parts of their own name alone.
 * Where files have identifiers of parts, or paths, these are the names. */
#include "clash/history/clash_identity.h"

#include <stdlib.h>
#include <string.h>

typedef struct named_part {
    const char *name;
    size_t part;
} named_part;

static int by_name(const void *x, const void *y) {
    const named_part *a = x, *b = y;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->part > b->part) - (a->part < b->part);
}

static const char *lasting_name(const clash_part *part) {
    const clash_tags *t = &part->tags;
    return t->id ? t->id : t->path ? t->path : t->name;
}

/* How many parts of its name stand before each part; null without memory. */
static size_t *count_before(const clash_result *r) {
    size_t *before = calloc(r->part_count + 1, sizeof *before);
    named_part *sorted = malloc((r->part_count + 1) * sizeof *sorted);
    if (before && sorted) {
        for (size_t i = 0; i < r->part_count; i++)
            sorted[i] = (named_part){lasting_name(&r->parts[i]), i};
        qsort(sorted, r->part_count, sizeof *sorted, by_name);
        for (size_t i = 1; i < r->part_count; i++)
            if (!strcmp(sorted[i].name, sorted[i - 1].name))
                before[sorted[i].part] = before[sorted[i - 1].part] + 1;
        free(sorted);
        return before;
    }
    free(before);
    free(sorted);
    return NULL;
}

static uint64_t hash_text(uint64_t h, const char *text) {
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return (h ^ h >> 29) * 0x9e3779b97f4a7c15u;
}

static void identify(clash_pair *pair, const clash_part *parts, const size_t *before) {
    size_t first = pair->a, second = pair->b;
    const int order = strcmp(lasting_name(&parts[first]), lasting_name(&parts[second]));
    if (order > 0 || (order == 0 && before[first] > before[second])) {
        first = pair->b;
        second = pair->a;
    }
    pair->id[0] = 0xcbf29ce484222325u;
    pair->id[1] = 0x84222325cbf29ce4u;
    for (int i = 0; i < 2; i++) {
        pair->id[i] = hash_text(pair->id[i] ^ before[first], lasting_name(&parts[first]));
        pair->id[i] = hash_text(pair->id[i] ^ before[second], lasting_name(&parts[second]));
    }
}

bool clash_identify(clash_result *r) {
    size_t *before = count_before(r);
    for (size_t i = 0; before && i < r->pair_count; i++)
        identify(&r->pairs[i], r->parts, before);
    free(before);
    return before != NULL;
}

void clash_write_id(const clash_pair *pair, char out[CLASH_ID_SIZE]) {
    snprintf(out, CLASH_ID_SIZE, "%016llx%016llx", (unsigned long long)pair->id[0],
             (unsigned long long)pair->id[1]);
}

void clash_write_guid(const clash_pair *pair, const char *what, char out[CLASH_GUID_SIZE]) {
    const uint64_t h[2] = {hash_text(pair->id[0], what), hash_text(pair->id[1], what)};
    snprintf(out, CLASH_GUID_SIZE, "%08x-%04x-4%03x-%04x-%012llx", (unsigned)(h[0] >> 32),
             (unsigned)(h[0] >> 16 & 0xFFFF), (unsigned)(h[0] & 0xFFF),
             (unsigned)(h[1] >> 48 & 0x3FFF) | 0x8000, (unsigned long long)h[1] & 0xFFFFFFFFFFFFu);
}
