#include "bench/accuracy/peer_survey.h"

#include <cmath>
#include <optional>
#include <utility>

#include "bench/accuracy/isolated_engine.h"
#include "src/hull/convex_hull.h"

namespace farpoint::bench {
namespace {

// Nearer to touching the sign is a matter of the engines' tolerances.
constexpr double kClear = 1e-5;

std::vector<MakeEngine> Makers() {
  return {
#ifdef FARPOINT_BENCH_WITH_PEERS
      [] { return MakeCoalEngine(Goal::kAccuracy); },
      [] { return MakeMujocoEngine(Goal::kAccuracy); },
      [] { return MakeFclEngine(Goal::kAccuracy); },
      [] { return MakeCcdEngine(Goal::kAccuracy); },
      [] { return MakeBulletEngine(); },
#endif
  };
}

ConvexShape Finished(Shape shape, std::vector<std::array<uint32_t, 3>> faces) {
  auto geometry = Geometry::Create(shape, GeometryLimits()).value();
  return {std::move(shape), std::move(faces), std::move(geometry)};
}

// Nothing for kinds that not all peers have, and for hulls without volume.
struct ForPeers {
  std::optional<ConvexShape> operator()(const Halfspace&) const { return std::nullopt; }
  std::optional<ConvexShape> operator()(const Point&) const { return std::nullopt; }
  std::optional<ConvexShape> operator()(const Segment&) const { return std::nullopt; }
  std::optional<ConvexShape> operator()(const Triangle&) const { return std::nullopt; }
  std::optional<ConvexShape> operator()(const Prism& s) const {
    return HullOf({s.vertices.begin(), s.vertices.end()});
  }
  std::optional<ConvexShape> operator()(const Mesh& s) const { return HullOf(s.vertices); }
  template <class Primitive>
  std::optional<ConvexShape> operator()(const Primitive& s) const {
    return Finished(s, {});
  }

  static std::optional<ConvexShape> HullOf(const std::vector<Vec3d>& points) {
    auto hull = BuildConvexHull(points.data(), points.size());
    if (!hull.ok() || hull->dimension < 3 || hull->faces.empty()) return std::nullopt;
    Mesh mesh;
    for (uint32_t i : hull->vertices) mesh.vertices.push_back(points[i]);
    return Finished(std::move(mesh), std::move(hull->faces));
  }
};

Placing PlacingOf(const Pose& pose) {
  return {RotationMatrix(pose.orientation), pose.position, pose.orientation};
}

struct Questions {
  std::vector<ConvexShape> shapes;
  std::vector<AskedPair> pairs;
  std::vector<const JudgedPair*> judged;  // of each pair

  void Add(const JudgedPair& pair) {
    auto a = std::visit(ForPeers(), pair.pair.a), b = std::visit(ForPeers(), pair.pair.b);
    if (!a.has_value() || !b.has_value()) return;
    const auto first = static_cast<uint32_t>(shapes.size());
    shapes.push_back(*std::move(a));
    shapes.push_back(*std::move(b));
    const bool apart = pair.truth.middle() >= 0;
    pairs.push_back({{first, first + 1, PlacingOf(pair.pair.pose_a), PlacingOf(pair.pair.pose_b)},
                     apart ? Question::kDistance : Question::kPenetration});
    judged.push_back(&pair);
  }
};

class Tally {
 public:
  explicit Tally(std::string engine) { accuracy_.engine = std::move(engine); }

  void CountRefused() { ++accuracy_.refused; }
  void Count(const JudgedPair& judged, Verdict verdict, double distance) {
    ++accuracy_.asked;
    const auto truth = static_cast<double>(judged.truth.middle());
    const bool told = verdict == Verdict::kApart || verdict == Verdict::kOverlap;
    if (!told) {
      ++accuracy_.failed;
      return;
    }
    const bool clear = std::fabs(truth) > kClear * judged.size;
    accuracy_.wrong_sign += clear && (verdict == Verdict::kOverlap) != (truth < 0);
    if (std::isfinite(distance)) errors_.push_back(judged.ErrorOf(distance));
  }
  PeerAccuracy Finish() && {
    accuracy_.numbers = errors_.size();
    accuracy_.error = QuantilesOf(std::move(errors_));
    return std::move(accuracy_);
  }

 private:
  PeerAccuracy accuracy_;
  std::vector<double> errors_;
};

PeerAccuracy FarpointsOwn(const Questions& questions) {
  Tally tally("Farpoint");
  for (const JudgedPair* judged : questions.judged) {
    const double distance = judged->answer.distance;
    tally.Count(*judged, distance > 0 ? Verdict::kApart : Verdict::kOverlap, distance);
  }
  return std::move(tally).Finish();
}

PeerAccuracy Of(const MakeEngine& make, const Questions& questions) {
  const std::unique_ptr<Engine> engine = make();
  std::vector<AskedPair> asked;
  std::vector<const JudgedPair*> judged;
  for (size_t i = 0; i < questions.pairs.size(); ++i) {
    if (engine->settings(questions.pairs[i].question).empty()) continue;
    asked.push_back(questions.pairs[i]);
    judged.push_back(questions.judged[i]);
  }
  const std::vector<IsolatedAnswer> answers = AnswersOf(make, questions.shapes, asked);
  Tally tally(engine->name());
  for (size_t i = 0; i < answers.size(); ++i) {
    const EngineAnswer& answer = answers[i].answer;
    if (answers[i].refused) {
      tally.CountRefused();
    } else {
      tally.Count(*judged[i], answer.verdict, answer.distance);
    }
  }
  return std::move(tally).Finish();
}

}  // namespace

std::vector<PeerDescription> DescribePeers() {
  std::vector<PeerDescription> descriptions;
  for (const MakeEngine& make : Makers()) {
    const std::unique_ptr<Engine> engine = make();
    descriptions.push_back({engine->name(), engine->version(),
                            engine->settings(Question::kDistance),
                            engine->settings(Question::kPenetration)});
  }
  return descriptions;
}

std::vector<PeerAccuracy> SurveyPeers(const std::vector<Cell>& cells) {
  Questions questions;
  for (const Cell& cell : cells) {
    for (const JudgedPair& pair : cell.pairs) questions.Add(pair);
  }
  std::vector<PeerAccuracy> all{FarpointsOwn(questions)};
  for (const MakeEngine& make : Makers()) all.push_back(Of(make, questions));
  return all;
}

}  // namespace farpoint::bench
