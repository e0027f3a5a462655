// What the machine cannot do faster: latencies of dependent operations, bytes a nanosecond from
// each level of memory, and the price of a branch that is predicted wrongly. docs/speed.md computes
// the floors of the rows from these. The least of many short runs counts, since other work on the
// machine can only add to it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "floor.hpp"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

volatile double sink;

/// Nanoseconds of one of `count` steps of a run, the least of many runs.
template <typename Run> double least(std::size_t count, const Run &run) {
    double best = INFINITY;
    for (int i = 0; i < 400; i++) {
        const auto start = Clock::now();
        run();
        const std::chrono::duration<double, std::nano> took = Clock::now() - start;
        best = std::min(best, took.count() / static_cast<double>(count));
    }
    return best;
}

void print(const char *what, double value, const char *unit, Json &json) {
    std::printf("  %-52s %9.2f %s\n", what, value, unit);
    if (std::FILE *f = json.next_entry())
        std::fprintf(f, R"({"group":"floor","row":"%s","unit":"%s","carom":%.4f})", what, unit,
                     value);
}

constexpr std::size_t steps = 20000;

/// A chain of operations each of which waits for the one before. The constant is not known to the
/// compiler, so that nothing is folded.
template <typename Step> double chain(double start, double constant, const Step &step) {
    volatile double hidden_start = start, hidden = constant;
    return least(steps, [&] {
        double x = hidden_start;
        const double c = hidden;
        for (std::size_t i = 0; i < steps; i++)
            x = step(x, c);
        sink = x;
    });
}

void measure_latencies(Json &json) {
    const double add = chain(1, 1e-9, [](double x, double c) { return x + c; });
    const double multiply = chain(1, 1.0000001, [](double x, double c) { return x * c; });
    const double divide = chain(1, 1.0000001, [](double x, double c) { return x / c; });
    const double root = chain(2, 1, [](double x, double c) { return std::sqrt(x) + c; }) - add;
    print("addition, dependent", add, "ns", json);
    print("multiplication, dependent", multiply, "ns", json);
    print("division, dependent", divide, "ns", json);
    print("square root, dependent", root, "ns", json);
}

/// Nanoseconds of an addition when eight chains are in flight.
template <typename Number> double independent() {
    return least(8 * steps, [] {
        Number a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{}, by = Number{} + 1;
        asm volatile("" : "+x"(by));
#pragma GCC unroll 8
        for (std::size_t i = 0; i < steps; i++) {
            a += by, b += by, c += by, d += by, e += by, f += by, g += by, h += by;
            asm volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d)); // keeps all in registers
            asm volatile("" : "+x"(e), "+x"(f), "+x"(g), "+x"(h));
        }
        a += b + c + d + e + f + g + h;
        sink = static_cast<double>(a[0]);
    });
}

/// The same of integers: what a core does at most in a nanosecond, whatever the instructions.
double instruction_price() {
    return least(8 * steps, [] {
        std::uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, by = 3;
        asm volatile("" : "+r"(by));
#pragma GCC unroll 8
        for (std::size_t i = 0; i < steps; i++) {
            a += by, b += by, c += by, d += by, e += by, f += by, g += by, h += by;
            asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
            asm volatile("" : "+r"(e), "+r"(f), "+r"(g), "+r"(h));
        }
        sink = static_cast<double>(a + b + c + d + e + f + g + h);
    });
}

void measure_throughput(Json &json) {
    using Four = float [[gnu::vector_size(16)]];
    print("additions of floats, independent, by four", 1.0 / independent<Four>(), "per ns", json);
    print("instructions, independent", 1.0 / instruction_price(), "per ns", json);
}

/// A chain of loads through a random cycle over so many bytes, a load for each cache line.
double load_latency(std::size_t bytes) {
    constexpr std::size_t line = 64 / sizeof(std::size_t);
    const std::size_t count = bytes / 64;
    std::vector<std::size_t> order(count), next(count * line);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937_64(5));
    for (std::size_t i = 0; i < count; i++)
        next[order[i] * line] = order[(i + 1) % count] * line;
    std::size_t at = 0;
    return least(steps, [&] {
        for (std::size_t i = 0; i < steps; i++)
            at = next[at];
        sink = static_cast<double>(at);
    });
}

/// Nanoseconds a byte when so many bytes are read in order.
double stream(std::size_t bytes) {
    std::vector<std::uint64_t> data(bytes / 8, 3);
    const std::size_t passes = std::max<std::size_t>(1, (1 << 18) / bytes);
    return least(bytes * passes, [&] {
        std::uint64_t a = 0, b = 0, c = 0, d = 0;
        for (std::size_t pass = 0; pass < passes; pass++) {
            for (std::size_t i = 0; i + 3 < data.size(); i += 4) {
                a += data[i];
                b += data[i + 1];
                c += data[i + 2];
                d += data[i + 3];
            }
            asm volatile("" : : : "memory");
        }
        sink = static_cast<double>(a ^ b ^ c ^ d);
    });
}

#if defined(__x86_64__)
/// The same by registers of 32 bytes, which arrays by component are read by.
[[gnu::target("avx2")]] double stream_wide(std::size_t bytes) {
    using Wide = std::uint64_t [[gnu::vector_size(32)]];
    std::vector<std::uint64_t> data(bytes / 8 + 4, 3);
    const std::size_t off = (32 - reinterpret_cast<std::uintptr_t>(data.data()) % 32) % 32 / 8;
    const Wide *from = reinterpret_cast<const Wide *>(data.data() + off);
    const std::size_t passes = std::max<std::size_t>(1, (1 << 20) / bytes), count = bytes / 32;
    double best = INFINITY;
    for (int round = 0; round < 200; round++) {
        const auto start = Clock::now();
        for (std::size_t pass = 0; pass < passes; pass++)
            for (std::size_t i = 0; i + 7 < count; i += 8)
                asm volatile("vmovdqa (%0), %%ymm0; vmovdqa 32(%0), %%ymm1; vmovdqa 64(%0), %%ymm2;"
                             "vmovdqa 96(%0), %%ymm3; vmovdqa 128(%0), %%ymm0;"
                             "vmovdqa 160(%0), %%ymm1; vmovdqa 192(%0), %%ymm2;"
                             "vmovdqa 224(%0), %%ymm3"
                             :
                             : "r"(from + i)
                             : "xmm0", "xmm1", "xmm2", "xmm3", "memory");
        const std::chrono::duration<double, std::nano> took = Clock::now() - start;
        best = std::min(best, took.count() / static_cast<double>(bytes * passes));
    }
    asm volatile("vzeroupper" : : : "xmm0", "xmm1", "xmm2", "xmm3");
    return best;
}
#endif

void measure_memory(Json &json) {
    const struct {
        const char *name;
        std::size_t bytes;
    } levels[] = {{"first level", 16u << 10},
                  {"second level", 512u << 10},
                  {"third level", 8u << 20},
                  {"memory", 256u << 20}};
    for (const auto &level : levels) {
        const std::string from = std::string(" from the ") + level.name;
        print(("a load, dependent," + from).c_str(), load_latency(level.bytes), "ns", json);
        print(("reading in order" + from).c_str(), 1.0 / stream(level.bytes), "bytes/ns", json);
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx2"))
            print(("reading by 32 bytes" + from).c_str(), 1.0 / stream_wide(level.bytes),
                  "bytes/ns", json);
#endif
    }
}

/// The same sum over the same numbers in random order and in sorted order: half of the branches
/// of the first are predicted wrongly, hardly any of the second.
double branches(bool random) {
    std::vector<std::uint32_t> data(1 << 16);
    std::mt19937 numbers(9);
    for (std::uint32_t &x : data)
        x = numbers();
    if (!random) std::sort(data.begin(), data.end());
    return least(data.size(), [&] {
        double a = 0;
        for (std::uint32_t x : data)
            if (x & 0x80000000u) {
                asm volatile("" : "+x"(a)); // keeps the branch
                a += 1;
            }
        sink = a;
    });
}

/// What a call of a function in another file takes, without what it does.
double call_price() {
    return least(steps, [&] {
        unsigned sum = 0;
        for (std::size_t i = 0; i < steps; i++)
            sum += static_cast<unsigned>(carom_version());
        sink = sum;
    });
}

} // namespace

void run_floor(Json &json) {
    std::printf("the machine\n");
    measure_latencies(json);
    measure_throughput(json);
    measure_memory(json);
    print("a branch that is predicted wrongly", 2 * (branches(true) - branches(false)), "ns", json);
    print("a call into the library", call_price(), "ns", json);
}

} // namespace bench
