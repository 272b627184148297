// MuJoCo's convex collision detection ("native ccd"), which its library exports and its headers do
// not declare: the public mj_geomDistance can neither stop at a sign nor leave out the depth.
//
// The layouts are those of MuJoCo 4.0.0. MujocoEngine compares its answers with mj_geomDistance's
// bit by bit before anything is measured, so that another layout cannot pass unnoticed.

#ifndef FARPOINT_BENCH_PEERS_MUJOCO_CCD_H_
#define FARPOINT_BENCH_PEERS_MUJOCO_CCD_H_

#include <mujoco/mujoco.h>

#include <cstddef>

namespace farpoint::bench {

static_assert(mjVERSION_HEADER == 4000000, "the layouts below are those of MuJoCo 4.0.0");

struct MujocoCcdConfig {
  int max_iterations;
  double tolerance;
  int max_contacts;    // 0: whether they overlap is enough
  double dist_cutoff;  // 0: whether they are apart is enough
  void* buffer;        // mjc_ccdSize bytes
  void* unused;
};

struct MujocoCcdStatus {
  double unused;
  double distance[mjMAXCONPAIR];
  double point_a[3 * mjMAXCONPAIR], point_b[3 * mjMAXCONPAIR];
  int point_count;
  std::byte more[4096];  // generous: about 1200 are used
};
static_assert(offsetof(MujocoCcdStatus, point_a) == 0x198);
static_assert(offsetof(MujocoCcdStatus, point_count) == 0xaf8);

struct MujocoCcdObject {
  int geom, geom_type;
  double size[4];
  double position[3], rotation[9];
  std::byte of_a_kind[0x1e0 - 0x88];  // hulls, height fields, flexible bodies
  void (*centre)(double* result, const MujocoCcdObject* object);
  void (*support)(double* result, MujocoCcdObject* object, const double* direction);
  std::byte more[512];  // generous: none are used
};
static_assert(offsetof(MujocoCcdObject, position) == 0x28);
static_assert(offsetof(MujocoCcdObject, support) == 0x1e8);

extern "C" {
double mjc_ccd(const MujocoCcdConfig* config, MujocoCcdStatus* status, MujocoCcdObject* a,
               MujocoCcdObject* b);
size_t mjc_ccdSize(int faces, int vertices, int iterations);
void mjc_initCCDObj(MujocoCcdObject* object, const mjModel* model, const mjData* data, int geom,
                    double margin);
}

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_MUJOCO_CCD_H_
