// SPDX-License-Identifier: Apache-2.0
// Binary files of runs (docs/formats.md).
#include <fstream>

#include <graze/particle_files.hpp>

#include "io/json/text_file.hpp"
#include "io/runs/crc32.hpp"
#include "io/runs/particle_state.hpp"

namespace graze {
namespace {

constexpr std::string_view kParticleMagic = "GRAZEPAR";
constexpr std::string_view kEndMagic = "GRAZEEND";
constexpr std::uint32_t kParticleVersion = 3;
constexpr std::size_t kParticleHeaderBytes = 16;
constexpr std::size_t kTrailerBytes = 32;

std::size_t event_bytes(int dimension) { return 24U + 32U * static_cast<std::size_t>(dimension); }

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

bool is_of(const ParticleEvent& event, std::size_t particles) {
  return event.first < particles && (event.kind != ParticleEventKind::Pair || event.second < particles);
}

void check_whole(const std::string& text, const std::string& file) {
  const auto fail = [&](const std::string& what) { throw InputError(file + ": " + what); };
  if (text.substr(0, kParticleMagic.size()) != kParticleMagic)
    fail("not a file of a particle run (it does not begin with GRAZEPAR)");
  if (text.size() < kParticleHeaderBytes) fail("truncated: not even the header is there");
  std::uint32_t version = 0;
  std::memcpy(&version, text.data() + 8, sizeof version);
  if (version != kParticleVersion)
    fail("expected version " + std::to_string(kParticleVersion) + " of the format, got " + std::to_string(version));
  if (text.size() < kParticleHeaderBytes + kTrailerBytes || text.substr(text.size() - kEndMagic.size()) != kEndMagic)
    fail("truncated: the run was not finished, or the end of the file is lost");
  std::uint32_t expected = 0;
  std::memcpy(&expected, text.data() + text.size() - 16, sizeof expected);
  Crc32 crc;
  crc.add(text.data(), text.size() - 16);
  if (crc.value() != expected) fail("damaged: the checksum does not match");
}

}  // namespace

bool is_particle_run(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kParticleMagic.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kParticleMagic;
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
  cursor.go_to(kParticleHeaderBytes, body_end);
  run.initial = take_state(cursor);
  const int dimension = run.initial.scene.dimension;
  if (events > cursor.left() / event_bytes(dimension)) cursor.fail("damaged: more events than the file has room for");
  const std::size_t particles = run.initial.scene.particles.size();
  for (std::uint64_t k = 0; k < events; ++k) {
    run.events.push_back(take_event(cursor, dimension));
    if (!is_of(run.events.back(), particles)) cursor.fail("damaged: an event of particles that are not there");
  }
  cursor.go_to(final_at, body_end);
  run.final = take_state(cursor);
  if (run.final.scene.dimension != dimension || run.final.scene.particles.size() != particles)
    cursor.fail("damaged: it ends with other particles than it began with");
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
    bytes.put(kParticleVersion);
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
  file_->bytes.put_text(kParticleMagic);
  file_->bytes.put(kParticleVersion);
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

void ParticleRunWriter::finish() { file_->close(kParticleHeaderBytes); }

void write_particle_state(const ParticleState& state, const std::filesystem::path& path) {
  ParticleRunWriter(path, state).finish();
}

}  // namespace graze
