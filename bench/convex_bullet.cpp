// Bullet 3.24 in float. Boolean: its GJK of btGjkEpaSolver2; distance and penetration: the pair
// detector its dispatcher uses, with the last axis as a start in warm rows; manifold: the algorithm
// its dispatcher picks, with a persistent manifold in warm rows; sweep: both of its convex casts.
// A box or cylinder has its margin inside, so that corners are rounded; hulls and the detector's
// boxes have none here. A cast that starts in contact is a miss.
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <memory>

#include "convex.hpp"

namespace bench {

namespace {

struct Pair {
    std::shared_ptr<btConvexShape> shape[2];
    btTransform pose[2];
};

using Hulls = std::vector<std::shared_ptr<btConvexShape>>;

btTransform convert(const carom_pose &p) {
    return btTransform(
        btQuaternion(p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w).normalized(),
        btVector3(p.position.x, p.position.y, p.position.z));
}

std::shared_ptr<btConvexShape> convert(const HullPoints &hull) {
    auto shape = std::make_shared<btConvexHullShape>();
    for (carom_vec3 p : hull.points)
        shape->addPoint(btVector3(p.x, p.y, p.z), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    shape->initializePolyhedralFeatures();
    return shape;
}

std::shared_ptr<btConvexShape> convert(const carom_shape &s, Solid solid, int hull,
                                       const Hulls &hulls) {
    if (solid == Solid::hull) return hulls[static_cast<std::size_t>(hull)];
    carom_vec3 h = half_size(s);
    if (solid == Solid::capsule) return std::make_shared<btCapsuleShapeZ>(h.x, 2 * h.z);
    btVector3 half(h.x, h.y, h.z);
    std::shared_ptr<btConvexShape> out;
    if (solid == Solid::box)
        out = std::make_shared<btBoxShape>(half);
    else
        out = std::make_shared<btCylinderShapeZ>(half);
    out->setMargin(0);
    return out;
}

/// The distance, negative in contact; `axis` is where the search starts and ends.
float signed_distance(const Pair &p, btVector3 *axis) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver deep;
    btGjkPairDetector detector(p.shape[0].get(), p.shape[1].get(), &simplex, &deep);
    if (axis) detector.setCachedSeparatingAxis(*axis);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = p.pose[0];
    input.m_transformB = p.pose[1];
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    if (axis) *axis = detector.getCachedSeparatingAxis();
    return found.m_hasResult ? found.m_distance : 0.0f;
}

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
};

/// A pair as Bullet's world keeps it: two objects, their algorithm and its manifold.
struct Contact {
    std::shared_ptr<World> world;
    btCollisionObject object[2];
    btCollisionAlgorithm *algorithm = nullptr;
    btPersistentManifold *manifold = nullptr;

    float ask(const Pair &p, bool fresh) {
        for (int k = 0; k < 2; k++) {
            object[k].setCollisionShape(p.shape[k].get());
            object[k].setWorldTransform(p.pose[k]);
        }
        btCollisionObjectWrapper a(nullptr, p.shape[0].get(), &object[0], p.pose[0], -1, -1);
        btCollisionObjectWrapper b(nullptr, p.shape[1].get(), &object[1], p.pose[1], -1, -1);
        if (fresh) drop();
        if (!algorithm) {
            manifold = world->dispatcher.getNewManifold(&object[0], &object[1]);
            algorithm =
                world->dispatcher.findAlgorithm(&a, &b, manifold, BT_CONTACT_POINT_ALGORITHMS);
        }
        btManifoldResult result(&a, &b);
        result.setPersistentManifold(manifold);
        algorithm->processCollision(&a, &b, world->info, &result);
        float depth = 0;
        const btPersistentManifold *used = result.getPersistentManifold(); // boxes bring their own
        for (int i = 0; i < used->getNumContacts(); i++)
            depth = std::max(depth, -used->getContactPoint(i).getDistance());
        return depth;
    }
    void drop() {
        if (!algorithm) return;
        algorithm->~btCollisionAlgorithm();
        world->dispatcher.freeCollisionAlgorithm(algorithm);
        world->dispatcher.releaseManifold(manifold);
        algorithm = nullptr;
    }
};

template <class Cast> float cast(const Pair &p, carom_vec3 start) {
    btVoronoiSimplexSolver simplex;
    Cast by(p.shape[0].get(), p.shape[1].get(), &simplex);
    btConvexCast::CastResult result;
    btTransform from = p.pose[0];
    from.setOrigin(btVector3(start.x, start.y, start.z));
    bool hit = by.calcTimeOfImpact(from, p.pose[0], p.pose[1], p.pose[1], result);
    return hit ? result.m_fraction : -1.0f;
}

void add_sweeps(Group &group, const ConvexSet &set, std::shared_ptr<std::vector<Pair>> d) {
    const ConvexSet *s = &set;
    auto add = [&](const char *name, auto one) {
        add_convex_row(group, "sweep", set,
                       {name, set.n, [d, s, one](std::size_t first, std::size_t last, float *out) {
                            for (std::size_t i = first; i < last; i++)
                                out[i] = one((*d)[i], start_of_sweep(*s, i));
                        }});
    };
    add("Bullet 3.24 subsimplex", cast<btSubsimplexConvexCast>);
    add("Bullet 3.24 GJK cast", cast<btGjkConvexCast>);
}

} // namespace

void add_convex_bullet(Group &group, const ConvexData &data) {
    Hulls hulls;
    for (const HullPoints &h : data.hulls)
        hulls.push_back(convert(h));
    auto world = std::make_shared<World>();
    for (const ConvexSet &set : data.sets) {
        auto d = std::make_shared<std::vector<Pair>>(set.n);
        for (std::size_t i = 0; i < set.n; i++)
            for (std::size_t k = 0; k < 2; k++) {
                Pair &p = (*d)[i];
                p.shape[k] = convert(set.shape[i][k], set.solid, set.hull[i][k], hulls);
                p.pose[k] = convert(set.pose[i][k]);
            }
        bool warm = set.warm;
        auto add = [&](const char *verb, const char *name, auto one) {
            add_convex_row(group, verb, set,
                           {name, set.n, [d, one](std::size_t first, std::size_t last, float *out) {
                                for (std::size_t i = first; i < last; i++)
                                    out[i] = one((*d)[i], i);
                            }});
        };
        auto axes =
            std::make_shared<std::vector<btVector3>>(set.n / sequence + 1, btVector3(0, 1, 0));
        auto distance = [warm, axes](const Pair &p, std::size_t i) {
            return signed_distance(p, warm ? &(*axes)[i / sequence] : nullptr);
        };
        if (set.touching) {
            auto contacts = std::make_shared<std::vector<std::shared_ptr<Contact>>>();
            for (std::size_t i = 0; i <= set.n / sequence; i++) {
                contacts->push_back(std::make_shared<Contact>());
                contacts->back()->world = world;
            }
            add("penetration", "Bullet 3.24",
                [=](const Pair &p, std::size_t i) { return std::max(0.0f, -distance(p, i)); });
            add("manifold", "Bullet 3.24", [=](const Pair &p, std::size_t i) {
                return (*contacts)[i / sequence]->ask(p, !warm);
            });
            continue;
        }
        add("boolean", "Bullet 3.24 GJK", [](const Pair &p, std::size_t) {
            btGjkEpaSolver2::sResults results;
            btVector3 guess = p.pose[1].getOrigin() - p.pose[0].getOrigin();
            bool apart = btGjkEpaSolver2::Distance(p.shape[0].get(), p.pose[0], p.shape[1].get(),
                                                   p.pose[1], guess, results);
            // of a capsule its axis is asked
            return static_cast<float>(!apart || results.distance <= p.shape[0]->getMargin() +
                                                                        p.shape[1]->getMargin());
        });
        add("distance", "Bullet 3.24",
            [=](const Pair &p, std::size_t i) { return std::max(0.0f, distance(p, i)); });
        if (!set.warm && set.stand == Stand::any) add_sweeps(group, set, d);
    }
}

} // namespace bench
