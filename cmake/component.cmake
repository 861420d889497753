# SPDX-License-Identifier: Apache-2.0
# graze_add_component(NAME STAGES FOLDER... PUBLIC LIBRARY... PRIVATE LIBRARY...)
# The library graze_NAME from the sources of some folders of src/, each a stage of the data flow.
function(graze_add_component name)
  cmake_parse_arguments(ARG "" "" "STAGES;PUBLIC;PRIVATE" ${ARGN})
  list(TRANSFORM ARG_STAGES REPLACE "(.+)" "src/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(code graze_${name}_code)
  add_library(${code} OBJECT ${sources})
  graze_unite(${code} ${sources})
  target_include_directories(${code} PRIVATE include src)
  if(BUILD_SHARED_LIBS)
    set_target_properties(${code} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  # Unique symbols (static variables of inline functions) could be bound in no object but their own.
  target_compile_options(${code} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  target_link_libraries(${code} PRIVATE graze_layout graze_flags Eigen3::Eigen nlohmann_json::nlohmann_json
                                        Threads::Threads TBB::tbb)
  if(name STREQUAL "core")
    graze_precompile(${code})
  else()
    target_precompile_headers(${code} REUSE_FROM graze_core_code)
  endif()

  graze_add_prelinked(graze_${name} ${code})
  add_library(graze::${name} ALIAS graze_${name})
  set_target_properties(graze_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(graze_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:include>)
  target_compile_features(graze_${name} PUBLIC cxx_std_20)
  target_link_libraries(graze_${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()
