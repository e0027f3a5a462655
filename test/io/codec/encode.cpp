/* Encodes standard input for test_codecs.py, by the encoders of Draco and meshoptimizer:
 *
 *     encode draco BITS ID          u32 points, doubles of them, then u32 corners; BITS 0: floats, not on a grid; -1: 16-bit integers
 *     encode vertices STRIDE | triangles | sequence     bytes of vertices, or u32 indices */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <draco/compression/expert_encode.h>
#include <draco/mesh/mesh.h>
#include <meshoptimizer.h>

static std::vector<unsigned char> read_all() {
    std::vector<unsigned char> out;
    for (int c; (c = std::getchar()) != EOF;)
        out.push_back(static_cast<unsigned char>(c));
    return out;
}

static void write(const void *data, std::size_t size) {
    std::fwrite(data, 1, size, stdout);
}

static int encode_draco(const std::vector<unsigned char> &in, int bits, std::uint32_t id) {
    std::uint32_t points;
    std::memcpy(&points, in.data(), 4);
    std::vector<double> numbers(3 * std::size_t{points});
    std::memcpy(numbers.data(), in.data() + 4, 8 * numbers.size());
    std::vector<std::uint32_t> corners((in.size() - 4 - 8 * numbers.size()) / 4);
    std::memcpy(corners.data(), in.data() + 4 + 8 * numbers.size(), 4 * corners.size());
    draco::Mesh mesh;
    mesh.set_num_points(points);
    draco::GeometryAttribute kind;
    const bool whole = bits < 0;
    kind.Init(draco::GeometryAttribute::POSITION, nullptr, 3, whole ? draco::DT_INT16 : draco::DT_FLOAT32, whole, whole ? 6 : 12, 0);
    const int at = mesh.AddAttribute(kind, true, points);
    mesh.attribute(at)->set_unique_id(id);
    for (std::uint32_t i = 0; i < points; i++) {
        const float v[3] = {float(numbers[3 * i]), float(numbers[3 * i + 1]), float(numbers[3 * i + 2])};
        const std::int16_t w[3] = {std::int16_t(v[0]), std::int16_t(v[1]), std::int16_t(v[2])};
        mesh.attribute(at)->SetAttributeValue(draco::AttributeValueIndex(i), whole ? static_cast<const void *>(w) : v);
    }
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        mesh.AddFace({draco::PointIndex(corners[i]), draco::PointIndex(corners[i + 1]), draco::PointIndex(corners[i + 2])});
    draco::ExpertEncoder encoder(mesh);
    if (bits > 0) encoder.SetAttributeQuantization(at, bits);
    draco::EncoderBuffer out;
    if (!encoder.EncodeToBuffer(&out).ok()) return 1;
    write(out.data(), out.size());
    return 0;
}

int main(int argc, char **argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const std::vector<unsigned char> in = read_all();
    if (what == "draco" && argc > 3) return encode_draco(in, std::atoi(argv[2]), std::uint32_t(std::atoi(argv[3])));
    std::vector<unsigned char> out(4 * in.size() + 4096);
    std::vector<unsigned> indices(in.size() / 4);
    if (what == "vertices" && argc > 2) {
        const std::size_t stride = std::size_t(std::atoi(argv[2]));
        out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), in.data(), in.size() / stride, stride));
        write(out.data(), out.size());
        return 0;
    }
    std::memcpy(indices.data(), in.data(), 4 * indices.size());
    out.resize(what == "triangles" ? meshopt_encodeIndexBuffer(out.data(), out.size(), indices.data(), indices.size())
                                   : meshopt_encodeIndexSequence(out.data(), out.size(), indices.data(), indices.size()));
    write(out.data(), out.size());
    return 0;
}
