/* A mesh as Python holds it, in the precision of the translation unit. */
#pragma once
#include "common.hpp"

#include <memory>
#include <mutex>

#include <carom/carom.h>

namespace PRECISION {

/* The mesh with what is found out about it once. Queries hold `lock` shared, refit exclusively: threads may do both. */
class mesh {
  public:
    mesh(nb::handle vertices, nb::handle faces, int build, bool compact);
    explicit mesh(carom_mesh *made, nb::object kept = nb::object()) : made_(made), kept_(kept) {}
    ~mesh();
    mesh(const mesh &) = delete;
    mesh &operator=(const mesh &) = delete;

    carom_mesh *get() const { return made_; }
    void refit(nb::handle vertices, nb::handle faces);
    /* As the boundary of a solid, with the rim. The lock is held. */
    carom_mesh_solid solid();
    carom_placed_mesh placed(bool with_sides);
    /* The same with its connected pieces, for carom_classify_solids; without memory for them it finds them itself. */
    carom_placed_mesh placed_solid();

    std::shared_mutex lock;

  private:
    void forget();
    carom_mesh *made_ = nullptr;
    nb::object kept_; /* the bytes below a mapped mesh */
    std::mutex once_;
    carom_mesh_rim *rim_ = nullptr;
    carom_mesh_pieces *pieces_ = nullptr;
    carom_mesh_solid solid_ = {};
    carom_mesh_solidity solidity_ = CAROM_SOLIDITY_UNKNOWN;
    bool known_ = false;
};

/* The mesh may be asked for as long as this lives. Made without the GIL alone, which a refit may wait for. */
using reading = std::shared_lock<std::shared_mutex>;

} // namespace PRECISION
