// SPDX-License-Identifier: Apache-2.0
// Files to look at: pages, and animations read back by hand.
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/io.hpp>

#include "cli/command.hpp"
#include "io/json/text_file.hpp"

namespace graze {
namespace {

using nlohmann::json;

const std::string kScenes = std::string(GRAZE_SOURCE_DIR) + "/scenes/";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Binary glTF: a header of 12 bytes, then a JSON chunk and a binary one, each after its length and kind.
class Glb {
 public:
  explicit Glb(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(number(bytes, 4), 2U);
    EXPECT_EQ(number(bytes, 8), bytes.size());
    const std::uint32_t length = number(bytes, 12);
    EXPECT_EQ(bytes.substr(16, 4), "JSON");
    document = json::parse(bytes.substr(20, length));
    EXPECT_EQ(bytes.substr(20 + length + 4, 3), "BIN");
    binary_ = bytes.substr(20 + length + 8, number(bytes, 20 + length));
  }

  std::vector<float> floats(std::size_t accessor) const {
    const json& view = document["bufferViews"][document["accessors"][accessor]["bufferView"].get<std::size_t>()];
    std::vector<float> result(view["byteLength"].get<std::size_t>() / sizeof(float));
    std::memcpy(result.data(), binary_.data() + view.value("byteOffset", 0), view["byteLength"].get<std::size_t>());
    return result;
  }

  json document;

 private:
  static std::uint32_t number(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }

  std::string binary_;
};

class ViewFiles : public CommandLine {
 protected:
  std::string text(const std::string& name) const { return read_text_file(file(name)); }
};

TEST_F(ViewFiles, AnimationsHaveThePosesOfTheMotions) {
  for (const char* const name : {"hammer", "drill", "pick_and_place", "free_fall"}) {
    ASSERT_EQ(run("toi " + kScenes + name + ".json --glb {}/out.glb").exit_code, 0);
    const Glb glb(text("out.glb"));
    const Scene scene = read_scene(kScenes + name + ".json");
    const json& animation = glb.document["animations"][0];
    ASSERT_EQ(animation["channels"].size(), 4U);
    for (const json& channel : animation["channels"]) {
      const json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
      const std::vector<float> times = glb.floats(sampler["input"]);
      const std::vector<float> values = glb.floats(sampler["output"]);
      ASSERT_GE(times.size(), 240U);
      // Node 0 turns z up; then come the bodies.
      const Motion& motion = scene.bodies[channel["target"]["node"].get<std::size_t>() - 1].body.motion;
      const bool turns = channel["target"]["path"] == "rotation";
      for (std::size_t i = 0; i < times.size(); ++i) {
        ASSERT_TRUE(i == 0 || times[i - 1] < times[i]);
        const Pose pose = motion.pose(scene.query.window.lo() + times[i]);
        if (turns) {
          const Quaternion q(values[4 * i + 3], values[4 * i], values[4 * i + 1], values[4 * i + 2]);
          EXPECT_LT((q.toRotationMatrix() - pose.linear()).norm(), 1e-5) << name << " at " << times[i];
        } else {
          const Vector3 p(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
          EXPECT_LT((p - pose.translation()).norm(), 1e-5) << name << " at " << times[i];
        }
      }
    }
  }
}

TEST_F(ViewFiles, AnimationsHaveTheMeshAndTheContact) {
  ASSERT_EQ(run("toi " + kScenes + "hammer.json --glb {}/out.glb").exit_code, 0);
  const Glb glb(text("out.glb"));
  const Scene scene = read_scene(kScenes + "hammer.json");
  const std::vector<Vector3>& vertices = scene.bodies[0].body.shape.triangle_mesh().vertices;
  const std::vector<float> drawn = glb.floats(glb.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
  ASSERT_EQ(drawn.size(), 3 * vertices.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) EXPECT_FLOAT_EQ(drawn[i], static_cast<float>(vertices[i / 3][i % 3]));
  EXPECT_EQ(glb.document["nodes"][1]["name"], "hammer");
  EXPECT_EQ(glb.document["nodes"][3]["name"], "contact");
  EXPECT_NEAR(glb.document["nodes"][3]["translation"][2].get<double>(), 0.35, 1e-9);
}

TEST_F(ViewFiles, ADeformingMeshIsAMorphTarget) {
  write("start.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n");
  write("end.obj", "v 0 0 -1\nv 1 0 1\nv 0 1 1\nf 1 2 3\n");
  write_obj(make_box({4, 4, 1}), file("floor.obj"));
  write("query.json", R"({"graze": 1, "bodies": [
      {"shape": {"mesh": "start.obj"}, "motion": {"type": "vertex_linear", "end": "end.obj"}},
      {"shape": {"mesh": "floor.obj"}, "motion": {"type": "vertex_linear", "end": "floor.obj"}}]})");
  ASSERT_EQ(run("toi {}/query.json --glb {}/out.glb").exit_code, 0);
  const Glb glb(text("out.glb"));
  const json& primitive = glb.document["meshes"][0]["primitives"][0];
  EXPECT_EQ(glb.floats(primitive["targets"][0]["POSITION"])[2], -2.0F);
  const json& animation = glb.document["animations"][0];
  EXPECT_EQ(animation["channels"][0]["target"]["path"], "weights");
  EXPECT_EQ(glb.floats(animation["samplers"][0]["output"]), (std::vector<float>{0.0F, 1.0F}));
}

TEST_F(ViewFiles, PagesHoldTheAnswerOrTheCommandSaysWhyNot) {
  const Outcome outcome = run("toi " + kScenes + "hammer.json --view {}/page.html");
  if (outcome.exit_code != 0) {
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(has(outcome.err, "built without the viewer")) << outcome.err;
    GTEST_SKIP() << "this build has no viewer";
  }
  const std::string page = text("page.html");
  EXPECT_TRUE(has(page, R"("graze_view":1,)"));
  EXPECT_TRUE(has(page, R"("verdict":"impact")"));
}

TEST_F(ViewFiles, ScenesAndParticlesHavePagesToo) {
  const Outcome scene = run("scene " + kScenes + "falling_rocks.json --view {}/scene.html");
  const Outcome particles = run("particles 20 --time 1 --view {}/run.html");
  EXPECT_FALSE(std::filesystem::exists(file("run.html.grz")));
  if (scene.exit_code == 1) GTEST_SKIP() << "this build has no viewer";
  ASSERT_EQ(scene.exit_code, 0) << scene.err;
  ASSERT_EQ(particles.exit_code, 0) << particles.err;
  EXPECT_TRUE(has(text("scene.html"), "falling_rocks.json"));
  EXPECT_TRUE(has(text("run.html"), "run.grz"));
  EXPECT_EQ(run("particles 20 --method discrete --view {}/no.html").exit_code, 2);
}

// The page refuses other versions of its files than those it knows; here without a browser.
TEST_F(ViewFiles, ThePageKnowsTheVersionsThatTheCommandWrites) {
  const auto known = [](const std::string& source) {
    const std::string script = read_text_file(std::string(GRAZE_SOURCE_DIR) + "/viewer/src/" + source);
    const std::string start = "const VERSION = ";
    const std::size_t at = script.find(start);
    return at == std::string::npos ? 0 : std::atoi(script.c_str() + at + start.size());
  };
  ASSERT_EQ(run("particles 5 --time 0.1 --log {}/run.grz").exit_code, 0);
  std::uint32_t version = 0;
  std::memcpy(&version, text("run.grz").data() + 8, sizeof version);
  EXPECT_EQ(version, known("particles/run_file.ts"));
  if (run("toi " + kScenes + "hammer.json --view {}/page.html").exit_code != 0)
    GTEST_SKIP() << "this build has no viewer";
  EXPECT_TRUE(has(text("page.html"), "\"graze_view\":" + std::to_string(known("query/model.ts")) + ","));
}

TEST_F(ViewFiles, NamesAndContentsCannotLeaveTheirPlaceInThePage) {
  write("a\"><script>alert(1)<.csv", "a,b\n</script><script>alert(2)</script>,1\n");
  if (run("view {}/a*.csv -o {}/page.html").exit_code != 0) GTEST_SKIP() << "this build has no viewer";
  const std::string page = text("page.html");
  EXPECT_FALSE(has(page, "alert(2)"));
  EXPECT_TRUE(has(page, R"(data-name="a&quot;><script>alert(1)<.csv" data-encoding="base64")"));
}

TEST_F(ViewFiles, FaultsAreNamed) {
  EXPECT_EQ(run("view {}/missing.csv").exit_code, 2);
  EXPECT_EQ(run("view").exit_code, 2);
  EXPECT_EQ(run("toi " + kScenes + "hammer.json --glb {}/no/such/folder.glb").exit_code, 1);
}

}  // namespace
}  // namespace graze
