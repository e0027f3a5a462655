/* Decoders of compressed geometry in glTF. Each checks what it can and throws `failure`, a sentence
 * that names the stream. */
#ifndef CAROM_IO_CODEC_HPP
#define CAROM_IO_CODEC_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace codec {

struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct bytes {
    const unsigned char *data;
    std::size_t size;
};

/* Of EXT_meshopt_compression: what its object says. */
struct layout {
    std::string mode, filter;
    std::size_t count, stride;
};

/* `count` elements of `stride` bytes. */
std::vector<unsigned char> decode_meshopt(const bytes &stream, const layout &given);

struct mesh {
    std::size_t points = 0, triangles = 0;
    int component = 0;              /* glTF's type of the numbers of positions */
    double step = 0;                /* the distance between neighbours of their grid; 0: none */
    std::vector<unsigned char> data; /* positions, then corners of triangles, 32 bits each */
};

/* `id` is the unique identifier of the attribute that holds the positions. */
mesh decode_draco(const bytes &stream, std::uint32_t id);

} // namespace codec

#endif
