// Farpoint: memory for arrays that threads fill together.
//
// A vector clears what it is resized to. Of a large batch's answers one thread would do that alone,
// and have all of their pages touched first, while the others wait.

#ifndef FARPOINT_SRC_BATCH_UNINITIALIZED_ALLOCATOR_H_
#define FARPOINT_SRC_BATCH_UNINITIALIZED_ALLOCATOR_H_

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace farpoint {

/// Like std::allocator, but `resize` leaves new elements as they are: write before you read.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  template <class U>
  struct rebind {  // NOLINT(readability-identifier-naming): the name that allocators have
    using other = UninitializedAllocator<U>;
  };

  template <class U>
  void construct(U* place) noexcept {
    static_assert(std::is_trivially_default_constructible_v<U>);
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_UNINITIALIZED_ALLOCATOR_H_
