# Optimisation levels of a release build by gcc: -O3 for what the rows of `make bench` spend their time in; -Os for the sources of the first list,
# which build, check, save and load; -O2 for those of the second, which take hardly any of the rows' instructions (less than 0.2 %).
# bench/results/size.md has the figures. Patterns are relative to src/ and, where nothing fits there, src/query/; -O2 is set after -Os and
# holds where both fit.
set(CAROM_LEVEL_OS
    batch/batch_move convex/graze/ core/assert core/status fit/ball fit/box fit/cloud fit/fit_ fit/hull fit/quickhull/quickhull_choose fit/quickhull/quickhull_planar fit/volume frustum/ mass/ math/symmetric mesh/curves/ mesh/decomposition/
    mesh/bvh8/bvh8_memory mesh/mesh\\.c mesh/nearest/mesh_hausdorff mesh/nearest/mesh_topology mesh/pair/mesh_boundary mesh/refit mesh/save mesh/scaled mesh/shape_ mesh/solid/contact_area mesh/solid/overlap_volume mesh/solid/separating_sweep pair/contains/contains_rounded pair/pair_within pair/pose/posed_view pair/solver/function_cast pair/solver/grazing pair/tame_pair response/
    shape/kdop shape/layout shape/polygon spatial/bsp spatial/space_brute spatial/space_frustum sweep/ccd_plane world/save world/query/space_shape)
set(CAROM_LEVEL_O2
    classify/classify_interval classify/classify_sphere
    closest/closest_line closest/closest_point_polygon closest/closest_triangle closest/exact_contact closest/near_contact
    intersect/intersect_triangle intersect/shared overlap/planar_exact overlap/overlap_interval overlap/overlap_point overlap/overlap_polyhedron
    overlap/overlap_segment overlap/polyhedron_exact overlap/sat_filter overlap/sphere_exact penetration/penetration_sphere
    raycast/aabb_exact raycast/clip_exact raycast/line_solid raycast/line_quadratic raycast/line_span raycast/path/path_polygon raycast/path/raycast_line
    raycast/path/raycast_segment raycast/sphere_exact raycast/triangle_exact
    sweep/ccd_exact sweep/ccd_path sweep/ccd_roots sweep/outline sweep/sweep_aabb sweep/sweep_capsules sweep/sweep_ccd sweep/sweep_core sweep/sweep_function
    convex/cast/cylinder_plane convex/epa/sliver_axes convex/gjk/exact convex/gjk/gjk_interior
    convex/revolution/polytope convex/toi core/workspace math/dyadic math/exact_sum
    pair/overlap_table pair/pair_toi pair/round/round_ pair/round/sphere_overlap
    pair/solver/toi_unbounded pair/volume_tables dispatch/ surface/
    mesh/decomposition/concavity mesh/decomposition/bound_concavity mesh/heightfield/ mesh/internal_edges mesh/many_ mesh/moving/ mesh/nearest/near_touch mesh/nearest/signed_
    mesh/ray/mesh_path mesh/ray/mesh_ray_all mesh/scene/ mesh/solid/mesh_ mesh/solid/projected mesh/solid/solid_
    spatial/bvh/bvh4_sah spatial/space_kdtree spatial/space_near
    world/query/ world/step/impact_ world/step/pair_mesh world/world\\.c)
# Sources at -O3 that need its limits for inlining, too: with those of -O2, a row that they take part in has 3 % more instructions.
set(CAROM_LEVEL_INLINE
    batch/b classify/classify_plane classify/classify_box closest/closest_point\\. closest/closest_segment closest/rescale intersect/intersect_plane
    overlap/overlap_plane_polyhedral overlap/sat_exact overlap/volume_signs penetration/penetration_box penetration/penetration_plane
    raycast/path/path_polytope sweep/sweep_sphere
    convex/cast/ convex/distance convex/epa/normal_ convex/epa/smooth_contact_newton convex/gjk/gjk\\. convex/hull_sat/hull_sat_candidates
    convex/hull_sat/hull_sat_float convex/revolution/cylinder convex/revolution/revolution convex/manifold/cylinder_manifold convex/manifold/hull_manifold convex/manifold/manifold convex/support/rescale
    convex/sweep core/task_pool fit/quickhull/quickhull_grow fit/quickhull/quickhull_polygons fit/quickhull/quickhull_sign math/vec
    mesh/bvh8/ mesh/bvh8_build/ mesh/nearest/k_nearest mesh/nearest/mesh_near mesh/nearest/nearest_search mesh/nearest/point_order mesh/ray/bvh8_ray
    mesh/ray/mesh_ray\\.
    pair/contains/contains_unbounded pair/contains/contains_curved pair/pair_sweep pair/pose/convex_view pair/pose/shape_check pair/pose/solid_box
    pair/raycast_table pair/solver/cylinder_pairs pair/solver/hull_pairs pair/solver/engine pair/solver/line_pairs pair/sweep_table
    spatial/bvh/bvh4_walk spatial/bvh/space_bvh_dynamic spatial/grid/ spatial/in_order spatial/loose spatial/ray_slices spatial/sap/ spatial/space\\.
    spatial/space_query world/step/motion world/step/step)
# Sources whose short loops over axes, corners and children are unrolled whole, as -O3 does by itself; elsewhere loops of up to 60 instructions are.
set(CAROM_LEVEL_PEEL
    classify/ closest/closest_point_triangle convex/cast/cast_ convex/epa/epa convex/epa/smooth_contact convex/manifold/box_manifold convex/sat/ fit/quickhull/
    overlap/overlap_plane overlap/sat_exact overlap/volume_signs pair/contains/contains_unbounded pair/pose/ raycast/ spatial/ sweep/outline)
# Kernels of AVX2 and AVX-512 that gain nothing by -O3, and those whose loops of more than 60 instructions are not unrolled.
set(CAROM_KERNELS_O2 batch/batch_kernel)
set(CAROM_KERNELS_ROLLED convex/manifold/hull_face_clip mesh/pair/pair_kernel pair/solver/box_kernel)

function(carom_level flag patterns)
  foreach(pattern ${patterns})
    set(found OFF)
    foreach(source ${ARGN})
      if(source MATCHES "src/(query/)?${pattern}")
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
  set(kernels ${CAROM_SOURCES_KERNELS} ${CAROM_ONCE_KERNELS})
  # -O3 with the limits of -O2 for inlining; what must be inlined says so (CAROM_INLINE). Jumps are not padded, loops and functions are.
  list(APPEND CAROM_FLAGS
       "$<$<CONFIG:Release>:--param=max-inline-insns-auto=15;--param=inline-min-speedup=30;-fno-align-jumps;-fno-align-labels>")
  carom_level(--param=max-completely-peeled-insns=60 "." ${CAROM_SOURCES} ${CAROM_ONCE})
  carom_level(--param=max-completely-peeled-insns=200 "${CAROM_LEVEL_PEEL}" ${CAROM_SOURCES} ${CAROM_ONCE})
  carom_level(-Os "${CAROM_LEVEL_OS}" ${CAROM_SOURCES} ${CAROM_ONCE})
  carom_level(-O2 "${CAROM_LEVEL_O2}" ${CAROM_SOURCES} ${CAROM_ONCE})
  carom_level("--param=max-inline-insns-auto=30;--param=inline-min-speedup=15" "${CAROM_LEVEL_INLINE}" ${CAROM_SOURCES} ${CAROM_ONCE})
  set(not_native "$<NOT:$<IN_LIST:SIMD_NATIVE,$<TARGET_PROPERTY:COMPILE_DEFINITIONS>>>")
  carom_level("$<${not_native}:-O2>" "${CAROM_KERNELS_O2}" ${kernels})
  carom_level("$<${not_native}:--param=max-completely-peeled-insns=60>" "${CAROM_KERNELS_ROLLED}" ${kernels})
  if(CAROM_AVX2)
    # kernels for machines of x86 before AVX2; at -Os gcc 12 loses sight of what a loop has set
    list(APPEND CAROM_SET_FLAGS_native $<$<CONFIG:Release>:-Os> -Wno-maybe-uninitialized)
  endif()
endif()
