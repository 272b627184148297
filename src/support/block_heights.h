// Farpoint: the heights of a block's vertices along a direction, by one multiplication of 16-bit
// words (PMADDWD of AVX2), and plain code elsewhere; a CUDA thread takes two vertices a load. All
// give the same numbers.
//
// Words are what the SIMD library has no product for, hence intrinsics.

#ifndef FARPOINT_SRC_SUPPORT_BLOCK_HEIGHTS_H_
#define FARPOINT_SRC_SUPPORT_BLOCK_HEIGHTS_H_

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "src/isa.h"
#include "src/support/cell_blocks.h"

namespace farpoint::FARPOINT_ISA {

/// A direction's coordinates in steps of its length, as the low words of an integer; the highest
/// is 0.
using BlockDirection = int64_t;

/// A height in steps², |height| ≤ kBlockSteps², whose lowest three bits are the place in the block.
/// Of equal heights the last place is the greatest.
using PlacedHeight = int32_t;

#ifdef __AVX2__

class BlockHeights {
 public:
  BlockHeights(const CellBlock& block, BlockDirection direction)
      : low_(Heights(block, 0, direction)), high_(Heights(block, 4, direction)) {}

  PlacedHeight Highest() const {
    const __m256i half = _mm256_max_epi32(low_, high_);
    const __m128i quarter =
        _mm_max_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return _mm_cvtsi128_si32(_mm_max_epi32(quarter, _mm_shuffle_epi32(quarter, 0x4E)));
  }
  /// Bit i is set if the vertex in place i is of at least that height.
  uint32_t AtLeast(PlacedHeight least) const {
    const __m256i below = _mm256_set1_epi32(least - 1);
    const auto bits = [&](const __m256i& heights) {
      const __m256i above = _mm256_cmpgt_epi32(heights, below);
      return static_cast<uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(above)));
    };
    return bits(low_) | bits(high_) << 4;
  }

 private:
  // Those of four vertices, twice each.
  static __m256i Heights(const CellBlock& block, int first, BlockDirection direction) {
    const __m256i products =
        _mm256_madd_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(&block.vertex[first])),
                          _mm256_set1_epi64x(direction));
    const __m256i heights = _mm256_add_epi32(products, _mm256_shuffle_epi32(products, 0xB1));
    const __m256i places =
        _mm256_add_epi32(_mm256_set_epi32(3, 3, 2, 2, 1, 1, 0, 0), _mm256_set1_epi32(first));
    return _mm256_or_si256(_mm256_and_si256(heights, _mm256_set1_epi32(~7)), places);
  }

  __m256i low_, high_;
};

#else

class BlockHeights {
 public:
  FARPOINT_HD BlockHeights(const CellBlock& block, BlockDirection direction) {
    const int32_t x = Word(direction, 0), y = Word(direction, 1), z = Word(direction, 2);
    for (int place = 0; place < kBlockSize; place += 2) {
      const TwoVertices two = reinterpret_cast<const TwoVertices*>(block.vertex)[place / 2];
      const auto height = [&](int64_t v) {
        return Word(v, 0) * x + Word(v, 1) * y + Word(v, 2) * z;
      };
      height_[place] = (height(two.first) & ~7) | place;
      height_[place + 1] = (height(two.second) & ~7) | (place + 1);
    }
  }
  FARPOINT_HD PlacedHeight Highest() const {
    PlacedHeight highest = height_[0];
    for (PlacedHeight h : height_) highest = h > highest ? h : highest;
    return highest;
  }
  FARPOINT_HD uint32_t AtLeast(PlacedHeight least) const {
    uint32_t bits = 0;
    for (int place = 0; place < kBlockSize; ++place) bits |= (height_[place] >= least) << place;
    return bits;
  }

 private:
  // As one load of 16 bytes.
  struct alignas(16) [[gnu::may_alias]] TwoVertices {
    int64_t first, second;
  };
  FARPOINT_HD static int32_t Word(int64_t words, int i) {
    return static_cast<int16_t>(words >> (16 * i));
  }

  PlacedHeight height_[kBlockSize];
};

#endif

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_SUPPORT_BLOCK_HEIGHTS_H_
