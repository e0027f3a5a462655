#include "soup.hpp"

#include <cstdlib>
#include <cstring>

namespace bench {

namespace {

/// Binary STL.
Soup read_stl(const char *path) {
    Soup soup;
    unsigned char record[84];
    std::FILE *file = std::fopen(path, "rb");
    if (!file || std::fread(record, 84, 1, file) != 1) {
        if (file) std::fclose(file);
        return soup;
    }
    while (std::fread(record, 50, 1, file) == 1) {
        float numbers[9];
        std::memcpy(numbers, record + 12, sizeof numbers);
        carom_triangle t;
        for (int k = 0; k < 3; k++)
            t.v[k] = {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
        soup.push_back(t);
    }
    std::fclose(file);
    return soup;
}

} // namespace

Soup read_bunny() {
    const char *path = "build/data/bunny.stl";
    Soup soup = read_stl(path);
    if (soup.empty()) std::printf("mesh: %s is missing; run tools/fetch-bunny.sh\n", path);
    return soup;
}

carom_mesh *mesh_of(const Soup &soup) {
    std::vector<std::uint32_t> indices(3 * soup.size());
    for (std::size_t i = 0; i < indices.size(); i++)
        indices[i] = static_cast<std::uint32_t>(i);
    carom_mesh *mesh = nullptr;
    carom_mesh_def def{};
    def.vertices = soup[0].v;
    def.indices = indices.data();
    def.vertex_count = indices.size();
    def.triangle_count = soup.size();
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) std::abort();
    return mesh;
}

} // namespace bench
