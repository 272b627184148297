#include "src/batch/cuda/device_arena.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"

namespace farpoint {

DeviceArena::~DeviceArena() {
  for (const auto& [base, chunk] : chunks_) device_->Free(base);
}

absl::StatusOr<char*> DeviceArena::Allocate(int64_t bytes) {
  const int64_t length = Rounded(bytes);
  for (auto& [base, chunk] : chunks_) {
    if (char* piece = Cut(base, &chunk, length)) return piece;
  }
  if (absl::Status grown = Grow(length); !grown.ok()) return grown;
  for (auto& [base, chunk] : chunks_) {
    if (char* piece = Cut(base, &chunk, length)) return piece;
  }
  return absl::InternalError("a new chunk has no room");
}

void DeviceArena::Free(char* piece) {
  const auto found = pieces_.find(piece);
  if (found == pieces_.end()) return;
  const int64_t length = found->second;
  pieces_.erase(found);
  const auto at = std::prev(chunks_.upper_bound(piece));
  Chunk& chunk = at->second;
  auto hole = chunk.free.emplace(piece - at->first, length).first;
  const auto next = std::next(hole);
  if (next != chunk.free.end() && hole->first + hole->second == next->first) {
    hole->second += next->second;
    chunk.free.erase(next);
  }
  if (hole != chunk.free.begin()) {
    const auto before = std::prev(hole);
    if (before->first + before->second == hole->first) {
      before->second += hole->second;
      chunk.free.erase(hole);
      hole = before;
    }
  }
  if (hole->second < chunk.bytes) return;
  taken_ -= chunk.bytes;
  device_->Free(at->first);
  chunks_.erase(at);
}

char* DeviceArena::Cut(char* base, Chunk* chunk, int64_t bytes) {
  for (auto hole = chunk->free.begin(); hole != chunk->free.end(); ++hole) {
    const auto [offset, length] = *hole;
    if (length < bytes) continue;
    chunk->free.erase(hole);
    if (length > bytes) chunk->free.emplace(offset + bytes, length - bytes);
    pieces_[base + offset] = bytes;
    return base + offset;
  }
  return nullptr;
}

absl::Status DeviceArena::Grow(int64_t bytes) {
  const int64_t left = limit_ - taken_;
  if (bytes > left) {
    return absl::ResourceExhaustedError(
        absl::StrCat(bytes, " bytes of device memory are wanted in one piece; of ", limit_,
                     " bytes ", limit_ - left, " are in use"));
  }
  // The last chunk may be smaller.
  const int64_t length = std::max(bytes, std::min(kChunk, left));
  absl::StatusOr<void*> memory = device_->Allocate(static_cast<size_t>(length));
  if (!memory.ok()) return memory.status();
  chunks_[static_cast<char*>(*memory)] = {length, {{0, length}}};
  taken_ += length;
  return absl::OkStatus();
}

}  // namespace farpoint
