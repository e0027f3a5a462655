/* Topology of a mesh for signed distances: whether every edge is run along equally often in both
 * directions, by sums of hashes that take no memory, and whether the normals point outwards, by the
 * sign of the enclosed volume. Also the generalized winding number [Jacobson13], as the sum of
 * solid angles [VanOosterom83]. */
#include "carom/mesh_near.h"

#include "mesh/nearest/mesh_topology.h"
#include "mesh/nearest/tolerances.h"
#include "mesh/pair/point_in_mesh.h"
#include "mesh/pair/solid_angle.h"

/* A hash of the edge, negated for the opposite direction. */
static uint64_t signed_edge_hash(uint64_t from, uint64_t to) {
    if (from == to) return 0;
    uint64_t low = from < to ? from : to, high = from < to ? to : from;
    uint64_t key = (low ^ (high >> 31)) * 0x9e3779b97f4a7c15u + (high ^ (low >> 29));
    key = (key ^ (key >> 32)) * 0xbf58476d1ce4e5b9u;
    return from < to ? key : 0 - key;
}

bool carom_mesh_edges_paired(const carom_mesh *mesh) {
    static const uint64_t seeds[2] = {0xa4093822299f31d0u, 0x082efa98ec4e6c89u};
    uint64_t sum[2] = {0, 0};
    for (uint32_t i = 0; i < mesh_count(mesh); i++) {
        carom_triangle t = mesh_ranked(mesh, i);
        for (int s = 0; s < 2; s++) {
            uint64_t h[3];
            for (int k = 0; k < 3; k++)
                h[k] = carom_hash_position(t.v[k], seeds[s]);
            for (int k = 0; k < 3; k++)
                sum[s] += signed_edge_hash(h[k], h[(k + 1) % 3]);
        }
    }
    return sum[0] == 0 && sum[1] == 0;
}

/* The sign of the enclosed volume, by signed tetrahedra; 0 where rounding might decide it. */
static int sign_of_volume(const carom_mesh *mesh) {
    middle_box box = middle_of_mesh(mesh);
    double scale = 1.0 / max_abs3(box.half), volume = 0.0, size = 0.0;
    if (!(scale > 0.0) || !finite1(scale)) return 0;
    for (uint32_t i = 0; i < mesh_count(mesh); i++) {
        carom_triangle t = mesh_ranked(mesh, i);
        vec3 v[3];
        for (int k = 0; k < 3; k++)
            v[k] = scale3(sub3(load3(t.v[k]), box.center), scale);
        double part = dot3(v[0], cross3(v[1], v[2]));
        volume += part;
        size += fabs(part);
    }
    if (!(fabs(volume) > VOLUME_ROUNDING * size)) return 0;
    return volume > 0.0 ? 1 : -1;
}

carom_mesh_solid carom_mesh_solid_of(const carom_mesh *mesh) {
    carom_mesh_solid out = {.mesh = mesh};
    if (!mesh || mesh_count(mesh) == 0) return out;
    out.method = CAROM_SIGN_WINDING;
    if (carom_mesh_solidity_of(mesh) != CAROM_SOLIDITY_CLOSED) return out;
    int sign = carom_mesh_edges_paired(mesh) ? sign_of_volume(mesh) : 0;
    out.method = sign == 0 ? CAROM_SIGN_PARITY : CAROM_SIGN_NORMAL;
    out.inside_out = sign < 0;
    return out;
}

carom_real carom_mesh_winding_number(carom_vec3 point, const carom_mesh *mesh) {
    vec3 p = load3(point);
    angle_sum sum = angle_sum_start();
    if (!mesh || !finite3(p)) return 0;
    for (uint32_t i = 0; i < mesh_count(mesh); i++) {
        carom_triangle t = mesh_indexed(mesh, i);
        const vec3 v[3] = {sub3(load3(t.v[0]), p), sub3(load3(t.v[1]), p), sub3(load3(t.v[2]), p)};
        carom_add_solid_angle(&sum, v, 1);
    }
    return (carom_real)carom_angle_sum_turns(&sum);
}
