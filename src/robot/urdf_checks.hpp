// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "robot/xml_file.hpp"

namespace graze {

// Throws InputError, naming the line, if the file says something about links or joints that its parser would drop
// without a word: a second shape or origin, an attribute or a misspelt element that says where something is.
void refuse_what_would_be_dropped(const XmlFile& urdf);

}  // namespace graze
