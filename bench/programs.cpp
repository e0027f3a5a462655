#include "programs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <functional>
#include <random>

namespace bench {

namespace {

/// Microseconds, of the processor where one thread runs: other programs run, too.
double now(bool threads) {
    timespec t{};
    clock_gettime(threads ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

double passed(const std::function<void()> &run, bool threads) {
    const double start = now(threads);
    run();
    return now(threads) - start;
}

double median(std::vector<double> &values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

void run_duel(const Duel &duel, int rounds, const std::function<std::size_t()> &differ,
              Json &json) {
    std::vector<double> own, peer, ratio;
    const double calls = static_cast<double>(duel.calls);
    for (int i = 0; i <= rounds; i++) {
        const double a = passed(duel.own, duel.threads) / calls;
        const double b = duel.peer ? passed(duel.peer, duel.threads) / calls : a;
        if (i == 0) continue; // memory is found in the first round
        own.push_back(a);
        peer.push_back(b);
        ratio.push_back(b / a);
    }
    const double figure = median(own), times = median(ratio), other = median(peer);
    const std::size_t different = differ();
    std::printf("  %-44s %10.3f us %s", duel.row.c_str(), figure, duel.unit.c_str());
    if (duel.peer)
        std::printf(", %7.2f of the speed of %s, %zu differ", times, duel.peer_name.c_str(),
                    different);
    std::printf("\n");
    std::FILE *file = json.next_entry();
    if (file)
        std::fprintf(file,
                     "  {\"group\":\"programs\",\"row\":\"%s\",\"n\":%zu,\"unit\":\"us %s\","
                     "\"carom\":%.4f,\"peer\":%.4f,\"peer_name\":\"%s\",\"ratio\":%.3f,"
                     "\"differ\":%zu}",
                     duel.row.c_str(), duel.calls, duel.unit.c_str(), figure, other,
                     duel.peer_name.c_str(), times, different);
}

namespace {

// ---- nearer than a limit

constexpr std::size_t near_count = 2000;

struct Near {
    carom_shape mesh{};
    std::vector<carom_shape> shapes;
    std::vector<carom_pose> poses;
    std::vector<carom_real> limits;
    std::vector<char> own = std::vector<char>(near_count), peer = own;
};

/// Balls and boxes of a fiftieth of the mesh's size, up to half of it away.
void make_near(Near &near, const Soup &soup, bool boxes) {
    std::mt19937_64 random(2026);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::normal_distribution<float> normal(0.0f, 1.0f);
    carom_vec3 low = soup[0].v[0], high = low;
    for (const carom_triangle &t : soup)
        for (const carom_vec3 &v : t.v) {
            low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
        }
    const float size = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
    for (std::size_t i = 0; i < near_count; i++) {
        const carom_vec3 &on = soup[random() % soup.size()].v[0];
        const float away = 0.5f * size * unit(random) * unit(random), r = 0.02f * size;
        const carom_vec3 d = {normal(random), normal(random), normal(random)};
        const float length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        carom_pose pose = carom_pose_identity();
        pose.position = {on.x + away * d.x / length, on.y + away * d.y / length,
                         on.z + away * d.z / length};
        carom_shape shape{};
        shape.kind = boxes ? CAROM_SHAPE_AABB : CAROM_SHAPE_SPHERE;
        if (boxes)
            shape.as.aabb = {{-r, -r, -r}, {r, r, r}};
        else
            shape.as.sphere = {{0, 0, 0}, r};
        near.shapes.push_back(shape);
        near.poses.push_back(pose);
        near.limits.push_back(0.25f * size * unit(random) * unit(random));
    }
}

void run_near(const Soup &soup, bool boxes, int rounds, Json &json) {
    Near near;
    carom_mesh *mesh = mesh_of(soup);
    const carom_pose still = carom_pose_identity();
    near.mesh.kind = CAROM_SHAPE_MESH;
    near.mesh.as.mesh = mesh;
    make_near(near, soup, boxes);
    const std::string pair = boxes ? "box and mesh" : "ball and mesh";
    const auto within = [&] {
        for (std::size_t i = 0; i < near_count; i++)
            near.own[i] = carom_overlap_within(&near.shapes[i], near.poses[i], &near.mesh, still,
                                               near.limits[i]);
    };
    const auto closest = [&] {
        for (std::size_t i = 0; i < near_count; i++)
            near.peer[i] =
                carom_closest(&near.shapes[i], near.poses[i], &near.mesh, still).distance <=
                near.limits[i];
    };
    const auto overlap = [&] {
        for (std::size_t i = 0; i < near_count; i++)
            near.peer[i] =
                carom_overlap(&near.shapes[i], near.poses[i], &near.mesh, still) || near.own[i];
    };
    const auto differ = [&] {
        std::size_t count = 0;
        for (std::size_t i = 0; i < near_count; i++)
            count += near.own[i] != near.peer[i];
        return count;
    };
    run_duel(
        {"overlap_within, " + pair, "a question", near_count, within, closest, "carom_closest"},
        rounds, differ, json);
    run_duel(
        {"overlap_within, " + pair, "a question", near_count, within, overlap, "carom_overlap"},
        rounds, differ, json);
    carom_mesh_destroy(mesh);
}

// ---- a character

constexpr std::size_t frames = 1200;
constexpr float frame_time = 1.0f / 60.0f;

Level make_level() {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    Level level{{}, 0.4f, 1.0f, 0.35f, 1.0f, {0, 3, 0}};
    const carom_quat straight = {0, 0, 0, 1};
    const auto box = [&](carom_vec3 center, carom_vec3 half, carom_quat turn) {
        level.boxes.push_back({BodyShape::box, half, {center, turn}, {0, 0, 0}, {0, 0, 0}});
    };
    box({0, -0.5f, 0}, {21, 0.5f, 21}, straight);
    for (int side = 0; side < 4; side++) {
        const float x = side < 2 ? (side == 0 ? -21.5f : 21.5f) : 0.0f;
        const float z = side < 2 ? 0.0f : (side == 2 ? -21.5f : 21.5f);
        box({x, 2, z}, {side < 2 ? 0.5f : 22.0f, 3, side < 2 ? 22.0f : 0.5f}, straight);
    }
    for (int i = 0; i < 300; i++) {
        const carom_vec3 half = {0.2f + unit(random), 0.05f + 0.5f * unit(random) * unit(random),
                                 0.2f + unit(random)};
        const float angle = 3.14159f * unit(random), tilt = i % 3 == 0 ? 0.3f * unit(random) : 0;
        const carom_vec3 at = {40.0f * unit(random) - 20.0f, half.y, 40.0f * unit(random) - 20.0f};
        if (std::abs(at.x) < 2.0f && std::abs(at.z) < 2.0f) continue;
        const float c = std::cos(tilt), s = std::sin(tilt);
        box(at, half,
            {s * std::cos(angle), c * std::sin(angle), s * std::sin(angle), c * std::cos(angle)});
        carom_quat &q = level.boxes.back().pose.rotation;
        const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        q = {q.x / length, q.y / length, q.z / length, q.w / length};
    }
    return level;
}

/// Another direction every second, as of a player who runs about.
carom_vec3 wanted_velocity(std::size_t frame) {
    const float angle = 2.39996f * static_cast<float>(frame / 60);
    return {5.0f * std::cos(angle), 0.0f, 5.0f * std::sin(angle)};
}

class Character {
  public:
    explicit Character(const Level &level) {
        carom_world_def def = carom_world_defaults();
        carom_world_create(&world, &def);
        for (const Body &body : level.boxes) {
            carom_collider_def collider{};
            const carom_vec3 h = body.half;
            collider.shape.kind = CAROM_SHAPE_AABB;
            collider.shape.as.aabb = {{-h.x, -h.y, -h.z}, h};
            collider.kind = CAROM_COLLIDER_STATIC;
            collider.pose = body.pose;
            carom_collider_id id;
            carom_world_insert(world, &collider, &id);
        }
        carom_world_step(world, 1.0f);
        mover.def.shape.kind = CAROM_SHAPE_CAPSULE;
        mover.def.shape.as.capsule = {
            {0, -0.5f * level.height, 0}, {0, 0.5f * level.height, 0}, level.radius};
        mover.def.step_height = level.step;
        mover.def.max_slope = level.slope;
        mover.def.snap_distance = level.step;
        mover.pose = carom_pose_identity();
        mover.pose.position = level.start;
    }
    ~Character() {
        carom_world_destroy(world);
    }
    Character(const Character &) = delete;
    Character &operator=(const Character &) = delete;
    void walk(carom_vec3 velocity, float dt) {
        if (mover.ground != CAROM_MOVER_GROUND) velocity.y = fall -= 9.8f * dt;
        carom_mover_request request{};
        request.velocity = velocity;
        request.dt = dt;
        carom_mover_result result;
        carom_mover_move(world, &mover, &request, &result);
        if (mover.ground == CAROM_MOVER_GROUND) fall = 0.0f;
    }
    carom_vec3 position() const {
        return mover.pose.position;
    }

  private:
    carom_world *world = nullptr;
    carom_mover mover{};
    float fall = 0.0f;
};

/// Each goes its own way, so that they are compared by the time of a frame alone.
void run_mover(int rounds, Json &json) {
    const Level level = make_level();
    Character own(level);
    std::unique_ptr<Walker> peer;
#ifdef BENCH_BULLET
    peer = make_walker_bullet(level);
#endif
    std::size_t frame = 0, peer_frame = 0;
    float highest = 0.0f, peer_highest = 0.0f, farthest = 0.0f;
    double walked = 0.0, peer_walked = 0.0;
    const auto across = [](carom_vec3 a, carom_vec3 b) {
        return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.z - b.z));
    };
    const auto walk = [&] {
        for (std::size_t end = frame + frames; frame < end; frame++) {
            const carom_vec3 before = own.position();
            own.walk(wanted_velocity(frame), frame_time);
            const carom_vec3 p = own.position();
            walked += across(before, p);
            if (frame > 60) highest = std::max(highest, p.y);
            farthest = std::max({farthest, std::abs(p.x), std::abs(p.z), -p.y});
        }
    };
    const auto peer_walk = [&] {
        for (std::size_t end = peer_frame + frames; peer_frame < end; peer_frame++) {
            const carom_vec3 before = peer->position();
            peer->walk(wanted_velocity(peer_frame), frame_time);
            const carom_vec3 p = peer->position();
            peer_walked += across(before, p);
            if (peer_frame > 60) peer_highest = std::max(peer_highest, p.y);
        }
    };
    run_duel(
        {"a frame of a character among 300 boxes", "a frame", frames, walk,
         peer ? std::function<void()>(peer_walk) : nullptr, peer ? "Bullet" : ""},
        rounds, [] { return std::size_t{0}; }, json);
    std::printf(
        "    carom's walked %.0f, at most %.2f high, and %s the room; Bullet's %.0f, %.2f high\n",
        walked, static_cast<double>(highest), farthest < 21.0f ? "never left" : "LEFT", peer_walked,
        static_cast<double>(peer_highest));
}

// ---- closest points of a hull

/// The faces of a hull as triangles.
Soup faces_of(const carom_hull *hull) {
    Soup soup;
    for (std::int32_t f = 0; f < carom_hull_face_count(hull); f++) {
        std::int32_t corner[64];
        const std::int32_t count = carom_hull_face(hull, f, corner, 64);
        const auto at = [&](std::int32_t k) { return carom_hull_vertex(hull, corner[k]); };
        for (std::int32_t k = 2; k < count; k++)
            soup.push_back({{at(0), at(k - 1), at(k)}});
    }
    return soup;
}

/// The hull of points on a ball; to be destroyed by the caller.
carom_hull *hull_on_ball(std::size_t points, float radius) {
    std::mt19937_64 random(5);
    std::normal_distribution<float> normal(0.0f, 1.0f);
    std::vector<carom_vec3> on_ball;
    for (std::size_t i = 0; i < points; i++) {
        const carom_vec3 d = {normal(random), normal(random), normal(random)};
        const float by = radius / std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
        on_ball.push_back({d.x * by, d.y * by, d.z * by});
    }
    carom_hull *hull = nullptr;
    carom_hull_def def{};
    def.points = on_ball.data();
    def.point_count = points;
    carom_hull_create(&hull, &def);
    return hull;
}

/// Hulls near the mesh, and the same hulls as meshes.
void run_hull_near(const Soup &soup, std::size_t points, int rounds, Json &json) {
    Near near;
    carom_mesh *mesh = mesh_of(soup);
    const carom_pose still = carom_pose_identity();
    near.mesh.kind = CAROM_SHAPE_MESH;
    near.mesh.as.mesh = mesh;
    make_near(near, soup, false);
    carom_hull *hull = hull_on_ball(points, near.shapes[0].as.sphere.radius);
    carom_mesh *hull_mesh = mesh_of(faces_of(hull));
    carom_shape shape{}, surface{};
    shape.kind = CAROM_SHAPE_HULL;
    shape.as.hull.hull = hull;
    surface.kind = CAROM_SHAPE_MESH;
    surface.as.mesh = hull_mesh;
    std::vector<carom_real> own(near_count), peer(near_count);
    const auto ask = [&](const carom_shape &of, std::vector<carom_real> &out) {
        for (std::size_t i = 0; i < near_count; i++)
            out[i] = carom_closest(&of, near.poses[i], &near.mesh, still).distance;
    };
    const auto differ = [&] {
        std::size_t count = 0;
        for (std::size_t i = 0; i < near_count; i++)
            count += !(std::abs(own[i] - peer[i]) <= 1e-5f);
        return count;
    };
    run_duel({"closest, hull of " + std::to_string(points) + " vertices and mesh", "a question",
              near_count, [&] { ask(shape, own); }, [&] { ask(surface, peer); },
              "the hull as a mesh"},
             rounds, differ, json);
    carom_mesh_destroy(hull_mesh);
    carom_hull_destroy(hull);
    carom_mesh_destroy(mesh);
}

// ---- a grid of distances

/// A ball with bumps: closed, its poles are fans.
Soup make_bumpy_ball() {
    constexpr int rings = 200, around = 200;
    const auto at = [](int ring, int step) {
        const float polar = 3.14159265f * static_cast<float>(ring) / rings;
        const float turn = 6.2831853f * static_cast<float>(step % around) / around;
        const float r = 1.0f + 0.1f * std::sin(7.0f * polar) * std::sin(9.0f * turn);
        const float s = ring == 0 || ring == rings ? 0.0f : r * std::sin(polar);
        return carom_vec3{s * std::cos(turn), s * std::sin(turn), r * std::cos(polar)};
    };
    Soup soup;
    for (int i = 0; i < rings; i++)
        for (int k = 0; k < around; k++) {
            if (i > 0) soup.push_back({{at(i, k), at(i + 1, k), at(i, k + 1)}});
            if (i < rings - 1) soup.push_back({{at(i, k + 1), at(i + 1, k), at(i + 1, k + 1)}});
        }
    return soup;
}

/// Both find the distances of the same samples, by one thread.
void run_grid(const char *name, const Soup &soup, bool with_sign, int rounds, Json &json) {
    carom_mesh *mesh = mesh_of(soup);
    carom_mesh_grid_def def{};
    if (with_sign) def.solid = carom_mesh_solid_of(mesh);
    def.solid.mesh = mesh;
    carom_mesh_grid *grid = nullptr;
    carom_mesh_grid_create(&grid, &def);
    const std::size_t nx = grid->count[0], ny = grid->count[1], samples = nx * ny * grid->count[2];
    std::unique_ptr<DistanceField> peer;
#ifdef BENCH_EMBREE
    peer = make_field_embree(soup);
#endif
    std::vector<float> distances(samples);
    const auto own = [&] {
        carom_mesh_grid_destroy(grid);
        carom_mesh_grid_create(&grid, &def);
    };
    const auto other = [&] {
        for (std::size_t i = 0; i < samples; i++) {
            const carom_vec3 o = grid->origin;
            const auto along = [&](std::size_t k) { return static_cast<float>(k) * grid->cell; };
            distances[i] = peer->distance(
                {o.x + along(i % nx), o.y + along(i / nx % ny), o.z + along(i / nx / ny)},
                with_sign);
        }
    };
    const auto differ = [&] {
        std::size_t count = 0;
        for (std::size_t i = 0; i < samples && peer; i++)
            count += !(std::abs(grid->distances[i] - distances[i]) <= 1e-3f * grid->cell);
        return count;
    };
    run_duel(
        {std::string(with_sign ? "a grid of signed distances, " : "a grid of distances, ") + name,
         "a sample", samples, own, peer ? std::function<void()>(other) : nullptr,
         peer ? "Embree" : ""},
        rounds, differ, json);
    carom_mesh_grid_destroy(grid);
    carom_mesh_destroy(mesh);
}

/// Is a shape nearer than a limit, by the grid of a mesh and by the mesh? What the grid leaves open
/// counts as answered differently.
void run_grid_near(const Soup &soup, bool boxes, int rounds, Json &json) {
    Near near;
    carom_mesh *mesh = mesh_of(soup);
    carom_mesh_grid_def def{};
    def.solid.mesh = mesh;
    carom_mesh_grid *grid = nullptr;
    carom_mesh_grid_create(&grid, &def);
    const carom_pose still = carom_pose_identity();
    near.mesh.kind = CAROM_SHAPE_MESH;
    near.mesh.as.mesh = mesh;
    make_near(near, soup, boxes);
    const auto by_grid = [&] {
        for (std::size_t i = 0; i < near_count; i++) {
            carom_grid_options options{};
            options.stops_at_limit = true;
            options.limit = near.limits[i];
            const carom_grid_clearance at = carom_distance_shape_mesh_grid(
                &near.shapes[i], near.poses[i], grid, still, &options);
            near.own[i] = at.high <= near.limits[i] ? 1 : at.low > near.limits[i] ? 0 : 2;
        }
    };
    const auto by_mesh = [&] {
        for (std::size_t i = 0; i < near_count; i++)
            near.peer[i] = carom_overlap_within(&near.shapes[i], near.poses[i], &near.mesh, still,
                                                near.limits[i]);
    };
    const auto differ = [&] {
        std::size_t open = 0, wrong = 0;
        for (std::size_t i = 0; i < near_count; i++) {
            open += near.own[i] == 2;
            wrong += near.own[i] != 2 && near.own[i] != near.peer[i];
        }
        std::printf("    %zu are left open, %zu are wrong\n", open, wrong);
        return open + wrong;
    };
    run_duel({std::string("nearer than a limit by the grid, ") + (boxes ? "boxes" : "balls"),
              "a question", near_count, by_grid, by_mesh, "overlap_within of the mesh"},
             rounds, differ, json);
    carom_mesh_grid_destroy(grid);
    carom_mesh_destroy(mesh);
}

} // namespace

void run_programs(const std::string &only, int rounds, Json &json) {
    const auto wanted = [&](const char *name) { return std::strstr(name, only.c_str()); };
    const Soup bunny = read_bunny();
    for (bool boxes : {false, true})
        if (!bunny.empty() && wanted("within")) run_near(bunny, boxes, rounds, json);
    for (std::size_t points : {8, 32, 128})
        if (!bunny.empty() && wanted("closest")) run_hull_near(bunny, points, rounds, json);
    if (wanted("arm")) run_arms(rounds, json);
    if (wanted("planner")) run_planner(rounds, json);
    if (wanted("character")) run_mover(rounds, json);
    if (wanted("stack")) run_stack(json);
    if (wanted("deep contact")) run_deep(rounds, json);
    run_clouds(only, rounds, json);
    if (!bunny.empty() && wanted("grid")) run_grid("bunny", bunny, false, rounds, json);
    for (bool boxes : {false, true})
        if (!bunny.empty() && wanted("grid")) run_grid_near(bunny, boxes, rounds, json);
    if (wanted("grid")) run_grid("bumpy ball", make_bumpy_ball(), true, rounds, json);
}

} // namespace bench
