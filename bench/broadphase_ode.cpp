// ODE's spaces over geoms of a class of our own, whose box is the one given.
#include <ode/ode.h>

#include "broadphase.hpp"

namespace bench {

namespace {

struct BoxGeom {
    const carom_aabb *box;
    std::uint32_t id;
};

void give_box(dGeomID geom, dReal out[6]) {
    const carom_aabb &box = *static_cast<BoxGeom *>(dGeomGetClassData(geom))->box;
    out[0] = box.min.x;
    out[1] = box.max.x;
    out[2] = box.min.y;
    out[3] = box.max.y;
    out[4] = box.min.z;
    out[5] = box.max.z;
}

dColliderFn *no_collider(int) {
    return nullptr;
}

int geom_class() {
    static const int number = [] {
        dInitODE2(0);
        dGeomClass made{};
        made.bytes = sizeof(BoxGeom);
        made.collider = no_collider;
        made.aabb = give_box;
        return dCreateGeomClass(&made);
    }();
    return number;
}

void add(void *user, dGeomID a, dGeomID b) {
    static_cast<PairSum *>(user)->add(static_cast<BoxGeom *>(dGeomGetClassData(a))->id,
                                      static_cast<BoxGeom *>(dGeomGetClassData(b))->id);
}

class OdeSpace : public Structure {
  public:
    explicit OdeSpace(bool hashed) : hash(hashed) {}
    ~OdeSpace() override {
        if (space) dSpaceDestroy(space); // and its geoms
    }
    void prepare(const Boxes &boxes) override {
        for (std::size_t i = 0; i < boxes.size(); i++) {
            geoms.push_back(dCreateGeom(geom_class()));
            *static_cast<BoxGeom *>(dGeomGetClassData(geoms[i])) = {&boxes[i],
                                                                    static_cast<std::uint32_t>(i)};
        }
    }
    void build(const Boxes &) override {
        space =
            hash ? dHashSpaceCreate(nullptr) : dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
        if (hash) dHashSpaceSetLevels(space, -3, 5);
        for (dGeomID geom : geoms)
            dSpaceAdd(space, geom);
    }
    void move(const Boxes &boxes) override {
        for (std::size_t i = 0; i < boxes.size(); i++) {
            static_cast<BoxGeom *>(dGeomGetClassData(geoms[i]))->box = &boxes[i];
            dGeomSetPosition(geoms[i], boxes[i].min.x, boxes[i].min.y, boxes[i].min.z);
        }
    }
    void pairs(PairSum &sum) override {
        dSpaceCollide(space, &sum, add);
    }

  private:
    bool hash;
    dSpaceID space = nullptr;
    std::vector<dGeomID> geoms;
};

} // namespace

void add_broadphase_ode(std::vector<Maker> &makers) {
    makers.push_back(
        {"ODE hash space", false, 100000, [] { return std::make_unique<OdeSpace>(true); }});
    makers.push_back(
        {"ODE sweep and prune", false, 100000, [] { return std::make_unique<OdeSpace>(false); }});
}

} // namespace bench
