/* Solids from loose surfaces. */
#ifndef CAROM_IO_CAD_SEW_HPP
#define CAROM_IO_CAD_SEW_HPP

#include <TopoDS_Shape.hxx>

namespace cad {

/* The shape with its loose faces sewn where their edges are within the tolerance, and closed shells
 * as solids; the shape itself where it has no loose faces, or sewing would lose one. */
TopoDS_Shape sew(const TopoDS_Shape &shape, double tolerance);

} // namespace cad

#endif
