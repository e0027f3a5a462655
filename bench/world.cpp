#include "world.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

namespace bench {

namespace {

/// Large worlds see fewer.
int frames_of(std::size_t n) {
    return n > 10000 ? 8 : 40;
}

std::vector<Body> make_bodies(std::size_t n, bool mixed) {
    std::mt19937_64 random(2026);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::normal_distribution<float> normal(0.0f, 1.0f);
    float side = std::cbrt(static_cast<float>(n));
    std::vector<Body> bodies(n);
    for (std::size_t i = 0; i < n; i++) {
        Body &body = bodies[i];
        body.shape = mixed ? static_cast<BodyShape>(i % 3) : BodyShape::box;
        body.half = {0.2f + 0.3f * unit(random), 0.2f + 0.3f * unit(random),
                     0.2f + 0.3f * unit(random)};
        float q[4], length = 0.0f;
        for (float &x : q) {
            x = normal(random);
            length += x * x;
        }
        for (float &x : q)
            x /= std::sqrt(length);
        body.pose = {{side * unit(random), side * unit(random), side * unit(random)},
                     {q[0], q[1], q[2], q[3]}};
        body.velocity = {0.02f * normal(random), 0.02f * normal(random), 0.02f * normal(random)};
        body.angular_velocity = {0.02f * normal(random), 0.02f * normal(random),
                                 0.02f * normal(random)};
    }
    return bodies;
}

/// Piles of ten boxes, each in the one below by a hundredth, as solvers of resting contact leave
/// them, and hardly moving.
std::vector<Body> make_piles(std::size_t n) {
    std::mt19937_64 random(2026);
    std::normal_distribution<float> normal(0.0f, 1.0f);
    const std::size_t piles = (n + 9) / 10, row = 10;
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < n; i++) {
        const std::size_t pile = i % piles, level = i / piles;
        Body body{BodyShape::box, {0.5f, 0.5f, 0.5f}, carom_pose_identity(), {}, {}};
        body.pose.position = {2.0f * static_cast<float>(pile % row),
                              0.99f * static_cast<float>(level),
                              2.0f * static_cast<float>(pile / row)};
        body.velocity = {1e-5f * normal(random), 1e-5f * normal(random), 1e-5f * normal(random)};
        bodies.push_back(body);
    }
    return bodies;
}

/// carom's world, which makes the bodies move.
class World {
  public:
    World(const std::vector<Body> &bodies, std::uint32_t helpers) {
        carom_world_def def = carom_world_defaults();
        def.threads = helpers;
        carom_world_create(&world, &def);
        for (const Body &body : bodies) {
            carom_collider_def collider{};
            collider.shape = shape_of(body);
            collider.kind = CAROM_COLLIDER_MOVING;
            collider.pose = body.pose;
            collider.velocity = body.velocity;
            collider.angular_velocity = body.angular_velocity;
            carom_collider_id id;
            carom_world_insert(world, &collider, &id);
            ids.push_back(id);
        }
    }
    ~World() {
        carom_world_destroy(world);
        for (carom_hull *hull : hulls)
            carom_hull_destroy(hull);
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;
    void step() {
        carom_world_step(world, 1.0f);
    }
    carom_pose pose(std::size_t body) const {
        return carom_world_collider(world, ids[body]).pose;
    }
    std::size_t touching() const {
        std::size_t count, touching = 0;
        const carom_world_event *events = carom_world_events(world, &count);
        for (std::size_t i = 0; i < count; i++)
            touching += events[i].kind != CAROM_EVENT_END;
        return touching;
    }

  private:
    carom_shape shape_of(const Body &body) {
        carom_shape shape{};
        carom_vec3 h = body.half;
        if (body.shape == BodyShape::ball) {
            shape.kind = CAROM_SHAPE_SPHERE;
            shape.as.sphere = {{0, 0, 0}, h.x};
        } else if (body.shape == BodyShape::box) {
            shape.kind = CAROM_SHAPE_AABB;
            shape.as.aabb = {{-h.x, -h.y, -h.z}, h};
        } else {
            const carom_vec3 corners[6] = {{-h.x, 0, 0}, {h.x, 0, 0},  {0, -h.y, 0},
                                           {0, h.y, 0},  {0, 0, -h.z}, {0, 0, h.z}};
            carom_hull_def def{};
            def.points = corners;
            def.point_count = 6;
            carom_hull *hull = nullptr;
            carom_hull_create(&hull, &def);
            hulls.push_back(hull);
            shape.kind = CAROM_SHAPE_HULL;
            shape.as.hull.hull = hull;
        }
        return shape;
    }

    carom_world *world = nullptr;
    std::vector<carom_collider_id> ids;
    std::vector<carom_hull *> hulls;
};

struct Clock {
    std::vector<double> times;
    std::chrono::steady_clock::time_point start;

    void begin() {
        start = std::chrono::steady_clock::now();
    }
    void end() {
        std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
        times.push_back(passed.count());
    }
    double median() {
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }
};

void report(const std::string &row, std::size_t n, double own, double peer, const char *name,
            std::size_t differ, Json &json) {
    std::printf("  %-24s %10.3f ms  %6.2f of the speed of %s\n", row.c_str(), own, peer / own,
                name);
    std::FILE *file = json.next_entry();
    if (file)
        std::fprintf(file,
                     "  {\"group\":\"world\",\"row\":\"%s\",\"n\":%zu,\"unit\":\"ms\","
                     "\"carom\":%.4f,\"peer\":%.4f,\"peer_name\":\"%s\",\"ratio\":%.3f,"
                     "\"differ\":%zu}",
                     row.c_str(), n, own, peer, name, peer / own, differ);
}

/// The contestants step in turn; the first steps, in which memory is found, are not counted.
void run_scene(const std::string &scene, const std::vector<Body> &bodies, Json &json) {
    const std::size_t n = bodies.size();
    World one(bodies, 0), two(bodies, 1);
    std::unique_ptr<ContactWorld> peer;
#ifdef BENCH_BULLET
    peer = make_world_bullet(bodies);
#endif
    Clock clock_one, clock_two, clock_peer;
    for (int frame = 0; frame < frames_of(n); frame++) {
        clock_one.begin();
        one.step();
        clock_one.end();
        clock_two.begin();
        two.step();
        clock_two.end();
        if (!peer) continue;
        for (std::size_t i = 0; i < n; i++)
            peer->place(i, one.pose(i));
        clock_peer.begin();
        peer->detect();
        clock_peer.end();
    }
    std::size_t touching = one.touching(), others = peer ? peer->touching() : touching;
    std::size_t differ = touching > others ? touching - others : others - touching;
    double single = clock_one.median(), pair = clock_two.median();
    std::printf("%s, %zu bodies, %zu pairs touch, two threads differ by %zu", scene.c_str(), n,
                touching, touching - std::min(touching, two.touching()));
    if (peer) std::printf(", Bullet %.3f ms, %zu touch", clock_peer.median(), others);
    std::printf("\n");
    if (peer) report(scene + ", 1 thread", n, single, clock_peer.median(), "Bullet", differ, json);
    report(scene + ", 2 threads", n, pair, single, "carom, 1 thread", 0, json);
}

} // namespace

void run_world(const std::string &only, std::size_t most, Json &json) {
    for (bool mixed : {false, true})
        for (std::size_t n = 1000; n <= most && n <= 100000; n *= 10) {
            std::string scene = mixed ? "boxes, balls and hulls" : "boxes";
            if (scene.find(only) != std::string::npos)
                run_scene(scene, make_bodies(n, mixed), json);
        }
}

void run_stack(Json &json) {
    run_scene("stacks of boxes", make_piles(1000), json);
}

} // namespace bench
