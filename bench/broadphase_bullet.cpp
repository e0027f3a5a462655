// Bullet's btDbvt as its broad phase uses it: leaves are moved with a margin, and what overlaps
// only by the margin is left out by a test of the boxes.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include "broadphase.hpp"

namespace bench {

namespace {

btDbvtVolume volume_of(const carom_aabb &box) {
    return btDbvtVolume::FromMM(btVector3(box.min.x, box.min.y, box.min.z),
                                btVector3(box.max.x, box.max.y, box.max.z));
}

class Dbvt : public Structure {
  public:
    void build(const Boxes &given) override {
        boxes = &given;
        tree = std::make_unique<btDbvt>();
        leaves.clear();
        for (std::size_t i = 0; i < given.size(); i++)
            leaves.push_back(tree->insert(volume_of(given[i]), reinterpret_cast<void *>(i)));
    }
    void move(const Boxes &given) override {
        boxes = &given;
        for (std::size_t i = 0; i < given.size(); i++) {
            btDbvtVolume volume = volume_of(given[i]);
            tree->update(leaves[i], volume, 0.1f);
        }
        tree->optimizeIncremental(1 + tree->m_leaves / 100);
    }
    void pairs(PairSum &sum) override {
        Count count(*boxes, sum);
        tree->collideTTpersistentStack(tree->m_root, tree->m_root, count);
    }

    bool ask(QueryKind kind, const SpaceQuery &query, QuerySum &sum) override {
        Leaves leaves(sum);
        const btVector3 none(0, 0, 0);
        const carom_vec3 &from = query.ray.origin, &low = query.box.min, &high = query.box.max;
        if (kind == QueryKind::overlap) {
            tree->collideTVNoStackAlloc(tree->m_root, volume_of(query.box), stack, leaves);
        } else if (kind == QueryKind::all_rays) {
            cast({from.x, from.y, from.z}, query.ray.direction, query.ray.t_max, none, none,
                 leaves);
        } else if (kind == QueryKind::sweep) {
            const btVector3 half = 0.5f * btVector3(high.x - low.x, high.y - low.y, high.z - low.z);
            const btVector3 middle = btVector3(low.x, low.y, low.z) + half;
            cast(middle, query.motion, 1.0f, -half, half, leaves);
        } else {
            return false;
        }
        return true;
    }

  private:
    struct Leaves : btDbvt::ICollide {
        explicit Leaves(QuerySum &s) : sum(s) {}
        void Process(const btDbvtNode *leaf) override {
            sum.add(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(leaf->data)));
        }
        QuerySum &sum;
    };

    /// A ray, or a box around its origin that moves along it: as Bullet's broad phase casts.
    void cast(const btVector3 &from, const carom_vec3 &way, float length, const btVector3 &low,
              const btVector3 &high, Leaves &leaves) {
        const btVector3 to = from + length * btVector3(way.x, way.y, way.z);
        const btVector3 unit = (to - from).normalized();
        btVector3 inverse;
        unsigned signs[3];
        for (int k = 0; k < 3; k++) {
            inverse[k] = unit[k] == 0.0f ? btScalar(BT_LARGE_FLOAT) : 1.0f / unit[k];
            signs[k] = inverse[k] < 0.0f;
        }
        tree->rayTestInternal(tree->m_root, from, to, inverse, signs, unit.dot(to - from), low,
                              high, stack, leaves);
    }

    struct Count : btDbvt::ICollide {
        Count(const Boxes &b, PairSum &s) : boxes(b), sum(s) {}
        void Process(const btDbvtNode *a, const btDbvtNode *b) override {
            auto i = reinterpret_cast<std::uintptr_t>(a->data);
            auto j = reinterpret_cast<std::uintptr_t>(b->data);
            const carom_aabb &x = boxes[i], &y = boxes[j];
            if (x.min.x <= y.max.x && y.min.x <= x.max.x && x.min.y <= y.max.y &&
                y.min.y <= x.max.y && x.min.z <= y.max.z && y.min.z <= x.max.z)
                sum.add(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
        }
        const Boxes &boxes;
        PairSum &sum;
    };

    const Boxes *boxes = nullptr;
    btAlignedObjectArray<const btDbvtNode *> stack;
    std::unique_ptr<btDbvt> tree;
    std::vector<btDbvtNode *> leaves;
};

} // namespace

void add_broadphase_bullet(std::vector<Maker> &makers) {
    makers.push_back({"Bullet btDbvt", false, 1000000, [] { return std::make_unique<Dbvt>(); }});
}

} // namespace bench
