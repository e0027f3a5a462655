/* EXT_meshopt_compression by meshoptimizer, whose decoders are made for data that nobody trusts. */
#include "codec.hpp"

#include <meshoptimizer.h>

namespace codec {
namespace {

void decode_elements(std::vector<unsigned char> &out, const bytes &stream, const layout &given) {
    int wrong = 0;
    if (given.mode == "ATTRIBUTES") {
        if (given.stride % 4 != 0 || given.stride > 256)
            throw failure("a stride of " + std::to_string(given.stride) + " is no multiple of 4 up to 256");
        wrong = meshopt_decodeVertexBuffer(out.data(), given.count, given.stride, stream.data, stream.size);
    } else if (given.mode == "TRIANGLES" || given.mode == "INDICES") {
        if (given.stride != 2 && given.stride != 4)
            throw failure("indices of " + std::to_string(given.stride) + " bytes, not of 2 or 4");
        if (given.mode == "TRIANGLES" && given.count % 3 != 0)
            throw failure("the number of indices is no multiple of three");
        wrong = given.mode == "TRIANGLES"
                    ? meshopt_decodeIndexBuffer(out.data(), given.count, given.stride, stream.data, stream.size)
                    : meshopt_decodeIndexSequence(out.data(), given.count, given.stride, stream.data, stream.size);
    } else {
        throw failure("the mode " + given.mode + " is none of ATTRIBUTES, TRIANGLES and INDICES");
    }
    if (wrong == -1) throw failure("another version of its encoding, which this meshoptimizer does not read");
    if (wrong) throw failure("it is cut off or damaged");
}

void apply_filter(std::vector<unsigned char> &out, const layout &given) {
    if (given.filter == "NONE") return;
    if (given.mode != "ATTRIBUTES") throw failure("a filter of indices");
    if (given.filter == "EXPONENTIAL" && given.stride % 4 == 0)
        meshopt_decodeFilterExp(out.data(), given.count, given.stride);
    else if (given.filter == "QUATERNION" && given.stride == 8)
        meshopt_decodeFilterQuat(out.data(), given.count, given.stride);
    else if (given.filter == "OCTAHEDRAL" && (given.stride == 4 || given.stride == 8))
        meshopt_decodeFilterOct(out.data(), given.count, given.stride);
    else
        throw failure("the filter " + given.filter + " of elements of " + std::to_string(given.stride) + " bytes");
}

} // namespace

std::vector<unsigned char> decode_meshopt(const bytes &stream, const layout &given) {
    std::vector<unsigned char> out(given.count * given.stride);
    decode_elements(out, stream, given);
    apply_filter(out, given);
    return out;
}

} // namespace codec
