// FCL's managers over objects whose geometry is nothing but the box given: no rounding of its own.
#include <algorithm>
#include <cmath>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>

#include "broadphase.hpp"

namespace bench {

namespace {

using Object = fcl::CollisionObject<float>;

class BoxGeometry : public fcl::CollisionGeometry<float> {
  public:
    void set(const carom_aabb &box) {
        this->aabb_local = fcl::AABB<float>(fcl::Vector3<float>(box.min.x, box.min.y, box.min.z),
                                            fcl::Vector3<float>(box.max.x, box.max.y, box.max.z));
    }
    void computeLocalAABB() override {}
};

bool add(Object *a, Object *b, void *user) {
    auto id = [](Object *o) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(o->getUserData()));
    };
    static_cast<PairSum *>(user)->add(id(a), id(b));
    return false;
}

std::uint32_t id_of(const Object *object) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
}

/// The asking object is of no structure, and comes first or second.
struct Asking {
    const Object *self;
    QuerySum *sum;
};

bool add_other(Object *a, Object *b, void *user) {
    const auto *asking = static_cast<Asking *>(user);
    asking->sum->add(id_of(a == asking->self ? b : a));
    return false;
}

/// How far the boxes are apart; the manager passes over nodes that are farther than the least.
bool keep_nearest(Object *a, Object *b, void *user, float &least) {
    const auto *asking = static_cast<Asking *>(user);
    const auto &box = (a == asking->self ? b : a)->getAABB();
    const auto &point = asking->self->getAABB().min_;
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = point[k], gap = std::max({box.min_[k] - x, x - box.max_[k], 0.0});
        sum += gap * gap;
    }
    least = std::min(least, static_cast<float>(std::sqrt(sum)));
    asking->sum->add(least);
    return least <= 0.0f;
}

template <class Manager> class FclManager : public Structure {
  public:
    void prepare(const Boxes &boxes) override {
        for (std::size_t i = 0; i < boxes.size(); i++) {
            geometry.push_back(std::make_shared<BoxGeometry>());
            geometry[i]->set(boxes[i]);
            owned.push_back(std::make_unique<Object>(geometry[i]));
            owned[i]->setUserData(reinterpret_cast<void *>(i));
            owned[i]->computeAABB();
            objects.push_back(owned[i].get());
        }
    }
    void build(const Boxes &) override {
        manager.registerObjects(objects);
        manager.setup();
    }
    void move(const Boxes &boxes) override {
        for (std::size_t i = 0; i < boxes.size(); i++) {
            geometry[i]->set(boxes[i]);
            owned[i]->computeAABB();
        }
        manager.update();
    }
    void pairs(PairSum &sum) override {
        manager.collide(&sum, add);
    }
    bool ask(QueryKind kind, const SpaceQuery &query, QuerySum &sum) override {
        const carom_vec3 &at = query.ray.origin;
        if (kind != QueryKind::overlap && kind != QueryKind::nearest) return false;
        asker_geometry->set(kind == QueryKind::overlap ? query.box : carom_aabb{at, at});
        asker.computeAABB();
        Asking asking = {&asker, &sum};
        if (kind == QueryKind::overlap)
            manager.collide(&asker, &asking, add_other);
        else
            manager.distance(&asker, &asking, keep_nearest);
        return true;
    }

  private:
    std::vector<std::shared_ptr<BoxGeometry>> geometry;
    std::vector<std::unique_ptr<Object>> owned;
    std::vector<Object *> objects;
    Manager manager;
    std::shared_ptr<BoxGeometry> asker_geometry = std::make_shared<BoxGeometry>();
    Object asker{asker_geometry};
};

template <class Manager> Maker maker(const char *name) {
    return {name, false, 1000000, [] { return std::make_unique<FclManager<Manager>>(); }};
}

} // namespace

void add_broadphase_fcl(std::vector<Maker> &makers) {
    makers.push_back(maker<fcl::DynamicAABBTreeCollisionManager<float>>("FCL dynamic AABB tree"));
    makers.push_back(
        maker<fcl::DynamicAABBTreeCollisionManager_Array<float>>("FCL dynamic AABB tree, array"));
}

} // namespace bench
