// SPDX-License-Identifier: MIT
#include "engine/llm/decode_kernels.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "engine/llm/mxfp4.h"

namespace wgf::engine {
namespace {

using Constants = std::vector<std::string>;

constexpr std::int64_t rows_of_cluster = 128;

std::string constant(const char* name, std::int64_t value) {
  return std::string(name) + "=" + std::to_string(value);
}

void append(Constants& constants, const Constants& more) {
  constants.insert(constants.end(), more.begin(), more.end());
}

// Share of the multiprocessors that have work, where each takes one group at a time.
double busy_share(std::int64_t groups, std::int64_t multiprocessors) {
  const std::int64_t rounds = (groups + multiprocessors - 1) / multiprocessors;
  return static_cast<double>(groups) / static_cast<double>(rounds * multiprocessors);
}

// Whole tiles turn, and those that do not are pairs as well.
bool has_whole_tiles(const Rotary& rotary, std::int64_t head_size) {
  return rotary.width % 16 == 0 && (head_size - rotary.width) % 16 == 0;
}

bool is_covered(const DecoderShape& shape) {
  const std::int64_t size = shape.head_size;
  const bool has_known_heads = (size == 64 || size == 128 || size == 256) &&
                               shape.query_group() <= 8 && has_whole_tiles(shape.rotary, size) &&
                               shape.rotary.width == shape.window_rotary.width;
  const auto& kinds = shape.is_of_experts;
  const bool has_one_kind =
      std::adjacent_find(kinds.begin(), kinds.end(), std::not_equal_to<>()) == kinds.end();
  constexpr std::int64_t most_experts = 256;
  const bool has_known_experts =
      has_one_kind && shape.experts.count <= most_experts && shape.experts.width % 8 == 0;
  const bool has_even_rows = shape.head_rows() % 16 == 0 && shape.hidden % 32 == 0 &&
                             shape.feed_forward % 8 == 0 && shape.hidden % 8 == 0;
  return has_known_heads && has_known_experts && has_even_rows;
}

struct Product {
  std::int64_t inner, outputs;
  bool has_norm;
  const char* end;
  WeightFormat format = WeightFormat::plain;
  enum Choice { none, of_rows, of_inputs } choice = none;  // of experts
  bool has_bias = false;
};

int bits_of(WeightFormat format) {
  if (format == WeightFormat::plain) return 16;
  return format == WeightFormat::int4 || format == WeightFormat::mxfp4 ? 4 : 8;
}

bool is_float(WeightFormat format) {
  return format == WeightFormat::fp8 || format == WeightFormat::mxfp4;
}

// Of a row; the last may have blocks of zeros.
std::optional<std::int64_t> steps_of_row(const Product& of) {
  const std::int64_t step = 512 / bits_of(of.format);
  const bool is_whole = of.inner % (of.format == WeightFormat::mxfp4 ? mxfp4_block : step) == 0;
  return is_whole ? std::optional((of.inner + step - 1) / step) : std::nullopt;
}

// As measured on an H100 and an H200 at the 8B shape. Of few tokens two blocks of a multiprocessor
// at once: the next kernel's weights are on their way while this one's last rows are summed. Of
// many one block with two tiles of rows, which halve the reads of inputs.
std::optional<ProductCut> cut_of(const Product& of, std::int64_t tokens,
                                 std::int64_t experts_chosen, std::int64_t multiprocessors) {
  const auto each = steps_of_row(of);
  if (!each) return std::nullopt;
  const std::int64_t all_steps = of.choice == Product::of_inputs ? *each * experts_chosen : *each;
  constexpr double as_busy = 0.98;
  const std::int64_t tiles = of.outputs / 16 * (of.choice == Product::of_rows ? experts_chosen : 1);
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

Constants product_constants(const Product& of, std::int64_t tokens, const ProductCut& cut) {
  return {constant("INNER", of.inner),
          constant("OUTPUTS", of.outputs),
          constant("TOKENS", columns_of(tokens)),
          constant("BITS", bits_of(of.format)),
          constant("IS_FLOAT", is_float(of.format) ? 1 : 0),
          constant("WARPS", cut.warps),
          constant("DEPTH", cut.depth),
          constant("HAS_NORM", of.has_norm ? 1 : 0),
          constant("CHOICE", of.choice),
          constant("HAS_BIAS", of.has_bias ? 1 : 0),
          of.end};
}

std::optional<KernelSource> skinny_product(const Product& of, std::int64_t tokens,
                                           std::int64_t experts_chosen,
                                           std::int64_t multiprocessors) {
  const auto cut = cut_of(of, tokens, experts_chosen, multiprocessors);
  if (!cut) return std::nullopt;
  KernelSource source{"skinny_product", product_constants(of, tokens, *cut), *cut};
  source.constants.push_back(constant("ROW_TILES", cut->row_tiles));
  source.constants.push_back(constant("BLOCKS", cut->blocks));
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
std::optional<KernelSource> staged_product(const Product& of, std::int64_t tokens,
                                           std::int64_t experts_chosen,
                                           const Multiprocessors& multiprocessors) {
  const std::int64_t step = 512 / bits_of(of.format);
  const auto steps = steps_of_row(of);
  if (tokens > most_staged_tokens || !steps) return std::nullopt;
  const std::int64_t most_chosen = of.choice == Product::none ? 1 : experts_chosen * tokens;
  const std::int64_t chosen = of.choice == Product::of_inputs ? most_chosen : 1;
  // A block's own sums, and attention beside it.
  const std::int64_t declared = (4 + 3 * tokens) * 1024, of_attention = 6 * 1024;
  const std::int64_t inputs = staged_input_bytes(*steps * step * chosen, of.format, tokens);
  const std::int64_t room = multiprocessors.shared_bytes - declared - of_attention - inputs;
  const bool is_int4 = of.format == WeightFormat::int4, is_mxfp4 = of.format == WeightFormat::mxfp4;
  const std::int64_t wanted = has_plain_inputs(of.format) ? 4 : 3;
  const bool has_expert_scales =
      bits_of(of.format) == 8 && of.choice == Product::of_inputs;  // others in each step
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
    append(source.constants, {constant("STAGED", tokens), constant("MOST_CHOSEN", most_chosen),
                              constant("SHARED", shared)});
    return source;
  }
  return std::nullopt;
}

// As measured on an H200 at the 8B shape: of more than one tile of tokens, where pieces are long.
std::optional<KernelSource> wide_product(const Product& of, std::int64_t tokens,
                                         const Multiprocessors& multiprocessors) {
  constexpr std::int64_t step = 32, least_piece = 3072;
  if (tokens <= 8 || of.format != WeightFormat::plain || of.choice != Product::none ||
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
    append(source.constants, {constant("PIECES", pieces), constant("SHARED", shared),
                              constant("SETS", sets), constant("SET_WARPS", end_warps / sets)});
    return source;
  }
  return std::nullopt;
}

// Blocks that share 128 rows, and how many such clusters walk all rows, of which nearly all
// multiprocessors have as much to do. Clusters lie in groups of at least 16 multiprocessors.
std::optional<ProductCut> cluster_cut(const Product& of, std::int64_t tokens,
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
std::optional<KernelSource> cluster_product(const Product& of, const DecoderShape& shape,
                                            std::int64_t tokens,
                                            const Multiprocessors& multiprocessors) {
  if (!multiprocessors.has_warpgroups || tokens <= 8 || shape.ranks > 1 ||
      of.format != WeightFormat::plain || of.choice != Product::none ||
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
  append(source.constants,
         {constant("PIECES", cut->pieces), constant("SHARED", cut->shared_bytes)});
  return source;
}

int bits_of(CacheFormat cache) {
  return cache == CacheFormat::fp8 ? 8 : 16;
}

std::string gain_constant(const DecoderShape& shape) {
  return constant("GAIN_SHIFT", shape.has_shifted_norms ? 1 : 0);
}

std::string activation_constant(const DecoderShape& shape) {
  return constant("ACTIVATION", static_cast<std::int64_t>(shape.activation));
}

Constants head_constants(const DecoderShape& shape) {
  return {constant("HEADS", shape.heads), constant("KV_HEADS", shape.kv_heads),
          constant("HEAD_SIZE", shape.head_size), constant("ROTARY", shape.rotary.width)};
}

bool is_of_experts(const DecoderShape& shape) {
  return !shape.is_of_experts.empty() && shape.is_of_experts.front();
}

std::optional<SkinnySources> skinny_sources(const DecoderShape& shape, WeightFormat format,
                                            std::int64_t tokens,
                                            const Multiprocessors& multiprocessors,
                                            CacheFormat cache) {
  const bool of_experts = is_of_experts(shape);
  const bool is_mxfp4 = format == WeightFormat::mxfp4;
  if (tokens > most_cluster_tokens || (!of_experts && is_mxfp4)) return std::nullopt;
  const WeightFormat of_heads = is_mxfp4 ? WeightFormat::plain : format;
  const std::int64_t hidden = shape.hidden;
  const std::int64_t width = middle_width(shape);
  const auto rows = of_experts ? Product::of_rows : Product::none;
  const auto inputs = of_experts ? Product::of_inputs : Product::none;
  const char* sum = shape.ranks > 1            ? "END_PART"
                    : shape.has_sandwich_norms ? "END_FLOAT"
                                               : "END_ADD";
  const bool has_middle_bias = of_experts ? shape.experts.has_biases : shape.has_mlp_bias;
  SkinnySources sources;
  std::vector<std::pair<KernelSource*, Product>> products = {
      {&sources.qkv,
       {hidden, shape.query_width() + 2 * shape.kv_width(), true,
        shape.has_head_norms ? "END_BF16" : "END_QKV", of_heads, Product::none,
        shape.has_qkv_bias}},
      {&sources.output,
       {shape.query_width(), hidden, false, sum, of_heads, Product::none, shape.has_output_bias}},
      {&sources.gate_up, {hidden, 2 * width, true, "END_GLU", format, rows, has_middle_bias}},
      {&sources.down, {width, hidden, false, sum, format, inputs, has_middle_bias}},
      {&sources.logits, {hidden, shape.head_rows(), true, "END_LOGITS"}}};
  if (of_experts)
    products.push_back({&sources.router.emplace(),
                        {hidden, router_rows(shape), true, "END_FLOAT", WeightFormat::plain,
                         Product::none, shape.experts.has_biases}});
  for (const auto& [source, of] : products) {
    auto made = staged_product(of, tokens, shape.experts.per_token, multiprocessors);
    if (!made) made = cluster_product(of, shape, tokens, multiprocessors);
    if (!made && tokens > most_skinny_tokens) return std::nullopt;
    if (!made) made = wide_product(of, tokens, multiprocessors);
    if (!made) made = skinny_product(of, tokens, shape.experts.per_token, multiprocessors.count);
    if (!made) return std::nullopt;
    *source = *std::move(made);
    source->constants.push_back(constant("RANKS", shape.ranks));
  }
  append(sources.qkv.constants, head_constants(shape));
  sources.qkv.constants.push_back(constant("CACHE_BITS", bits_of(cache)));
  for (KernelSource* adding : {&sources.output, &sources.down})
    adding->constants.push_back(gain_constant(shape));
  sources.gate_up.constants.push_back(activation_constant(shape));
  if (shape.has_sandwich_norms)
    sources.after_norm = {"after_norm", {constant("HIDDEN", hidden), gain_constant(shape)}, {}};
  if (of_experts)
    sources.choose_experts = {
        "choose_experts",
        {constant("EXPERTS", shape.experts.count), constant("STRIDE", router_rows(shape)),
         constant("CHOSEN", shape.experts.per_token), constant("TOKENS", columns_of(tokens)),
         constant("RENORMALISES", shape.experts.renormalises ? 1 : 0)},
        {}};
  if (shape.ranks > 1) {
    sources.sum_ranks = {"sum_ranks",
                         {constant("HIDDEN", hidden), constant("RANKS", shape.ranks),
                          constant("TOKENS", columns_of(tokens)), gain_constant(shape),
                          constant("HAS_AFTER_NORM", shape.has_sandwich_norms ? 1 : 0)},
                         {}};
    sources.await_ranks = {"await_ranks", {}, {}};
  }
  return sources;
}

KernelSource attention_source(const DecoderShape& shape, std::int64_t window, CacheFormat cache) {
  KernelSource source{"decode_attention", head_constants(shape), {}};
  append(source.constants,
         {constant("WINDOW", window), constant("HAS_SINKS", shape.has_sinks ? 1 : 0),
          constant("CACHE_BITS", bits_of(cache)), constant("BITS", bits_of(cache)), "IS_FLOAT=1"});
  return source;
}

bool has_any(const std::vector<bool>& kinds, bool wanted) {
  return std::find(kinds.begin(), kinds.end(), wanted) != kinds.end();
}

}  // namespace

std::vector<KernelSource> DecodeKernelSources::all() const {
  std::vector<KernelSource> sources{next_token, add_norm, place_heads, place_values, gate};
  for (const auto* optional :
       {&attention, &window_attention, &widen_matrix, &expert_gate_up, &expert_down})
    if (*optional) sources.push_back(**optional);
  for (const auto& [width, source] : round_rows) sources.push_back(source);
  if (!skinny) return sources;
  for (const KernelSource* one :
       {&skinny->qkv, &skinny->output, &skinny->gate_up, &skinny->down, &skinny->logits})
    sources.push_back(*one);
  for (const auto* optional : {&skinny->router, &skinny->choose_experts, &skinny->after_norm,
                               &skinny->sum_ranks, &skinny->await_ranks})
    if (*optional) sources.push_back(**optional);
  return sources;
}

std::optional<DecodeKernelSources> decode_kernel_sources(const DecoderShape& shape,
                                                         WeightFormat format, std::int64_t tokens,
                                                         const Multiprocessors& of,
                                                         CacheFormat cache) {
  if (!is_covered(shape)) return std::nullopt;
  DecodeKernelSources sources;
  sources.skinny = skinny_sources(shape, format, tokens, of, cache);
  // Else LibTorch's experts ask the host which were chosen.
  if (!sources.skinny && is_of_experts(shape) && !of.groups_products) return std::nullopt;
  const Constants of_hidden{constant("HIDDEN", shape.hidden), gain_constant(shape)};
  sources.next_token = {"next_token", of_hidden, {}};
  sources.add_norm = {"add_norm", of_hidden, {}};
  if (has_any(shape.is_windowed, false)) sources.attention = attention_source(shape, 0, cache);
  if (has_any(shape.is_windowed, true))
    sources.window_attention = attention_source(shape, shape.window, cache);
  sources.place_heads = {"place_heads", head_constants(shape), {}};
  append(sources.place_heads.constants,
         {constant("HAS_NORMS", shape.has_head_norms ? 1 : 0), gain_constant(shape),
          constant("CACHE_BITS", bits_of(cache))});
  sources.place_values = {"place_values", head_constants(shape), {}};
  sources.place_values.constants.push_back(constant("CACHE_BITS", bits_of(cache)));
  if (format != WeightFormat::plain)
    sources.widen_matrix = {
        "widen_matrix",
        {constant("BITS", bits_of(format)), constant("IS_FLOAT", is_float(format) ? 1 : 0)},
        {}};
  if (is_of_experts(shape) && bits_of(format) == 4) {
    const auto product = [&](std::int64_t inner, std::int64_t outputs) {
      return KernelSource{
          "expert_product",
          {constant("BITS", bits_of(format)), constant("IS_FLOAT", is_float(format) ? 1 : 0),
           constant("INNER", inner), constant("OUTPUTS", outputs),
           constant("HAS_BIAS", shape.experts.has_biases ? 1 : 0)},
          {}};
    };
    sources.expert_gate_up = product(shape.hidden, 2 * shape.experts.width);
    sources.expert_down = product(shape.experts.width, shape.hidden);
  }
  if (format == WeightFormat::fp8)
    for (const std::int64_t width : {shape.hidden, shape.query_width(), shape.feed_forward})
      if (width > 0) sources.round_rows[width] = {"round_rows", {constant("WIDTH", width)}, {}};
  sources.gate = {"gate", {constant("WIDTH", middle_width(shape)), activation_constant(shape)}, {}};
  return sources;
}

}  // namespace wgf::engine
