/* Mass of closed meshes. */
#include "carom/mass.h"
#include "mass/mass_of.h"
#include "mesh/data/mesh_data.h"
#include "mesh/nearest/mesh_topology.h"

carom_status carom_mass_mesh(carom_mass *mass, const carom_mesh *mesh, double density) {
    moment_sum sum;
    moments found = {.scale = 1.0};
    if (!mass || !mesh || !density_is_sound(density) || mesh_count(mesh) == 0 ||
        !carom_mesh_edges_paired(mesh))
        return CAROM_ERROR_ARGUMENT;
    if (carom_moment_sum_start(&sum, load3(mesh->bounds.min), load3(mesh->bounds.max))) {
        for (uint32_t i = 0; i < mesh_count(mesh); i++) {
            const carom_triangle t = mesh_indexed(mesh, i);
            const vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])};
            carom_moment_sum_add(&sum, v);
        }
        carom_moment_sum_finish(&found, &sum);
    }
    return carom_mass_of_moments(mass, &found, density, &mesh->bounds);
}
