# SPDX-License-Identifier: Apache-2.0
# The library is one object in which inline functions are bound already.
#
# Users compile our inline functions, Eigen's and the standard library's with flags of their own: -march=native,
# contraction. Of all copies of an inline function a linker keeps one, and with a plain archive that may be theirs, in
# place of the one our proofs and tests are about. So our objects are linked to one, and its copies made local.
set(GRAZE_PRELINK ON)
if(GRAZE_SANITIZE OR NOT CMAKE_OBJCOPY OR NOT CMAKE_NM)
  set(GRAZE_PRELINK OFF)
endif()
if(GRAZE_PRELINK)
  execute_process(COMMAND ${CMAKE_LINKER} --help OUTPUT_VARIABLE linker_help ERROR_QUIET)
  if(NOT linker_help MATCHES "--force-group-allocation")
    set(GRAZE_PRELINK OFF)
    message(WARNING "graze: ${CMAKE_LINKER} is not GNU ld: a user's copies of inline functions may replace the library's")
  endif()
endif()

# Adds the library ${name} made of the objects of the object library ${code}.
function(graze_add_prelinked name code)
  # Precompiled headers count as objects there.
  set(objects "$<FILTER:$<TARGET_OBJECTS:${code}>,INCLUDE,\\.o$>")
  if(NOT GRAZE_PRELINK)
    add_library(${name} ${objects})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    return()
  endif()
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${name}_objects.txt)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  file(GENERATE OUTPUT ${list} CONTENT "$<JOIN:${objects},\n>\n")
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -D LINKER=${CMAKE_LINKER} -D NM=${CMAKE_NM} -D OBJCOPY=${CMAKE_OBJCOPY} -D LIST=${list}
            -D OBJECT=${object} -P ${PROJECT_SOURCE_DIR}/cmake/prelink_object.cmake
    DEPENDS ${objects} ${list} ${PROJECT_SOURCE_DIR}/cmake/prelink_object.cmake
    COMMENT "Linking the library's objects to one" VERBATIM)
  add_library(${name} ${object})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()
