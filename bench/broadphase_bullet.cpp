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

  private:
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
    std::unique_ptr<btDbvt> tree;
    std::vector<btDbvtNode *> leaves;
};

} // namespace

void add_broadphase_bullet(std::vector<Maker> &makers) {
    makers.push_back({"Bullet btDbvt", false, 1000000, [] { return std::make_unique<Dbvt>(); }});
}

} // namespace bench
