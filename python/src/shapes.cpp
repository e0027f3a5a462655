/* Shapes: what the classes of carom/shapes.py are made of. */
#include "shapes.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstring>

namespace PRECISION {

namespace {

/* An object of the library that Python owns. */
template <class T, void (*Destroy)(T *)> struct owned {
    T *object = nullptr;
    ~owned() { Destroy(object); }
};
using hull = owned<carom_hull, carom_hull_destroy>;
using heightfield = owned<carom_heightfield, carom_heightfield_destroy>;
using compound = owned<carom_compound, carom_compound_destroy>;

using made = std::unique_ptr<shapes>;

/* Reals of a shape whose struct holds nothing else; 0 for others. */
size_t reals_of(int kind) {
    switch (kind) {
    case CAROM_SHAPE_POINT: return 3;
    case CAROM_SHAPE_SEGMENT: case CAROM_SHAPE_LINE: case CAROM_SHAPE_AABB: return 6;
    case CAROM_SHAPE_RAY: return 8;
    case CAROM_SHAPE_PLANE: case CAROM_SHAPE_HALFSPACE: case CAROM_SHAPE_SPHERE: return 4;
    case CAROM_SHAPE_CAPSULE: case CAROM_SHAPE_CYLINDER: case CAROM_SHAPE_CONE: return 7;
    case CAROM_SHAPE_OBB: case CAROM_SHAPE_ELLIPSOID: return 15;
    case CAROM_SHAPE_TRIANGLE: return 9;
    case CAROM_SHAPE_TETRAHEDRON: return 12;
    default: return 0;
    }
}

/* Shapes whose reals lie in rows, in the order of their structs. */
made of_reals(int kind, nb::handle rows, size_t count) {
    const size_t reals = reals_of(kind);
    if (reals == 0) throw nb::value_error("no such kind");
    input<carom_real> from(rows, count * reals);
    made out = std::make_unique<shapes>();
    out->items.resize(count);
    for (size_t i = 0; i < count; i++) {
        std::memset(&out->items[i], 0, sizeof(carom_shape));
        out->items[i].kind = (carom_shape_kind)kind;
        std::memcpy(&out->items[i].as, from.data() + i * reals, reals * sizeof(carom_real));
    }
    return out;
}

made one(carom_shape_kind kind, nb::object keep) {
    made out = std::make_unique<shapes>();
    out->items.resize(1);
    std::memset(&out->items[0], 0, sizeof(carom_shape));
    out->items[0].kind = kind;
    out->kept.push_back(keep);
    return out;
}

/* Vertices that the array keeps: it is contiguous, of this precision, and nobody else writes to it. */
made polygon(nb::object vertices) {
    input<carom_vec3> at(vertices);
    made out = one(CAROM_SHAPE_POLYGON, vertices);
    out->items[0].as.polygon.vertices = at.data();
    out->items[0].as.polygon.count = (int32_t)at.count();
    return out;
}

made kdop(nb::object normals, nb::object low, nb::object high) {
    input<carom_vec3> at(normals);
    input<carom_real> least(low, at.count()), most(high, at.count());
    made out = one(CAROM_SHAPE_KDOP, nb::make_tuple(normals, low, high));
    out->items[0].as.kdop = {at.data(), least.data(), most.data(), (int32_t)at.count()};
    return out;
}

std::unique_ptr<hull> make_hull(nb::handle points, size_t vertex_limit) {
    input<carom_vec3> at(points);
    carom_hull_def def = {};
    def.points = at.data();
    def.point_count = at.count();
    def.vertex_limit = vertex_limit;
    auto out = std::make_unique<hull>();
    carom_status status;
    {
        nb::gil_scoped_release released;
        status = carom_hull_create(&out->object, &def);
    }
    check(status, "points");
    return out;
}

made of_hull(nb::object owner) {
    made out = one(CAROM_SHAPE_HULL, owner);
    out->items[0].as.hull.hull = nb::cast<hull &>(owner).object;
    return out;
}

/* Vertices, then of each face its vertices, counter-clockwise from outside. */
nb::typed<nb::tuple, nb::any, nb::any, nb::any> hull_parts(hull &self) {
    std::vector<carom_vec3> vertices((size_t)carom_hull_vertex_count(self.object));
    for (size_t i = 0; i < vertices.size(); i++)
        vertices[i] = carom_hull_vertex(self.object, (int32_t)i);
    std::vector<int32_t> starts = {0}, corners;
    for (int32_t face = 0; face < carom_hull_face_count(self.object); face++) {
        const int32_t count = carom_hull_face(self.object, face, nullptr, 0);
        corners.resize(corners.size() + (size_t)count);
        carom_hull_face(self.object, face, corners.data() + starts.back(), count);
        starts.push_back((int32_t)corners.size());
    }
    return nb::make_tuple(as_array(std::move(vertices)), as_array(std::move(corners)), as_array(std::move(starts)));
}

std::unique_ptr<heightfield> make_heightfield(nb::handle heights, uint32_t columns, uint32_t rows, nb::handle frame) {
    input<carom_real> at(heights, (size_t)columns * rows);
    input<carom_vec3> placed(frame, 2);
    carom_heightfield_def def = {};
    def.heights = at.data();
    def.columns = columns;
    def.rows = rows;
    def.origin = placed[0];
    def.spacing = placed[1];
    auto out = std::make_unique<heightfield>();
    carom_status status;
    {
        nb::gil_scoped_release released;
        status = carom_heightfield_create(&out->object, &def);
    }
    check(status, "heights, origin, spacing");
    return out;
}

made of_heightfield(nb::object owner) {
    made out = one(CAROM_SHAPE_HEIGHTFIELD, owner);
    out->items[0].as.heightfield = nb::cast<heightfield &>(owner).object;
    return out;
}

made of_mesh(nb::object owner) {
    mesh &held = nb::cast<mesh &>(owner);
    made out = one(CAROM_SHAPE_MESH, owner);
    out->items[0].as.mesh = held.get();
    out->locks.push_back(&held.lock);
    return out;
}

/* Shape i of the cores grown by radius i. The cores stay where they are. */
made rounded(nb::object cores, nb::handle radii) {
    shapes &inner = nb::cast<shapes &>(cores);
    input<carom_real> sizes(radii, inner.count());
    made out = std::make_unique<shapes>();
    out->kept.push_back(cores);
    out->locks = inner.locks;
    out->items.resize(inner.count());
    for (size_t i = 0; i < inner.count(); i++) {
        std::memset(&out->items[i], 0, sizeof(carom_shape));
        out->items[i].kind = CAROM_SHAPE_ROUNDED;
        out->items[i].as.rounded.core = &inner.items[i];
        out->items[i].as.rounded.radius = sizes[i];
    }
    return out;
}

std::unique_ptr<compound> make_compound(shapes &children, nb::handle poses) {
    input<carom_pose> at(poses, children.count());
    std::vector<carom_child> list(children.count());
    for (size_t i = 0; i < list.size(); i++)
        list[i] = {children.items[i], at[i]};
    carom_compound_def def = {};
    def.children = list.data();
    def.count = list.size();
    auto out = std::make_unique<compound>();
    carom_status status;
    {
        nb::gil_scoped_release released;
        status = carom_compound_create(&out->object, &def);
    }
    check(status, "children: they must be bounded, and no compounds themselves");
    return out;
}

/* `children` is what the compound refers to. */
made of_compound(nb::object owner, nb::object children) {
    made out = one(CAROM_SHAPE_COMPOUND, nb::make_tuple(owner, children));
    out->items[0].as.compound = nb::cast<compound &>(owner).object;
    out->locks = nb::cast<shapes &>(children).locks;
    return out;
}

made concatenated(nb::typed<nb::list, shapes> parts) {
    made out = std::make_unique<shapes>();
    for (nb::handle part : parts) {
        const shapes &one = nb::cast<const shapes &>(part);
        out->items.insert(out->items.end(), one.items.begin(), one.items.end());
        out->refer(one);
        out->kept.push_back(nb::borrow(part));
    }
    return out;
}

/* The shapes of these indices, which may be named more than once. */
made taken(nb::object from, nb::handle indices) {
    const shapes &all = nb::cast<const shapes &>(from);
    input<uint32_t> which(indices);
    made out = std::make_unique<shapes>();
    out->items.reserve(which.count());
    for (size_t i = 0; i < which.count(); i++)
        out->items.push_back(all.items.at(which[i]));
    out->refer(all);
    out->kept.push_back(from);
    return out;
}

/* Index and sentence of the first shape that is invalid, or -1. */
nb::typed<nb::tuple, int, std::string> problem(const shapes &self) {
    for (size_t i = 0; i < self.count(); i++)
        if (const char *text = carom_shape_problem(&self.items[i])) return nb::make_tuple(i, text);
    return nb::make_tuple(-1, "");
}

carom_real *reals_at(const output<carom_real> &out, size_t i, size_t each) { return out.data() + i * each; }

/* The box of each shape in each pose, of which there is one or as many as shapes. */
void bounds(const shapes &self, nb::handle poses, nb::handle out) {
    input<carom_pose> at(poses);
    const size_t count = std::max(self.count(), at.count());
    if ((self.count() != 1 && self.count() != count) || (at.count() != 1 && at.count() != count)) throw nb::value_error("a buffer has the wrong size");
    output<carom_real> boxes(out, count * 6);
    nb::gil_scoped_release released;
    reading_all held(self, self);
    for (size_t i = 0; i < count; i++) {
        const carom_aabb box = carom_shape_bounds(&self.items[self.count() == 1 ? 0 : i], at[at.count() == 1 ? 0 : i]);
        std::memcpy(reals_at(boxes, i, 6), &box, sizeof box);
    }
}

/* Volume, a bound of its error, centre of mass and inertia of density 1 of a solid; None for what has no mass. */
nb::object mass(const shapes &self, size_t index) {
    carom_mass out;
    carom_status status;
    {
        nb::gil_scoped_release released;
        reading_all held(self, self);
        status = carom_mass_shape(&out, &self.items.at(index), 1.0);
    }
    if (status == CAROM_ERROR_ARGUMENT) return nb::none();
    check(status, "mass");
    return nb::make_tuple(out.volume, out.volume_error, nb::make_tuple(out.center.x, out.center.y, out.center.z),
                          nb::make_tuple(out.inertia[0], out.inertia[1], out.inertia[2], out.inertia[3], out.inertia[4], out.inertia[5]));
}

/* ---------------------------------------------------------------- bounding volumes of points */

template <class T, class Fit> void fit(nb::handle points, nb::handle out, Fit &&compute) {
    input<carom_vec3> at(points);
    output<carom_real> reals(out, sizeof(T) / sizeof(carom_real));
    T volume;
    {
        nb::gil_scoped_release released;
        volume = compute(at.data(), at.count());
    }
    std::memcpy(reals.data(), &volume, sizeof volume);
}

void fit_kdop(nb::handle points, nb::handle normals, nb::handle low, nb::handle high) {
    input<carom_vec3> at(points), ways(normals);
    output<carom_real> least(low, ways.count()), most(high, ways.count());
    const carom_kdop_slabs slabs = {ways.data(), least.data(), most.data(), (int32_t)ways.count()};
    nb::gil_scoped_release released;
    carom_fit_kdop_points(&slabs, at.data(), at.count());
}

nb::object kdop_normals(int k) {
    int32_t count = 0;
    const carom_vec3 *normals = carom_kdop_normals(k, &count);
    return as_array(std::vector<carom_vec3>(normals, normals + count));
}

} // namespace

void shapes::refer(const shapes &other) { locks.insert(locks.end(), other.locks.begin(), other.locks.end()); }

reading_all::reading_all(const shapes &a, const shapes &b) {
    std::vector<std::shared_mutex *> all = a.locks;
    all.insert(all.end(), b.locks.begin(), b.locks.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (std::shared_mutex *lock : all)
        held_.emplace_back(*lock);
}

void bind_shapes(nb::module_ &module) {
    using h = nb::handle;
    nb::class_<shapes>(module, "Shapes").def("count", &shapes::count).def("problem", &problem).def("bounds", &bounds).def("mass", &mass);
    nb::class_<hull>(module, "Hull").def("parts", &hull_parts)
        .def("omitted", [](hull &self) { return (double)carom_hull_omitted(self.object); })
        .def("dimension", [](hull &self) { return carom_hull_dimension(self.object); })
        .def("volume", [](hull &self) { return carom_volume_hull(self.object); })
        .def("obb", [](hull &self, h out) {
            output<carom_real> reals(out, 15);
            carom_obb box;
            {
                nb::gil_scoped_release released;
                box = carom_fit_obb_hull(self.object);
            }
            std::memcpy(reals.data(), &box, sizeof box);
        });
    nb::class_<heightfield>(module, "HeightField");
    nb::class_<compound>(module, "Compound");
    module.def("of_reals", &of_reals);
    module.def("polygon", &polygon);
    module.def("kdop", &kdop);
    module.def("make_hull", &make_hull);
    module.def("of_hull", &of_hull);
    module.def("make_heightfield", &make_heightfield);
    module.def("of_heightfield", &of_heightfield);
    module.def("of_mesh", &of_mesh);
    module.def("rounded", &rounded);
    module.def("make_compound", &make_compound);
    module.def("of_compound", &of_compound);
    module.def("concatenated", &concatenated);
    module.def("taken", &taken);
    module.def("fit_sphere", [](h points, h out) { fit<carom_sphere>(points, out, carom_fit_sphere_points); });
    module.def("fit_capsule", [](h points, h out) { fit<carom_capsule>(points, out, carom_fit_capsule_points); });
    module.def("fit_aabb", [](h points, h out) { fit<carom_aabb>(points, out, carom_fit_aabb_points); });
    module.def("fit_kdop", &fit_kdop);
    module.def("kdop_normals", &kdop_normals);
}

} // namespace PRECISION
