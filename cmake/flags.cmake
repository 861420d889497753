# SPDX-License-Identifier: Apache-2.0
# graze_flags: what every target of this project is compiled with.
add_library(graze_flags INTERFACE)

# Contraction is off: the proofs count roundings.
target_compile_options(graze_flags INTERFACE -Wall -Wextra -Wpedantic -Werror -ffp-contract=off)

set(cpu_options "")
if(GRAZE_CPU STREQUAL "native")
  set(cpu_options -march=native)
  # gcc 12.2 gets some loops wrong that it vectorizes to 512 bits by itself: tests/numeric/compiler_test.cpp has one.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
    list(APPEND cpu_options -mprefer-vector-width=256)
  endif()
elseif(NOT GRAZE_CPU STREQUAL "portable")
  message(FATAL_ERROR "GRAZE_CPU is \"${GRAZE_CPU}\"; it must be native or portable")
endif()
target_compile_options(graze_flags INTERFACE ${cpu_options})

# Which vector instructions that gives: ask the compiler for its macros.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${cpu_options} -dM -E -x c++ /dev/null
                OUTPUT_VARIABLE cpu_macros ERROR_QUIET)
set(GRAZE_VECTOR_SET "no known vector instructions")
foreach(candidate IN ITEMS "__ARM_NEON:NEON" "__SSE2__:SSE2" "__SSE4_2__:SSE4.2" "__AVX__:AVX" "__AVX2__:AVX2"
                           "__AVX512F__:AVX-512")
  string(REPLACE ":" ";" candidate ${candidate})
  list(GET candidate 0 macro)
  if(cpu_macros MATCHES "#define ${macro} ")
    list(GET candidate 1 GRAZE_VECTOR_SET)
  endif()
endforeach()
if(cpu_macros MATCHES "#define __FMA__ ")
  string(APPEND GRAZE_VECTOR_SET " with FMA")
endif()
message(STATUS "graze: vector instructions: ${GRAZE_VECTOR_SET} (GRAZE_CPU=${GRAZE_CPU})")

if(GRAZE_SANITIZE)
  add_compile_options(-fsanitize=${GRAZE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${GRAZE_SANITIZE})
  # Instrumentation hides initialisations from this warning of gcc.
  target_compile_options(graze_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  message(STATUS "graze: sanitizers: ${GRAZE_SANITIZE}")
endif()
