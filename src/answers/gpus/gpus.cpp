// SPDX-License-Identifier: MIT
#include "answers/gpus/gpus.h"

#include <algorithm>

#include "answers/own/tco_request.h"
#include "base/choices.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using catalog::Gpu;
using Gpus = std::vector<const Gpu*>;
using Condition = catalog::PurchasePrice::Condition;

double tflops_or_zero(const std::optional<FlopsPerSecond>& peak) {
  return peak ? peak->value / tera : 0;
}

double sort_number(const Gpu& gpu, std::string_view field) {
  if (field == "memory") return gpu.memory_gb;
  if (field == "bandwidth") return gpu.memory_bandwidth.value;
  if (field == "tdp") return gpu.tdp.value_or(Watts()).value;
  if (field == "year") return gpu.release_year.value_or(0);
  if (field == "price") return gpu.msrp_usd.value_or(0);
  return tflops_or_zero(catalog::dense_peak(gpu, field));
}

// Dearest and worst last: those without a price behind all others.
double market_number(const Gpu& gpu, std::string_view field, const GpuMarket& market) {
  if (field == "value") {
    const advisor::PricePerformance* value = market.value(gpu.id);
    return value == nullptr ? 0 : value->index;
  }
  const advisor::PriceRange* rental = market.rental(gpu.id);
  return rental == nullptr ? 0 : 1 / rental->low.value;
}

void sort_gpus(Gpus& gpus, const std::string& field, const GpuMarket& market) {
  std::stable_sort(gpus.begin(), gpus.end(), [&](const Gpu* a, const Gpu* b) {
    if (field == "id") return a->id < b->id;
    if (field == "vendor") return a->vendor < b->vendor;
    if (field == "rental" || field == "value")
      return market_number(*a, field, market) > market_number(*b, field, market);
    return sort_number(*a, field) > sort_number(*b, field);
  });
}

Gpus named_gpus(const catalog::GpuCatalog& all, const std::vector<std::string>& names) {
  Gpus gpus;
  for (const std::string& name : names) {
    for (const Gpu* gpu : catalog::find_gpus(all, name)) {
      if (std::find(gpus.begin(), gpus.end(), gpu) == gpus.end()) gpus.push_back(gpu);
    }
  }
  if (names.empty()) {
    for (const Gpu& gpu : all.gpus) gpus.push_back(&gpu);
  }
  return gpus;
}

// Keeps the cards whose text is one of the values.
void keep_matching(Gpus& gpus, const std::vector<std::string>& wanted, std::string Gpu::*field) {
  if (wanted.empty()) return;
  std::erase_if(gpus, [&](const Gpu* gpu) {
    return std::find(wanted.begin(), wanted.end(), gpu->*field) == wanted.end();
  });
}

// A value that nothing in the catalogue has is an error.
std::vector<std::string> known_values(const catalog::GpuCatalog& all, const std::string& option,
                                      const std::vector<std::string>& values,
                                      std::string Gpu::*field) {
  if (values.empty()) return {};
  std::vector<std::string> known;
  for (const Gpu& gpu : all.gpus)
    if (std::find(known.begin(), known.end(), gpu.*field) == known.end())
      known.push_back(gpu.*field);
  return matching_values(option, values, known);
}

std::optional<double> usd_per_million(const std::optional<advisor::ScenarioRate>& rate,
                                      const advisor::PriceRange* rental) {
  if (!rate || rental == nullptr) return std::nullopt;
  constexpr double seconds_per_hour = 3600, million = 1e6;
  return rental->low.value / seconds_per_hour / rate->value * million;
}

// One card a name: a family's default, said in a note.
void take_compared(const GpuOptions& options, const catalog::GpuCatalog& gpus,
                   GpuRequest& request) {
  const std::pair<const char*, bool> of_lists[] = {
      {"names", !options.names.empty()},
      {"--vendor", !options.vendors.empty()},
      {"--architecture", !options.architectures.empty()},
      {"--min-memory", !options.min_memory.empty()},
      {"--sort", !options.sort.empty()}};
  for (const auto& [option, is_given] : of_lists)
    if (is_given) throw_usage("cli.not_with_compare", {{"option", option}});
  request.scenario = parse_scenario(options.scenario.empty() ? "llm-inference" : options.scenario);
  for (const std::string& name : options.compared) {
    const catalog::GpuChoice choice = catalog::one_gpu(gpus, name);
    if (choice.note) request.notes.push_back(*choice.note);
    if (std::find(request.compared.begin(), request.compared.end(), choice.gpu) ==
        request.compared.end())
      request.compared.push_back(choice.gpu);
  }
  if (request.compared.size() < 2) throw_usage("cli.compare_two_gpus");
}

void take_list(const GpuOptions& options, const catalog::GpuCatalog& gpus, GpuRequest& request) {
  if (!options.scenario.empty()) throw_usage("cli.scenario_of_compare");
  if (options.is_explained) throw_usage("cli.explain_of_compare");
  for (const std::string& name : options.names)
    if (const auto note = catalog::part_note(gpus, name)) request.notes.push_back(*note);
  request.named = named_gpus(gpus, options.names);
  request.vendors = known_values(gpus, "--vendor", options.vendors, &Gpu::vendor);
  request.architectures =
      known_values(gpus, "--architecture", options.architectures, &Gpu::architecture);
  if (!options.min_memory.empty())
    request.least_memory = catalog::parse_card_memory("--min-memory", options.min_memory);
  static const std::vector<std::string> fields{
      "id",  "vendor", "memory", "bandwidth", "fp64", "fp32",  "tf32",   "fp16", "bf16",
      "fp8", "int8",   "fp4",    "tdp",       "year", "price", "rental", "value"};
  if (!options.sort.empty()) check_choice("--sort", options.sort, fields);
  request.order = options.sort;
}

GpuComparison compare(const GpuRequest& request, const Surroundings& surroundings,
                      const GpuMarket& market) {
  GpuComparison comparison{.scenario = request.scenario, .cards = {}};
  const catalog::Catalog& catalog = surroundings.catalog;
  const advisor::Forecaster forecaster = advisor::current_forecaster(catalog.gpus().gpus);
  const advisor::ScenarioFacts facts{advisor::current_score_definition(), forecaster,
                                     catalog.models()};
  for (const Gpu* gpu : request.compared) {
    ComparedCard card{.gpu = gpu};
    card.purchase = advisor::purchase_of(owning_facts().prices, *gpu, Condition::fresh);
    card.rate = advisor::scenario_rate(*comparison.scenario, *gpu, facts);
    card.usd_per_million = usd_per_million(card.rate, market.rental(gpu->id));
    comparison.cards.push_back(std::move(card));
  }
  return comparison;
}

}  // namespace

const OptionTable<GpuOptions>& gpu_options() {
  using Row = GpuOptions;
  static const OptionTable<Row> table{
      option<Row>("names,--family", &Row::names, "cli.option_gpu_family"),
      option<Row>("--vendor", &Row::vendors, "cli.option_vendor"),
      option<Row>("--architecture", &Row::architectures, "cli.option_architecture"),
      option<Row>("--min-memory", &Row::min_memory, "cli.option_min_memory"),
      option<Row>("--sort", &Row::sort, "cli.option_sort_gpus"),
      option<Row>("--compare", &Row::compared, "cli.option_compare_gpus"),
      option<Row>("--scenario", &Row::scenario, "cli.option_compare_scenario"),
      option<Row>("--wide", &Row::is_wide, "cli.option_wide"),
      option<Row>("--explain", &Row::is_explained, "cli.option_compare_explain")};
  return table;
}

GpuRequest parse_gpu_request(const GpuOptions& options, const catalog::GpuCatalog& gpus) {
  GpuRequest request;
  if (options.compared.empty())
    take_list(options, gpus, request);
  else
    take_compared(options, gpus, request);
  return request;
}

Outcome<GpusAnswer> gpus(const GpuRequest& request, const Surroundings& surroundings) {
  Outcome<GpusAnswer> outcome;
  outcome.notes = request.notes;
  GpusAnswer& answer = outcome.answer.emplace();
  answer.market = std::make_shared<const GpuMarket>(surroundings.catalog.gpus(),
                                                    surroundings.prices(), surroundings.today);
  if (!request.compared.empty()) {
    answer.comparison = compare(request, surroundings, *answer.market);
    return outcome;
  }
  answer.cards = request.named;
  keep_matching(answer.cards, request.vendors, &Gpu::vendor);
  keep_matching(answer.cards, request.architectures, &Gpu::architecture);
  if (request.least_memory)
    std::erase_if(answer.cards, [&](const Gpu* gpu) {
      return !catalog::has_at_least(*gpu, *request.least_memory);
    });
  if (!request.order.empty()) sort_gpus(answer.cards, request.order, *answer.market);
  return outcome;
}

}  // namespace wgf::answers
