#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "client/wire.h"

namespace farpoint::client {
namespace {

// Tags, lengths and options; of an answer, tags and lengths.
constexpr size_t kMessageOverhead = 256;
constexpr size_t kIdOverhead = 4;
constexpr size_t kDirectionBytes = 3 * 8 + 4;

size_t PointBytes(const SupportOptions& options) {
  return (options.precision == Precision::kFloat32 ? 12 : 24) + 4 + (options.tie_count ? 4 : 0);
}

absl::Status Malformed(absl::string_view what) {
  return absl::InternalError(absl::StrCat("the server's answer is malformed: ", what));
}

absl::Status CheckLength(absl::string_view array, int length, size_t announced) {
  if (static_cast<size_t>(length) == announced) return absl::OkStatus();
  return Malformed(
      absl::StrCat(array, " has ", length, " entries, ", announced, " were announced"));
}

template <class Points>
void CopyPoints(const Points& points, size_t at, std::vector<Vec3d>* target) {
  const auto& xyz = points.point_xyz();
  for (int i = 0; i < xyz.size(); i += 3) (*target)[at++] = {xyz[i], xyz[i + 1], xyz[i + 2]};
}

}  // namespace

std::vector<Part> SplitDirections(const SupportQuestions& questions, const ServerLimits& limits,
                                  const SupportOptions& options) {
  size_t fixed = kMessageOverhead;
  for (const std::string& id : questions.geometry_ids) fixed += id.size() + kIdOverhead;
  const size_t answer = PointBytes(options);
  // How many of `bytes` each there is room for, beside what a message has in any case.
  const auto room = [](int64_t limit, size_t used, size_t bytes) {
    const size_t total = limit > 0 ? static_cast<size_t>(limit) : 0;
    return total > used ? (total - used) / bytes : 0;
  };
  size_t step = room(limits.max_message_bytes, fixed, kDirectionBytes);
  for (size_t other : {room(limits.max_message_bytes, kMessageOverhead, answer),
                       room(limits.max_bytes_in_flight, fixed, kDirectionBytes + answer),
                       room(limits.max_pairs, 0, 1), room(limits.max_pairs_in_flight, 0, 1)}) {
    step = std::min(step, other);
  }
  step = std::max<size_t>(step, 1);
  std::vector<Part> parts;
  for (size_t begin = 0; begin < questions.directions.size(); begin += step) {
    const size_t end = std::min(begin + step, questions.directions.size());
    parts.push_back(Part{begin, end, true, {}, {}});
  }
  return parts;
}

void WriteSupport(const SupportQuestions& questions, const Part& part,
                  const SupportOptions& options, v1::SupportRequest* message) {
  for (const std::string& id : questions.geometry_ids) message->add_geometry_ids(id);
  // An index array of another length than there are directions is the server's to refuse: what
  // there is of it is sent.
  const size_t indices = questions.geometry_index.size();
  const bool last = part.end == questions.directions.size();
  const size_t index_end = last ? indices : std::min(part.end, indices);
  for (size_t i = std::min(part.begin, indices); i < index_end; ++i) {
    message->add_geometry_index(questions.geometry_index[i]);
  }
  v1::Directions* directions = message->mutable_directions_f64();
  directions->mutable_direction_xyz()->Reserve(3 * static_cast<int>(part.end - part.begin));
  for (size_t i = part.begin; i < part.end; ++i) {
    const Vec3d& d = questions.directions[i];
    for (double c : {d.x, d.y, d.z}) directions->add_direction_xyz(c);
  }
  message->set_field(static_cast<v1::SupportField>(options.field));
  message->set_field_resolution(static_cast<uint32_t>(options.field_resolution));
  message->set_tie_tolerance(options.tie_tolerance);
  message->set_tie_count(options.tie_count);
  message->set_precision(static_cast<v1::Precision>(options.precision));
}

void Resize(size_t n, const SupportOptions& options, SupportPoints* points) {
  points->point.resize(n);
  points->vertex_index.resize(n, -1);
  points->tie_count.resize(options.tie_count ? n : 0);
}

absl::Status ReadSupport(const v1::SupportResponse& response, const Part& part,
                         const SupportOptions& options, SupportPoints* points) {
  const size_t n = part.end - part.begin;
  if (response.direction_count() != n) {
    return Malformed(absl::StrCat("direction_count is ", response.direction_count(), ", but ", n,
                                  " directions were asked about"));
  }
  const bool wide = options.precision != Precision::kFloat32;
  if (!(wide ? response.has_points_f64() : response.has_points_f32())) {
    return Malformed(absl::StrCat(wide ? "points_f64" : "points_f32", " is not set"));
  }
  absl::Status status =
      wide ? CheckLength("points_f64.point_xyz", response.points_f64().point_xyz_size(), 3 * n)
           : CheckLength("points_f32.point_xyz", response.points_f32().point_xyz_size(), 3 * n);
  if (status.ok()) status = CheckLength("vertex_index", response.vertex_index_size(), n);
  if (status.ok()) {
    status = CheckLength("tie_count", response.tie_count_size(), options.tie_count ? n : 0);
  }
  if (!status.ok()) return status;
  if (wide) {
    CopyPoints(response.points_f64(), part.begin, &points->point);
  } else {
    CopyPoints(response.points_f32(), part.begin, &points->point);
  }
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  std::transform(response.vertex_index().begin(), response.vertex_index().end(),
                 points->vertex_index.begin() + part.begin,
                 [](uint32_t index) { return index == kNone ? int64_t{-1} : int64_t{index}; });
  if (options.tie_count) {
    std::copy(response.tie_count().begin(), response.tie_count().end(),
              points->tie_count.begin() + part.begin);
  }
  return absl::OkStatus();
}

}  // namespace farpoint::client
