#include "soup.hpp"

#include <cstdlib>
#include <cstring>
#include <map>

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

Soup cut_in_four(const Soup &soup) {
    auto between = [](const carom_vec3 &a, const carom_vec3 &b) {
        return carom_vec3{(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
    };
    Soup out;
    for (const carom_triangle &t : soup) {
        const carom_vec3 &a = t.v[0], &b = t.v[1], &c = t.v[2];
        const carom_vec3 x = between(a, b), y = between(b, c), z = between(c, a);
        out.insert(out.end(), {{{a, x, z}}, {{x, b, y}}, {{z, y, c}}, {{x, y, z}}});
    }
    return out;
}

Indexed weld(const Soup &soup) {
    struct Less {
        bool operator()(const carom_vec3 &a, const carom_vec3 &b) const {
            return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
        }
    };
    std::map<carom_vec3, std::uint32_t, Less> numbers;
    Indexed out;
    for (const carom_triangle &t : soup)
        for (const carom_vec3 &v : t.v) {
            auto found = numbers.emplace(v, static_cast<std::uint32_t>(out.vertices.size()));
            if (found.second) out.vertices.push_back(v);
            out.indices.push_back(found.first->second);
        }
    out.vertices.push_back({0, 0, 0});
    return out;
}

Indexed apart(const Soup &soup) {
    Indexed out;
    for (const carom_triangle &t : soup)
        for (const carom_vec3 &v : t.v) {
            out.indices.push_back(static_cast<std::uint32_t>(out.vertices.size()));
            out.vertices.push_back(v);
        }
    return out;
}

carom_mesh *mesh_of(const Soup &soup, carom_mesh_build how) {
    const Indexed indexed = apart(soup);
    carom_mesh *mesh = nullptr;
    carom_mesh_def def{};
    def.vertices = indexed.vertices.data();
    def.indices = indexed.indices.data();
    def.vertex_count = indexed.vertices.size();
    def.triangle_count = soup.size();
    def.build = how;
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) std::abort();
    return mesh;
}

} // namespace bench
