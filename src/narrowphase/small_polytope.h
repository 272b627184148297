// Farpoint: EPA's polytope in fixed memory, for one pair of hulls whose overlap is plain.
//
// What most overlapping pairs need is small: a dozen vertices, all four faces of the seed clear of
// the origin. Here such a polytope lies in a few cache lines, its planes coordinate by coordinate,
// so that "which face is nearest" and "which faces see w" are a few vector operations. Whatever does
// not fit (too many vertices, a degenerate face, an origin too near to a face to tell) is left to
// ExpandingPolytope.
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
//    whatever was computed for the face's normal and `offset` the least of its corners' heights. So S
//    still winds around the origin, and around all that can be reached from it without crossing S.
// 4. A triangle is at least its `offset` away from the origin: the ball of the least offset is wound
//    around, and thus inside the hull of the vertices, which are points of the difference.

#ifndef FARPOINT_SRC_NARROWPHASE_SMALL_POLYTOPE_H_
#define FARPOINT_SRC_NARROWPHASE_SMALL_POLYTOPE_H_

#include <cstdint>
#include <limits>

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/math/vec3.h"
#include "src/narrowphase/simplex.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

class SmallPolytope {
 public:
  static constexpr int kVertices = 32, kFaces = 64;

  /// The corners of a face, counter-clockwise from outside.
  struct Face {
    uint8_t vertex[3];
  };

  /// The tetrahedron of four points; false if it does not contain the origin for sure. `margin`:
  /// metres, more than a product of a vertex and a unit vector may be off by.
  bool Start(const Vec3d corner[4], const SupportHint index[4], double margin) {
    margin_ = margin;
    for (double& offset : offset_) offset = std::numeric_limits<double>::infinity();
    vertex_count_ = 4;
    free_ = 0;
    const Vec3d e1 = corner[1] - corner[0], e2 = corner[2] - corner[0], e3 = corner[3] - corner[0];
    const bool flip = Dot(Cross(e1, e2), e3) > 0;
    double longest2 = 0;
    for (int k = 0; k < 4; ++k) {
      const int from = flip && (k == 1 || k == 2) ? 3 - k : k;
      SetVertex(k, corner[from], index[from]);
      longest2 = std::max(longest2, Dot(corner[from], corner[from]));
    }
    static constexpr Face kSeed[4] = {{{0, 1, 2}}, {{0, 3, 1}}, {{1, 3, 2}}, {{2, 3, 0}}};
    uint8_t slot[4];
    for (uint8_t f = 0; f < 4; ++f) {
      face_[f] = kSeed[f];
      slot[f] = f;
      // Six times the volume with the origin: three edges off by less than the margin each, and the
      // products' own rounding, which is less.
      const Vec3d a = vertex(kSeed[f].vertex[0]), b = vertex(kSeed[f].vertex[1]),
                  c = vertex(kSeed[f].vertex[2]);
      if (!(Dot(a, Cross(b - a, c - a)) > 32 * margin * longest2)) return false;
    }
    face_count_ = 4;
    return SetPlanes(slot, 4);
  }

  /// The face nearest to the origin; the first of those that tie.
  int Nearest() const {
    P least = Offsets(0);
    for (int f = kWidth; f < face_count_; f += kWidth) least = Min(Offsets(f), least);
    const P nearest(hmin(least));
    for (int f = 0; f < face_count_; f += kWidth) {
      const auto equal = Offsets(f) == nearest;
      if (any_of(equal)) return f + find_first_set(equal);
    }
    return 0;
  }

  Vec3d normal(int face) const { return {normal_x_[face], normal_y_[face], normal_z_[face]}; }
  double offset(int face) const { return offset_[face]; }
  const Face& face(int face) const { return face_[face]; }
  Vec3d vertex(int v) const { return {x_[v], y_[v], z_[v]}; }
  const SupportHint& index(int v) const { return index_[v]; }

  /// Whether a vertex is made of this pair of the cores' vertices.
  bool Has(const SupportHint& index) const {
    bool has = false;
    for (int v = 0; v < vertex_count_; ++v) {
      has |= index_[v].index0 == index.index0 && index_[v].index1 == index.index1;
    }
    return has;
  }

  /// Adds w, which is above `face`. `tolerance`: how far above other faces counts as above. False
  /// if it cannot; then the polytope is of no further use.
  bool Add(const Vec3d& w, const SupportHint& index, int face, double tolerance) {
    if (vertex_count_ == kVertices) return false;
    const auto apex = static_cast<uint8_t>(vertex_count_);
    SetVertex(apex, w, index);
    ++vertex_count_;
    uint8_t seeing[kFaces];
    const int gone = FacesThatSee(w, face, tolerance, seeing);
    uint32_t leaves[kVertices] = {}, enters[kVertices] = {};  // vertices across V's directed edges
    uint32_t touched = 0, twice = 0;
    for (int k = 0; k < gone; ++k) {
      const uint8_t* v = face_[seeing[k]].vertex;
      const uint32_t bit0 = 1u << v[0], bit1 = 1u << v[1], bit2 = 1u << v[2];
      touched |= bit0 | bit1 | bit2;
      twice |= (leaves[v[0]] & bit1) | (leaves[v[1]] & bit2) | (leaves[v[2]] & bit0);
      leaves[v[0]] |= bit1;
      leaves[v[1]] |= bit2;
      leaves[v[2]] |= bit0;
      enters[v[1]] |= bit0;
      enters[v[2]] |= bit1;
      enters[v[0]] |= bit2;
    }
    if (twice != 0) return false;
    uint8_t made[kFaces];
    int count = 0;
    for (; touched != 0; touched &= touched - 1) {
      const int from = __builtin_ctz(touched);
      for (uint32_t border = leaves[from] & ~enters[from]; border != 0; border &= border - 1) {
        const int slot = count < gone ? seeing[count] : TakeSlot();
        if (slot < 0) return false;
        face_[slot] = {{static_cast<uint8_t>(from), static_cast<uint8_t>(__builtin_ctz(border)),
                        apex}};
        made[count++] = static_cast<uint8_t>(slot);
      }
    }
    for (int k = count; k < gone; ++k) {
      offset_[seeing[k]] = std::numeric_limits<double>::infinity();
      free_ |= uint64_t{1} << seeing[k];
    }
    return SetPlanes(made, count);
  }

 private:
  using P = Pack<double>;
  static constexpr int kWidth = static_cast<int>(P::size());

  static P Load(const double* from) { return P(from, std::experimental::vector_aligned); }
  P Offsets(int f) const { return Load(offset_ + f); }

  void SetVertex(int v, const Vec3d& w, const SupportHint& index) {
    x_[v] = w.x;
    y_[v] = w.y;
    z_[v] = w.z;
    index_[v] = index;
  }

  int TakeSlot() {
    if (free_ != 0) {
      const int slot = __builtin_ctzll(free_);
      free_ &= free_ - 1;
      return slot;
    }
    return face_count_ < kFaces ? face_count_++ : -1;
  }

  int FacesThatSee(const Vec3d& w, int face, double tolerance, uint8_t* seeing) const {
    int count = 0;
    const P x(w.x), y(w.y), z(w.z), above(tolerance);
    for (int f = 0; f < face_count_; f += kWidth) {
      auto sees = Load(normal_x_ + f) * x + Load(normal_y_ + f) * y + Load(normal_z_ + f) * z >
                  Offsets(f) + above;
      if (face >= f && face < f + kWidth) sees[face - f] = true;
      while (any_of(sees)) {
        const int lane = find_first_set(sees);
        sees[lane] = false;
        seeing[count++] = static_cast<uint8_t>(f + lane);
      }
    }
    return count;
  }

  // Planes of the faces in these slots; false if one has none, or the origin is not behind it.
  bool SetPlanes(const uint8_t* slot, int count) {
    for (int k = 0; k < count; k += kWidth) {
      const auto corner = [&](int i) {
        const auto of = [&](const double* from) {
          return P([&](auto lane) {
            return from[face_[slot[k + lane < count ? k + lane : k]].vertex[i]];
          });
        };
        return Vec3<P>{of(x_), of(y_), of(z_)};
      };
      const Vec3<P> a = corner(0), b = corner(1), c = corner(2);
      const Vec3<P> ab = b - a, bc = c - b, ca = a - c;
      const P ab2 = Dot(ab, ab), bc2 = Dot(bc, bc), ca2 = Dot(ca, ca);
      // At the corner between the two shorter edges, where the product loses least.
      const auto ab_longest = (ab2 >= bc2) & (ab2 >= ca2), bc_longest = !ab_longest & (bc2 >= ca2);
      const Vec3<P> u = Select(ab_longest, bc, Select(bc_longest, ca, ab));
      const Vec3<P> v = Select(ab_longest, ca, Select(bc_longest, ab, bc));
      const Vec3<P> n = Cross(u, v);
      const P n2 = Dot(n, n);
      const P flat = P(SimplexTolerance<double>::face) * Dot(u, u) * Dot(v, v);
      const P inverse = P(1) / Sqrt(n2);
      const Vec3<P> unit{n.x * inverse, n.y * inverse, n.z * inverse};
      const P offset = Min(Min(Dot(unit, a), Dot(unit, b)), Dot(unit, c));
      if (!all_of((n2 > flat) & (offset > P(margin_)))) return false;
      for (int lane = 0; lane < kWidth && k + lane < count; ++lane) {
        const int f = slot[k + lane];
        normal_x_[f] = unit.x[lane];
        normal_y_[f] = unit.y[lane];
        normal_z_[f] = unit.z[lane];
        offset_[f] = offset[lane];
      }
    }
    return true;
  }

  // Of slots without a face the offset is infinite, so that they are neither near nor see anything.
  alignas(64) double normal_x_[kFaces], normal_y_[kFaces], normal_z_[kFaces], offset_[kFaces];
  double x_[kVertices], y_[kVertices], z_[kVertices];
  SupportHint index_[kVertices];
  Face face_[kFaces];
  uint64_t free_ = 0;  // slots below face_count_ without a face
  int vertex_count_ = 0, face_count_ = 0;
  double margin_ = 0;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SMALL_POLYTOPE_H_
