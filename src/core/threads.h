/* What the task pool needs of an operating system: threads, a lock, conditions, a clock and the
 * number of processors, by POSIX threads or by Windows itself, so that neither its C compiler nor a
 * library of POSIX threads matters. A source that includes this asks for POSIX 2008 first. */
#ifndef CAROM_CORE_THREADS_H
#define CAROM_CORE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a thread's stack, of which an optimised build uses less than 2^18. Some C libraries give
 * threads less than that if nothing is said. */
#define THREAD_STACK (1 << 22)

typedef void thread_main(void *user);

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <process.h>

typedef SRWLOCK thread_lock;
typedef CONDITION_VARIABLE thread_condition;
typedef struct thread {
    HANDLE handle;
    thread_main *run;
    void *user;
} thread;

static unsigned __stdcall thread_entry(void *user) {
    const thread *t = user;
    t->run(t->user);
    return 0;
}

static inline bool thread_start(thread *t, thread_main *run, void *user) {
    *t = (thread){.run = run, .user = user};
    t->handle = (HANDLE)_beginthreadex(NULL, THREAD_STACK, thread_entry, t,
                                       STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return t->handle != NULL;
}
static inline void thread_join(thread *t) {
    WaitForSingleObject(t->handle, INFINITE);
    CloseHandle(t->handle);
}

static inline bool lock_create(thread_lock *lock) {
    InitializeSRWLock(lock);
    return true;
}
static inline void lock_destroy(thread_lock *lock) {
    (void)lock;
}
static inline void lock_take(thread_lock *lock) {
    AcquireSRWLockExclusive(lock);
}
static inline void lock_leave(thread_lock *lock) {
    ReleaseSRWLockExclusive(lock);
}

static inline bool condition_create(thread_condition *condition) {
    InitializeConditionVariable(condition);
    return true;
}
static inline void condition_destroy(thread_condition *condition) {
    (void)condition;
}
static inline void condition_wait(thread_condition *condition, thread_lock *lock) {
    SleepConditionVariableSRW(condition, lock, INFINITE, 0);
}
static inline void condition_wake_one(thread_condition *condition) {
    WakeConditionVariable(condition);
}
static inline void condition_wake_all(thread_condition *condition) {
    WakeAllConditionVariable(condition);
}

/* Nanoseconds since some moment. */
static inline int64_t clock_now(void) {
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    int64_t whole = now.QuadPart / second.QuadPart, rest = now.QuadPart % second.QuadPart;
    return whole * 1000000000 + rest * 1000000000 / second.QuadPart;
}
static inline long processor_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
}

#else

#include <pthread.h>
#include <time.h>
#include <unistd.h>

typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_condition;
typedef struct thread {
    pthread_t handle;
    thread_main *run;
    void *user;
} thread;

static void *thread_entry(void *user) {
    const thread *t = user;
    t->run(t->user);
    return NULL;
}

static inline bool thread_start(thread *t, thread_main *run, void *user) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    t->run = run;
    t->user = user;
    bool started = pthread_attr_setstacksize(&attributes, THREAD_STACK) == 0 &&
                   pthread_create(&t->handle, &attributes, thread_entry, t) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}
static inline void thread_join(thread *t) {
    pthread_join(t->handle, NULL);
}

static inline bool lock_create(thread_lock *lock) {
    return pthread_mutex_init(lock, NULL) == 0;
}
static inline void lock_destroy(thread_lock *lock) {
    pthread_mutex_destroy(lock);
}
static inline void lock_take(thread_lock *lock) {
    pthread_mutex_lock(lock);
}
static inline void lock_leave(thread_lock *lock) {
    pthread_mutex_unlock(lock);
}

static inline bool condition_create(thread_condition *condition) {
    return pthread_cond_init(condition, NULL) == 0;
}
static inline void condition_destroy(thread_condition *condition) {
    pthread_cond_destroy(condition);
}
static inline void condition_wait(thread_condition *condition, thread_lock *lock) {
    pthread_cond_wait(condition, lock);
}
static inline void condition_wake_one(thread_condition *condition) {
    pthread_cond_signal(condition);
}
static inline void condition_wake_all(thread_condition *condition) {
    pthread_cond_broadcast(condition);
}

/* Nanoseconds since some moment. */
static inline int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
static inline long processor_count(void) {
    return sysconf(_SC_NPROCESSORS_ONLN);
}

#endif
#endif
