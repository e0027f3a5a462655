/* What the bindings of both precisions share: memory of the caller's arrays, batches that release the GIL, use all threads and end on
 * Ctrl-C. The classes of the package check shapes and dtypes; here a buffer is checked for its size alone, so that no call reads or
 * writes past an array, whatever it is given. */
#pragma once
#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <vector>

#include "carom/tasks.h"

namespace nb = nanobind;

/* The bytes of a contiguous array, held until the view ends. */
class view {
  public:
    view(nb::handle array, int flags = PyBUF_SIMPLE) {
        if (PyObject_GetBuffer(array.ptr(), &buffer_, flags) != 0) throw nb::python_error();
    }
    ~view() { PyBuffer_Release(&buffer_); }
    view(const view &) = delete;
    view &operator=(const view &) = delete;
    void *bytes() const { return buffer_.buf; }
    size_t size() const { return (size_t)buffer_.len; }

  private:
    Py_buffer buffer_;
};

/* `count` items to read; one of fewer or more bytes is refused. */
template <class T> class input : public view {
  public:
    input(nb::handle array, size_t count) : view(array) {
        if (size() != count * sizeof(T)) throw nb::value_error("a buffer has the wrong size");
    }
    /* As many as there are. */
    explicit input(nb::handle array) : view(array) {
        if (size() % sizeof(T) != 0) throw nb::value_error("a buffer has the wrong size");
    }
    size_t count() const { return size() / sizeof(T); }
    const T *data() const { return static_cast<const T *>(bytes()); }
    const T &operator[](size_t i) const { return data()[i]; }
};

/* `count` items to write. */
template <class T> class output : public view {
  public:
    output(nb::handle array, size_t count) : view(array, PyBUF_WRITABLE) {
        if (size() != count * sizeof(T)) throw nb::value_error("a buffer has the wrong size");
    }
    T *data() const { return static_cast<T *>(bytes()); }
    T &operator[](size_t i) const { return data()[i]; }
};

/* Holds the library's threads for as long as a job may use them; set_threads waits for it. */
class threads {
  public:
    threads();
    ~threads();
    threads(const threads &) = delete;
    threads &operator=(const threads &) = delete;
    const carom_task_hook *hook() const { return hook_; }

  private:
    const carom_task_hook *hook_;
    std::shared_mutex *lock_;
};

/* The same threads for objects that keep a hook: each job takes the pool as it is then. */
carom_task_hook pooled_hook();

/* Throws what a signal's handler has raised (KeyboardInterrupt), in the main thread alone. */
inline void check_signals() {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/* Calls work(first, last, hook) for ranges that cover 0 .. count - 1, without the GIL. A range takes about a tenth of a second after the
 * first one of `start` items, and signals are looked at between two. Ranges begin at multiples of 64. */
template <class Work> void run_batch(size_t count, size_t start, Work &&work) {
    nb::gil_scoped_release released;
    threads pool;
    size_t share = start;
    for (size_t first = 0; first < count;) {
        const size_t last = count - first > share ? first + share : count;
        const auto begun = std::chrono::steady_clock::now();
        work(first, last, pool.hook());
        first = last;
        if (first == count) break;
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
        if (taken.count() < 0.05) share *= 4;
        if (taken.count() > 0.2 && share > 64) share = share / 128 * 64;
        if (share < 64) share = 64;
        check_signals();
    }
}

/* Runs `work` without the GIL, if it is large on a thread of its own. Ctrl-C then ends the wait for it: what has begun goes on unseen, and
 * what it makes is dropped later. So `work` owns all that it uses, and knows nothing of Python; `keeps` are the Python objects
 * whose memory it reads. */
void run_apart(bool large, nb::object keeps, std::function<void()> work);

/* Triangles or points from which a job is large: it takes longer than a thread does to start. */
constexpr size_t LARGE = 16384;
/* The same of a search for pairs, which may look at as many as the square of that. */
constexpr size_t LARGE_SEARCH = 1024;

/* What visitors find. They are called by C code and on other threads, through which no exception may pass: want of memory ends the search,
 * and `take` throws in the thread that asked. */
template <class T> class collector {
  public:
    bool add(const T &item) noexcept {
        try {
            items_.push_back(item);
        } catch (...) {
            failed_ = true;
        }
        return !failed_;
    }
    void clear() { items_.clear(); }
    std::vector<T> &take() {
        if (failed_) throw std::bad_alloc();
        return items_;
    }

  private:
    std::vector<T> items_;
    bool failed_ = false;
};

/* The same for a search that may go on for long: its next find ends it once nobody waits for it. */
template <class T> class endable : public collector<T> {
  public:
    bool add(const T &item) noexcept { return !left && collector<T>::add(item); }
    std::atomic<bool> left{false};
};

/* run_apart of a search that ends early once `left` is set; `work` owns it. */
inline void wait_for(bool large, std::atomic<bool> &left, nb::object keeps, std::function<void()> work) {
    try {
        run_apart(large, keeps, std::move(work));
    } catch (...) {
        left = true;
        throw;
    }
}

/* Throws the exception of a status. */
void check(carom_status status, const char *what);

namespace f32 {
void bind_mesh(nb::module_ &module);
void bind_shapes(nb::module_ &module);
void bind_verbs(nb::module_ &module);
void bind_scene(nb::module_ &module);
void bind_space(nb::module_ &module);
void bind_world(nb::module_ &module);
}
namespace f64 {
void bind_mesh(nb::module_ &module);
void bind_shapes(nb::module_ &module);
void bind_verbs(nb::module_ &module);
void bind_scene(nb::module_ &module);
void bind_space(nb::module_ &module);
void bind_world(nb::module_ &module);
void bind_pairs(nb::module_ &module);
}

#ifdef CAROM_DOUBLE
#define PRECISION f64
#else
#define PRECISION f32
#endif
