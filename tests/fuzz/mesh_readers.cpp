// SPDX-License-Identifier: Apache-2.0
// Meshes, and feature queries: what was read is written, and read again.
#include <cmath>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>

#include <graze/io.hpp>

#include "fuzz/scratch.hpp"

namespace graze::testing {
namespace {

using boost::multiprecision::cpp_int;

void check_mesh(const TriangleMesh& mesh) {
  expect(!mesh.triangles.empty(), "a mesh without triangles was read");
  const std::filesystem::path copy = scratch_folder() / "copy.obj";
  write_obj(mesh, copy);
  const TriangleMesh again = read_obj(copy);
  expect(again.vertices == mesh.vertices && again.triangles == mesh.triangles, "written and read again it differs");
}

// "numerator,denominator,"
std::string fraction_text(double x) {
  int exponent = 0;
  const cpp_int digits = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  cpp_int power = 1;
  power <<= static_cast<unsigned>(std::abs(exponent - 53));
  return exponent > 53 ? cpp_int(digits * power).str() + ",1," : digits.str() + "," + power.str() + ",";
}

std::string feature_text(const FeatureRecord& record) {
  std::string text;
  for (const bool at_end : {false, true})
    for (const LinearPath& path : record.paths) {
      for (const double x : at_end ? path.end : path.start) text += fraction_text(x);
      text += record.truth ? "1\n" : "0\n";
    }
  return text;
}

bool same(const FeatureRecord& a, const FeatureRecord& b) {
  for (std::size_t k = 0; k < a.paths.size(); ++k)
    if (a.paths[k].start != b.paths[k].start || a.paths[k].end != b.paths[k].end) return false;
  return a.truth == b.truth;
}

}  // namespace

void read_obj_bytes(std::string_view bytes) { check_mesh(read_mesh(scratch_file("input.obj", bytes))); }
void read_stl_bytes(std::string_view bytes) { check_mesh(read_mesh(scratch_file("input.stl", bytes))); }
void read_off_bytes(std::string_view bytes) { check_mesh(read_mesh(scratch_file("input.off", bytes))); }

void read_feature_bytes(std::string_view bytes) {
  const std::vector<FeatureRecord> records = read_feature_csv(scratch_file("input.csv", bytes));
  std::string text;
  for (const FeatureRecord& record : records) text += feature_text(record);
  const std::vector<FeatureRecord> again = read_feature_csv(scratch_file("copy.csv", text));
  expect(again.size() == records.size(), "written and read again, there are not as many queries");
  for (std::size_t i = 0; i < records.size(); ++i)
    expect(same(records[i], again[i]), "written and read again, a query differs");
}

}  // namespace graze::testing
