// SPDX-License-Identifier: MIT
#include "engine/llm/product_kernels.h"

#include <algorithm>
#include <string_view>

#include "engine/device_code/device_texts.h"
#include "engine/llm/mxfp4.h"

namespace wgf::engine {

void append_constants(KernelConstants& constants, const KernelConstants& more) {
  constants.insert(constants.end(), more.begin(), more.end());
}

int bits_of(WeightFormat format) {
  if (format == WeightFormat::plain) return 16;
  return format == WeightFormat::int4 || format == WeightFormat::mxfp4 ? 4 : 8;
}

bool is_float(WeightFormat format) {
  return format == WeightFormat::fp8 || format == WeightFormat::mxfp4;
}

namespace {

// Share of the multiprocessors that have work, where each takes one group at a time.
double busy_share(std::int64_t groups, std::int64_t multiprocessors) {
  const std::int64_t rounds = (groups + multiprocessors - 1) / multiprocessors;
  return static_cast<double>(groups) / static_cast<double>(rounds * multiprocessors);
}

// Of a row; the last may have blocks of zeros.
std::optional<std::int64_t> steps_of_row(const StepProduct& of) {
  const std::int64_t step = 512 / bits_of(of.format);
  const bool is_whole = of.inner % (of.format == WeightFormat::mxfp4 ? mxfp4_block : step) == 0;
  return is_whole ? std::optional((of.inner + step - 1) / step) : std::nullopt;
}

// As measured on an H100 and an H200 at the 8B shape. Of few tokens two blocks of a multiprocessor
// at once: the next kernel's weights are on their way while this one's last rows are summed. Of
// many one block with two tiles of rows, which halve the reads of inputs.
std::optional<ProductCut> cut_of(const StepProduct& of, std::int64_t tokens,
                                 std::int64_t experts_chosen, std::int64_t multiprocessors) {
  const auto each = steps_of_row(of);
  if (!each) return std::nullopt;
  const std::int64_t all_steps =
      of.choice == StepProduct::of_inputs ? *each * experts_chosen : *each;
  constexpr double as_busy = 0.98;
  const std::int64_t tiles =
      of.outputs / 16 * (of.choice == StepProduct::of_rows ? experts_chosen : 1);
  const bool joins_rows =
      tokens > 8 && of.outputs % 32 == 0 &&
      busy_share(tiles / 2, multiprocessors) >= as_busy * busy_share(tiles, multiprocessors);
  std::optional<ProductCut> best;
  double best_share = 0;  // of the turns of all warps' rings that load something
  for (const int warps : {8, 4})
    for (int depth = 4; depth >= 2; --depth) {
      const std::int64_t around = warps * depth;
      const std::int64_t turns = (all_steps + around - 1) / around;
      const double share = static_cast<double>(all_steps) / static_cast<double>(turns * around);
      constexpr double much = 1.02;
      if (share <= best_share * much) continue;
      best_share = share;
      best = ProductCut{warps, depth, joins_rows ? 2 : 1, joins_rows ? 1 : 2};
    }
  return best;
}

KernelConstants product_constants(const StepProduct& of, std::int64_t tokens,
                                  const ProductCut& cut) {
  return {kernel_constant("INNER", of.inner),
          kernel_constant("OUTPUTS", of.outputs),
          kernel_constant("TOKENS", columns_of(tokens)),
          kernel_constant("BITS", bits_of(of.format)),
          kernel_constant("IS_FLOAT", is_float(of.format) ? 1 : 0),
          kernel_constant("WARPS", cut.warps),
          kernel_constant("DEPTH", cut.depth),
          kernel_constant("HAS_NORM", of.has_norm ? 1 : 0),
          kernel_constant("CHOICE", of.choice),
          kernel_constant("HAS_BIAS", of.has_bias ? 1 : 0),
          of.end};
}

std::optional<KernelSource> skinny_product(const StepProduct& of, std::int64_t tokens,
                                           std::int64_t experts_chosen,
                                           std::int64_t multiprocessors) {
  const auto cut = cut_of(of, tokens, experts_chosen, multiprocessors);
  if (!cut) return std::nullopt;
  KernelSource source{"skinny_product", product_constants(of, tokens, *cut), *cut};
  source.constants.push_back(kernel_constant("ROW_TILES", cut->row_tiles));
  source.constants.push_back(kernel_constant("BLOCKS", cut->blocks));
  return source;
}

bool has_plain_inputs(WeightFormat format) {
  return format == WeightFormat::plain || format == WeightFormat::mxfp4;
}

// Bytes of the inputs of `inner` numbers a token as staged_inputs keeps them: of plain weights and
// mxfp4 as they are, else with what each step needs beside them.
std::int64_t staged_input_bytes(std::int64_t inner, WeightFormat format, std::int64_t tokens) {
  constexpr std::int64_t padding = 64, number = 2;  // half precision, or two digits
  const std::int64_t steps = inner * bits_of(format) / 512;
  constexpr std::int64_t of_step = 4;  // a scale
  return tokens * (number * inner + 2 * padding + (has_plain_inputs(format) ? 0 : of_step * steps));
}

// As measured on an H200 at the 8B shape: so many bytes in flight, 16 warps but for int4, whose
// rows are short.
std::optional<KernelSource> staged_product(const StepProduct& of, std::int64_t tokens,
                                           std::int64_t experts_chosen,
                                           const Multiprocessors& multiprocessors) {
  const std::int64_t step = 512 / bits_of(of.format);
  const auto steps = steps_of_row(of);
  if (tokens > most_staged_tokens || !steps) return std::nullopt;
  const std::int64_t most_chosen = of.choice == StepProduct::none ? 1 : experts_chosen * tokens;
  const std::int64_t chosen = of.choice == StepProduct::of_inputs ? most_chosen : 1;
  // A block's own sums, and attention beside it.
  const std::int64_t declared = (4 + 3 * tokens) * 1024, of_attention = 6 * 1024;
  const std::int64_t inputs = staged_input_bytes(*steps * step * chosen, of.format, tokens);
  const std::int64_t room = multiprocessors.shared_bytes - declared - of_attention - inputs;
  const bool is_int4 = of.format == WeightFormat::int4, is_mxfp4 = of.format == WeightFormat::mxfp4;
  const std::int64_t wanted = has_plain_inputs(of.format) ? 4 : 3;
  const bool has_expert_scales =
      bits_of(of.format) == 8 && of.choice == StepProduct::of_inputs;  // others in each step
  const std::int64_t slot = 1024 + (is_int4                         ? 32
                                    : is_mxfp4 || has_expert_scales ? 64
                                                                    : 0);  // a step, and its scales
  for (const int warps : {16, 12, 8}) {
    if ((is_int4 && warps > 8) || is_mxfp4 != (warps == 12)) continue;
    const std::int64_t turn = warps * 2 * slot;
    const std::int64_t depth = std::min(wanted, room / turn);
    constexpr std::int64_t least_depth = 2;
    if (depth < least_depth) continue;
    // No second block in the shared memory of a multiprocessor.
    const std::int64_t shared =
        std::max(depth * turn + inputs, multiprocessors.shared_bytes / 2 + 1024);
    const ProductCut cut{warps, static_cast<int>(depth), 1, 1, static_cast<int>(shared)};
    KernelSource source{"staged_product", product_constants(of, tokens, cut), cut};
    append_constants(source.constants, {kernel_constant("STAGED", tokens),
                                        kernel_constant("MOST_CHOSEN", most_chosen),
                                        kernel_constant("SHARED", shared)});
    return source;
  }
  return std::nullopt;
}

// As measured on an H200 at the 8B shape: of more than one tile of tokens, where pieces are long.
std::optional<KernelSource> wide_product(const StepProduct& of, std::int64_t tokens,
                                         const Multiprocessors& multiprocessors) {
  constexpr std::int64_t step = 32, least_piece = 3072;
  if (tokens <= 8 || of.format != WeightFormat::plain || of.choice != StepProduct::none ||
      of.outputs / 16 < multiprocessors.count)
    return std::nullopt;
  const std::int64_t tiles = columns_of(tokens) / 8;
  constexpr int warps = 8, sets = 2, end_warps = 8;
  constexpr std::int64_t turn = warps * 2 * 1024, of_attention = 6 * 1024, declared = 1024;
  const std::int64_t sums = sets * warps * tiles * 512;
  const std::int64_t room = multiprocessors.shared_bytes - declared - of_attention - sums;
  for (const int pieces : {1, 2, 4}) {
    const std::int64_t piece = of.inner / pieces;
    if (of.inner % (pieces * step) != 0 || (pieces > 1 && piece < least_piece)) continue;
    const std::int64_t inputs = tiles * 8 * piece * 2;
    constexpr std::int64_t wanted = 4, least_depth = 3;
    const std::int64_t depth = std::min(wanted, (room - inputs) / turn);
    if (depth < least_depth) continue;
    // No second block in the shared memory of a multiprocessor.
    const std::int64_t shared =
        std::max(depth * turn + inputs + sums, multiprocessors.shared_bytes / 2 + 1024);
    const ProductCut cut{warps,    static_cast<int>(depth), 1, 1, static_cast<int>(shared), pieces,
                         end_warps};
    KernelSource source{"wide_product", product_constants(of, tokens, cut), cut};
    append_constants(
        source.constants,
        {kernel_constant("PIECES", pieces), kernel_constant("SHARED", shared),
         kernel_constant("SETS", sets), kernel_constant("SET_WARPS", end_warps / sets)});
    return source;
  }
  return std::nullopt;
}

// So many run at once, where blocks have a multiprocessor each: clusters of four do not fill every
// group of multiprocessors.
std::int64_t clusters_at_once(int pieces, const Multiprocessors& multiprocessors) {
  return pieces > 2 ? multiprocessors.clusters_of_four : multiprocessors.count / pieces;
}

// One way to cut a product for clusters: `each` groups of 16 rows a tile, shared by `pieces`
// blocks, and `tiles` of them one after another.
struct ClusterWay {
  int pieces = 1;
  std::int64_t tiles = 1, each = 1, columns = 16, clusters = 0, depth = 0;

  std::int64_t rows() const { return 16 * each; }
  // Bytes of shared memory: of 64 numbers of all rows and of X, of sums, of all.
  std::int64_t slot() const { return (rows() + columns) * 128; }
  std::int64_t sums() const { return rows() * (columns + 4) * 4; }
  std::int64_t sums_beside() const { return tiles > 1 ? sums() : 0; }  // else where boxes were
  std::int64_t shared() const { return depth * slot() + sums_beside() + alignment; }
  static constexpr std::int64_t alignment = 1024;

  // Of how much is read, in rows: those beyond the end of W, X, which comes from the cache; more
  // where few blocks read, or a block asks for little ahead: one slot is multiplied, another waits
  // half a turn. As measured on an H200 at the 8B shape.
  double cost(std::int64_t multiprocessors) const {
    constexpr double of_cached = 0.4, enough_blocks = 0.85, not_asked_for = 1.5;
    constexpr double enough_ahead = 135 * 1024, twice_at = 180 * 1024;  // bytes
    const auto real = [](std::int64_t count) { return static_cast<double>(count); };
    const double blocks = real(clusters * pieces) / real(multiprocessors);
    const double ahead = (real(depth) - not_asked_for) * real(slot());
    return real(clusters * tiles * rows()) * (1 + of_cached * real(columns) / real(rows())) *
           std::max(1.0, enough_blocks / blocks) *
           std::max(1.0, 1 + (enough_ahead - ahead) / twice_at);
  }
};

std::vector<ClusterWay> cluster_ways(const StepProduct& of, std::int64_t together,
                                     std::int64_t tokens, const Multiprocessors& multiprocessors) {
  constexpr std::int64_t step = 64, least_steps = 4, most_groups = 16, most_tiles = 32;
  constexpr std::int64_t of_attention = 16 * 1024, declared = 1024;
  constexpr std::int64_t most_depth = 16, least_depth = 4;
  const std::int64_t room = multiprocessors.shared_bytes - of_attention - declared;
  const std::int64_t groups = of.outputs / 16, columns = columns_of(tokens);
  // So that a slot has the 64 rows that a warpgroup reads of X.
  const std::int64_t least = std::max<std::int64_t>(1, (64 - columns) / 16);
  std::vector<ClusterWay> ways;
  for (const int pieces : {1, 2, 4}) {
    if (of.inner % (pieces * step) != 0 || of.inner / pieces < least_steps * step) continue;
    const std::int64_t at_once = clusters_at_once(pieces, multiprocessors);
    for (std::int64_t tiles = 1; tiles <= (pieces == 1 ? most_tiles : 1); ++tiles) {
      ClusterWay way{.pieces = pieces, .tiles = tiles, .columns = columns};
      const std::int64_t even = (groups + at_once * tiles - 1) / (at_once * tiles);
      way.each = (std::max(even, least) + together - 1) / together * together;
      way.clusters = (groups + way.each * tiles - 1) / (way.each * tiles);
      way.depth =
          std::min(most_depth, (room - ClusterWay::alignment - way.sums_beside()) / way.slot());
      if (way.each <= most_groups && way.depth >= least_depth &&
          way.depth * way.slot() >= way.sums())
        ways.push_back(way);
    }
  }
  return ways;
}

std::optional<ProductCut> cluster_cut(const StepProduct& of, std::int64_t together,
                                      std::int64_t tokens, const Multiprocessors& multiprocessors) {
  const std::vector<ClusterWay> ways = cluster_ways(of, together, tokens, multiprocessors);
  if (ways.empty()) return std::nullopt;
  const ClusterWay& best =
      *std::min_element(ways.begin(), ways.end(), [&](const auto& a, const auto& b) {
        return a.cost(multiprocessors.count) < b.cost(multiprocessors.count);
      });
  // No second block in the shared memory of a multiprocessor.
  const std::int64_t shared = std::max(best.shared(), multiprocessors.shared_bytes / 2 + 1024);
  return ProductCut{.warps = 8,
                    .depth = static_cast<int>(best.depth),
                    .row_tiles = static_cast<int>(best.each),
                    .shared_bytes = static_cast<int>(shared),
                    .pieces = best.pieces,
                    .end_warps = 1,
                    .clusters = static_cast<int>(best.clusters)};
}

// Of more tokens than a tile of theirs.
std::optional<KernelSource> cluster_product(const StepProduct& of, const DecoderShape& shape,
                                            std::int64_t tokens,
                                            const Multiprocessors& multiprocessors) {
  if (multiprocessors.clusters_of_four == 0 || tokens <= 8 || shape.ranks > 1 ||
      of.format != WeightFormat::plain || of.choice != StepProduct::none || of.outputs % 16 != 0)
    return std::nullopt;
  const std::string_view end = of.end;
  const std::int64_t together = end == "END_QKV" ? shape.head_size / 16 : 1;  // whole heads
  const auto cut = cluster_cut(of, together, tokens, multiprocessors);
  if (!cut) return std::nullopt;
  // Of gate and up a box each.
  const std::int64_t rows = (end == "END_GLU" ? 8 : 16) * static_cast<std::int64_t>(cut->row_tiles);
  KernelSource source{"cluster_product", product_constants(of, tokens, *cut), *cut,
                      CopiedBoxes{of.inner, of.outputs, rows}};
  const bool walks = of.outputs / 16 > static_cast<std::int64_t>(cut->clusters) * cut->row_tiles;
  append_constants(
      source.constants,
      {kernel_constant("PIECES", cut->pieces), kernel_constant("GROUPS", cut->row_tiles),
       kernel_constant("WALKS", walks ? 1 : 0), kernel_constant("SHARED", cut->shared_bytes)});
  return source;
}

}  // namespace

std::optional<KernelSource> product_kernel(const StepProduct& of, const DecoderShape& shape,
                                           std::int64_t tokens,
                                           const Multiprocessors& multiprocessors) {
  const std::int64_t chosen = shape.experts.per_token;
  if (auto made = staged_product(of, tokens, chosen, multiprocessors)) return made;
  // As measured on an H200 at the 8B shape: of few tokens clusters are the faster where rows are
  // few.
  if (tokens > most_skinny_tokens || std::string_view(of.end) == "END_ADD")
    if (auto made = cluster_product(of, shape, tokens, multiprocessors)) return made;
  if (tokens > most_skinny_tokens) return std::nullopt;
  if (auto made = wide_product(of, tokens, multiprocessors)) return made;
  return skinny_product(of, tokens, chosen, multiprocessors.count);
}

}  // namespace wgf::engine
