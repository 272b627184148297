// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include "src/narrowphase/lane_difference.h"
#include "src/narrowphase/lane_penetration.h"
#include "src/narrowphase/small_polytope.h"

namespace farpoint::FARPOINT_ISA {
namespace {

// Pairs that fill each other's waits: more of them leave the first-level cache.
constexpr int kAtOnce = 8;

void Prefetch(const void* from, int lines) {
  for (int line = 0; line < lines; ++line) {
    __builtin_prefetch(static_cast<const char*>(from) + 64 * line);
  }
}

// One core's support on its way.
struct CoreQuery {
  Vec3d direction;
  Vec3f narrow;
  const CellBlockRange* range;
  const CellBlock* block;
  int32_t vertex;

  void Aim(const LaneCore& core, const Vec3d& d) {
    direction = d;
    narrow = {static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z)};
    range = core.blocks.cells + CellOf(core.blocks.resolution, narrow);
    Prefetch(range, 1);
  }
  void Open(const LaneCore& core) {
    block = core.blocks.blocks + range->first;
    Prefetch(block, 4);
  }
  void Find(const LaneCore& core) {
    const BlockPlace place = FarthestInBlocks(block, range->count, narrow.x, narrow.y, narrow.z);
    vertex = static_cast<int32_t>(place.block->index[place.lane]);
    Prefetch(core.vertices + vertex, 1);
  }
  void FindExactly(const LaneCore& core) {
    vertex = FarthestVertex(core, block, range->count, direction, narrow);
  }
};

// EPA of one pair, in steps that each end with a prefetch.
class Expansion {
 public:
  bool Start(const LaneTask& task, LaneAnswer* answer) {
    task_ = &task;
    answer_ = answer;
    supports_ = 0;
    const SupportHint index[4] = {answer->newest, answer->slot[0], answer->slot[1],
                                  answer->slot[2]};
    Vec3d corner[4];
    for (int k = 0; k < 4; ++k) corner[k] = PointOf(index[k]);
    return polytope_.Start(corner, index, task.rounding);
  }

  void Aim() {
    face_ = polytope_.Nearest();
    const Vec3d n = polytope_.normal(face_);
    query0_.Aim(task_->core0, n);
    query1_.Aim(task_->core1, MultiplyTransposed(task_->oR1, -n));
  }
  void Open() {
    query0_.Open(task_->core0);
    query1_.Open(task_->core1);
  }
  void Find() {
    query0_.Find(task_->core0);
    query1_.Find(task_->core1);
    ++supports_;
  }

  // False when the pair is done with, its answer filled if it could be.
  bool Expand() {
    const Vec3d n = polytope_.normal(face_);
    const double offset = polytope_.offset(face_), tolerance = task_->rounding / 4;
    SupportHint index{query0_.vertex, query1_.vertex};
    Vec3d w = PointOf(index);
    if (Dot(n, w) - offset <= 2 * tolerance) {
      query0_.FindExactly(task_->core0);
      query1_.FindExactly(task_->core1);
      ++supports_;
      index = {query0_.vertex, query1_.vertex};
      w = PointOf(index);
      const double height = Dot(n, w);
      if (height - offset <= 2 * tolerance || polytope_.Has(index)) {
        Finish(height, offset - tolerance);
        return false;
      }
    }
    return polytope_.Add(w, index, face_, tolerance);
  }

 private:
  Vec3d PointOf(const SupportHint& index) const {
    return task_->core0.vertices[index.index0] -
           (Multiply(task_->oR1, task_->core1.vertices[index.index1]) + task_->ot1);
  }

  void Finish(double upper, double lower) {
    constexpr double kClosed = 16;
    if (!(upper - lower <= kClosed * task_->rounding)) return;
    DepthInterval& depth = answer_->depth;
    depth = DepthInterval();
    depth.upper = upper;
    depth.lower = lower;
    depth.normal = polytope_.normal(face_);
    FindFoot(&depth);
    answer_->kind = LaneAnswer::Kind::kDeep;
    answer_->iterations += supports_;
  }

  // The point of the facet where the plane is nearest to the origin.
  void FindFoot(DepthInterval* depth) const {
    const auto& v = polytope_.face(face_).vertex;
    const Vec3d a = polytope_.vertex(v[0]), b = polytope_.vertex(v[1]), c = polytope_.vertex(v[2]);
    const Vec3d target = depth->normal * depth->upper;
    double weight[3];
    NearestOnTriangle(a - target, b - target, c - target, weight);
    depth->foot_gap = Norm(a * weight[0] + b * weight[1] + c * weight[2] - target);
    depth->p0 = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      depth->p0 =
          depth->p0 + task_->core0.vertices[polytope_.index(v[k]).index0] * weight[k];
    }
  }

  const LaneTask* task_;
  LaneAnswer* answer_;
  uint32_t supports_;
  int face_;
  CoreQuery query0_, query1_;
  SmallPolytope polytope_;
};

}  // namespace

[[gnu::flatten]] void PenetrateLanes(const LaneTask* tasks, int n, LaneAnswer* answers) {
  Expansion expansion[kAtOnce];
  Expansion* busy[kAtOnce];
  int count = 0, next = 0;
  const auto refill = [&](Expansion* to) {
    while (next < n) {
      const int i = next++;
      LaneAnswer& answer = answers[i];
      if (!tasks[i].depth || answer.kind != LaneAnswer::Kind::kOpen || !answer.inside) continue;
      if (to->Start(tasks[i], &answer)) return true;
    }
    return false;
  };
  for (Expansion& e : expansion) {
    if (!refill(&e)) break;
    busy[count++] = &e;
  }
  // Bounded: every step adds a vertex or ends a pair.
  while (count > 0) {
    for (int k = 0; k < count; ++k) busy[k]->Aim();
    for (int k = 0; k < count; ++k) busy[k]->Open();
    for (int k = 0; k < count; ++k) busy[k]->Find();
    int left = 0;
    for (int k = 0; k < count; ++k) {
      if (busy[k]->Expand() || refill(busy[k])) busy[left++] = busy[k];
    }
    count = left;
  }
}

}  // namespace farpoint::FARPOINT_ISA
