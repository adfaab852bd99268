// SPDX-License-Identifier: MIT
#include "advisor/network/assumed_network.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace wgf::advisor {
namespace {

constexpr double width_per_layer = 128;
constexpr double block_factor = 12;  // parameters of a layer / width^2
constexpr int assumed_vocab = 32'000;
constexpr std::int64_t grouped_from = 20'000'000'000, untied_from = 1'000'000'000;
constexpr int grouped_kv_heads = 8;
// What tensor parallelism splits: heads in eights.
constexpr int heads_step = 8;

// Of published networks below a billion parameters 64 (GPT-2, BERT, Pythia), else 128.
int head_dim(std::int64_t params) {
  return params < untied_from ? 64 : 128;
}

// Eights of heads; networks too small for that have whole heads. Beyond 8,192 published widths lie
// 4,096 apart (12,288, 16,384, 20,480).
int typical_width(std::int64_t params, const std::optional<int>& layers) {
  constexpr double wide = 8192;
  constexpr int step_of_wide = 4096;
  const auto size = static_cast<double>(params);
  const double width = layers ? std::sqrt(size / (block_factor * *layers))
                              : std::cbrt(size * width_per_layer / block_factor);
  const int heads = heads_step * head_dim(params);
  const int step = width > wide && !layers ? step_of_wide
                   : width >= heads        ? heads
                                           : head_dim(params);
  return std::max(step, static_cast<int>(std::lround(width / step)) * step);
}

// In fours, in sixteens of wide ones and in twos of small ones, so that pipelines share them out
// evenly.
int typical_layers(std::int64_t params, int hidden, std::int64_t tables) {
  constexpr int wide = 8192;
  const double layers =
      static_cast<double>(params - tables) / (block_factor * hidden * static_cast<double>(hidden));
  const int step = params < untied_from ? 2 : hidden < wide ? 4 : 16;
  if (layers < step) return std::max(1, static_cast<int>(std::lround(layers)));
  return static_cast<int>(std::lround(layers / step)) * step;
}

// Parameters of so many words more or less as nobody minds.
double parameters_of_words(const Network& network, double words) {
  return words * network.hidden * (network.has_tied_embeddings ? 1 : 2);
}
constexpr int part_of_words = 16;

// The few words that bring it to its size, where the step of the feed-forward leaves it beside.
void take_remaining_words(Network& network, std::int64_t params) {
  const auto rest = static_cast<double>(params - count_parameters(network).total());
  const double words = std::round(rest / parameters_of_words(network, 1));
  if (std::abs(words) <= network.vocab / part_of_words) network.vocab += static_cast<int>(words);
}

// The width of the feed-forward that brings the network to its size: a multiple of 256, or of less
// where so coarse a step misses the size by more than half a thousandth
// or than a few words.
int remaining_width(const Network& network, std::int64_t params) {
  constexpr double most_off = 0.0005;
  const std::int64_t rest = params - count_parameters(network).total();
  const std::int64_t of_one = 3LL * network.hidden * network.layers[0].count;
  if (rest < of_one)
    throw Error({"network.shape_too_large",
                 {{"params", std::to_string(params)},
                  {"parts", std::to_string(count_parameters(network).total())}}},
                ExitCode::usage);
  const double exact = static_cast<double>(rest) / static_cast<double>(of_one),
               of_words = parameters_of_words(network, network.vocab / part_of_words),
               allowed = std::min(most_off * static_cast<double>(params), of_words) /
                         static_cast<double>(of_one);
  double step = 256, width = std::round(exact / step) * step;
  while (step > 1 && (width < 1 || std::abs(width - exact) > allowed)) {
    step /= 2;
    width = std::round(exact / step) * step;
  }
  return static_cast<int>(std::min(width, 1e6));
}

[[noreturn]] void throw_shape(const char* key,
                              std::vector<std::pair<std::string, std::string>> args) {
  throw Error({key, std::move(args)}, ExitCode::usage);
}

// Heads of equal size, groups of equal heads: there is no other way to give their size.
void check_heads(const Network& network, const Attention& attention) {
  if (attention.heads > network.hidden || network.hidden % attention.heads != 0)
    throw_shape("network.heads_of_width", {{"hidden", std::to_string(network.hidden)},
                                           {"heads", std::to_string(attention.heads)}});
  if (attention.heads % attention.kv_heads != 0)
    throw_shape("network.heads_of_groups", {{"heads", std::to_string(attention.heads)},
                                            {"kv_heads", std::to_string(attention.kv_heads)}});
}

// Published networks have 20 to 400 times as much width as layers, a feed-forward of up to 64
// widths (T5 11B) and, of the size that is named, all but what two or three matrices differ by.
void check_proportions(const Network& network, std::int64_t params) {
  constexpr double widest = 2048, most_feed_forward = 100, most_off = 2;
  const LayerGroup& group = network.layers.front();
  const double hidden = network.hidden, layers = group.count;
  const auto counted = static_cast<double>(count_parameters(network).total());
  const auto size = static_cast<double>(params);
  const bool is_shaped_so = hidden <= widest * layers && layers <= hidden &&
                            group.feed_forward.hidden <= most_feed_forward * hidden;
  const bool is_of_size = counted <= most_off * size && size <= most_off * counted;
  if (is_shaped_so && is_of_size) return;
  throw_shape(is_shaped_so ? "network.shape_of_other_size" : "network.shape_of_none",
              {{"layers", std::to_string(group.count)},
               {"hidden", std::to_string(network.hidden)},
               {"ffn", std::to_string(group.feed_forward.hidden)},
               {"parts", std::to_string(count_parameters(network).total())},
               {"params", std::to_string(params)}});
}

}  // namespace

Network network_of_size(std::int64_t params, const KnownShape& known) {
  Network network;
  LayerGroup group;
  network.hidden = known.hidden.value_or(typical_width(params, known.layers));
  if (known.heads && !known.hidden && *known.heads <= network.hidden)  // the nearest of whole heads
    network.hidden -= network.hidden % *known.heads;
  // The table of a very small network is at most a quarter of it.
  const std::int64_t most_words = std::max<std::int64_t>(1, params / (4LL * network.hidden));
  network.vocab =
      known.vocab.value_or(static_cast<int>(std::min<std::int64_t>(assumed_vocab, most_words)));
  network.has_tied_embeddings = params < untied_from;
  const NetworkParams tables = count_parameters(network);
  group.count =
      known.layers.value_or(typical_layers(params, network.hidden, tables.embedding + tables.head));
  group.attention.heads = known.heads.value_or(std::max(1, network.hidden / head_dim(params)));
  group.attention.key_dim = group.attention.value_dim = network.hidden / group.attention.heads;
  const bool is_grouped = params >= grouped_from && group.attention.heads % grouped_kv_heads == 0;
  group.attention.kv_heads =
      known.kv_heads.value_or(is_grouped ? grouped_kv_heads : group.attention.heads);
  network.layers = {group};
  network.layers[0].feed_forward.hidden = known.ffn_hidden.value_or(0);
  if (!known.ffn_hidden) network.layers[0].feed_forward.hidden = remaining_width(network, params);
  if (!known.ffn_hidden && !known.vocab) take_remaining_words(network, params);
  check_heads(network, group.attention);
  check_proportions(network, params);
  network.is_assumed = !known.is_complete();
  network.published_params = params;
  return network;
}

}  // namespace wgf::advisor
