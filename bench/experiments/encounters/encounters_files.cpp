// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <graze/io.hpp>

#include "experiments/encounters/encounters_csv.hpp"
#include "experiments/encounters/encounters_report.hpp"
#include "experiments/encounters/encounters_summary.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "peers/mesh_ccd_peer.hpp"
#include "plot/plot.hpp"

namespace graze::bench {

namespace {

template <class Member>
std::vector<BoxGroup> box_groups(const EncounterResults& results, Member member) {
  const auto group = [&](std::string_view label, const CaseFilter& filter) {
    BoxGroup result{std::string(label), {}};
    for (std::size_t m = 0; m < results.answers.size(); ++m) result.boxes.push_back(member(total(results, m, filter)));
    return result;
  };
  std::vector<BoxGroup> groups;
  for (const Encounter& encounter : results.options.encounters)
    groups.push_back(group(encounter.name, of_encounter(encounter)));
  groups.push_back(group("all", every_case()));
  return groups;
}

BoxPlot separation_plot(const EncounterResults& results) {
  BoxPlot plot;
  plot.title = "Separation at the answer";
  plot.subtitle = fmt::format("{} random trials a method, distance at the start of the bracket, by {}",
                              results.cases.size(), peer_name());
  plot.y = {"separation (units)", Scale::Log};
  plot.names = results.options.methods;
  plot.groups = box_groups(results, [](const EncounterTotals& totals) { return totals.separation; });
  plot.reference = std::pair(results.options.tolerance, fmt::format("tolerance {:g}", results.options.tolerance));
  return plot;
}

Summary in_milliseconds(Summary s) {
  for (double* value : {&s.min, &s.lower_quartile, &s.median, &s.mean, &s.upper_quartile, &s.max}) *value *= 1e-3;
  return s;
}

BoxPlot time_plot(const EncounterResults& results) {
  BoxPlot plot;
  plot.title = "Time per query";
  plot.subtitle = fmt::format("{} random trials a method, one thread of {}", results.cases.size(), cpu_name());
  plot.y = {"time (ms)", Scale::Log};
  plot.names = results.options.methods;
  plot.groups = box_groups(results, [](const EncounterTotals& totals) { return in_milliseconds(totals.microseconds); });
  return plot;
}

std::string body_json(const Model& model, const Flight& flight) {
  const auto vector = [](const Vector3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); };
  const Quaternion& q = flight.orientation;
  return fmt::format(
      "    {{ \"name\": \"{0}\", \"shape\": {{\"mesh\": \"{0}.obj\"}},\n"
      "      \"motion\": {{\"type\": \"constant_velocity\", \"position\": {1}, \"orientation\": [{2}, {3}, {4}, {5}],\n"
      "                 \"velocity\": {6}, \"angular_velocity\": {7}}} }}",
      model.name, vector(flight.position), q.x(), q.y(), q.z(), q.w(), vector(flight.velocity),
      vector(flight.angular_velocity));
}

std::string query_json(const EncounterResults& results, const EncounterCase& c, const std::string& method) {
  return fmt::format(
      "{{ \"graze\": 1, \"window\": [0, 1], \"tolerance\": {}, \"solver\": \"{}\",\n  \"bodies\": [\n{},\n{} ] }}\n",
      results.options.tolerance, method, body_json(results.models[c.model_a], c.trial.a),
      body_json(results.models[c.model_b], c.trial.b));
}

std::string guarantee_of(const std::string& method) {
  return MeshCcdPeer::knows(method) ? "none" : std::string(to_string(Solver::named(method).guarantee()));
}

// Method by method, for the documentation. An answer is late if the bodies intersect at the time it names.
std::string methods_table(const EncounterResults& results) {
  std::string text =
      "| method | guarantee | median separation | median, ms | mean, ms | missed | late | out of budget |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    const EncounterTotals t = total(results, m, every_case());
    text += fmt::format("| {} | {} | {:.1e} | {:.2g} | {:.2g} | {} | {} | {} |\n", results.options.methods[m],
                        guarantee_of(results.options.methods[m]), t.separation.median, t.microseconds.median / 1000,
                        t.microseconds.mean / 1000, t.misses, t.penetrations, t.undecided);
  }
  return text;
}

void write_failures(const EncounterResults& results, std::vector<std::filesystem::path>& written) {
  const std::filesystem::path folder = results.options.out / "failures";
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    for (std::size_t i = 0; i < results.cases.size(); ++i) {
      if (!results.answers[m][i].failed) continue;
      const EncounterCase& c = results.cases[i];
      const std::string& method = results.options.methods[m];
      written.push_back(folder /
                        fmt::format("{}-{}-{}-{}.json", method, results.pair_name(c), c.encounter.name, c.index));
      write_file(written.back(), query_json(results, c, method));
      for (const std::size_t model : {c.model_a, c.model_b}) {
        write_obj(results.models[model].mesh, folder / (results.models[model].name + ".obj"));
      }
    }
  }
}

}  // namespace

std::string encounter_hash(const EncounterResults& results) {
  ResultHash hash;
  for (const auto& of_method : results.answers) {
    for (const EncounterAnswer& answer : of_method) {
      hash.add(to_string(answer.toi.verdict));
      hash.add(answer.toi.bracket.lo());
      hash.add(answer.toi.bracket.hi());
    }
  }
  return hash.text();
}

std::vector<std::filesystem::path> write_encounter_files(const EncounterResults& results) {
  std::vector<std::filesystem::path> written;
  const auto write = [&](const char* name, const std::string& text) {
    written.push_back(results.options.out / (results.options.name + name));
    write_file(written.back(), text);
  };
  write("-trials.csv", encounter_trials_csv(results));
  write("-summary.csv", encounter_summary_csv(results));
  write("-methods.md", methods_table(results));
  write("-separation.svg", to_svg(separation_plot(results)));
  write("-time.svg", to_svg(time_plot(results)));
  write_failures(results, written);
  return written;
}

}  // namespace graze::bench
