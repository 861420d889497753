# SPDX-License-Identifier: Apache-2.0
# What users get: headers, library, find_package(graze) and pkg-config.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

install(TARGETS graze graze_core graze_particles graze_world graze_io graze_robot graze_layout EXPORT graze-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                           LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT graze-targets NAMESPACE graze:: DESTINATION ${package_dir})

configure_package_config_file(cmake/graze-config.cmake.in ${PROJECT_BINARY_DIR}/graze-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/graze-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/graze-config.cmake ${PROJECT_BINARY_DIR}/graze-config-version.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH path_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/graze.pc.in ${PROJECT_BINARY_DIR}/graze.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
