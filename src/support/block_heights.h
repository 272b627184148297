// Farpoint: the heights of a block's vertices along a direction, by one multiplication of 16-bit
// words (PMADDWD), which every x86 has, and plain code elsewhere.
//
// Words are what the SIMD library has no product for, hence intrinsics.

#ifndef FARPOINT_SRC_SUPPORT_BLOCK_HEIGHTS_H_
#define FARPOINT_SRC_SUPPORT_BLOCK_HEIGHTS_H_

#ifdef __SSE2__
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

#if defined(__AVX512BW__) && defined(__AVX512DQ__)

/// All eight, twice each.
inline __m512i PlacedHeights(const CellBlock& block, BlockDirection direction) {
  const __m512i products = _mm512_madd_epi16(_mm512_load_si512(&block), _mm512_set1_epi64(direction));
  const __m512i heights = _mm512_add_epi32(products, _mm512_shuffle_epi32(products, _MM_PERM_CDAB));
  const __m512i places = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
  return _mm512_ternarylogic_epi32(heights, _mm512_set1_epi32(~7), places, 0xEA);  // (h & ~7) | p
}
inline PlacedHeight Highest(const CellBlock& block, BlockDirection direction) {
  const __m512i h = PlacedHeights(block, direction);
  const __m256i half = _mm256_max_epi32(_mm512_castsi512_si256(h), _mm512_extracti64x4_epi64(h, 1));
  const __m128i quarter =
      _mm_max_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  return _mm_cvtsi128_si32(_mm_max_epi32(quarter, _mm_shuffle_epi32(quarter, 0x4E)));
}
/// Bit 2·place is set for heights of at least `least`.
inline uint32_t AtLeast(const CellBlock& block, BlockDirection direction, PlacedHeight least) {
  return _mm512_cmpge_epi32_mask(PlacedHeights(block, direction), _mm512_set1_epi32(least)) &
         0x5555u;
}

#elif defined(__AVX2__)

/// Those of places `first` to `first` + 3, twice each.
inline __m256i PlacedHeights(const CellBlock& block, int first, BlockDirection direction) {
  const __m256i products = _mm256_madd_epi16(
      _mm256_load_si256(reinterpret_cast<const __m256i*>(&block.vertex[first])),
      _mm256_set1_epi64x(direction));
  const __m256i heights = _mm256_add_epi32(products, _mm256_shuffle_epi32(products, 0xB1));
  const __m256i places = _mm256_add_epi32(_mm256_set_epi32(3, 3, 2, 2, 1, 1, 0, 0),
                                          _mm256_set1_epi32(first));
  return _mm256_or_si256(_mm256_and_si256(heights, _mm256_set1_epi32(~7)), places);
}
inline PlacedHeight Highest(const CellBlock& block, BlockDirection direction) {
  const __m256i half = _mm256_max_epi32(PlacedHeights(block, 0, direction),
                                        PlacedHeights(block, 4, direction));
  const __m128i quarter =
      _mm_max_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  return _mm_cvtsi128_si32(_mm_max_epi32(quarter, _mm_shuffle_epi32(quarter, 0x4E)));
}
inline uint32_t AtLeast(const CellBlock& block, BlockDirection direction, PlacedHeight least) {
  const __m256i below = _mm256_set1_epi32(least - 1);
  const auto bits = [&](int first) {
    return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(
        _mm256_cmpgt_epi32(PlacedHeights(block, first, direction), below))));
  };
  return (bits(0) | bits(4) << 8) & 0x5555u;
}

#else

inline PlacedHeight PlacedHeightOf(const CellBlock& block, int place, BlockDirection direction) {
  const BlockVertex& v = block.vertex[place];
  const auto word = [direction](int i) { return static_cast<int16_t>(direction >> (16 * i)); };
  return ((v.x * word(0) + v.y * word(1) + v.z * word(2)) & ~7) | place;
}
inline PlacedHeight Highest(const CellBlock& block, BlockDirection direction) {
  PlacedHeight highest = PlacedHeightOf(block, 0, direction);
  for (int place = 1; place < kBlockSize; ++place) {
    const PlacedHeight h = PlacedHeightOf(block, place, direction);
    highest = h > highest ? h : highest;
  }
  return highest;
}
inline uint32_t AtLeast(const CellBlock& block, BlockDirection direction, PlacedHeight least) {
  uint32_t bits = 0;
  for (int place = 0; place < kBlockSize; ++place) {
    bits |= PlacedHeightOf(block, place, direction) >= least ? 1u << (2 * place) : 0u;
  }
  return bits;
}

#endif

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_SUPPORT_BLOCK_HEIGHTS_H_
