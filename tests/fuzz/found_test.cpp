// SPDX-License-Identifier: Apache-2.0
// Files in found/ that were read although they say nothing that can be, that took the program down, or that would never
// have been read to their end: each is refused, and the message says why.
#include <gtest/gtest.h>

#include "fuzz/readers.hpp"
#include "io/json/text_file.hpp"

namespace graze::testing {
namespace {

std::string refusal(std::string_view reader_name, const std::string& bytes) {
  for (const Reader& reader : readers()) {
    if (reader.name != reader_name) continue;
    const Outcome outcome = try_reader(reader, bytes);
    return outcome.reading == Reading::Refused ? outcome.message : "not refused: " + outcome.message;
  }
  return "no such reader";
}

std::string refusal_of_file(std::string_view reader, const char* file) {
  return refusal(reader, read_text_file(fuzz_folder() / "found" / reader / file));
}

#define EXPECT_SAYS(message, part)                 \
  {                                                \
    const std::string said = message;              \
    EXPECT_NE(said.find(part), said.npos) << said; \
  }

// Each pair of joints would have doubled the links after it.
TEST(Found, UrdfLinkOnTwoJoints) { EXPECT_SAYS(refusal_of_file("urdf", "links_on_two_joints.urdf"), "as well"); }

// They would have been left out without a word.
TEST(Found, UrdfLinksInACircle) { EXPECT_SAYS(refusal_of_file("urdf", "links_in_a_circle.urdf"), "in a circle"); }

// The parser's stack overflowed. Attributes and declarations do not hide it.
TEST(Found, XmlNestedTooDeeply) {
  for (const std::string start : {"", "<?a>", "<a b=\"<!--\">", "<!a>", "<!-- -->"})
    for (const std::string tag : {"<a>", "<a b=\"/>\">", "<a b='>'>"}) {
      std::string text = "<robot name=\"r\">" + start;
      for (int i = 0; i < 50'000; ++i) text += tag;
      EXPECT_SAYS(refusal("urdf", text), "nested too deeply");
      EXPECT_SAYS(refusal("srdf", text), "nested too deeply");
    }
}

TEST(Found, XmlCommentsAreNotNested) {
  std::string text = "<robot name=\"arm\"><!--";
  for (int i = 0; i < 1000; ++i) text += "<a>";
  text += "-->";
  for (int i = 0; i < 1000; ++i) text += "<group name=\"a\"/><group name=\"b\"></group>";
  EXPECT_SAYS(refusal("srdf", text + "</robot>"), "not refused");
}

TEST(Found, FixtureWithALongMeshName) {
  EXPECT_SAYS(refusal_of_file("rigid_ipc", "long_name_of_a_mesh.json"), "there is no mesh");
}

TEST(Found, FixtureFaceWithoutAVertex) {
  EXPECT_SAYS(refusal_of_file("rigid_ipc", "face_without_a_vertex.json"), "names vertex 7");
}

TEST(Found, FixtureGroupThatIsNoInteger) {
  EXPECT_SAYS(refusal_of_file("rigid_ipc", "large_group.json"), "expected a whole number");
}

// A thousand million places of one body.
TEST(Found, WorldWithAnEndlessPath) {
  EXPECT_SAYS(refusal_of_file("world_scene", "endless_path.json"), "at most 1000000 frames");
}

// It was read as material 0.
TEST(Found, ParticleMaterialOf33Bits) {
  EXPECT_SAYS(refusal_of_file("particle_scene", "large_material.json"), "not so many materials");
}

TEST(Found, ParticleRunInABoxWithoutWidth) {
  EXPECT_SAYS(refusal_of_file("particle_run", "box_without_width.run"), "lower bound below");
}

TEST(Found, ParticleRunWithAnEventOfNoParticle) {
  EXPECT_SAYS(refusal_of_file("particle_run", "event_of_no_particle.run"), "not there");
}

// The time to read an integer grows with the square of its digits.
TEST(Found, FeatureWithAMillionDigits) {
  EXPECT_SAYS(refusal("feature_csv", std::string(1'000'000, '7') + ",1,0,1,0,1,0\n"), "at most 10000 digits");
}

}  // namespace
}  // namespace graze::testing
