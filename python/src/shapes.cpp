/* Shapes: what the classes of carom/shapes.py are made of. */
#include "shapes.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstring>
#include <memory>

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

/* What `create` makes of a definition of `size` parts, whose arrays are in `keeps` and `arrays`. */
template <class T, class Make, class Def>
std::unique_ptr<T> built(Make create, const Def &def, size_t size, nb::handle keeps, const char *what, std::shared_ptr<void> arrays = nullptr) {
    struct result {
        std::unique_ptr<T> made = std::make_unique<T>();
        carom_status status = CAROM_OK;
    };
    auto out = std::make_shared<result>();
    run_apart(size > LARGE, nb::borrow(keeps), [out, create, def, arrays] { out->status = create(&out->made->object, &def); });
    check(out->status, what);
    return std::move(out->made);
}

std::unique_ptr<hull> make_hull(nb::handle points, size_t vertex_limit) {
    input<carom_vec3> at(points);
    carom_hull_def def = {};
    def.points = at.data();
    def.point_count = at.count();
    def.vertex_limit = vertex_limit;
    return built<hull>(carom_hull_create, def, at.count(), points, "points");
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

/* `holes` is a byte for each cell, or nothing at all. */
std::unique_ptr<heightfield> make_heightfield(nb::handle heights, uint32_t columns, uint32_t rows, nb::handle frame, nb::handle holes) {
    input<carom_real> at(heights, (size_t)columns * rows);
    input<carom_vec3> placed(frame, 2);
    input<uint8_t> left_out(holes);
    if (left_out.count() != 0 && left_out.count() != (size_t)(columns - 1) * (rows - 1)) throw nb::value_error("a buffer has the wrong size");
    carom_heightfield_def def = {};
    def.holes = left_out.count() ? left_out.data() : nullptr;
    def.heights = at.data();
    def.columns = columns;
    def.rows = rows;
    def.origin = placed[0];
    def.spacing = placed[1];
    return built<heightfield>(carom_heightfield_create, def, at.count(), nb::make_tuple(heights, holes), "heights, origin, spacing");
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
    auto list = std::make_shared<std::vector<carom_child>>(children.count());
    for (size_t i = 0; i < list->size(); i++)
        (*list)[i] = {children.items[i], at[i]};
    carom_compound_def def = {};
    def.children = list->data();
    def.count = list->size();
    shapes *const of = &children;
    const auto create = [of](carom_compound **out, const carom_compound_def *from) {
        reading_all held(*of, *of);
        return carom_compound_create(out, from);
    };
    return built<compound>(create, def, def.count, nb::find(children), "children: they must be bounded, and no compounds themselves", list);
}

/* Balls about points, of one radius or of one each. */
std::unique_ptr<compound> make_points(nb::handle points, nb::handle radii) {
    input<carom_vec3> at(points);
    input<carom_real> sizes(radii);
    if (sizes.count() != 1 && sizes.count() != at.count()) throw nb::value_error("a buffer has the wrong size");
    carom_points_def def = {};
    def.points = at.data();
    def.count = at.count();
    if (sizes.count() == 1)
        def.radius = sizes[0];
    else
        def.radii = sizes.data();
    return built<compound>(carom_compound_create_points, def, at.count(), nb::make_tuple(points, radii), "points, radius");
}

/* A dense grid of values, x fastest, of this many cells along each axis; `frame` is the origin and the edges of a cell. */
std::unique_ptr<compound> make_voxels(nb::handle values, nb::handle sizes, nb::handle frame, double threshold, bool unknown_is_occupied) {
    input<int32_t> size(sizes, 3);
    input<carom_real> at(values, (size_t)size[0] * (size_t)size[1] * (size_t)size[2]);
    input<carom_vec3> placed(frame, 2);
    carom_voxels_def def = {};
    def.origin = placed[0];
    def.cell = placed[1];
    def.values = at.data();
    for (int i = 0; i < 3; i++)
        def.size[i] = size[i];
    def.threshold = (carom_real)threshold;
    def.unknown_is_occupied = unknown_is_occupied;
    return built<compound>(carom_compound_create_voxels, def, at.count(), values, "values, cell, origin");
}

/* The leaves of an octree: x, y, z and depth of each, and its value. */
std::unique_ptr<compound> make_octree(nb::handle cells, nb::handle values, nb::handle frame, double threshold, bool unknown_is_occupied) {
    input<carom_real> at(values);
    input<int32_t> names(cells, 4 * at.count());
    input<carom_vec3> placed(frame, 2);
    auto leaves = std::make_shared<std::vector<carom_voxel_leaf>>(at.count());
    for (size_t i = 0; i < at.count(); i++)
        (*leaves)[i] = {names[4 * i], names[4 * i + 1], names[4 * i + 2], names[4 * i + 3], at[i]};
    carom_voxels_def def = {};
    def.origin = placed[0];
    def.cell = placed[1];
    def.leaves = leaves->data();
    def.leaf_count = leaves->size();
    def.threshold = (carom_real)threshold;
    def.unknown_is_occupied = unknown_is_occupied;
    return built<compound>(carom_compound_create_voxels, def, at.count(), nb::none(), "leaves, values, cell, origin", leaves);
}

/* Which cells the children are: x, y, z and how many along each axis. */
nb::object voxels_of(compound &self) {
    std::vector<carom_voxel> out(carom_compound_count(self.object));
    for (size_t i = 0; i < out.size(); i++)
        out[i] = carom_compound_voxel(self.object, i);
    return as_array(std::move(out));
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

template <class T, class Fit> void fit(nb::handle points, nb::handle out, Fit compute) {
    input<carom_vec3> at(points);
    output<carom_real> reals(out, sizeof(T) / sizeof(carom_real));
    auto volume = std::make_shared<T>();
    const carom_vec3 *const from = at.data();
    const size_t count = at.count();
    run_apart(count > LARGE, nb::borrow(points), [volume, compute, from, count] { *volume = compute(from, count); });
    std::memcpy(reals.data(), volume.get(), sizeof(T));
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
    nb::class_<compound>(module, "Compound").def("count", [](compound &self) { return carom_compound_count(self.object); }).def("voxels", &voxels_of);
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
    module.def("make_points", &make_points);
    module.def("make_voxels", &make_voxels);
    module.def("make_octree", &make_octree);
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
