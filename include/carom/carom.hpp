// carom from C++17: owners that destroy what they hold, spans, shapes and answers by value.
//
// A header over carom.h and nothing more: an owner is a pointer, a span is a pointer and a count,
// and every function here is one call of C (a placed shape is a copy of it). Nothing throws; a
// builder that fails gives an empty owner, and its status where one is asked for. An owner stands
// wherever C takes the pointer, so every function of carom.h is at hand. Both precisions, as in C:
// CAROM_DOUBLE before the include.
#ifndef CAROM_CAROM_HPP
#define CAROM_CAROM_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include "carom/carom.h"

namespace carom {

/** Consecutive items that belong to someone else; of an array, or of what has data() and size().
 * @since 0.2.0 */
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T *first, std::size_t count) noexcept : first_(first), count_(count) {}
    template <std::size_t N> constexpr span(T (&items)[N]) noexcept : first_(items), count_(N) {}
    template <class Items, class = std::enable_if_t<std::is_convertible_v<
                               decltype(std::declval<Items &>().data()), T *>>>
    constexpr span(Items &items) noexcept : first_(items.data()), count_(items.size()) {}
    template <class Items, class = std::enable_if_t<std::is_convertible_v<
                               decltype(std::declval<const Items &>().data()), T *>>>
    constexpr span(const Items &items) noexcept : first_(items.data()), count_(items.size()) {}

    constexpr T *data() const noexcept {
        return first_;
    }
    constexpr std::size_t size() const noexcept {
        return count_;
    }
    constexpr bool empty() const noexcept {
        return count_ == 0;
    }
    constexpr T &operator[](std::size_t i) const noexcept {
        return first_[i];
    }
    constexpr T *begin() const noexcept {
        return first_;
    }
    constexpr T *end() const noexcept {
        return first_ + count_;
    }

  private:
    T *first_ = nullptr;
    std::size_t count_ = 0;
};

/** Owns an object of C, moves and is not copied. @since 0.2.0 */
template <class T, void (*destroy)(T *)> class owner {
  public:
    constexpr owner() noexcept = default;
    constexpr explicit owner(T *object) noexcept : object_(object) {}
    owner(owner &&other) noexcept : object_(other.release()) {}
    owner &operator=(owner &&other) noexcept {
        reset(other.release());
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() {
        reset();
    }

    constexpr T *get() const noexcept {
        return object_;
    }
    constexpr explicit operator bool() const noexcept {
        return object_ != nullptr;
    }
    /** So that functions of C take the owner. */
    constexpr operator T *() noexcept {
        return object_;
    }
    constexpr operator const T *() const noexcept {
        return object_;
    }
    /** For a builder of C: empties the owner. */
    T **out() noexcept {
        reset();
        return &object_;
    }
    T *release() noexcept {
        return std::exchange(object_, nullptr);
    }
    void reset(T *object = nullptr) noexcept {
        T *old = std::exchange(object_, object);
        if (old && old != object) destroy(old);
    }

  private:
    T *object_ = nullptr;
};

using mesh = owner<carom_mesh, carom_mesh_destroy>;
using heightfield = owner<carom_heightfield, carom_heightfield_destroy>;
using hull = owner<carom_hull, carom_hull_destroy>;
using compound = owner<carom_compound, carom_compound_destroy>;
using bsp = owner<carom_bsp, carom_bsp_destroy>;
using scene = owner<carom_scene, carom_scene_destroy>;
using world = owner<carom_world, carom_world_destroy>;
using space = owner<carom_space, carom_space_destroy>;

static_assert(sizeof(mesh) == sizeof(carom_mesh *), "an owner is a pointer");
static_assert(sizeof(span<int>) == sizeof(int *) + sizeof(std::size_t), "a span is two words");
static_assert(!std::is_copy_constructible_v<mesh> && std::is_nothrow_move_constructible_v<mesh>);

// ---------------------------------------------------------------- builders

/** Builds by any carom_x_create; `status`, if not null, says how it went. @since 0.2.0 */
template <class Owner, class Object, class Def>
Owner make(carom_status (*create)(Object **, const Def *), const Def &def,
           carom_status *status = nullptr) noexcept {
    Owner out;
    const carom_status came = create(out.out(), &def);
    if (status) *status = came;
    return out;
}

/** Three indices for each triangle; further options: make with a carom_mesh_def. */
inline mesh make_mesh(span<const carom_vec3> vertices, span<const uint32_t> indices,
                      carom_status *status = nullptr) noexcept {
    carom_mesh_def def{};
    def.vertices = vertices.data();
    def.vertex_count = vertices.size();
    def.indices = indices.data();
    def.triangle_count = indices.size() / 3;
    return make<mesh>(carom_mesh_create, def, status);
}

inline hull make_hull(span<const carom_vec3> points, carom_status *status = nullptr) noexcept {
    carom_hull_def def{};
    def.points = points.data();
    def.point_count = points.size();
    return make<hull>(carom_hull_create, def, status);
}

/** A copy with each coordinate multiplied by a factor, mirrored where their product is negative
 * (carom_mesh_create_scaled). @since 0.2.0 */
inline mesh make_scaled(const carom_mesh *of, carom_vec3 scale,
                        carom_status *status = nullptr) noexcept {
    mesh out;
    const carom_status came = carom_mesh_create_scaled(out.out(), of, scale, nullptr);
    if (status) *status = came;
    return out;
}
inline mesh make_scaled(const mesh &of, carom_vec3 scale, carom_status *status = nullptr) noexcept {
    return make_scaled(of.get(), scale, status);
}
/** The same of a hull (carom_hull_create_scaled). @since 0.2.0 */
inline hull make_scaled(const carom_hull *of, carom_vec3 scale,
                        carom_status *status = nullptr) noexcept {
    hull out;
    const carom_status came = carom_hull_create_scaled(out.out(), of, scale, nullptr);
    if (status) *status = came;
    return out;
}
inline hull make_scaled(const hull &of, carom_vec3 scale, carom_status *status = nullptr) noexcept {
    return make_scaled(of.get(), scale, status);
}

inline compound make_compound(span<const carom_child> children,
                              carom_status *status = nullptr) noexcept {
    carom_compound_def def{};
    def.children = children.data();
    def.count = children.size();
    return make<compound>(carom_compound_create, def, status);
}

/** A point cloud, all points of one radius. @since 0.2.0 */
inline compound make_points(span<const carom_vec3> points, carom_real radius = 0,
                            carom_status *status = nullptr) noexcept {
    carom_points_def def{};
    def.points = points.data();
    def.count = points.size();
    def.radius = radius;
    return make<compound>(carom_compound_create_points, def, status);
}

inline compound make_voxels(const carom_voxels_def &def, carom_status *status = nullptr) noexcept {
    return make<compound>(carom_compound_create_voxels, def, status);
}

inline scene make_scene(span<const carom_placed_mesh> instances,
                        carom_status *status = nullptr) noexcept {
    carom_scene_def def{};
    def.instances = instances.data();
    def.count = instances.size();
    return make<scene>(carom_scene_create, def, status);
}
/** With factors along the axes of each instance's mesh (carom_scene_def); as many as instances, or
 * the status is CAROM_ERROR_ARGUMENT. @since 0.2.0 */
inline scene make_scene(span<const carom_placed_mesh> instances, span<const carom_vec3> scales,
                        carom_status *status = nullptr) noexcept {
    carom_scene_def def{};
    def.instances = instances.data();
    def.count = instances.size();
    def.scales = scales.data();
    if (scales.size() == instances.size()) return make<scene>(carom_scene_create, def, status);
    if (status) *status = CAROM_ERROR_ARGUMENT;
    return scene();
}

inline space make_space(carom_space_kind kind, span<const carom_aabb> boxes,
                        carom_status *status = nullptr) noexcept {
    carom_space_def def{};
    def.kind = kind;
    def.boxes = boxes.data();
    def.count = boxes.size();
    return make<space>(carom_space_create, def, status);
}

inline heightfield make_heightfield(const carom_heightfield_def &def,
                                    carom_status *status = nullptr) noexcept {
    return make<heightfield>(carom_heightfield_create, def, status);
}

inline bsp make_bsp(const carom_bsp_def &def, carom_status *status = nullptr) noexcept {
    return make<bsp>(carom_bsp_create, def, status);
}

inline world make_world(const carom_world_def &def = carom_world_defaults(),
                        carom_status *status = nullptr) noexcept {
    return make<world>(carom_world_create, def, status);
}

// ---------------------------------------------------------------- frustums

/** What a camera sees; its eight corners enclose a volume, or there is none. An answer by value: no
 * owner is needed, and carom_frustum_hull makes a hull of it. @since 0.2.0 */
class frustum {
  public:
    frustum() noexcept = default;
    explicit frustum(const carom_frustum_def &camera, carom_status *status = nullptr) noexcept {
        admit(carom_frustum_from_camera(&object_, &camera), status);
    }
    explicit frustum(const carom_vec3 (&corners)[8], carom_status *status = nullptr) noexcept {
        admit(carom_frustum_from_corners(&object_, corners), status);
    }
    /** Of sixteen numbers, column after column (carom_frustum_from_columns). */
    frustum(const carom_real (&columns)[16], carom_real near_depth, carom_real far_depth,
            carom_status *status = nullptr) noexcept {
        admit(carom_frustum_from_columns(&object_, columns, near_depth, far_depth), status);
    }

    constexpr explicit operator bool() const noexcept {
        return valid_;
    }
    /** For functions of C; of a frustum that there is. */
    constexpr const carom_frustum *get() const noexcept {
        return &object_;
    }
    carom_relation classify(const carom_aabb &box) const noexcept {
        return valid_ ? carom_frustum_classify_aabb(&object_, &box) : CAROM_DISJOINT;
    }
    carom_relation classify(carom_vec3 point) const noexcept {
        return valid_ ? carom_frustum_classify_point(&object_, point) : CAROM_DISJOINT;
    }
    carom_relation classify(const carom_sphere &ball) const noexcept {
        return valid_ ? carom_frustum_classify_sphere(&object_, &ball) : CAROM_DISJOINT;
    }
    /** Ids of a space's boxes, or instances of a scene, that are not disjoint from it: as many as
     * fit go into `ids`, their true count is returned. */
    std::size_t query(const carom_space *boxes, span<uint32_t> ids) const noexcept {
        return valid_ ? carom_space_query_frustum(boxes, &object_, ids.data(), ids.size()) : 0;
    }
    std::size_t query(const carom_scene *instances, span<uint32_t> ids) const noexcept {
        return valid_ ? carom_scene_query_frustum(instances, &object_, ids.data(), ids.size()) : 0;
    }
    /** The hull of the corners, under every verb. */
    hull make_hull(carom_status *status = nullptr) const noexcept {
        hull out;
        const carom_status came =
            valid_ ? carom_frustum_hull(out.out(), &object_) : CAROM_ERROR_ARGUMENT;
        if (status) *status = came;
        return out;
    }

  private:
    void admit(carom_status came, carom_status *status) noexcept {
        valid_ = came == CAROM_OK;
        if (status) *status = came;
    }
    carom_frustum object_{};
    bool valid_ = false;
};

// ---------------------------------------------------------------- verbs of two shapes

/** The convex set whose support function is `function`, a callable object (a lambda with what it
 * captures) that takes a unit direction and returns a carom_vec3. The shape refers to the object,
 * which must outlive it: there is no copy and no allocation. `interior` is a point of the set
 * (carom_support_shape). @since 0.2.0 */
template <class Function>
carom_shape make_support_shape(const Function &function, carom_vec3 interior = carom_vec3{}) {
    return carom_shape_support_function(
        [](carom_vec3 direction, const void *user) -> carom_vec3 {
            return (*static_cast<const Function *>(user))(direction);
        },
        &function, interior);
}
template <class Function>
carom_shape make_support_shape(const Function &&function,
                               carom_vec3 interior = carom_vec3{}) = delete;

/** All points within `radius` of the core, to which the shape refers, and which must outlive it.
 * @since 0.2.0 */
inline carom_shape make_rounded_shape(const carom_shape &core, carom_real radius) {
    return carom_shape_rounded(&core, radius);
}
carom_shape make_rounded_shape(const carom_shape &&core, carom_real radius) = delete;

/** A shape and where it stands; without a pose, where it is. @since 0.2.0 */
struct placed {
    carom_shape shape;
    carom_pose pose;
    placed(const carom_shape &given, const carom_pose &at = carom_pose{}) noexcept
        : shape(given), pose(at) {}
};

inline bool overlap(const placed &a, const placed &b) noexcept {
    return carom_overlap(&a.shape, a.pose, &b.shape, b.pose);
}
inline bool overlap_within(const placed &a, const placed &b, carom_real distance) noexcept {
    return carom_overlap_within(&a.shape, a.pose, &b.shape, b.pose, distance);
}
inline carom_relation classify(const placed &a, const placed &b) noexcept {
    return carom_classify(&a.shape, a.pose, &b.shape, b.pose);
}
inline carom_closest_any closest(const placed &a, const placed &b) noexcept {
    return carom_closest(&a.shape, a.pose, &b.shape, b.pose);
}
inline carom_ray_hit raycast(const placed &a, const placed &b) noexcept {
    return carom_raycast(&a.shape, a.pose, &b.shape, b.pose);
}
inline carom_penetration penetrate(const placed &a, const placed &b) noexcept {
    return carom_penetrate(&a.shape, a.pose, &b.shape, b.pose);
}
inline carom_sweep_hit sweep(const placed &a, carom_vec3 motion_a, const placed &b,
                             carom_vec3 motion_b = carom_vec3{}) noexcept {
    const carom_moving_shape moving_a{&a.shape, a.pose, motion_a};
    const carom_moving_shape moving_b{&b.shape, b.pose, motion_b};
    return carom_sweep(&moving_a, &moving_b);
}
/** The manifold is never without a margin and a capacity. */
inline carom_contact_manifold contact(const placed &a, const placed &b, carom_real margin = 0,
                                      int32_t capacity = 4) noexcept {
    carom_contact_manifold out{};
    out.margin = margin;
    out.capacity = capacity;
    carom_contact(&a.shape, a.pose, &b.shape, b.pose, &out);
    return out;
}

} // namespace carom

#endif
