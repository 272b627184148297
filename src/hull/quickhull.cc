#include "src/hull/quickhull.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace farpoint {
namespace {

// Qhull reports through files; what it has to say is dropped, its exit code is kept.
struct FileCloser {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

// What the facets around the point added last have in corners.
int64_t CornersAroundApex(qhT* qh) {
  vertexT* apex = qh->vertex_tail == nullptr ? nullptr : qh->vertex_tail->previous;
  if (apex == nullptr) return 0;
  int64_t corners = 0;
  facetT *neighbor, **neighborp;
  FOREACHneighbor_(apex) corners += qh_setsize(qh, neighbor->vertices);
  return corners;
}

constexpr int64_t kMostTimesAdded = 4;

// The loop of qh_buildhull.
QuickhullEnd AddPoints(qhT* qh, const QuickhullLimits& limits) {
  facetT* facet;
  int64_t merge_work = 0, added = 0;
  while (pointT* furthest = qh_nextfurthest(qh, &facet)) {
    if (limits.cancel != nullptr && limits.cancel->load(std::memory_order_relaxed)) {
      return QuickhullEnd::kCancelled;
    }
    --qh->num_outside;
    if (!qh_addpoint(qh, furthest, facet, qh->ONLYmax)) return QuickhullEnd::kFailed;
    if (qh->num_vertices > limits.max_vertices) return QuickhullEnd::kTooManyVertices;
    if (qh->MERGING) merge_work += CornersAroundApex(qh);
    // In a plate about as thick as rounding merging drops points that are then outside again, and
    // again: no point needs to be added more often than a few times.
    const bool circles = qh->MERGING && ++added > kMostTimesAdded * int64_t{qh->num_points};
    if (circles || merge_work > limits.max_merge_work) return QuickhullEnd::kTooMuchMerging;
  }
  if (qh->NARROWhull) qh_outcoplanar(qh);
  return QuickhullEnd::kDone;
}

// The end of qh_qhull for the options used here, and what it leaves to output.
void Finish(qhT* qh) {
  if (qh->ZEROall_ok && qh->MERGEexact) qh_checkzero(qh, qh_ALL);
  if (!qh->MERGING || (qh->ZEROall_ok && !qh->WAScoplanar)) {
    qh->DOcheckmax = False;
  } else {
    qh_initmergesets(qh);
    if (qh->MERGEexact || (qh->hull_dim > qh_DIMreduceBuild && qh->PREmerge)) {
      qh_postmerge(qh, "First post-merge", qh->premerge_centrum, qh->premerge_cos, False);
    }
    if (qh->visible_list == qh->facet_list) {  // there was something to merge
      int outside;
      qh->findbestnew = True;
      qh_partitionvisible(qh, !qh_ALL, &outside);
      qh->findbestnew = False;
      qh_deletevisible(qh);
      qh_resetlists(qh, False, qh_RESETvisible);
    }
    qh_all_vertexmerges(qh, -1, nullptr, nullptr);
    qh_freemergesets(qh);
  }
  if (qh->DOcheckmax) qh_check_maxout(qh);
  qh->QHULLfinished = True;
  qh_prepare_output(qh);
}

// Qhull leaves by longjmp: nothing in here has a destructor.
QuickhullEnd Build(qhT* qh, double* coordinates, int count, int dimension, char* options,
                   const QuickhullLimits& limits) {
  if (setjmp(qh->errexit) != 0) {
    qh->NOerrexit = True;
    return QuickhullEnd::kFailed;
  }
  qh->NOerrexit = False;
  qh_initflags(qh, options);
  qh_init_B(qh, coordinates, count, dimension, /*ismalloc=*/False);
  qh_initbuild(qh);
  const QuickhullEnd end = AddPoints(qh, limits);
  if (end == QuickhullEnd::kDone) Finish(qh);
  qh->NOerrexit = True;
  return end;
}

// Where nothing is merged rounding may leave edges that are not convex: how far a facet's corner is
// above its neighbour, at most. A closed surface that is convex at all edges but for that is convex
// but for that.
double Concavity(qhT* qh) {
  double concavity = 0;
  facetT *facet, *neighbor;
  int neighbor_i, neighbor_n;
  FORALLfacets {
    if (facet->flipped) return REALmax;
    FOREACHneighbor_i_(qh, facet) {  // the i-th is opposite of the i-th corner
      double above;
      qh_distplane(qh, SETelemt_(facet->vertices, neighbor_i, vertexT)->point, neighbor, &above);
      concavity = std::max(concavity, above);
    }
  }
  return concavity;
}

void Read(qhT* qh, int dimension, Quickhull* result) {
  facetT* facet;
  vertexT *vertex, **vertexp;
  FORALLvertices { result->vertices.push_back(qh_pointid(qh, vertex->point)); }
  std::sort(result->vertices.begin(), result->vertices.end());
  // Above a facet by that much, and its own vertices below it by so much.
  result->max_outside =
      std::max(0.0, qh->max_outside) + std::max(0.0, -qh->min_vertex) + qh->DISTround;
  if (!qh->MERGING) result->max_outside += Concavity(qh);
  if (dimension != 3) return;
  FORALLfacets {
    std::array<uint32_t, 3> face{};
    int corner = 0;
    FOREACHvertex_(facet->vertices) {
      if (corner < 3) face[corner] = qh_pointid(qh, vertex->point);
      ++corner;
    }
    if (corner == 3) result->faces.push_back(face);
  }
}

}  // namespace

Quickhull RunQuickhull(std::vector<double>& coordinates, int dimension, bool merge,
                       const QuickhullLimits& limits) {
  Quickhull result;
  std::unique_ptr<std::FILE, FileCloser> sink(std::fopen("/dev/null", "w"));
  if (!sink) return result;
  qhT state;
  qhT* qh = &state;
  qh_zero(qh, sink.get());
  qh_meminit(qh, sink.get());
  qh_initqhull_start(qh, nullptr, sink.get(), sink.get());
  char merged[] = "qhull Qt Pp", unmerged[] = "qhull Q0 Pp";
  result.end = Build(qh, coordinates.data(), static_cast<int>(coordinates.size()) / dimension,
                     dimension, merge ? merged : unmerged, limits);
  if (result.end == QuickhullEnd::kDone) Read(qh, dimension, &result);
  qh_freeqhull(qh, !qh_ALL);
  int curlong, totlong;
  qh_memfreeshort(qh, &curlong, &totlong);
  return result;
}

}  // namespace farpoint
