/* How two solids stand to each other against sets of cells, and of tetrahedra round a common
 * vertex: which cells two sets have in common, and which corners, tells it exactly.
 * usage: agree_solid [COUNT [SEED [FIRST [PREFIX]]]]
 *
 * Pairs FIRST .. FIRST + COUNT - 1 of the seed; each is a function of the seed and its number. With
 * PREFIX the last pair is written to PREFIX_a.obj and PREFIX_b.obj. */
#include "common/solid/star.h"

typedef struct tally {
    size_t asked, differ, witnesses, meeting, relations[9], kinds[CELL_KINDS], wrong[CELL_KINDS];
    size_t least;      /* triangles of the smallest pair that differs */
    uint64_t smallest; /* its number */
} tally;

/* What is wrong with the answer, or null. */
static const char *fault_of(const cell_pair *pair, const carom_solid_pair *answer, bool swapped) {
    carom_solid_relation wanted = swapped ? solid_swapped(pair->relation) : pair->relation;
    if (answer->relation != wanted) return "relation";
    if (!answer->has_witness) return NULL;
    if (!solid_meets(wanted)) return "witness without a common interior";
    if (pair->kind == 9) return NULL; /* bent cells: a point is in no cell for sure */
    long double p[3];
    unmap_point(&pair->map, answer->witness, p);
    return is_outside_cells(&pair->solid[0], p) || is_outside_cells(&pair->solid[1], p)
               ? "witness outside of an interior"
               : NULL;
}

static bool ask_both_ways(const cell_pair *pair, tally *t, uint64_t number, bool loud) {
    carom_mesh *mesh[2] = {solid_mesh(&pair->soup[0]), solid_mesh(&pair->soup[1])};
    bool wrong = false;
    if (!mesh[0] || !mesh[1]) abort();
    carom_placed_mesh a = placed_cells(pair, 0, mesh[0]), b = placed_cells(pair, 1, mesh[1]);
    for (int swapped = 0; swapped < 2; swapped++) {
        carom_solid_pair answer = {0};
        const carom_placed_mesh *first = swapped ? &b : &a, *second = swapped ? &a : &b;
        carom_status status = carom_classify_solids(&answer, first, second, NULL);
        const char *fault = status == CAROM_OK ? fault_of(pair, &answer, swapped) : "status";
        t->witnesses += answer.has_witness;
        t->meeting += solid_meets(pair->relation);
        if (!fault) continue;
        wrong = true;
        if (loud)
            printf("pair %llu (%s; %zu and %zu triangles%s): %s: \"%s\", it is \"%s\"%s\n",
                   (unsigned long long)number, cell_kinds[pair->kind], pair->soup[0].triangle_count,
                   pair->soup[1].triangle_count,
                   pair->odd[0] || pair->odd[1] ? ", not oriented" : "", fault,
                   solid_names[answer.relation % 9],
                   solid_names[swapped ? solid_swapped(pair->relation) : pair->relation],
                   swapped ? ", swapped" : "");
    }
    carom_mesh_destroy(mesh[0]);
    carom_mesh_destroy(mesh[1]);
    return wrong;
}

static void count_pair(tally *t, const cell_pair *pair, uint64_t number, bool wrong) {
    size_t size = pair->soup[0].triangle_count + pair->soup[1].triangle_count;
    t->asked++;
    t->relations[pair->relation]++;
    t->kinds[pair->kind]++;
    if (!wrong) return;
    t->wrong[pair->kind]++;
    if (t->differ++ == 0 || size < t->least) {
        t->least = size;
        t->smallest = number;
    }
}

/* [0, n]^3 and the same moved by half of it, and by all of it along one, two or three axes, with
 * faces cut in unit squares. */
static size_t ask_gridded(size_t *asked, int most) {
    size_t differ = 0;
    for (int n = 2; n <= most; n++)
        for (int moved = 0; moved < 5; moved++) {
            static const carom_solid_relation wanted[] = {
                CAROM_SOLIDS_OVERLAP, CAROM_SOLIDS_TOUCH_FACE, CAROM_SOLIDS_TOUCH_EDGE,
                CAROM_SOLIDS_TOUCH_POINT, CAROM_SOLIDS_EQUAL};
            carom_mesh *mesh[2];
            solid_soup soup = {0};
            uint64_t seed = (uint64_t)(n * 8 + moved);
            for (int which = 0; which < 2; which++) {
                cell_box box = {{0, 0, 0}, {n, n, n}};
                cell_map map = {.m = {{1, 2, 2}, {2, 1, -2}, {-2, 2, -1}}};
                cell_surface s = {.diagonals = solid_bits(&seed)};
                add_gridded_box(&s, &box);
                soup_of_cells(&soup, &s, &map, true);
                solid_shuffle(&soup, &seed);
                mesh[which] = solid_mesh(&soup);
                free(s.facets);
            }
            int by[3] = {0, 0, 0};
            for (int k = 0; k < 3; k++)
                by[k] = moved == 0 ? UNIT * (n / 2) : k < moved && moved < 4 ? UNIT * n : 0;
            cell_map map = {.m = {{1, 2, 2}, {2, 1, -2}, {-2, 2, -1}}};
            carom_placed_mesh a = {.mesh = mesh[0]}, b = {.mesh = mesh[1]};
            b.pose.position = map_point(&map, by);
            carom_solid_pair answer = {0};
            bool ok = carom_classify_solids(&answer, &a, &b, NULL) == CAROM_OK &&
                      answer.relation == wanted[moved];
            ++*asked;
            if (!ok && differ++ < 10)
                printf("gridded cubes of %d, move %d: \"%s\", it is \"%s\"\n", n, moved,
                       solid_names[answer.relation % 9], solid_names[wanted[moved]]);
            carom_mesh_destroy(mesh[0]);
            carom_mesh_destroy(mesh[1]);
            solid_free(&soup);
        }
    return differ;
}

/* Tetrahedra round a common vertex. */
static size_t ask_stars(uint64_t count, uint64_t seed) {
    static star_pair pair;
    size_t differ = 0;
    for (uint64_t i = 0; i < count; i++) {
        make_star_pair(&pair, solid_mix(seed) + i);
        carom_mesh *mesh[2] = {solid_mesh(&pair.soup[0]), solid_mesh(&pair.soup[1])};
        carom_placed_mesh a = {.mesh = mesh[0]}, b = {.mesh = mesh[1]};
        carom_solid_pair there = {0}, back = {0};
        bool ok = carom_classify_solids(&there, &a, &b, NULL) == CAROM_OK &&
                  carom_classify_solids(&back, &b, &a, NULL) == CAROM_OK;
        ok = ok && there.relation == pair.relation && back.relation == solid_swapped(pair.relation);
        if (there.has_witness) {
            a.solidity = b.solidity = CAROM_SOLIDITY_CLOSED;
            ok = ok && solid_meets(pair.relation) &&
                 carom_classify_point_mesh(there.witness, &a).place == CAROM_PLACE_INSIDE &&
                 carom_classify_point_mesh(there.witness, &b).place == CAROM_PLACE_INSIDE;
        }
        if (!ok && differ++ < 10)
            printf("stars %llu (%x, %x): \"%s\" and \"%s\", it is \"%s\"\n", (unsigned long long)i,
                   (unsigned)pair.has[0], (unsigned)pair.has[1], solid_names[there.relation % 9],
                   solid_names[back.relation % 9], solid_names[pair.relation]);
        carom_mesh_destroy(mesh[0]);
        carom_mesh_destroy(mesh[1]);
    }
    return differ;
}

static int report(const tally *t, uint64_t seed) {
    printf("%zu pairs of solids made of cells:", t->asked);
    for (int r = 0; r < 9; r++)
        if (t->relations[r]) printf(" %zu %s%s", t->relations[r], solid_names[r], r < 8 ? "," : "");
    printf("\n%zu of %zu answers of a common interior have a witness\n", t->witnesses, t->meeting);
    for (int k = 0; k < CELL_KINDS; k++)
        if (t->wrong[k])
            printf("  %s: %zu of %zu differ\n", cell_kinds[k], t->wrong[k], t->kinds[k]);
    printf("%zu differ\n", t->differ);
    if (t->differ)
        printf("the smallest: agree_solid 1 %llu %llu, %zu triangles\n", (unsigned long long)seed,
               (unsigned long long)t->smallest, t->least);
    return t->differ > 0;
}

int main(int argc, char **argv) {
    static cell_pair pair;
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    tally t = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (uint64_t i = first; i < first + count; i++) {
        make_cell_pair(&pair, solid_mix(seed) + i);
        count_pair(&t, &pair, i, ask_both_ways(&pair, &t, i, t.differ < 20));
    }
    fflush(stdout);
    if (argc > 4 && count > 0)
        for (int which = 0; which < 2; which++) {
            char path[512];
            snprintf(path, sizeof path, "%s_%c.obj", argv[4], 'a' + which);
            if (!solid_write(&pair.soup[which], path)) return 2;
        }
    int status = report(&t, seed);
    if (argc <= 3) {
        size_t asked = 0, differ = ask_gridded(&asked, count < 10000 ? 9 : 40);
        printf("%zu pairs of cubes cut into squares: %zu differ\n", asked, differ);
        if (differ) status = 1;
        differ = ask_stars(count / 4, seed);
        printf("%llu pairs of stars: %zu differ\n", (unsigned long long)count / 4, differ);
        if (differ) status = 1;
    }
    return status;
}
