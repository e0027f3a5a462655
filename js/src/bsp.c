/* A binary space partition over convex polygons. */
#include "exports.h"

/* Polygon i has counts[i] of the vertices, one after another. */
carom_bsp *EXPORT(bsp_create)(const carom_real *vertices, const uint32_t *counts, size_t count) {
    carom_polygon *polygons = malloc((count + 1) * sizeof *polygons);
    if (!polygons) return made(CAROM_ERROR_MEMORY, NULL);
    const carom_vec3 *at = (const carom_vec3 *)vertices;
    for (size_t i = 0; i < count; at += counts[i++])
        polygons[i] = (carom_polygon){at, (int32_t)counts[i]};
    const carom_bsp_def def = {.polygons = polygons, .count = count};
    carom_bsp *bsp = NULL;
    const carom_status status = carom_bsp_create(&bsp, &def);
    free(polygons);
    return made(status, bsp);
}

void EXPORT(bsp_destroy)(carom_bsp *bsp) {
    carom_bsp_destroy(bsp);
}

/* Nodes, depth, pieces, splits, degenerate polygons, bytes. */
void EXPORT(bsp_facts)(const carom_bsp *bsp, uint32_t out[6]) {
    const carom_bsp_facts facts = carom_bsp_measure(bsp);
    const size_t all[6] = {facts.nodes,  facts.depth,      facts.pieces,
                           facts.splits, facts.degenerate, facts.memory};
    for (int i = 0; i < 6; i++)
        out[i] = (uint32_t)all[i];
}

void EXPORT(bsp_classify)(const carom_bsp *bsp, const carom_real *points, size_t count,
                          uint8_t *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)carom_bsp_classify_point(bsp, read3(points + 3 * i));
}

/* A polygon of -1 is none; t is then INFINITY. */
void EXPORT(bsp_raycast)(const carom_bsp *bsp, const carom_real *rays, size_t count,
                         const carom_real *range, int32_t *polygon, carom_real *t,
                         carom_real *normal) {
    for (size_t i = 0; i < count; i++) {
        const carom_ray ray = {read3(rays + 6 * i), read3(rays + 6 * i + 3), range[0], range[1]};
        const carom_bsp_hit hit = carom_bsp_raycast_ray(bsp, &ray);
        polygon[i] = hit.hit ? (int32_t)hit.polygon : -1;
        t[i] = hit.hit ? hit.t : (carom_real)INFINITY;
        write3(normal + 3 * i, hit.normal);
    }
}

typedef struct pieces {
    list vertices, words;
} pieces;

static bool add_piece(const carom_bsp_piece *piece, void *user) {
    pieces *to = user;
    const uint32_t words[3] = {piece->count, piece->polygon, piece->front};
    return list_add(&to->words, words, sizeof words) &&
           list_add(&to->vertices, piece->vertices, piece->count * sizeof *piece->vertices);
}

/* All pieces, far ones first: of each the count of its vertices, its polygon and whether its front
 * is seen; `lists` takes the vertices' address and bytes, then those of the words. @return 0 for
 * want of memory */
int EXPORT(bsp_pieces)(const carom_bsp *bsp, const carom_real *viewpoint, size_t lists[4]) {
    pieces found = {{0}, {0}};
    carom_bsp_visit(bsp, read3(viewpoint), add_piece, &found);
    void *vertices = list_end(&found.vertices, &lists[1]);
    void *words = list_end(&found.words, &lists[3]);
    if (!vertices || !words) {
        free(vertices);
        free(words);
        return 0;
    }
    lists[0] = (size_t)vertices;
    lists[2] = (size_t)words;
    return 1;
}
