// SPDX-License-Identifier: MIT
// Y = X W' of 16 to 64 tokens by a matrix [outputs, INNER] of bf16, on GPUs of capability 9.0: as fast as W can be read.
// A cluster of PIECES blocks has 128 rows of W at a time, each block a piece of INNER. One warp asks for boxes of 64 numbers
// of all rows and of X, DEPTH of them ahead, across rows; two warpgroups multiply them where they lie, so that no thread
// moves a weight; the other warps end an equal part of the rows, adding up, in order, what all blocks of the cluster have.
// Behind its last box a block asks for some of the next product's, into the cache of all multiprocessors: memory is read
// while the last rows are ended and the next kernel begins.
//
// Constants as of skinny_product, TOKENS a multiple of 16, and PIECES, DEPTH, SHARED (bytes it is given)

#include "engine/device_code/texts/product_arguments.cu"
#include "engine/device_code/texts/rank_memory.cu"
#include "engine/device_code/texts/product_ends.cu"

struct __align__(64) TensorMap {
  u64 words[16];
};
// The boxes that the next product begins with: of `tiles` tiles, `row_step` rows one behind the other, two of 64 rows, the
// second `second` behind the first; of each of `pieces` of `slice` numbers the first `depth`.
struct NextBoxes {
  int tiles, row_step, second, pieces, slice, depth;
};
struct ClusterArguments {
  TensorMap weights, inputs, next;
  NextBoxes next_boxes;
  ProductArguments product;
};

constexpr int rows = 128, groups_each = rows / 16, own_groups = groups_each / PIECES;
constexpr int step = 64, steps = INNER / PIECES / step, all_tiles = OUTPUTS / rows;
constexpr int columns = TOKENS / 8;
static_assert(INNER % (PIECES * step) == 0 && OUTPUTS % rows == 0 && TOKENS % 16 == 0, "whole boxes");

// A block takes two boxes of 64 rows, whose groups' halves lie there so: of `joined` groups the first eight rows of each,
// then the second ones.
#if defined(END_GLU)
constexpr int joined = groups_each;
#elif defined(END_QKV)
constexpr int turning_tiles = (HEADS + KV_HEADS) * HEAD_SIZE / rows;
constexpr int turning = tiles_of_head < groups_each ? tiles_of_head : groups_each;
static_assert(ROTARY == HEAD_SIZE && (HEADS + KV_HEADS) * HEAD_SIZE % rows == 0, "whole heads turn, in whole boxes");
#else
constexpr int joined = 1;
#endif
// Of half a group of a tile, counted in eight rows.
__device__ __forceinline__ int eights_before(int tile, int group, int half) {
#if defined(END_QKV)
  const int joined = tile < turning_tiles ? turning : 1;
#endif
  return (group / joined * 2 + half) * joined + group % joined;
}
// Where the boxes of a tile begin.
__device__ __forceinline__ int first_box(int tile) {
#if defined(END_GLU)
  return tile * (rows / 2);
#elif defined(END_QKV)
  if (HEAD_SIZE > rows && tile < turning_tiles) return tile / 2 * HEAD_SIZE + tile % 2 * (rows / 2);
#endif
  return tile * rows;
}
__device__ __forceinline__ int second_box(int tile) {
#if defined(END_GLU)
  return OUTPUTS / 2 + tile * (rows / 2);
#elif defined(END_QKV)
  if (HEAD_SIZE > rows && tile < turning_tiles) return first_box(tile) + HEAD_SIZE / 2;
#endif
  return first_box(tile) + rows / 2;
}

constexpr int multipliers = 256, enders = 128, threads = multipliers + enders + 32;
constexpr int weight_bytes = rows * step * 2, input_bytes = TOKENS * step * 2, sum_bytes = rows * TOKENS * 4;
constexpr int alignment = 1024;  // of what is swizzled
static_assert(DEPTH * (weight_bytes + input_bytes) + sum_bytes + alignment <= SHARED, "the ring and the sums");

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

// Barriers in shared memory.
__device__ __forceinline__ u32 shared_address(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void make_barrier(u64* barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(u64* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}
__device__ __forceinline__ void arrive_expecting(u64* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
}
// Of the same place in the shared memory of a block of the cluster.
__device__ __forceinline__ u32 place_in_block(const void* p, int block) {
  u32 there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(p)), "r"(block));
  return there;
}
__device__ __forceinline__ void arrive_in_block(u64* barrier, int block) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(place_in_block(barrier, block))
               : "memory");
}
__device__ __forceinline__ void await(u64* barrier, u32 parity) {
  asm volatile(
      "{.reg .pred p;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again;}" ::"r"(shared_address(barrier)), "r"(parity)
      : "memory");
}
// What other blocks of the cluster wrote before they arrived is seen then.
__device__ __forceinline__ void await_cluster(u64* barrier, u32 parity) {
  asm volatile(
      "{.reg .pred p;\n"
      "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again;}" ::"r"(shared_address(barrier)), "r"(parity)
      : "memory");
}
__device__ __forceinline__ float load_of_block(u32 address) {
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
  return value;
}
__device__ __forceinline__ void meet_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// Boxes of 64 numbers of rows into swizzled shared memory.
__device__ __forceinline__ void copy_box(void* to, const TensorMap& map, u64* barrier, int at, int row) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(
          shared_address(to)),
      "l"(&map), "r"(shared_address(barrier)), "r"(at), "r"(row)
      : "memory");
}
// Into the cache of all multiprocessors.
__device__ __forceinline__ void prefetch_box(const TensorMap& map, int at, int row) {
  asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1, %2}];" ::"l"(&map), "r"(at), "r"(row)
               : "memory");
}

// Of rows of 128 bytes, swizzled: their address, and 1,024 bytes from eight rows to the next.
__device__ __forceinline__ u64 matrix_at(const void* p) {
  return (u64)((shared_address(p) & 0x3ffff) >> 4) | (u64)1 << 16 | (u64)(1024 >> 4) << 32 | (u64)1 << 62;
}

// d += a b': a [64 rows, 16], b [TOKENS, 16]. A thread has of each eight tokens what multiply_tile gives it.
#define FOUR(j) "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
__device__ __forceinline__ void multiply(float (&d)[columns][4], u64 a, u64 b, int adds) {
#if TOKENS == 16
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %10, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, p, 1, 1, 0, 0;}"
      : FOUR(0), FOUR(1)
      : "l"(a), "l"(b), "r"(adds));
#elif TOKENS == 32
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %18, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}, "
      "%16, %17, p, 1, 1, 0, 0;}"
      : FOUR(0), FOUR(1), FOUR(2), FOUR(3)
      : "l"(a), "l"(b), "r"(adds));
#elif TOKENS == 48
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %26, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,"
      "%17,%18,%19,%20,%21,%22,%23}, %24, %25, p, 1, 1, 0, 0;}"
      : FOUR(0), FOUR(1), FOUR(2), FOUR(3), FOUR(4), FOUR(5)
      : "l"(a), "l"(b), "r"(adds));
#else
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,"
      "%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, p, 1, 1, 0, 0;}"
      : FOUR(0), FOUR(1), FOUR(2), FOUR(3), FOUR(4), FOUR(5), FOUR(6), FOUR(7)
      : "l"(a), "l"(b), "r"(adds));
#endif
}
#undef FOUR

using Sums = float[groups_each][columns][4][32];

struct Shared {
  u8* weights;  // [DEPTH][rows][step], swizzled
  u8* inputs;   // [DEPTH][TOKENS][step], swizzled
  Sums* sums;   // of this block's piece
  u64 *full, *empty;  // [DEPTH]
  u64 *has_sums;      // all blocks of the cluster have theirs
  u64 *has_room;      // all have read this block's
};

// Blocks take turns.
__device__ __forceinline__ void ask_for_next(const ClusterArguments& a) {
  const NextBoxes& next = a.next_boxes;
  const int of_tile = 2 * next.pieces * next.depth;
  for (int i = blockIdx.x; i < next.tiles * of_tile; i += gridDim.x) {
    const int tile = i / of_tile, half = i % 2, box = i % of_tile / 2;
    prefetch_box(a.next, box % next.pieces * next.slice + box / next.pieces * step,
                 tile * next.row_step + half * next.second);
  }
}

// By one thread: before all blocks of the cluster have begun what needs none of them, then the rest.
__device__ __forceinline__ void ask(const ClusterArguments& a, const Shared& shared, int piece, bool is_first) {
  const int cluster = blockIdx.x / PIECES, clusters = gridDim.x / PIECES;
  const int my_tiles = (all_tiles - cluster + clusters - 1) / clusters, all = my_tiles * steps;
  const auto tile_of = [&](int number) { return cluster + number / steps * clusters; };
  const auto place_of = [&](int number) { return (piece * steps + number % steps) * step; };
  const auto weights = [&](int number) {
    const int slot = number % DEPTH, tile = tile_of(number), at = place_of(number);
    u8* to = shared.weights + slot * weight_bytes;
    arrive_expecting(shared.full + slot, weight_bytes + input_bytes);
    copy_box(to, a.weights, shared.full + slot, at, first_box(tile));
    copy_box(to + weight_bytes / 2, a.weights, shared.full + slot, at, second_box(tile));
  };
  const auto inputs = [&](int number) {
    const int slot = number % DEPTH;
    copy_box(shared.inputs + slot * input_bytes, a.inputs, shared.full + slot, place_of(number), 0);
  };
  const int first = min(DEPTH, all);
  if (is_first) {
    for (int number = 0; number < first; ++number) weights(number);
    return;
  }
  let_next_start();
  wait_for_previous();
  for (int number = 0; number < first; ++number) inputs(number);
  for (int number = first; number < all; ++number) {
    await(shared.empty + number % DEPTH, (number / DEPTH + 1) & 1);
    weights(number);
    inputs(number);
  }
  ask_for_next(a);
}

__device__ __forceinline__ void multiply_tiles(const Shared& shared) {
  const int group = threadIdx.x / 128, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int cluster = blockIdx.x / PIECES, clusters = gridDim.x / PIECES;
  int number = 0;
  for (int tile = cluster, turn = 0; tile < all_tiles; tile += clusters, ++turn) {
    float products[columns][4];
#pragma unroll
    for (int j = 0; j < columns; ++j)
#pragma unroll
      for (int i = 0; i < 4; ++i) products[j][i] = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s, ++number) {
      const int slot = number % DEPTH;
      await(shared.full + slot, number / DEPTH & 1);
      const u64 a = matrix_at(shared.weights + slot * weight_bytes + group * (weight_bytes / 2));
      const u64 b = matrix_at(shared.inputs + slot * input_bytes);
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
      for (int k = 0; k < 4; ++k) multiply(products, a + 2 * k, b + 2 * k, 1);  // 32 bytes on
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
      for (int j = 0; j < columns; ++j)
#pragma unroll
        for (int i = 0; i < 4; ++i) asm volatile("" : "+f"(products[j][i])::"memory");
      if (threadIdx.x % 128 == 0) arrive(shared.empty + slot);
    }
    if (turn > 0) await_cluster(shared.has_room, (turn + 1) & 1);
#pragma unroll
    for (int j = 0; j < columns; ++j)
#pragma unroll
      for (int i = 0; i < 4; ++i) (*shared.sums)[warp][j][i][lane] = products[j][i];
    __syncwarp();
    if (lane < PIECES) arrive_in_block(shared.has_sums, lane);
  }
}

__device__ __forceinline__ void end_tiles(const ProductArguments& a, const Shared& shared, float* scales, int piece) {
  const int thread = threadIdx.x - multipliers, lane = thread % 32, row = thread % 8;
  const int cluster = blockIdx.x / PIECES, clusters = gridDim.x / PIECES;
  let_next_start();
  wait_for_previous();
#if HAS_NORM
  find_scales_at_once(a, scales, thread / 32, enders / 32);
  asm volatile("bar.sync 1, %0;" ::"n"(enders) : "memory");
#endif
  constexpr int turns = TOKENS / 16;                      // of all tokens, by 16 that threads have at once
  constexpr int at_once = turns % 2 == 0 ? 2 : turns;     // pairs of a thread, as its registers allow
  u64 kept[turns] = {};
  u32 sums_of[PIECES];
#pragma unroll
  for (int p = 0; p < PIECES; ++p) sums_of[p] = place_in_block(shared.sums, p);
  for (int tile = cluster, turn = 0; tile < all_tiles; tile += clusters, ++turn) {
#pragma unroll
    for (int first = 0; first < own_groups * turns; first += at_once) {
      Place places[at_once];
      Beside beside[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int own = piece * own_groups + (first + i) / turns, token = (first + i) % turns * 16 + thread / 8;
        const int known = min(token, a.tokens - 1);
        places[i] = find_place(a, known);
        beside[i] = read_beside(a, Chosen{}, places[i], tile * groups_each + own, row, known);
      }
      if (first == 0) await_cluster(shared.has_sums, turn & 1);
      float mine[at_once][2];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int own = piece * own_groups + (first + i) / turns, token = (first + i) % turns * 16 + thread / 8;
        const auto place_of = [&](int half) {
          const int eights = eights_before(tile, own, half);
          return (((eights / 2 * columns + token / 8) * 4 + eights % 2 * 2 + token % 2) * 32 + row * 4 + token % 8 / 2) * 4;
        };
        const int first_place = place_of(0), second_place = place_of(1);
        float one[PIECES], other[PIECES];
#pragma unroll
        for (int p = 0; p < PIECES; ++p) {
          one[p] = load_of_block(sums_of[p] + first_place);
          other[p] = load_of_block(sums_of[p] + second_place);
        }
        mine[i][0] = mine[i][1] = 0;
#pragma unroll
        for (int p = 0; p < PIECES; ++p) {
          mine[i][0] += one[p];
          mine[i][1] += other[p];
        }
      }
      if (first + at_once == own_groups * turns) {
        __syncwarp();
        if (lane < PIECES) arrive_in_block(shared.has_room, lane);
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int own = piece * own_groups + (first + i) / turns, token = (first + i) % turns * 16 + thread / 8;
        if (token >= a.tokens) continue;
        float factor = 1;
#if HAS_NORM
        factor = scales[token];
#endif
        end_pair(a, Chosen{}, tile * groups_each + own, row, token, places[i], beside[i], mine[i][0] * factor,
                 mine[i][1] * factor, kept[(first + i) % turns]);
      }
    }
  }
#if defined(END_LOGITS)
#pragma unroll
  for (int i = 0; i < turns; ++i)
    if (row == 0 && i * 16 + thread / 8 < a.tokens) keep_best(a, i * 16 + thread / 8, kept[i]);
#endif
}

extern "C" __global__ void __launch_bounds__(threads, 1) cluster_product(const __grid_constant__ ClusterArguments a) {
  extern __shared__ u8 given[];
  __shared__ float scales[TOKENS];
  __shared__ u64 barriers[2 * DEPTH + 2];
  u8* const begin = given + (alignment - shared_address(given) % alignment) % alignment;
  const Shared shared{begin, begin + DEPTH * weight_bytes,
                      reinterpret_cast<Sums*>(begin + DEPTH * (weight_bytes + input_bytes)), barriers, barriers + DEPTH,
                      barriers + 2 * DEPTH, barriers + 2 * DEPTH + 1};
  const int piece = blockIdx.x % PIECES;
  if (threadIdx.x == multipliers + enders) {
    for (int i = 0; i < DEPTH; ++i) {
      make_barrier(shared.full + i, 1);
      make_barrier(shared.empty + i, 2);
    }
    make_barrier(shared.has_sums, PIECES * (multipliers / 32));
    make_barrier(shared.has_room, PIECES * (enders / 32));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    ask(a, shared, piece, true);
  }
  __syncwarp();
  meet_cluster();
  if (threadIdx.x < multipliers) {
    let_next_start();
    multiply_tiles(shared);
  } else if (threadIdx.x < multipliers + enders) {
    end_tiles(a.product, shared, scales, piece);
  } else if (threadIdx.x == multipliers + enders) {
    ask(a, shared, piece, false);
  }
  __syncwarp();
  meet_cluster();
}
#else
extern "C" __global__ void cluster_product(const __grid_constant__ ClusterArguments a) {}
#endif
