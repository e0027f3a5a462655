/* Clusters by single linkage: two clashes are in one cluster when a chain of clashes leads from one
 * to the other, each within the distance of the next. Candidates are pairs of boxes around the
 * places, linked by disjoint sets. */
#include "clash/groups/clash_clusters.h"

#include <stdlib.h>
#include <string.h>

#include "clash/clash_pair.h"
#include "clash/disjoint_sets.h"

bool clash_cluster_read(clash_options *options, const char *text) {
    char *end;
    if (!strcmp(text, "part")) return (options->by_part = true);
    options->cluster = strtod(text, &end);
    options->clusters =
        end != text && !*end && options->cluster >= 0.0 && options->cluster <= 1e300;
    return options->clusters;
}

typedef struct linkage {
    const clash_result *result;
    uint32_t *sets;
    double within;
} linkage;

static bool link_pair(uint32_t a, uint32_t b, void *user) {
    const linkage *l = user;
    const carom_vec3 p = clash_place_of_pair(&l->result->pairs[a]);
    const carom_vec3 q = clash_place_of_pair(&l->result->pairs[b]);
    if (!(norm(minus(p, q)) <= l->within)) return true;
    disjoint_join(l->sets, a, b);
    return true;
}

static bool link_all(linkage *l) {
    const size_t count = l->result->pair_count;
    carom_aabb *boxes = malloc((count + 1) * sizeof *boxes);
    carom_space *space = NULL;
    for (size_t i = 0; boxes && i < count; i++) {
        const carom_vec3 p = clash_place_of_pair(&l->result->pairs[i]);
        boxes[i] = carom_fit_aabb_margin(&(carom_aabb){p, p}, 0.5 * l->within);
    }
    carom_space_def def = {.kind = CAROM_SPACE_SWEEP_PRUNE, .boxes = boxes, .count = count};
    carom_status status = boxes ? carom_space_create(&space, &def) : CAROM_ERROR_MEMORY;
    if (status != CAROM_OK && boxes) {
        def.kind = CAROM_SPACE_BRUTE;
        status = carom_space_create(&space, &def);
    }
    if (status == CAROM_OK) carom_space_visit_pairs(space, link_pair, l);
    carom_space_destroy(space);
    free(boxes);
    return status == CAROM_OK;
}

bool clash_cluster(clash_result *r, const clash_options *options) {
    if (!options->clusters || r->pair_count == 0) return true;
    linkage l = {r, disjoint_sets(r->pair_count), options->cluster};
    const bool ok = l.sets && link_all(&l);
    for (size_t i = 0; ok && i < r->pair_count; i++) {
        const size_t least = disjoint_least(l.sets, (uint32_t)i);
        r->pairs[i].cluster = least == i ? r->cluster_count++ : r->pairs[least].cluster;
    }
    free(l.sets);
    return ok;
}

/* ---- the report */

typedef struct tally {
    size_t index; /* of the cluster or part */
    size_t count[CLASH_VERDICTS], total;
    double depth;
    carom_aabb box; /* of the places */
} tally;

static void count_pair(tally *t, const clash_pair *p) {
    const carom_vec3 at = clash_place_of_pair(p);
    const carom_aabb *box = &t->box;
    t->box =
        t->total == 0
            ? (carom_aabb){at, at}
            : (carom_aabb){
                  make3(fmin(box->min.x, at.x), fmin(box->min.y, at.y), fmin(box->min.z, at.z)),
                  make3(fmax(box->max.x, at.x), fmax(box->max.y, at.y), fmax(box->max.z, at.z))};
    t->count[p->verdict]++;
    t->total++;
    if (clash_is_overlap(p)) t->depth = fmax(t->depth, p->depth);
}

static int by_hard(const void *x, const void *y) {
    const tally *a = x, *b = y;
    if (a->count[CLASH_HARD] != b->count[CLASH_HARD])
        return a->count[CLASH_HARD] > b->count[CLASH_HARD] ? -1 : 1;
    if (a->total != b->total) return a->total > b->total ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Of all parts, those with clashes first; null without memory. */
static tally *count_parts(const clash_result *r, size_t *count) {
    tally *list = calloc(r->part_count + 1, sizeof *list);
    for (size_t i = 0; list && i < r->part_count; i++)
        list[i].index = i;
    for (size_t i = 0; list && i < r->pair_count; i++) {
        count_pair(&list[r->pairs[i].a], &r->pairs[i]);
        count_pair(&list[r->pairs[i].b], &r->pairs[i]);
    }
    if (list) qsort(list, r->part_count, sizeof *list, by_hard);
    for (*count = 0; list && *count < r->part_count && list[*count].total > 0;)
        ++*count;
    return list;
}

static tally *count_clusters(const clash_result *r) {
    tally *list = calloc(r->cluster_count + 1, sizeof *list);
    for (size_t i = 0; list && i < r->pair_count; i++) {
        list[r->pairs[i].cluster].index = r->pairs[i].cluster;
        count_pair(&list[r->pairs[i].cluster], &r->pairs[i]);
    }
    return list;
}

static void print_counts(const tally *t) {
    printf("%6zu %6zu %9zu %6zu %11.5g", t->count[CLASH_HARD], t->count[CLASH_UNDECIDED],
           t->count[CLASH_TOUCH], t->count[CLASH_NEAR], t->depth);
}

static const char counts_title[] = "  hard  undec.  touching  near     depth";

void clash_print_clusters(const clash_result *r, const clash_options *options) {
    size_t count = 0;
    tally *clusters = options->clusters ? count_clusters(r) : NULL;
    tally *parts = options->by_part ? count_parts(r, &count) : NULL;
    if (clusters) printf("\ncluster %s  box of the places\n", counts_title);
    for (size_t i = 0; clusters && i < r->cluster_count; i++) {
        const carom_aabb *box = &clusters[i].box;
        printf("%7zu ", i);
        print_counts(&clusters[i]);
        printf("  %.9g %.9g %.9g to %.9g %.9g %.9g\n", box->min.x, box->min.y, box->min.z,
               box->max.x, box->max.y, box->max.z);
    }
    if (parts) printf("\n   part %s  name\n", counts_title);
    for (size_t i = 0; parts && i < count; i++) {
        printf("%7zu ", parts[i].index);
        print_counts(&parts[i]);
        fputs("  ", stdout);
        clash_print_name(r->parts[parts[i].index].tags.name, 0);
        putchar('\n');
    }
    free(clusters);
    free(parts);
}

static void put_counts(answer *a, const tally *t) {
    answer_number(a, "hard", (double)t->count[CLASH_HARD]);
    answer_number(a, "undecided", (double)t->count[CLASH_UNDECIDED]);
    answer_number(a, "touching", (double)t->count[CLASH_TOUCH]);
    answer_number(a, "near", (double)t->count[CLASH_NEAR]);
    answer_number(a, "depth", t->depth);
}

static void put_box(answer *a, const carom_aabb *box) {
    answer_numbers(a, "min", (const double[3]){box->min.x, box->min.y, box->min.z}, 3);
    answer_numbers(a, "max", (const double[3]){box->max.x, box->max.y, box->max.z}, 3);
}

void clash_put_clusters(answer *a, const clash_result *r, const clash_options *options) {
    size_t count = 0;
    tally *clusters = options->clusters ? count_clusters(r) : NULL;
    tally *parts = options->by_part ? count_parts(r, &count) : NULL;
    if (clusters) answer_open_array(a, "clusters");
    for (size_t i = 0; clusters && i < r->cluster_count; i++) {
        answer_open_item(a, i == 0);
        put_counts(a, &clusters[i]);
        put_box(a, &clusters[i].box);
        answer_close_item(a);
    }
    if (clusters) answer_close_array(a);
    if (parts) answer_open_array(a, "by_part");
    for (size_t i = 0; parts && i < count; i++) {
        answer_open_item(a, i == 0);
        answer_number(a, "part", (double)parts[i].index);
        answer_text(a, "name", r->parts[parts[i].index].tags.name);
        put_counts(a, &parts[i]);
        answer_close_item(a);
    }
    if (parts) answer_close_array(a);
    free(clusters);
    free(parts);
}
