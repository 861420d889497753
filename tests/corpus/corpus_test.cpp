// SPDX-License-Identifier: Apache-2.0
// Every case of the corpus gives its expected verdict, at its expected time.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <graze/graze.hpp>

namespace graze {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(GRAZE_SOURCE_DIR) / "tests" / "corpus";

struct Expectation {
  std::string file;
  std::set<std::string> verdicts;  // ties may be called either way
  std::string time_lo, time_hi;    // where an Impact's bracket starts; empty: not said
  std::string sentence;
};

void PrintTo(const Expectation& expected, std::ostream* out) { *out << expected.file; }

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Expectation> expectations() {
  std::ifstream in(kFolder / "expected.csv");
  std::vector<Expectation> result;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = split(line, ',');
    if (cells.size() != 5) throw std::runtime_error("expected.csv: five cells wanted in: " + line);
    const std::vector<std::string> verdicts = split(cells[1], '|');
    result.push_back({cells[0], {verdicts.begin(), verdicts.end()}, cells[2], cells[3], cells[4]});
  }
  return result;
}

class Corpus : public ::testing::TestWithParam<std::tuple<Expectation, const char*>> {};

TEST_P(Corpus, IsAnsweredAsExpected) {
  const auto& [expected, solver] = GetParam();
  Scene scene = read_scene(kFolder / expected.file);
  ASSERT_EQ(scene.bodies.size(), 2u);
  // A hang is a failure, but c2a creeps where bodies hover: there out of budget is allowed, a wrong answer is not.
  // Cases that took long bring a budget of their own.
  const bool creeps = solver == std::string_view("c2a");
  if (scene.query.budget.iterations == 0) scene.query.budget.iterations = creeps ? 500'000 : 50'000'000;
  const Body& a = scene.bodies[0].body;
  const Body& b = scene.bodies[1].body;
  const Solver by = *solver == '\0' ? scene.solver : Solver::named(solver);
  if (*solver != '\0' && !by.supports(a, b)) return;  // other solvers take meshes only
  const Toi toi = time_of_impact(a, b, scene.query, by);
  if (creeps && toi.verdict == Verdict::Undecided) return;
  EXPECT_TRUE(expected.verdicts.contains(std::string(to_string(toi.verdict))))
      << expected.sentence << " Got " << to_string(toi.verdict);
  if (toi.verdict != Verdict::Impact) return;
  if (!expected.time_lo.empty()) {
    EXPECT_GE(toi.bracket.lo(), std::stod(expected.time_lo)) << expected.sentence;
    EXPECT_LE(toi.bracket.lo(), std::stod(expected.time_hi)) << expected.sentence;
  }
  const double gap = (toi.contact.point_b - toi.contact.point_a).norm();
  EXPECT_LE(gap - scene.query.separation, toi.tolerance * 1.01 + 1e-15 * toi.contact.point_a.norm());
  EXPECT_NEAR(toi.contact.normal.norm(), 1.0, 1e-12);
  if (scene.query.separation > 0) {
    const Vector3 between = (toi.contact.point_b - toi.contact.point_a).normalized();
    EXPECT_LE((toi.contact.normal - between).norm(), 1e-6) << "the normal does not point from a to b";
  }
}

std::string name_of(const ::testing::TestParamInfo<Corpus::ParamType>& info) {
  return std::filesystem::path(std::get<0>(info.param).file).stem().string() +
         (*std::get<1>(info.param) == '\0' ? "" : "_by_") + std::get<1>(info.param);
}

// By the solver the file names, and by the others that take any pair of meshes.
INSTANTIATE_TEST_SUITE_P(Cases, Corpus,
                         ::testing::Combine(::testing::ValuesIn(expectations()),
                                            ::testing::Values("", "d2m", "directional", "redon", "c2a")),
                         name_of);

TEST(CorpusFolder, EveryFileIsListed) {
  std::set<std::string> listed;
  for (const Expectation& expected : expectations()) listed.insert(expected.file);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_TRUE(listed.contains(entry.path().filename().string())) << entry.path().filename();
  }
}

}  // namespace
}  // namespace graze
