// The group "broadphase": all pairs of overlapping boxes, every structure of carom and of the peers
// on the same boxes. Each pair that is reported is counted and enters a sum, by which differing
// answers are found; times are of the processor, in milliseconds.
#ifndef CAROM_BENCH_BROADPHASE_HPP
#define CAROM_BENCH_BROADPHASE_HPP

#include <cstring>
#include <memory>
#include <random>

#include "harness.hpp"

namespace bench {

/// What was reported, whatever its order.
struct PairSum {
    std::size_t count = 0;
    std::uint64_t sum = 0;

    void add(std::uint32_t a, std::uint32_t b) {
        std::uint64_t pair = a < b ? std::uint64_t(a) << 32 | b : std::uint64_t(b) << 32 | a;
        pair *= 0x9e3779b97f4a7c15u;
        count++;
        sum += pair ^ pair >> 29;
    }
    bool operator==(const PairSum &other) const {
        return count == other.count && sum == other.sum;
    }
};

using Boxes = std::vector<carom_aabb>;

/// What one query was answered: the ids, whatever their order, or a distance.
struct QuerySum {
    std::uint64_t sum = 0;

    void add(std::uint32_t id) {
        std::uint64_t x = (id + 1) * 0x9e3779b97f4a7c15u;
        sum += x ^ x >> 29;
    }
    void add(float distance) {
        std::memcpy(&sum, &distance, sizeof distance);
    }
};

enum class QueryKind {
    overlap,   ///< boxes that a box overlaps
    first_ray, ///< the first box that a ray enters
    all_rays,  ///< every box that it enters
    sweep,     ///< boxes that a moving box meets
    nearest    ///< how far the nearest box is from a point
};

/// One of each kind at the same place.
struct SpaceQuery {
    carom_aabb box;
    carom_ray ray; ///< to the other side of the scene
    carom_vec3 motion;
};

class Structure {
  public:
    virtual ~Structure() = default;
    /// Takes the boxes over into the structure's own objects; not timed.
    virtual void prepare(const Boxes &) {}
    /// Builds from nothing.
    virtual void build(const Boxes &) = 0;
    /// All boxes have moved.
    virtual void move(const Boxes &boxes) {
        build(boxes);
    }
    /// Those boxes alone have moved. False when there is no such change.
    virtual bool move_some(const Boxes &, const std::vector<std::uint32_t> &) {
        return false;
    }
    virtual void pairs(PairSum &) = 0;
    /// False when there is no such query.
    virtual bool ask(QueryKind, const SpaceQuery &, QuerySum &) {
        return false;
    }
    /// Bytes of the structure, 0 where it does not say.
    virtual std::size_t memory() const {
        return 0;
    }
};

struct Maker {
    std::string name;
    bool own;         ///< carom's
    std::size_t most; ///< boxes; with more it would take minutes
    std::function<std::unique_ptr<Structure>()> make;
};

/// @param most scenes of 1k, 10k and so on up to so many boxes
void run_broadphase(const std::vector<Maker> &makers, const std::string &only, std::size_t most,
                    Json &json);

/// Queries of each kind over so many boxes, uniform and clustered.
void run_space_queries(const std::vector<Maker> &makers, const std::string &only, std::size_t n,
                       Json &json);

/// The scenes: about ten overlaps a box; clusters with log-normal sizes.
Boxes make_uniform(std::size_t n, std::mt19937_64 &random);
Boxes make_clustered(std::size_t n, std::mt19937_64 &random);
/// Of the processor.
double milliseconds_now();

void add_broadphase_carom(std::vector<Maker> &makers);
void add_broadphase_fcl(std::vector<Maker> &makers);
void add_broadphase_bullet(std::vector<Maker> &makers);
void add_broadphase_ode(std::vector<Maker> &makers);
void add_broadphase_cgal(std::vector<Maker> &makers);

} // namespace bench

#endif
