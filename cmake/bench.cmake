# carom-bench: one program, carom and every peer that is installed. What is missing is said and left out.
enable_language(CXX)
find_package(PkgConfig REQUIRED)
find_package(CGAL QUIET)
pkg_check_modules(FCL IMPORTED_TARGET fcl)
pkg_check_modules(BULLET IMPORTED_TARGET bullet)
pkg_check_modules(ODE IMPORTED_TARGET ode)

add_executable(carom-bench bench/main.cpp bench/harness.cpp bench/contestant_carom.cpp)
target_compile_features(carom-bench PRIVATE cxx_std_17)
target_link_libraries(carom-bench PRIVATE carom_static)

function(carom_bench_peer name target)
  if(NOT TARGET ${target})
    message(STATUS "bench: ${name} is not installed; its rows will be absent")
    return()
  endif()
  string(TOUPPER ${name} upper)
  # System includes keep the peers' own warnings out of the build.
  target_sources(carom-bench PRIVATE bench/contestant_${name}.cpp)
  target_compile_definitions(carom-bench PRIVATE BENCH_${upper})
  target_link_libraries(carom-bench PRIVATE ${target})
endfunction()

carom_bench_peer(fcl PkgConfig::FCL)
carom_bench_peer(bullet PkgConfig::BULLET)
carom_bench_peer(ode PkgConfig::ODE)
carom_bench_peer(cgal CGAL::CGAL)
