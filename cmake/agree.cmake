# Longer comparisons, run by `make agree`: mesh files as people have them against brute force, mesh
# booleans against CGAL's exact kernel.
enable_language(CXX)
find_package(CGAL REQUIRED)
foreach(precision float double)
  add_executable(agree_files_${precision} test/agree/files.c)
  target_compile_options(agree_files_${precision} PRIVATE ${CAROM_FLAGS})
  target_link_libraries(agree_files_${precision} PRIVATE carom_io carom_static m)
  add_executable(agree_cgal_${precision} test/agree/cgal.cpp)
  target_compile_features(agree_cgal_${precision} PRIVATE cxx_std_17)
  # CGAL wants the processor's rounding modes respected, and its filters inlined
  target_compile_options(agree_cgal_${precision} PRIVATE -O2 -frounding-math)
  target_link_libraries(agree_cgal_${precision} PRIVATE carom_static CGAL::CGAL)
endforeach()
target_compile_definitions(agree_files_double PRIVATE CAROM_DOUBLE)
target_compile_definitions(agree_cgal_double PRIVATE CAROM_DOUBLE)
