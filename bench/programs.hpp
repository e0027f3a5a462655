// The group "programs": what whole programs spend on collisions, beside the peer or the older
// question that would answer the same.
#ifndef CAROM_BENCH_PROGRAMS_HPP
#define CAROM_BENCH_PROGRAMS_HPP

#include <functional>
#include <memory>
#include <string>

#include "soup.hpp"
#include "world.hpp"

namespace bench {

/// The boxes of a level, and the capsule that walks in it: from the middle of its lower ball up.
struct Level {
    std::vector<Body> boxes;
    float radius, height; ///< of the capsule's balls, between their centers
    float step, slope;    ///< highest step, rise over run of the steepest ground
    carom_vec3 start;     ///< of the capsule's middle
};

/// A peer's character.
class Walker {
  public:
    virtual ~Walker() = default;
    virtual void walk(carom_vec3 velocity, float dt) = 0; ///< velocity across the level
    virtual carom_vec3 position() = 0;                    ///< of the capsule's middle
};

std::unique_ptr<Walker> make_walker_bullet(const Level &level);

/// A peer's shape that stands in a floor of triangles.
class DeepFloor {
  public:
    virtual ~DeepFloor() = default;
    virtual std::size_t contacts() = 0; ///< finds them anew; their number
};

/// @param points of the hull
std::unique_ptr<DeepFloor> make_floor_bullet(const Soup &floor, const carom_shape &shape,
                                             const std::vector<carom_vec3> &points,
                                             const carom_pose &pose);

/// A capsule along z about the origin of its own frame, or the hull of points.
struct Link {
    float radius, length; ///< length: between the centers of its ends
    std::vector<carom_vec3> points;
};

/// A robot arm among boxes.
struct Cell {
    std::vector<Link> links;
    std::vector<Body> boxes;
};

/// A peer's.
class RobotCell {
  public:
    virtual ~RobotCell() = default;
    virtual double distance(const carom_pose *poses) = 0; ///< of the arm from the boxes
    /// By its hierarchies, or pair by pair up to the first contact.
    virtual bool collides(const carom_pose *poses, bool by_pairs) = 0;
    /// The fraction of the motion, 1 where there is no contact. By pairs: all of them; else those
    /// whose boxes meet during the motion.
    virtual double first_contact(const carom_pose *from, const carom_pose *to, bool by_pairs) = 0;
};

/// Seven links, about those of an arm of 6 axes and its tool, among eight boxes: 56 pairs.
/// `hulls`: those of the upper and the fore arm are hulls of 24 points in place of capsules.
Cell make_cell(bool hulls = false);

/// What a planner asks about the arm.
void run_planner(int rounds, Json &json);

std::unique_ptr<RobotCell> make_cell_fcl(const Cell &cell);

void run_arms(int rounds, Json &json);

/// A peer's distances from a mesh.
class DistanceField {
  public:
    virtual ~DistanceField() = default;
    virtual float distance(carom_vec3 point, bool with_sign) = 0; ///< negative inside
};

std::unique_ptr<DistanceField> make_field_embree(const Soup &soup);

/// Two contestants, who run in turn; times are of one call.
struct Duel {
    std::string row, unit;
    std::size_t calls; ///< of a round
    std::function<void()> own, peer;
    std::string peer_name;
    bool threads = false; ///< more than one: the clock on the wall counts
};

/// @param differ questions that are answered differently, after all rounds
void run_duel(const Duel &duel, int rounds, const std::function<std::size_t()> &differ, Json &json);

/// Voxels and point clouds: clouds.cpp.
void run_clouds(const std::string &only, int rounds, Json &json);

/// Shapes deep in thousands of triangles: deep.cpp.
void run_deep(int rounds, Json &json);

void run_programs(const std::string &only, int rounds, Json &json);

} // namespace bench

#endif
