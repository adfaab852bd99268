// SPDX-License-Identifier: MIT
#include "truth/serving_row_case.h"

#include <algorithm>

#include "truth/row_counts.h"
#include "truth/said_words.h"
#include "truth/serving_layout_words.h"
#include "truth/serving_pools.h"
#include "truth/serving_run_words.h"

namespace wgf::truth {
namespace {

constexpr double most_ranks = 1e6;

std::optional<int> labelled_count(const std::string& text, std::string_view label) {
  const auto number = labelled_number(text, label);
  return number && *number >= 1 && *number < most_ranks ? std::optional(static_cast<int>(*number))
                                                        : std::nullopt;
}

std::optional<int> first_count(const std::string& text,
                               std::initializer_list<std::string_view> labels) {
  for (const std::string_view label : labels)
    if (const auto number = labelled_count(text, label)) return number;
  return std::nullopt;
}

// Ranks of attention of a network with experts.
std::optional<int> attention_ranks(const std::string& notes) {
  return first_count(notes, {"attention_dp", "attention_dp_size", "attention dp", "dp attention",
                             "dep", "dp-size", "dp_size", "data-parallel-size",
                             "data_parallel_size", "data parallel", "data-parallel", "dp"});
}

// Ranks of a stage that share attention out, and those that share experts out.
advisor::ServingLayout shared_layout(const std::string& notes, bool has_experts, int ranks) {
  advisor::ServingLayout layout;
  if (!has_experts) return layout;
  const bool shares_out = says_any(notes, {"attention dp", "dp attention", "dp-attention"}) &&
                          !has_any(notes, {"parallel mode t"});
  const bool spreads_experts =
      shares_out || says_any(notes, {"expert parallel", "expert-parallel", "ep-moe"});
  layout.attention_dp = attention_ranks(notes).value_or(shares_out ? ranks : 1);
  layout.ep = first_count(notes, {"ep", "ep-size", "ep_size", "dep", "tep"})
                  .value_or(spreads_experts ? ranks : 1);
  return layout;
}

// The column's number, or that of the notes; of networks with experts these name parts of it too.
std::optional<int> stated_axis(const Cells& cells, const char* column, std::optional<int> in_notes,
                               bool has_experts) {
  const auto stated = axis_of(cells, column);
  if (stated && in_notes && stated != in_notes && !has_experts)
    throw Unreadable{"layout contradicts its notes"};
  return stated ? stated : in_notes;
}

bool read_engines(const Cells& cells, ServingRow& row) {
  const int gpus = need(gpus_of(cells, "gpus"), "number of GPUs not stated");
  advisor::ServingLayout& layout = row.one.layout;
  if (advisor::cuts_layers_only(row.one.software)) {
    layout.pp = gpus;
    return true;
  }
  std::string notes = lower_case(cells.text("notes"));
  for (const std::string_view words : {"data parallel attention", "data-parallel attention"})
    if (const std::size_t at = notes.find(words); at != std::string::npos)
      notes.replace(at, words.size(), "dp attention");
  const bool has_experts = row.network.has_experts();
  const ServingLayoutWords said = serving_layout_words(notes, !has_experts);
  const int pp = stated_axis(cells, "pp", said.pp, has_experts).value_or(1);
  const auto tp = stated_axis(cells, "tp", said.tp, has_experts);
  const int copies = said.copies.value_or(1), ranks = gpus / pp / copies;
  if (ranks * pp * copies != gpus || (said.copies && tp && !has_experts && *tp != ranks))
    throw Unreadable{"layout does not multiply to the GPUs"};
  layout = shared_layout(notes, has_experts, ranks);
  const bool is_stated =
      gpus == pp || tp || said.copies || layout.attention_dp > 1 || layout.ep > 1;
  layout.pp = pp;
  layout.tp = ranks / layout.attention_dp;
  row.one.engines = copies;
  // Where sequences are shared out, the column may have all ranks or those of one sequence.
  if (tp && layout.attention_dp == 1 && *tp < ranks && ranks % *tp == 0) {
    layout.tp = *tp;
    row.one.engines *= ranks / *tp;
    if (layout.ep > 1) throw Unreadable{"experts do not divide the ranks"};
  }
  const bool is_beyond = tp && *tp > ranks;
  if (is_beyond || layout.gpus() * row.one.engines != gpus || layout.ranks() % layout.ep != 0)
    throw Unreadable{"layout does not multiply to the GPUs"};
  return is_stated;
}

void read_pools(const std::string& notes, ServingRow& row) {
  const auto prefill = pool_of(notes, "prefill "), decode = pool_of(notes, "decode ");
  if (!prefill || !decode) throw Unreadable{"layout not stated"};
  row.one.layout = decode->layout;
  row.one.engines = decode->engines;
  row.one.prefill = advisor::PrefillPool{prefill->layout, prefill->engines};
  if (row.one.layout.ranks() % row.one.layout.ep != 0 ||
      prefill->layout.ranks() % prefill->layout.ep != 0)
    throw Unreadable{"experts do not divide the ranks"};
}

}  // namespace

void require_described(const std::string& notes, const advisor::Network& network) {
  if (drafts_tokens(notes)) throw Unreadable{"tokens accepted of those drafted not stated"};
  if (says_any(notes, {"cache hit rate", "cache hit", "shared prefix", "cached prompt"}) &&
      labelled_number(notes, "hit rate") != 0)
    throw Unreadable{"prompts partly in the cache"};
  if (says_any(notes, {"beam search", "beam width"})) throw Unreadable{"beam search not described"};
  if (runs_without_graphs(notes)) throw Unreadable{"kernels launched without graphs"};
  if (leaves_layers_to_host(notes, network.layer_count()))
    throw Unreadable{"weights partly on the host"};
}

bool read_layout(const Cells& cells, ServingRow& row) {
  const std::string notes = cells.text("notes");
  if (says_any(lower_case(notes), {"disagg", "1p1d", "1p2d", "2p1d", "2p2d", "3p1d", "4p1d"}))
    return read_pools(notes, row), true;
  return read_engines(cells, row);
}

}  // namespace wgf::truth
