# SPDX-License-Identifier: Apache-2.0
# graze_flags: what every target of this project is compiled with.
add_library(graze_flags INTERFACE)

target_compile_options(graze_flags INTERFACE -Wall -Wextra -Wpedantic)
# gcc 12 sees overruns in its own strings where there are none (its bugs 105329 and 105651), with some flags.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(graze_flags INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()
if(GRAZE_WERROR)
  target_compile_options(graze_flags INTERFACE -Werror)
endif()

# The proofs count roundings, and answers have the same bits on every machine. So no contraction, and no vector code but
# the explicit one: gcc 12.2 has got loops wrong that it vectorized by itself, twice (tests/numeric/compiler_test.cpp).
# Eigen's own vector code adds up in another order than its plain code, and fuses where the CPU can.
target_compile_options(graze_flags INTERFACE -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(graze_flags INTERFACE -fno-tree-loop-vectorize -fno-tree-slp-vectorize)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang|IntelLLVM")
  target_compile_options(graze_flags INTERFACE -fno-vectorize -fno-slp-vectorize)
else()
  message(WARNING "graze: ${CMAKE_CXX_COMPILER_ID} is not tested: how to keep it from vectorizing by itself is not known")
endif()
target_compile_definitions(graze_flags INTERFACE EIGEN_DONT_VECTORIZE)

# portable is the compiler's own default: any x86-64, any aarch64. Anything else is a value of -march.
set(cpu_options "")
if(NOT GRAZE_CPU STREQUAL "portable")
  set(cpu_options -march=${GRAZE_CPU})
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
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(graze_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  if(GRAZE_SANITIZE MATCHES "fuzzer")
    add_compile_options(-fsanitize-coverage-ignorelist=${PROJECT_SOURCE_DIR}/cmake/fuzz_ignored.txt)
  endif()
  message(STATUS "graze: sanitizers: ${GRAZE_SANITIZE}")
endif()
