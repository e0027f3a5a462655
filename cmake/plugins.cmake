# carom-io-ifc, a script that needs IfcOpenShell for Python when it runs; `make ifc` installs it.
# carom-io-xml and carom-io-fbx, scripts that need Python alone, and their modules.
configure_file(${PROJECT_SOURCE_DIR}/io/ifc/carom-io-ifc ${PROJECT_BINARY_DIR}/carom-io-ifc COPYONLY)
set(CAROM_PLUGIN_SCRIPTS ${PROJECT_SOURCE_DIR}/io/script/carom-io-xml ${PROJECT_SOURCE_DIR}/io/script/carom-io-fbx)
set(CAROM_PLUGIN_MODULES ${PROJECT_SOURCE_DIR}/io/script/carom_io_script.py ${PROJECT_SOURCE_DIR}/io/script/carom_io_fbx_file.py)
foreach(script ${CAROM_PLUGIN_SCRIPTS} ${CAROM_PLUGIN_MODULES})
  get_filename_component(name ${script} NAME)
  configure_file(${script} ${PROJECT_BINARY_DIR}/${name} COPYONLY)
endforeach()

# A plug-in in C++.
function(carom_plugin name)
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffp-contract=off
                         $<$<BOOL:${CAROM_WERROR}>:-Werror>)
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
endfunction()

# carom-io-cad, the program that carom-io starts to read STEP and IGES, where OpenCASCADE's headers and the libraries of these toolkits are.
# Debian: libocct-data-exchange-dev libocct-ocaf-dev. The plug-in is no part of what uses carom-io.
set(CAROM_OCCT_TOOLKITS TKXDESTEP TKXDEIGES TKSTEP TKSTEPBase TKIGES TKXSBase TKXCAF TKLCAF TKMesh TKTopAlgo TKBRep TKG3d TKMath TKernel)
find_path(CAROM_OCCT_INCLUDE STEPCAFControl_Reader.hxx PATH_SUFFIXES opencascade)
set(CAROM_OCCT_FOUND ${CAROM_OCCT_INCLUDE})
set(CAROM_OCCT_LIBRARIES "")
foreach(toolkit ${CAROM_OCCT_TOOLKITS})
  find_library(CAROM_OCCT_${toolkit} ${toolkit})
  list(APPEND CAROM_OCCT_LIBRARIES ${CAROM_OCCT_${toolkit}})
  if(NOT CAROM_OCCT_${toolkit})
    set(CAROM_OCCT_FOUND OFF)
  endif()
endforeach()
if(CAROM_OCCT_FOUND)
  enable_language(CXX)
  file(GLOB CAROM_CAD_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/io/cad/*.cpp)
  add_executable(carom-io-cad ${CAROM_CAD_SOURCES})
  carom_plugin(carom-io-cad)
  target_include_directories(carom-io-cad SYSTEM PRIVATE ${CAROM_OCCT_INCLUDE})
  target_link_libraries(carom-io-cad PRIVATE ${CAROM_OCCT_LIBRARIES} PkgConfig::CAROM_JANSSON)
else()
  message(STATUS "OpenCASCADE is not found: carom-io-cad, which reads STEP and IGES, is not built (libocct-data-exchange-dev, libocct-ocaf-dev)")
endif()

# carom-io-gltf, the program that carom-io starts to decode what is compressed in glTF files, where Draco and meshoptimizer are.
# Debian: libdraco-dev libmeshoptimizer-dev.
find_path(CAROM_DRACO_INCLUDE draco/compression/decode.h)
find_library(CAROM_DRACO_LIBRARY draco)
find_path(CAROM_MESHOPT_INCLUDE meshoptimizer.h)
find_library(CAROM_MESHOPT_LIBRARY meshoptimizer)
if(CAROM_DRACO_INCLUDE AND CAROM_DRACO_LIBRARY AND CAROM_MESHOPT_INCLUDE AND CAROM_MESHOPT_LIBRARY)
  enable_language(CXX)
  file(GLOB CAROM_CODEC_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/io/codec/*.cpp)
  add_executable(carom-io-gltf ${CAROM_CODEC_SOURCES})
  carom_plugin(carom-io-gltf)
  target_include_directories(carom-io-gltf SYSTEM PRIVATE ${CAROM_DRACO_INCLUDE} ${CAROM_MESHOPT_INCLUDE})
  target_link_libraries(carom-io-gltf PRIVATE ${CAROM_DRACO_LIBRARY} ${CAROM_MESHOPT_LIBRARY} PkgConfig::CAROM_JANSSON)
else()
  message(STATUS "Draco or meshoptimizer is not found: carom-io-gltf, which decodes compressed glTF, is not built (libdraco-dev, libmeshoptimizer-dev)")
endif()
