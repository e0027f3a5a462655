// FCL 0.7 in double, by its narrow-phase solvers: "libccd" is its own mixture of libccd and special
// pairs, "indep" its own GJK and EPA, which takes the last direction as a first guess in warm rows.
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include <memory>

#include "convex.hpp"

namespace bench {

namespace {

using Pose = fcl::Transform3<double>;
using Solver = fcl::detail::GJKSolver_libccd<double>;
using Indep = fcl::detail::GJKSolver_indep<double>;

template <class Shape> struct Pair {
    std::shared_ptr<Shape> shape[2];
    Pose pose[2];
};

Pose convert(const carom_pose &p) {
    Pose out = Pose::Identity();
    out.linear() = fcl::Quaternion<double>(p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z)
                       .normalized()
                       .toRotationMatrix();
    out.translation() = fcl::Vector3<double>(p.position.x, p.position.y, p.position.z);
    return out;
}

std::shared_ptr<fcl::Convex<double>> convert(const HullPoints &hull) {
    auto points = std::make_shared<std::vector<fcl::Vector3<double>>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < carom_hull_vertex_count(hull.hull); i++) {
        carom_vec3 v = carom_hull_vertex(hull.hull, i);
        points->emplace_back(v.x, v.y, v.z);
    }
    int count = carom_hull_face_count(hull.hull);
    for (int f = 0; f < count; f++) {
        int corner[64], n = carom_hull_face(hull.hull, f, corner, 64);
        faces->push_back(n);
        faces->insert(faces->end(), corner, corner + n);
    }
    return std::make_shared<fcl::Convex<double>>(points, count, faces);
}

using Hulls = std::vector<std::shared_ptr<fcl::Convex<double>>>;

void make(std::shared_ptr<fcl::Box<double>> &out, const carom_shape &s, int, const Hulls &) {
    carom_vec3 h = half_size(s);
    out = std::make_shared<fcl::Box<double>>(2.0 * h.x, 2.0 * h.y, 2.0 * h.z);
}
void make(std::shared_ptr<fcl::Capsule<double>> &out, const carom_shape &s, int, const Hulls &) {
    out = std::make_shared<fcl::Capsule<double>>(half_size(s).x, 2.0 * half_size(s).z);
}
void make(std::shared_ptr<fcl::Cylinder<double>> &out, const carom_shape &s, int, const Hulls &) {
    out = std::make_shared<fcl::Cylinder<double>>(half_size(s).x, 2.0 * half_size(s).z);
}
void make(std::shared_ptr<fcl::Convex<double>> &out, const carom_shape &, int i, const Hulls &h) {
    out = h[static_cast<std::size_t>(i)];
}

float deepest(bool hit, const std::vector<fcl::ContactPoint<double>> &contacts) {
    double depth = 0;
    for (const auto &c : contacts)
        depth = std::max(depth, c.penetration_depth);
    return hit ? static_cast<float>(depth) : 0.0f;
}

template <class Shape> void add_set(Group &group, const ConvexSet &set, const Hulls &hulls) {
    auto d = std::make_shared<std::vector<Pair<Shape>>>(set.n);
    for (std::size_t i = 0; i < set.n; i++)
        for (std::size_t k = 0; k < 2; k++) {
            Pair<Shape> &p = (*d)[i];
            make(p.shape[k], set.shape[i][k], set.hull[i][k], hulls);
            p.pose[k] = convert(set.pose[i][k]);
        }
    auto add = [&](const char *verb, const char *name, std::size_t limit, auto one) {
        add_convex_row(group, verb, set,
                       {name, limit, [d, one](std::size_t first, std::size_t last, float *out) {
                            for (std::size_t i = first; i < last; i++)
                                out[i] = one((*d)[i]);
                        }});
    };
    auto solver = std::make_shared<Solver>();
    auto indep = std::make_shared<Indep>();
    if (set.warm) indep->enableCachedGuess(true);
    const std::size_t few = (set.n + 3) / 4; // slow
    using P = const Pair<Shape> &;
    if (!set.touching) {
        add("boolean", "FCL 0.7 libccd", set.n, [solver](P p) {
            return static_cast<float>(
                solver->shapeIntersect(*p.shape[0], p.pose[0], *p.shape[1], p.pose[1], nullptr));
        });
        add("boolean", "FCL 0.7 indep", few, [indep](P p) {
            return static_cast<float>(
                indep->shapeIntersect(*p.shape[0], p.pose[0], *p.shape[1], p.pose[1], nullptr));
        });
        add("distance", "FCL 0.7 libccd", set.n, [solver](P p) {
            double distance = 0;
            fcl::Vector3<double> x, y;
            bool apart = solver->shapeDistance(*p.shape[0], p.pose[0], *p.shape[1], p.pose[1],
                                               &distance, &x, &y);
            return apart ? static_cast<float>(std::max(distance, 0.0)) : 0.0f;
        });
        add("distance", "FCL 0.7 indep", few, [indep](P p) {
            double distance = 0;
            fcl::Vector3<double> x, y;
            bool apart = indep->shapeDistance(*p.shape[0], p.pose[0], *p.shape[1], p.pose[1],
                                              &distance, &x, &y);
            return apart ? static_cast<float>(std::max(distance, 0.0)) : 0.0f;
        });
        return;
    }
    auto contacts = std::make_shared<std::vector<fcl::ContactPoint<double>>>();
    auto contact = [contacts](const auto &with, P p) {
        contacts->clear();
        bool hit =
            with->shapeIntersect(*p.shape[0], p.pose[0], *p.shape[1], p.pose[1], contacts.get());
        return deepest(hit, *contacts);
    };
    auto by_solver = [=](P p) { return contact(solver, p); };
    add("penetration", "FCL 0.7 libccd", set.n, by_solver);
    add("penetration", "FCL 0.7 indep", few, [=](P p) { return contact(indep, p); });
    // of all shapes only boxes get more than one point
    if (set.solid == Solid::box) add("manifold", "FCL 0.7 box-box", set.n, by_solver);
}

} // namespace

void add_convex_fcl(Group &group, const ConvexData &data) {
    Hulls hulls;
    for (const HullPoints &h : data.hulls)
        hulls.push_back(convert(h));
    for (const ConvexSet &set : data.sets) {
        if (set.solid == Solid::box) add_set<fcl::Box<double>>(group, set, hulls);
        if (set.solid == Solid::capsule) add_set<fcl::Capsule<double>>(group, set, hulls);
        if (set.solid == Solid::cylinder) add_set<fcl::Cylinder<double>>(group, set, hulls);
        if (set.solid == Solid::hull) add_set<fcl::Convex<double>>(group, set, hulls);
    }
}

} // namespace bench
