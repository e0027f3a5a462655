// A ball, a floor, a box, an egg and a camera from C++: owners, spans, shapes by value and by a
// lambda.
#include <carom/carom.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

int main() {
    const std::vector<carom_vec3> corners = {{-9, 0, -9}, {9, 0, -9}, {9, 0, 9}, {-9, 0, 9}};
    const std::array<std::uint32_t, 6> faces = {0, 1, 2, 0, 2, 3};
    carom_status status = CAROM_OK;
    carom::mesh floor = carom::make_mesh(corners, faces, &status);
    if (!floor) return std::printf("%s\n", carom_status_text(status)), 1;

    const carom_shape ball = carom_shape_sphere({0, 5, 0}, 1);
    const carom_shape box = carom_shape_obb(carom_pose_identity(), {1, 1, 1});
    const carom_pose turned = {{0, 2, 0}, carom_quat_from_axis_angle({1, 2, 3}, 1)};

    const carom::placed ground = carom_shape_mesh(floor);
    const carom_sweep_hit hit = carom::sweep(ball, {3, -40, 0}, ground);
    std::printf("the ball hits the floor after %.3f of the frame\n", double(hit.fraction));
    const auto gap = carom::closest({box, turned}, ground);
    std::printf("the box is %.3f above it\n", double(gap.distance));

    const auto touch = carom::contact({box, {{0, carom_real(0.75), 0}, {}}}, ground);
    std::printf("put down, it stands on %d points\n", int(touch.count));

    const double blunt = 0.5, pointed = 2; // an egg: a half of two ellipsoids, each round about y
    const auto egg = [=](carom_vec3 d) {
        const double long_axis = d.y > 0 ? pointed : blunt, along = long_axis * double(d.y);
        const double k = 1 / std::sqrt(double(d.x * d.x + d.z * d.z) + along * along);
        return carom_vec3{carom_real(k * double(d.x)), carom_real(k * long_axis * along),
                          carom_real(k * double(d.z))};
    };
    const carom_shape stone = carom::make_support_shape(egg); // refers to the lambda
    const auto above = carom::closest({stone, {{0, 3, 0}, {}}}, ground);
    std::printf("the egg is %.3f above it\n", double(above.distance));

    carom::mesh wide = carom::make_scaled(floor, {2, 1, -1}); // mirrored, and faces still look up
    carom_frustum_def camera{};
    camera.eye = {0, 5, 0}, camera.forward = {0, -1, 0}, camera.up = {1, 0, 0};
    camera.fovy = 1, camera.aspect = 1, camera.near_distance = 1, camera.far_distance = 10;
    const carom::frustum view(camera);
    carom_placed_mesh twice[2] = {};
    twice[0].mesh = twice[1].mesh = floor;
    twice[1].pose.position.x = 100;
    const carom_vec3 factors[2] = {{1, 1, 1}, {2, 1, 1}};
    carom::scene scene = carom::make_scene(twice, factors);
    std::array<std::uint32_t, 2> seen{};
    const bool sees = view && view.query(scene, seen) == 1 && seen[0] == 0 &&
                      view.classify(carom_vec3{0, 0, 0}) == CAROM_CONTAINS && view.make_hull() &&
                      !carom::make_scene(twice, {factors, 1}) &&
                      carom_mesh_bounds(wide).max.x == 18;
    scene.reset();

    carom::mesh moved = std::move(floor); // owners move, and what they hold stays where it is
    carom::hull hull = carom::make_hull(corners);
    carom::world world = carom::make_world();
    carom_collider_def def{};
    def.shape = carom_shape_mesh(moved);
    def.kind = CAROM_COLLIDER_STATIC;
    const bool inserted = carom_world_insert(world, &def, nullptr) == CAROM_OK;

    const bool right = sees && hit.hit && hit.fraction > carom_real(0.0999) && gap.distance > 0 &&
                       touch.count == 4 && std::fabs(double(above.distance) - 2.5) < 1e-4 &&
                       !floor && hull && inserted && carom_hull_vertex_count(hull) == 4;
    const carom::mesh none = carom::make_mesh({}, faces, &status);
    return right && !none && status == CAROM_ERROR_INDEX ? 0 : 1;
}
