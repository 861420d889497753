// SPDX-License-Identifier: Apache-2.0
#include "reports/check_report.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/vector_json.hpp"

namespace graze {
namespace {

using Json = nlohmann::ordered_json;

Json contact_json(const std::optional<RobotContact>& contact) {
  if (!contact) return nullptr;
  return {{"link_a", contact->link_a},
          {"link_b", contact->link_b},
          {"point", vector_json(contact->point)},
          {"normal", vector_json(contact->normal)}};
}

std::string triple(const Vector3& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x(), v.y(), v.z()); }

std::string meaning(Verdict verdict) {
  switch (verdict) {
    case Verdict::Free:
      return "free: the robot touches nothing on all of the path";
    case Verdict::Impact:
      return "impact: the robot touches something on the way";
    case Verdict::InitialContact:
      return "initial_contact: a part of the path starts in contact";
    case Verdict::Undecided:
      return "undecided: the budget ran out";
    default:
      return "unsupported: the solver does not take some pair of bodies";
  }
}

std::string guarantee_of(const std::vector<MotionCheck>& parts) {
  const Guarantee guarantee = parts.front().toi.guarantee;
  const char* const what = guarantee == Guarantee::Proved         ? "holds with floating-point rounding included"
                           : guarantee == Guarantee::Conservative ? "holds up to floating-point rounding"
                           : guarantee == Guarantee::Sampled      ? "contacts may have been missed"
                                                                  : "nothing was established";
  return fmt::format("{}: {}", to_string(guarantee), what);
}

}  // namespace

Verdict verdict_of(const std::vector<MotionCheck>& parts) {
  for (const MotionCheck& part : parts)
    if (part.verdict() != Verdict::Free) return part.verdict();
  return Verdict::Free;
}

std::string describe_check(const Robot& robot, const Scene& scene, const std::vector<MotionCheck>& parts,
                           const std::vector<std::string>& warnings) {
  std::string text;
  const auto line = [&text](std::string_view label, const std::string& what) {
    fmt::format_to(std::back_inserter(text), "{:<12}{}\n", label, what);
  };
  line("verdict", meaning(verdict_of(parts)));
  line("guarantee", guarantee_of(parts));
  line("robot", fmt::format("{}: {} links, {} variables, {} shapes, {} pairs of them checked", robot.model().name,
                            robot.linkage().links(), robot.linkage().variables(), robot.model().shapes.size(),
                            robot.self_pairs().size()));
  line("scene", fmt::format("{} bodies", scene.bodies.size()));
  double longest = 0.0;
  for (const MotionCheck& part : parts) longest = std::max(longest, part.toi.statistics.microseconds);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const MotionCheck& part = parts[k];
    std::string what = fmt::format("{:<16} free up to {:.10g}", to_string(part.verdict()), part.free_fraction);
    if (part.tolerance > scene.query.tolerance)
      what += fmt::format(", to within {:.3g} (doubles tell no more)", part.tolerance);
    if (part.contact)
      what += fmt::format(": {} with {} at {}, normal {}", part.contact->link_a, part.contact->link_b,
                          triple(part.contact->point), triple(part.contact->normal));
    line(fmt::format("part {}", k + 1), what);
  }
  line("effort", fmt::format("{:.3g} ms for the part that took longest", longest * 1e-3));
  for (const std::string& warning : warnings) line("warning", warning);
  return text;
}

std::string check_json(const std::vector<MotionCheck>& parts, const std::vector<std::string>& warnings) {
  Json segments = Json::array();
  for (const MotionCheck& part : parts)
    segments.push_back({{"verdict", to_string(part.verdict())},
                        {"free_fraction", part.free_fraction},
                        {"tolerance", part.tolerance},
                        {"contact", contact_json(part.contact)}});
  const Json json{{"verdict", to_string(verdict_of(parts))},
                  {"guarantee", to_string(parts.front().toi.guarantee)},
                  {"segments", std::move(segments)},
                  {"warnings", warnings}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graze
