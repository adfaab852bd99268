// SPDX-License-Identifier: MIT
#include "advisor/network/unquantised.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "advisor/network/module_pattern.h"
#include "base/text.h"

namespace wgf::advisor {
namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

// One matrix of a layer by the names it has in checkpoints, as paths within the layer, and its
// share of the numbers of its part.
struct Module {
  std::vector<Names> paths;
  double share = 0;
};

std::vector<Names> paths_of(const Names& containers, const Names& between, const Names& names) {
  std::vector<Names> paths;
  for (const std::string& container : containers)
    for (const std::string& name : names) {
      Names path{container};
      path.insert(path.end(), between.begin(), between.end());
      path.push_back(name);
      paths.push_back(std::move(path));
    }
  return paths;
}

std::vector<Module> attention_modules(const Network& network, const Attention& a) {
  const Names in{"self_attn", "attention", "attn", "self_attention"};
  const double hidden = network.hidden, queries = 1.0 * a.heads * a.key_dim;
  const auto module = [&](const Names& names, double count) {
    return Module{paths_of(in, {}, names), count};
  };
  if (a.kind == Attention::Kind::recurrent)
    return {{paths_of({"linear_attn"}, {}, {"in_proj_qkvz", "in_proj_qkv"}), 3},
            {paths_of({"linear_attn"}, {}, {"out_proj"}), 1}};
  const double out = 1.0 * a.heads * a.value_dim * hidden;
  if (a.kind == Attention::Kind::latent) {
    const double rank = a.query_rank, nope = a.key_dim - a.rope_dim;
    return {module({"q_a_proj", "wq_a"}, hidden * rank),
            module({"q_b_proj", "q_proj", "wq_b"}, queries * (rank > 0 ? rank : hidden)),
            module({"kv_a_proj_with_mqa", "wkv"}, hidden * (a.kv_rank + a.rope_dim)),
            module({"kv_b_proj"}, 1.0 * a.kv_rank * a.heads * (nope + a.value_dim)),
            module({"o_proj", "wo_a", "wo_b"}, out)};
  }
  return {module({"q_proj", "qkv_proj", "query_key_value", "c_attn", "wq"}, queries * hidden),
          module({"k_proj", "qkv_proj", "query_key_value", "c_attn", "wk"},
                 hidden * a.kv_heads * a.key_dim),
          module({"v_proj", "qkv_proj", "query_key_value", "c_attn", "wv"},
                 hidden * a.kv_heads * a.value_dim),
          module({"o_proj", "out_proj", "dense", "c_proj", "wo"}, out)};
}

std::vector<Module> channel_modules(const FeedForward& ffn, const std::vector<Names>& betweens) {
  const Names in{"mlp", "feed_forward", "block_sparse_moe", "ffn"};
  const auto module = [&](const Names& names) {
    Module one{{}, 1};
    for (const Names& between : betweens)
      for (Names& path : paths_of(in, between, names)) one.paths.push_back(std::move(path));
    return one;
  };
  std::vector<Module> modules{
      module({"up_proj", "gate_up_proj", "w3", "fc1", "c_fc", "dense_h_to_4h"}),
      module({"down_proj", "w2", "fc2", "c_proj", "dense_4h_to_h"})};
  if (ffn.gated) modules.push_back(module({"gate_proj", "gate_up_proj", "w1"}));
  return modules;
}

// An entry of a list: of which layer, if of one, and what follows.
struct Entry {
  std::string layer;
  Names parts;
};

bool is_of_senses(const std::string& part) {
  constexpr std::string_view words[] = {"visual", "vision", "audio", "image", "projector", "mtp"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return part.find(word) != std::string::npos; });
}

std::optional<Entry> plain_entry(const std::string& text) {
  Names parts = split(text, '.');
  if (std::any_of(parts.begin(), parts.end(), is_of_senses)) return std::nullopt;
  const auto layers = std::find_if(parts.begin(), parts.end(), [](const std::string& part) {
    return part == "layers" || part == "h";
  });
  if (layers != parts.end() && layers + 1 != parts.end())
    return Entry{*(layers + 1), {layers + 2, parts.end()}};
  while (!parts.empty() && (parts.front() == "model" || parts.front() == "language_model"))
    parts.erase(parts.begin());
  if (parts.empty()) return std::nullopt;
  return Entry{"", parts};
}

// Whether the parts stand one after the other in the path.
bool is_part_of(const Names& path, const Names& parts) {
  return std::search(path.begin(), path.end(), parts.begin(), parts.end()) != path.end();
}

struct Lists {
  std::vector<Entry> of_any_layer;
  std::vector<std::pair<std::string, Names>> of_layers;  // sorted by the layer
  std::vector<std::string> globs;
  std::vector<std::pair<std::string, std::string>> globs_of_layers;  // sorted so
  bool is_read = true;

  void add(std::string text);
  void add_glob(std::string glob);
  bool has(const Module& module, const std::string& layer) const;
};

// ModelOpt lists "model.layers.0.self_attn*" for every layer.
void Lists::add_glob(std::string glob) {
  constexpr std::string_view before = ".layers.";
  const std::size_t begin = glob.find(before);
  const std::size_t number = begin == std::string::npos ? begin : begin + before.size();
  const std::size_t end =
      number == std::string::npos ? number : glob.find_first_not_of("0123456789", number);
  const bool is_of_layer =
      end != std::string::npos && end > number && glob[end] == '.' && glob.find('*') > end;
  if (is_of_layer)
    globs_of_layers.emplace_back(glob.substr(number, end - number), glob);
  else
    globs.push_back(std::move(glob));
}

void Lists::add(std::string text) {
  if (text.starts_with("re:")) {
    const auto found = globs_of_regex(std::string_view(text).substr(3));
    if (!found) is_read = false;
    if (!found) return;
    for (const std::string& glob : *found) add_glob(glob);
  } else if (text.find('*') != std::string::npos) {
    add_glob(std::move(text));
  } else if (std::optional<Entry> entry = plain_entry(text)) {
    if (entry->layer.empty())
      of_any_layer.push_back(*std::move(entry));
    else
      of_layers.emplace_back(entry->layer, entry->parts);
  }
}

bool Lists::has(const Module& module, const std::string& layer) const {
  const auto is_before = [](const auto& entry, const std::string& wanted) {
    return entry.first < wanted;
  };
  const auto first = std::lower_bound(of_layers.begin(), of_layers.end(), layer, is_before);
  const auto glob_of_layer =
      std::lower_bound(globs_of_layers.begin(), globs_of_layers.end(), layer, is_before);
  for (const Names& path : module.paths) {
    for (const Entry& entry : of_any_layer)
      if (is_part_of(path, entry.parts)) return true;
    for (auto entry = first; entry != of_layers.end() && entry->first == layer; ++entry)
      if (std::equal(entry->second.begin(), entry->second.end(), path.begin(),
                     path.begin() + std::min(std::ssize(entry->second), std::ssize(path))))
        return true;
    for (const char* begin : {"model.layers.", "model.language_model.layers.", "transformer.h."}) {
      const std::string whole = begin + layer + "." + join(path, ".");
      for (const std::string& glob : globs)
        if (matches_glob(whole, glob)) return true;
      for (auto one = glob_of_layer; one != globs_of_layers.end() && one->first == layer; ++one)
        if (matches_glob(whole, one->second)) return true;
    }
  }
  return false;
}

Lists lists_of(const Json& quantised) {
  Lists lists;
  for (const char* name : {"modules_to_not_convert", "ignore", "ignored_layers", "exclude_modules",
                           "llm_int8_skip_modules", "exclude"}) {
    const auto found = quantised.find(name);
    if (found == quantised.end() || !found->is_array()) continue;
    for (const Json& entry : *found)
      if (entry.is_string()) lists.add(entry.get<std::string>());
  }
  // GPTQModel's exceptions: "-:" and an expression names what is left as it is, all else has bits
  // of its own.
  const auto dynamic = quantised.find("dynamic");
  if (dynamic != quantised.end() && dynamic->is_object())
    for (const auto& [key, changed] : dynamic->items()) {
      if (key.starts_with("-:"))
        lists.add("re:" + key.substr(2));
      else
        lists.is_read = false;
    }
  std::sort(lists.of_layers.begin(), lists.of_layers.end());
  std::sort(lists.globs_of_layers.begin(), lists.globs_of_layers.end());
  return lists;
}

// Of the layers from one up to another.
double wide_share(const std::vector<Module>& modules, const Lists& lists, int from, int to) {
  double wide = 0, all = 0;
  for (int i = from; i < to; ++i)
    for (const Module& module : modules) {
      all += module.share;
      if (lists.has(module, std::to_string(i))) wide += module.share;
    }
  return all > 0 ? wide / all : 0;
}

}  // namespace

UnquantisedParts unquantised_parts(const Json& quantised, const Network& network) {
  const Lists lists = lists_of(quantised);
  UnquantisedParts parts{{}, lists.is_read};
  // A list longer than any network's is no list of modules.
  constexpr std::size_t most_comparisons = 100'000;
  const int layers = network.layer_count();
  if ((lists.globs.size() + lists.of_any_layer.size()) * static_cast<std::size_t>(layers) >
      most_comparisons)
    return {{}, false};
  const bool has_leading = !network.layers.empty() && network.layers.front().is_leading;
  const int leading = has_leading ? network.layers.front().count : 0;
  double attention = 0, wide_attention = 0, dense = 0, wide_dense = 0, experts = 0,
         wide_experts = 0;
  for (const LayerGroup& group : network.layers) {
    const LayerParams params = layer_params(network, group);
    const int from = group.is_leading ? 0 : leading, to = group.is_leading ? leading : layers;
    const auto add = [&](double& all, double& wide, std::int64_t count,
                         const std::vector<Module>& modules) {
      if (count == 0) return;
      const double numbers = static_cast<double>(count) * group.count;
      all += numbers;
      wide += numbers * wide_share(modules, lists, from, to);
    };
    add(attention, wide_attention, params.attention, attention_modules(network, group.attention));
    add(dense, wide_dense, params.dense, channel_modules(group.feed_forward, {{}}));
    add(dense, wide_dense, params.shared,
        channel_modules(group.feed_forward,
                        {{"shared_experts"}, {"shared_expert"}, {"shared_mlp"}}));
    add(experts, wide_experts, params.experts,
        channel_modules(group.feed_forward, {{"experts", "0"}}));
  }
  const auto share = [](double wide, double all) { return all > 0 ? wide / all : 1; };
  parts.shares = {share(wide_attention, attention), share(wide_dense, dense),
                  share(wide_experts, experts)};
  return parts;
}

}  // namespace wgf::advisor
