#include "bench/regress/workloads.h"

#include "tests/core/random_shapes.h"

namespace farpoint::bench {
namespace {

Pose PoseAt(const Vec3d& direction, double distance, RandomShapes* random) {
  return {{direction.x * distance, direction.y * distance, direction.z * distance},
          random->Rotation()};
}

// Vertices on an ellipsoid, none inside the others' hull.
Mesh Hull(int vertices, const Vec3d& radii, RandomShapes* random) {
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

void AddHulls(std::initializer_list<int> vertices, const Vec3d& radii, RandomShapes* random,
              Workload* workload) {
  for (int count : vertices) Add(Hull(count, radii, random), workload);
}

// Each of a pair is one of the geometries, their middles `least` to `most` apart.
void AddPairs(int count, double least, double most, RandomShapes* random, Workload* workload) {
  const auto any = [&]() -> const Geometry& {
    return *workload->geometries[random->Index(static_cast<int>(workload->geometries.size()))];
  };
  workload->objects.reserve(2 * count);
  for (int i = 0; i < count; ++i) {
    const Geometry &a = any(), &b = any();
    workload->objects.push_back(MakePosed(a, PoseAt({0, 0, 0}, 0, random), 0));
    workload->objects.push_back(
        MakePosed(b, PoseAt(random->Direction(), random->Uniform(least, most), random), 0));
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
  RandomShapes random(1);
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
