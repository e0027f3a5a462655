/* Solids from loose surfaces, by OpenCASCADE's sewing: surfaces of IGES have no common edges, and
 * would be cut into triangles each by itself, with gaps between them. */
#include "sew.hpp"

#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>

namespace cad {
namespace {

int count(const TopoDS_Shape &shape, TopAbs_ShapeEnum kind, TopAbs_ShapeEnum avoided = TopAbs_SHAPE) {
    int out = 0;
    for (TopExp_Explorer item(shape, kind, avoided); item.More(); item.Next())
        out++;
    return out;
}

/* A closed shell as a solid with its outside outside. */
TopoDS_Shape close(const TopoDS_Shell &shell) {
    if (!BRep_Tool::IsClosed(shell)) return shell;
    TopoDS_Solid solid = BRepBuilderAPI_MakeSolid(shell);
    return BRepLib::OrientClosedSolid(solid) ? TopoDS_Shape(solid) : TopoDS_Shape(shell);
}

} // namespace

TopoDS_Shape sew(const TopoDS_Shape &shape, double tolerance) {
    const int loose = count(shape, TopAbs_FACE, TopAbs_SOLID);
    if (loose < 2) return shape;
    BRepBuilderAPI_Sewing sewing(tolerance);
    TopoDS_Compound out;
    BRep_Builder builder;
    builder.MakeCompound(out);
    for (TopExp_Explorer face(shape, TopAbs_FACE, TopAbs_SOLID); face.More(); face.Next())
        sewing.Add(face.Current());
    sewing.Perform();
    const TopoDS_Shape sewn = sewing.SewedShape();
    if (sewn.IsNull() || count(sewn, TopAbs_FACE) < loose) return shape;
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
        builder.Add(out, solid.Current());
    for (TopExp_Explorer shell(sewn, TopAbs_SHELL); shell.More(); shell.Next())
        builder.Add(out, close(TopoDS::Shell(shell.Current())));
    for (TopExp_Explorer face(sewn, TopAbs_FACE, TopAbs_SHELL); face.More(); face.Next())
        builder.Add(out, face.Current());
    for (TopExp_Explorer edge(shape, TopAbs_EDGE, TopAbs_FACE); edge.More(); edge.Next())
        builder.Add(out, edge.Current());
    for (TopExp_Explorer point(shape, TopAbs_VERTEX, TopAbs_EDGE); point.More(); point.Next())
        builder.Add(out, point.Current());
    return out;
}

} // namespace cad
