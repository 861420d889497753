// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "io/temporary_file.hpp"

namespace graze {
namespace {

using Eigen::Vector3d;

class Obj : public TemporaryFolder {
 protected:
  TriangleMesh read(std::string_view text) const { return read_obj(write("a.obj", text)); }
  // What the reader says about a file, after the folder's name.
  std::string complaint(std::string_view text) const { return complaint_about(write("a.obj", text)); }
  std::string complaint_about(const std::filesystem::path& path) const {
    try {
      read_obj(path);
      return "accepted";
    } catch (const InputError& error) {
      const std::string message = error.what();
      const std::string prefix = path.parent_path().string() + "/";
      EXPECT_TRUE(message.starts_with(prefix)) << message;
      return message.substr(prefix.size());
    }
  }
};

constexpr std::string_view kCorners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST_F(Obj, ReadsVerticesAndFaces) {
  const TriangleMesh mesh = read("v 0 0 0\nv 1.5 -2e3 0.25\nv 0 1 0\nf 1 2 3\n");
  ASSERT_EQ(mesh.vertices.size(), 3U);
  EXPECT_EQ(mesh.vertices[1], Vector3d(1.5, -2000, 0.25));
  ASSERT_EQ(mesh.triangles.size(), 1U);
  EXPECT_EQ(mesh.triangles[0], (Triangle{0, 1, 2}));
}

TEST_F(Obj, ReadsTheNearestDouble) {
  const TriangleMesh mesh = read(
      "v 0.1 0.30000000000000004 9007199254740993\nv 4.9406564584124654e-324 1e-400 +7\n"
      "v 1.7976931348623157e308 -0 1e-320\nf 1 2 3\n");
  EXPECT_EQ(mesh.vertices[0], Vector3d(0.1, 0.1 + 0.2, 9007199254740992.0));
  EXPECT_EQ(mesh.vertices[1], Vector3d(4.9406564584124654e-324, 0.0, 7.0));
  EXPECT_EQ(mesh.vertices[2], Vector3d(1.7976931348623157e308, 0.0, 1e-320));
}

TEST_F(Obj, FansPolygons) {
  const TriangleMesh mesh = read(std::string(kCorners) + "v 1 1 1\nf 1 2 3 4 5\n");
  const std::vector<Triangle> expected{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}};
  EXPECT_EQ(mesh.triangles, expected);
}

TEST_F(Obj, TakesEveryFormOfCorner) {
  const TriangleMesh mesh = read(std::string(kCorners) +
                                 "vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\n"
                                 "f -4 -3 -2\nf -4/-1/-1 2//-1 3\n");
  ASSERT_EQ(mesh.triangles.size(), 5U);
  for (const Triangle& triangle : mesh.triangles) EXPECT_EQ(triangle, (Triangle{0, 1, 2}));
}

TEST_F(Obj, NegativeIndicesCountBackFromTheirLine) {
  const TriangleMesh mesh = read(std::string(kCorners) + "f -3 -2 -1\nv 5 5 5\nf -3 -2 -1\n");
  EXPECT_EQ(mesh.triangles[0], (Triangle{1, 2, 3}));
  EXPECT_EQ(mesh.triangles[1], (Triangle{2, 3, 4}));
}

TEST_F(Obj, AllowsFacesBeforeTheirVertices) {
  EXPECT_EQ(read("f 1 2 3\n" + std::string(kCorners)).triangles.size(), 1U);
  EXPECT_EQ(complaint("f 1 2 5\n" + std::string(kCorners)), "a.obj:1: vertex index 5 is out of range (4 vertices)");
}

TEST_F(Obj, ToleratesHowFilesAreWritten) {
  const TriangleMesh mesh = read(
      "\xef\xbb\xbf# made by hand C:\\models\\\r\n\r\nmtllib a.mtl\r\no thing\r\n  v 0 0 0 1.0\r\n\tv 1 0 0 0.5 0.5 "
      "0.5\r\n"
      "v 0 \\\r\n 1 0 # a comment\r\nusemtl red\r\ns off\r\ng a b\r\nf 1 2\\\r\n 3\r\n#end");
  ASSERT_EQ(mesh.vertices.size(), 3U);
  EXPECT_EQ(mesh.vertices[2], Vector3d(0, 1, 0));
  EXPECT_EQ(mesh.triangles.size(), 1U);
}

TEST_F(Obj, LineBreaksOfAllKinds) {
  EXPECT_EQ(read("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3").triangles.size(), 1U);
  EXPECT_EQ(complaint("v 0 0 0\r\nv 1 0 0\r\nv 0 1\r\n"), "a.obj:3: vertex needs 3 coordinates, got 2");
  EXPECT_EQ(complaint("v 0 0 \\\n 0\nv 1 0\n"), "a.obj:3: vertex needs 3 coordinates, got 2");
}

TEST_F(Obj, NamesTheLineOfAFault) {
  const std::string corners(kCorners);
  EXPECT_EQ(complaint("v 0 0 0\n\nv 1 2\n"), "a.obj:3: vertex needs 3 coordinates, got 2");
  EXPECT_EQ(complaint("v 1 2 3 4 5 6 7 8\n"), "a.obj:1: vertex has more than 7 numbers");
  EXPECT_EQ(complaint("v 1 2 3 4 5 6 7\n"), "a.obj: no triangles (no 'f' record)");
  EXPECT_EQ(complaint("v 1 2 3x\n"), "a.obj:1: expected a number, got '3x'");
  EXPECT_EQ(complaint("v 1 2 1,5\n"), "a.obj:1: expected a number, got '1,5'");
  EXPECT_EQ(complaint("v 1 2 +-3\n"), "a.obj:1: expected a number, got '+-3'");
  EXPECT_EQ(complaint("v 1 2 nan\n"), "a.obj:1: coordinate 'nan' is not finite");
  EXPECT_EQ(complaint("v 1 -inf 0\n"), "a.obj:1: coordinate '-inf' is not finite");
  EXPECT_EQ(complaint("v 1 1e999 0\n"), "a.obj:1: number '1e999' is out of the range of doubles");
  EXPECT_EQ(complaint("v 1 -1e99999 0\n"), "a.obj:1: number '-1e99999' is out of the range of doubles");
  EXPECT_EQ(complaint(corners + "f 1 2\n"), "a.obj:5: face needs 3 or more vertices, got 2");
  EXPECT_EQ(complaint(corners + "f\n"), "a.obj:5: face needs 3 or more vertices, got 0");
  EXPECT_EQ(complaint(corners + "f 0 1 2\n"), "a.obj:5: vertex index 0: indices start at 1");
  EXPECT_EQ(complaint(corners + "f 1 2 5\n"), "a.obj:5: vertex index 5 is out of range (4 vertices)");
  EXPECT_EQ(complaint(corners + "f 1 2 -5\n"), "a.obj:5: vertex index -5 is out of range (4 vertices)");
  EXPECT_EQ(complaint(corners + "f 1 2 5000000000\n"), "a.obj:5: vertex index 5000000000 is out of range (4 vertices)");
  EXPECT_EQ(complaint(corners + "f a b c\n"), "a.obj:5: expected a vertex index, got 'a'");
  EXPECT_EQ(complaint(corners + "f 1 2 3.5\n"), "a.obj:5: malformed face corner '3.5'");
  EXPECT_EQ(complaint(corners + "f 1/ 2 3\n"), "a.obj:5: malformed face corner '1/'");
  EXPECT_EQ(complaint(corners + "f 1/1/1/1 2 3\n"), "a.obj:5: malformed face corner '1/1/1/1'");
  EXPECT_EQ(complaint(corners + "face 1 2 3\n"), "a.obj:5: unknown record 'face'");
  EXPECT_EQ(complaint(corners + "surf 0 1 0 1 1 2 3\n"), "a.obj:5: unknown record 'surf'");
}

TEST_F(Obj, SaysWhyAFileIsNotOne) {
  EXPECT_EQ(complaint(""), "a.obj: the file is empty");
  EXPECT_EQ(complaint("# nothing\n"), "a.obj: no triangles (no 'f' record)");
  EXPECT_EQ(complaint(std::string_view("v 0 0\0 0", 8)), "a.obj: not a text file, so not an OBJ file");
  EXPECT_EQ(complaint("\x7f"
                      "ELF\x02 rubbish"),
            "a.obj:1: unknown record '?ELF?'");
  EXPECT_EQ(complaint_about(file("missing.obj")), "missing.obj: cannot open: No such file or directory");
  std::filesystem::create_directory(file("folder.obj"));
  EXPECT_EQ(complaint_about(file("folder.obj")), "folder.obj: is a directory, not a file");
}

TEST_F(Obj, WritesWhatReadsBackToTheSameBits) {
  TriangleMesh mesh = make_torus_knot(2, 3, 1.0, 0.4, 0.1, 60, 9);
  mesh.vertices[0] = {1e-320, -0.0, 1.7976931348623157e308};
  write_obj(mesh, file("knot.obj"));
  const TriangleMesh back = read_obj(file("knot.obj"));
  EXPECT_EQ(back.triangles, mesh.triangles);
  EXPECT_EQ(back.vertices, mesh.vertices);
  EXPECT_TRUE(std::signbit(back.vertices[0].y()));
}

TEST_F(Obj, SaysWhyItCannotWrite) {
  EXPECT_THROW(write_obj(make_box({1, 1, 1}), file("no/such/folder.obj")), std::system_error);
  EXPECT_THROW(write_obj({}, file("empty.obj")), std::invalid_argument);
  EXPECT_THROW(write_obj(make_box({1, 1, 1}), "/dev/full"), std::system_error);
}

}  // namespace
}  // namespace graze
