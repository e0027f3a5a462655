// What single questions to the structures of the group "broadphase" take, built once over boxes
// that stand still: microseconds a query, of processor time, the least of a few rounds.
#include "broadphase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

const std::size_t queries = 1000;
const QueryKind kinds[] = {QueryKind::overlap, QueryKind::first_ray, QueryKind::all_rays,
                           QueryKind::sweep, QueryKind::nearest};
const char *const names[] = {"overlap", "first on ray", "all on ray", "swept box", "nearest"};

std::vector<SpaceQuery> make_queries(const Boxes &boxes, std::mt19937_64 &random) {
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    std::normal_distribution<float> normal(0.0f, 1.0f);
    carom_vec3 low = boxes[0].min, high = boxes[0].max;
    for (const carom_aabb &box : boxes) {
        low = {std::min(low.x, box.min.x), std::min(low.y, box.min.y), std::min(low.z, box.min.z)};
        high = {std::max(high.x, box.max.x), std::max(high.y, box.max.y),
                std::max(high.z, box.max.z)};
    }
    const float side = high.x - low.x;
    std::vector<SpaceQuery> out(queries);
    for (SpaceQuery &query : out) {
        const carom_vec3 at = {low.x + side * unit(random), low.y + (high.y - low.y) * unit(random),
                               low.z + (high.z - low.z) * unit(random)};
        const float half = 0.5f + unit(random);
        query.box = {{at.x - half, at.y - half, at.z - half},
                     {at.x + half, at.y + half, at.z + half}};
        carom_vec3 way = {normal(random), normal(random), normal(random)};
        const float length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
        way = {way.x / length, way.y / length, way.z / length};
        query.ray = {at, way, 0.0f, 2.0f * side};
        query.motion = {5.0f * way.x, 5.0f * way.y, 5.0f * way.z};
    }
    return out;
}

struct QueryFigure {
    double microseconds = 0.0; ///< 0: there is no such query
    std::vector<QuerySum> answers;
};

/// As many queries as half a second allows, but a tenth of them at least.
QueryFigure time_queries(Structure &structure, QueryKind kind,
                         const std::vector<SpaceQuery> &given) {
    QueryFigure figure;
    double total = 0.0;
    for (int round = 0; round < 5 && (round < 2 || total < 300.0); round++) {
        std::vector<QuerySum> answers;
        const double start = milliseconds_now();
        for (const SpaceQuery &query : given) {
            QuerySum sum;
            if (!structure.ask(kind, query, sum)) return figure;
            answers.push_back(sum);
            if (answers.size() == given.size() / 10 && milliseconds_now() - start > 50.0) break;
        }
        const double ms = milliseconds_now() - start;
        const double each = 1e3 * ms / static_cast<double>(answers.size());
        if (round == 0 || each < figure.microseconds) figure.microseconds = each;
        figure.answers = answers;
        total += ms;
    }
    return figure;
}

std::size_t count_different(const QueryFigure &a, const QueryFigure &b) {
    std::size_t n = std::min(a.answers.size(), b.answers.size()), different = 0;
    for (std::size_t i = 0; i < n; i++)
        different += a.answers[i].sum != b.answers[i].sum;
    return different;
}

void report_kind(const std::string &row, std::size_t n, const std::vector<Maker> &makers,
                 const std::vector<QueryFigure> &figures, Json &json) {
    std::size_t fastest = makers.size();
    for (std::size_t i = 0; i < makers.size(); i++)
        if (!makers[i].own && figures[i].microseconds > 0.0 &&
            (fastest == makers.size() || figures[i].microseconds < figures[fastest].microseconds))
            fastest = i;
    std::printf("%s, %zu boxes\n", row.c_str(), n);
    for (std::size_t i = 0; i < makers.size(); i++) {
        const double own = figures[i].microseconds;
        if (own == 0.0) continue;
        std::printf("  %-32s %10.3f us", makers[i].name.c_str(), own);
        if (fastest < makers.size())
            std::printf("  %7.2f of the fastest peer's speed", figures[fastest].microseconds / own);
        std::printf("  %zu differ\n", count_different(figures[i], figures[0]));
        if (!makers[i].own || fastest == makers.size()) continue;
        if (std::FILE *file = json.next_entry())
            std::fprintf(file,
                         "  {\"group\":\"broadphase\",\"row\":\"%s, %s\",\"n\":%zu,"
                         "\"unit\":\"us\",\"carom\":%.4f,\"peer\":%.4f,\"peer_name\":\"%s\","
                         "\"ratio\":%.3f,\"differ\":%zu}",
                         row.c_str(), makers[i].name.c_str(), n, own, figures[fastest].microseconds,
                         makers[fastest].name.c_str(), figures[fastest].microseconds / own,
                         count_different(figures[i], figures[fastest]));
    }
    std::fflush(stdout);
}

void run_scene(const std::string &scene, const Boxes &boxes, const std::vector<Maker> &makers,
               Json &json) {
    std::mt19937_64 random(7);
    const std::vector<SpaceQuery> given = make_queries(boxes, random);
    std::vector<std::vector<QueryFigure>> figures(std::size(kinds));
    for (const Maker &maker : makers) {
        std::unique_ptr<Structure> structure = maker.make();
        structure->prepare(boxes);
        structure->build(boxes);
        for (std::size_t k = 0; k < std::size(kinds); k++)
            figures[k].push_back(time_queries(*structure, kinds[k], given));
    }
    for (std::size_t k = 0; k < std::size(kinds); k++)
        report_kind("queries, " + scene + ", " + names[k], boxes.size(), makers, figures[k], json);
}

} // namespace

void run_space_queries(const std::vector<Maker> &makers, const std::string &only, std::size_t n,
                       Json &json) {
    std::vector<Maker> fit;
    for (const Maker &maker : makers)
        if (n <= maker.most) fit.push_back(maker);
    for (bool clustered : {false, true}) {
        std::string scene = clustered ? "clustered" : "uniform";
        std::mt19937_64 random(2026);
        if (("queries, " + scene).find(only) == std::string::npos || fit.empty()) continue;
        run_scene(scene, clustered ? make_clustered(n, random) : make_uniform(n, random), fit,
                  json);
    }
}

} // namespace bench
