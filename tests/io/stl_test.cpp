// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

class Stl : public TemporaryFolder {
 protected:
  static std::string binary(const std::vector<std::array<float, 9>>& triangles, const std::string& header = "") {
    std::string bytes = header;
    bytes.resize(80, ' ');
    const auto put = [&bytes](const auto& value) {
      char raw[sizeof value];
      std::memcpy(raw, &value, sizeof value);
      bytes.append(raw, sizeof value);
    };
    put(static_cast<std::uint32_t>(triangles.size()));
    for (const std::array<float, 9>& corners : triangles) {
      for (int i = 0; i < 3; ++i) put(0.0F);
      for (const float x : corners) put(x);
      put(std::uint16_t{0});
    }
    return bytes;
  }
  std::string error(const std::string& bytes) const {
    try {
      read_stl(write("a.stl", bytes));
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "no error";
  }
};

TEST_F(Stl, ReadsBinaryAndJoinsVertices) {
  for (const char* header : {"", "solid that is not text"}) {
    const TriangleMesh mesh =
        read_stl(write("a.stl", binary({{0, 0, 0, 1, 0, 0, 0, 0.1F, 0}, {1, 0, 0, 0, 0.1F, 0, -0.0F, 0, 2}}, header)));
    EXPECT_EQ(mesh.triangles.size(), 2u);
    ASSERT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.vertices[2].y(), static_cast<double>(0.1F));
    EXPECT_EQ(mesh.triangles[1], (Triangle{1, 2, 3}));
  }
}

TEST_F(Stl, ReadsText) {
  const TriangleMesh mesh =
      read_mesh(write("a.STL",
                      "solid s\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n"
                      "   vertex 1 0 0\n   vertex 0 +1e-1 0\n  endloop\n endfacet\nendsolid s\n"));
  EXPECT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.vertices[2].y(), 0.1);
}

TEST_F(Stl, NamesWhatIsWrong) {
  const std::string good = binary({{0, 0, 0, 1, 0, 0, 0, 1, 0}});
  EXPECT_NE(error(good.substr(0, good.size() - 1)).find("cut off"), std::string::npos);
  EXPECT_NE(error("").find("not an STL file"), std::string::npos);
  EXPECT_NE(error(binary({})).find("no triangles"), std::string::npos);
  EXPECT_NE(error(binary({{0, 0, NAN, 1, 0, 0, 0, 1, 0}})).find("triangle 0"), std::string::npos);
  EXPECT_NE(error("solid s\nfacet\nouter loop\nvertex 0 0\n").find("a.stl:4"), std::string::npos);
  EXPECT_NE(error("solid s\nfacet\nouter loop\nvertex 0 0 0\nendloop\n").find("a.stl:5"), std::string::npos);
  EXPECT_NE(error("solid s\nfacets\n").find("a.stl:2: unknown record"), std::string::npos);
  EXPECT_NE(error("solid s\nouter loop\nvertex 0 0 0\n").find("within a loop"), std::string::npos);
}

}  // namespace
}  // namespace graze
