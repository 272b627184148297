// Farpoint: EPA's polytope in fixed memory, for one pair of hulls whose overlap is plain.
//
// What most overlapping pairs need is small: a dozen vertices, all four faces of the seed clear of
// the origin. Here such a polytope lies in a few cache lines, its planes coordinate by coordinate,
// so that "which face is nearest" and "which faces see w" are a few vector operations (P a pack),
// or loops of one thread (P = double). Whatever does not fit (too many vertices, a degenerate face,
// an origin too near to a face to tell) is left to ExpandingPolytope.
//
// What makes it a proof. Let S be the surface as a sum of oriented triangles.
//
// 1. The seed is a tetrahedron whose four faces see the origin from behind by more than rounding:
//    S winds around it once.
// 2. An expansion by w takes the faces V that see w away and adds the triangles {edge, w} of V's
//    border: S changes by the boundaries of the tetrahedra {face, w}, face in V. This needs that no
//    directed edge occurs twice in V, which is tested, but neither a convex surface nor a border in
//    one piece.
// 3. No such tetrahedron contains the origin: n · x ≥ offset > 0 for all of its corners, where n is
//    whatever was computed for the face's normal and `offset` the least of its corners' heights. So
//    S still winds around the origin, and around all that can be reached from it without crossing
//    S.
// 4. A triangle is at least its `offset` away from the origin: the ball of the least offset is
//    wound around, and thus inside the hull of the vertices, which are points of the difference.

#ifndef FARPOINT_SRC_NARROWPHASE_SMALL_POLYTOPE_H_
#define FARPOINT_SRC_NARROWPHASE_SMALL_POLYTOPE_H_

#include <cstdint>
#include <limits>

#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/narrowphase/simplex.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

template <class P>
class SmallPolytope {
 public:
  static constexpr int kVertices = 32, kFaces = 64;
  static constexpr int kBorder = 16;  // faces that one vertex may make

  /// Faces on their way from Add to SetPlanes, laid out for vectors: x, y, z of their corners. And
  /// what Add needs of memory.
  struct NewFaces {
    alignas(64) double corner[9][kBorder];
    uint8_t slot[kBorder];
    int count;
    alignas(64) uint32_t leaves[kVertices];  // by vertex: where the removed faces' edges lead
    uint8_t from[3 * kFaces], to[3 * kFaces];
  };

  /// The corners of a face, counter-clockwise from outside.
  struct Face {
    uint8_t vertex[3];
  };

  /// The tetrahedron of four points; false if it does not contain the origin for sure. `margin`:
  /// metres, more than a product of a vertex and a unit vector may be off by.
  FARPOINT_HD bool Start(const Vec3d corner[4], const SupportHint index[4], double margin,
                         NewFaces* made) {
    margin_ = margin;
    for (int f = 0; f < kFaces; ++f) offset_[f] = std::numeric_limits<double>::infinity();
    vertex_count_ = 4;
    const Vec3d e1 = corner[1] - corner[0], e2 = corner[2] - corner[0], e3 = corner[3] - corner[0];
    const bool flip = Dot(Cross(e1, e2), e3) > 0;
    SetVertex(0, corner[0], index[0]);
    SetVertex(1, flip ? corner[2] : corner[1], flip ? index[2] : index[1]);
    SetVertex(2, flip ? corner[1] : corner[2], flip ? index[1] : index[2]);
    SetVertex(3, corner[3], index[3]);
    double longest2 = 0;
    for (int k = 0; k < 4; ++k) longest2 = Max(longest2, Dot(corner[k], corner[k]));
    // Six times the volume with the origin: three edges off by less than the margin each, and the
    // products' own rounding, which is less.
    const double noise = 32 * margin * longest2;
    const auto add = [&](int f, const Face& face) {
      const uint8_t* v = face.vertex;
      const Vec3d a = vertex(v[0]), b = vertex(v[1]), c = vertex(v[2]);
      if (!(Dot(a, Cross(b - a, c - a)) > noise)) return false;
      SetFace(f, f, face, 3, made);
      return true;
    };
    if (!add(0, {{0, 1, 2}}) || !add(1, {{0, 3, 1}}) || !add(2, {{1, 3, 2}}) ||
        !add(3, {{2, 3, 0}})) {
      return false;
    }
    made->count = face_count_ = 4;
    free_ = ~uint64_t{15};
    return Planes<false>(*made);
  }

  /// The face nearest to the origin.
  FARPOINT_HD int Nearest() const {
    P least = Offsets(0), at(0);
    for (int f = kWidth; f < face_count_; f += kWidth) {
      const P offset = Offsets(f);
      const auto nearer = offset < least;
      least = Select(nearer, offset, least);
      at = Select(nearer, P(f), at);
    }
    alignas(64) double place[kWidth];
    Lane<P>::Store(at, place);
    const int lane = LowestBit(Lane<P>::Bits(least == P(Lane<P>::Least(least))));
    return static_cast<int>(place[lane]) + lane;
  }

  FARPOINT_HD Vec3d normal(int face) const {
    return {normal_x_[face], normal_y_[face], normal_z_[face]};
  }
  FARPOINT_HD double offset(int face) const { return offset_[face]; }
  FARPOINT_HD const Face& face(int face) const { return face_[face]; }
  FARPOINT_HD Vec3d vertex(int v) const { return {x_[v], y_[v], z_[v]}; }
  FARPOINT_HD const SupportHint& index(int v) const { return index_[v]; }

  /// Whether a vertex is made of this pair of the cores' vertices.
  FARPOINT_HD bool Has(const SupportHint& index) const {
    bool has = false;
    for (int v = 0; v < vertex_count_; ++v) {
      has |= index_[v].index0 == index.index0 && index_[v].index1 == index.index1;
    }
    return has;
  }

  /// Adds w, which is above `face`. `tolerance`: how far above other faces counts as above. False
  /// if it cannot; then the polytope is of no further use. SetPlanes(made) is due before all else.
  FARPOINT_HD bool Add(const Vec3d& w, const SupportHint& index, int face, double tolerance,
                       NewFaces* made) {
    if (vertex_count_ == kVertices) return false;
    const auto apex = static_cast<uint8_t>(vertex_count_++);
    SetVertex(apex, w, index);
    const uint64_t seeing = FacesThatSee(w, tolerance) | uint64_t{1} << face;
    uint32_t* leaves = made->leaves;  // where V's directed edges lead
    for (int v = 0; v < kVertices; ++v) leaves[v] = 0;
    uint32_t twice = 0;
    for (uint64_t rest = seeing; rest != 0; rest &= rest - 1) {
      const uint8_t* v = face_[LowestBit(rest)].vertex;
      const uint32_t bit0 = 1u << v[0], bit1 = 1u << v[1], bit2 = 1u << v[2];
      twice |= (leaves[v[0]] & bit1) | (leaves[v[1]] & bit2) | (leaves[v[2]] & bit0);
      leaves[v[0]] |= bit1;
      leaves[v[1]] |= bit2;
      leaves[v[2]] |= bit0;
    }
    uint8_t *from = made->from, *to = made->to;
    int count = 0;
    for (uint64_t rest = seeing; rest != 0; rest &= rest - 1) {
      const uint8_t* v = face_[LowestBit(rest)].vertex;
      for (int e = 0; e < 3; ++e) {
        const uint8_t start = v[e], end = v[e == 2 ? 0 : e + 1];
        from[count] = start;
        to[count] = end;
        count += 1 & ~(leaves[end] >> start);
      }
    }
    uint64_t slots = free_ | seeing;
    if (twice != 0 || count < 3 || count > kBorder || count > CountBits(slots)) {
      return false;
    }
    for (int k = 0; k < count; ++k, slots &= slots - 1) {
      SetFace(k, LowestBit(slots), {{from[k], to[k], apex}}, 2, made);
    }
    made->count = count;
    free_ = slots;
    face_count_ = HighestBit(~slots) + 1;
    for (uint64_t rest = seeing & slots; rest != 0; rest &= rest - 1) {
      offset_[LowestBit(rest)] = std::numeric_limits<double>::infinity();
    }
    return true;
  }

  /// The planes of the faces just made; false if one has none, or the origin is not behind it.
  FARPOINT_HD bool SetPlanes(const NewFaces& made) { return Planes<true>(made); }

 private:
  static constexpr int kWidth = Lane<P>::kWidth;

  // `kFan`: the newest vertex is the third corner of all.
  template <bool kFan>
  FARPOINT_HD bool Planes(const NewFaces& made) {
    const Vec3d apex = vertex(vertex_count_ - 1);
    for (int k = 0; k < made.count; k += kWidth) {
      const auto corner = [&](int i) {
        return Vec3<P>{Load(made.corner[3 * i] + k), Load(made.corner[3 * i + 1] + k),
                       Load(made.corner[3 * i + 2] + k)};
      };
      const Vec3<P> a = corner(0), b = corner(1);
      const Vec3<P> c = kFan ? Vec3<P>{P(apex.x), P(apex.y), P(apex.z)} : corner(2);
      const Vec3<P> ab = b - a, bc = c - b, ca = a - c;
      const P ab2 = Dot(ab, ab), bc2 = Dot(bc, bc), ca2 = Dot(ca, ca);
      // At the corner between the two shorter edges, where the product loses least.
      const Mask<P> ab_longest = (ab2 >= bc2) & (ab2 >= ca2);
      const Mask<P> bc_longest = Not(ab_longest) & (bc2 >= ca2);
      const Vec3<P> u = Select(ab_longest, bc, Select(bc_longest, ca, ab));
      const Vec3<P> v = Select(ab_longest, ca, Select(bc_longest, ab, bc));
      const Vec3<P> n = Cross(u, v);
      const P n2 = Dot(n, n);
      const P flat = P(SimplexTolerance<double>::face) * Dot(u, u) * Dot(v, v);
      const Vec3<P> unit = n * (P(1) / Sqrt(n2));
      const P offset = Min(Min(Dot(unit, a), Dot(unit, b)), Dot(unit, c));
      const int count = made.count - k < kWidth ? made.count - k : kWidth;
      const Mask<P> wrong = Not((n2 > flat) & (offset > P(margin_)));
      const uint64_t bits = Lane<P>::Bits(wrong);
      if (bits != 0 && LowestBit(bits) < count) return false;
      alignas(64) double plane[4][kWidth];
      Lane<P>::Store(unit.x, plane[0]);
      Lane<P>::Store(unit.y, plane[1]);
      Lane<P>::Store(unit.z, plane[2]);
      Lane<P>::Store(offset, plane[3]);
      // A width of 1 leaves no array to index on the device.
      for (int lane = 0; lane < kWidth && lane < count; ++lane) {
        const int f = made.slot[k + lane];
        normal_x_[f] = plane[0][lane];
        normal_y_[f] = plane[1][lane];
        normal_z_[f] = plane[2][lane];
        offset_[f] = plane[3][lane];
      }
    }
    return true;
  }

  FARPOINT_HD static P Load(const double* from) { return Lane<P>::Load(from); }
  FARPOINT_HD P Offsets(int f) const { return Load(offset_ + f); }

  FARPOINT_HD void SetVertex(int v, const Vec3d& w, const SupportHint& index) {
    x_[v] = w.x;
    y_[v] = w.y;
    z_[v] = w.z;
    index_[v] = index;
  }

  // The k-th of the faces made, its first `corners` corners laid out for SetPlanes.
  FARPOINT_HD void SetFace(int k, int slot, const Face& face, int corners, NewFaces* made) {
    face_[slot] = face;
    made->slot[k] = static_cast<uint8_t>(slot);
    for (int i = 0; i < corners; ++i) {
      made->corner[3 * i][k] = x_[face.vertex[i]];
      made->corner[3 * i + 1][k] = y_[face.vertex[i]];
      made->corner[3 * i + 2][k] = z_[face.vertex[i]];
    }
  }

  FARPOINT_HD uint64_t FacesThatSee(const Vec3d& w, double tolerance) const {
    uint64_t seeing = 0;
    const P x(w.x), y(w.y), z(w.z), above(tolerance);
    for (int f = 0; f < face_count_; f += kWidth) {
      const P height = Load(normal_x_ + f) * x + Load(normal_y_ + f) * y + Load(normal_z_ + f) * z;
      seeing |= Lane<P>::Bits(height > Offsets(f) + above) << f;
    }
    return seeing;
  }

  // Of slots without a face the offset is infinite, so that they are neither near nor see anything.
  alignas(64) double normal_x_[kFaces], normal_y_[kFaces], normal_z_[kFaces], offset_[kFaces];
  double x_[kVertices], y_[kVertices], z_[kVertices];
  SupportHint index_[kVertices];
  Face face_[kFaces];
  uint64_t free_ = 0;  // slots without a face
  int vertex_count_ = 0, face_count_ = 0;
  double margin_ = 0;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SMALL_POLYTOPE_H_
