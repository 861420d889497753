# SPDX-License-Identifier: Apache-2.0
# The sources of a folder are compiled as one: most of a compiler's time goes into headers and templates that they share.
# So names in the unnamed namespaces of a folder's sources differ. (Presets `tidy` and `native` compile each by itself,
# and see headers that a source forgot.)
option(GRAZE_UNITY "Compile the sources of a folder as one" ON)

# graze_unite(TARGET SOURCE...), in the directory of the target.
function(graze_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${GRAZE_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE group)
    cmake_path(GET group PARENT_PATH group)
    cmake_path(RELATIVE_PATH group BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(REPLACE "/" "_" group ${group})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
