// SPDX-License-Identifier: Apache-2.0
#include "reports/event_csv.hpp"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr std::string_view kAxes = "xyz";

// Collects lines and hands them on now and then.
class Lines {
 public:
  explicit Lines(const TextSink& sink) : sink_(sink) {}
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  // A cell for each coordinate; empty ones if there is no such vector.
  void add_vector(const Vector3& x, int dimension, bool present = true) {
    for (int d = 0; d < dimension; ++d) {
      if (present)
        add(",{}", x[d]);
      else
        add(",");
    }
  }
  void add_names(std::string_view before, int dimension, std::string_view after) {
    for (int d = 0; d < dimension; ++d) add(",{}{}{}", before, kAxes[static_cast<std::size_t>(d)], after);
  }
  void end_line() {
    text_ += '\n';
    if (text_.size() > kPiece) flush();
  }
  void flush() {
    sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 20U;
  const TextSink& sink_;
  std::string text_;
};

std::string_view name_of(ParticleEventKind kind) {
  switch (kind) {
    case ParticleEventKind::Pair:
      return "pair";
    case ParticleEventKind::Wall:
      return "wall";
    case ParticleEventKind::Crossing:
      return "crossing";
    default:
      return "epoch";
  }
}

// By how many box lengths the second particle is shifted.
Vector3 shift_of(std::uint8_t image) { return {image % 3 - 1.0, image / 3 % 3 - 1.0, image / 9 - 1.0}; }

void add_event(Lines& lines, const ParticleEvent& event, const ParticleState& state) {
  const int dimension = state.scene.dimension;
  const double ticks = static_cast<double>(event.time.epoch) * static_cast<double>(kTicksPerEpoch) +
                       static_cast<double>(event.time.ticks);
  const bool pair = event.kind == ParticleEventKind::Pair;
  lines.add("{},{},{},{},{},", std::ldexp(ticks, state.tick_exponent), event.time.epoch, event.time.ticks,
            name_of(event.kind), event.first);
  if (event.kind != ParticleEventKind::Epoch) lines.add("{}", event.second);
  lines.add_vector(shift_of(event.image), dimension, pair);
  lines.add_vector(event.position_first, dimension);
  lines.add_vector(event.velocity_first, dimension);
  lines.add_vector(event.position_second, dimension, pair);
  lines.add_vector(event.velocity_second, dimension, pair);
  lines.end_line();
}

}  // namespace

void write_event_csv(const ParticleRun& run, const TextSink& sink) {
  Lines lines(sink);
  const int dimension = run.initial.scene.dimension;
  lines.add("time,epoch,ticks,kind,first,second");
  lines.add_names("shift_", dimension, "");
  for (const std::string_view which : {"_first", "_second"})
    for (const std::string_view what : {"", "v"}) lines.add_names(what, dimension, which);
  lines.end_line();
  for (const ParticleEvent& event : run.events) add_event(lines, event, run.initial);
  lines.flush();
}

void write_event_csv(const WorldRun& run, const TextSink& sink) {
  Lines lines(sink);
  lines.add("time,a,b");
  lines.add_names("point_", 3, "");
  lines.add_names("normal_", 3, "");
  lines.add(",approach_speed");
  lines.end_line();
  for (const WorldImpact& impact : run.impacts) {
    lines.add("{},{},{}", impact.time, impact.a, impact.b);
    lines.add_vector(impact.point, 3);
    lines.add_vector(impact.normal, 3);
    lines.add(",{}", impact.approach_speed);
    lines.end_line();
  }
  lines.flush();
}

}  // namespace graze
