// SPDX-License-Identifier: MIT
#include "emulated_block.h"

#include <ucontext.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace emulated {
namespace {

constexpr std::size_t stack_bytes = std::size_t{1} << 17;

struct Copy {
  char* to;
  const void* from;
};

struct Fiber {
  ucontext_t context{};
  Index thread;
  bool has_ended = false;
  std::vector<std::vector<Copy>> copies{{}};  // the last group is not ended
};

struct Meeting {
  int count = 0;
  unsigned generation = 0;
};
struct Lanes {
  Meeting meeting;
  std::uint64_t given[32] = {};
};

struct Block {
  Index index, grid;
  int living = 0;
  Meeting all, named[16];
  Lanes whole[32];                                            // of warps
  std::map<std::pair<unsigned, std::uint32_t>, Lanes> lanes;  // of parts of them, by warp and mask
  const std::function<void()>* kernel = nullptr;
  Fiber* current = nullptr;
  ucontext_t scheduler{};
};
Block* block = nullptr;  // of the one that runs

// Of one block after another.
char* stack_of(unsigned thread) {
  static std::vector<std::unique_ptr<char[]>> stacks;
  while (stacks.size() <= thread)
    stacks.push_back(std::make_unique_for_overwrite<char[]>(stack_bytes));
  return stacks[thread].get();
}

void yield() {
  swapcontext(&block->current->context, &block->scheduler);
}

// Threads that have ended are not waited for.
void meet(Meeting& meeting, int threads) {
  const unsigned mine = meeting.generation;
  ++meeting.count;
  while (meeting.generation == mine) {
    if (meeting.count >= std::min(threads, block->living)) {
      meeting.count = 0;
      ++meeting.generation;
      return;
    }
    yield();
  }
}

void run_fiber() {
  (*block->kernel)();
  block->current->has_ended = true;
  --block->living;
  yield();
}

unsigned lane() {
  return block->current->thread.x % 32;
}
Lanes& lanes_of(std::uint32_t mask) {
  const unsigned warp = block->current->thread.x / 32;
  return mask == 0xffffffffU ? block->whole[warp] : block->lanes[{warp, mask}];
}

void run_block(Index index, Index grid, unsigned threads, const std::function<void()>& kernel) {
  Block running;
  running.index = index;
  running.grid = grid;
  running.living = static_cast<int>(threads);
  running.kernel = &kernel;
  block = &running;
  std::vector<Fiber> fibers(threads);
  for (unsigned i = 0; i < threads; ++i) {
    Fiber& fiber = fibers[i];
    fiber.thread.x = i;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = stack_of(i);
    fiber.context.uc_stack.ss_size = stack_bytes;
    makecontext(&fiber.context, run_fiber, 0);
  }
  while (running.living > 0)
    for (Fiber& fiber : fibers) {
      if (fiber.has_ended) continue;
      running.current = &fiber;
      swapcontext(&running.scheduler, &fiber.context);
    }
  block = nullptr;
}

double number_of(std::uint32_t word, int place, Numbers numbers) {
  if (numbers == Numbers::bytes) return static_cast<std::int8_t>(word >> 8 * place);
  const std::uint32_t bits = word >> 16 * place & 0xffff;
  return numbers == Numbers::bf16 ? of_bf16(bits) : of_half(bits);
}

// Of numbers of 8 bits without their sign: so many bits of fraction, and the exponent's bias.
struct Small {
  int fraction, bias;
};
constexpr Small e4m3{3, 7}, e5m2{2, 15};

double size_of(std::uint32_t bits, Small kind) {
  const int whole = 1 << kind.fraction, exponent = static_cast<int>(bits >> kind.fraction),
            fraction = static_cast<int>(bits) % whole;
  return std::ldexp(exponent == 0 ? fraction : whole + fraction,
                    std::max(exponent, 1) - kind.bias - kind.fraction);
}

// The sizes up to the last number, in the order of their bits.
std::vector<double> sizes_of(Small kind, std::uint32_t last) {
  std::vector<double> sizes;
  for (std::uint32_t bits = 0; bits <= last; ++bits) sizes.push_back(size_of(bits, kind));
  return sizes;
}

// To the nearest, of two the even one.
std::uint32_t to_small(float number, const std::vector<double>& sizes) {
  const double size = std::min(std::abs(static_cast<double>(number)), sizes.back());
  auto bits = static_cast<std::uint32_t>(std::lower_bound(sizes.begin(), sizes.end(), size) -
                                         sizes.begin());
  if (bits > 0) {
    const double below = size - sizes[bits - 1], above = sizes[bits] - size;
    if (below < above || (below == above && bits % 2 == 1)) --bits;
  }
  return (std::signbit(number) ? 128U : 0U) | bits;
}

const char shared_begin = 0;  // of addresses; all static ones are near

}  // namespace

void launch(Index blocks, unsigned threads, const std::function<void()>& kernel) {
  for (unsigned z = 0; z < blocks.z; ++z)
    for (unsigned y = 0; y < blocks.y; ++y)
      for (unsigned x = 0; x < blocks.x; ++x) run_block({x, y, z}, blocks, threads, kernel);
}

const Index& thread_index() {
  return block->current->thread;
}
const Index& block_index() {
  return block->index;
}
const Index& grid_size() {
  return block->grid;
}

void meet_block() {
  meet(block->all, 1 << 20);
}

void meet_named(int barrier, int threads, bool waits) {
  if (waits)
    meet(block->named[barrier], threads);
  else
    ++block->named[barrier].count;
}

void meet_lanes(std::uint32_t mask) {
  meet(lanes_of(mask).meeting, std::popcount(mask));
}

std::uint64_t exchanged(std::uint32_t mask, std::uint64_t given, int source) {
  Lanes& lanes = lanes_of(mask);
  lanes.given[lane()] = given;
  meet_lanes(mask);
  const std::uint64_t result = lanes.given[source];
  meet_lanes(mask);
  return result;
}

void copy_ahead(std::uint32_t shared, const void* from) {
  char* to = const_cast<char*>(&shared_begin) + static_cast<std::int32_t>(shared);
  std::memset(to, 0xff, 16);
  block->current->copies.back().push_back({to, from});
}
void end_copies() {
  block->current->copies.emplace_back();
}
void wait_for_copies(int left) {
  auto& groups = block->current->copies;
  while (static_cast<int>(groups.size()) - 1 > left) {
    for (const Copy& copy : groups.front()) std::memcpy(copy.to, copy.from, 16);
    groups.erase(groups.begin());
  }
}
std::uint32_t shared_place(const void* address) {
  return static_cast<std::uint32_t>(static_cast<const char*>(address) - &shared_begin);
}

void multiply(double (&d)[4], const std::uint32_t (&ab)[6], Numbers numbers) {
  constexpr std::uint32_t all = 0xffffffffU;
  const int each = numbers == Numbers::bytes ? 4 : 2;  // of a register
  const int g = static_cast<int>(lane()) / 4, t = static_cast<int>(lane()) % 4;
  std::uint32_t of_lanes[32][6];
  Lanes& lanes = lanes_of(all);
  for (int i = 0; i < 6; ++i) {
    lanes.given[lane()] = ab[i];
    meet_lanes(all);
    for (int other = 0; other < 32; ++other)
      of_lanes[other][i] = static_cast<std::uint32_t>(lanes.given[other]);
    meet_lanes(all);
  }
  for (int i = 0; i < 4; ++i) {
    const int row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (int k = 0; k < 8 * each; ++k) {
      const int half = k / (4 * each), owner = k % (4 * each) / each, place = k % each;
      d[i] += number_of(of_lanes[row % 8 * 4 + owner][row / 8 + 2 * half], place, numbers) *
              number_of(of_lanes[column * 4 + owner][4 + half], place, numbers);
    }
  }
}

std::uint32_t to_e4m3(float number) {
  static const std::vector<double> sizes = sizes_of(e4m3, 126);
  return to_small(number, sizes);
}
std::uint32_t to_e5m2(float number) {
  static const std::vector<double> sizes = sizes_of(e5m2, 123);
  return to_small(number, sizes);
}

std::uint32_t halves_of_e4m3(std::uint32_t two) {
  const auto half = [](std::uint32_t bits) {
    const double size = size_of(bits & 127, e4m3);
    return to_half(static_cast<float>((bits & 128) != 0 ? -size : size));
  };
  return pair(half(two), half(two >> 8));
}

std::uint32_t fma_bf16(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const auto one = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return to_bf16(std::fma(of_bf16(x & 0xffff), of_bf16(y & 0xffff), of_bf16(z & 0xffff)));
  };
  return pair(one(a, b, c), one(a >> 16, b >> 16, c >> 16));
}

std::uint32_t multiply_halves(std::uint32_t a, std::uint32_t b) {
  return pair(to_half(of_half(a & 0xffff) * of_half(b & 0xffff)),
              to_half(of_half(a >> 16) * of_half(b >> 16)));
}

std::uint32_t lop3(std::uint32_t a, std::uint32_t b, std::uint32_t c, int table) {
  std::uint32_t result = 0;
  for (int i = 0; i < 8; ++i)
    if ((table >> i & 1) != 0)
      result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
  return result;
}

}  // namespace emulated

unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  const std::uint64_t all = static_cast<std::uint64_t>(high) << 32 | low;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned which = selector >> 4 * i & 15;
    unsigned byte = static_cast<unsigned>(all >> 8 * (which & 7)) & 255;
    if (which >= 8) byte = byte >= 128 ? 255 : 0;  // its sign
    result |= byte << 8 * i;
  }
  return result;
}
