// How two solids stand to each other: does carom say what CGAL's exact kernels say?
// usage: agree_solid_cgal [LATTICE PAIRS [PAIRS IN GENERAL POSITION [SEED]]]
//
// Tetrahedra with small integers for corners, one to three a solid, meet in every way: there Nef
// polyhedra tell, which also know the dimension of a contact. Bumpy spheres and tori in general
// position: surfaces that meet cross, others lie inside or outside piece by piece.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polyhedron_3.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include <cstdio>
#include <array>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "soup.hpp"

namespace {

const char *const names[] = {"unknown", "apart",  "touch point", "touch edge", "touch face",
                             "overlap", "a in b", "b in a",      "equal"};

std::mt19937_64 generator;

int number(int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(generator);
}
double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
}

struct Pieces : Soup {
    std::vector<uint32_t> tips; // a vertex of each
};

carom_solid_relation relation_of(bool both, bool a_alone, bool b_alone) {
    if (!both) return CAROM_SOLIDS_APART;
    if (a_alone) return b_alone ? CAROM_SOLIDS_OVERLAP : CAROM_SOLIDS_B_IN_A;
    return b_alone ? CAROM_SOLIDS_A_IN_B : CAROM_SOLIDS_EQUAL;
}

carom_solid_relation swapped(carom_solid_relation r) {
    return r == CAROM_SOLIDS_A_IN_B   ? CAROM_SOLIDS_B_IN_A
           : r == CAROM_SOLIDS_B_IN_A ? CAROM_SOLIDS_A_IN_B
                                      : r;
}

void print_soup(const Pieces &soup) {
    for (std::size_t i = 0; i < soup.points.size(); i++)
        std::printf(" (%g %g %g)%s", double(soup.points[i].x), double(soup.points[i].y),
                    double(soup.points[i].z), i % 4 == 3 ? "\n" : "");
}

// Both ways; counts and prints a difference.
bool agrees(const Pieces soup[2], carom_solid_relation wanted, const char *what, int pair) {
    carom_mesh *mesh[2] = {soup[0].mesh(), soup[1].mesh()};
    carom_placed_mesh a = {}, b = {};
    a.mesh = mesh[0];
    b.mesh = mesh[1];
    carom_solid_pair there = {}, back = {};
    bool ok = carom_classify_solids(&there, &a, &b, nullptr) == CAROM_OK &&
              carom_classify_solids(&back, &b, &a, nullptr) == CAROM_OK &&
              there.relation == wanted && back.relation == swapped(wanted);
    static int shown = 0;
    if (!ok && shown++ < 10) {
        std::printf("%s %d: \"%s\" and \"%s\", it is \"%s\"\n", what, pair,
                    names[there.relation % 9], names[back.relation % 9], names[wanted]);
        if (soup[0].points.size() + soup[1].points.size() <= 24)
            for (int i = 0; i < 2; i++)
                print_soup(soup[i]);
    }
    carom_mesh_destroy(mesh[0]);
    carom_mesh_destroy(mesh[1]);
    return ok;
}

// ---- tetrahedra with corners on a lattice

using Exact = CGAL::Exact_predicates_exact_constructions_kernel;
using Nef = CGAL::Nef_polyhedron_3<Exact>;
using Polyhedron = CGAL::Polyhedron_3<Exact>;

using Corner = std::array<int, 3>;
using Picker = std::function<Corner()>;

// Turned inside out where `inward`.
Nef add_lattice_tetrahedron(Pieces &soup, const Picker &pick, bool inward) {
    Exact::Point_3 p[4];
    Corner c[4];
    CGAL::Orientation side;
    do {
        for (Corner &corner : c)
            corner = pick();
        for (int i = 0; i < 4; i++)
            p[i] = Exact::Point_3(c[i][0], c[i][1], c[i][2]);
        side = CGAL::orientation(p[0], p[1], p[2], p[3]);
    } while (side == CGAL::ZERO);
    static const int sides[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    bool turn = (side == CGAL::NEGATIVE) != inward;
    uint32_t first = uint32_t(soup.points.size());
    for (auto &corner : c)
        soup.points.push_back(
            {carom_real(corner[0]), carom_real(corner[1]), carom_real(corner[2])});
    for (auto &s : sides)
        for (int k = 0; k < 3; k++)
            soup.indices.push_back(first + uint32_t(s[turn && k ? 3 - k : k]));
    if (side == CGAL::POSITIVE) std::swap(p[2], p[3]); // as CGAL wants them
    Polyhedron hull;
    hull.make_tetrahedron(p[0], p[1], p[2], p[3]);
    return Nef(hull);
}

Nef lattice_solid(Pieces &soup, const Picker &pick) {
    int kind = number(0, 9), more = kind < 5 ? 0 : kind < 8 ? 1 : 2;
    Nef out = add_lattice_tetrahedron(soup, pick, false);
    for (int i = 0; i < more; i++)
        out = out + add_lattice_tetrahedron(soup, pick, false);
    if (kind == 7) { // winding numbers 1 and -1: outside where they meet
        soup = Pieces();
        Nef one = add_lattice_tetrahedron(soup, pick, false);
        Nef two = add_lattice_tetrahedron(soup, pick, true);
        out = (one ^ two).regularization();
    }
    return out;
}

carom_solid_relation relation_of_nefs(const Nef &a, const Nef &b) {
    Nef common = a * b;
    if (!common.interior().is_empty())
        return relation_of(true, !(a - b).is_empty(), !(b - a).is_empty());
    if (common.number_of_facets() > 0) return CAROM_SOLIDS_TOUCH_FACE;
    if (common.number_of_edges() > 0) return CAROM_SOLIDS_TOUCH_EDGE;
    return common.is_empty() ? CAROM_SOLIDS_APART : CAROM_SOLIDS_TOUCH_POINT;
}

Picker picker(int low, int high, int factor, Corner moved) {
    return [=] {
        Corner out;
        for (std::size_t k = 0; k < 3; k++)
            out[k] = factor * number(low, high) + moved[k];
        return out;
    };
}

// Corners of the other solid, sums of two of these, or any.
Picker picker_near(const Pieces &other, int reach, bool sums) {
    return [&other, reach, sums] {
        auto any = [&] {
            const carom_vec3 &p =
                other.points[std::size_t(number(0, int(other.points.size()) - 1))];
            return Corner{int(p.x), int(p.y), int(p.z)};
        };
        if (number(0, 5) == 0) return picker(0, reach, 1, {0, 0, 0})();
        Corner one = any(), two = any();
        for (std::size_t k = 0; k < 3 && sums; k++)
            one[k] = (one[k] + two[k]) / 2;
        return one;
    };
}

int lattice_pairs(int count, int *relations) {
    int differ = 0;
    for (int i = 0; i < count; i++) {
        Pieces soup[2];
        int reach = number(2, 5), mode = number(0, 3), factor = mode == 3 ? 2 : 1;
        Corner moved = {0, 0, 0};
        for (int &m : moved)
            m = number(0, 2) ? 0 : number(1, reach);
        Picker second = mode == 0   ? picker(0, reach, 1, {0, 0, 0})
                        : mode == 1 ? picker(0, reach, 1, moved)
                                    : picker_near(soup[0], reach, mode == 3);
        carom_solid_relation wanted;
        try { // some unions end in an assertion of CGAL's
            Nef a = lattice_solid(soup[0], picker(0, reach, factor, {0, 0, 0}));
            Nef b = lattice_solid(soup[1], second);
            if (a.is_empty() || b.is_empty()) continue;
            wanted = relation_of_nefs(a, b);
        } catch (const CGAL::Failure_exception &) {
            relations[CAROM_SOLIDS_UNKNOWN]++;
            continue;
        }
        relations[wanted]++;
        differ += !agrees(soup, wanted, "lattice", i);
    }
    return differ;
}

// ---- general position

using Fast = CGAL::Exact_predicates_inexact_constructions_kernel; // predicates alone
using Surface = CGAL::Surface_mesh<Fast::Point_3>;
using Triangles = std::vector<Fast::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Fast, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Fast, Primitive>>;

struct Turn {
    double m[3][3], t[3];
};

Turn some_turn(double reach) {
    Turn out;
    double q[4], n = 0;
    for (double &x : q)
        x = real(-1, 1), n += x * x;
    for (double &x : q)
        x /= std::sqrt(n);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                      {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                      {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 9; i++)
        out.m[i / 3][i % 3] = m[i / 3][i % 3];
    for (double &t : out.t)
        t = real(-reach, reach);
    return out;
}

// A grid of rows by columns, closed in both directions (a torus) or between two poles.
void add_bumpy(Pieces &soup, double size, const Turn &turn, bool inward) {
    bool torus = number(0, 1);
    int rows = number(4, 9), columns = number(4, 11);
    uint32_t first = uint32_t(soup.points.size());
    auto add = [&](double x, double y, double z) {
        carom_real p[3];
        for (int r = 0; r < 3; r++)
            p[r] = carom_real(size * (turn.m[r][0] * x + turn.m[r][1] * y + turn.m[r][2] * z) +
                              turn.t[r]);
        soup.points.push_back({p[0], p[1], p[2]});
    };
    const double round = 6.283185307179586;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++) {
            double u = round * k / columns, bump = real(0.8, 1.2);
            double v = torus ? round * i / rows : round / 2 * (i + 1) / (rows + 1);
            double side = torus ? 0.7 + 0.25 * bump * std::cos(v) : bump * std::sin(v);
            double up = torus ? 0.25 * bump * std::sin(v) : bump * std::cos(v);
            add(side * std::cos(u), side * std::sin(u), torus ? up : -up);
        }
    soup.tips.push_back(first);
    auto triangle = [&](uint32_t a, uint32_t b, uint32_t c) {
        for (uint32_t i : {a, inward ? c : b, inward ? b : c})
            soup.indices.push_back(first + i);
    };
    auto at = [&](int i, int k) { return uint32_t(i % rows * columns + k % columns); };
    for (int i = 0; i < (torus ? rows : rows - 1); i++)
        for (int k = 0; k < columns; k++) {
            triangle(at(i, k), at(i, k + 1), at(i + 1, k + 1));
            triangle(at(i, k), at(i + 1, k + 1), at(i + 1, k));
        }
    if (torus) return;
    uint32_t low = uint32_t(rows * columns), high = low + 1;
    add(0, 0, -1);
    add(0, 0, 1);
    for (int k = 0; k < columns; k++) {
        triangle(low, at(0, k + 1), at(0, k));
        triangle(high, at(rows - 1, k), at(rows - 1, k + 1));
    }
}

Fast::Point_3 point(const carom_vec3 &p) {
    return {double(p.x), double(p.y), double(p.z)};
}

Triangles triangles_of(const Pieces &soup) {
    Triangles out;
    for (std::size_t i = 0; i + 2 < soup.indices.size(); i += 3)
        out.emplace_back(point(soup.points[soup.indices[i]]),
                         point(soup.points[soup.indices[i + 1]]),
                         point(soup.points[soup.indices[i + 2]]));
    return out;
}

Surface surface_of(const Pieces &soup) {
    Surface out;
    for (const carom_vec3 &p : soup.points)
        out.add_vertex(point(p));
    for (std::size_t i = 0; i + 2 < soup.indices.size(); i += 3)
        out.add_face(Surface::Vertex_index(soup.indices[i]),
                     Surface::Vertex_index(soup.indices[i + 1]),
                     Surface::Vertex_index(soup.indices[i + 2]));
    return out;
}

bool surfaces_meet(const Pieces soup[2]) {
    Triangles still = triangles_of(soup[0]), moving = triangles_of(soup[1]);
    Tree tree(still.begin(), still.end());
    for (const auto &t : moving)
        if (tree.do_intersect(t)) return true;
    return false;
}

// Surfaces that do not meet: near a piece of one that lies inside the other all three kinds are
// told by which side it is on.
carom_solid_relation relation_of_pieces(const Pieces soup[2]) {
    bool in[2] = {false, false}, out[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        Surface other = surface_of(soup[1 - i]);
        CGAL::Side_of_triangle_mesh<Surface, Fast> side(other);
        for (uint32_t tip : soup[i].tips) {
            bool inside = side(point(soup[i].points[tip])) == CGAL::ON_BOUNDED_SIDE;
            (inside ? in : out)[i] = true;
        }
    }
    return relation_of(in[0] || in[1], out[0] || in[1], out[1] || in[0]);
}

int general_pairs(int count, int *relations) {
    int differ = 0;
    for (int i = 0; i < count; i++) {
        Pieces soup[2];
        double size = real(0.2, 3);
        add_bumpy(soup[0], 1, some_turn(1), false);
        Turn turn = some_turn(size > 1.5 ? 0.5 : 1.2);
        add_bumpy(soup[1], size, turn, false);
        if (number(0, 3) == 0) { // a void of the same shape would cross its own bumps: a small one
            Turn inner = turn;
            add_bumpy(soup[1], size * 0.05, inner, true);
        }
        carom_solid_relation wanted =
            surfaces_meet(soup) ? CAROM_SOLIDS_OVERLAP : relation_of_pieces(soup);
        relations[wanted]++;
        differ += !agrees(soup, wanted, "general position", i);
    }
    return differ;
}

} // namespace

int main(int argc, char **argv) {
    int lattice = argc > 1 ? std::atoi(argv[1]) : 1000;
    int general = argc > 2 ? std::atoi(argv[2]) : 3000;
    generator.seed(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    int differ = 0;
    for (int part = 0; part < 2; part++) {
        int relations[9] = {};
        int wrong = part ? general_pairs(general, relations) : lattice_pairs(lattice, relations);
        std::printf(part ? "general position:" : "solids of lattice tetrahedra:");
        for (int r = 0; r < 9; r++)
            if (relations[r]) std::printf(" %d %s,", relations[r], names[r]);
        std::printf(" %d differ from CGAL\n", wrong);
        std::fflush(stdout);
        differ += wrong;
    }
    return differ > 0;
}
