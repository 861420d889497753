// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "robot/xml_file.hpp"

namespace graze {

// Throws InputError, naming the line, if the file says something about links or joints that its parser would drop
// without a word: a second shape or origin, an attribute of an origin, an element whose name is misspelt.
void refuse_what_would_be_dropped(const XmlFile& urdf);

}  // namespace graze
