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

constexpr std::int64_t rows_of_cluster = 128;

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

// Blocks that share 128 rows, and how many such clusters walk all rows, of which nearly all
// multiprocessors have as much to do. Clusters lie in groups of at least 16 multiprocessors.
std::optional<ProductCut> cluster_cut(const StepProduct& of, std::int64_t tokens,
                                      const Multiprocessors& multiprocessors) {
  constexpr std::int64_t step = 64, least_steps = 4, together = 16;
  constexpr double as_busy = 1.05;
  const std::int64_t tiles = of.outputs / rows_of_cluster;
  std::optional<ProductCut> best;
  double best_share = 0;
  for (const int pieces : {1, 2, 4, 8}) {
    if (of.inner % (pieces * step) != 0 || of.inner / pieces < least_steps * step) continue;
    const std::int64_t usable =
        pieces > 2 ? multiprocessors.count / together * together : multiprocessors.count;
    const std::int64_t rounds = (tiles * pieces + usable - 1) / usable;
    const double share =
        static_cast<double>(tiles * pieces) / static_cast<double>(rounds * multiprocessors.count);
    if (share <= best_share * as_busy) continue;
    best_share = share;
    best = ProductCut{.warps = 8,
                      .pieces = pieces,
                      .end_warps = 5,
                      .clusters = static_cast<int>((tiles + rounds - 1) / rounds)};
  }
  if (!best) return best;
  const std::int64_t columns = columns_of(tokens);
  const std::int64_t slot = rows_of_cluster * step * 2 + columns * step * 2;
  constexpr std::int64_t alignment = 1024, of_attention = 16 * 1024, declared = 1024,
                         most_depth = 8;
  const std::int64_t rest = rows_of_cluster * columns * 4 + alignment;
  const std::int64_t room = multiprocessors.shared_bytes - of_attention - declared - rest;
  best->depth = static_cast<int>(std::min(most_depth, room / slot));
  // No second block in the shared memory of a multiprocessor.
  best->shared_bytes = static_cast<int>(
      std::max(best->depth * slot + rest, multiprocessors.shared_bytes / 2 + 1024));
  return best;
}

// Of more tokens than a tile of theirs.
std::optional<KernelSource> cluster_product(const StepProduct& of, const DecoderShape& shape,
                                            std::int64_t tokens,
                                            const Multiprocessors& multiprocessors) {
  if (!multiprocessors.has_warpgroups || tokens <= 8 || shape.ranks > 1 ||
      of.format != WeightFormat::plain || of.choice != StepProduct::none ||
      of.outputs % rows_of_cluster != 0)
    return std::nullopt;
  const std::int64_t turning = shape.query_width() + shape.kv_width();
  if (std::string_view(of.end) == "END_QKV" &&
      (shape.rotary.width != shape.head_size || turning % rows_of_cluster != 0))
    return std::nullopt;
  const auto cut = cluster_cut(of, tokens, multiprocessors);
  if (!cut) return std::nullopt;
  CopiedBoxes boxes{of.inner, of.outputs};
  if (std::string_view(of.end) == "END_GLU") {
    boxes.second = of.outputs / 2;
    boxes.row_step = rows_of_cluster / 2;
  }
  KernelSource source{"cluster_product", product_constants(of, tokens, *cut), *cut, boxes};
  append_constants(source.constants, {kernel_constant("PIECES", cut->pieces),
                                      kernel_constant("SHARED", cut->shared_bytes)});
  return source;
}

}  // namespace

std::optional<KernelSource> product_kernel(const StepProduct& of, const DecoderShape& shape,
                                           std::int64_t tokens,
                                           const Multiprocessors& multiprocessors) {
  const std::int64_t chosen = shape.experts.per_token;
  if (auto made = staged_product(of, tokens, chosen, multiprocessors)) return made;
  if (auto made = cluster_product(of, shape, tokens, multiprocessors)) return made;
  if (tokens > most_skinny_tokens) return std::nullopt;
  if (auto made = wide_product(of, tokens, multiprocessors)) return made;
  return skinny_product(of, tokens, chosen, multiprocessors.count);
}

}  // namespace wgf::engine
