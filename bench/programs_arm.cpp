// A robot arm among boxes: the least distance in many configurations, beside FCL.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <thread>

#include "programs.hpp"

namespace bench {

namespace {

/// What a shell of a link is: three rings of eight points, wider in the middle.
std::vector<carom_vec3> shell_of(const Link &link) {
    std::vector<carom_vec3> points;
    for (int ring = 0; ring < 3; ring++)
        for (int i = 0; i < 8; i++) {
            const float angle = 0.785398f * static_cast<float>(i) + 0.2f * static_cast<float>(ring);
            const float r = (ring == 1 ? 1.2f : 0.9f) * link.radius;
            const float z = (0.5f * static_cast<float>(ring) - 0.5f) * (link.length + link.radius);
            points.push_back({r * std::cos(angle), r * std::sin(angle), z});
        }
    return points;
}

} // namespace

Cell make_cell(bool hulls) {
    Cell cell;
    for (const Link &link : {Link{0.09f, 0.12f, {}}, Link{0.09f, 0.14f, {}}, Link{0.07f, 0.42f, {}},
                             Link{0.06f, 0.39f, {}}, Link{0.055f, 0.09f, {}},
                             Link{0.055f, 0.09f, {}}, Link{0.04f, 0.16f, {}}})
        cell.links.push_back(link);
    for (std::size_t i = 2; i < 4 && hulls; i++)
        cell.links[i].points = shell_of(cell.links[i]);
    const carom_vec3 centers[8] = {{0.8f, 0, 0.2f},   {-0.8f, 0.3f, 0.4f}, {0, 0.9f, 0.3f},
                                   {0, -0.9f, 0.5f},  {0, 0, -0.9f},       {0.7f, 0.7f, 1.1f},
                                   {-0.6f, -0.7f, 1}, {0, 0, 1.7f}};
    const carom_vec3 halves[8] = {{0.2f, 0.3f, 0.2f}, {0.1f, 0.4f, 0.4f}, {0.4f, 0.1f, 0.3f},
                                  {0.3f, 0.1f, 0.5f}, {1.5f, 1.5f, 0.4f}, {0.1f, 0.1f, 0.6f},
                                  {0.2f, 0.1f, 0.2f}, {1, 1, 0.05f}};
    for (int i = 0; i < 8; i++) {
        const float turn = i < 4 ? 0.0f : 0.2f * static_cast<float>(i - 4);
        cell.boxes.push_back({BodyShape::box,
                              halves[i],
                              {centers[i], {0, 0, std::sin(turn), std::cos(turn)}},
                              {0, 0, 0},
                              {0, 0, 0}});
    }
    return cell;
}

namespace {

carom_quat about(bool z, float angle) {
    const float s = std::sin(0.5f * angle), c = std::cos(0.5f * angle);
    return z ? carom_quat{0, 0, s, c} : carom_quat{0, s, 0, c};
}

/// Joints turn about z and about y in turn; each link starts where the last one ends.
std::vector<carom_pose> make_configurations(const Cell &cell, std::size_t configurations) {
    std::mt19937_64 random(2026);
    std::uniform_real_distribution<float> turn(-2.0f, 2.0f);
    std::vector<carom_pose> poses;
    for (std::size_t c = 0; c < configurations; c++) {
        carom_pose joint = carom_pose_identity();
        for (std::size_t i = 0; i < cell.links.size(); i++) {
            carom_pose step = carom_pose_identity();
            step.rotation = about(i == 0 || i == 4, turn(random));
            joint = carom_pose_compose(joint, step);
            carom_pose middle = carom_pose_identity(), end = middle;
            middle.position.z = 0.5f * cell.links[i].length;
            end.position.z = cell.links[i].length;
            poses.push_back(carom_pose_compose(joint, middle));
            joint = carom_pose_compose(joint, end);
        }
    }
    return poses;
}

/// carom's arm and scene, and where the answers go.
class Arm {
  public:
    Arm(const Cell &cell, std::size_t count) : poses(make_configurations(cell, count)) {
        for (const Link &link : cell.links) {
            carom_shape shape{};
            shape.kind = CAROM_SHAPE_CAPSULE;
            shape.as.capsule = {
                {0, 0, -0.5f * link.length}, {0, 0, 0.5f * link.length}, link.radius};
            if (!link.points.empty()) {
                carom_hull_def def{};
                def.points = link.points.data();
                def.point_count = link.points.size();
                carom_hull *hull = nullptr;
                if (carom_hull_create(&hull, &def) != CAROM_OK) std::abort();
                hulls.push_back(hull);
                shape = {};
                shape.kind = CAROM_SHAPE_HULL;
                shape.as.hull = {hull, carom_pose_identity()};
            }
            shapes.push_back(shape);
        }
        for (const Body &body : cell.boxes) {
            const carom_vec3 h = body.half;
            carom_shape shape{};
            shape.kind = CAROM_SHAPE_AABB;
            shape.as.aabb = {{-h.x, -h.y, -h.z}, h};
            boxes.emplace_back();
            carom_shape_pose(&boxes.back(), &shape, body.pose);
        }
        nearest.resize(count);
        scratch.resize(carom_closest_set_poses_scratch(shapes.size(), boxes.size()) /
                           sizeof(std::max_align_t) +
                       1);
    }
    ~Arm() {
        for (carom_hull *hull : hulls)
            carom_hull_destroy(hull);
    }
    Arm(const Arm &) = delete;
    Arm &operator=(const Arm &) = delete;
    void ask(const carom_task_hook *tasks) {
        const carom_set_poses arm = {shapes.data(), shapes.size(), poses.data(), nearest.size()};
        const carom_shape_set scene = {boxes.data(), nullptr, boxes.size()};
        carom_set_options options{};
        options.scratch = scratch.data();
        carom_closest_set_poses(&arm, &scene, &options, nearest.data(), tasks);
    }
    std::vector<carom_pose> poses;
    std::vector<carom_set_closest> nearest;

  private:
    std::vector<carom_shape> shapes;
    std::vector<carom_hull *> hulls;
    std::vector<carom_posed_shape> boxes;
    std::vector<std::max_align_t> scratch;
};

/// The peer with as many threads, each with an arm and a scene of its own and its part of the
/// configurations.
class Peers {
  public:
    Peers(const Cell &cell, std::size_t threads) {
#ifdef BENCH_FCL
        for (std::size_t i = 0; i < threads; i++)
            cells.push_back(make_cell_fcl(cell));
#else
        (void)cell;
        (void)threads;
#endif
    }
    bool any() const {
        return !cells.empty();
    }
    void ask(const std::vector<carom_pose> &poses, std::vector<double> &distances) {
        const std::size_t count = distances.size(), links = poses.size() / count;
        const auto part = [&](std::size_t t) {
            const std::size_t end = count * (t + 1) / cells.size();
            for (std::size_t i = count * t / cells.size(); i < end; i++)
                distances[i] = cells[t]->distance(&poses[i * links]);
        };
        std::vector<std::thread> team;
        for (std::size_t t = 1; t < cells.size(); t++)
            team.emplace_back(part, t);
        part(0);
        for (std::thread &thread : team)
            thread.join();
    }

  private:
    std::vector<std::unique_ptr<RobotCell>> cells;
};

void run_arm(bool hulls, std::size_t count, std::size_t threads, int rounds, Json &json) {
    const Cell cell = make_cell(hulls);
    Arm arm(cell, count);
    Peers peers(cell, threads);
    std::vector<double> distances(count);
    carom_task_pool *pool = nullptr;
    carom_task_hook hook{};
    carom_task_pool_def def{};
    def.threads = static_cast<uint32_t>(threads - 1);
    if (threads > 1) {
        if (carom_task_pool_create(&pool, &def) != CAROM_OK) std::abort();
        hook = carom_task_pool_hook(pool);
    }
    const auto own = [&] { arm.ask(pool ? &hook : nullptr); };
    const auto other = [&] { peers.ask(arm.poses, distances); };
    const auto differ = [&] {
        std::size_t different = 0;
        for (std::size_t i = 0; i < count && peers.any(); i++)
            different +=
                std::abs(static_cast<double>(arm.nearest[i].at.distance) - distances[i]) > 1e-4;
        return different;
    };
    std::string row = hulls ? "a robot arm, two links hulls, from eight boxes"
                            : "a robot arm from eight boxes, 56 pairs";
    if (count > 1000) row = std::to_string(count) + " poses of " + row.substr(2);
    if (threads > 1) row += ", " + std::to_string(threads) + " threads";
    run_duel({row, "a configuration", count, own,
              peers.any() ? std::function<void()>(other) : nullptr, peers.any() ? "FCL" : "",
              threads > 1},
             rounds, differ, json);
    carom_task_pool_destroy(pool);
}

} // namespace

void run_arms(int rounds, Json &json) {
    run_arm(false, 1000, 1, rounds, json);
    run_arm(true, 1000, 1, rounds, json);
    const std::size_t most = std::max(2u, std::thread::hardware_concurrency());
    const int few = std::min(rounds, 3); // a round of FCL takes seconds
    for (bool hulls : {false, true})
        for (std::size_t threads : {std::size_t{1}, most})
            run_arm(hulls, 100000, threads, few, json);
}

} // namespace bench
