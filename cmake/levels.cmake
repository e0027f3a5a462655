# Optimisation levels of a release build by gcc: -O3 for what the rows of `make bench` spend their time in; -Os for the sources of the first list,
# where no row of primitives, convex, matrix and world spends an instruction and hardly any of mesh, batch and broadphase (less than 0.2 %);
# -O2 for those of the second, which rows pass through. bench/results/size.md has the figures. Patterns are relative to src/ and, where
# nothing fits there, src/query/; -O2 is set after -Os and holds where both fit.
set(CAROM_LEVEL_OS
    batch/batch_move closest/closest_point_polygon closest/near_contact convex/graze/ convex/revolution/polytope convex/toi core/assert
    core/status dispatch/ fit/ball fit/box fit/cloud fit/fit_ fit/quickhull_planar fit/volume intersect/intersect_triangle intersect/shared
    mesh/curves/ mesh/depth/ mesh/heightfield/ mesh/internal_edges mesh/many_ mesh/mesh\\.c mesh/moving/ mesh/nearest/mesh_topology
    mesh/nearest/signed_ mesh/pair/mesh_boundary mesh/pair/point_in_mesh mesh/pair/self_overlap mesh/pair/separating_translation
    mesh/pair/solid_angle mesh/pair/winding_boundary mesh/refit mesh/save mesh/scene/ mesh/shape_ mesh/solid/ overlap/overlap_interval
    overlap/overlap_polyhedron overlap/polyhedron_exact overlap/sphere_exact pair/pair_toi pair/pair_within pair/tame_pair pair/solver/grazing
    pair/solver/toi_endless raycast/path_polygon response/ shape/kdop shape/polygon spatial/bsp spatial/bvh/bvh_static spatial/space_brute
    spatial/space_near surface/ sweep/ccd_ sweep/sweep_capsules sweep/sweep_ccd sweep/sweep_function world/impact_queue world/impact_response
    world/pair_mesh world/pair_toi world/query world/save world/space_shape world/world_nearest world/world_toi)
set(CAROM_LEVEL_O2
    classify/classify_interval classify/classify_sphere closest/closest_line closest/closest_triangle closest/exact_contact convex/cast/cylinder_plane
    convex/epa/sliver_axes convex/gjk/exact convex/gjk/gjk_interior convex/revolution/[a-oq-z] dispatch/contact dispatch/dispatch
    dispatch/shape_bounds math/form mesh/bvh8/bvh8_memory mesh/nearest/near_touch mesh/pair/pair_closest mesh/pair/pair_cross mesh/pair/pair_frame
    mesh/pair/pair_overlap mesh/pair/pair_walk mesh/ray/mesh_path mesh/ray/mesh_ray_all overlap/flat_exact overlap/kernel_boxes
    overlap/overlap_point overlap/overlap_segment overlap/sat_filter 
    pair/overlap_table pair/round/round_ pair/round/sphere_overlap pair/solver/cylinder_pairs pair/solver/hull_pairs
    pair/volume_tables penetration/penetration_sphere raycast/aabb_exact raycast/clip_exact
    raycast/line_solid raycast/line_span raycast/raycast_line raycast/raycast_segment raycast/sphere_exact raycast/triangle_exact
    spatial/bvh/space_bvh_sah spatial/space_kdtree
    sweep/outline sweep/sweep_aabb sweep/sweep_core world/world\\.c world/world_info)
# Sources at -O3 that need its limits for inlining, too: with those of -O2, a row that they take part in has 3 % more instructions.
set(CAROM_LEVEL_INLINE
    batch/b classify/classify_plane classify/classify_box closest/closest_point\\. closest/closest_segment closest/rescale convex/cast/
    convex/distance convex/epa/normal_ convex/epa/smooth_contact_newton convex/gjk/gjk\\. convex/hull_sat/hull_sat_candidates convex/hull_sat/hull_sat_float
    convex/manifold/cylinder_manifold convex/manifold/hull_manifold convex/manifold/manifold convex/support/rescale convex/sweep core/task_pool
    fit/quickhull_grow fit/quickhull_polygons fit/quickhull_sign intersect/intersect_plane math/vec mesh/bvh8/ mesh/bvh8_build/ mesh/nearest/k_nearest
    mesh/nearest/mesh_near mesh/nearest/nearest_search mesh/nearest/point_order mesh/ray/bvh8_ray mesh/ray/mesh_ray\\. overlap/overlap_plane_flat
    overlap/sat_exact overlap/volume_signs pair/contains/contains_endless pair/contains/contains_round pair/pair_sweep pair/pose/convex_view
    pair/pose/shape_check pair/pose/solid_box pair/raycast_table pair/solver/engine pair/solver/line_pairs pair/sweep_table penetration/penetration_box
    penetration/penetration_plane raycast/path_polytope spatial/bvh/bvh4_walk spatial/bvh/space_bvh_dynamic spatial/grid/ spatial/in_order spatial/loose spatial/ray_slices
    spatial/sap/ spatial/space\\. spatial/space_query sweep/sweep_sphere world/motion world/step)

function(carom_level flag patterns)
  foreach(pattern ${patterns})
    set(found OFF)
    foreach(source ${ARGN})
      if(source MATCHES "src/(query/)?${pattern}" AND NOT source MATCHES "_kernel\\.c$")
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:${flag}>")
        set(found ON)
      endif()
    endforeach()
    if(NOT found)
      message(FATAL_ERROR "cmake/levels.cmake: no source matches ${pattern}")
    endif()
  endforeach()
endfunction()

if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # -O3 with the limits of -O2 for inlining; what must be inlined says so (CAROM_INLINE). Jumps are not padded, loops and functions are.
  list(APPEND CAROM_FLAGS
       "$<$<CONFIG:Release>:--param=max-inline-insns-auto=15;--param=inline-min-speedup=30;-fno-align-jumps;-fno-align-labels>")
  carom_level(-Os "${CAROM_LEVEL_OS}" ${CAROM_SOURCES} ${CAROM_ONCE})
  carom_level(-O2 "${CAROM_LEVEL_O2}" ${CAROM_SOURCES} ${CAROM_ONCE})
  carom_level("--param=max-inline-insns-auto=30;--param=inline-min-speedup=15" "${CAROM_LEVEL_INLINE}" ${CAROM_SOURCES} ${CAROM_ONCE})
  if(CAROM_AVX2)
    # kernels for machines of x86 before AVX2; at -Os gcc 12 loses sight of what a loop has set
    list(APPEND CAROM_SET_FLAGS_native $<$<CONFIG:Release>:-Os> -Wno-maybe-uninitialized)
  endif()
endif()
