/* Two closed-form queries: all that this program may link. */
#include "carom/closest.h"
#include "carom/raycast.h"

int main(int argc, char **argv) {
    (void)argv;
    carom_real x = (carom_real)argc;
    carom_segment segment = {{0, 0, 0}, {x, 0, 0}};
    carom_sphere sphere = {{0, 0, 4}, x};
    carom_ray ray = {.direction = {0, 0, 1}, .t_max = 9};
    return carom_closest_point_segment((carom_vec3){1, x, 1}, &segment).distance < 0 ||
           carom_raycast_ray_sphere(&ray, &sphere).t < 0;
}
