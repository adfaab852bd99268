// SPDX-License-Identifier: MIT
#include "advisor/memory/advice.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/network/splits.h"
#include "base/distributions.h"
#include "base/error.h"

namespace wgf::advisor {
namespace {

constexpr double least_saving = 0.01;
constexpr double sequence_step = 256;

void require_divisible(const char* key, int number, int by) {
  if (by > 1 && number % by != 0)
    throw Error({key, {{"number", std::to_string(number)}, {"by", std::to_string(by)}}},
                ExitCode::usage);
}

// The largest whole number up to `most` for which `holds`; it holds for all smaller ones.
double largest(double most, const std::function<bool(double)>& holds) {
  if (!holds(1)) return 0;
  double low = 1, high = 2;
  while (high <= most && holds(high)) low = high, high *= 2;
  high = std::min(high, most + 1);
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

using Change = std::function<bool(MemoryCase&)>;  // false: no change of this kind is left

struct NamedChange {
  const char* what;
  Change apply;
};

std::vector<NamedChange> training_changes() {
  return {
      {"recompute_selective",
       [](MemoryCase& one) {
         return std::exchange(one.recompute, Recompute::per_operator) == Recompute::none;
       }},
      {"recompute_full",
       [](MemoryCase& one) {
         return std::exchange(one.recompute, Recompute::full) != Recompute::full;
       }},
      {"flash", [](MemoryCase& one) { return !std::exchange(one.has_flash_attention, true); }},
      {"chunked_loss", [](MemoryCase& one) { return !std::exchange(one.has_chunked_loss, true); }},
      {"half_batch",
       [](MemoryCase& one) {
         one.batch = std::floor(one.batch / 2);
         return one.batch >= 1;
       }},
      {"optimizer_8bit",
       [](MemoryCase& one) {
         return std::exchange(one.optimizer, Optimizer::adamw_8bit) == Optimizer::adamw;
       }},
      {"zero_1",
       [](MemoryCase& one) {
         const bool can = one.zero == 0 && shard_count(one) > 1;
         one.zero = 1;
         return can;
       }},
      {"zero_3",
       [](MemoryCase& one) {
         const bool can = one.zero < 3 && shard_count(one) > 1 && one.layout.pp == 1;
         one.zero = 3;
         return can;
       }},
      {"offload", [](MemoryCase& one) { return !std::exchange(one.is_offloaded, true); }},
      {"tp_double", [](MemoryCase& one) { return (one.layout.tp *= 2) <= 8; }},
      {"lora", [](MemoryCase& one) { return std::exchange(one.task, Task::lora) == Task::train; }},
      {"qlora",
       [](MemoryCase& one) { return std::exchange(one.task, Task::qlora) != Task::qlora; }},
  };
}

std::vector<NamedChange> serving_changes() {
  return {
      {"cache_fp8",
       [](MemoryCase& one) {
         // Open it is that of the activations; fp8 and what follows take a byte or less.
         return std::exchange(one.cache_precision, Precision::fp8).value_or(Precision::bf16) <
                Precision::fp8;
       }},
      {"half_batch",
       [](MemoryCase& one) {
         one.batch = std::floor(one.batch / 2);
         return one.batch >= 1;
       }},
      {"weights_fp8",
       [](MemoryCase& one) {
         const bool can = one.precision < Precision::fp8;
         one.precision = Precision::fp8;
         return can;
       }},
      {"weights_int4",
       [](MemoryCase& one) {
         return std::exchange(one.precision, Precision::int4) < Precision::int4;
       }},
      {"tp_double", [](MemoryCase& one) { return (one.layout.tp *= 2) <= 8; }},
  };
}

}  // namespace

void check_case(const Network& network, const MemoryCase& one) {
  if (network.layers.empty()) return;
  if (one.layout.ep > 1 && !network.has_experts()) {
    const bool is_served = one.task == Task::infer;  // where nothing shares out as trainings do
    throw Error({is_served ? "footprint.ep_of_dense_served" : "footprint.ep_of_dense",
                 {{"ep", std::to_string(one.layout.ep)}, {"model", network.name}}},
                ExitCode::usage);
  }
  for (const LayerGroup& group : network.layers) {
    require_divisible("footprint.heads_not_divisible", group.attention.heads, one.layout.tp);
    require_divisible("footprint.experts_not_divisible", group.feed_forward.experts, one.layout.ep);
    if (!splits_heads(group, one.layout.tp))
      throw Error({"footprint.kv_heads_not_divisible",
                   {{"number", std::to_string(group.attention.kv_heads)},
                    {"by", std::to_string(one.layout.tp)}}},
                  ExitCode::usage);
  }
  const Layout& layout = one.layout;
  const int layers = network.layer_count();
  if (layout.pp > layers)
    throw Error({"footprint.too_many_stages",
                 {{"stages", std::to_string(layout.pp)}, {"layers", std::to_string(layers)}}},
                ExitCode::usage);
  const int most = most_chunks(layers, layout.pp);
  if (layout.pp > 1 && layout.virtual_stages > most)
    throw Error({"footprint.too_many_chunks",
                 {{"vpp", std::to_string(layout.virtual_stages)},
                  {"pp", std::to_string(layout.pp)},
                  {"chunks", std::to_string(std::int64_t{1} * layout.pp * layout.virtual_stages)},
                  {"layers", std::to_string(layers)},
                  {"most", std::to_string(most)}}},
                ExitCode::usage);
  if (network.max_sequence && one.sequence > *network.max_sequence)
    throw Error({"footprint.sequence_too_long",
                 {{"sequence", std::to_string(static_cast<std::int64_t>(one.sequence))},
                  {"most", std::to_string(*network.max_sequence)},
                  {"model", network.name}}},
                ExitCode::not_supported);
}

Bytes usable_memory(const catalog::Gpu& gpu) {
  return Bytes(gpu.memory().value / gpu.devices);
}

double out_of_memory_risk(const MemoryEstimate& estimate, Bytes capacity) {
  const double sigma = estimate.half_width() / normal_90;
  const double above = static_cast<double>(capacity.value) - estimate.total();
  if (sigma <= 0) return above < 0 ? 1 : 0;
  return 0.5 * std::erfc(above / (sigma * std::sqrt(2.0)));
}

double bytes_at_risk(const MemoryEstimate& estimate) {
  constexpr double one_in_ten = 1.2816;  // sigmas of a normal distribution
  return estimate.total() + one_in_ten * estimate.half_width() / normal_90;
}

bool fits(const MemoryEstimate& estimate, Bytes capacity) {
  return estimate.total() <= static_cast<double>(capacity.value);
}

bool fits_likely(const MemoryEstimate& estimate, Bytes capacity) {
  return bytes_at_risk(estimate) <= static_cast<double>(capacity.value);
}

double largest_batch(const Estimator& estimate, MemoryCase one, Bytes capacity) {
  return largest(most_batch, [&](double batch) {
    one.batch = batch;
    return fits_likely(estimate(one), capacity);
  });
}

double longest_sequence(const Estimator& estimate, MemoryCase one, Bytes capacity, double most) {
  const auto holds = [&](double tokens) {
    one.sequence = tokens;
    return fits_likely(estimate(one), capacity);
  };
  if (most <= sequence_step) return holds(most) ? most : 0;
  const double found = sequence_step * largest(std::floor(most / sequence_step), [&](double steps) {
                         return holds(steps * sequence_step);
                       });
  return found + sequence_step > most && holds(most) ? most : found;
}

// Layers run again are of no use where a part of them saves as much: they take more time.
void leave_out_needless_recomputation(std::vector<Flip>& found) {
  const auto total_of = [&](auto holds) {
    const auto flip = std::find_if(found.begin(), found.end(), holds);
    return flip == found.end() ? std::nullopt : std::optional(flip->total);
  };
  const auto of_a_part = total_of([](const Flip& flip) {
    return flip.what == "recompute_attention" || flip.what == "recompute_selective";
  });
  if (!of_a_part) return;
  std::erase_if(found, [&](const Flip& flip) {
    return flip.what == "recompute_full" && flip.total > (1 - least_saving) * *of_a_part;
  });
}

std::vector<std::string> change_names() {
  std::vector<std::string> names;
  for (const auto& changes : {training_changes(), serving_changes()})
    for (const NamedChange& one : changes) names.emplace_back(one.what);
  return names;
}

std::vector<Flip> flips(const Estimator& estimate, const MemoryCase& one, Bytes capacity,
                        const Completion& complete) {
  const double now = estimate(one).total();
  std::vector<Flip> found;
  for (const NamedChange& change : is_training(one) ? training_changes() : serving_changes()) {
    Flip flip{change.what, one, 0};
    if (!change.apply(flip.changed) || !complete(flip)) continue;
    // The selective one is that of the software.
    if (flip.what == "recompute_selective" && flip.changed.recompute == Recompute::attention)
      flip.what = "recompute_attention";
    try {
      flip.total = estimate(flip.changed).total();
    } catch (const Error&) {
      continue;  // the network has no such layout
    }
    if (flip.total < (1 - least_saving) * now) found.push_back(std::move(flip));
  }
  leave_out_needless_recomputation(found);
  const auto capacity_bytes = static_cast<double>(capacity.value);
  const auto is_enough = [&](const Flip& flip) { return flip.total <= capacity_bytes; };
  if (now > capacity_bytes && std::any_of(found.begin(), found.end(), is_enough))
    std::erase_if(found, [&](const Flip& flip) { return !is_enough(flip); });
  else
    std::stable_sort(found.begin(), found.end(),
                     [](const Flip& a, const Flip& b) { return a.total < b.total; });
  return found;
}

}  // namespace wgf::advisor
