// SPDX-License-Identifier: Apache-2.0
// urdfdom, without its habit of printing.
#pragma once

#include <string>

#include <urdf_model/model.h>
#include <urdf_world/types.h>

namespace graze {

struct ParsedUrdf {
  urdf::ModelInterfaceSharedPtr model;  // none if it could not be read
  std::string complaints;               // what the parser had to say, joined
};
// Thread-safe.
ParsedUrdf parse_urdf(const std::string& xml);

}  // namespace graze
