# find_package(kinetree CONFIG) and pkg-config for those who build on us.
include(CMakePackageConfigHelpers)
install(TARGETS kinetree EXPORT kinetree)
if(TARGET kinetree_cli)
  install(TARGETS kinetree_cli)
endif()
install(DIRECTORY include/kinetree ${PROJECT_BINARY_DIR}/include/kinetree
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/kinetree)
install(EXPORT kinetree NAMESPACE kinetree:: DESTINATION ${config_dir})
configure_package_config_file(cmake/kinetreeConfig.cmake.in kinetreeConfig.cmake
                              INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(kinetreeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kinetreeConfig.cmake
              ${PROJECT_BINARY_DIR}/kinetreeConfigVersion.cmake DESTINATION ${config_dir})

# The way back from the .pc file to the prefix: an installed tree may be moved.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH kinetree_pc_prefix /prefix/${pc_dir} /prefix)
configure_file(cmake/kinetree.pc.in kinetree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kinetree.pc DESTINATION ${pc_dir})
