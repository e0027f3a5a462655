/* Hands the clean copy to assimp, compares what comes back with what the file declares, and builds
 * the scene. The comparison counts faces, corners, pieces and instances, and adds up the corners'
 * positions: a face left out, a strip taken for one face, an index or a coordinate misread all
 * show. */
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct reading {
    const io_file *file;
    const io_scan *scan;
    const struct aiScene *from;
    carom_io_scene *scene;
    size_t budget; /* for cutting polygons */
} reading;

static bool is_gltf(const reading *r) {
    return r->scan->format == CAROM_IO_GLTF || r->scan->format == CAROM_IO_GLB;
}

static char *duplicate(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* ---- the comparison */

static bool tally_mesh(const reading *r, const struct aiMesh *mesh, io_tally *tally) {
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices < 3) continue;
        carom_io_count_face(tally, face->mNumIndices);
        for (unsigned k = 0; k < face->mNumIndices; k++) {
            if (face->mIndices[k] >= mesh->mNumVertices)
                return carom_io_fail(r->file, "the reader made an index out of range in face %u",
                                     i);
            const struct aiVector3D *v = &mesh->mVertices[face->mIndices[k]];
            double p[3] = {(double)v->x, (double)v->y, (double)v->z};
            if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
                return carom_io_fail(r->file, "the reader made a vertex of face %u not finite", i);
            carom_io_count_corner(tally, p);
        }
    }
    return true;
}

static size_t count_placed(const struct aiNode *node) {
    size_t count = node->mNumMeshes;
    for (unsigned i = 0; i < node->mNumChildren; i++)
        count += count_placed(node->mChildren[i]);
    return count;
}

static bool same_count(const reading *r, const char *what, size_t declared, size_t read) {
    return declared == read ? true
                            : carom_io_fail(r->file,
                                            "declares %zu %s, but the reader gave %zu; it is "
                                            "refused so that nothing is lost silently",
                                            declared, what, read);
}

/* Both sides add the same floats; only the order, and with it the rounding, may differ. */
static bool same_sums(const reading *r, const io_tally *want, const io_tally *got) {
    for (int k = 0; k < 3; k++) {
        double room = 1e-15 * (double)(want->corners + 8) * want->magnitude[k];
        if (room > 1e-9 * want->magnitude[k]) room = 1e-9 * want->magnitude[k];
        if (!(fabs(want->sum[k] - got->sum[k]) <= room))
            return carom_io_fail(r->file,
                                 "the reader moved vertices: their %c add up to %.9g, and in the "
                                 "file to %.9g",
                                 "xyz"[k], got -> sum[k], want -> sum[k]);
    }
    return true;
}

static bool compare(const reading *r) {
    const io_tally *want = &r->scan->tally;
    io_tally got = {0};
    for (unsigned i = 0; i < r->from->mNumMeshes; i++)
        if (!tally_mesh(r, r->from->mMeshes[i], &got)) return false;
    got.pieces = r->from->mNumMeshes;
    got.placed = count_placed(r->from->mRootNode);
    if (!same_count(r, "faces", want->faces, got.faces) ||
        !same_count(r, "polygons of more than three corners", want->polygons, got.polygons) ||
        !same_count(r, "corners of faces", want->corners, got.corners) || !same_sums(r, want, &got))
        return false;
    return !is_gltf(r) || (same_count(r, "meshes", want->pieces, got.pieces) &&
                           same_count(r, "placed meshes", want->placed, got.placed));
}

/* ---- meshes */

static size_t count_triangles(const struct aiMesh *mesh) {
    size_t count = 0;
    for (unsigned i = 0; i < mesh->mNumFaces; i++)
        if (mesh->mFaces[i].mNumIndices > 2) count += mesh->mFaces[i].mNumIndices - 2;
    return count;
}

static bool add_face(reading *r, const struct aiFace *face, uint32_t base, carom_io_soup *soup) {
    size_t count = face->mNumIndices;
    uint32_t few[16], *corners = few;
    if (count < 3) return true;
    if (count > 16 && !(corners = malloc(count * sizeof *corners))) return carom_io_memory(r->file);
    for (size_t k = 0; k < count; k++)
        corners[k] = base + face->mIndices[k];
    bool ok = carom_io_cut_polygon(&(io_polygon){soup->vertices, corners, count},
                                   soup->indices + 3 * soup->triangle_count, &r->budget);
    if (corners != few) free(corners);
    soup->triangle_count += count - 2;
    if (!ok) return carom_io_memory(r->file);
    return r->budget ? true
                     : carom_io_fail(r->file,
                                     "a polygon of %zu corners takes too long to cut; "
                                     "cut it into triangles first",
                                     count);
}

/* Meshes first to last of the reader's, as one. */
static bool gather(reading *r, unsigned first, unsigned last, carom_io_soup *soup) {
    size_t vertices = 0, triangles = 0;
    for (unsigned i = first; i <= last; i++) {
        vertices += r->from->mMeshes[i]->mNumVertices;
        triangles += count_triangles(r->from->mMeshes[i]);
    }
    if (vertices >= UINT32_MAX) return carom_io_fail(r->file, "has more than 2^32 vertices");
    soup->vertices = malloc((vertices + 1) * 3 * sizeof(double));
    soup->indices = malloc((triangles + 1) * 3 * sizeof(uint32_t));
    if (!soup->vertices || !soup->indices) return carom_io_memory(r->file);
    for (unsigned i = first; i <= last; i++) {
        const struct aiMesh *mesh = r->from->mMeshes[i];
        uint32_t base = (uint32_t)soup->vertex_count;
        double *out = soup->vertices + 3 * soup->vertex_count;
        for (unsigned k = 0; k < mesh->mNumVertices; k++, out += 3) {
            out[0] = (double)mesh->mVertices[k].x;
            out[1] = (double)mesh->mVertices[k].y;
            out[2] = (double)mesh->mVertices[k].z;
        }
        soup->vertex_count += mesh->mNumVertices;
        for (unsigned k = 0; k < mesh->mNumFaces; k++)
            if (!add_face(r, &mesh->mFaces[k], base, soup)) return false;
    }
    return true;
}

static bool build_mesh(reading *r, const unsigned range[2], const char *name) {
    carom_io_soup soup = {0};
    carom_io_mesh *mesh = &r->scene->meshes[r->scene->mesh_count];
    bool ok = gather(r, range[0], range[1], &soup);
    size_t read = soup.vertex_count;
    if (ok && !carom_io_soup_weld(&soup)) ok = carom_io_memory(r->file);
    if (ok && !(mesh->name = duplicate(name))) ok = carom_io_memory(r->file);
    if (!ok) {
        carom_io_soup_free(&soup);
        return false;
    }
    mesh->vertices = soup.vertices;
    mesh->indices = soup.indices;
    mesh->vertex_count = soup.vertex_count;
    mesh->triangle_count = soup.triangle_count;
    r->scene->mesh_count++;
    r->scene->report.vertices += read;
    return true;
}

/* The clean copy's meshes are named "3", or "3-1" when there are several in one: 3 + 1 is the
 * piece. */
static const char *piece_name(const reading *r, const struct aiMesh *mesh) {
    char *end;
    unsigned long piece = strtoul(mesh->mName.data, &end, 10);
    if (*end == '-') piece += strtoul(end + 1, NULL, 10);
    return piece < r->scan->tally.pieces ? r->scan->mesh_names[piece] : "";
}

/* ---- instances */

static void multiply(const double a[12], const struct aiMatrix4x4 *m, double out[12]) {
    const double b[12] = {(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4,
                          (double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4,
                          (double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = a[4 * i] * b[k] + a[4 * i + 1] * b[4 + k] + a[4 * i + 2] * b[8 + k] +
                             (k == 3 ? a[4 * i + 3] : 0.0);
}

static const char *node_name(const reading *r, const struct aiNode *node) {
    char *end;
    unsigned long index = strtoul(node->mName.data, &end, 10);
    return end > node->mName.data && !*end && index < r->scan->node_count
               ? r->scan->node_names[index]
               : "";
}

static bool place_nodes(const reading *r, const struct aiNode *node, const double parent[12],
                        size_t *number) {
    double transform[12];
    multiply(parent, &node->mTransformation, transform);
    for (int k = 0; k < 12; k++)
        if (!isfinite(transform[k]))
            return carom_io_fail(r->file, "node \"%.60s\": its transform is not finite",
                                 node_name(r, node));
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        carom_io_instance *out = &r->scene->instances[r->scene->instance_count];
        *out = (carom_io_instance){duplicate(node_name(r, node)), node->mMeshes[i], *number, {0}};
        if (!out->name) return carom_io_memory(r->file);
        memcpy(out->transform, transform, sizeof transform);
        r->scene->instance_count++;
    }
    *number += node->mNumMeshes > 0;
    for (unsigned i = 0; i < node->mNumChildren; i++)
        if (!place_nodes(r, node->mChildren[i], transform, number)) return false;
    return true;
}

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

static bool build(reading *r) {
    unsigned count = r->from->mNumMeshes;
    size_t placed = is_gltf(r) ? r->scan->tally.placed : 1, number = 0;
    r->scene->meshes = calloc(is_gltf(r) ? count : 1, sizeof(carom_io_mesh));
    r->scene->instances = calloc(placed, sizeof(carom_io_instance));
    if (!r->scene->meshes || !r->scene->instances) return carom_io_memory(r->file);
    if (is_gltf(r)) {
        for (unsigned i = 0; i < count; i++)
            if (!build_mesh(r, (unsigned[2]){i, i}, piece_name(r, r->from->mMeshes[i])))
                return false;
        return place_nodes(r, r->from->mRootNode, identity, &number);
    }
    if (!build_mesh(r, (unsigned[2]){0, count - 1}, "")) return false;
    r->scene->instances[0].name = duplicate("");
    memcpy(r->scene->instances[0].transform, identity, sizeof identity);
    r->scene->instance_count = 1;
    return r->scene->instances[0].name ? true : carom_io_memory(r->file);
}

bool carom_io_read(const io_file *file, const io_scan *scan, carom_io_scene *scene) {
    reading r = {file, scan, NULL, scene, IO_CUTTING_BUDGET};
    r.from = aiImportFileFromMemory((const char *)scan->clean.data, (unsigned)scan->clean.size, 0,
                                    scan->hint);
    if (!r.from) return carom_io_fail(file, "the reader gives up: %s", aiGetErrorString());
    bool ok = r.from->mRootNode && r.from->mNumMeshes
                  ? compare(&r) && build(&r)
                  : carom_io_fail(file, "the reader found no mesh in it");
    aiReleaseImport(r.from);
    return ok;
}
