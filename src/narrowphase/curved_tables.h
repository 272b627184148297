// Farpoint: packs of structures from and to tables (curved_task.h), whose rows hold a number each.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_TABLES_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_TABLES_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include <cstring>

#include "src/narrowphase/curved_task.h"

namespace farpoint::FARPOINT_ISA {

/// Structures number `first` and on, as many as a pack has lanes.
template <class P, class S, template <class> class Structure>
void Load(const CurvedTable<S, Structure>& table, int first, Structure<P>* to) {
  auto* bytes = reinterpret_cast<char*>(to);
  for (int k = 0; k < CurvedTable<S, Structure>::kNumbers; ++k) {
    const P number(&table.row[k][first], std::experimental::vector_aligned);
    std::memcpy(bytes + k * sizeof(P), &number, sizeof(P));
  }
}
template <class P, class S, template <class> class Structure>
void Store(const Structure<P>& from, int first, CurvedTable<S, Structure>* table) {
  const auto* bytes = reinterpret_cast<const char*>(&from);
  for (int k = 0; k < CurvedTable<S, Structure>::kNumbers; ++k) {
    P number;
    std::memcpy(&number, bytes + k * sizeof(P), sizeof(P));
    number.copy_to(&table->row[k][first], std::experimental::vector_aligned);
  }
}

/// The structures of these numbers.
template <class P, class S, template <class> class Structure>
void Gather(const CurvedTable<S, Structure>& table, const int* place, Structure<P>* to) {
  auto* bytes = reinterpret_cast<char*>(to);
  for (int k = 0; k < CurvedTable<S, Structure>::kNumbers; ++k) {
    alignas(64) S number[P::size()];
    for (size_t lane = 0; lane < P::size(); ++lane) number[lane] = table.row[k][place[lane]];
    std::memcpy(bytes + k * sizeof(P), number, sizeof(P));
  }
}
template <class P, class S, template <class> class Structure>
void Scatter(const Structure<P>& from, const int* place, CurvedTable<S, Structure>* table) {
  const auto* bytes = reinterpret_cast<const char*>(&from);
  for (int k = 0; k < CurvedTable<S, Structure>::kNumbers; ++k) {
    alignas(64) S number[P::size()];
    std::memcpy(number, bytes + k * sizeof(P), sizeof(P));
    for (size_t lane = 0; lane < P::size(); ++lane) table->row[k][place[lane]] = number[lane];
  }
}

/// What is to go on, in whole packs: the last place fills the last pack.
class Places {
 public:
  void Add(int place) { place_[count_++] = place; }
  int count() const { return count_; }
  void FillUp(int width) {
    for (int i = count_; i % width != 0; ++i) place_[i] = place_[count_ - 1];
  }
  const int* at(int i) const { return place_ + i; }
  void Clear() { count_ = 0; }

 private:
  int place_[CurvedTasks::kPairs + 64];
  int count_ = 0;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_TABLES_H_
