# SPDX-License-Identifier: Apache-2.0
# Toolchain: builds for aarch64 on Debian with its cross compiler, and runs what is built under qemu. Debian's libraries
# of the other architecture install beside this one's:
#   dpkg --add-architecture arm64 && apt-get update
#   apt-get install g++-aarch64-linux-gnu qemu-user libtbb-dev:arm64 liburdfdom-dev:arm64 \
#     libtinyxml-dev:arm64 libconsole-bridge-dev:arm64 libgtest-dev:arm64 libmpfi-dev:arm64 libmpfr-dev:arm64 libgmp-dev:arm64
#   cmake -S . -B build/aarch64 -G Ninja -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DGRAZE_TOOLS=OFF
# The command line needs libraries that are not in this list, so it is left out. (If an installed package of this
# architecture is older than what apt would take for the other, name its version: libudev1:arm64=VERSION.)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc-12)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++-12)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
# Both the cross compiler's own libraries (/usr/aarch64-linux-gnu) and Debian's (/lib/aarch64-linux-gnu): the loader of
# the latter finds everything by itself, since paths of the two architectures do not meet.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)

# Libraries and packages of this machine's own architecture are not for the target.
set(CMAKE_IGNORE_PATH /usr/lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu/cmake /lib/x86_64-linux-gnu)
set(CMAKE_FIND_USE_PACKAGE_REGISTRY OFF)
set(CMAKE_DISABLE_FIND_PACKAGE_ompl ON)  # its configuration names the libraries of this machine
