/* A STEP or IGES file as OpenCASCADE's document: shapes, assembly, names and colours. */
#ifndef CAROM_IO_CAD_DOCUMENT_HPP
#define CAROM_IO_CAD_DOCUMENT_HPP

#include "scene.hpp"

#include <map>

#include <TDocStd_Document.hxx>

namespace cad {

struct document {
    Handle(TDocStd_Document) data;
    std::map<const void *, std::string> solid_names; /* by the TShape of the solid */
    double resolution = 0; /* of IGES: surfaces that are so near each other share an edge */
};

/* Reads the file, and sets the unit of `out`, in which the shapes are. Faces of the file that did
 * not become faces of a shape are lost. */
document read_step(const std::string &path, scene &out);
document read_iges(const std::string &path, scene &out);

} // namespace cad

#endif
