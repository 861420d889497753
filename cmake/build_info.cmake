# SPDX-License-Identifier: Apache-2.0
# graze_build_info: the header build_info.hpp, which says what this build is. Each build looks up the git commit again;
# the header is rewritten, and what includes it recompiled, only when something changed.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
get_target_property(own_flags graze_flags INTERFACE_COMPILE_OPTIONS)
list(FILTER own_flags INCLUDE REGEX "^-[fmO]")
list(JOIN own_flags " " own_flags)
string(APPEND flags " ${own_flags}")
if(GRAZE_SANITIZE)
  string(APPEND flags " -fsanitize=${GRAZE_SANITIZE}")
endif()
string(STRIP "${flags}" flags)

set(build_info_header ${PROJECT_BINARY_DIR}/generated/build_info.hpp)
add_custom_target(graze_build_info_header
  COMMAND ${CMAKE_COMMAND}
    "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "-DOUTPUT=${build_info_header}"
    "-DVERSION=${PROJECT_VERSION}"
    "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    "-DFLAGS=${flags}"
    "-DBUILD_TYPE=${CMAKE_BUILD_TYPE}"
    "-DCPU=${GRAZE_VECTOR_SET} (${GRAZE_CPU})"
    -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
  BYPRODUCTS ${build_info_header}
  COMMENT "Looking up the git commit"
  VERBATIM)

add_library(graze_build_info INTERFACE)
target_include_directories(graze_build_info INTERFACE ${PROJECT_BINARY_DIR}/generated)
add_dependencies(graze_build_info graze_build_info_header)
