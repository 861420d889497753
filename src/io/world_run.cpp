// SPDX-License-Identifier: Apache-2.0
// Binary files of world runs: a header, then blocks, each with its own checksum (docs/formats.md). Blocks are only ever
// appended, so that a file cut off anywhere is a run up to its last whole frame.
#include <cstdio>
#include <fstream>

#include "io/crc32.hpp"
#include "io/particle_state.hpp"
#include "io/text_file.hpp"
#include "shape/shape_data.hpp"

#include <graze/world_files.hpp>

namespace graze {
namespace {

constexpr std::string_view kMagic = "GRAZEWLD";
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kHeaderBytes = 16;

enum class Block : std::uint8_t { Start = 'H', Piece = 'P', Impact = 'I', Frame = 'F', State = 'S' };

void put(Bytes& bytes, const BodyState& state) {
  bytes.put(state.position, 3);
  for (const double x : state.orientation.coeffs()) bytes.put(x);
  bytes.put(state.velocity, 3);
  bytes.put(state.angular_velocity, 3);
}

BodyState take_body(Cursor& cursor) {
  BodyState state;
  state.position = cursor.take_vector(3);
  for (double& x : state.orientation.coeffs()) x = cursor.take<double>();
  state.velocity = cursor.take_vector(3);
  state.angular_velocity = cursor.take_vector(3);
  return state;
}

void put_text(Bytes& bytes, const std::string& text) {
  bytes.put(static_cast<std::uint64_t>(text.size()));
  bytes.put_text(text);
}

void put(Bytes& bytes, const WorldRunStart& start) {
  bytes.put(start.timestep);
  bytes.put(start.frames);
  bytes.put(start.geometry);
  put_text(bytes, start.mesh_directory.string());
  put_text(bytes, start.scene);
}

WorldRunStart take_start(Cursor& cursor) {
  WorldRunStart start;
  start.timestep = cursor.take<double>();
  start.frames = cursor.take<std::uint64_t>();
  start.geometry = cursor.take<std::uint32_t>();
  start.mesh_directory = cursor.take_text(cursor.take<std::uint64_t>());
  start.scene = cursor.take_text(cursor.take<std::uint64_t>());
  return start;
}

void put(Bytes& bytes, const WorldCheckpoint& checkpoint) {
  const WorldState& state = checkpoint.state;
  bytes.put(checkpoint.impacts);
  bytes.put(checkpoint.energy_start);
  bytes.put(state.time);
  bytes.put(state.steps);
  bytes.put(static_cast<std::uint64_t>(state.bodies.size()));
  for (const BodyState& body : state.bodies) put(bytes, body);
  for (const double rest : state.rest_time) bytes.put(rest);
  bytes.put(static_cast<std::uint64_t>(state.warm.size()));
  for (const WorldState::Warm& warm : state.warm) {
    bytes.put(warm.a);
    bytes.put(warm.b);
    bytes.put(warm.features);
    bytes.put(warm.impulse);
  }
  bytes.put(static_cast<std::uint64_t>(state.joint_impulses.size()));
  for (const auto& impulses : state.joint_impulses) bytes.put(impulses);
}

WorldCheckpoint take_checkpoint(Cursor& cursor) {
  WorldCheckpoint checkpoint;
  WorldState& state = checkpoint.state;
  checkpoint.impacts = cursor.take<std::uint64_t>();
  checkpoint.energy_start = cursor.take<double>();
  state.time = cursor.take<double>();
  state.steps = cursor.take<std::uint64_t>();
  const auto bodies = cursor.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < bodies; ++i) state.bodies.push_back(take_body(cursor));
  for (std::uint64_t i = 0; i < bodies; ++i) state.rest_time.push_back(cursor.take<double>());
  const auto warm = cursor.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < warm; ++i) {
    WorldState::Warm& w = state.warm.emplace_back();
    w.a = cursor.take<std::uint32_t>();
    w.b = cursor.take<std::uint32_t>();
    w.features = cursor.take<std::uint64_t>();
    w.impulse = cursor.take<std::array<double, 4>>();
  }
  const auto joints = cursor.take<std::uint64_t>();
  for (std::uint64_t i = 0; i < joints; ++i) state.joint_impulses.push_back(cursor.take<std::array<double, 6>>());
  return checkpoint;
}

void put(Bytes& bytes, const WorldImpact& impact) {
  bytes.put(impact.time);
  bytes.put(static_cast<std::uint32_t>(impact.a));
  bytes.put(static_cast<std::uint32_t>(impact.b));
  bytes.put(impact.point, 3);
  bytes.put(impact.normal, 3);
  bytes.put(impact.approach_speed);
}

WorldImpact take_impact(Cursor& cursor) {
  WorldImpact impact;
  impact.time = cursor.take<double>();
  impact.a = cursor.take<std::uint32_t>();
  impact.b = cursor.take<std::uint32_t>();
  impact.point = cursor.take_vector(3);
  impact.normal = cursor.take_vector(3);
  impact.approach_speed = cursor.take<double>();
  return impact;
}

// Bodies at rest are left out.
void put(Bytes& bytes, const WorldPiece& piece) {
  std::uint32_t moving = 0;
  const auto moves = [](const BodyState& b) { return !b.velocity.isZero(0.0) || !b.angular_velocity.isZero(0.0); };
  for (const BodyState& body : piece.bodies) moving += moves(body) ? 1 : 0;
  bytes.put(piece.start);
  bytes.put(piece.length);
  bytes.put(moving);
  for (std::uint32_t i = 0; i < piece.bodies.size(); ++i) {
    if (!moves(piece.bodies[i])) continue;
    bytes.put(i);
    put(bytes, piece.bodies[i]);
  }
}

void take_piece(Cursor& cursor, std::vector<WorldPassage>& passages) {
  WorldPassage passage;
  passage.start = cursor.take<double>();
  passage.length = cursor.take<double>();
  const auto moving = cursor.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < moving; ++i) {
    passage.body = cursor.take<std::uint32_t>();
    passage.state = take_body(cursor);
    passages.push_back(passage);
  }
}

// Puts blocks together again. What follows the last frame or state is not part of the run yet.
class RunReader {
 public:
  void take(Block kind, Cursor& cursor, std::size_t begin, std::size_t end) {
    switch (kind) {
      case Block::Start:
        run_.start = take_start(cursor);
        break;
      case Block::Piece:
        take_piece(cursor, passages_);
        break;
      case Block::Impact:
        impacts_.push_back(take_impact(cursor));
        break;
      case Block::Frame:
        ++run_.frames;
        run_.passages.insert(run_.passages.end(), passages_.begin(), passages_.end());
        run_.impacts.insert(run_.impacts.end(), impacts_.begin(), impacts_.end());
        passages_.clear();
        impacts_.clear();
        break;
      case Block::State:
        run_.last = take_checkpoint(cursor);
        // The first stays in the file when a run is resumed from it; others are written again if they are due.
        run_.resume_at = states_ == 0 ? end : begin;
        if (states_++ == 0) run_.first = run_.last;
        break;
      default:
        cursor.fail("damaged: a block of unknown kind");
    }
  }
  WorldRun finish(const Cursor& cursor) {
    if (states_ == 0) cursor.fail("truncated: not even the first state is there");
    return std::move(run_);
  }

 private:
  WorldRun run_;
  std::vector<WorldPassage> passages_;
  std::vector<WorldImpact> impacts_;
  int states_ = 0;
};

}  // namespace

bool is_world_run(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kMagic.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kMagic;
}

WorldRun read_world_run(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::string text = read_text_file(path);
  Cursor cursor(text, name);
  if (text.substr(0, kMagic.size()) != kMagic) cursor.fail("not a run of a world (it does not begin with GRAZEWLD)");
  if (text.size() < kHeaderBytes) cursor.fail("truncated: not even the header is there");
  cursor.go_to(kMagic.size(), kHeaderBytes);
  if (const auto version = cursor.take<std::uint32_t>(); version != kVersion)
    cursor.fail("expected version " + std::to_string(kVersion) + " of the format, got " + std::to_string(version));
  RunReader reader;
  constexpr std::size_t kFrame = 1 + 8;
  for (std::size_t at = kHeaderBytes; text.size() - at >= kFrame + 4;) {
    cursor.go_to(at, text.size());
    const auto kind = cursor.take<Block>();
    const auto size = cursor.take<std::uint64_t>();
    if (size > text.size() - at - kFrame - 4) break;  // cut off
    Crc32 crc;
    crc.add(text.data() + at, kFrame + size);
    const std::size_t end = at + kFrame + size + 4;
    cursor.go_to(end - 4, end);
    if (cursor.take<std::uint32_t>() != crc.value()) {
      if (end == text.size()) break;  // cut off while it was written
      cursor.fail("damaged: the checksum of a block does not match");
    }
    cursor.go_to(at + kFrame, end - 4);
    reader.take(kind, cursor, at, end);
    at = end;
  }
  return reader.finish(cursor);
}

std::uint32_t geometry_checksum(const World& world) {
  Crc32 crc;
  for (std::size_t i = 0; i < world.size(); ++i) {
    const Shape& shape = world.shape(i);
    const double radius = shape.radius();
    crc.add(&radius, sizeof radius);
    if (!shape.has_surface()) continue;
    const TriangleMesh& mesh = shape.triangle_mesh();
    crc.add(mesh.vertices.data(), mesh.vertices.size() * sizeof mesh.vertices[0]);
    crc.add(mesh.triangles.data(), mesh.triangles.size() * sizeof mesh.triangles[0]);
  }
  return crc.value();
}

struct WorldRunWriter::File {
  std::string name;
  std::ofstream stream;
  Bytes waiting;  // blocks of the frame that is under way

  void open(const std::filesystem::path& path, std::ios::openmode mode) {
    name = path.string();
    stream.open(path, std::ios::binary | mode);
    if (!stream) throw InputError(name + ": cannot be written");
  }
  template <class Value>
  void add(Block kind, const Value& value) {
    Bytes payload;
    put(payload, value);
    add_block(kind, payload);
  }
  void add_block(Block kind, const Bytes& payload) {
    Bytes block;
    block.put(kind);
    block.put(static_cast<std::uint64_t>(payload.text().size()));
    block.put_text(payload.text());
    Crc32 crc;
    crc.add(block.text().data(), block.text().size());
    block.put(crc.value());
    waiting.put_text(block.text());
  }
  void flush() {
    stream.write(waiting.text().data(), static_cast<std::streamsize>(waiting.text().size()));
    stream.flush();
    waiting.clear();
    if (!stream) throw InputError(name + ": cannot be written");
  }
};

WorldRunWriter::WorldRunWriter(const std::filesystem::path& path, const WorldRunStart& start)
    : file_(std::make_unique<File>()) {
  file_->open(path, std::ios::trunc);
  file_->waiting.put_text(kMagic);
  file_->waiting.put(kVersion);
  file_->waiting.put(std::uint32_t{0});
  file_->add(Block::Start, start);
  file_->flush();
}

WorldRunWriter::WorldRunWriter(const std::filesystem::path& path, const WorldRun& run)
    : file_(std::make_unique<File>()) {
  std::error_code fault;
  std::filesystem::resize_file(path, run.resume_at, fault);
  if (fault) throw InputError(path.string() + ": cannot be written: " + fault.message());
  file_->open(path, std::ios::app);
}

WorldRunWriter::~WorldRunWriter() = default;

void WorldRunWriter::piece(const WorldPiece& piece) { file_->add(Block::Piece, piece); }
void WorldRunWriter::impact(const WorldImpact& impact) { file_->add(Block::Impact, impact); }

void WorldRunWriter::end_frame() {
  file_->add_block(Block::Frame, {});
  file_->flush();
}

void WorldRunWriter::checkpoint(const WorldCheckpoint& checkpoint) {
  file_->add(Block::State, checkpoint);
  file_->flush();
}

}  // namespace graze
