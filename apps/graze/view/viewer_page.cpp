// SPDX-License-Identifier: Apache-2.0
#include "view/viewer_page.hpp"

#include <cstddef>

// GRAZE_VIEWER_PAGE is the file; the assembler takes it in as it is, which a compiler would need long for.
asm(".section .rodata\n"
    ".global graze_viewer_page_begin\n"
    ".global graze_viewer_page_end\n"
    "graze_viewer_page_begin:\n"
    ".incbin \"" GRAZE_VIEWER_PAGE
    "\"\n"
    "graze_viewer_page_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the assembler's symbols
extern const char graze_viewer_page_begin[];
extern const char graze_viewer_page_end[];
// NOLINTEND(readability-identifier-naming)
}

namespace graze {

std::string_view viewer_page() {
  return {graze_viewer_page_begin, static_cast<std::size_t>(graze_viewer_page_end - graze_viewer_page_begin)};
}

}  // namespace graze
