/* Shapes as triangles, by OpenCASCADE's incremental mesh: a Delaunay triangulation of each face in
 * its parameters, refined until it is within the deflection of the surface. Edges are cut first, and
 * once, so that a solid's triangles are closed. Shapes are cut by one thread, the same whatever the
 * machine. */
#include "tessellate.hpp"

#include <algorithm>
#include <cmath>

#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepGProp.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <GProp_GProps.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>

namespace cad {
namespace {

double diagonal(const TopoDS_Shape &shape) {
    Bnd_Box box;
    BRepBndLib::Add(shape, box, Standard_False);
    return box.IsVoid() ? 0.0 : std::sqrt(box.SquareExtent());
}

void lose(scene &out, const std::string &why) {
    if (out.lost++ == 0) out.first_lost = why;
}

double area(const Poly_Triangulation &cut) {
    double sum = 0.0;
    for (int i = 1; i <= cut.NbTriangles(); i++) {
        int a, b, c;
        cut.Triangle(i).Get(a, b, c);
        sum += 0.5 * gp_Vec(cut.Node(a), cut.Node(b)).Crossed(gp_Vec(cut.Node(a), cut.Node(c))).Magnitude();
    }
    return sum;
}

/* A face whose triangles cover less than half of it, or twice as much, is cut wrongly. */
bool is_covered(const TopoDS_Face &face, const Handle(Poly_Triangulation) &cut) {
    if (cut.IsNull() || cut->NbTriangles() == 0) return false;
    GProp_GProps surface;
    BRepGProp::SurfaceProperties(face, surface);
    const double whole = std::fabs(surface.Mass()), covered = area(*cut);
    return covered >= 0.5 * whole && covered <= 2.0 * whole;
}

/* How far the triangles of a face may be from its surface: the greatest distance of corners, middles
 * of sides and centroids from the points of the surface that have their parameters, which are no
 * nearer than the nearest ones; and the tolerance of the face, the accuracy that the file claims. */
double deviation(const TopoDS_Face &face, const Poly_Triangulation &cut, const gp_Trsf &place) {
    constexpr double weights[][3] = {{1, 0, 0},     {0, 1, 0},     {0, 0, 1},           {0.5, 0.5, 0},
                                     {0, 0.5, 0.5}, {0.5, 0, 0.5}, {1. / 3, 1. / 3, 1. / 3}};
    const BRepAdaptor_Surface surface(face, Standard_False);
    double most = 0.0;
    for (int i = 1; cut.HasUVNodes() && i <= cut.NbTriangles(); i++) {
        int corners[3];
        cut.Triangle(i).Get(corners[0], corners[1], corners[2]);
        for (const auto &weight : weights) {
            gp_XYZ point(0, 0, 0);
            gp_XY parameters(0, 0);
            for (int k = 0; k < 3; k++) {
                point += weight[k] * cut.Node(corners[k]).XYZ();
                parameters += weight[k] * cut.UVNode(corners[k]).XY();
            }
            const gp_Pnt on = surface.Value(parameters.X(), parameters.Y());
            most = std::max(most, on.Distance(gp_Pnt(point).Transformed(place)));
        }
    }
    return most + BRep_Tool::Tolerance(face);
}

void add_face(const TopoDS_Face &face, mesh &triangles, scene &out) {
    TopLoc_Location place;
    const Handle(Poly_Triangulation) &cut = BRep_Tool::Triangulation(face, place);
    out.surfaces++;
    if (!is_covered(face, cut))
        return lose(out, "a face of \"" + triangles.name + "\" cannot be cut into triangles");
    const gp_Trsf transform = place.Transformation();
    triangles.deviation = std::max(triangles.deviation, deviation(face, *cut, transform));
    const bool reversed = (face.Orientation() == TopAbs_REVERSED) != (transform.VectorialPart().Determinant() < 0.0);
    const std::size_t base = triangles.vertices.size() / 3;
    if (base + static_cast<std::size_t>(cut->NbNodes()) > UINT32_MAX)
        throw failure("has more than 2^32 vertices; cut it into parts");
    for (int i = 1; i <= cut->NbNodes(); i++) {
        gp_Pnt point = cut->Node(i);
        if (!place.IsIdentity()) point.Transform(transform);
        triangles.vertices.insert(triangles.vertices.end(), {point.X(), point.Y(), point.Z()});
    }
    for (int i = 1; i <= cut->NbTriangles(); i++) {
        int a, b, c;
        cut->Triangle(i).Get(a, b, c);
        if (reversed) std::swap(b, c);
        for (int corner : {a, b, c})
            triangles.indices.push_back(static_cast<std::uint32_t>(base + static_cast<std::size_t>(corner) - 1));
    }
}

} // namespace

void tessellate(const TopoDS_Shape &shape, const options &wanted, scene &out) {
    constexpr double degree = 3.14159265358979323846 / 180.0;
    IMeshTools_Parameters parameters;
    parameters.Deflection = wanted.deflection > 0.0 ? wanted.deflection : RELATIVE_DEFLECTION * diagonal(shape);
    parameters.Angle = wanted.angle * degree;
    if (!(parameters.Deflection > 0.0)) return;
    if (parameters.Deflection > out.deflection) out.deflection = parameters.Deflection;
    BRepMesh_IncrementalMesh(shape, parameters);
}

mesh gather(const TopoDS_Shape &shape, bool outside_solids, const std::string &name, scene &out) {
    mesh triangles;
    triangles.name = name;
    const TopAbs_ShapeEnum avoided = outside_solids ? TopAbs_SOLID : TopAbs_SHAPE;
    for (TopExp_Explorer face(shape, TopAbs_FACE, avoided); face.More(); face.Next())
        add_face(TopoDS::Face(face.Current()), triangles, out);
    return triangles;
}

} // namespace cad
