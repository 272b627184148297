#include "src/geometry_id/geometry_id.h"

#include <openssl/evp.h>

#include <cstdint>
#include <cstring>
#include <memory>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace farpoint {
namespace {

constexpr absl::string_view kTag = "farpoint.shape.v1";
constexpr absl::string_view kPrefix = "sha256-";
constexpr size_t kHexDigits = 64;

class ShapeHasher {
 public:
  ShapeHasher() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
    Bytes(kTag.data(), kTag.size());
  }

  void Kind(uint8_t kind) { Bytes(&kind, 1); }
  void Number(double value) {
    if (value == 0) value = 0;  // −0.0 becomes 0.0
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    Word(bits);
  }
  void Vector(const Vec3d& v) {
    Number(v.x);
    Number(v.y);
    Number(v.z);
  }
  template <class Vertices>
  void VertexList(uint8_t kind, const Vertices& vertices) {
    Kind(kind);
    Word(vertices.size());
    for (const Vec3d& v : vertices) Vector(v);
  }
  std::string Finish() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_.get(), digest, &size);
    return absl::StrCat(kPrefix, absl::BytesToHexString(absl::string_view(
                                     reinterpret_cast<const char*>(digest), size)));
  }

  void operator()(const Sphere& s) { Kind(1), Number(s.radius); }
  void operator()(const Ellipsoid& s) { Kind(2), Vector(s.radii); }
  void operator()(const Box& s) { Kind(3), Vector(s.size); }
  void operator()(const Capsule& s) { Kind(4), Number(s.radius), Number(s.length); }
  void operator()(const Cylinder& s) { Kind(5), Number(s.radius), Number(s.length); }
  void operator()(const Cone& s) { Kind(6), Number(s.radius), Number(s.length); }
  void operator()(const Halfspace& s) { Kind(7), Vector(s.normal), Number(s.offset); }
  void operator()(const Point& s) { VertexList(8, s.vertices); }
  void operator()(const Segment& s) { VertexList(9, s.vertices); }
  void operator()(const Triangle& s) { VertexList(10, s.vertices); }
  void operator()(const Prism& s) { VertexList(11, s.vertices); }
  void operator()(const Mesh& s) { VertexList(12, s.vertices); }

 private:
  void Word(uint64_t word) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(word >> (8 * i));
    Bytes(bytes, sizeof bytes);
  }
  void Bytes(const void* data, size_t size) { EVP_DigestUpdate(context_.get(), data, size); }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string GeometryId(const Shape& shape) {
  ShapeHasher hasher;
  std::visit(hasher, shape);
  return hasher.Finish();
}

bool IsGeometryId(absl::string_view id) {
  if (id.size() != kPrefix.size() + kHexDigits || id.substr(0, kPrefix.size()) != kPrefix) {
    return false;
  }
  for (char c : id.substr(kPrefix.size())) {
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return false;
  }
  return true;
}

}  // namespace farpoint
