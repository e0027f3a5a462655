# The project's own rules, and proof that each rule can fail.
foreach(check layers names docs)
  add_test(NAME check/${check} COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_${check}.py)
  add_test(NAME check/${check}_can_fail
           COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_${check}.py --self-test)
endforeach()
add_test(NAME check/layers_picture COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/draw_layers.py --check)
add_test(NAME check/layers_picture_can_fail COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/draw_layers.py --self-test)
add_test(NAME check/circles_can_fail
         COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_circles.py --self-test)
add_test(NAME consumer COMMAND ${PROJECT_SOURCE_DIR}/test/consumer/run.sh ${CMAKE_BINARY_DIR})
set_tests_properties(consumer PROPERTIES TIMEOUT 300)
add_test(NAME header COMMAND ${PROJECT_SOURCE_DIR}/test/header/run.sh)
if(TARGET carom)
  add_test(NAME check/solvers COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/gen_solvers.py $<TARGET_FILE:carom> --check)
endif()
add_test(NAME check/readme COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/check_readme.py ${CMAKE_BINARY_DIR})
