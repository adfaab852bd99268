// SPDX-License-Identifier: MIT
#include "truth/memory_rows.h"

#include <functional>

#include "advisor/network/catalog_network.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "truth/memory_network.h"
#include "truth/memory_phase.h"
#include "truth/memory_value.h"
#include "truth/memory_words.h"
#include "truth/row_network.h"

namespace wgf::truth {
namespace {

template <typename Value>
Value known(std::optional<Value> value) {
  return need(value, "our reading has an unknown value");
}

using Setter = std::function<void(MemoryRow&, const std::string&)>;

template <int advisor::Layout::*member>
void set_layout(MemoryRow& row, const std::string& value) {
  row.one.layout.*member = static_cast<int>(*parse_integer(value));
}

const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all{
      {"task",
       [](MemoryRow& r, const std::string& v) { r.one.task = known(advisor::parse_task(v)); }},
      {"precision",
       [](MemoryRow& r, const std::string& v) {
         r.one.precision = known(advisor::parse_precision(v));
       }},
      {"recompute",
       [](MemoryRow& r, const std::string& v) {
         r.one.recompute = known(advisor::parse_recompute(v));
       }},
      {"kv", [](MemoryRow& r,
                const std::string& v) { r.one.cache_precision = advisor::parse_precision(v); }},
      {"batch", [](MemoryRow& r, const std::string& v) { r.one.batch = *parse_number(v); }},
      {"seq", [](MemoryRow& r, const std::string& v) { r.one.sequence = *parse_number(v); }},
      {"micro",
       [](MemoryRow& r, const std::string& v) {
         r.one.micro_batches = static_cast<int>(*parse_integer(v));
       }},
      {"zero", [](MemoryRow& r,
                  const std::string& v) { r.one.zero = static_cast<int>(*parse_integer(v)); }},
      {"layers",
       [](MemoryRow& r, const std::string& v) {
         truncate_layers(r.network, static_cast<int>(*parse_integer(v)));
       }},
      {"capacity", [](MemoryRow& r, const std::string& v) { r.capacity = *parse_number(v); }},
      {"utilisation", [](MemoryRow& r, const std::string& v) { r.utilisation = *parse_number(v); }},
      {"unit", [](MemoryRow& r, const std::string& v) { r.unit = v == "GB" ? 1e9 : r.unit; }},
      {"fsdp", [](MemoryRow& r, const std::string&) { r.one.is_fsdp = true, r.one.zero = 3; }},
      {"offload", [](MemoryRow& r, const std::string&) { r.one.is_offloaded = true; }},
      {"fused", [](MemoryRow& r, const std::string&) { r.one.has_fused_kernels = true; }},
      {"one-copy", [](MemoryRow& r, const std::string&) { r.one.has_one_fp8_copy = true; }},
      {"chunked", [](MemoryRow& r, const std::string&) { r.one.has_chunked_loss = true; }},
      {"attention-only", [](MemoryRow& r, const std::string&) { r.one.lora_everywhere = false; }},
      {"tp", set_layout<&advisor::Layout::tp>},
      {"pp", set_layout<&advisor::Layout::pp>},
      {"cp", set_layout<&advisor::Layout::cp>},
      {"ep", set_layout<&advisor::Layout::ep>},
      {"dp", set_layout<&advisor::Layout::dp>},
      {"vpp", set_layout<&advisor::Layout::virtual_stages>},
  };
  return all;
}

}  // namespace

void MemoryReadings::add(std::string_view rows, std::string_view cases) {
  std::map<std::string, std::string> sources;
  const catalog::CsvTable table = catalog::parse_csv(rows, "memory.csv");
  for (const catalog::CsvRow& line : table.rows) {
    const Cells cells(table, line);
    sources[cells.text("id")] = cells.text("source");
  }
  const catalog::CsvTable read = catalog::parse_csv(cases, "memory_cases.csv");
  for (const catalog::CsvRow& line : read.rows) {
    const Cells cells(read, line);
    const std::string id = cells.text("id");
    readings_[{id, sources[id]}] = {cells.text("metric"), cells.text("model"),
                                    cells.text("options"), cells.text("reason")};
  }
}

const MemoryReadings::Reading* MemoryReadings::find(const std::string& id,
                                                    const std::string& source) const {
  const auto found = readings_.find({id, source});
  return found == readings_.end() ? nullptr : &found->second;
}

MemoryRow memory_row(const MemoryReadings::Reading& reading, const catalog::ModelCatalog& models) {
  MemoryRow row;
  row.metric = reading.metric;
  row.network = advisor::network_of(catalog::one_model(models, reading.model)).value();
  std::string recipe;
  for (const std::string& option : split(reading.options, ' ')) {
    if (option.empty()) continue;
    const std::size_t equals = option.find('=');
    const std::string name = option.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : option.substr(equals + 1);
    if (name == "recipe") {
      recipe = value;
      continue;
    }
    const auto setter = setters().find(name);
    if (setter == setters().end()) throw Unreadable{"our reading has an unknown option"};
    setter->second(row, value);
  }
  row.one.recipe =
      recipe.empty() ? advisor::usual_recipe(row.one) : known(advisor::parse_recipe(recipe));
  return row;
}

MemoryRow memory_row(const Cells& cells, const catalog::ModelCatalog& models) {
  MemoryRow row;
  row.network = need(memory_network_of(cells, models), "shape of layers not known");
  row.metric = memory_metric_of(cells.text("phase"), cells.text("source"));
  row.one = memory_case_of(cells, row.metric);
  // A device map puts whole layers on each GPU, which together are one network; of other layouts
  // the estimate is of one GPU.
  const advisor::Layout& layout = row.one.layout;
  const bool is_cut =
      layout.tp * layout.pp * layout.cp > 1 || (advisor::is_training(row.one) && layout.gpus() > 1);
  if (is_cut && adds_up_gpus(cells.text("phase")))
    throw Unreadable{"memory of several GPUs together"};
  row.unit = stated_memory(cells).unit;
  if (row.metric == "weights" || row.metric == "weights+cache") row.gguf_bits = gguf_bits_of(cells);
  return row;
}

PredictedBytes predicted_metric(const MemoryRow& row) {
  advisor::MemoryEstimate estimate = advisor::estimate_memory(row.network, row.one);
  constexpr double wide = 16;
  if (row.gguf_bits > 0)
    for (advisor::Term& term : estimate.terms)
      if (term.component == advisor::Component::weights) term.bytes *= row.gguf_bits / wide;
  // The interval of the terms the metric is made of.
  const auto part = [&](const std::function<bool(const advisor::Term&)>& wanted) {
    advisor::MemoryEstimate chosen;
    chosen.unstated_spread = estimate.unstated_spread;
    for (const advisor::Term& term : estimate.terms)
      if (wanted(term)) chosen.terms.push_back(term);
    return PredictedBytes{chosen.total(), chosen.half_width(), chosen.total(),
                          chosen.unstated_spread};
  };
  const auto of = [&](advisor::Component component) {
    return part([&](const advisor::Term& term) { return term.component == component; });
  };
  const std::string& metric = row.metric;
  if (metric == "weights") return of(advisor::Component::weights);
  if (metric == "cache") return of(advisor::Component::cache);
  if (metric == "activations") return of(advisor::Component::activations);
  if (metric == "kept") return part([](const advisor::Term& term) { return term.what == "kept"; });
  if (is_of_states(metric)) {
    const auto names = [&](std::string_view what) {
      return metric == "states" || metric.find(what) != std::string::npos;
    };
    return part([&](const advisor::Term& term) {
      return (term.what == "weights" && names("weights")) ||
             (term.what == "gradients" && names("gradients")) ||
             (term.component == advisor::Component::optimizer && names("optimizer"));
    });
  }
  if (metric == "weights+cache")
    return part([](const advisor::Term& term) {
      return term.component == advisor::Component::weights ||
             term.component == advisor::Component::cache;
    });
  if (metric == "pool") {
    PredictedBytes rest =
        part([](const advisor::Term& term) { return term.component != advisor::Component::cache; });
    rest.bytes = row.capacity * row.utilisation - rest.bytes;
    return rest;
  }
  const bool has_gap = metric == "reserved";
  if (!has_gap && metric != "allocated") throw Unreadable{"what was measured is not described"};
  return part([&](const advisor::Term& term) {
    return term.component != advisor::Component::framework &&
           term.component != advisor::Component::graphs &&
           (has_gap || term.component != advisor::Component::allocator);
  });
}

}  // namespace wgf::truth
