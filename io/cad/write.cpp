/* No algorithm of its own: the stream of carom-io's plug-ins. One line with a version, one with the
 * size of a JSON object, the object, then the vertices of all meshes as doubles and their indices as
 * 32-bit numbers, little-endian. */
#include "scene.hpp"

#include <jansson.h>

#include <cstring>

namespace cad {
namespace {

json_t *text(const std::string &value) {
    json_t *out = json_stringn(value.data(), value.size());
    return out ? out : json_string("?"); /* not UTF-8 */
}

json_t *paint(const colour &value) {
    return json_pack("[ffff]", value[0], value[1], value[2], value[3]);
}

json_t *count(std::size_t value) {
    return json_integer(static_cast<json_int_t>(value));
}

json_t *describe(const mesh &given) {
    return json_pack("{s:o, s:o, s:o, s:f}", "name", text(given.name), "vertices",
                     count(given.vertices.size() / 3), "triangles", count(given.indices.size() / 3), "deviation",
                     given.deviation);
}

json_t *describe(const instance &given) {
    json_t *transform = json_array();
    for (double number : given.transform)
        json_array_append_new(transform, json_real(number));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", text(given.name), "path", text(given.path), "mesh",
                     count(given.mesh), "node", count(given.node), "transform", transform, "color",
                     paint(given.paint));
}

template <typename T> json_t *list(const std::vector<T> &items) {
    json_t *out = json_array();
    for (const T &item : items)
        json_array_append_new(out, describe(item));
    return out;
}

/* The bytes of numbers, least significant first. */
template <typename T> void put(std::FILE *out, const std::vector<T> &numbers) {
    std::vector<unsigned char> bytes;
    bytes.reserve(numbers.size() * sizeof(T));
    for (T number : numbers) {
        std::uint64_t bits = 0;
        if constexpr (sizeof(T) == sizeof bits)
            std::memcpy(&bits, &number, sizeof bits);
        else
            bits = number;
        for (std::size_t i = 0; i < sizeof(T); i++)
            bytes.push_back(static_cast<unsigned char>(bits >> (8 * i)));
    }
    std::fwrite(bytes.data(), 1, bytes.size(), out);
}

void put_header(std::FILE *out, json_t *root) {
    char *header = root ? json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(17)) : nullptr;
    json_decref(root);
    if (!header) throw failure("its description cannot be written");
    std::fprintf(out, "carom-io 1\n%zu\n%s", std::strlen(header), header);
    std::free(header);
}

} // namespace

void write_failure(std::FILE *out, const std::string &why) {
    put_header(out, json_pack("{s:o}", "error", text(why)));
}

void write(std::FILE *out, const scene &read, const options &used) {
    put_header(out, json_pack("{s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "unit", read.unit, "deflection",
                              read.deflection, "angle", used.angle, "surfaces", count(read.surfaces), "points",
                              count(read.points), "lines", count(read.lines), "lost", count(read.lost), "first_lost",
                              text(read.first_lost), "meshes", list(read.meshes), "instances", list(read.instances)));
    for (const mesh &one : read.meshes)
        put(out, one.vertices);
    for (const mesh &one : read.meshes)
        put(out, one.indices);
}

} // namespace cad
