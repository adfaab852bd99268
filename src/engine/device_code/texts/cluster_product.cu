// SPDX-License-Identifier: MIT
// Y = X W' of nine to 64 tokens by a matrix [outputs, INNER] of bf16, on GPUs of capability 9.0: as fast as W can be read.
// A cluster of PIECES blocks has GROUPS groups of 16 rows of W at a time, each block a piece of INNER. One warp asks for
// boxes of 64 numbers of all these rows and of X, DEPTH of them ahead; a warpgroup multiplies them where they lie, tokens
// by rows, so that no thread moves a weight. What all blocks of a cluster have is then added up in order, each block a
// part of the groups. Of one piece a block may walk on to more rows, which are multiplied while the last ones are ended.
//
// Constants as of skinny_product, TOKENS a multiple of 16, and PIECES, GROUPS, DEPTH, SHARED (bytes it is given), WALKS
// (whether blocks have more than one tile, each of GROUPS)

#include "engine/device_code/texts/product_arguments.cu"
#include "engine/device_code/texts/rank_memory.cu"
#include "engine/device_code/texts/product_ends.cu"

struct __align__(64) TensorMap {
  u64 words[16];
};
struct ClusterArguments {
  TensorMap weights, inputs;
  ProductArguments product;
};

constexpr int rows = 16 * GROUPS, all_groups = OUTPUTS / 16, all_tiles = (all_groups + GROUPS - 1) / GROUPS;
constexpr int step = 64, steps = INNER / PIECES / step;
static_assert(INNER % (PIECES * step) == 0 && OUTPUTS % 16 == 0 && TOKENS % 16 == 0 && rows <= 256, "whole boxes");
static_assert(PIECES == 1 || !WALKS, "a cluster has one tile");

// Boxes of a step, and the row of W that the first of a box is; what lies beyond the matrix comes as zeros. Which eight
// rows of a tile half a group is: of gate and up those of a box each, of whole heads as pairs lie there.
#if defined(END_GLU)
constexpr int boxes = 2;
__device__ __forceinline__ int box_row(int tile, int box) { return box * (OUTPUTS / 2) + tile * (8 * GROUPS); }
__device__ __forceinline__ int eights_before(int, int group, int half) { return half * GROUPS + group; }
#else
constexpr int boxes = 1;
__device__ __forceinline__ int box_row(int tile, int) { return tile * rows; }
#if defined(END_QKV)
static_assert(GROUPS % tiles_of_head == 0, "whole heads");
#endif
__device__ __forceinline__ int eights_before(int tile, int group, int half) {
#if defined(END_QKV)
  const int part = group % tiles_of_head;
  if ((tile * GROUPS + group) / tiles_of_head < HEADS + KV_HEADS)
    return (group - part) * 2 + (pair_begin(part) + half * pair_distance(part)) / 8;
#endif
  return 2 * group + half;
}
#endif

constexpr int multipliers = 128, helpers = 128, threads = multipliers + 32 + helpers;
constexpr int enders = WALKS ? helpers : multipliers + helpers;
constexpr int input_bytes = TOKENS * step * 2, weight_bytes = rows * step * 2, box_bytes = weight_bytes / boxes;
constexpr int slot_bytes = input_bytes + weight_bytes, ring_bytes = DEPTH * slot_bytes;
constexpr int sum_stride = TOKENS + 4;  // other banks for other rows
constexpr int sum_bytes = rows * sum_stride * 4, sums_at = WALKS ? ring_bytes : 0;
constexpr int alignment = 1024;  // of what is swizzled
// A warpgroup reads 64 rows of X; what it finds behind the last are no rows of products that anybody needs.
static_assert(weight_bytes + input_bytes >= 64 * step * 2, "64 rows of X within the ring");
constexpr int used_bytes = sums_at + sum_bytes > ring_bytes ? sums_at + sum_bytes : ring_bytes;
static_assert(used_bytes + alignment <= SHARED, "the ring and the sums");

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#include "engine/device_code/texts/shared_barriers.cu"
#include "engine/device_code/texts/thread_barriers.cu"
#include "engine/device_code/texts/warpgroup_product.cu"

// Of the same place in the shared memory of a block of the cluster.
__device__ __forceinline__ u32 place_in_block(const void* p, int block) {
  u32 there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(p)), "r"(block));
  return there;
}
struct Four {
  float of[4];
};
__device__ __forceinline__ Four load_of_block(u32 address) {
  Four value;
  asm volatile("ld.shared::cluster.v4.f32 {%0,%1,%2,%3}, [%4];"
               : "=f"(value.of[0]), "=f"(value.of[1]), "=f"(value.of[2]), "=f"(value.of[3])
               : "r"(address)
               : "memory");
  return value;
}
__device__ __forceinline__ void meet_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

enum Barrier { sums_are_there = 1, sums_are_read, scales_are_there, all_are_multiplied };
constexpr int both = multipliers + helpers;

// Boxes of 64 numbers of rows into swizzled shared memory.
__device__ __forceinline__ void copy_box(void* to, const TensorMap& map, u64* barrier, int at, int row) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(
          shared_address(to)),
      "l"(&map), "r"(shared_address(barrier)), "r"(at), "r"(row)
      : "memory");
}

using Products = float[2 * GROUPS][4];
template <int first>
__device__ __forceinline__ void multiply_from(Products& products, u64 a, u64 b) {
  constexpr int left = 2 * GROUPS - first;
  if constexpr (left > 0) {
    multiply<(left < 8 ? left : 8)>(products + first, a, b + first * (1024 >> 4));
    multiply_from<first + 8>(products, a, b);
  }
}

struct Shared {
  u8* ring;           // [DEPTH]: of X [TOKENS][step], of W [rows][step], swizzled
  float* sums;        // [rows][sum_stride] of this block's piece
  u64 *full, *empty;  // [DEPTH]
};

// By one warp: what needs no kernel before this one, then the rest.
__device__ __forceinline__ void ask(const ClusterArguments& a, const Shared& shared, int piece) {
  const int cluster = blockIdx.x / PIECES, clusters = gridDim.x / PIECES, lane = threadIdx.x % 32;
  const int my_tiles = (all_tiles - cluster + clusters - 1) / clusters, all = my_tiles * steps;
  const auto place_of = [&](int number) { return (piece * steps + number % steps) * step; };
  const auto weights = [&](int number) {
    const int slot = number % DEPTH, tile = cluster + number / steps * clusters;
    u64* const full = shared.full + slot;
    if (lane == 0) arrive_expecting(full, slot_bytes);
    u8* to = shared.ring + slot * slot_bytes + input_bytes;
    if (lane < boxes) copy_box(to + lane * box_bytes, a.weights, full, place_of(number), box_row(tile, lane));
  };
  const auto inputs = [&](int number) {
    const int slot = number % DEPTH;
    if (lane == 0) copy_box(shared.ring + slot * slot_bytes, a.inputs, shared.full + slot, place_of(number), 0);
  };
  const int first = min(DEPTH, all);
  for (int number = 0; number < first; ++number) weights(number);
  let_next_start();
  wait_for_previous();
  for (int number = 0; number < first; ++number) inputs(number);
  for (int number = first; number < all; ++number) {
    await(shared.empty + number % DEPTH, (number / DEPTH + 1) & 1);
    weights(number);
    inputs(number);
  }
}

__device__ __forceinline__ void multiply_tile(const Shared& shared, int& number, Products& products) {
#pragma unroll
  for (int j = 0; j < 2 * GROUPS; ++j)
#pragma unroll
    for (int i = 0; i < 4; ++i) products[j][i] = 0;
#pragma unroll 1
  for (int s = 0; s < steps; ++s, ++number) {
    const int slot = number % DEPTH;
    await(shared.full + slot, number / DEPTH & 1);
    const u64 x = matrix_at(shared.ring + slot * slot_bytes);
    const u64 w = matrix_at(shared.ring + slot * slot_bytes + input_bytes);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < 4; ++k) multiply_from<0>(products, x + 2 * k, w + 2 * k);  // 32 bytes on
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
    for (int j = 0; j < 2 * GROUPS; ++j)
#pragma unroll
      for (int i = 0; i < 4; ++i) asm volatile("" : "+f"(products[j][i])::"memory");
    if (threadIdx.x == 0) arrive(shared.empty + slot);
  }
}

__device__ __forceinline__ void keep(const Products& products, float* sums) {
  const int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  if (warp >= TOKENS / 16) return;
#pragma unroll
  for (int j = 0; j < 2 * GROUPS; ++j)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      sums[(8 * j + 2 * t + i % 2) * sum_stride + 16 * warp + g + i / 2 * 8] = products[j][i];
}

// Of a tile this block's part of the groups: eight lanes a group and four tokens.
constexpr int own_groups = (GROUPS + PIECES - 1) / PIECES, units = own_groups * (TOKENS / 4);
constexpr int units_at_once = enders / 8, turns = (units + units_at_once - 1) / units_at_once;
// What is read beside the sums is asked for before they are there, of so many turns.
constexpr int early_turns = turns < 2 ? turns : 2;

struct Unit {
  int group, token;  // of the tile; the first of four
  bool is_there;
};
__device__ __forceinline__ Unit unit_of(int turn, int tile, int piece) {
  const int thread = WALKS ? threadIdx.x - multipliers - 32 : threadIdx.x < multipliers ? threadIdx.x : threadIdx.x - 32;
  const int unit = turn * units_at_once + thread / 8, group = unit / (TOKENS / 4) * PIECES + piece;
  return {group, unit % (TOKENS / 4) * 4, unit < units && group < GROUPS && tile * GROUPS + group < all_groups};
}
struct BesideFour {
  Place places[4];
  Beside beside[4];
};
__device__ __forceinline__ void read_beside_four(const ProductArguments& a, const Unit& unit, int tile, int row,
                                                 BesideFour& four) {
  if (!unit.is_there) return;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int known = min(unit.token + i, a.tokens - 1);
    four.places[i] = find_place(a, known);
    four.beside[i] = read_beside(a, Chosen{}, four.places[i], tile * GROUPS + unit.group, row, known);
  }
}

struct Bests {
  u64 of[turns][4];  // tokens of a turn are the same in every tile
};
template <typename Meet>
__device__ __forceinline__ void end_tile(const ProductArguments& a, const Shared& shared, const float* scales, int tile,
                                         int piece, Bests& bests, const Meet& meet) {
  const int row = threadIdx.x % 8;
  BesideFour early[early_turns];
#pragma unroll
  for (int turn = 0; turn < early_turns; ++turn) read_beside_four(a, unit_of(turn, tile, piece), tile, row, early[turn]);
  meet();
#pragma unroll
  for (int turn = 0; turn < turns; ++turn) {
    const Unit unit = unit_of(turn, tile, piece);
    if (!unit.is_there) continue;
    BesideFour four;
    if (turn < early_turns)
      four = early[turn < early_turns ? turn : 0];
    else
      read_beside_four(a, unit, tile, row, four);
    const auto place_of = [&](int half) {
      return shared.sums + (eights_before(tile, unit.group, half) * 8 + row) * sum_stride + unit.token;
    };
    Four firsts[PIECES], seconds[PIECES];
#pragma unroll
    for (int p = 0; p < PIECES; ++p) {
      firsts[p] = load_of_block(place_in_block(place_of(0), p));
      seconds[p] = load_of_block(place_in_block(place_of(1), p));
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int token = unit.token + i;
      if (token >= a.tokens) continue;
      float first = 0, second = 0, factor = 1;
#pragma unroll
      for (int p = 0; p < PIECES; ++p) {
        first += firsts[p].of[i];
        second += seconds[p].of[i];
      }
#if HAS_NORM
      factor = scales[token];
#endif
      end_pair(a, Chosen{}, tile * GROUPS + unit.group, row, token, four.places[i], four.beside[i], first * factor,
               second * factor, bests.of[turn][i]);
    }
  }
}

__device__ __forceinline__ void keep_bests(const ProductArguments& a, const Bests& bests) {
#if defined(END_LOGITS)
#pragma unroll
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int token = unit_of(turn, 0, 0).token + i;
      if (threadIdx.x % 8 == 0 && bests.of[turn][i] != 0) keep_best(a, token, bests.of[turn][i]);
    }
#endif
}

extern "C" __global__ void __launch_bounds__(threads, 1) cluster_product(const __grid_constant__ ClusterArguments a) {
  extern __shared__ u8 given[];
  __shared__ float scales[TOKENS];
  __shared__ u64 barriers[2 * DEPTH];
  u8* const begin = given + (alignment - shared_address(given) % alignment) % alignment;
  const Shared shared{begin, reinterpret_cast<float*>(begin + sums_at), barriers, barriers + DEPTH};
  const int piece = blockIdx.x % PIECES, cluster = blockIdx.x / PIECES;
  const int warp = threadIdx.x / 32;
  const bool asks = warp == multipliers / 32, multiplies = warp < multipliers / 32;
  if (threadIdx.x == multipliers) make_barriers(barriers, 2 * DEPTH);
  __syncthreads();
  if (asks) {
    ask(a, shared, piece);
  } else {
    let_next_start();
    wait_for_previous();
#if HAS_NORM
    if (!multiplies) find_scales_at_once<helpers / 32>(a.product, scales, warp - multipliers / 32 - 1);
#endif
  }
  Bests bests{};
  int number = 0;
  Products products;
#if WALKS
  if (asks) return;
  const int clusters = gridDim.x;
  for (int tile = cluster; tile < all_tiles; tile += clusters) {
    if (multiplies) {
      multiply_tile(shared, number, products);
      if (tile != cluster) meet(sums_are_read, both);
      keep(products, shared.sums);
      tell(sums_are_there, both);
    } else {
      end_tile(a.product, shared, scales, tile, piece, bests, [] {
        meet(scales_are_there, helpers);
        meet(sums_are_there, both);
      });
      if (tile + clusters < all_tiles) tell(sums_are_read, both);
    }
  }
  if (!multiplies) keep_bests(a.product, bests);
#else
  // All that was asked for has come: sums take the ring's place.
  if (multiplies) {
    multiply_tile(shared, number, products);
    meet(all_are_multiplied, multipliers);
    keep(products, shared.sums);
  }
  __syncwarp();
  if (asks) {
    meet_cluster();
  } else {
    end_tile(a.product, shared, scales, cluster, piece, bests, [] { meet_cluster(); });
    keep_bests(a.product, bests);
  }
  __syncwarp();
  meet_cluster();
#endif
}
#else
extern "C" __global__ void cluster_product(const __grid_constant__ ClusterArguments a) {}
#endif
