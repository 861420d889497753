// SPDX-License-Identifier: Apache-2.0
// Binary files of world runs: a header, then blocks, each with its own checksum (docs/formats.md). Blocks are only ever
// appended, so that a file cut off anywhere is a run up to its last whole frame.
#include <cstdio>
#include <fstream>

#include "io/json/text_file.hpp"
#include "io/runs/crc32.hpp"
#include "io/runs/world_blocks.hpp"
#include "shape/shape_data.hpp"

#include <graze/world_files.hpp>

namespace graze {
namespace {

constexpr std::string_view kWorldMagic = "GRAZEWLD";
constexpr std::uint32_t kWorldVersion = 2;
constexpr std::size_t kWorldHeaderBytes = 16;

enum class Block : std::uint8_t { Start = 'H', Substep = 'P', Impact = 'I', Frame = 'F', State = 'S' };

// Puts blocks together again. What follows the last frame or state is not part of the run yet.
class RunReader {
 public:
  void take(Block kind, Cursor& cursor, std::size_t begin, std::size_t end) {
    switch (kind) {
      case Block::Start:
        run_.start = take_start(cursor);
        break;
      case Block::Substep:
        take_substep(cursor, substeps_);
        break;
      case Block::Impact:
        impacts_.push_back(take_impact(cursor));
        break;
      case Block::Frame:
        ++run_.frames;
        run_.substeps.insert(run_.substeps.end(), substeps_.begin(), substeps_.end());
        run_.impacts.insert(run_.impacts.end(), impacts_.begin(), impacts_.end());
        substeps_.clear();
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
  std::vector<WorldBodySubstep> substeps_;
  std::vector<WorldImpact> impacts_;
  int states_ = 0;
};

}  // namespace

bool is_world_run(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kWorldMagic.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kWorldMagic;
}

WorldRun read_world_run(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::string text = read_text_file(path);
  Cursor cursor(text, name);
  if (text.substr(0, kWorldMagic.size()) != kWorldMagic)
    cursor.fail("not a run of a world (it does not begin with GRAZEWLD)");
  if (text.size() < kWorldHeaderBytes) cursor.fail("truncated: not even the header is there");
  cursor.go_to(kWorldMagic.size(), kWorldHeaderBytes);
  if (const auto version = cursor.take<std::uint32_t>(); version != kWorldVersion)
    cursor.fail("expected version " + std::to_string(kWorldVersion) + " of the format, got " + std::to_string(version));
  RunReader reader;
  constexpr std::size_t kFrame = 1 + 8;
  for (std::size_t at = kWorldHeaderBytes; text.size() - at >= kFrame + 4;) {
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
  file_->waiting.put_text(kWorldMagic);
  file_->waiting.put(kWorldVersion);
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

void WorldRunWriter::substep(const WorldSubstep& substep) { file_->add(Block::Substep, substep); }
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
