# carom-bench: one program, carom and every peer that is installed. What is missing is said and left out.
# Each contestant is compiled apart, with the flags that its own package asks for and -O3 for all.
enable_language(CXX)
find_package(PkgConfig REQUIRED)
find_package(CGAL QUIET)
find_package(embree 3 QUIET)
pkg_check_modules(FCL IMPORTED_TARGET fcl)
pkg_check_modules(BULLET IMPORTED_TARGET bullet)
pkg_check_modules(ODE IMPORTED_TARGET ode)
pkg_check_modules(CCD IMPORTED_TARGET ccd)

add_executable(carom-bench bench/main.cpp bench/harness.cpp bench/pairs.cpp bench/convex_data.cpp
               bench/broadphase.cpp bench/space_queries.cpp bench/batch.cpp bench/soup.cpp bench/mesh_pairs.cpp bench/mesh_near.cpp
               bench/mesh_rays.cpp bench/world.cpp bench/mesh_build.cpp bench/mesh_threads.cpp
               bench/mesh_compact.cpp bench/matrix.cpp bench/matrix_pairs.cpp bench/programs.cpp
               bench/programs_arm.cpp bench/planner.cpp bench/floor.cpp bench/deep.cpp bench/clouds.cpp)
target_compile_features(carom-bench PRIVATE cxx_std_17)
target_link_libraries(carom-bench PRIVATE carom_static)
add_library(bench_matrix_double OBJECT bench/matrix_pairs.cpp)
target_compile_features(bench_matrix_double PRIVATE cxx_std_17)
target_compile_definitions(bench_matrix_double PRIVATE CAROM_DOUBLE)
target_link_libraries(bench_matrix_double PRIVATE carom_static)
target_sources(carom-bench PRIVATE $<TARGET_OBJECTS:bench_matrix_double>)

function(carom_bench_contestant name target)
  # what it answers of the groups "primitives", "convex", "broadphase" and "mesh"
  file(GLOB sources CONFIGURE_DEPENDS bench/contestant_${name}.cpp bench/convex_${name}.cpp bench/convex_${name}_hulls.cpp
       bench/broadphase_${name}.cpp bench/mesh_pairs_${name}.cpp bench/mesh_near_${name}.cpp
       bench/mesh_rays_${name}.cpp bench/world_${name}.cpp bench/mesh_build_${name}.cpp bench/programs_${name}.cpp
       bench/clouds_${name}.cpp)
  add_library(bench_${name} OBJECT ${sources})
  target_compile_features(bench_${name} PRIVATE cxx_std_17)
  set_target_properties(bench_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  # Imported targets are system includes, so the peers' own warnings stay out of the build.
  target_link_libraries(bench_${name} PRIVATE carom_static ${target})
  target_sources(carom-bench PRIVATE $<TARGET_OBJECTS:bench_${name}>)
endfunction()

function(carom_bench_peer name target)
  if(NOT TARGET ${target})
    message(STATUS "bench: ${name} is not installed; its rows will be absent")
    return()
  endif()
  string(TOUPPER ${name} upper)
  # Some packages ask for an older C++ than the bench is written in.
  get_target_property(options ${target} INTERFACE_COMPILE_OPTIONS)
  if(options MATCHES "-std=")
    list(FILTER options EXCLUDE REGEX "-std=")
    set_target_properties(${target} PROPERTIES INTERFACE_COMPILE_OPTIONS "${options}")
  endif()
  carom_bench_contestant(${name} ${target})
  target_compile_definitions(carom-bench PRIVATE BENCH_${upper})
  set_property(GLOBAL APPEND PROPERTY CAROM_BENCH_PEERS ${target})
endfunction()

carom_bench_contestant(carom carom_static)
carom_bench_contestant(textbook carom_static)
carom_bench_contestant(lanes carom_static)
carom_bench_peer(ccd PkgConfig::CCD)
carom_bench_peer(fcl PkgConfig::FCL)
pkg_check_modules(OCTOMAP IMPORTED_TARGET octomap)
if(TARGET PkgConfig::OCTOMAP AND TARGET bench_fcl)
  target_compile_definitions(bench_fcl PRIVATE BENCH_OCTOMAP)
  target_compile_definitions(carom-bench PRIVATE BENCH_OCTOMAP)
  target_link_libraries(bench_fcl PRIVATE PkgConfig::OCTOMAP)
  set_property(GLOBAL APPEND PROPERTY CAROM_BENCH_PEERS PkgConfig::OCTOMAP)
endif()
carom_bench_peer(bullet PkgConfig::BULLET)
carom_bench_peer(ode PkgConfig::ODE)
carom_bench_peer(cgal CGAL::CGAL)
carom_bench_peer(embree embree)

get_property(peers GLOBAL PROPERTY CAROM_BENCH_PEERS)
foreach(peer ${peers})
  # To link with, not to compile with: $<LINK_ONLY> keeps one peer's flags from all the others.
  target_link_libraries(carom-bench PRIVATE $<LINK_ONLY:${peer}>)
endforeach()
