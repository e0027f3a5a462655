#include "broadphase.hpp"
#include "carom/space.h"

namespace bench {

namespace {

class Space : public Structure {
  public:
    explicit Space(carom_space_kind which) : kind(which) {}
    ~Space() override {
        carom_space_destroy(space);
    }
    void build(const Boxes &boxes) override {
        carom_space_def def{};
        def.kind = kind;
        def.boxes = boxes.data();
        def.count = boxes.size();
        carom_space_create(&space, &def);
    }
    void move(const Boxes &boxes) override {
        carom_space_move_all(space, boxes.data(), boxes.size());
    }
    bool move_some(const Boxes &boxes, const std::vector<std::uint32_t> &ids) override {
        for (std::uint32_t id : ids)
            carom_space_move(space, id, &boxes[id]);
        return true;
    }
    void pairs(PairSum &sum) override {
        carom_space_visit_pairs(space, add, &sum);
    }
    bool ask(QueryKind what, const SpaceQuery &query, QuerySum &sum) override {
        carom_near_id near{};
        switch (what) {
        case QueryKind::overlap: carom_space_visit_box(space, &query.box, add_id, &sum); break;
        case QueryKind::first_ray:
            carom_space_visit_ray(space, &query.ray, keep_first, &sum);
            break;
        case QueryKind::all_rays: carom_space_visit_ray(space, &query.ray, add_hit, &sum); break;
        case QueryKind::sweep:
            carom_space_visit_sweep(space, &query.box, query.motion, add_id, &sum);
            break;
        case QueryKind::nearest:
            carom_space_query_nearest(space, query.ray.origin, &near, 1);
            sum.add(near.distance);
        }
        return true;
    }
    std::size_t memory() const override {
        return carom_space_memory(space);
    }

  private:
    static bool add(std::uint32_t a, std::uint32_t b, void *user) {
        static_cast<PairSum *>(user)->add(a, b);
        return true;
    }

    static bool add_id(std::uint32_t id, void *user) {
        static_cast<QuerySum *>(user)->add(id);
        return true;
    }
    static carom_real add_hit(std::uint32_t id, carom_real, carom_real limit, void *user) {
        static_cast<QuerySum *>(user)->add(id);
        return limit;
    }
    static carom_real keep_first(std::uint32_t id, carom_real, carom_real, void *user) {
        static_cast<QuerySum *>(user)->add(id);
        return -1; // nothing more is wanted
    }

    carom_space_kind kind;
    carom_space *space = nullptr;
};

} // namespace

void add_broadphase_carom(std::vector<Maker> &makers) {
    // the one that is right without doubt first: all others are compared with it
    makers.push_back({carom_space_kind_name(CAROM_SPACE_SWEEP_PRUNE), true, 10000000,
                      [] { return std::make_unique<Space>(CAROM_SPACE_SWEEP_PRUNE); }});
    for (int i = CAROM_SPACE_GRID; i < CAROM_SPACE_KINDS; i++) {
        auto kind = static_cast<carom_space_kind>(i);
        std::string name = carom_space_kind_name(kind);
        if (kind == CAROM_SPACE_SWEEP_PRUNE || name == "unknown") continue;
        makers.push_back({name, true, 10000000, [kind] { return std::make_unique<Space>(kind); }});
    }
}

} // namespace bench
