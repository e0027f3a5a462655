/* Shapes as triangles. */
#ifndef CAROM_IO_CAD_TESSELLATE_HPP
#define CAROM_IO_CAD_TESSELLATE_HPP

#include "scene.hpp"

#include <TopoDS_Shape.hxx>

namespace cad {

/* Cuts all faces of a part's shape into triangles; neighbours share the points of their edges. */
void tessellate(const TopoDS_Shape &shape, const options &wanted, scene &out);

/* The triangles of the faces of a shape that was tessellated, or of its faces outside of solids
 * alone. Faces without triangles are lost. */
mesh gather(const TopoDS_Shape &shape, bool outside_solids, const std::string &name, scene &out);

} // namespace cad

#endif
