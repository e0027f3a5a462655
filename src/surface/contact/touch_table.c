/* Own method: vertices of triangles by hash of their positions, as unwelded meshes have them twice,
 * and the triangles of each in one array. Triangles that contain a point inside of the shape all
 * touch it: a table of all triangles near the shape has the whole fan of each such vertex. */
#include "surface/contact/touch_table.h"

#include <string.h>

#include "mesh/internal_edges.h"
#include "surface/tolerances.h"

/* Odd numbers without pattern: the fractional parts of the square roots of 2, 3 and 5. */
#define HASH_X 0x6a09e667f3bcc909u
#define HASH_Y 0xbb67ae8584caa73bu
#define HASH_Z 0x3c6ef372fe94f82bu

void carom_table_clear(touch_table *table) {
    table->vertex_count = table->triangle_count = 0;
    memset(table->place, 0, sizeof table->place);
}

static uint64_t bits_of(double x) {
    const double number = x + 0.0; /* both zeros are equal */
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint32_t place_of(vec3 at) {
    uint64_t h = bits_of(at.x) * HASH_X ^ bits_of(at.y) * HASH_Y;
    h = (h ^ h >> 29) * HASH_Z + bits_of(at.z) * HASH_X;
    return (uint32_t)((h ^ h >> 32) * HASH_Y >> 50) % TABLE_PLACES;
}

static uint16_t vertex_at(touch_table *table, vec3 at) {
    uint32_t place = place_of(at);
    while (table->place[place] != 0) {
        const uint16_t vertex = (uint16_t)(table->place[place] - 1);
        if (equal3(table->at[vertex], at)) return vertex;
        place = (place + 1) % TABLE_PLACES;
    }
    table_vertex *added = &table->vertex[table->vertex_count];
    table->at[table->vertex_count++] = at;
    table->place[place] = (uint16_t)table->vertex_count;
    added->state = NORMAL_UNKNOWN;
    added->has_touch = added->is_inner = false;
    added->touch = 0;
    added->offered = added->tested = 0;
    added->fan_end = 0;
    carom_vertex_depth(table->shape, at, table->slack, &added->depth);
    return (uint16_t)(table->vertex_count - 1);
}

bool carom_table_add(touch_table *table, uint32_t index, const carom_triangle *at) {
    if (table->triangle_count == TABLE_TRIANGLES || table->vertex_count + 3 > TABLE_VERTICES)
        return false;
    table_triangle *added = &table->triangle[table->triangle_count++];
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    added->index = index;
    added->face = carom_unit_of_face(sub3(v[1], v[0]), sub3(v[2], v[0]));
    added->is_weak = false;
    for (int k = 0; k < 3; k++) {
        added->corner[k] = vertex_at(table, v[k]);
        table->vertex[added->corner[k]].fan_end++;
    }
    return true;
}

void carom_table_close(touch_table *table) {
    int first = 0;
    for (int i = 0; i < table->vertex_count; i++) { /* counts become starts */
        const int count = table->vertex[i].fan_end;
        table->vertex[i].fan_end = first;
        first += count;
    }
    for (int i = 0; i < table->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            table->fan[table->vertex[table->triangle[i].corner[k]].fan_end++] =
                (uint16_t)(4 * i + k);
}

carom_triangle carom_table_triangle(const touch_table *table, int i) {
    carom_triangle out;
    for (int k = 0; k < 3; k++)
        out.v[k] = store3(table_position(table, i, k));
    return out;
}

typedef struct corner_depths {
    const vertex_depth *of[3];
    vec3 v[3];
} corner_depths;

static corner_depths depths_of(const touch_table *table, int i) {
    return (corner_depths){
        {&table_corner(table, i, 0)->depth, &table_corner(table, i, 1)->depth,
         &table_corner(table, i, 2)->depth},
        {table_position(table, i, 0), table_position(table, i, 1), table_position(table, i, 2)}};
}

int carom_table_deepest(const touch_table *table, int i) {
    const corner_depths corners = depths_of(table, i);
    return deepest_vertex(corners.of, corners.v, table->slack);
}

double carom_table_most(const touch_table *table, int i) {
    const corner_depths corners = depths_of(table, i);
    return most_depth(corners.of, corners.v);
}

bool carom_table_is_inside(const touch_table *table, int i) {
    for (int k = 0; k < 3; k++)
        if (!(table_corner(table, i, k)->depth.depth > table->slack)) return false;
    return true;
}

/* ---- normals */

/* Where the triangles of a vertex begin in `fan`. */
static int first_of(const touch_table *table, int vertex) {
    return vertex > 0 ? table->vertex[vertex - 1].fan_end : 0;
}

static void find_fan(const touch_table *table, int vertex, face_fan *fan) {
    const vec3 at = table->at[vertex];
    if (!table->is_whole) {
        carom_find_fan(fan, table->on, store3(at));
        return;
    }
    fan->faces = fan->sides = 0;
    for (int f = first_of(table, vertex); f < table->vertex[vertex].fan_end; f++) {
        const table_triangle *t = &table->triangle[table->fan[f] / 4];
        const int k = table->fan[f] % 4;
        fan_add(fan, &t->face, sub3(table->at[t->corner[k < 2 ? k + 1 : 0]], at),
                sub3(table->at[t->corner[k > 0 ? k - 1 : 2]], at));
    }
}

static bool is_in_front(vec3 side, vec3 n) {
    const double along = dot3(side, n);
    return along > 0.0 && along * along > BEFORE_SINE * BEFORE_SINE * len2(side);
}

/* Is a triangle of the fan certainly in front of the normal? */
static bool has_before(const touch_table *table, uint16_t vertex, vec3 n) {
    const vec3 at = table->at[vertex];
    for (int f = first_of(table, vertex); f < table->vertex[vertex].fan_end; f++) {
        const table_triangle *t = &table->triangle[table->fan[f] / 4];
        const int k = table->fan[f] % 4;
        const vec3 side = sub3(table->at[t->corner[k < 2 ? k + 1 : 0]], at);
        if (is_in_front(side, n) && max_abs3(t->face) > 0.0) return true;
    }
    return false;
}

/* Have all triangles at the vertex the normal to the last bit? */
static bool is_plane_at(const touch_table *table, uint16_t vertex, vec3 face) {
    for (int f = first_of(table, vertex); f < table->vertex[vertex].fan_end; f++)
        if (!equal3(table->triangle[table->fan[f] / 4].face, face)) return false;
    return true;
}

/* In a plane the fan need not be searched: four tenths of a flat floor's time. */
static bool normal_at_vertex(const touch_table *table, uint16_t vertex, vec3 face, vec3 n,
                             vec3 *out) {
    face_fan fan;
    *out = face;
    if (table->is_whole && has_before(table, vertex, n) &&
        (is_plane_at(table, vertex, face) || is_plane_at(table, vertex, neg3(face))))
        return true;
    find_fan(table, vertex, &fan);
    return carom_fan_normal(&fan, n, out);
}

carom_vec3 carom_table_normal(touch_table *table, int i, int corner, carom_vec3 given) {
    const table_triangle *t = &table->triangle[i];
    table_vertex *vertex = &table->vertex[t->corner[corner]];
    const vec3 n = load3(given), face = dot3(n, t->face) < 0.0 ? neg3(t->face) : t->face;
    if (!finite3(n) || max_abs3(face) == 0.0 || equal3(n, face)) return given;
    if (carom_is_normal_of_face(face, n)) return store3(face);
    if (vertex->state == NORMAL_UNKNOWN) {
        vec3 found;
        vertex->state = normal_at_vertex(table, t->corner[corner], face, n, &found)
                            ? NORMAL_FOUND
                            : NORMAL_CONCAVE;
        vertex->normal = store3(found);
    }
    return vertex->state == NORMAL_FOUND ? vertex->normal : store3(face);
}

bool carom_table_has_before(const touch_table *table, int i, int corner, carom_vec3 given) {
    const table_triangle *t = &table->triangle[i];
    const vec3 n = load3(given);
    return table->is_whole && max_abs3(t->face) > 0.0 && !carom_is_normal_of_face(t->face, n) &&
           has_before(table, t->corner[corner], n);
}

/* The fans of a triangle in the table. */
typedef struct entry_fans {
    const touch_table *table;
    const table_triangle *triangle;
} entry_fans;

/* As carom_find_fan of an edge: the part of each triangle's third corner across it. */
static void find_edge_fan(const touch_table *table, uint16_t from, uint16_t to, face_fan *fan) {
    const vec3 at = table->at[from];
    const vec3 unit = carom_normalize_or(sub3(table->at[to], at), vec(0, 0, 0));
    fan->faces = fan->sides = 0;
    for (int f = first_of(table, from); f < table->vertex[from].fan_end; f++) {
        const table_triangle *t = &table->triangle[table->fan[f] / 4];
        const int k = table->fan[f] % 4;
        const uint16_t p = t->corner[k < 2 ? k + 1 : 0], q = t->corner[k > 0 ? k - 1 : 2];
        const vec3 third = sub3(table->at[p == to ? q : p], at);
        if (p == to || q == to) fan_add_one(fan, &t->face, mad3(third, unit, -dot3(third, unit)));
    }
}

static void fan_of_entry(const void *of, int k, bool is_edge, face_fan *out) {
    const entry_fans *fans = of;
    const uint16_t *corner = fans->triangle->corner;
    if (is_edge)
        find_edge_fan(fans->table, corner[(k + 1) % 3], corner[(k + 2) % 3], out);
    else
        find_fan(fans->table, corner[k], out);
}

carom_vec3 carom_table_contact_normal(touch_table *table, int i, carom_vec3 point,
                                      carom_vec3 normal) {
    const entry_fans fans = {table, &table->triangle[i]};
    const carom_triangle at = carom_table_triangle(table, i);
    const fan_source source = {fan_of_entry, &fans};
    return carom_contact_normal_by(&source, &at, point, normal);
}

/* ---- rings */

/* The triangles at a vertex, as places in `fan`. */
typedef struct fan_range {
    int first, end;
} fan_range;

static fan_range range_of(const touch_table *table, int vertex) {
    return (fan_range){first_of(table, vertex), table->vertex[vertex].fan_end};
}

/* Is each triangle at the vertex followed by the one that begins at its end, once around? */
static bool is_surrounded(const touch_table *table, int vertex) {
    const fan_range range = range_of(table, vertex);
    const int count = range.end - range.first;
    uint16_t begin[RING_LIMIT], end[RING_LIMIT];
    if (count < 3 || count > RING_LIMIT) return false;
    for (int i = 0; i < count; i++) {
        const int place = table->fan[range.first + i], k = place % 4;
        const uint16_t *corner = table->triangle[place / 4].corner;
        begin[i] = corner[k < 2 ? k + 1 : 0];
        end[i] = corner[k > 0 ? k - 1 : 2];
    }
    uint16_t at = end[0];
    for (int turn = 1; turn < count; turn++) {
        int next = 1;
        while (next < count && begin[next] != at)
            next++;
        if (next == count) return false;
        at = end[next];
    }
    return at == begin[0];
}

static bool add_to_ring(normal_ring *ring, vec3 face) {
    for (int i = 0; i < ring->count; i++)
        if (equal3(ring->face[i], face)) return true;
    if (ring->count == RING_LIMIT) return false;
    ring->face[ring->count++] = face;
    return true;
}

void carom_table_ring(const touch_table *table, int i, normal_ring *out) {
    const table_triangle *t = &table->triangle[i];
    out->count = 0;
    out->in_plane = max_abs3(t->face) > 0.0;
    for (int k = 0; k < 3; k++) {
        const fan_range range = range_of(table, t->corner[k]);
        for (int f = range.first; f < range.end; f++) {
            const vec3 face = table->triangle[table->fan[f] / 4].face;
            if (!add_to_ring(out, face)) {
                out->count = 0;
                out->in_plane = false;
                return;
            }
            out->in_plane = out->in_plane && max_abs3(sub3(face, t->face)) < SAME_FACE;
        }
    }
    for (int k = 0; k < 3 && out->in_plane; k++)
        out->in_plane = is_surrounded(table, t->corner[k]);
}

bool carom_table_has_normal(const touch_table *table, int i, vec3 normal, double cosine) {
    const table_triangle *t = &table->triangle[i];
    for (int k = 0; k < 3; k++) {
        const fan_range range = range_of(table, t->corner[k]);
        for (int f = range.first; f < range.end; f++)
            if (fabs(dot3(table->triangle[table->fan[f] / 4].face, normal)) >= cosine) return true;
    }
    return false;
}
