#include "mesh_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>

namespace bench {

namespace {

constexpr std::size_t pose_count = 100;
constexpr double not_asked = -1.0;

/// Of the processor, for this thread.
double microseconds_now() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

class CaromMeshPair : public MeshPair {
  public:
    ~CaromMeshPair() override {
        carom_mesh_destroy(mesh);
    }
    void build(const Soup &soup) override {
        mesh = mesh_of(soup);
        a.mesh = b.mesh = mesh;
        a.pose = carom_pose_identity();
    }
    bool touch(const carom_pose &pose) override {
        b.pose = pose;
        return carom_overlap_mesh_mesh(&a, &b);
    }
    std::size_t contacts(const carom_pose &pose) override {
        b.pose = pose;
        return carom_query_mesh_mesh(&a, &b, pairs.data(), pairs.size());
    }
    double distance(const carom_pose &pose) override {
        b.pose = pose;
        return static_cast<double>(carom_closest_mesh_mesh(&a, &b).distance);
    }

  private:
    carom_mesh *mesh = nullptr;
    carom_placed_mesh a{}, b{};
    std::vector<carom_triangle_pair> pairs = std::vector<carom_triangle_pair>(1000000);
};

/// Turned any way about the middle and moved away from it, up to as far as makes about half touch.
std::vector<carom_pose> random_poses(const Soup &soup) {
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30}, size = 0.0;
    for (const carom_triangle &t : soup)
        for (const carom_vec3 &v : t.v) {
            const double x[3] = {v.x, v.y, v.z};
            for (int i = 0; i < 3; i++) {
                low[i] = std::min(low[i], x[i]);
                high[i] = std::max(high[i], x[i]);
            }
        }
    for (int i = 0; i < 3; i++)
        size = std::max(size, high[i] - low[i]);
    std::mt19937_64 random(2026);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    std::vector<carom_pose> poses(pose_count);
    for (carom_pose &pose : poses) {
        double q[4], n = 0.0, d[3], m = 0.0;
        for (double &x : q)
            x = normal(random), n += x * x;
        for (double &x : d)
            x = normal(random), m += x * x;
        auto f = [](double x) { return static_cast<float>(x); };
        n = 1.0 / std::sqrt(n);
        pose.rotation = {f(q[0] * n), f(q[1] * n), f(q[2] * n), f(q[3] * n)};
        double away = 1.5 * size * uniform(random) / std::sqrt(m);
        carom_vec3 middle = {f((low[0] + high[0]) / 2), f((low[1] + high[1]) / 2),
                             f((low[2] + high[2]) / 2)};
        pose.position = {0, 0, 0};
        carom_vec3 turned = carom_pose_transform_point(pose, middle);
        pose.position = {f(middle.x - turned.x + away * d[0]), f(middle.y - turned.y + away * d[1]),
                         f(middle.z - turned.z + away * d[2])};
    }
    return poses;
}

enum Question { touching, all_contacts, least_distance };
const char *const question_names[] = {"touching", "all contacts", "distance"};

double answer(MeshPair &pair, Question question, const carom_pose &pose) {
    switch (question) {
    case touching: return pair.touch(pose) ? 1.0 : 0.0;
    case all_contacts: return static_cast<double>(pair.contacts(pose));
    case least_distance: return pair.distance(pose);
    }
    return not_asked;
}

struct Figure {
    std::vector<double> answers = std::vector<double>(pose_count, not_asked);
    std::vector<double> rounds; ///< mean microseconds over the poses
    double median() {
        std::sort(rounds.begin(), rounds.end());
        return rounds[rounds.size() / 2];
    }
};

void ask_all(MeshPair &pair, Question question, const std::vector<carom_pose> &poses,
             Figure &figure) {
    double start = microseconds_now();
    for (std::size_t i = 0; i < poses.size(); i++)
        figure.answers[i] = answer(pair, question, poses[i]);
    figure.rounds.push_back((microseconds_now() - start) / static_cast<double>(poses.size()));
}

struct Difference {
    std::size_t poses = 0;
    double fewer = 0.0, more = 0.0; ///< contacts that the peer misses or adds, summed over poses
};

Difference compare(Question question, const Figure &own, const Figure &peer, double size) {
    Difference out;
    for (std::size_t i = 0; i < pose_count; i++) {
        double d = peer.answers[i] - own.answers[i];
        if (std::fabs(d) > (question == least_distance ? 1e-5 * size : 0.0)) out.poses++;
        (d < 0.0 ? out.fewer : out.more) += std::fabs(d);
    }
    return out;
}

void report(Question question, const std::vector<MeshPairMaker> &makers,
            std::vector<Figure> &figures, double size, Json &json) {
    double own = figures[0].median(), sum = 0.0;
    for (double x : figures[0].answers)
        sum += x;
    std::printf("%s: carom %.2f us; answers add up to %.6g\n", question_names[question], own, sum);
    for (std::size_t i = 1; i < makers.size(); i++) {
        if (figures[i].rounds.empty()) continue;
        double peer = figures[i].median();
        Difference d = compare(question, figures[0], figures[i], size);
        std::printf("  %-12s %10.2f us  %6.2f  %zu of %zu poses differ", makers[i].name.c_str(),
                    peer, peer / own, d.poses, pose_count);
        if (question == all_contacts) std::printf("; %.0f pairs fewer, %.0f more", d.fewer, d.more);
        std::printf("\n");
        if (std::FILE *file = json.next_entry())
            std::fprintf(file,
                         "  {\"group\":\"mesh\",\"row\":\"two bunnies, %s\",\"n\":%zu,"
                         "\"unit\":\"us\",\"carom\":%.3f,\"peer\":%.3f,\"peer_name\":\"%s\","
                         "\"ratio\":%.3f,\"differ\":%zu}",
                         question_names[question], pose_count, own, peer, makers[i].name.c_str(),
                         peer / own, d.poses);
    }
    std::fflush(stdout);
}

} // namespace

void run_mesh_pairs(const std::string &only, int rounds, Json &json) {
    Soup soup = read_bunny();
    if (soup.empty()) return;
    std::vector<carom_pose> poses = random_poses(soup);
    std::vector<MeshPairMaker> makers = {
        {"carom", true, true, [] { return std::make_unique<CaromMeshPair>(); }}};
#ifdef BENCH_FCL
    add_mesh_pairs_fcl(makers);
#endif
    std::vector<std::unique_ptr<MeshPair>> pairs;
    for (const MeshPairMaker &maker : makers) {
        pairs.push_back(maker.make());
        pairs.back()->build(soup);
    }
    std::printf("two bunnies of %zu triangles in %zu poses\n", soup.size(), poses.size());
    for (Question question : {touching, all_contacts, least_distance}) {
        if (std::string(question_names[question]).find(only) == std::string::npos) continue;
        std::vector<Figure> figures(makers.size());
        for (int round = 0; round < rounds; round++)
            for (std::size_t i = 0; i < makers.size(); i++)
                if (question == least_distance ? makers[i].measures : makers[i].collides)
                    ask_all(*pairs[i], question, poses, figures[i]);
        report(question, makers, figures, 1.0, json);
    }
}

} // namespace bench
