// What a planner of a robot's motion asks thousands of times: does a configuration collide, and
// when does the robot first touch something on its way to the next one?
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "programs.hpp"

namespace bench {

namespace {

constexpr std::size_t edges = 1000;

carom_quat turned(bool about_z, float angle) {
    const float s = std::sin(0.5f * angle), c = std::cos(0.5f * angle);
    return about_z ? carom_quat{0, 0, s, c} : carom_quat{0, s, 0, c};
}

/// The middles of the links; joints turn about z and about y in turn.
void add_poses(const Cell &cell, const std::vector<float> &angles, std::vector<carom_pose> &out) {
    carom_pose joint = carom_pose_identity();
    for (std::size_t i = 0; i < cell.links.size(); i++) {
        carom_pose step = carom_pose_identity(), middle = step, end = step;
        step.rotation = turned(i == 0 || i == 4, angles[i]);
        joint = carom_pose_compose(joint, step);
        middle.position.z = 0.5f * cell.links[i].length;
        end.position.z = cell.links[i].length;
        out.push_back(carom_pose_compose(joint, middle));
        joint = carom_pose_compose(joint, end);
    }
}

/// Steps of up to a fifth of a radian in each joint.
struct Edges {
    std::vector<carom_pose> from, to;
};

Edges make_edges(const Cell &cell) {
    std::mt19937_64 random(2027);
    std::uniform_real_distribution<float> turn(-2.0f, 2.0f), step(-0.2f, 0.2f);
    Edges out;
    for (std::size_t c = 0; c < edges; c++) {
        std::vector<float> angles;
        for (std::size_t i = 0; i < cell.links.size(); i++)
            angles.push_back(turn(random));
        add_poses(cell, angles, out.from);
        for (float &angle : angles)
            angle += step(random);
        add_poses(cell, angles, out.to);
    }
    return out;
}

/// A link goes straight and turns evenly, as the peer moves it.
struct LinkMotion {
    carom_pose from, to;
};

carom_pose pose_between(double time, void *user) {
    const auto *m = static_cast<const LinkMotion *>(user);
    const auto t = static_cast<carom_real>(time);
    return {carom_vec3_lerp(m->from.position, m->to.position, t),
            carom_quat_slerp(m->from.rotation, m->to.rotation, t)};
}

carom_pose standing_pose(double, void *user) {
    return *static_cast<const carom_pose *>(user);
}

/// Bounds with room for the rounding of the interpolation.
carom_speed speed_of(const LinkMotion &m) {
    const carom_quat p = m.from.rotation, q = m.to.rotation;
    const float cosine = std::abs(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w);
    return {1.0001f * carom_vec3_length(carom_vec3_subtract(m.to.position, m.from.position)),
            2.0002f * std::acos(std::min(cosine, 1.0f)) + 1e-6f};
}

class Planner {
  public:
    Planner() : cell(make_cell()), moves(make_edges(cell)) {
        for (const Link &link : cell.links)
            links.push_back(carom_shape_capsule({0, 0, -0.5f * link.length},
                                                {0, 0, 0.5f * link.length}, link.radius));
        for (Body &body : cell.boxes) {
            const carom_vec3 h = body.half;
            boxes.push_back(carom_shape_aabb({-h.x, -h.y, -h.z}, h));
            posed.emplace_back();
            carom_shape_pose(&posed.back(), &boxes.back(), body.pose);
        }
        scratch.resize(carom_closest_set_poses_scratch(links.size(), boxes.size()) /
                           sizeof(std::max_align_t) +
                       1);
        make_trajectories();
        peer = make_peer();
    }

    void contacts(bool by_pairs, int rounds, Json &json) {
        std::vector<carom_set_overlap> own(edges);
        std::vector<bool> theirs(edges);
        const carom_set_poses robot = {links.data(), links.size(), moves.from.data(), edges};
        const carom_shape_set cells = {posed.data(), nullptr, posed.size()};
        carom_set_options options{};
        options.scratch = scratch.data();
        const auto ours = [&] {
            carom_overlap_set_poses(&robot, &cells, &options, own.data(), nullptr);
        };
        const auto other = [&] {
            for (std::size_t c = 0; c < edges; c++)
                theirs[c] = peer->collides(&moves.from[c * links.size()], by_pairs);
        };
        const auto differ = [&] {
            std::size_t count = 0;
            for (std::size_t c = 0; c < edges && peer; c++)
                count += own[c].overlap != theirs[c];
            return count;
        };
        run_duel({"does a robot arm touch eight boxes, 56 pairs", "a configuration", edges, ours,
                  peer ? std::function<void()>(other) : nullptr, peer_name(by_pairs)},
                 rounds, differ, json);
    }

    void first_contacts(bool by_pairs, int rounds, Json &json) {
        std::vector<double> own(edges), theirs(edges);
        const auto ours = [&] {
            for (std::size_t c = 0; c < edges; c++)
                own[c] = first_contact(c);
        };
        const auto other = [&] {
            for (std::size_t c = 0; c < edges; c++)
                theirs[c] = peer->first_contact(&moves.from[c * links.size()],
                                                &moves.to[c * links.size()], by_pairs);
        };
        const auto differ = [&] {
            std::size_t count = 0;
            for (std::size_t c = 0; c < edges && peer; c++)
                count += std::abs(own[c] - theirs[c]) > 0.01;
            return count;
        };
        run_duel({"first contact of its turning links, 56 pairs", "a motion", edges, ours,
                  peer ? std::function<void()>(other) : nullptr, peer_name(by_pairs)},
                 rounds, differ, json);
    }

  private:
    const char *peer_name(bool by_pairs) const {
        return !peer ? "" : by_pairs ? "FCL, pair by pair" : "FCL, its boxes first";
    }
    static std::unique_ptr<RobotCell> make_peer_of([[maybe_unused]] const Cell &cell) {
#ifdef BENCH_FCL
        return make_cell_fcl(cell);
#else
        return nullptr;
#endif
    }
    std::unique_ptr<RobotCell> make_peer() const {
        return make_peer_of(cell);
    }

    /// What is the same for all motions, as the peer's objects are.
    void make_trajectories() {
        motions.resize(links.size());
        arm.resize(links.size());
        scene.resize(boxes.size());
        for (std::size_t i = 0; i < links.size(); i++) {
            arm[i].shape = &links[i];
            arm[i].pose_at = pose_between;
            arm[i].user = &motions[i];
        }
        for (std::size_t i = 0; i < boxes.size(); i++) {
            scene[i].shape = &boxes[i];
            scene[i].pose_at = standing_pose;
            scene[i].user = &cell.boxes[i].pose;
        }
    }

    /// 1 where there is none.
    double first_contact(std::size_t edge) {
        for (std::size_t i = 0; i < links.size(); i++) {
            motions[i] = {moves.from[edge * links.size() + i], moves.to[edge * links.size() + i]};
            arm[i].speed = speed_of(motions[i]);
        }
        const carom_trajectory_set a = {arm.data(), arm.size()}, b = {scene.data(), scene.size()};
        carom_toi_set_options options{};
        options.tolerance = 1e-4f; // the peer's
        const carom_toi_set_hit hit = carom_toi_trajectory_sets(&a, &b, &options);
        return hit.at.hit ? static_cast<double>(hit.at.fraction) : 1.0;
    }

    Cell cell;
    Edges moves;
    std::vector<carom_shape> links, boxes;
    std::vector<carom_posed_shape> posed;
    std::vector<std::max_align_t> scratch;
    std::vector<LinkMotion> motions;
    std::vector<carom_trajectory> arm, scene;
    std::unique_ptr<RobotCell> peer;
};

} // namespace

void run_planner(int rounds, Json &json) {
    Planner planner;
    for (bool by_pairs : {false, true})
        planner.contacts(by_pairs, rounds, json);
    for (bool by_pairs : {false, true})
        planner.first_contacts(by_pairs, rounds, json);
}

} // namespace bench
