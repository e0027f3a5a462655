// Loose triangles that become a mesh; the part that comparisons with CGAL share.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "carom/carom.h"

struct Soup {
    std::vector<carom_vec3> points;
    std::vector<uint32_t> indices;

    void add(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
        for (carom_vec3 p : {a, b, c}) {
            indices.push_back(static_cast<uint32_t>(points.size()));
            points.push_back(p);
        }
    }
    carom_mesh *mesh() const {
        carom_mesh_def def = {};
        def.vertices = points.data();
        def.indices = indices.data();
        def.vertex_count = points.size();
        def.triangle_count = indices.size() / 3;
        carom_mesh *out = nullptr;
        if (carom_mesh_create(&out, &def) != CAROM_OK) std::abort();
        return out;
    }
};
