// SPDX-License-Identifier: Apache-2.0
#include "fuzz/scratch.hpp"

#include <unistd.h>

#include <cstdlib>

#include "io/json/text_file.hpp"

namespace graze::testing {
namespace {

constexpr std::string_view kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
constexpr std::string_view kOff = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
constexpr std::string_view kStl =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    "endsolid s\n";
// Of balls: their trees cost nothing, and the arm is made anew for each file of its own.
constexpr std::string_view kArm = R"(<robot name="arm">
<link name="base"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
<link name="upper"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="tool"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.7"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="wrist" type="continuous"><parent link="upper"/><child link="hand"/><origin xyz="0 0 0.7"/></joint>
<joint name="free" type="floating"><parent link="hand"/><child link="tool"/></joint>
</robot>
)";

// In memory if that can be: a file that is written again is written out to a disk each time, which takes milliseconds.
std::filesystem::path parent_folder() {
  constexpr const char* kMemory = "/dev/shm";
  const bool chosen = std::getenv("TMPDIR") != nullptr;
  return !chosen && access(kMemory, W_OK) == 0 ? kMemory : std::filesystem::temp_directory_path();
}

class Folder {
 public:
  Folder() {
    std::string name = (parent_folder() / "graze_fuzz_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
    write_text_file(path_ / "mesh.obj", kObj);
    write_text_file(path_ / "mesh.off", kOff);
    write_text_file(path_ / "mesh.stl", kStl);
    write_text_file(path_ / "arm.urdf", kArm);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

void expect(bool holds, const char* what) {
  if (!holds) throw Wrong(what);
}

const std::filesystem::path& scratch_folder() {
  static const Folder folder;
  return folder.path();
}

std::filesystem::path scratch_file(const char* name, std::string_view bytes) {
  std::filesystem::path path = scratch_folder() / name;
  write_text_file(path, bytes);
  return path;
}

}  // namespace graze::testing
