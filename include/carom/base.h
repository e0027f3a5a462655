/* carom: precision, status codes, allocation and assertion hooks shared by every header.
 *
 * Define CAROM_DOUBLE before the first include to work in double: every public name is then mapped
 * to its carom64_ twin, so one program may use both precisions and a mixed-up link fails by name.
 */
#ifndef CAROM_BASE_H
#define CAROM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __FAST_MATH__
#error "carom promises exact answers and never returns NaN: build it without -ffast-math"
#endif

/* The flags of a library that was built with one precision say which one it lacks. */
#if defined(CAROM_DOUBLE) && defined(CAROM_WITHOUT_DOUBLE)
#error "this carom has no double precision: it was built with CAROM_PRECISION=float"
#endif
#if !defined(CAROM_DOUBLE) && defined(CAROM_WITHOUT_FLOAT)
#error "this carom has no float precision (CAROM_PRECISION=double): define CAROM_DOUBLE"
#endif

/* The version, here alone: CMakeLists.txt reads it. While the major number is 0, libraries of one
 * minor number are compatible with each other, and with no other. */
#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 3
#define CAROM_VERSION_PATCH 0
/** The version of these headers as one number, 10000 major + 100 minor + patch, for comparisons in
 * the preprocessor. @since 0.2 */
#define CAROM_VERSION                                                                              \
    (CAROM_VERSION_MAJOR * 10000 + CAROM_VERSION_MINOR * 100 + CAROM_VERSION_PATCH)

/* A public function. On Windows the linker is given a list of them (cmake/exports_windows.cmake),
 * and programs need no mark to call a DLL. */
#if defined(__GNUC__) && !defined(_WIN32)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API
#endif

#ifdef __cplusplus
#define CAROM_BEGIN extern "C" {
#define CAROM_END }
#else
#define CAROM_BEGIN
#define CAROM_END
#endif

#ifdef CAROM_DOUBLE
#include "carom/precision.h"
typedef double carom_real;
#define CAROM_REAL_MAX 1.7976931348623157e308
#define CAROM_REAL_EPSILON 2.2204460492503131e-16
#else
typedef float carom_real;
#define CAROM_REAL_MAX 3.4028234663852886e38f
#define CAROM_REAL_EPSILON 1.1920928955078125e-7f
#endif

CAROM_BEGIN

/** The version of the library at run time, as CAROM_VERSION is that of the headers at compile time:
 * a program is right to require that the two agree but for the patch number, `/ 100` of both.
 * @return 10000 major + 100 minor + patch
 * @since 0.2 */
CAROM_API uint32_t carom_version(void);

/** @return the same as text, "major.minor.patch". @since 0.2 */
CAROM_API const char *carom_version_text(void);

/** What a builder came to. Queries never fail and return no status. */
typedef enum carom_status {
    CAROM_OK = 0,               /**< Done; the out argument is set. */
    CAROM_ERROR_MEMORY = 1,     /**< The allocator returned null; nothing was changed or leaked. */
    CAROM_ERROR_ARGUMENT = 2,   /**< A count, pointer or option is outside its documented range. */
    CAROM_ERROR_NOT_FINITE = 3, /**< A coordinate is NaN or infinite. */
    CAROM_ERROR_INDEX = 4,      /**< An index is outside its array. */
    CAROM_ERROR_LIMIT = 5       /**< A count is larger than this build can hold. */
} carom_status;

/** @return a short English sentence for `status`, never null. */
CAROM_API const char *carom_status_text(carom_status status);

/** Memory source of one object. A zeroed allocator means malloc and free. */
typedef struct carom_allocator {
    /** @return `size` bytes aligned to 64, or null. `size` is never 0. */
    void *(*alloc)(size_t size, void *user);
    void (*free)(void *memory, void *user);
    void *user;
} carom_allocator;

/** Called when a CAROM_ASSERT fails in a debug build. */
typedef void carom_assert_hook(const char *expression, const char *file, int line);

/** Installs the hook; null restores the default, which prints to stderr and aborts. */
CAROM_API void carom_set_assert_hook(carom_assert_hook *hook);

/** How much the answer of a method that takes steps is worth. */
typedef enum carom_certainty {
    CAROM_EXACT = 0,     /**< right to rounding */
    CAROM_CONVERGED = 1, /**< within the tolerance, by bounds */
    CAROM_LIMIT = 2      /**< the bound on steps was met; what bounds the result gives still hold */
} carom_certainty;

/** How volume A stands to volume B, as closed sets. */
typedef enum carom_relation {
    CAROM_DISJOINT = 0,   /**< no common point */
    CAROM_INTERSECTS = 1, /**< a common point, and neither holds the other */
    CAROM_CONTAINS = 2,   /**< every point of B is in A (equal sets are answered so, too) */
    CAROM_INSIDE = 3      /**< every point of A is in B, and not the other way round */
} carom_relation;

/** Which side of an oriented plane a shape is on; contact counts as spanning. */
typedef enum carom_side {
    CAROM_SPANNING = 0, /**< on both sides, or touching the plane */
    CAROM_FRONT = 1,    /**< strictly where dot(normal, x) > offset */
    CAROM_BACK = 2,     /**< strictly where dot(normal, x) < offset */
    CAROM_COPLANAR = 3  /**< wholly in the plane */
} carom_side;

/** The part of a triangle on which a point lies. */
typedef enum carom_feature {
    CAROM_FACE = 0,
    CAROM_EDGE_01 = 1,
    CAROM_EDGE_12 = 2,
    CAROM_EDGE_20 = 3,
    CAROM_VERTEX_0 = 4,
    CAROM_VERTEX_1 = 5,
    CAROM_VERTEX_2 = 6
} carom_feature;

CAROM_END

#endif
