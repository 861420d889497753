// SPDX-License-Identifier: Apache-2.0
// Binary files of runs and states. Little-endian, whatever the machine's order is said to be in docs/formats.md; this
// code writes the machine's own and refuses to be built elsewhere.
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <graze/particle_files.hpp>

#include "io/crc32.hpp"
#include "io/particle_scene.hpp"
#include "io/text_file.hpp"

namespace graze {
namespace {

static_assert(std::endian::native == std::endian::little, "files of runs are little-endian");

constexpr std::string_view kMagic = "GRAZEPAR";
constexpr std::string_view kEndMagic = "GRAZEEND";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kTrailerBytes = 32;

std::size_t particle_bytes(int dimension) { return 8U * (2U * static_cast<std::size_t>(dimension) + 4U) + 8U; }
std::size_t event_bytes(int dimension) { return 24U + 32U * static_cast<std::size_t>(dimension); }

// Appends plain values.
class Bytes {
 public:
  template <class Value>
  void put(const Value& value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const Vector3& x, int dimension) {
    for (int d = 0; d < dimension; ++d) put(x[d]);
  }
  void put_text(std::string_view text) { text_ += text; }
  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  std::string text_;
};

std::string totals_text(const ParticleTotals& t) {
  std::string text = std::string("{\"events\": ") + std::to_string(t.events) +
                     ", \"pair_collisions\": " + std::to_string(t.pair_collisions) +
                     ", \"wall_collisions\": " + std::to_string(t.wall_collisions) +
                     ", \"crossings\": " + std::to_string(t.crossings) +
                     ", \"collapsed\": " + std::to_string(t.collapsed) + ", \"hash\": \"" + std::to_string(t.hash) + '"';
  const std::pair<const char*, double> numbers[] = {{"virial", t.virial},
                                                    {"wall_impulse", t.wall_impulse},
                                                    {"max_contact_error", t.max_contact_error},
                                                    {"smallest_gap", t.smallest_gap},
                                                    {"initial_energy", t.initial_energy}};
  for (const auto& [name, value] : numbers) text += std::string(", \"") + name + "\": " + number_text(value);
  return text + ", \"initial_momentum\": " + vector_text(t.initial_momentum, 3) + "}";
}

// 64-bit numbers are texts: a JSON number need not hold all their digits.
template <class Integer>
Integer read_integer(const Field& field) {
  const std::string& text = field.text();
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) field.fail("expected a whole number as a string");
  return value;
}

ParticleTotals read_totals(const Field& object) {
  ParticleTotals t;
  t.events = object.get("events").count();
  t.pair_collisions = object.get("pair_collisions").count();
  t.wall_collisions = object.get("wall_collisions").count();
  t.crossings = object.get("crossings").count();
  t.collapsed = object.get("collapsed").count();
  t.hash = read_integer<std::uint64_t>(object.get("hash"));
  t.virial = object.get("virial").number();
  t.wall_impulse = object.get("wall_impulse").number();
  t.max_contact_error = object.get("max_contact_error").number();
  t.smallest_gap = object.get("smallest_gap").number();
  t.initial_energy = object.get("initial_energy").number();
  t.initial_momentum = object.get("initial_momentum").vector();
  return t;
}

void put_state(Bytes& bytes, const ParticleState& state) {
  std::string text = std::string("{") + scene_fields_text(state.scene) +
                     ",\n \"tick_exponent\": " + std::to_string(state.tick_exponent) + ", \"epoch\": \"" +
                     std::to_string(state.now.epoch) + "\", \"ticks\": \"" + std::to_string(state.now.ticks) +
                     "\",\n \"totals\": " + totals_text(state.totals) + "}";
  text.append((8 - text.size() % 8) % 8, ' ');
  bytes.put(static_cast<std::uint32_t>(text.size()));
  bytes.put(static_cast<std::uint32_t>(state.scene.particles.size()));
  bytes.put_text(text);
  for (std::size_t i = 0; i < state.scene.particles.size(); ++i) {
    const Particle& p = state.scene.particles[i];
    bytes.put(p.position, state.scene.dimension);
    bytes.put(p.velocity, state.scene.dimension);
    bytes.put(p.radius);
    bytes.put(p.mass);
    bytes.put(state.clocks[i]);
    bytes.put(state.last_contacts[i]);
    bytes.put(p.material);
    bytes.put(std::uint32_t{0});
  }
}

void put_event(Bytes& bytes, const ParticleEvent& event, int dimension) {
  bytes.put(event.time.ticks);
  bytes.put(static_cast<std::uint32_t>(event.time.epoch));
  bytes.put(event.kind);
  bytes.put(event.image);
  bytes.put(std::uint16_t{0});
  bytes.put(event.first);
  bytes.put(event.second);
  bytes.put(event.position_first, dimension);
  bytes.put(event.velocity_first, dimension);
  bytes.put(event.position_second, dimension);
  bytes.put(event.velocity_second, dimension);
}

// Reads plain values from a whole file; running over its end is the file's fault.
class Cursor {
 public:
  Cursor(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  [[noreturn]] void fail(const std::string& what) const { throw InputError(file_ + ": " + what); }
  const std::string& file() const { return file_; }
  std::size_t at() const { return at_; }
  std::size_t left() const { return end_ - at_; }
  void go_to(std::size_t at, std::size_t end) {
    if (at > end || end > text_.size()) fail("damaged: a part of the run lies beyond its end");
    at_ = at;
    end_ = end;
  }
  std::string take_text(std::size_t size) {
    if (size > left()) fail("damaged: a part of the run lies beyond its end");
    at_ += size;
    return text_.substr(at_ - size, size);
  }
  template <class Value>
  Value take() {
    Value value;
    if (sizeof value > left()) fail("damaged: a part of the run lies beyond its end");
    std::memcpy(&value, text_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  Vector3 take_vector(int dimension) {
    Vector3 x = Vector3::Zero();
    for (int d = 0; d < dimension; ++d) x[d] = take<double>();
    return x;
  }

 private:
  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0, end_ = 0;
};

ParticleState take_state(Cursor& cursor) {
  const auto text_size = cursor.take<std::uint32_t>();
  const auto count = cursor.take<std::uint32_t>();
  const JsonValue value = parse_json(cursor.take_text(text_size), cursor.file());
  const Field top(value, cursor.file(), "");
  ParticleState state;
  state.scene.lower = state.scene.upper = Vector3::Zero();
  read_scene_fields(top, state.scene);
  state.tick_exponent = top.get("tick_exponent").integer();
  state.now.epoch = read_integer<std::uint64_t>(top.get("epoch"));
  state.now.ticks = read_integer<std::int64_t>(top.get("ticks"));
  state.totals = read_totals(top.get("totals"));
  const int dimension = state.scene.dimension;
  if (count > cursor.left() / particle_bytes(dimension)) cursor.fail("damaged: more particles than the file has room for");
  for (std::uint32_t i = 0; i < count; ++i) {
    Particle p;
    p.position = cursor.take_vector(dimension);
    p.velocity = cursor.take_vector(dimension);
    p.radius = cursor.take<double>();
    p.mass = cursor.take<double>();
    state.clocks.push_back(cursor.take<std::int64_t>());
    state.last_contacts.push_back(cursor.take<std::int64_t>());
    p.material = cursor.take<std::uint32_t>();
    cursor.take<std::uint32_t>();
    state.scene.particles.push_back(p);
  }
  return state;
}

ParticleEvent take_event(Cursor& cursor, int dimension) {
  ParticleEvent event;
  event.time.ticks = cursor.take<std::int64_t>();
  event.time.epoch = cursor.take<std::uint32_t>();
  const auto kind = cursor.take<std::uint8_t>();
  if (kind > static_cast<std::uint8_t>(ParticleEventKind::Epoch)) cursor.fail("an event of unknown kind");
  event.kind = static_cast<ParticleEventKind>(kind);
  event.image = cursor.take<std::uint8_t>();
  cursor.take<std::uint16_t>();
  event.first = cursor.take<std::uint32_t>();
  event.second = cursor.take<std::uint32_t>();
  event.position_first = cursor.take_vector(dimension);
  event.velocity_first = cursor.take_vector(dimension);
  event.position_second = cursor.take_vector(dimension);
  event.velocity_second = cursor.take_vector(dimension);
  return event;
}

void check_whole(const std::string& text, const std::string& file) {
  const auto fail = [&](const std::string& what) { throw InputError(file + ": " + what); };
  if (text.substr(0, kMagic.size()) != kMagic) fail("not a file of a particle run (it does not begin with GRAZEPAR)");
  if (text.size() < kHeaderBytes) fail("truncated: not even the header is there");
  std::uint32_t version = 0;
  std::memcpy(&version, text.data() + 8, sizeof version);
  if (version != kVersion)
    fail("expected version " + std::to_string(kVersion) + " of the format, got " + std::to_string(version));
  if (text.size() < kHeaderBytes + kTrailerBytes || text.substr(text.size() - kEndMagic.size()) != kEndMagic)
    fail("truncated: the run was not finished, or the end of the file is lost");
  std::uint32_t expected = 0;
  std::memcpy(&expected, text.data() + text.size() - 16, sizeof expected);
  Crc32 crc;
  crc.add(text.data(), text.size() - 16);
  if (crc.value() != expected) fail("damaged: the checksum does not match");
}

// A state from a file must be one that the simulator can go on from.
void check_state(const ParticleState& state, const std::string& file) {
  try {
    ParticleScene scene = state.scene;
    const double tick = std::ldexp(1.0, state.tick_exponent);
    if (state.tick_exponent < -1000 || state.tick_exponent > 1000) throw std::invalid_argument("tick_exponent out of range");
    if (state.now.ticks < 0 || state.now.ticks > kTicksPerEpoch) throw std::invalid_argument("ticks out of the epoch");
    for (std::size_t i = 0; i < scene.particles.size(); ++i) {
      const std::int64_t clock = state.clocks[i];
      if (clock < 0 || clock > state.now.ticks) throw std::invalid_argument("a clock out of the epoch");
      if (scene.gravity.isZero(0.0) && scene.drag == 0.0)
        scene.particles[i].position += scene.particles[i].velocity * (static_cast<double>(state.now.ticks - clock) * tick);
    }
    if (scene.gravity.isZero(0.0) && scene.drag == 0.0) check(scene);
  } catch (const std::invalid_argument& refusal) {
    throw InputError(file + ": " + refusal.what());
  }
}

}  // namespace

bool is_particle_run(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kMagic.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kMagic;
}

ParticleRun read_particle_run(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::string text = read_text_file(path);
  check_whole(text, name);
  Cursor cursor(text, name);
  cursor.go_to(text.size() - kTrailerBytes, text.size());
  const auto events = cursor.take<std::uint64_t>();
  const auto final_at = cursor.take<std::uint64_t>();
  const std::size_t body_end = text.size() - kTrailerBytes;
  ParticleRun run;
  cursor.go_to(kHeaderBytes, body_end);
  run.initial = take_state(cursor);
  const int dimension = run.initial.scene.dimension;
  if (events > cursor.left() / event_bytes(dimension)) cursor.fail("damaged: more events than the file has room for");
  for (std::uint64_t k = 0; k < events; ++k) run.events.push_back(take_event(cursor, dimension));
  cursor.go_to(final_at, body_end);
  run.final = take_state(cursor);
  check_state(run.initial, name);
  check_state(run.final, name);
  return run;
}

struct ParticleRunWriter::File {
  std::string name;
  std::ofstream stream;
  int dimension = 2;
  std::uint64_t events = 0, written = 0;
  Crc32 crc;
  Bytes bytes;

  void flush() {
    crc.add(bytes.text().data(), bytes.text().size());
    stream.write(bytes.text().data(), static_cast<std::streamsize>(bytes.text().size()));
    written += bytes.text().size();
    bytes.clear();
    if (!stream) throw InputError(name + ": cannot write");
  }
  void close(std::uint64_t final_at) {
    bytes.put(events);
    bytes.put(final_at);
    flush();
    bytes.put(crc.value());
    bytes.put(kVersion);
    bytes.put_text(kEndMagic);
    flush();
    stream.close();
    if (!stream) throw InputError(name + ": cannot write");
  }
};

ParticleRunWriter::ParticleRunWriter(const std::filesystem::path& path, const ParticleState& initial)
    : file_(std::make_unique<File>()) {
  file_->name = path.string();
  file_->dimension = initial.scene.dimension;
  file_->stream.open(path, std::ios::binary | std::ios::trunc);
  if (!file_->stream) throw InputError(file_->name + ": cannot create");
  file_->bytes.put_text(kMagic);
  file_->bytes.put(kVersion);
  file_->bytes.put(std::uint32_t{0});
  put_state(file_->bytes, initial);
  file_->flush();
}

ParticleRunWriter::~ParticleRunWriter() = default;

void ParticleRunWriter::record(const ParticleEvent& event) {
  constexpr std::size_t kBuffer = std::size_t{1} << 20U;
  put_event(file_->bytes, event, file_->dimension);
  ++file_->events;
  if (file_->bytes.text().size() >= kBuffer) file_->flush();
}

void ParticleRunWriter::finish(const ParticleState& final) {
  file_->flush();
  const std::uint64_t final_at = file_->written;
  put_state(file_->bytes, final);
  file_->flush();
  file_->close(final_at);
}

void ParticleRunWriter::finish() { file_->close(kHeaderBytes); }

void write_particle_state(const ParticleState& state, const std::filesystem::path& path) {
  ParticleRunWriter(path, state).finish();
}

}  // namespace graze
