/* Colours of materials of glTF [Khronos21] 3.9: the factor of the base colour, which is linear,
 * by the transfer function of sRGB [IEC61966-2-1]. A base colour that is a picture is not known.
 * The roots are found by Newton's method in a fixed number of steps, so that colours have the same
 * bits with every C library. */
#include <math.h>
#include <string.h>

#include "format/gltf/gltf.h"
#include "format/gltf/gltf_material.h"

/* The cube root of a number from 0.05 to 1; Newton's method from 1 converges from above. */
static double cube_root(double a) {
    double root = 1.0;
    for (int i = 0; i < 12; i++)
        root = (2.0 * root + a / (root * root)) / 3.0;
    return root;
}

/* 1.055 x^(1/2.4) - 0.055 for larger values: 1/2.4 is 1/4 + 1/6. */
static double screen_value(double linear) {
    if (!(linear > 0.0)) return 0.0;
    if (linear >= 1.0) return 1.0;
    if (linear <= 0.0031308) return 12.92 * linear;
    const double root = sqrt(linear);
    return 1.055 * (sqrt(root) * cube_root(root)) - 0.055;
}

/* A list of numbers of this count; false where it is another thing. */
static bool read_factor(json_t *list, double *out, size_t count) {
    if (json_array_size(list) != count) return false;
    for (size_t i = 0; i < count; i++) {
        if (!json_is_number(json_array_get(list, i))) return false;
        out[i] = json_number_value(json_array_get(list, i));
    }
    return true;
}

/* The factor of the base colour, which is white unless given; false where a picture has it. */
static bool base_color(json_t *material, double factor[4]) {
    json_t *metallic = json_object_get(material, "pbrMetallicRoughness");
    json_t *specular = json_object_get(json_object_get(material, "extensions"),
                                       "KHR_materials_pbrSpecularGlossiness");
    if (json_is_object(metallic) || !json_is_object(specular)) {
        read_factor(json_object_get(metallic, "baseColorFactor"), factor, 4);
        return !json_object_get(metallic, "baseColorTexture");
    }
    read_factor(json_object_get(specular, "diffuseFactor"), factor, 4);
    return !json_object_get(specular, "diffuseTexture");
}

void carom_io_gltf_color(const gltf_state *g, json_t *primitive, double color[4]) {
    json_t *index = json_object_get(primitive, "material");
    json_t *list = json_object_get(g->root, "materials");
    const json_int_t number = json_is_integer(index) ? json_integer_value(index) : -1;
    double factor[4] = {1.0, 1.0, 1.0, 1.0};
    memset(color, 0, 4 * sizeof *color);
    if (number < 0 || (size_t)number >= json_array_size(list)) return;
    json_t *material = json_array_get(list, (size_t)number);
    if (!base_color(material, factor)) return;
    for (int k = 0; k < 3; k++)
        color[k] = screen_value(factor[k]);
    const char *mode = json_string_value(json_object_get(material, "alphaMode"));
    const bool blended = mode && !strcmp(mode, "BLEND");
    color[3] = blended ? fmin(fmax(factor[3], 0.0), 1.0) : 1.0;
}
