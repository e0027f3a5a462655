/* Mass of shapes: closed forms for boxes and round solids (see any table of moments of inertia);
 * tetrahedra, hulls and k-DOPs by signed tetrahedra [Mirtich96] in double-double, which loses
 * nothing where they are flat. All lengths are scaled by a power of two first, so that a power
 * of two times a shape has the same digits. */
#include "carom/mass.h"

#include "carom/fit.h"
#include "fit/hull.h"
#include "fit/volume.h"
#include "mass/mass_of.h"
#include "mass/mass_rounded.h"
#include "mass/mass_rounded_ellipsoid.h"
#include "mass/mass_rounded_revolution.h"
#include "mass/tolerances.h"
#include "math/power.h"

#define PI 3.14159265358979323846

/* ---- boxes and ellipsoids: the image of a cube or ball under a matrix */

/* The second moments of sum of s_i axes_i h_i are `share` of the volume times sum of h^2 a a^T. */
static void affine_moments(moments *out, const carom_vec3 axes[3], vec3 half, double share) {
    const vec3 a[3] = {load3(axes[0]), load3(axes[1]), load3(axes[2])};
    const double h[3] = {half.x, half.y, half.z}, det = fabs(dot3(cross3(a[0], a[1]), a[2]));
    out->volume *= h[0] * h[1] * h[2] * det;
    out->volume_error = MASS_FORM_ROUNDING * out->volume;
    for (int k = 0; k < 3; k++) {
        const double weight = out->volume * share * h[k] * h[k];
        const double part[6] = {a[k].x * a[k].x, a[k].y * a[k].y, a[k].z * a[k].z,
                                a[k].y * a[k].z, a[k].x * a[k].z, a[k].x * a[k].y};
        for (int i = 0; i < 6; i++)
            out->second[i] += weight * part[i];
    }
}

static const carom_vec3 unit_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void aabb_moments(moments *out, const carom_aabb *box) {
    const vec3 low = scale3(load3(box->min), 0.5), high = scale3(load3(box->max), 0.5);
    const vec3 half = sub3(high, low);
    out->scale = scaling_power(max_abs3(half));
    out->center = add3(low, high);
    out->volume = 8.0;
    affine_moments(out, unit_axes, scale3(half, out->scale), 1.0 / 3.0);
}

static void obb_moments(moments *out, const carom_obb *box) {
    const vec3 half = load3(box->half_extents);
    out->scale = scaling_power(max_abs3(half));
    out->center = load3(box->center);
    out->volume = 8.0;
    affine_moments(out, box->axes, scale3(half, out->scale), 1.0 / 3.0);
}

static void ellipsoid_moments(moments *out, const carom_ellipsoid *e) {
    const vec3 radii = load3(e->radii);
    out->scale = scaling_power(max_abs3(radii));
    out->center = load3(e->center);
    out->volume = 4.0 / 3.0 * PI;
    affine_moments(out, e->axes, scale3(radii, out->scale), 1.0 / 5.0);
}

/* ---- solids of revolution */

/* The length r and the axis d of a solid of revolution, scaled. */
typedef struct revolution {
    double r, h;
    vec3 d;
} revolution;

static revolution scale_revolution(moments *out, carom_vec3 a, carom_vec3 b, double radius) {
    const vec3 half = sub3(scale3(load3(b), 0.5), scale3(load3(a), 0.5));
    const double size = max2(radius, max_abs3(half));
    out->scale = scaling_power(size);
    const vec3 d = scale3(scale3(half, out->scale), 2.0);
    return (revolution){radius * out->scale, sqrt(len2(d)), d};
}

/* `along` and `across` the axis, of the whole solid. */
static void revolve_moments(moments *out, const revolution *s, double along, double across) {
    const double more = s->h > 0.0 ? (along - across) / len2(s->d) : 0.0;
    out->volume_error = MASS_FORM_ROUNDING * out->volume;
    out->second[0] = across + more * s->d.x * s->d.x;
    out->second[1] = across + more * s->d.y * s->d.y;
    out->second[2] = across + more * s->d.z * s->d.z;
    out->second[3] = more * s->d.y * s->d.z;
    out->second[4] = more * s->d.x * s->d.z;
    out->second[5] = more * s->d.x * s->d.y;
}

static void capsule_moments(moments *out, carom_vec3 a, carom_vec3 b, double radius) {
    const revolution s = scale_revolution(out, a, b, radius);
    const double r2 = s.r * s.r, tube = PI * r2 * s.h, ball = 4.0 / 3.0 * PI * r2 * s.r;
    out->center = add3(scale3(load3(a), 0.5), scale3(load3(b), 0.5));
    out->volume = tube + ball;
    revolve_moments(
        out, &s, tube * s.h * s.h / 12.0 + ball * (0.2 * r2 + 0.25 * s.h * s.h + 0.375 * s.h * s.r),
        tube * 0.25 * r2 + ball * 0.2 * r2);
}

static void cylinder_moments(moments *out, const carom_cylinder *c) {
    const revolution s = scale_revolution(out, c->a, c->b, (double)c->radius);
    const double r2 = s.r * s.r;
    out->center = add3(scale3(load3(c->a), 0.5), scale3(load3(c->b), 0.5));
    out->volume = PI * r2 * s.h;
    revolve_moments(out, &s, out->volume * s.h * s.h / 12.0, out->volume * 0.25 * r2);
}

static void cone_moments(moments *out, const carom_cone *c) {
    const revolution s = scale_revolution(out, c->base, c->apex, (double)c->radius);
    const double r2 = s.r * s.r;
    out->center = add3(scale3(load3(c->base), 0.75), scale3(load3(c->apex), 0.25));
    out->volume = PI * r2 * s.h / 3.0;
    revolve_moments(out, &s, out->volume * 0.0375 * s.h * s.h, out->volume * 0.15 * r2);
}

/* ---- rounded boxes */

/* The box, slabs on its faces, and what the quarters of cylinders along the edges and the eighths
 * of a ball at the corners, put together, leave of their centres: the polynomial of Steiner, and
 * the same for second moments. */
static void round_box_moments(moments *out, const carom_vec3 axes[3], vec3 half, double radius) {
    out->scale = scaling_power(max2(max_abs3(half), radius));
    const double r = radius * out->scale, r2 = r * r, r3 = r2 * r;
    const vec3 h = scale3(half, out->scale);
    out->volume = 8.0 * h.x * h.y * h.z + 8.0 * r * (h.x * h.y + h.y * h.z + h.z * h.x) +
                  2.0 * PI * r2 * (h.x + h.y + h.z) + 4.0 / 3.0 * PI * r3;
    out->volume_error = MASS_FORM_ROUNDING * out->volume;
    for (int i = 0; i < 3; i++) {
        const double a = axis3(h, i), b = axis3(h, (i + 1) % 3), c = axis3(h, (i + 2) % 3);
        const double across = 4.0 * b * c + 4.0 * r * (b + c) + PI * r2; /* middle cut */
        const double ends =
            8.0 * b * c * (a * a * r + a * r2 + r3 / 3.0) +
            (b + c) * (2.0 * PI * r2 * a * a + 16.0 / 3.0 * a * r3 + 0.5 * PI * r2 * r2) +
            PI * r3 * (4.0 / 3.0 * a * a + a * r + 4.0 / 15.0 * r2);
        const double along = across * 2.0 / 3.0 * a * a * a + ends;
        const vec3 u = load3(axes[i]);
        const double part[6] = {u.x * u.x, u.y * u.y, u.z * u.z, u.y * u.z, u.x * u.z, u.x * u.y};
        for (int k = 0; k < 6; k++)
            out->second[k] += along * part[k];
    }
}

/* ---- polyhedra */

static void tetrahedron_moments(moments *out, const carom_tetrahedron *t) {
    static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    vec3 low = load3(t->v[0]), high = low;
    moment_sum sum;
    for (int i = 1; i < 4; i++) {
        low = lower3(low, load3(t->v[i]));
        high = upper3(high, load3(t->v[i]));
    }
    if (!carom_moment_sum_start(&sum, low, high)) return;
    for (int f = 0; f < 4; f++) {
        const int *v = faces[f];
        const vec3 face[3] = {load3(t->v[v[0]]), load3(t->v[v[1]]), load3(t->v[v[2]])};
        carom_moment_sum_add(&sum, face);
    }
    carom_moment_sum_finish(out, &sum);
}

static void hull_moments(const hull_data *hull, void *context) {
    moment_sum sum;
    if (hull->dimension < 3 || !carom_moment_sum_start(&sum, hull->low, hull->high)) return;
    for (int32_t f = 0; f < hull->face_count; f++) {
        const int32_t first = hull->face_edge[f];
        int32_t e = hull->next[first];
        vec3 fan[3] = {hull_vertex(hull, hull->origin[first]), hull_vertex(hull, hull->origin[e])};
        for (e = hull->next[e]; e != first; e = hull->next[e]) {
            fan[2] = hull_vertex(hull, hull->origin[e]);
            carom_moment_sum_add(&sum, fan);
            fan[1] = fan[2];
        }
    }
    carom_moment_sum_finish(context, &sum);
}

static void kdop_moments(moments *out, const carom_kdop *kdop) {
    const carom_aabb box = carom_fit_aabb_kdop(kdop);
    const double farthest = max2(max_abs3(load3(box.min)), max_abs3(load3(box.max)));
    if (carom_kdop_hull(kdop, hull_moments, out))
        out->volume_error += MASS_KDOP_ERROR * (farthest * out->scale);
}

/* ---- all kinds */

static bool is_planar_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SEGMENT ||
           kind == CAROM_SHAPE_TRIANGLE || kind == CAROM_SHAPE_POLYGON;
}

/* False for shapes that have no moments. */
static bool shape_moments(moments *out, const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_SPHERE: {
        const carom_sphere *s = &shape->as.sphere;
        capsule_moments(out, s->center, s->center, (double)s->radius);
        return true;
    }
    case CAROM_SHAPE_CAPSULE: {
        const carom_capsule *c = &shape->as.capsule;
        capsule_moments(out, c->a, c->b, (double)c->radius);
        return true;
    }
    case CAROM_SHAPE_AABB: aabb_moments(out, &shape->as.aabb); return true;
    case CAROM_SHAPE_OBB: obb_moments(out, &shape->as.obb); return true;
    case CAROM_SHAPE_KDOP: kdop_moments(out, &shape->as.kdop); return true;
    case CAROM_SHAPE_CYLINDER: cylinder_moments(out, &shape->as.cylinder); return true;
    case CAROM_SHAPE_CONE: cone_moments(out, &shape->as.cone); return true;
    case CAROM_SHAPE_ELLIPSOID: ellipsoid_moments(out, &shape->as.ellipsoid); return true;
    case CAROM_SHAPE_TETRAHEDRON: tetrahedron_moments(out, &shape->as.tetrahedron); return true;
    case CAROM_SHAPE_HULL: hull_moments(carom_hull_data(shape->as.hull.hull), out); return true;
    default: return is_planar_kind(shape->kind);
    }
}

/* What a core's hull is read for. */
typedef struct rounded_hull {
    moments *out;
    double radius;
} rounded_hull;

/* Of any dimension: a polyhedron that has volume, else a polygon, a capsule, a ball. */
static void read_rounded_hull(const hull_data *hull, void *context) {
    const rounded_hull *rounded = context;
    moments core = {.scale = 1.0};
    const vec3 a = hull_vertex(hull, 0), b = hull_vertex(hull, hull->vertex_count - 1);
    if (hull->dimension < 2) {
        capsule_moments(rounded->out, store3(a), store3(b), rounded->radius);
        return;
    }
    hull_moments(hull, &core);
    carom_rounded_hull_moments(rounded->out, hull, &core, rounded->radius);
}

static bool rounded_points(moments *out, const carom_vec3 *given, int32_t count, double radius) {
    vec3 points[KDOP_VERTICES];
    rounded_hull rounded = {out, radius};
    for (int32_t i = 0; i < count && i < KDOP_VERTICES; i++)
        points[i] = load3(given[i]);
    return carom_points_hull(points, count, read_rounded_hull, &rounded);
}

static bool rounded_kdop(moments *out, const carom_kdop *kdop, double radius) {
    rounded_hull rounded = {out, radius};
    const carom_aabb box = carom_fit_aabb_kdop(kdop);
    const double farthest = max2(max_abs3(load3(box.min)), max_abs3(load3(box.max)));
    if (!carom_kdop_hull(kdop, read_rounded_hull, &rounded)) return false;
    /* half a core and the radius are below 2 each: four times the surface */
    out->volume_error += 4.0 * MASS_KDOP_ERROR * (farthest * out->scale);
    return true;
}

static void rounded_cylinder(moments *out, const carom_shape *core, double radius) {
    const carom_cylinder *c = &core->as.cylinder;
    const double r = (double)c->radius;
    const rounded_revolution solid = {load3(c->a), load3(c->b), {0, 0, 1}, r, r, radius};
    carom_rounded_revolution_moments(out, &solid);
}

static void rounded_cone(moments *out, const carom_shape *core, double radius) {
    const carom_cone *c = &core->as.cone;
    const rounded_revolution solid = {
        load3(c->base), load3(c->apex), {0, 0, 1}, (double)c->radius, 0.0, radius};
    carom_rounded_revolution_moments(out, &solid);
}

/* In the frame of the core. */
static bool rounded_moments(moments *out, const carom_rounded_shape *given) {
    const carom_shape *core = given->core;
    const double radius = (double)given->radius;
    if (!(radius > 0.0)) return shape_moments(out, core);
    const carom_vec3 *p = &core->as.point;
    switch (core->kind) {
    case CAROM_SHAPE_POINT: capsule_moments(out, p[0], p[0], radius); return true;
    case CAROM_SHAPE_SEGMENT: capsule_moments(out, p[0], p[1], radius); return true;
    case CAROM_SHAPE_SPHERE:
        capsule_moments(out, p[0], p[0], (double)core->as.sphere.radius + radius);
        return true;
    case CAROM_SHAPE_CAPSULE:
        capsule_moments(out, p[0], p[1], (double)core->as.capsule.radius + radius);
        return true;
    case CAROM_SHAPE_AABB: {
        const vec3 low = scale3(load3(core->as.aabb.min), 0.5),
                   high = scale3(load3(core->as.aabb.max), 0.5);
        out->center = add3(low, high);
        round_box_moments(out, unit_axes, sub3(high, low), radius);
        return true;
    }
    case CAROM_SHAPE_OBB:
        out->center = load3(core->as.obb.center);
        round_box_moments(out, core->as.obb.axes, load3(core->as.obb.half_extents), radius);
        return true;
    case CAROM_SHAPE_TRIANGLE: return rounded_points(out, p, 3, radius);
    case CAROM_SHAPE_TETRAHEDRON: return rounded_points(out, p, 4, radius);
    case CAROM_SHAPE_POLYGON:
        return rounded_points(out, core->as.polygon.vertices, core->as.polygon.count, radius);
    case CAROM_SHAPE_KDOP: return rounded_kdop(out, &core->as.kdop, radius);
    case CAROM_SHAPE_HULL: {
        rounded_hull rounded = {out, radius};
        read_rounded_hull(carom_hull_data(core->as.hull.hull), &rounded);
        return true;
    }
    case CAROM_SHAPE_CYLINDER: rounded_cylinder(out, core, radius); return true;
    case CAROM_SHAPE_CONE: rounded_cone(out, core, radius); return true;
    case CAROM_SHAPE_ELLIPSOID:
        carom_rounded_ellipsoid_moments(out, &core->as.ellipsoid, radius);
        return true;
    default: return false;
    }
}

/* Tetrahedra come in either orientation. */
static void turn_outwards(moments *m) {
    if (m->volume >= 0.0) return;
    m->volume = -m->volume;
    for (int i = 0; i < 6; i++)
        m->second[i] = -m->second[i];
}

carom_status carom_mass_shape(carom_mass *mass, const carom_shape *shape, double density) {
    moments found = {.scale = 1.0};
    if (!mass || !shape || carom_shape_problem(shape) || !density_is_sound(density))
        return CAROM_ERROR_ARGUMENT;
    if (shape->kind == CAROM_SHAPE_MESH) return carom_mass_mesh(mass, shape->as.mesh, density);
    const bool rounded = shape->kind == CAROM_SHAPE_ROUNDED;
    carom_shape own = *shape;
    if (rounded) own.as.rounded.pose = carom_pose_identity();
    if (!(rounded ? rounded_moments(&found, &own.as.rounded) : shape_moments(&found, shape)))
        return CAROM_ERROR_ARGUMENT;
    turn_outwards(&found);
    const carom_aabb bounds = carom_shape_bounds(&own, carom_pose_identity());
    const carom_status status = carom_mass_of_moments(mass, &found, density, &bounds);
    if (rounded && status == CAROM_OK) *mass = carom_mass_transform(mass, shape->as.rounded.pose);
    return status;
}
