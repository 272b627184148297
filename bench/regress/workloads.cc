#include "bench/regress/workloads.h"

#include <cmath>
#include <random>

namespace farpoint::bench {
namespace {

// Standard distributions differ from library to library; these numbers do not.
class Random {
 public:
  double Uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(rng_() >> 11) * 0x1p-53);
  }
  Vec3d Direction() {
    for (;;) {
      const Vec3d v{Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1)};
      const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
      if (squared > 1 || squared < 0.01) continue;
      const double inverse = 1 / std::sqrt(squared);
      return {v.x * inverse, v.y * inverse, v.z * inverse};
    }
  }
  Pose PoseAt(const Vec3d& direction, double distance) {
    const Vec3d axis = Direction();
    const double half = Uniform(0, M_PI / 2), s = std::sin(half);
    return {{direction.x * distance, direction.y * distance, direction.z * distance},
            {axis.x * s, axis.y * s, axis.z * s, std::cos(half)}};
  }

 private:
  std::mt19937_64 rng_{1};
};

// Vertices on an ellipsoid, none inside the others' hull.
Mesh Hull(int vertices, const Vec3d& radii, Random* random) {
  Mesh mesh;
  for (int i = 0; i < vertices; ++i) {
    const Vec3d d = random->Direction();
    mesh.vertices.push_back({d.x * radii.x, d.y * radii.y, d.z * radii.z});
  }
  return mesh;
}

void Add(const Shape& shape, Workload* workload) {
  workload->geometries.push_back(Geometry::Create(shape, GeometryLimits()).value());
}

void AddHulls(std::initializer_list<int> vertices, const Vec3d& radii, Random* random,
              Workload* workload) {
  for (int count : vertices) Add(Hull(count, radii, random), workload);
}

// Each of a pair is one of the geometries, their middles `least` to `most` apart.
void AddPairs(int count, double least, double most, Random* random, Workload* workload) {
  const auto any = [&]() -> const Geometry& {
    const auto n = static_cast<double>(workload->geometries.size());
    return *workload->geometries[static_cast<size_t>(random->Uniform(0, n))];
  };
  workload->objects.reserve(2 * count);
  for (int i = 0; i < count; ++i) {
    const Geometry &a = any(), &b = any();
    workload->objects.push_back(MakePosed(a, random->PoseAt({0, 0, 0}, 0), 0));
    workload->objects.push_back(
        MakePosed(b, random->PoseAt(random->Direction(), random->Uniform(least, most)), 0));
  }
  for (int i = 0; i < count; ++i) {
    workload->pairs.push_back({&workload->objects[2 * i], &workload->objects[2 * i + 1]});
  }
}

void AddPrimitives(Workload* workload) {
  for (const Shape& shape :
       {Shape(Sphere{0.6}), Shape(Box{{0.8, 0.5, 0.9}}), Shape(Capsule{0.3, 0.8}),
        Shape(Cylinder{0.5, 0.8}), Shape(Cone{0.5, 0.9}), Shape(Ellipsoid{{0.4, 0.6, 0.9}})}) {
    Add(shape, workload);
  }
}

}  // namespace

const std::vector<std::string>& WorkloadNames() {
  static const auto* const kNames = new std::vector<std::string>{
      "apart_8", "apart_128",  "apart_2048",  "robot",       "boolean_apart",
      "deep",    "primitives", "support_128", "support_2048"};
  return *kNames;
}

Workload MakeWorkload(const std::string& name) {
  Random random;
  Workload w;
  const Vec3d round{1, 0.8, 0.6}, link{0.15, 0.2, 0.9};
  if (name == "apart_8") {
    AddHulls({8, 8, 8, 8}, round, &random, &w);
    AddPairs(1024, 2.1, 3, &random, &w);
  } else if (name == "apart_128") {
    AddHulls({128, 128, 128, 128}, round, &random, &w);
    AddPairs(1024, 2.1, 3, &random, &w);
  } else if (name == "apart_2048") {
    AddHulls({2048, 2048}, round, &random, &w);
    AddPairs(1024, 2.1, 3, &random, &w);
  } else if (name == "robot") {  // links, some of them primitives; few pairs touch
    AddHulls({12, 30, 60, 90, 150, 300}, link, &random, &w);
    Add(Capsule{0.1, 1.2}, &w);
    Add(Box{{0.2, 0.3, 1.4}}, &w);
    AddPairs(1024, 0.5, 3, &random, &w);
  } else if (name == "boolean_apart") {
    AddHulls({32, 64, 128}, round, &random, &w);
    AddPairs(1024, 1.8, 3, &random, &w);
    w.options.max_distance = 0;
    w.options.overlap = OverlapMode::kSignOnly;
  } else if (name == "deep") {
    AddHulls({16, 32, 64}, round, &random, &w);
    AddPairs(128, 0.3, 0.9, &random, &w);
  } else if (name == "primitives") {
    AddPrimitives(&w);
    AddPairs(256, 0.6, 2.5, &random, &w);
  } else {
    const int vertices = name == "support_128" ? 128 : 2048;
    AddHulls({vertices, vertices}, round, &random, &w);
    for (int i = 0; i < 4096; ++i) w.directions.push_back(random.Direction());
  }
  return w;
}

}  // namespace farpoint::bench
