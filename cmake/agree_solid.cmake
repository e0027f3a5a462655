# How solids stand to each other against sets of cells, for a short test and for `make agree`.
foreach(precision float double)
  add_executable(agree_solid_${precision} EXCLUDE_FROM_ALL test/agree/solid.c)
  target_compile_options(agree_solid_${precision} PRIVATE -Wall -Wextra -ffp-contract=off)
  target_include_directories(agree_solid_${precision} PRIVATE test)
  target_link_libraries(agree_solid_${precision} PRIVATE carom_static m)
endforeach()
target_compile_definitions(agree_solid_double PRIVATE CAROM_DOUBLE)
