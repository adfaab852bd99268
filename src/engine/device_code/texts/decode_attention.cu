// SPDX-License-Identifier: MIT
// Attention of one new token a sequence over its pages of 64 keys and values. A block of four warps takes one head of
// keys and some of the pages; the heads of queries that share it are the columns of its products. The last block of a
// sequence and head to end joins the parts.
//
// Constants: HEADS, KV_HEADS, HEAD_SIZE (64, 128 or 256), WINDOW (tokens a query sees; 0: all), HAS_SINKS, IS_STAGED
// (whether pages come into shared memory, on GPUs of capability 9.0), CACHE_BITS and, for narrow_weights, the same as BITS
// with IS_FLOAT

#if __CUDA_ARCH__ < 900
#undef IS_STAGED
#define IS_STAGED 0
#endif

#include "engine/device_code/texts/cache_cells.cu"
#include "engine/device_code/texts/narrow_weights.cu"

struct AttentionArguments {
  const u16* queries;      // [sequences, HEADS HEAD_SIZE], rotated
  const Cell* keys;        // [pages, KV_HEADS, 64, HEAD_SIZE]
  const Cell* values;      // [pages, KV_HEADS, HEAD_SIZE, 64]
  const u16* sinks;        // [HEADS]
  u16* output;             // [sequences, HEADS HEAD_SIZE]
  const i64* past;         // [sequences]: position of the new token
  const int* block_table;  // [sequences, blocks_each]
  int blocks_each;
  float scale;        // of query times key, times log2(e)
  float* parts;       // [sequences, KV_HEADS, gridDim.x, GROUP, HEAD_SIZE + 4]
  u32* arrived;       // [sequences, KV_HEADS], zero before and after
};

constexpr int group = HEADS / KV_HEADS;
constexpr int page_keys = 64, warps = 4, columns = 8;
constexpr int key_steps = HEAD_SIZE / 32, value_tiles = HEAD_SIZE / 16 / warps, value_steps = page_keys / 32;
constexpr int weight_stride = page_keys + 32;
constexpr int part_size = HEAD_SIZE + 4;  // the sums, the largest score, the sum of weights; whole 16 bytes
constexpr float nothing = -1e30f;
static_assert(group <= columns, "the heads of queries that share one of keys fit the columns of a tile");
static_assert(HEAD_SIZE % (16 * warps) == 0, "each warp has rows of values");

// A lane's load of 16 bytes has its eight numbers of so many steps: of 16 bits one, of 8 bits two.
constexpr int loaded_steps = 16 / CACHE_BITS, load_width = 32 * loaded_steps;
constexpr int key_loads = key_steps / loaded_steps, value_loads = value_steps / loaded_steps;

struct Page {
  Quad key_first[key_loads], key_second[key_loads];
  Quad value_first[value_tiles][value_loads], value_second[value_tiles][value_loads];
};

// Where the eight numbers of lane place t lie that a step takes, in whatever is multiplied by the pages.
__device__ __forceinline__ int place_of(int step, int t) {
  return step / loaded_steps * load_width + 8 * loaded_steps * t + 8 * (step % loaded_steps);
}

// What kernels before this one wrote, past the cache of this multiprocessor.
__device__ __forceinline__ Quad load_shared(const Cell* address) {
  Quad q;
  asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(q.x), "=r"(q.y), "=r"(q.z), "=r"(q.w)
               : "l"(address)
               : "memory");
  return q;
}

// Where a lane's keys and values of a page begin.
struct PagePlace {
  const Cell *keys, *values;
};
__device__ __forceinline__ PagePlace find_page(const AttentionArguments& a, i64 number, int kv_head, int warp, int g,
                                               int t) {
  const i64 head = (number * KV_HEADS + kv_head) * page_keys * HEAD_SIZE;
  return {a.keys + head + (warp * 16 + g) * HEAD_SIZE + place_of(0, t),
          a.values + head + (warp * 16 * value_tiles + g) * page_keys + place_of(0, t)};
}

__device__ __forceinline__ void load_page(PagePlace from, Page& page) {
#pragma unroll
  for (int l = 0; l < key_loads; ++l) {
    page.key_first[l] = load_shared(from.keys + l * load_width);
    page.key_second[l] = load_shared(from.keys + 8 * HEAD_SIZE + l * load_width);
  }
#pragma unroll
  for (int tile = 0; tile < value_tiles; ++tile)
#pragma unroll
    for (int l = 0; l < value_loads; ++l) {
      page.value_first[tile][l] = load_shared(from.values + tile * 16 * page_keys + l * load_width);
      page.value_second[tile][l] = load_shared(from.values + (tile * 16 + 8) * page_keys + l * load_width);
    }
}

#if IS_STAGED
#include "engine/device_code/texts/staged_pages.cu"
#endif

// What of a page that was asked for before may have been written since: the key and the values of the new token.
__device__ __forceinline__ void load_token(PagePlace from, Page& page, int token, int warp, int g, int t) {
#pragma unroll
  for (int l = 0; l < key_loads; ++l) {
    if (warp * 16 + g == token) page.key_first[l] = load_shared(from.keys + l * load_width);
    if (warp * 16 + g + 8 == token) page.key_second[l] = load_shared(from.keys + 8 * HEAD_SIZE + l * load_width);
  }
  if (token / (8 * loaded_steps) % 4 != t) return;
#pragma unroll
  for (int tile = 0; tile < value_tiles; ++tile)
#pragma unroll
    for (int l = 0; l < value_loads; ++l) {
      page.value_first[tile][l] = load_shared(from.values + tile * 16 * page_keys + l * load_width);
      page.value_second[tile][l] = load_shared(from.values + (tile * 16 + 8) * page_keys + l * load_width);
    }
}

// The steps of a load of two rows with what they are multiplied by, whose steps lie one after another.
__device__ __forceinline__ void multiply_load(float (&d)[4], const Quad& first, const Quad& second, const Quad* v) {
  Quad a[loaded_steps], b[loaded_steps];
  widen(first, a);
  widen(second, b);
#pragma unroll
  for (int s = 0; s < loaded_steps; ++s) multiply_step(d, a[s], b[s], v[s]);
}

struct Two {
  float first, second;
};
__device__ __forceinline__ Two load_shared_two(const float* address) {
  Two two;
  asm volatile("ld.global.cg.v2.f32 {%0,%1}, [%2];" : "=f"(two.first), "=f"(two.second) : "l"(address) : "memory");
  return two;
}

__device__ __forceinline__ i64 load_shared_whole(const i64* address) {
  i64 value;
  asm volatile("ld.global.cg.s64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  return value;
}

extern "C" __global__ void __launch_bounds__(warps * 32) decode_attention(const AttentionArguments a) {
  __shared__ __align__(16) u16 weights[2][columns * weight_stride];
  __shared__ float largest[2][warps][columns], totals[2][warps][columns];
  __shared__ u32 place;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const int part = blockIdx.x, kv_head = blockIdx.y, sequence = blockIdx.z;

  // Where the new token stands was written before the kernel before this one began.
  const i64 past = load_shared_whole(a.past + sequence);
  const int last_page = (int)(past / page_keys);
#if WINDOW > 0
  const i64 first_key = past - WINDOW + 1 > 0 ? past - WINDOW + 1 : 0;
#else
  const i64 first_key = 0;
#endif
  const int first_page = (int)(first_key / page_keys);
  const int pages = last_page - first_page + 1;
  const int part_count = min((int)gridDim.x, pages);
  if (part >= part_count) {
    let_next_start();
    return;
  }
  // Some take a page more, and of each head others do: a multiprocessor often has the same part of several heads.
  const int turn = (part + kv_head + sequence * KV_HEADS) % part_count;
  const int each = pages / part_count, longer = pages % part_count;
  const int begin = first_page + turn * each + min(turn, longer), end = begin + each + (turn < longer ? 1 : 0);
  const int* table = a.block_table + (i64)sequence * a.blocks_each;

#if IS_STAGED
  __shared__ __align__(128) Cell halves[2 * page_numbers];
  __shared__ u64 here[2];
  const StagedPage page{halves, here};
  begin_pages(page);
  const auto copy = [&](PageHalf half, i64 number) {
    if (threadIdx.x == 0)
      copy_half(page, half, (half == its_keys ? a.keys : a.values) + (number * KV_HEADS + kv_head) * page_numbers);
  };
  const auto copy_first = [&] {
    const int number = table[begin];
    copy(its_keys, number);
    copy(its_values, number);
  };
  if (begin != last_page) copy_first();
  let_next_start();
  wait_for_previous();
  if (begin == last_page) copy_first();
  const auto quad_of = [&](PageHalf half, int row, int load, int width) {
    return *reinterpret_cast<const Quad*>(halves + half * page_numbers + row * width + load * load_width + place_of(0, t));
  };
  const auto keys_of = [&](int load, int eight) { return quad_of(its_keys, warp * 16 + eight * 8 + g, load, HEAD_SIZE); };
  const auto values_of = [&](int tile, int load, int eight) {
    return quad_of(its_values, (warp * value_tiles + tile) * 16 + eight * 8 + g, load, page_keys);
  };
#else
  Page page;
  const PagePlace first_place = find_page(a, table[begin], kv_head, warp, g, t);
  load_page(first_place, page);
  let_next_start();
  wait_for_previous();
  if (begin == last_page) load_token(first_place, page, (int)(past % page_keys), warp, g, t);
  const auto keys_of = [&](int load, int eight) { return eight == 0 ? page.key_first[load] : page.key_second[load]; };
  const auto values_of = [&](int tile, int load, int eight) {
    return eight == 0 ? page.value_first[tile][load] : page.value_second[tile][load];
  };
#endif

  const u16* query = a.queries + (i64)sequence * HEADS * HEAD_SIZE + (kv_head * group + min(g, group - 1)) * HEAD_SIZE;
  Quad queries[key_steps];
#pragma unroll
  for (int s = 0; s < key_steps; ++s) queries[s] = load_written(query + place_of(s, t));

  // Of the columns 2 t and 2 t + 1 of this lane.
  float top[2] = {nothing, nothing}, total[2] = {0, 0};
  float output[value_tiles][4] = {};
  for (int p = begin; p < end; ++p) {
    const int buffer = (p - begin) % 2;
#if IS_STAGED
    const int next = p + 1 < end ? table[p + 1] : 0;
    await(here + its_keys, buffer);
#endif
    float scores[4] = {};
#pragma unroll
    for (int l = 0; l < key_loads; ++l)
      multiply_load(scores, keys_of(l, 0), keys_of(l, 1), queries + l * loaded_steps);
    const i64 key = (i64)p * page_keys + warp * 16 + g;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const i64 at = key + (i / 2) * 8;
      scores[i] = at > past || at < first_key ? nothing : scores[i] * a.scale;
    }
    float most[2] = {fmaxf(scores[0], scores[2]), fmaxf(scores[1], scores[3])};
    for (int offset = 4; offset < 32; offset *= 2) {
      most[0] = fmaxf(most[0], __shfl_xor_sync(0xffffffffu, most[0], offset));
      most[1] = fmaxf(most[1], __shfl_xor_sync(0xffffffffu, most[1], offset));
    }
    if (g == 0) {
      largest[buffer][warp][2 * t] = most[0];
      largest[buffer][warp][2 * t + 1] = most[1];
    }
    __syncthreads();
#if IS_STAGED
    if (p + 1 < end) copy(its_keys, next);
#endif
    float shrink[2], sums[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      float now = top[i];
      for (int w = 0; w < warps; ++w) now = fmaxf(now, largest[buffer][w][2 * t + i]);
      shrink[i] = exp2f(top[i] - now);
      top[i] = now;
      const float first = exp2f(scores[i] - now), second = exp2f(scores[i + 2] - now);
      u16* row = weights[buffer] + (2 * t + i) * weight_stride + warp * 16 + g;
      row[0] = to_bf16(first);
      row[8] = to_bf16(second);
      sums[i] = first + second;
    }
    for (int offset = 4; offset < 32; offset *= 2) {
      sums[0] += __shfl_xor_sync(0xffffffffu, sums[0], offset);
      sums[1] += __shfl_xor_sync(0xffffffffu, sums[1], offset);
    }
    if (g == 0) {
      totals[buffer][warp][2 * t] = sums[0];
      totals[buffer][warp][2 * t + 1] = sums[1];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      total[i] *= shrink[i];
      for (int w = 0; w < warps; ++w) total[i] += totals[buffer][w][2 * t + i];
    }
#if IS_STAGED
    await(here + its_values, buffer);
#endif
#pragma unroll
    for (int tile = 0; tile < value_tiles; ++tile) {
#pragma unroll
      for (int i = 0; i < 4; ++i) output[tile][i] *= shrink[i % 2];
#pragma unroll
      for (int l = 0; l < value_loads; ++l) {
        Quad shares[loaded_steps];
#pragma unroll
        for (int s = 0; s < loaded_steps; ++s)
          shares[s] = *reinterpret_cast<const Quad*>(weights[buffer] + g * weight_stride +
                                                     place_of(l * loaded_steps + s, t));
        multiply_load(output[tile], values_of(tile, l, 0), values_of(tile, l, 1), shares);
      }
    }
    if (p + 1 == end) break;
#if IS_STAGED
    __syncthreads();
    copy(its_values, next);
#else
    load_page(find_page(a, table[p + 1], kv_head, warp, g, t), page);
#endif
  }

  u16* result = a.output + (i64)sequence * HEADS * HEAD_SIZE + kv_head * group * HEAD_SIZE;
#if HAS_SINKS
  constexpr float log2_e = 1.44269504f;
#endif
  if (part_count == 1) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int column = 2 * t + i;
      if (column >= group) continue;
#if HAS_SINKS
      total[i] += exp2f(to_float(a.sinks[kv_head * group + column]) * log2_e - top[i]);
#endif
      const float divisor = 1.0f / total[i];
#pragma unroll
      for (int tile = 0; tile < value_tiles; ++tile) {
        u16* y = result + column * HEAD_SIZE + (warp * value_tiles + tile) * 16 + g;
        y[0] = to_bf16(output[tile][i] * divisor);
        y[8] = to_bf16(output[tile][i + 2] * divisor);
      }
    }
    return;
  }

  float* all = a.parts + ((i64)sequence * KV_HEADS + kv_head) * gridDim.x * group * part_size;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int column = 2 * t + i;
    if (column >= group) continue;
    float* mine = all + (part * group + column) * part_size;
#pragma unroll
    for (int tile = 0; tile < value_tiles; ++tile) {
      float* y = mine + (warp * value_tiles + tile) * 16 + g;
      y[0] = output[tile][i];
      y[8] = output[tile][i + 2];
    }
    if (warp == 0 && g == 0) {
      mine[HEAD_SIZE] = top[i];
      mine[HEAD_SIZE + 1] = total[i];
    }
  }
  __syncthreads();
  u32* counter = a.arrived + sequence * KV_HEADS + kv_head;
  if (threadIdx.x == 0)
    asm volatile("atom.global.add.acq_rel.gpu.u32 %0, [%1], 1;" : "=r"(place) : "l"(counter) : "memory");
  __syncthreads();
  if (place != (u32)part_count - 1) return;
  if (threadIdx.x == 0) *counter = 0;
  // A warp a head of queries. What is read of the first parts is asked for at once.
  constexpr int at_once = 8, twos = HEAD_SIZE / 64;
  for (int column = warp; column < group; column += warps) {
    const float* mine = all + column * part_size;
    const auto stats_of = [&](int q) {
      return q < part_count ? load_shared_two(mine + q * group * part_size + HEAD_SIZE) : Two{nothing, 0};
    };
    Two stats = stats_of(lane), values[twos] = {};
    float most = stats.first, sum = 0, share = 0;
    for (int first = 0; first < part_count; first += at_once) {
      Two sums[at_once][twos];
#pragma unroll
      for (int q = 0; q < at_once; ++q)
#pragma unroll
        for (int i = 0; i < twos; ++i)
          sums[q][i] = load_shared_two(mine + min(first + q, part_count - 1) * group * part_size + i * 64 + 2 * lane);
      if (first == 0) {
        for (int q = 32; q < part_count; q += 32) most = fmaxf(most, stats_of(q + lane).first);
        for (int offset = 16; offset > 0; offset /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));
      }
      if (first % 32 == 0) {
        if (first > 0) stats = stats_of(first + lane);
        share = exp2f(stats.first - most);  // 0 of parts that are not there
        sum += share * stats.second;
      }
#pragma unroll
      for (int q = 0; q < at_once; ++q) {
        const float of_part = __shfl_sync(0xffffffffu, share, first % 32 + q);
#pragma unroll
        for (int i = 0; i < twos; ++i) {
          values[i].first += of_part * sums[q][i].first;
          values[i].second += of_part * sums[q][i].second;
        }
      }
    }
    sum = sum_of_warp(sum);
#if HAS_SINKS
    sum += exp2f(to_float(a.sinks[kv_head * group + column]) * log2_e - most);
#endif
#pragma unroll
    for (int i = 0; i < twos; ++i)
      *reinterpret_cast<u32*>(result + column * HEAD_SIZE + i * 64 + 2 * lane) =
          pack(values[i].first / sum, values[i].second / sum);
  }
}
