# SPDX-License-Identifier: Apache-2.0
# Reading the headers of others takes most compilers' time here, so they are read once a target. Only headers of others:
# a source that forgets one of ours still fails. (Presets `tidy` and `native` go without, and see forgotten headers of
# the standard library too.)
function(graze_precompile target)
  target_precompile_headers(${target} PRIVATE <Eigen/Geometry> <algorithm> <array> <atomic> <chrono> <cmath> <cstdint>
                            <filesystem> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <span>
                            <stdexcept> <string> <string_view> <tuple> <utility> <variant> <vector> ${ARGN})
endfunction()
