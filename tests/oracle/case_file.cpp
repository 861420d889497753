// SPDX-License-Identifier: Apache-2.0
#include "oracle/case_file.hpp"

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace graze::testing {
namespace {

std::string text_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

template <class Values>
std::string list_of(const Values& values) {
  std::string text = "[";
  for (int i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + text_of(values[i]);
  return text + "]";
}

void write_mesh(const TriangleMesh& mesh, const std::string& path) {
  std::ofstream out(path);
  for (const Vector3& v : mesh.vertices)
    out << "v " << text_of(v.x()) << ' ' << text_of(v.y()) << ' ' << text_of(v.z()) << '\n';
  for (const Triangle& t : mesh.triangles) out << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

std::string body_text(const RigidMotion& m, const std::string& name, const std::string& mesh) {
  return "    { \"name\": \"" + name + "\", \"shape\": {\"mesh\": \"" + mesh + "\"},\n" +
         "      \"motion\": {\"type\": \"constant_velocity\", \"position\": " + list_of(m.position) +
         ",\n                 \"orientation\": " + list_of(m.orientation.coeffs()) +
         ",\n                 \"velocity\": " + list_of(m.velocity) +
         ", \"angular_velocity\": " + list_of(m.angular_velocity) + "} }";
}

}  // namespace

void write_case(const TestCase& test, const std::string& directory, const std::string& name) {
  const std::string base = directory + '/' + name;
  write_mesh(test.a.mesh, base + "_a.obj");
  write_mesh(test.b.mesh, base + "_b.obj");
  std::ofstream out(base + ".json");
  out << "{ \"graze\": 1,\n  \"window\": [" << text_of(test.query.window.lo()) << ", "
      << text_of(test.query.window.hi()) << "], \"tolerance\": " << text_of(test.query.tolerance)
      << ", \"separation\": " << text_of(test.query.separation) << ",\n  \"bodies\": [\n"
      << body_text(test.a.motion, "a", name + "_a.obj") << ",\n"
      << body_text(test.b.motion, "b", name + "_b.obj") << " ] }\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + base + ".json");
}

}  // namespace graze::testing
