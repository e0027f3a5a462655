# Optimisation levels of a release build by gcc: -O3, and -O2 for the sources below, whose size at -O3 buys no row of `make bench`
# anything: they are not asked by any, or take less than 0.2 % of its instructions. bench/results/size.md has the figures. Patterns are
# relative to src/ and, where nothing fits there, src/query/.
set(CAROM_LEVEL_O2
    batch/batch_move closest/closest_line closest/closest_point_polygon closest/closest_triangle closest/near_contact
    raycast/path_polygon raycast/raycast_line raycast/raycast_segment sweep/sweep_aabb sweep/sweep_capsules
    pair/pair_toi pair/tame_pair pair/solver/cylinder_pairs pair/solver/hull_pairs
    convex/gjk/exact convex/gjk/gjk_interior convex/graze/graze_
    dispatch/ surface/ world/impact_response world/world_info world/impact_queue world/world_nearest world/pair_mesh world/query response/ spatial/space_near spatial/space_brute
    mesh/heightfield/ mesh/many_ mesh/moving/ mesh/nearest/near_touch mesh/nearest/signed_ mesh/nearest/mesh_topology mesh/pair/pair_closest mesh/pair/pair_cross
    mesh/pair/pair_frame mesh/pair/pair_overlap mesh/pair/pair_walk mesh/ray/mesh_path mesh/ray/mesh_ray_all mesh/scene/
    mesh/curves/ mesh/solid/ intersect/shared
    intersect/intersect_triangle overlap/flat_exact overlap/kernel_boxes overlap/overlap_polyhedron
    overlap/polyhedron_exact overlap/sat_filter overlap/sphere_exact raycast/line_solid raycast/line_span
    raycast/clip_exact sweep/ccd_ sweep/sweep_ccd sweep/sweep_function
    pair/solver/grazing pair/solver/toi_endless convex/revolution/[a-oq-z] convex/revolution/polytope convex/toi convex/advancement
    fit/ball fit/box fit/fit_aabb fit/fit_capsule fit/fit_kdop fit/fit_obb fit/fit_sphere fit/volume math/form shape/kdop
    mesh/bvh8/bvh8_memory mesh/depth/ mesh/mesh\\.c mesh/pair/separating_translation mesh/pair/point_in_mesh mesh/pair/mesh_boundary
    mesh/pair/winding_boundary mesh/pair/self_overlap mesh/pair/solid_angle mesh/refit mesh/save_cover mesh/shape_ mesh/internal_edges
    spatial/bsp world/save)

function(carom_level flag patterns)
  foreach(pattern ${patterns})
    set(found OFF)
    foreach(source ${ARGN})
      if(source MATCHES "src/(query/)?${pattern}" AND NOT source MATCHES "_kernel\\.c$")
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:${flag}>)
        set(found ON)
      endif()
    endforeach()
    if(NOT found)
      message(FATAL_ERROR "cmake/levels.cmake: no source matches ${pattern}")
    endif()
  endforeach()
endfunction()

if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  carom_level(-O2 "${CAROM_LEVEL_O2}" ${CAROM_SOURCES} ${CAROM_ONCE})
  if(CAROM_AVX2) # kernels for machines of x86 before AVX2
    # at -O2 gcc 12 loses sight of what a loop has set
    list(APPEND CAROM_SET_FLAGS_native $<$<CONFIG:Release>:-O2> -Wno-maybe-uninitialized)
  endif()
endif()
