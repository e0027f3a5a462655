#include <CGAL/box_intersection_d.h>

#include "broadphase.hpp"

namespace bench {

namespace {

class BoxIntersection : public Structure {
  public:
    void build(const Boxes &given) override {
        boxes.clear();
        boxes.reserve(given.size());
        for (std::size_t i = 0; i < given.size(); i++) {
            const carom_aabb &box = given[i];
            float low[3] = {box.min.x, box.min.y, box.min.z};
            float high[3] = {box.max.x, box.max.y, box.max.z};
            boxes.emplace_back(low, high, static_cast<std::uint32_t>(i));
        }
    }
    void pairs(PairSum &sum) override {
        CGAL::box_self_intersection_d(
            boxes.begin(), boxes.end(),
            [&sum](const Box &a, const Box &b) { sum.add(a.number, b.number); });
    }

  private:
    struct Box : CGAL::Box_intersection_d::Box_d<float, 3, CGAL::Box_intersection_d::ID_EXPLICIT> {
        using Base =
            CGAL::Box_intersection_d::Box_d<float, 3, CGAL::Box_intersection_d::ID_EXPLICIT>;
        Box(float *low, float *high, std::uint32_t n) : Base(low, high), number(n) {}
        std::uint32_t number;
    };

    std::vector<Box> boxes;
};

} // namespace

void add_broadphase_cgal(std::vector<Maker> &makers) {
    makers.push_back({"CGAL box_self_intersection_d", false, 1000000,
                      [] { return std::make_unique<BoxIntersection>(); }});
}

} // namespace bench
