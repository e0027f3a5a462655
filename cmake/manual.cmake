# Manual pages and completions for bash, zsh and fish, made of what the command says of itself, so they know no other options than it.
set(CAROM_MANUAL ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${CAROM_MANUAL}/man1/carom.1
  COMMAND ${CAROM_PYTHON} ${PROJECT_SOURCE_DIR}/tools/gen_manual_pages.py $<TARGET_FILE:carom> ${CAROM_MANUAL}
  DEPENDS carom ${PROJECT_SOURCE_DIR}/tools/gen_manual_pages.py VERBATIM)
add_custom_target(manual ALL DEPENDS ${CAROM_MANUAL}/man1/carom.1)
if(CAROM_INSTALL)
  include(GNUInstallDirs)
  install(DIRECTORY ${CAROM_MANUAL}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${CAROM_MANUAL}/bash/carom DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${CAROM_MANUAL}/zsh/_carom DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${CAROM_MANUAL}/fish/carom.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
