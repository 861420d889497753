// SPDX-License-Identifier: Apache-2.0
// Robots of a few links, written to files and read again.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <graze/robot.hpp>

#include "io/temporary_file.hpp"

namespace graze {

class Urdf : public TemporaryFolder {
 protected:
  // A base, and a hand that turns on it; `collision` is what the hand has, `joint` what more the joint has.
  std::string text(const std::string& collision, const std::string& joint = "<axis xyz='0 0 1'/>",
                   const std::string& type = "continuous") const {
    return "<robot name='r'>\n<link name='base'/>\n<joint name='j' type='" + type +
           "'><parent link='base'/><child link='hand'/>" + joint + "</joint>\n<link name='hand'>" + collision +
           "</link>\n</robot>\n";
  }
  static std::string geometry(const std::string& shape) {
    return "<collision><geometry>" + shape + "</geometry></collision>";
  }
  Robot read(const std::string& xml, const UrdfOptions& options = {}) const {
    return Robot::from_urdf(write("r.urdf", xml), options);
  }
  std::string error(const std::string& xml, const UrdfOptions& options = {}) const {
    try {
      read(xml, options);
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "no error";
  }
  void expect_error(const std::string& xml, const std::vector<std::string>& parts) const {
    const std::string message = error(xml);
    for (const std::string& part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  }
};

}  // namespace graze
