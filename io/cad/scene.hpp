/* What carom-io-cad read from a STEP or IGES file, in the unit of the file, and the stream in which
 * it passes it on (io/plugin/read_plugin.h). */
#ifndef CAROM_IO_CAD_SCENE_HPP
#define CAROM_IO_CAD_SCENE_HPP

#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace cad {

/* Why a file is not read, as a sentence that follows its name. */
struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct options {
    double deflection = 0; /* in the unit of the file; 0: RELATIVE_DEFLECTION */
    double angle = 0;      /* degrees */
    bool lenient = false;
};

/* Of the diagonal of a part's box. */
constexpr double RELATIVE_DEFLECTION = 1e-3;

using colour = std::array<double, 4>; /* red, green, blue, opacity: 0 to 1; opacity 0: none */

struct mesh {
    std::string name;
    std::vector<double> vertices;
    std::vector<std::uint32_t> indices;
    colour paint{};
    double deviation = 0; /* how far the triangles may be from the surfaces */
};

struct instance {
    std::string name, path;
    std::size_t mesh, node;
    std::array<double, 12> transform; /* three rows of four */
    colour paint{};
};

struct scene {
    double unit = 0;             /* metres */
    double deflection = 0;       /* the greatest that was asked of a part */
    std::size_t surfaces = 0;    /* faces of all shapes */
    std::size_t points = 0, lines = 0;
    std::size_t lost = 0;        /* faces that could not be read or cut into triangles */
    std::string first_lost;
    std::vector<mesh> meshes;
    std::vector<instance> instances;
};

scene read(const std::string &format, const std::string &path, const options &wanted);

void write(std::FILE *out, const scene &read, const options &used);
void write_failure(std::FILE *out, const std::string &why);

} // namespace cad

#endif
