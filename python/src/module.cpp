/* The extension module: threads, what is read from files, and what this build is; the bindings of both precisions come in below it. */
#include "common.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <condition_variable>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "carom/base.h"
#ifdef CAROM_WITH_IO
#include "carom/io.h"
#endif

namespace {

/* Vertices and faces. */
using file_parts = nb::typed<nb::tuple, nb::any, nb::any>;

/* The library's threads. Jobs hold `lock` shared, what replaces the pool exclusively. After a fork the child has none of the threads. */
struct shared_pool {
    std::shared_mutex lock;
    carom_task_pool *pool = nullptr;
    carom_task_hook hook = {};
    unsigned threads = 1;
};
alignas(shared_pool) unsigned char pool_memory[sizeof(shared_pool)];
shared_pool *const the_pool = new (pool_memory) shared_pool;

void start(unsigned threads) {
    the_pool->pool = nullptr;
    the_pool->threads = threads;
    if (threads < 2) return;
    carom_task_pool_def def = {};
    def.threads = threads - 1;
    check(carom_task_pool_create(&the_pool->pool, &def), "threads");
    the_pool->hook = carom_task_pool_hook(the_pool->pool);
}

void set_threads(unsigned threads) {
    if (threads < 1 || threads > CAROM_TASK_THREADS) throw nb::value_error("threads must be from 1 to 64");
    nb::gil_scoped_release released;
    std::unique_lock<std::shared_mutex> alone(the_pool->lock);
    if (threads == the_pool->threads) return;
    if (the_pool->pool) carom_task_pool_destroy(the_pool->pool);
    the_pool->pool = nullptr;
    the_pool->threads = 1;
    start(threads);
}

/* In the child of a fork: the memory of the old pool is left alone, since its threads and locks are the parent's. */
void after_fork() {
    const unsigned threads = the_pool->threads;
    new (pool_memory) shared_pool;
    start(threads);
}

#ifdef CAROM_WITH_IO
using doubles = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using indices = nb::ndarray<nb::numpy, uint32_t, nb::ndim<2>>;

struct file_job {
    std::string path, error = std::string(1024, '\0');
    carom_io_soup soup = {};
    bool read = false, placed = false;

    file_job() = default;
    file_job(const file_job &) = delete;
    ~file_job() { carom_io_soup_free(&soup); }
    void read_all() {
        carom_io_scene *scene = nullptr;
        read = carom_io_load(path.c_str(), &scene, error.data(), error.size());
        if (!read) return;
        placed = carom_io_flatten(scene, &soup) && carom_io_soup_weld(&soup);
        carom_io_free(scene);
    }
};

/* All triangles of a file where it places them: vertices and faces. */
file_parts read_file(const std::string &path) {
    auto file = std::make_shared<file_job>();
    file->path = path;
    run_apart(true, nb::none(), [file] { file->read_all(); });
    if (!file->read) throw nb::value_error(file->error.c_str());
    if (!file->placed) throw nb::value_error((path + ": too large to be placed").c_str());
    carom_io_soup *soup = new carom_io_soup(file->soup);
    file->soup = carom_io_soup();
    nb::capsule owner(soup, [](void *held) noexcept {
        carom_io_soup_free(static_cast<carom_io_soup *>(held));
        delete static_cast<carom_io_soup *>(held);
    });
    return nb::make_tuple(doubles(soup->vertices, {soup->vertex_count, 3}, owner), indices(soup->indices, {soup->triangle_count, 3}, owner));
}
#endif

/* A job on a thread of its own. The thread knows the job alone; the Python objects stay with the thread that waits. */
struct apart_job {
    std::function<void()> work;
    std::mutex lock;
    std::condition_variable ended;
    std::exception_ptr error;
    bool done = false;
};
struct left_job {
    std::shared_ptr<apart_job> job;
    nb::object keeps;
};

/* Jobs that nobody waits for any more, with what they read; the GIL guards the list, which outlives the interpreter. */
std::vector<left_job> &left_jobs() {
    static auto *const all = new std::vector<left_job>;
    return *all;
}

void forget_left_jobs() {
    std::vector<left_job> ended, &all = left_jobs();
    for (size_t i = all.size(); i-- > 0;) {
        std::unique_lock<std::mutex> held(all[i].job->lock);
        if (!all[i].job->done) continue;
        held.unlock();
        ended.push_back(std::move(all[i]));
        all.erase(all.begin() + (ptrdiff_t)i);
    }
}

/* The largest set of instructions that the kernels run with on this machine. */
const char *instructions() {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return "SSE2";
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? "AVX-512" : "AVX2";
#elif defined(__aarch64__)
    return "NEON";
#else
    return "scalar";
#endif
}

} // namespace

threads::threads() : hook_(nullptr), lock_(&the_pool->lock) {
    lock_->lock_shared();
    if (the_pool->pool) hook_ = &the_pool->hook;
}

threads::~threads() { lock_->unlock_shared(); }

void run_apart(bool large, nb::object keeps, std::function<void()> work) {
    forget_left_jobs();
    auto job = std::make_shared<apart_job>();
    job->work = std::move(work);
    if (large) {
        try {
            std::thread([job] {
                std::exception_ptr error;
                try {
                    job->work();
                } catch (...) {
                    error = std::current_exception();
                }
                std::lock_guard<std::mutex> held(job->lock);
                job->error = error;
                job->done = true;
                job->ended.notify_all();
            }).detach();
        } catch (const std::system_error &) {
            large = false;
        }
    }
    nb::gil_scoped_release released;
    if (!large) return job->work();
    std::unique_lock<std::mutex> held(job->lock);
    while (!job->ended.wait_for(held, std::chrono::milliseconds(50), [&] { return job->done; })) {
        held.unlock();
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) {
            left_jobs().push_back({job, keeps});
            throw nb::python_error();
        }
        held.lock();
    }
    if (job->error) std::rethrow_exception(job->error);
}

carom_task_hook pooled_hook() {
    struct job {
        threads pool;
        void *inner = nullptr;
    };
    carom_task_hook out = {};
    out.begin = [](carom_task *task, void *data, uint32_t count, void *) -> void * {
        job *one = new (std::nothrow) job;
        if (one && one->pool.hook()) {
            one->inner = one->pool.hook()->begin(task, data, count, one->pool.hook()->user);
            return one;
        }
        for (uint32_t part = 0; part < count; part++)
            task(data, part);
        return one;
    };
    out.finish = [](void *handle, void *) {
        job *one = static_cast<job *>(handle);
        if (one && one->pool.hook()) one->pool.hook()->finish(one->inner, one->pool.hook()->user);
        delete one;
    };
    return out;
}

void check(carom_status status, const char *what) {
    if (status == CAROM_OK) return;
    if (status == CAROM_ERROR_MEMORY) throw std::bad_alloc();
    throw nb::value_error((std::string(what) + ": " + carom_status_text(status)).c_str());
}

NB_MODULE(_carom, module) {
    nb::set_leak_warnings(false); /* meshes that live until the interpreter ends are no fault of a program */
    module.doc() = "The library behind carom: not to be used directly.";
    module.def("version", [] { return std::string(carom_version_text()); });
    module.def("instructions", [] { return std::string(instructions()); });
    module.def("threads", [] { return the_pool->threads; });
    module.def("set_threads", &set_threads, nb::arg("threads"));
    module.def("after_fork", &after_fork);
#ifdef CAROM_WITH_IO
    module.def("read_file", &read_file, nb::arg("path"));
    module.attr("reads_files") = true;
#else
    module.def("read_file", [](const std::string &path) -> file_parts {
        throw nb::value_error((path + ": this build of carom reads its own saved meshes alone").c_str());
    }, nb::arg("path"));
    module.attr("reads_files") = false;
#endif
    nb::module_ single = module.def_submodule("f32", "Everything in float32.");
    nb::module_ twice = module.def_submodule("f64", "Everything in float64.");
    f32::bind_mesh(single);
    f32::bind_shapes(single);
    f32::bind_verbs(single);
    f32::bind_scene(single);
    f32::bind_space(single);
    f32::bind_world(single);
    f64::bind_mesh(twice);
    f64::bind_shapes(twice);
    f64::bind_verbs(twice);
    f64::bind_scene(twice);
    f64::bind_space(twice);
    f64::bind_pairs(twice);
    f64::bind_world(twice);
}
