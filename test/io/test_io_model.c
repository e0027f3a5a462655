/* Files as meshes and scenes of one call: every format's cube, instances that share a mesh, what is
 * scaled or mirrored, and what cannot be read or built. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "test_io.h"

#include "carom/carom.h"
#include "carom/io_mesh.h"
#include "../common/test_aligned.h"

static char why[300];

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
}

static void cubes_of_every_format(void **state) {
    (void)state;
    static const char *const names[] = {"cube.obj", "cube.ply", "cube.stl"};
    for (int i = 0; i < 3; i++) {
        char path[300];
        carom_mesh *mesh = NULL;
        carom_io_model *model = NULL;
        snprintf(path, sizeof path, "%s/%s", TEST_DATA, names[i]);
        assert_true(carom_io_load_mesh(path, NULL, &mesh, why, sizeof why));
        assert_int_equal(carom_mesh_triangle_count(mesh), 12);
        assert_true(carom_io_load_scene(path, NULL, &model, why, sizeof why));
        const carom_aabb a = carom_mesh_bounds(mesh);
        const carom_aabb b = carom_mesh_bounds(carom_io_model_instance(model, 0).mesh);
        assert_int_equal(carom_scene_count(carom_io_model_scene(model)), 1);
        assert_true(a.min.x == b.min.x && a.max.y == b.max.y && a.max.z == b.max.z);
        carom_mesh_destroy(mesh);
        carom_io_model_destroy(model);
    }
}

/* Two nodes of one mesh: turned by a quarter and moved, and as `second` says. */
#define NODES(second)                                                                              \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["      \
    "{\"mesh\":0,\"translation\":[5,0,0],\"rotation\":[0,0,0.7071067811865476,"                    \
    "0.7071067811865476]}," second "],\"meshes\":[{\"primitives\":[{\"attributes\":"               \
    "{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"                \
    "\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":"             \
    "[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":"                  \
    "\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}"

static carom_io_model *load_nodes(const char *text) {
    carom_io_model *model = NULL;
    char path[sizeof test_folder + sizeof "/nodes.gltf"];
    snprintf(path, sizeof path, "%s/nodes.gltf", test_folder);
    write_file(path, text);
    if (!carom_io_load_scene(path, NULL, &model, why, sizeof why)) fail_msg("%s", why);
    remove(path);
    return model;
}

static void instances_share_a_mesh(void **state) {
    (void)state;
    carom_io_model *model = load_nodes(NODES("{\"mesh\":0,\"translation\":[0,0,3]}"));
    const carom_placed_mesh a = carom_io_model_instance(model, 0);
    const carom_placed_mesh b = carom_io_model_instance(model, 1);
    assert_non_null(a.mesh);
    assert_ptr_equal(a.mesh, b.mesh);
    assert_true(a.pose.position.x == 5 && b.pose.position.z == 3 && b.pose.rotation.w == 1);
    assert_null(carom_pose_problem(a.pose));
    assert_null(carom_io_model_instance(model, 2).mesh);
    const carom_ray ray = {{4.75F, 0.25F, 9}, {0, 0, -1}, 0, 100}; /* x 5 - y, y from 0 to 1 */
    const carom_scene_ray_hit hit =
        carom_raycast_ray_scene(&ray, carom_io_model_scene(model), CAROM_BOTH_SIDES);
    assert_true(hit.hit && hit.instance == 0);
    assert_true(fabs((double)hit.at.t - 9) < 1e-6);
    carom_io_model_destroy(model);
}

/* Still seen from above, as the corners of a mirror image are reversed: outsides stay outside. */
static void assert_front_above(const carom_mesh *mesh) {
    const carom_triangle t = carom_mesh_triangle(mesh, 0);
    const carom_vec3 n =
        carom_vec3_cross(carom_vec3_subtract(t.v[1], t.v[0]), carom_vec3_subtract(t.v[2], t.v[0]));
    assert_true(n.z > 0);
}

static void factors_scale_a_copy(void **state) {
    (void)state;
    static const struct {
        const char *text;
        float low, high;
    } cases[] = {{NODES("{\"mesh\":0,\"scale\":[2,2,2]}"), 0, 2},
                 {NODES("{\"mesh\":0,\"scale\":[1.0005,1,1]}"), 0, 1.0005F},
                 {NODES("{\"mesh\":0,\"scale\":[-1,1,1]}"), -1, 0},
                 {NODES("{\"mesh\":0,\"scale\":[0.5,-3,1]}"), 0, 0.5F}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        carom_io_model *model = load_nodes(cases[i].text);
        const carom_placed_mesh a = carom_io_model_instance(model, 0);
        const carom_placed_mesh b = carom_io_model_instance(model, 1);
        assert_ptr_not_equal(a.mesh, b.mesh);
        assert_true(b.pose.rotation.w == 1 && b.pose.position.x == 0);
        const carom_aabb box = carom_mesh_bounds(b.mesh);
        assert_true(box.min.x == (carom_real)cases[i].low);
        assert_true(fabs((double)(box.max.x - (carom_real)cases[i].high)) < 1e-7);
        assert_front_above(b.mesh);
        carom_io_model_destroy(model);
    }
}

/* 2, 3, 1 along the mesh's axes, then turned by 0.6, 0.8 and moved: alone, moved, and with x and y
 * changed round between factors whose products are 2 and 3. Then all three axes mirrored. */
static void equal_factors_share_a_copy(void **state) {
    (void)state;
    carom_io_model *model =
        load_nodes(NODES("{\"mesh\":0,\"scale\":[2,3,1],\"translation\":[0,0,7],\"rotation\":"
                         "[0,0,0.4472135954999579,0.8944271909999159],\"children\":[2,3,4]},"
                         "{\"mesh\":0,\"translation\":[0,0,1]},"
                         "{\"mesh\":0,\"rotation\":[0.7071067811865476,0.7071067811865476,0,0],"
                         "\"scale\":[0.6666666666666666,1.5,1]},"
                         "{\"mesh\":0,\"scale\":[-1,-1,-1]}"));
    const carom_scene *scene = carom_io_model_scene(model);
    carom_placed_mesh of[5];
    for (size_t i = 0; i < 5; i++) {
        of[i] = carom_io_model_instance(model, i);
        assert_non_null(of[i].mesh);
        assert_ptr_equal(of[i].mesh, carom_scene_instance(scene, i).mesh);
    }
    assert_null(carom_scene_instance(scene, 5).mesh);
    assert_ptr_equal(of[1].mesh, of[2].mesh);
    assert_true(of[1].pose.position.z == 7 && of[2].pose.position.z == 8);
    assert_ptr_equal(of[1].mesh, of[3].mesh);
    assert_true(fabs((double)carom_mesh_bounds(of[1].mesh).max.y - 3) < 1e-6);
    assert_true(fabs((double)carom_mesh_bounds(of[4].mesh).min.y + 3) < 1e-6);
    carom_io_model_destroy(model);
}

/* A parent's scale shears a turned child: its triangles are transformed. */
static void what_is_sheared_is_transformed(void **state) {
    (void)state;
    carom_io_model *model =
        load_nodes(NODES("{\"scale\":[2,1,1],\"children\":[2]},"
                         "{\"mesh\":0,\"rotation\":[0,0,0.3826834323650898,0.9238795325112867]}"));
    const carom_placed_mesh a = carom_io_model_instance(model, 1);
    const carom_aabb box = carom_mesh_bounds(a.mesh);
    assert_true(a.pose.rotation.w == 1 && a.pose.position.x == 0);
    assert_true(fabs((double)box.max.x - sqrt(2)) < 1e-6);
    assert_true(fabs((double)box.min.x + sqrt(2)) < 1e-6);
    assert_true(fabs((double)box.max.y - sqrt(0.5)) < 1e-6);
    carom_io_model_destroy(model);
}

/* A factor of 0 has no mesh of factors. */
static void flat_instances_are_transformed(void **state) {
    (void)state;
    carom_io_model *model = load_nodes(NODES("{\"mesh\":0,\"scale\":[1,0,1]}"));
    const carom_aabb box = carom_mesh_bounds(carom_io_model_instance(model, 1).mesh);
    assert_true(box.max.x == 1 && box.max.y == 0 && box.min.y == 0);
    carom_io_model_destroy(model);
}

static size_t allocations, allowed;

static void *limited_alloc(size_t size, void *user) {
    (void)user;
    if (allocations++ >= allowed) return NULL;
    return aligned_block(size);
}

static void limited_free(void *memory, void *user) {
    (void)user;
    aligned_free(memory);
}

static void failures(void **state) {
    (void)state;
    carom_mesh *mesh = NULL;
    carom_io_model *model = NULL;
    assert_false(carom_io_load_mesh("/nowhere/x.obj", NULL, &mesh, why, sizeof why));
    assert_non_null(strstr(why, "/nowhere/x.obj"));
    assert_false(carom_io_load_scene("/nowhere/x.obj", NULL, &model, why, sizeof why));
    assert_true(!mesh && !model);
    const carom_mesh_def options = {.allocator = {limited_alloc, limited_free, NULL}};
    bool done = false;
    for (allowed = 0; !done && allowed < 200; allowed++) {
        allocations = 0;
        why[0] = '\0';
        done = carom_io_load_scene(TEST_DATA "/cube.obj", &options, &model, why, sizeof why);
        if (!done) assert_true(!model && strstr(why, "cube.obj: "));
    }
    assert_true(done && allowed > 3);
    carom_io_model_destroy(model);
    carom_io_model_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_of_every_format),
        cmocka_unit_test(instances_share_a_mesh),
        cmocka_unit_test(factors_scale_a_copy),
        cmocka_unit_test(equal_factors_share_a_copy),
        cmocka_unit_test(what_is_sheared_is_transformed),
        cmocka_unit_test(flat_instances_are_transformed),
        cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
