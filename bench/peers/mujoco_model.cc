#include "bench/peers/mujoco_model.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace farpoint::bench {
namespace {

struct SpecDelete {
  void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
};

std::string MeshName(size_t shape) { return "mesh" + std::to_string(shape); }

struct SetUp {
  mjsGeom* geom;
  const std::string& mesh_name;

  void Sized(mjtGeom type, double x, double y, double z) const {
    geom->type = type;
    geom->size[0] = x;
    geom->size[1] = y;
    geom->size[2] = z;
  }
  void operator()(const Sphere& s) const { Sized(mjGEOM_SPHERE, s.radius, 0, 0); }
  void operator()(const Box& s) const {
    Sized(mjGEOM_BOX, s.size.x / 2, s.size.y / 2, s.size.z / 2);
  }
  void operator()(const Capsule& s) const { Sized(mjGEOM_CAPSULE, s.radius, s.length / 2, 0); }
  void operator()(const Cylinder& s) const { Sized(mjGEOM_CYLINDER, s.radius, s.length / 2, 0); }
  void operator()(const Ellipsoid& s) const {
    Sized(mjGEOM_ELLIPSOID, s.radii.x, s.radii.y, s.radii.z);
  }
  void operator()(const Cone& s) const { Sized(mjGEOM_CYLINDER, s.radius, s.length / 2, 0); }
  void operator()(const Mesh&) const {
    geom->type = mjGEOM_MESH;
    mjs_setString(geom->meshname, mesh_name.c_str());
  }
  template <class Other>
  void operator()(const Other&) const {
    throw std::runtime_error("MuJoCo: a shape that the bench does not convert");
  }
};

void AddMesh(mjSpec* spec, const std::string& name, const std::vector<Vec3d>& vertices) {
  mjsMesh* mesh = mjs_addMesh(spec, nullptr);
  mjs_setName(mesh->element, name.c_str());
  mesh->inertia = mjMESH_INERTIA_CONVEX;
  std::vector<float> coordinates;
  for (const Vec3d& v : vertices) {
    coordinates.insert(coordinates.end(),
                       {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
  }
  mjs_setFloat(mesh->uservert, coordinates.data(), static_cast<int>(coordinates.size()));
}

// The compiler turns a mesh into its inertia's frame, which rounds the vertices. They are put back
// as they were given, so that every engine has the same hull, and what was derived from directions
// in that frame is derived again: the vertices where climbing starts, 27 a mesh, by direction
// (x, y, z) in {−1, 0, 1}³, as indices into the hull graph's list of vertices.
void RestoreVertices(const std::vector<Vec3d>& vertices, int mesh, mjModel* model) {
  if (model->mesh_vertnum[mesh] != static_cast<int>(vertices.size())) {
    throw std::runtime_error("MuJoCo left vertices out of a hull");
  }
  float* kept = model->mesh_vert + 3 * model->mesh_vertadr[mesh];
  for (size_t i = 0; i < vertices.size(); ++i) {
    const double before[3] = {kept[3 * i], kept[3 * i + 1], kept[3 * i + 2]};
    double turned[3];
    mju_rotVecQuat(turned, before, model->mesh_quat + 4 * mesh);
    mju_addTo3(turned, model->mesh_pos + 3 * mesh);
    const double given[3] = {vertices[i].x, vertices[i].y, vertices[i].z};
    if (mju_dist3(turned, given) > 1e-6) throw std::runtime_error("MuJoCo changed a hull's order");
    for (size_t k = 0; k < 3; ++k) kept[3 * i + k] = static_cast<float>(given[k]);
  }
  if (model->mesh_graphadr[mesh] < 0) return;
  const int* graph = model->mesh_graph + model->mesh_graphadr[mesh];
  const int count = graph[0];
  const int* index = graph + 2 + count;
  for (int k = 0; k < 27; ++k) {
    if (k == 13) continue;  // no direction
    const double d[3] = {k / 9 - 1.0, k / 3 % 3 - 1.0, k % 3 - 1.0};
    int best = 0;
    double highest = -mjMAXVAL;
    for (int i = 0; i < count; ++i) {
      const float* v = kept + 3 * index[i];
      const double height = d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
      if (height > highest) {
        highest = height;
        best = i;
      }
    }
    model->mesh_extrema[27 * mesh + k] = best;
  }
}

}  // namespace

MujocoModel MakeMujocoModel(const std::vector<ConvexShape>& shapes) {
  const std::unique_ptr<mjSpec, SpecDelete> spec(mj_makeSpec());
  mjsBody* world = mjs_findBody(spec.get(), "world");
  for (size_t i = 0; i < shapes.size(); ++i) {
    const std::string name = MeshName(i);
    if (shapes[i].vertices() != nullptr) AddMesh(spec.get(), name, *shapes[i].vertices());
    for (int copy = 0; copy < 2; ++copy) {
      std::visit(SetUp{mjs_addGeom(world, nullptr), name}, shapes[i].shape);
    }
  }
  MujocoModel model(mj_compile(spec.get(), nullptr));
  if (model == nullptr) throw std::runtime_error(mjs_getError(spec.get()));
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].vertices() == nullptr) continue;
    const int mesh = mj_name2id(model.get(), mjOBJ_MESH, MeshName(i).c_str());
    RestoreVertices(*shapes[i].vertices(), mesh, model.get());
  }
  return model;
}

}  // namespace farpoint::bench
