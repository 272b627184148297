#include "tests/properties/situations.h"

#include <algorithm>
#include <cmath>

namespace farpoint {
namespace {

using reference::Real;
using reference::Vec;
using reference::Widen;

constexpr double kHalf = 0.70710678118654752440;

Vec3d Narrow(const Vec& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

Quaternion QuarterTurns(RandomShapes* random) {
  const Quaternion turns[] = {
      {},           {kHalf, 0, 0, kHalf}, {0, kHalf, 0, kHalf}, {0, 0, kHalf, kHalf},
      {1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}};
  return turns[random->Index(6)];
}

bool Plane(const Posed& p) { return p.item->kind == Catalogue::kHalfspace; }

// A point of the local shape that is farthest along n, of a halfspace the one nearest the origin.
Vec Farthest(const Posed& p, const Vec& n) {
  const reference::Body& body = p.item->body;
  const Real swept = body.radius + p.padding;
  const Vec core = Plane(p) ? body.normal * body.offset : CoreSupport(body, n);
  return core + n * swept;
}

// Somewhere inside, seldom near the boundary.
Vec Within(const Posed& p, RandomShapes* random) {
  const reference::Body& body = p.item->body;
  if (Plane(p)) return body.normal * (body.offset - p.item->size * random->Uniform(0, 1));
  Vec mean;
  for (int i = 0; i < 6; ++i) {
    const Real s = i % 2 ? 1 : -1;
    mean = mean +
           CoreSupport(body, {i < 2 ? s : 0, i / 2 == 1 ? s : 0, i > 3 ? s : 0}) * (1 / Real(6));
  }
  const Vec out = CoreSupport(body, Widen(random->Direction()));
  return mean + (out - mean) * random->Uniform(0, 0.9);
}

}  // namespace

Quaternion Times(const Quaternion& q, const Quaternion& p) {
  return {
      q.w * p.x + q.x * p.w + q.y * p.z - q.z * p.y, q.w * p.y - q.x * p.z + q.y * p.w + q.z * p.x,
      q.w * p.z + q.x * p.y - q.y * p.x + q.z * p.w, q.w * p.w - q.x * p.x - q.y * p.y - q.z * p.z};
}

Frame::Frame(const Pose& pose) {
  const auto& axis = reference::MakeBody(Sphere{}, pose).axis;
  x = axis[0], y = axis[1], z = axis[2];
}
Vec Frame::ToWorld(const Vec& v) const { return x * v.x + y * v.y + z * v.z; }
Vec Frame::ToLocal(const Vec& v) const { return {Dot(x, v), Dot(y, v), Dot(z, v)}; }

const Item* Situations::Draw(int k) {
  const std::vector<Item>& items = catalogue_.of(random_.Index(Catalogue::kKinds), k);
  return &items[random_.Index(static_cast<int>(items.size()))];
}

// The farthest points of both along a direction face each other across the gap, so that it is the
// distance, and minus it no less than the depth.
void Situations::PlaceInContact(double gap, Question* question) {
  Posed &a = question->a, &b = question->b;
  const Frame in_a(a.pose), in_b(b.pose);
  Vec n = Widen(random_.Direction());
  if (random_.Index(3) == 0) n = random_.Index(2) ? in_a.z : in_b.x;
  if (Plane(a)) n = in_a.ToWorld(a.item->body.normal);
  if (Plane(b)) n = -in_b.ToWorld(b.item->body.normal);
  const Vec on_a = in_a.ToWorld(Farthest(a, in_a.ToLocal(n)));
  const Vec on_b = in_b.ToWorld(Farthest(b, in_b.ToLocal(-n)));
  b.pose.position = Narrow(Widen(a.pose.position) + on_a + n * gap - on_b);
  question->gap = gap;
}

void Situations::PlaceParallel(Question* question) {
  Posed &a = question->a, &b = question->b;
  const double eighth = 0.125 * std::min(a.item->size, b.item->size);
  const auto offset = [&] { return eighth * (random_.Index(17) - 8); };
  Vec way{offset(), offset(), offset()};
  if (question->situation == Situation::kParallelFaces) {
    b.pose.orientation = Times(a.pose.orientation, QuarterTurns(&random_));
  } else {
    if (random_.Index(3) == 0) way.x = way.y = 0;
    const double half = random_.Uniform(-1, 1);
    const Quaternion about_z{0, 0, half, std::sqrt(1 - half * half)};
    const Quaternion over = random_.Index(3) ? Quaternion{} : Quaternion{1, 0, 0, 0};
    b.pose.orientation = Times(a.pose.orientation, random_.Index(2) ? over : Times(over, about_z));
  }
  if (question->situation == Situation::kTilted) {
    const double tilt = random_.Scale(1e-15, 1e-3);
    const Vec3d axis = random_.Direction();
    b.pose.orientation = Times(b.pose.orientation, {axis.x * tilt, axis.y * tilt, axis.z * tilt,
                                                    std::sqrt(1 - tilt * tilt)});
  }
  b.pose.position = Narrow(Widen(a.pose.position) + Frame(a.pose).ToWorld(way));
}

Question Situations::Next() {
  Question q{};
  q.situation = static_cast<Situation>(random_.Index(kSituations));
  do {
    const int k = random_.Index(2) ? Catalogue::kUnitScale : random_.Index(Catalogue::kScales);
    q.different = random_.Index(4) == 0;
    const int l = q.different ? std::clamp(k + random_.Index(5) - 2, 0, Catalogue::kScales - 1) : k;
    q.different = l != k;
    q.a.item = Draw(k);
    q.b.item = q.situation == Situation::kIdentical && !q.different ? q.a.item : Draw(l);
  } while (Plane(q.a) && Plane(q.b));
  if (q.situation == Situation::kInside && q.b.item->size > q.a.item->size) std::swap(q.a, q.b);
  Posed &a = q.a, &b = q.b;
  const double larger = std::max(a.item->size, b.item->size);
  const double smaller = std::min(a.item->size, b.item->size);
  for (Posed* p : {&a, &b}) {
    if (random_.Index(4) == 0) p->padding = smaller * random_.Uniform(0, 0.3);
  }
  q.far = random_.Index(4) == 0;
  if (q.far) a.pose.position = random_.Position(std::min(1e6, larger * random_.Scale(1, 1e6)));
  if (random_.Index(4)) a.pose.orientation = random_.Rotation();
  b.pose = {a.pose.position, random_.Rotation()};
  const auto shift = [&](const Vec& way) {
    b.pose.position = Narrow(Widen(b.pose.position) + way);
  };
  switch (q.situation) {
    case Situation::kApart:
      PlaceInContact(smaller * random_.Uniform(0, 3), &q);
      shift(Widen(random_.Position(smaller)));
      q.gap.reset();
      break;
    case Situation::kNear:
      PlaceInContact(smaller * random_.Scale(1e-9, 1e-3), &q);
      break;
    case Situation::kTouching:
      PlaceInContact(smaller * 1e-12 * (random_.Index(3) - 1), &q);
      break;
    case Situation::kShallow:
      PlaceInContact(-smaller * random_.Scale(1e-9, 1e-1), &q);
      break;
    case Situation::kDeep:
      shift(Widen(random_.Position(smaller * 0.5)));
      break;
    case Situation::kInside:
      shift(Frame(a.pose).ToWorld(Within(a, &random_)));
      break;
    case Situation::kIdentical:
      b.pose.orientation = a.pose.orientation;
      break;
    case Situation::kConcentric:
      break;
    default:
      PlaceParallel(&q);
  }
  return q;
}

}  // namespace farpoint
