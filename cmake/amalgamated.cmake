# The library from carom.c of tools/amalgamate.py, compiled once for each precision as a program does that compiles it itself (test/amalgamation).
# Its kernels are those of the target, so CAROM_ISA is baseline or native here.
if(CAROM_ISA STREQUAL "all")
  message(FATAL_ERROR "CAROM_AMALGAMATED needs CAROM_ISA=baseline or native: one file has one target")
endif()
set(CAROM_TWO_FILES ${PROJECT_BINARY_DIR}/amalgamated)
add_custom_command(OUTPUT ${CAROM_TWO_FILES}/carom.c
  COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/amalgamate.py ${CAROM_TWO_FILES}
  DEPENDS ${PROJECT_SOURCE_DIR}/tools/amalgamate.py ${CAROM_SOURCES} ${CAROM_ONCE} VERBATIM)
add_custom_target(carom_two_files DEPENDS ${CAROM_TWO_FILES}/carom.c)
set(CAROM_AGAIN "")
foreach(precision ${CAROM_PRECISIONS})
  add_library(carom_${precision} OBJECT ${CAROM_TWO_FILES}/carom.c)
  add_dependencies(carom_${precision} carom_two_files)
  set_target_properties(carom_${precision} PROPERTIES C_STANDARD 11)
  target_compile_options(carom_${precision} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${CAROM_WERROR}>:-Werror>
                         $<$<STREQUAL:${CAROM_ISA},native>:-march=native>)
  target_compile_definitions(carom_${precision} PRIVATE $<$<STREQUAL:${precision},double>:CAROM_DOUBLE> ${CAROM_AGAIN})
  set(CAROM_AGAIN CAROM_AGAIN)
  list(APPEND CAROM_OBJECT_TARGETS carom_${precision})
endforeach()
