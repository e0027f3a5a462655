// Two small hulls as the newest engines have them, in float and without exactness, written here
// from the description in [Gregorius13]: half-edges in pairs, the faces of each against the support
// point of the other, the pairs of edges whose arcs cross on the Gauss map, then the reference
// face, the incident face and clipping. "textbook" searches all of it in every call; "textbook
// cached", in warm rows, looks at the last feature first and stays with it while its depth has
// changed by no more than a slop and the contact is not empty, as engines do from frame to frame.
#include <cmath>
#include <memory>

#include "convex.hpp"

namespace bench {

namespace {

const float slop = 0.005f;
const int most_points = 24;

struct V {
    float x, y, z;
};

V operator+(V a, V b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
V operator-(V a, V b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
V operator*(V a, float t) {
    return {a.x * t, a.y * t, a.z * t};
}
float dot(V a, V b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
V cross(V a, V b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Plane {
    V n;
    float offset;
};

struct HalfEdge {
    std::uint8_t next, twin, origin, face;
};

/// Half-edges 2 k and 2 k + 1 are twins.
struct Poly {
    std::vector<V> vertex;
    std::vector<Plane> plane;
    std::vector<std::uint8_t> first; ///< a half-edge of each face
    std::vector<HalfEdge> edge;
    V center;
};

struct Frame {
    V column[3], at;
};

V turn(const Frame &f, V v) {
    return f.column[0] * v.x + f.column[1] * v.y + f.column[2] * v.z;
}
V turn_back(const Frame &f, V v) {
    return {dot(f.column[0], v), dot(f.column[1], v), dot(f.column[2], v)};
}
V place(const Frame &f, V v) {
    return turn(f, v) + f.at;
}

/// The frame `f` as seen from `g`.
Frame relative(const Frame &g, const Frame &f) {
    return {{turn_back(g, f.column[0]), turn_back(g, f.column[1]), turn_back(g, f.column[2])},
            turn_back(g, f.at - g.at)};
}

Frame frame_of_pose(const carom_pose &pose) {
    const carom_quat q = pose.rotation;
    const carom_vec3 p = pose.position;
    return {{{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
              2 * (q.x * q.z - q.w * q.y)},
             {2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
              2 * (q.y * q.z + q.w * q.x)},
             {2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
              1 - 2 * (q.x * q.x + q.y * q.y)}},
            {p.x, p.y, p.z}};
}

Poly poly_of(const carom_hull *hull) {
    Poly p;
    p.center = {0, 0, 0};
    const int vertices = carom_hull_vertex_count(hull);
    for (int i = 0; i < vertices; i++) {
        const carom_vec3 v = carom_hull_vertex(hull, i);
        p.vertex.push_back({v.x, v.y, v.z});
        p.center = p.center + p.vertex.back() * (1.0f / static_cast<float>(vertices));
    }
    const int count = 2 * carom_hull_edge_count(hull);
    std::vector<int> number(static_cast<std::size_t>(count), -1), given;
    for (int i = 0; i < count; i++)
        if (number[static_cast<std::size_t>(i)] < 0)
            for (int k : {i, static_cast<int>(carom_hull_edge(hull, i).twin)}) {
                number[static_cast<std::size_t>(k)] = static_cast<int>(given.size());
                given.push_back(k);
            }
    for (int k : given) {
        const carom_hull_half_edge e = carom_hull_edge(hull, k);
        int next = 0;
        while (carom_hull_edge(hull, next).face != e.face ||
               carom_hull_edge(hull, next).from != e.to)
            next++;
        p.edge.push_back({static_cast<std::uint8_t>(number[static_cast<std::size_t>(next)]),
                          static_cast<std::uint8_t>(number[static_cast<std::size_t>(e.twin)]),
                          static_cast<std::uint8_t>(e.from), static_cast<std::uint8_t>(e.face)});
    }
    for (int f = 0; f < carom_hull_face_count(hull); f++) {
        const carom_plane plane = carom_hull_plane(hull, f);
        p.plane.push_back({{plane.normal.x, plane.normal.y, plane.normal.z}, plane.offset});
        std::uint8_t e = 0;
        while (p.edge[e].face != f)
            e++;
        p.first.push_back(e);
    }
    return p;
}

/// A feature and its separation: a face of A or of B, or an edge of each.
struct Feature {
    enum { none, face_a, face_b, edges } kind;
    int a, b;
    float separation;
};

const Feature nothing = {Feature::none, -1, -1, 1};

using Caches = std::vector<Feature>;

/// Of a face of `p` the least height of q; `to_q`: p in the frame of q.
float face_separation(const Poly &p, const Poly &q, const Frame &to_q, int face) {
    const V n = turn(to_q, p.plane[static_cast<std::size_t>(face)].n);
    float low = 1e30f;
    for (const V &v : q.vertex)
        low = std::fmin(low, dot(n, v));
    return low - dot(n, to_q.at) - p.plane[static_cast<std::size_t>(face)].offset;
}

Feature query_faces(const Poly &p, const Poly &q, const Frame &to_q) {
    Feature best = {Feature::face_a, -1, -1, -1e30f};
    for (int f = 0; f < static_cast<int>(p.plane.size()); f++) {
        const float s = face_separation(p, q, to_q, f);
        if (s > best.separation) best.a = f, best.separation = s;
        if (s > 0) break;
    }
    return best;
}

struct EdgeView {
    V from, along, left, right; ///< normals of the faces beside it
};

EdgeView view_of_edge(const Poly &p, int edge) {
    const HalfEdge &e = p.edge[static_cast<std::size_t>(edge)], &t = p.edge[e.twin];
    const V from = p.vertex[e.origin];
    return {from, p.vertex[t.origin] - from, p.plane[e.face].n, p.plane[t.face].n};
}

EdgeView seen_from(const Frame &f, const EdgeView &e) {
    return {place(f, e.from), turn(f, e.along), turn(f, e.left), turn(f, e.right)};
}

/// Do the arcs of the two edges cross, those of B negated?
bool arcs_cross(const EdgeView &p, const EdgeView &q) {
    const float c = -dot(q.left, p.along), d = -dot(q.right, p.along);
    const float a = dot(p.left, q.along), b = dot(p.right, q.along);
    return c * d < 0 && a * b < 0 && c * b > 0;
}

/// The edges' separation along their cross product, -1e30 where they are nearly parallel.
float edge_separation(const EdgeView &p, const EdgeView &q, V center, V &n) {
    n = cross(p.along, q.along);
    const float square = dot(n, n);
    if (square < 2.5e-5f * dot(p.along, p.along) * dot(q.along, q.along)) return -1e30f;
    n = n * ((dot(n, p.from - center) < 0 ? -1.0f : 1.0f) / std::sqrt(square));
    return dot(n, q.from - p.from);
}

Feature query_edges(const Poly &a, const Poly &b, const Frame &b_in_a) {
    Feature best = {Feature::edges, -1, -1, -1e30f};
    for (int j = 0; j < static_cast<int>(b.edge.size()); j += 2) {
        const EdgeView q = seen_from(b_in_a, view_of_edge(b, j));
        for (int i = 0; i < static_cast<int>(a.edge.size()); i += 2) {
            const EdgeView p = view_of_edge(a, i);
            V n;
            if (!arcs_cross(p, q)) continue;
            const float s = edge_separation(p, q, a.center, n);
            if (s > best.separation) best = {Feature::edges, i, j, s};
        }
    }
    return best;
}

struct HullPair {
    const Poly *a, *b;
    Frame b_in_a, a_in_b;
};

/// The feature of least depth; a face unless edges are better by more than a tolerance.
Feature search(const HullPair &s) {
    Feature best = query_faces(*s.a, *s.b, s.a_in_b);
    if (best.separation > 0) return nothing;
    Feature of_b = query_faces(*s.b, *s.a, s.b_in_a);
    of_b.kind = Feature::face_b;
    if (of_b.separation > 0) return nothing;
    if (of_b.separation > best.separation + 1e-5f) best = of_b;
    const Feature edges = query_edges(*s.a, *s.b, s.b_in_a);
    if (edges.separation > 0) return nothing;
    return edges.separation > best.separation + 1e-4f ? edges : best;
}

struct Points {
    int count;
    V at[most_points];
    float depth[most_points];
};

void cut(Points &p, V n, float offset) {
    Points out;
    out.count = 0;
    for (int i = 0; i < p.count; i++) {
        const V from = p.at[i], to = p.at[i + 1 < p.count ? i + 1 : 0];
        const float d = dot(n, from) - offset, e = dot(n, to) - offset;
        if (d <= 0 && out.count < most_points) out.at[out.count++] = from;
        if ((d <= 0) != (e <= 0) && out.count < most_points)
            out.at[out.count++] = from + (to - from) * (d / (d - e));
    }
    p.count = out.count;
    for (int i = 0; i < out.count; i++)
        p.at[i] = out.at[i];
}

/// The other hull's face that looks most against the reference face, between the sides of that.
void face_contact(Points &out, const Poly &p, const Poly &q, const Frame &q_in_p, int face) {
    const Plane &reference = p.plane[static_cast<std::size_t>(face)];
    const V against = turn_back(q_in_p, reference.n);
    std::size_t incident = 0;
    float least = 2;
    for (std::size_t f = 0; f < q.plane.size(); f++) {
        const float d = dot(q.plane[f].n, against);
        if (d < least) least = d, incident = f;
    }
    out.count = 0;
    for (int e = q.first[incident];;) {
        out.at[out.count++] = place(q_in_p, q.vertex[q.edge[static_cast<std::size_t>(e)].origin]);
        e = q.edge[static_cast<std::size_t>(e)].next;
        if (e == q.first[incident]) break;
    }
    for (int e = p.first[static_cast<std::size_t>(face)];;) {
        const HalfEdge &h = p.edge[static_cast<std::size_t>(e)];
        const V from = p.vertex[h.origin], to = p.vertex[p.edge[h.next].origin];
        const V side = cross(to - from, reference.n);
        cut(out, side, dot(side, from));
        e = h.next;
        if (e == p.first[static_cast<std::size_t>(face)]) break;
    }
    int kept = 0;
    for (int i = 0; i < out.count; i++) {
        const float depth = reference.offset - dot(reference.n, out.at[i]);
        if (depth < 0) continue;
        out.at[kept] = out.at[i] + reference.n * (0.5f * depth);
        out.depth[kept++] = depth;
    }
    out.count = kept;
}

/// The middle between the nearest points of the edges' lines.
void edge_contact(Points &out, const HullPair &s, const Feature &f) {
    const EdgeView p = view_of_edge(*s.a, f.a), q = seen_from(s.b_in_a, view_of_edge(*s.b, f.b));
    const V w = q.from - p.from;
    const float uu = dot(p.along, p.along), vv = dot(q.along, q.along), uv = dot(p.along, q.along);
    const float per = 1 / (uu * vv - uv * uv), wu = dot(w, p.along), wv = dot(w, q.along);
    const V on_a = p.from + p.along * ((wu * vv - wv * uv) * per);
    const V on_b = q.from + q.along * ((wu * uv - wv * uu) * per);
    out.count = 1;
    out.at[0] = (on_a + on_b) * 0.5f;
    out.depth[0] = -f.separation;
}

void contact(Points &out, const HullPair &s, const Feature &f) {
    out.count = 0;
    if (f.kind == Feature::face_a) face_contact(out, *s.a, *s.b, s.b_in_a, f.a);
    if (f.kind == Feature::face_b) face_contact(out, *s.b, *s.a, s.a_in_b, f.a);
    if (f.kind == Feature::edges) edge_contact(out, s, f);
}

/// The last feature as it is now; none where it is not one any more.
Feature recalled(const HullPair &s, Feature last) {
    const float before = last.separation;
    V n;
    if (last.kind == Feature::face_a)
        last.separation = face_separation(*s.a, *s.b, s.a_in_b, last.a);
    if (last.kind == Feature::face_b)
        last.separation = face_separation(*s.b, *s.a, s.b_in_a, last.a);
    if (last.kind == Feature::edges) {
        const EdgeView p = view_of_edge(*s.a, last.a);
        const EdgeView q = seen_from(s.b_in_a, view_of_edge(*s.b, last.b));
        if (!arcs_cross(p, q)) return nothing;
        last.separation = edge_separation(p, q, s.a->center, n);
    }
    const bool holds = last.separation <= 0 && std::fabs(last.separation - before) <= slop;
    return holds ? last : nothing;
}

float deepest(const Points &p) {
    float depth = 0;
    for (int i = 0; i < p.count; i++)
        depth = std::fmax(depth, p.depth[i]);
    return depth;
}

struct Hulls {
    std::vector<Poly> poly;
    std::vector<std::array<int, 2>> which;
    std::vector<std::array<Frame, 2>> frame;

    HullPair pair(std::size_t i) const {
        const Frame &a = frame[i][0], &b = frame[i][1];
        return {&poly[static_cast<std::size_t>(which[i][0])],
                &poly[static_cast<std::size_t>(which[i][1])], relative(a, b), relative(b, a)};
    }
};

template <class One>
void add(Group &group, const char *verb, const ConvexSet &set, const char *name, One one) {
    add_convex_row(group, verb, set,
                   {name, set.n, [one](std::size_t first, std::size_t last, float *out) {
                        for (std::size_t i = first; i < last; i++)
                            out[i] = one(i);
                    }});
}

} // namespace

void add_convex_textbook_hulls(Group &group, const ConvexData &data) {
    for (const ConvexSet &set : data.sets) {
        if (set.solid != Solid::hull || !set.touching ||
            carom_hull_vertex_count(set.shape[0][0].as.hull.hull) > 8)
            continue;
        auto d = std::make_shared<Hulls>();
        for (const HullPoints &h : data.hulls)
            d->poly.push_back(h.points.size() <= 8 ? poly_of(h.hull) : Poly{});
        d->which = set.hull;
        for (std::size_t i = 0; i < set.n; i++)
            d->frame.push_back({frame_of_pose(set.pose[i][0]), frame_of_pose(set.pose[i][1])});
        add(group, "penetration", set, "textbook", [d](std::size_t i) {
            const Feature f = search(d->pair(i));
            return f.kind == Feature::none ? 0.0f : -f.separation;
        });
        add(group, "manifold", set, "textbook", [d](std::size_t i) {
            const HullPair s = d->pair(i);
            Points found;
            contact(found, s, search(s));
            return deepest(found);
        });
        if (!set.warm) continue;
        auto caches = std::make_shared<Caches>(set.n / sequence + 1, nothing);
        add(group, "penetration", set, "textbook cached", [d, caches](std::size_t i) {
            const HullPair s = d->pair(i);
            Feature &last = (*caches)[i / sequence];
            Feature now = recalled(s, last);
            if (now.kind == Feature::none) now = last = search(s);
            return now.kind == Feature::none ? 0.0f : -now.separation;
        });
        caches = std::make_shared<Caches>(set.n / sequence + 1, nothing);
        add(group, "manifold", set, "textbook cached", [d, caches](std::size_t i) {
            const HullPair s = d->pair(i);
            Feature &last = (*caches)[i / sequence];
            Points found;
            contact(found, s, recalled(s, last));
            if (found.count == 0) {
                last = search(s);
                contact(found, s, last);
            }
            return deepest(found);
        });
    }
}

} // namespace bench
