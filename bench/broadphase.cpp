#include "broadphase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

namespace bench {

/// Boxes of about ten overlaps each, in a cube that grows with their number.
Boxes make_uniform(std::size_t n, std::mt19937_64 &random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    double side = std::cbrt(static_cast<double>(n));
    Boxes boxes(n);
    for (carom_aabb &box : boxes) {
        float low[3], high[3];
        for (int k = 0; k < 3; k++) {
            double at = side * unit(random), half = 0.25 + 0.575 * unit(random);
            low[k] = static_cast<float>(at - half);
            high[k] = static_cast<float>(at + half);
        }
        box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    }
    return boxes;
}

/// A cluster for each thousand boxes, normally spread; sizes log-normal.
Boxes make_clustered(std::size_t n, std::mt19937_64 &random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::normal_distribution<double> normal(0.0, 1.0);
    double side = std::cbrt(static_cast<double>(n));
    std::vector<double> centers(3 * ((n + 999) / 1000));
    for (double &c : centers)
        c = side * unit(random);
    Boxes boxes(n);
    for (carom_aabb &box : boxes) {
        const double *center = &centers[3 * (random() % (centers.size() / 3))];
        double size = 0.45 * std::exp(0.7 * normal(random));
        float low[3], high[3];
        for (int k = 0; k < 3; k++) {
            double at = center[k] + 2.5 * normal(random);
            double half = 0.5 * size * (0.5 + unit(random));
            low[k] = static_cast<float>(at - half);
            high[k] = static_cast<float>(at + half);
        }
        box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    }
    return boxes;
}

double milliseconds_now() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

namespace {

enum class Scene { uniform, moving, moving_10, moving_1, clustered };

const char *name_of(Scene scene) {
    static const char *const names[] = {"uniform", "moving", "moving, 10 %", "moving, 1 %",
                                        "clustered"};
    return names[static_cast<int>(scene)];
}

/// One box in so many moves.
std::uint32_t apart(Scene scene) {
    return scene == Scene::moving_1 ? 100 : scene == Scene::moving_10 ? 10 : 1;
}

const int frames = 60;

/// Each of the boxes by its own small step, the same one in every frame.
void step(Boxes &boxes, const std::vector<std::uint32_t> &ids,
          const std::vector<carom_vec3> &steps) {
    for (std::uint32_t i : ids)
        for (carom_vec3 *corner : {&boxes[i].min, &boxes[i].max}) {
            corner->x += steps[i].x;
            corner->y += steps[i].y;
            corner->z += steps[i].z;
        }
}

struct Figure {
    double ms = 0.0;
    std::vector<PairSum> answers; ///< one for each frame
    std::size_t memory = 0;
};

/// Built from nothing and asked, in turn with the others; the least of its times counts. Once it
/// has had a second and a half, and two rounds, it is left out.
void time_static(const std::vector<const Maker *> &makers, const Boxes &boxes,
                 std::vector<Figure> &figures) {
    const int rounds = 15;
    figures.resize(makers.size());
    std::vector<double> totals(makers.size());
    for (int round = 0; round < rounds; round++)
        for (std::size_t i = 0; i < makers.size(); i++) {
            if (round >= 2 && totals[i] > 1500.0) continue;
            std::unique_ptr<Structure> structure = makers[i]->make();
            structure->prepare(boxes);
            PairSum sum;
            double start = milliseconds_now();
            structure->build(boxes);
            structure->pairs(sum);
            double ms = milliseconds_now() - start;
            totals[i] += ms;
            if (round == 0 || ms < figures[i].ms) figures[i].ms = ms;
            figures[i].answers.assign(1, sum);
            figures[i].memory = structure->memory();
        }
}

/// Built once, then moved and asked in each frame; slow ones see the first few frames only. Those
/// that move are `apart`; one by one or, with `at_once`, as all.
Figure time_moving_by(const Maker &maker, Boxes boxes, const std::vector<carom_vec3> &steps,
                      std::uint32_t apart, bool at_once) {
    Figure figure;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < boxes.size(); i += apart)
        ids.push_back(i);
    double total = 0.0;
    std::unique_ptr<Structure> structure = maker.make();
    structure->prepare(boxes);
    structure->build(boxes);
    for (int frame = 0; frame < frames && (frame < 3 || total < 4000.0); frame++) {
        step(boxes, ids, steps);
        PairSum sum;
        double start = milliseconds_now();
        if (at_once)
            structure->move(boxes);
        else if (!structure->move_some(boxes, ids))
            return figure;
        structure->pairs(sum);
        total += milliseconds_now() - start;
        figure.answers.push_back(sum);
    }
    figure.ms = total / static_cast<double>(figure.answers.size());
    figure.memory = structure->memory();
    return figure;
}

/// Where few boxes move, by the faster of the two ways of a structure.
Figure time_moving(const Maker &maker, const Boxes &boxes, const std::vector<carom_vec3> &steps,
                   std::uint32_t apart) {
    Figure all = time_moving_by(maker, boxes, steps, apart, true);
    if (apart == 1) return all;
    Figure some = time_moving_by(maker, boxes, steps, apart, false);
    return !some.answers.empty() && some.ms < all.ms ? some : all;
}

/// Pairs that one has and not the other: at least the difference of the counts, and at least one
/// where the sums differ.
std::size_t count_different(const Figure &a, const Figure &b) {
    std::size_t different = 0, n = std::min(a.answers.size(), b.answers.size());
    for (std::size_t i = 0; i < n; i++) {
        std::size_t x = a.answers[i].count, y = b.answers[i].count;
        if (!(a.answers[i] == b.answers[i]))
            different += std::max<std::size_t>(1, x > y ? x - y : y - x);
    }
    return different;
}

void report(const char *scene, std::size_t n, const std::vector<const Maker *> &makers,
            const std::vector<Figure> &figures, Json &json) {
    std::size_t fastest = makers.size(), reference = 0;
    for (std::size_t i = 0; i < makers.size(); i++)
        if (!makers[i]->own && (fastest == makers.size() || figures[i].ms < figures[fastest].ms))
            fastest = i;
    std::printf("%s, %zu boxes, %zu pairs%s\n", scene, n, figures[reference].answers[0].count,
                figures[reference].answers.size() > 1 ? " at first; ms for each frame" : "");
    for (std::size_t i = 0; i < makers.size(); i++) {
        const Figure &own = figures[i];
        std::size_t different = count_different(own, figures[reference]);
        std::printf("  %-32s %10.3f ms", makers[i]->name.c_str(), own.ms);
        if (fastest < makers.size())
            std::printf("  %6.2f of the fastest peer's speed", figures[fastest].ms / own.ms);
        std::printf("  %zu differ", different);
        if (own.memory)
            std::printf("  %.0f bytes a box",
                        static_cast<double>(own.memory) / static_cast<double>(n));
        std::printf("\n");
        if (!makers[i]->own || fastest == makers.size()) continue;
        std::FILE *file = json.next_entry();
        if (file)
            std::fprintf(file,
                         "  {\"group\":\"broadphase\",\"row\":\"%s, %s\",\"n\":%zu,\"unit\":\"ms\","
                         "\"carom\":%.4f,\"peer\":%.4f,\"peer_name\":\"%s\",\"ratio\":%.3f,"
                         "\"differ\":%zu}",
                         scene, makers[i]->name.c_str(), n, own.ms, figures[fastest].ms,
                         makers[fastest]->name.c_str(), figures[fastest].ms / own.ms,
                         count_different(own, figures[fastest]));
    }
    std::fflush(stdout);
}

} // namespace

void run_broadphase(const std::vector<Maker> &makers, const std::string &only, std::size_t most,
                    Json &json) {
    for (Scene scene :
         {Scene::uniform, Scene::moving, Scene::moving_10, Scene::moving_1, Scene::clustered})
        for (std::size_t n = 1000; n <= most; n *= 10) {
            std::mt19937_64 random(2026);
            if (std::string(name_of(scene)).find(only) == std::string::npos) continue;
            Boxes boxes =
                scene == Scene::clustered ? make_clustered(n, random) : make_uniform(n, random);
            std::uniform_real_distribution<float> little(-0.02f, 0.02f);
            std::vector<carom_vec3> steps(n);
            for (carom_vec3 &s : steps)
                s = {little(random), little(random), little(random)};
            std::vector<const Maker *> fit;
            std::vector<Figure> figures;
            for (const Maker &maker : makers)
                if (n <= maker.most) fit.push_back(&maker);
            if (fit.empty()) continue;
            if (scene == Scene::uniform || scene == Scene::clustered)
                time_static(fit, boxes, figures);
            for (std::size_t i = figures.size(); i < fit.size(); i++)
                figures.push_back(time_moving(*fit[i], boxes, steps, apart(scene)));
            report(name_of(scene), n, fit, figures, json);
        }
}

} // namespace bench
