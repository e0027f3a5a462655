// Two boxes as textbooks and the newest engines have them, in float and without exactness, written
// here from the descriptions: the 15 separating axes of [Ericson05] 4.4.1, and [Gregorius13]'s
// contact by reference face, incident face and clipping. An axis of two edges that are nearly
// parallel is left out, and one of edges must be better than the faces by a tolerance. All points
// of the clip stay; Gregorius reduces them to four, which takes longer.
#include <cmath>
#include <memory>

#include "convex.hpp"

namespace bench {

namespace {

struct Vec3 {
    float v[3];
};

struct BoxFrame {
    Vec3 at, axis[3];
    float half[3];
};

float dot(const Vec3 &a, const Vec3 &b) {
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

Vec3 minus(const Vec3 &a, const Vec3 &b) {
    return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
}

Vec3 along(const Vec3 &a, const Vec3 &d, float t) {
    return {{a.v[0] + d.v[0] * t, a.v[1] + d.v[1] * t, a.v[2] + d.v[2] * t}};
}

BoxFrame frame_of(const carom_shape &box, const carom_pose &pose) {
    const carom_quat q = pose.rotation;
    const carom_vec3 h = half_size(box), p = pose.position;
    return {{{p.x, p.y, p.z}},
            {{{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
               2 * (q.x * q.z - q.w * q.y)}},
             {{2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
               2 * (q.y * q.z + q.w * q.x)}},
             {{2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
               1 - 2 * (q.x * q.x + q.y * q.y)}}},
            {h.x, h.y, h.z}};
}

/// B in the frame of A.
struct Relative {
    float by[3][3], size[3][3], t[3]; ///< rotation, its magnitudes, and the centre
};

void relate(Relative &r, const BoxFrame &a, const BoxFrame &b) {
    const Vec3 apart = minus(b.at, a.at);
    for (int i = 0; i < 3; i++) {
        r.t[i] = dot(apart, a.axis[i]);
        for (int j = 0; j < 3; j++) {
            r.by[i][j] = dot(a.axis[i], b.axis[j]);
            r.size[i][j] = std::fabs(r.by[i][j]) + 1e-6f;
        }
    }
}

float gap_of_face_a(const Relative &r, const BoxFrame &a, const BoxFrame &b, int i) {
    return std::fabs(r.t[i]) - a.half[i] - b.half[0] * r.size[i][0] - b.half[1] * r.size[i][1] -
           b.half[2] * r.size[i][2];
}

float along_b(const Relative &r, int j) {
    return r.t[0] * r.by[0][j] + r.t[1] * r.by[1][j] + r.t[2] * r.by[2][j];
}

float gap_of_face_b(const Relative &r, const BoxFrame &a, const BoxFrame &b, int j) {
    return std::fabs(along_b(r, j)) - b.half[j] - a.half[0] * r.size[0][j] -
           a.half[1] * r.size[1][j] - a.half[2] * r.size[2][j];
}

/// Along the cross product of edge i of A and edge j of B, not divided by its length.
float gap_of_edges(const Relative &r, const BoxFrame &a, const BoxFrame &b, int i, int j) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return std::fabs(r.t[i2] * r.by[i1][j] - r.t[i1] * r.by[i2][j]) - a.half[i1] * r.size[i2][j] -
           a.half[i2] * r.size[i1][j] - b.half[j1] * r.size[i][j2] - b.half[j2] * r.size[i][j1];
}

bool touch(const BoxFrame &a, const BoxFrame &b) {
    Relative r;
    relate(r, a, b);
    for (int i = 0; i < 3; i++)
        if (gap_of_face_a(r, a, b, i) > 0) return false;
    for (int j = 0; j < 3; j++)
        if (gap_of_face_b(r, a, b, j) > 0) return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (gap_of_edges(r, a, b, i, j) > 0) return false;
    return true;
}

struct Least {
    float gap;
    int axis; ///< faces of A 0 to 2, of B 3 to 5, edges from 6; -1: apart
};

Least least_axis(const Relative &r, const BoxFrame &a, const BoxFrame &b) {
    Least best = {-1e30f, -1};
    for (int i = 0; i < 6; i++) {
        const float gap = i < 3 ? gap_of_face_a(r, a, b, i) : gap_of_face_b(r, a, b, i - 3);
        if (gap > 1e-5f) return {gap, -1};
        if (gap > best.gap + (i == 3 ? 1e-5f : 0.0f)) best = {gap, i};
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const float square = 1 - r.by[i][j] * r.by[i][j];
            if (square < 1e-4f) continue;
            const float gap = gap_of_edges(r, a, b, i, j) / std::sqrt(square);
            if (gap > 1e-5f) return {gap, -1};
            if (gap > best.gap + 1e-3f) best = {gap, 6 + 3 * i + j};
        }
    return best;
}

struct Polygon {
    int count;
    Vec3 point[8];
};

/// What lies below a side plane of the reference face.
void clip(Polygon &p, const Vec3 &n, float offset) {
    Polygon out;
    out.count = 0;
    for (int i = 0; i < p.count; i++) {
        const Vec3 &from = p.point[i], &to = p.point[i + 1 < p.count ? i + 1 : 0];
        const float d = dot(n, from) - offset, e = dot(n, to) - offset;
        if (d <= 0 && out.count < 8) out.point[out.count++] = from;
        if ((d <= 0) != (e <= 0) && out.count < 8)
            out.point[out.count++] = along(from, minus(to, from), d / (d - e));
    }
    p = out;
}

/// The face of `box` that looks most against n.
Polygon incident_face(const BoxFrame &box, const Vec3 &n) {
    int k = 0;
    float most = 0, d[3];
    for (int i = 0; i < 3; i++) {
        d[i] = dot(box.axis[i], n);
        if (std::fabs(d[i]) > most) most = std::fabs(d[i]), k = i;
    }
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    const Vec3 middle = along(box.at, box.axis[k], d[k] > 0 ? -box.half[k] : box.half[k]);
    Polygon p;
    p.count = 4;
    for (int i = 0; i < 4; i++)
        p.point[i] = along(along(middle, box.axis[u], i == 1 || i == 2 ? box.half[u] : -box.half[u]),
                           box.axis[v], i >= 2 ? box.half[v] : -box.half[v]);
    return p;
}

struct Contacts {
    Vec3 normal;
    int count;
    struct {
        Vec3 at;
        float depth;
    } point[8];
};

void face_contacts(Contacts &out, const BoxFrame &own, const BoxFrame &other, int axis,
                   bool outward) {
    Vec3 n = own.axis[axis];
    if (!outward) n = {{-n.v[0], -n.v[1], -n.v[2]}};
    Polygon p = incident_face(other, n);
    for (int i = 1; i < 3; i++) {
        const Vec3 s = own.axis[(axis + i) % 3];
        const float middle = dot(s, own.at), half = own.half[(axis + i) % 3];
        clip(p, s, middle + half);
        clip(p, {{-s.v[0], -s.v[1], -s.v[2]}}, half - middle);
    }
    const float plane = dot(n, own.at) + own.half[axis];
    out.normal = n;
    for (int i = 0; i < p.count; i++) {
        const float depth = plane - dot(n, p.point[i]);
        if (depth < -1e-5f) continue;
        out.point[out.count++] = {p.point[i], depth};
    }
}

/// The nearest points of the two edges' lines.
void edge_contact(Contacts &out, const Relative &r, const BoxFrame &a, const BoxFrame &b,
                  const Least &least) {
    const int i = (least.axis - 6) / 3, j = (least.axis - 6) % 3;
    const Vec3 &u = a.axis[i], &v = b.axis[j], apart = minus(b.at, a.at);
    Vec3 n = {{u.v[1] * v.v[2] - u.v[2] * v.v[1], u.v[2] * v.v[0] - u.v[0] * v.v[2],
               u.v[0] * v.v[1] - u.v[1] * v.v[0]}};
    const float per = (dot(n, apart) < 0 ? -1.0f : 1.0f) / std::sqrt(dot(n, n));
    n = {{n.v[0] * per, n.v[1] * per, n.v[2] * per}};
    Vec3 p = a.at, q = b.at;
    for (int k = 0; k < 3; k++) {
        if (k != i) p = along(p, a.axis[k], dot(a.axis[k], n) > 0 ? a.half[k] : -a.half[k]);
        if (k != j) q = along(q, b.axis[k], dot(b.axis[k], n) > 0 ? -b.half[k] : b.half[k]);
    }
    const Vec3 w = minus(q, p);
    const float uv = r.by[i][j], s = (dot(w, u) - dot(w, v) * uv) / (1 - uv * uv);
    out.normal = n;
    out.count = 1;
    out.point[0] = {along(p, u, s), -least.gap};
}

void contacts(Contacts &out, const BoxFrame &a, const BoxFrame &b) {
    Relative r;
    relate(r, a, b);
    out.count = 0;
    const Least least = least_axis(r, a, b);
    if (least.axis < 0) return;
    if (least.axis < 3)
        face_contacts(out, a, b, least.axis, r.t[least.axis] > 0);
    else if (least.axis < 6)
        face_contacts(out, b, a, least.axis - 3, along_b(r, least.axis - 3) < 0);
    else
        edge_contact(out, r, a, b, least);
}

} // namespace

void add_convex_textbook(Group &group, const ConvexData &data) {
    for (const ConvexSet &set : data.sets) {
        if (set.solid != Solid::box) continue;
        auto d = std::make_shared<std::vector<std::array<BoxFrame, 2>>>();
        for (std::size_t i = 0; i < set.n; i++)
            d->push_back({frame_of(set.shape[i][0], set.pose[i][0]),
                          frame_of(set.shape[i][1], set.pose[i][1])});
        auto add = [&](const char *verb, auto one) {
            add_convex_row(
                group, verb, set,
                {"textbook", set.n, [d, one](std::size_t first, std::size_t last, float *out) {
                     for (std::size_t i = first; i < last; i++)
                         out[i] = one((*d)[i][0], (*d)[i][1]);
                 }});
        };
        if (!set.touching) {
            add("boolean", [](const BoxFrame &a, const BoxFrame &b) {
                return static_cast<float>(touch(a, b));
            });
            continue;
        }
        add("penetration", [](const BoxFrame &a, const BoxFrame &b) {
            Relative r;
            relate(r, a, b);
            const Least least = least_axis(r, a, b);
            return least.axis < 0 ? 0.0f : -least.gap;
        });
        add("manifold", [](const BoxFrame &a, const BoxFrame &b) {
            Contacts found;
            float depth = 0;
            contacts(found, a, b);
            for (int i = 0; i < found.count; i++)
                depth = std::fmax(depth, found.point[i].depth);
            return depth;
        });
    }
}

} // namespace bench
