# make install: headers, both libraries, the command, a CMake package and a pkg-config file.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS carom_static carom_shared EXPORT carom-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET carom)
  install(TARGETS carom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET carom_io)
  install(TARGETS carom_io ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/carom-config.cmake.in
                              ${CMAKE_BINARY_DIR}/carom-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
# a version of 0.x, or of x, is compatible where libcarom.so has the same name
set(CAROM_COMPATIBILITY SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(CAROM_COMPATIBILITY SameMinorVersion)
endif()
write_basic_package_version_file(${CMAKE_BINARY_DIR}/carom-config-version.cmake
                                 COMPATIBILITY ${CAROM_COMPATIBILITY})
install(FILES ${CMAKE_BINARY_DIR}/carom-config.cmake ${CMAKE_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
# relative to where it lies, so that the installed tree can be moved
file(RELATIVE_PATH CAROM_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(${PROJECT_SOURCE_DIR}/cmake/carom.pc.in ${CMAKE_BINARY_DIR}/carom.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET carom_io)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/carom-io.pc.in ${CMAKE_BINARY_DIR}/carom-io.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/carom-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
