# The project's own rules, and proof that each rule can fail.
foreach(check layers names docs headers)
  add_test(NAME check/${check} COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_${check}.py)
  add_test(NAME check/${check}_can_fail
           COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_${check}.py --self-test)
endforeach()
add_test(NAME check/layout COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/gen_layout.py --check)
add_test(NAME check/layout_can_fail COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/gen_layout.py --self-test)
add_test(NAME check/layers_picture COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/draw_layers.py --check)
add_test(NAME check/layers_picture_can_fail COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/draw_layers.py --self-test)
add_test(NAME check/circles_can_fail
         COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_circles.py --self-test)
add_test(NAME check/stack_can_fail
         COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_stack.py --self-test)
if(CAROM_PRECISION STREQUAL "both" AND CAROM_INSTALL AND NOT DEFINED BUILD_SHARED_LIBS)
  add_test(NAME consumer COMMAND ${PROJECT_SOURCE_DIR}/test/consumer/run.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(consumer PROPERTIES TIMEOUT 300)
endif()
add_test(NAME subproject COMMAND ${PROJECT_SOURCE_DIR}/test/consumer/subproject.sh)
set_tests_properties(subproject PROPERTIES TIMEOUT 300)
add_test(NAME header COMMAND ${PROJECT_SOURCE_DIR}/test/header/run.sh)
if(TARGET carom)
  add_test(NAME check/solvers COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/gen_solvers.py $<TARGET_FILE:carom> --check)
endif()
if(NOT CAROM_PRECISION STREQUAL "double")
  add_test(NAME check/readme COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_readme.py ${PROJECT_BINARY_DIR})
endif()
# What was not optimised says nothing about size.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CMAKE_CROSSCOMPILING AND
   "shared" IN_LIST CAROM_KINDS)
  add_test(NAME size COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/test/size/test_size.py ${PROJECT_BINARY_DIR} 4600000)
endif()
