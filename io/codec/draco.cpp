/* KHR_draco_mesh_compression by Draco. Positions that were quantized stay on their grid until its
 * step is known, and are then put back as Draco itself does. */
#include "codec.hpp"

#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include <draco/attributes/attribute_quantization_transform.h>
#include <draco/compression/decode.h>

namespace codec {
namespace {

int component_of(draco::DataType type) {
    switch (type) {
    case draco::DT_INT8: return 5120;
    case draco::DT_UINT8: return 5121;
    case draco::DT_INT16: return 5122;
    case draco::DT_UINT16: return 5123;
    case draco::DT_FLOAT32: return 5126;
    default: return 0;
    }
}

/* Values of the attribute, one for each point, as bytes, least significant first. */
void put_points(const draco::PointAttribute &from, const draco::Mesh &decoded, mesh &out) {
    const std::size_t size = static_cast<std::size_t>(draco::DataTypeLength(from.data_type()));
    if (from.num_components() != 3) throw failure("its positions have not three numbers each");
    out.component = component_of(from.data_type());
    if (!out.component || static_cast<std::size_t>(from.byte_stride()) < 3 * size)
        throw failure("its positions are numbers of a type that glTF does not have");
    out.points = decoded.num_points();
    out.data.resize(3 * size * out.points);
    for (std::size_t i = 0; i < out.points; i++) {
        const draco::AttributeValueIndex value = from.mapped_index(draco::PointIndex(static_cast<std::uint32_t>(i)));
        if (value.value() >= from.size()) throw failure("a point has no position");
        std::memcpy(&out.data[3 * size * i], from.GetAddress(value), 3 * size);
    }
}

void put_triangles(const draco::Mesh &decoded, mesh &out) {
    out.triangles = decoded.num_faces();
    out.data.reserve(out.data.size() + 12 * out.triangles);
    for (std::size_t i = 0; i < out.triangles; i++) {
        for (const draco::PointIndex &corner : decoded.face(draco::FaceIndex(static_cast<std::uint32_t>(i))))
            for (int k = 0; k < 4; k++)
                out.data.push_back(static_cast<unsigned char>(corner.value() >> (8 * k)));
    }
}

/* Positions on a grid, put back. */
void put_quantized(const draco::PointAttribute &from, const draco::Mesh &decoded, mesh &out) {
    draco::AttributeQuantizationTransform grid;
    if (!grid.InitFromAttribute(from) || grid.quantization_bits() < 1 || grid.quantization_bits() > 30)
        throw failure("the grid of its positions is damaged");
    draco::GeometryAttribute kind;
    kind.Init(draco::GeometryAttribute::POSITION, nullptr, from.num_components(), draco::DT_FLOAT32, false,
              static_cast<std::int64_t>(sizeof(float)) * from.num_components(), 0);
    draco::PointAttribute back(kind);
    if (from.num_components() != 3 || !back.Reset(from.size()))
        throw failure("its positions have not three numbers each");
    if (!grid.InverseTransformAttribute(from, &back)) throw failure("its positions are damaged");
    if (from.is_mapping_identity()) {
        back.SetIdentityMapping();
    } else {
        back.SetExplicitMapping(decoded.num_points());
        for (std::uint32_t i = 0; i < decoded.num_points(); i++)
            back.SetPointMapEntry(draco::PointIndex(i), from.mapped_index(draco::PointIndex(i)));
    }
    out.step = static_cast<double>(grid.range()) / (std::ldexp(1.0, grid.quantization_bits()) - 1.0);
    put_points(back, decoded, out);
}

std::unique_ptr<draco::Mesh> decode_stream(const bytes &stream, bool on_grid) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char *>(stream.data), stream.size);
    draco::Decoder decoder;
    if (on_grid) decoder.SetSkipAttributeTransform(draco::GeometryAttribute::POSITION);
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) throw failure(std::string("Draco cannot decode it: ") + decoded.status().error_msg());
    return std::move(decoded).value();
}

const draco::PointAttribute &positions_of(const draco::Mesh &from, std::uint32_t id) {
    const draco::PointAttribute *found = from.GetAttributeByUniqueId(id);
    if (!found) throw failure("it has no attribute " + std::to_string(id) + ", where positions are due");
    return *found;
}

} // namespace

mesh decode_draco(const bytes &stream, std::uint32_t id) {
    std::unique_ptr<draco::Mesh> from = decode_stream(stream, true);
    mesh out;
    if (positions_of(*from, id).GetAttributeTransformData()) {
        put_quantized(positions_of(*from, id), *from, out);
    } else { /* floats, or integers, which have their own type only where nothing was skipped */
        from = decode_stream(stream, false);
        put_points(positions_of(*from, id), *from, out);
    }
    put_triangles(*from, out);
    return out;
}

} // namespace codec
