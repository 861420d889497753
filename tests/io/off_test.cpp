// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

class Off : public TemporaryFolder {};

TEST_F(Off, PolygonsAreFannedAndColoursSkipped) {
  const TriangleMesh mesh = read_mesh(write("a.off",
                                            "OFF # a pyramid\n5 5 0\n\n-1 -1 0\n1 -1 0\n1 1 0\n-1 1 0\n0 0 1.5e0\n"
                                            "4 3 2 1 0\n3 0 1 4 255 0 0\n3 1 2 4\n3 2 3 4\n3 3 0 4\n"));
  EXPECT_EQ(mesh.vertices.size(), 5U);
  EXPECT_EQ(mesh.triangles.size(), 6U);
  EXPECT_TRUE(inspect(mesh).closed);
  EXPECT_NEAR(inspect(mesh).volume, 2.0, 1e-12);
}

TEST_F(Off, FaultsNameTheLine) {
  const auto fault_of = [&](const char* text) -> std::string {
    try {
      read_off(write("bad.off", text));
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "";
  };
  EXPECT_NE(fault_of("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n").find("bad.off:6: vertex 3"), std::string::npos);
  EXPECT_NE(fault_of("OFF\n3 1 0\n0 0 0\n1 x 0\n").find("bad.off:4: expected a coordinate"), std::string::npos);
  EXPECT_NE(fault_of("OFF\n3 1 0\n0 0 0\n").find("expected a coordinate"), std::string::npos);
  EXPECT_NE(fault_of("OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n").find("no triangles"), std::string::npos);
  EXPECT_NE(fault_of("solid\n").find("expected 'OFF'"), std::string::npos);
}

}  // namespace
}  // namespace graze
