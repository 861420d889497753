# SPDX-License-Identifier: Apache-2.0
# Run by every build: writes OUTPUT from build_info.hpp.in. See build_info.cmake.
set(ENV{GIT_OPTIONAL_LOCKS} 0)
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT COMMIT)
  set(COMMIT "unknown")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.hpp.in ${OUTPUT} @ONLY)
