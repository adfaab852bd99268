// SPDX-License-Identifier: MIT
// How pages keep a number of a key or a value. Included. Constants: CACHE_BITS (16: bf16, 8: e4m3 without a scale)

#if CACHE_BITS == 8
typedef u8 Cell;

// To the nearest, even where two are; at most 448. A float of 2^-120 times the number has its bits of e4m3 from the
// twentieth on, those too small for a whole fraction included.
__device__ __forceinline__ Cell to_cell(float value) {
  const float least = fminf(fabsf(value), 448.0f) * 7.52316385e-37f;
  const u32 bits = __float_as_int(least);
  const u32 rounded = bits + 0x7ffffu + (bits >> 20 & 1u);
  return (Cell)(rounded >> 20 | (__float_as_int(value) >> 24 & 0x80));
}

// In bf16, which holds each of them.
__device__ __forceinline__ u16 from_cell(Cell cell) {
  const float size = __int_as_float((cell & 0x7f) << 20) * 1.32922800e36f;
  return (u16)((u32)__float_as_int(size) >> 16 | (cell & 0x80) << 8);
}
#else
typedef u16 Cell;

__device__ __forceinline__ Cell to_cell(float value) { return to_bf16(value); }
__device__ __forceinline__ u16 from_cell(Cell cell) { return cell; }
#endif

// Of a page, and those that a thread moves at once.
constexpr int page_tokens = 64, cells_at_once = 8;
struct __align__(sizeof(Cell) * cells_at_once) Cells {
  Cell of[cells_at_once];
};
