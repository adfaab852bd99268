// SPDX-License-Identifier: MIT
#include "answers/select/capacity.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "advisor/market/price_performance.h"
#include "advisor/serving/service_precision.h"
#include "answers/json/json_values.h"
#include "base/choices.h"
#include "base/text.h"
#include "catalog/gpu_names.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

constexpr double seconds_per_hour = 3600;
constexpr double usual_output = 1024;  // tokens, where the network takes as many
const std::vector<std::string> usual_models = {"llama-3.1-8b", "llama-3.1-70b", "gpt3-175b"};
const std::vector<std::string> usual_cards = {"rtx-4090", "l40s", "a100-sxm-80gb", "h100-sxm",
                                              "h200-sxm", "b200", "mi300x"};

PredictOptions serving_options(const SelectOptions& options, const std::string& model,
                               const catalog::GpuCatalog& gpus) {
  PredictOptions asked;
  asked.network.task = "serve";
  asked.network.model = model;
  asked.gpu_count = "1";
  asked.gpus = options.gpus;
  for (const std::string& card : usual_cards)
    if (options.gpus.empty() && catalog::gpu_named(gpus, card) != nullptr)
      asked.gpus.push_back(card);
  asked.precisions = options.precisions;
  asked.serving.concurrency = {options.requests.empty() ? "16" : options.requests};
  asked.serving.input = options.input_tokens;
  asked.serving.output = options.output_tokens;
  asked.serving.usual_output = usual_output;
  return asked;
}

// In the words of this command, which hands its options to that of predict.
void check_options(const SelectOptions& options) {
  constexpr double most_requests = 65536;  // no engine takes more in flight on one GPU
  parse_optional_count("--requests", options.requests, most_requests);
  const auto known = advisor::service_precisions();
  for (const std::string& typed : options.precisions)
    check_choice("--precision", lower_case(typed), {known.begin(), known.end()});
  if (options.precisions.size() > 1) throw_usage("select.one_precision");
}

void check_generates(const MemoryRequest& request) {
  if (!request.generates())
    throw Error({"recommend.unknown_serving", {{"model", request.name}}}, ExitCode::not_supported);
}

CapacityCell cell_of(const ServiceRequest& request, const catalog::Gpu& gpu,
                     const catalog::GpuCatalog& gpus) {
  const std::string_view precision = request.precisions.front();
  CapacityCell cell{request.network.name, &gpu, precision,
                    forecast_service(request, gpu, precision, gpus)};
  cell.input_tokens = request.load.input_tokens;
  cell.output_tokens = request.load.output_tokens;
  const auto question = request.question(gpu, precision);
  if (!question) return cell;
  const advisor::ServingCase& load = question->load;
  cell.room = advisor::cache_room(question->network, {}, load.precision, load.software, gpu,
                                  load.input_tokens + load.output_tokens);
  cell.requests = load.concurrency;
  cell.needed = (cell.room.weights + cell.room.others + cell.requests * cell.room.request) /
                advisor::memory_share(load.software);
  cell.does_fit = cell.outcome.forecast && cell.needed <= static_cast<double>(gpu.memory().value);
  return cell;
}

void find_cells(Capacity& all, std::vector<Message>& said, const SelectOptions& options,
                const catalog::Catalog& catalog) {
  for (const std::string& model : options.models.empty() ? usual_models : options.models) {
    all.requests.push_back(
        parse_service_request(serving_options(options, model, catalog.gpus()), catalog));
    const ServiceRequest& request = all.requests.back();
    // Those of the cards are the same for every network.
    for (const Message& note : request.notes)
      if (std::find(said.begin(), said.end(), note) == said.end()) said.push_back(note);
    check_generates(request.network);
    for (const catalog::Gpu* gpu : request.cards) {
      all.cells.push_back(cell_of(request, *gpu, catalog.gpus()));
      all.cells.back().rent = advisor::single_gpu_offers(all.priced, *gpu).cheapest;
    }
  }
}

Json cell_json(const CapacityCell& cell) {
  Json json{
      {"model", cell.model},
      {"gpu", cell.gpu->id},
      {"precision", cell.precision},
      {"measured",
       cell.outcome.forecast ? Json(to_text(cell.outcome.forecast->basis.familiarity)) : Json()},
      {"input_tokens", cell.input_tokens},
      {"output_tokens", cell.output_tokens},
      {"fits", cell.does_fit},
      {"memory_needed_bytes", cell.needed > 0 ? Json(std::llround(cell.needed)) : Json()},
      {"memory_usable_bytes", cell.gpu->memory().value},
      {"tokens_per_second", nullptr},
      {"usd_per_1k_tokens", or_null(cell.usd_per_1k())},
      {"rent", nullptr},
      {"reason", nullptr}};
  if (cell.does_fit) {
    const advisor::ServingForecast& forecast = cell.outcome.forecast->forecast();
    json["tokens_per_second"] = {{"value", forecast.output_tokens_per_s},
                                 {"low", forecast.throughput_interval.low},
                                 {"high", forecast.throughput_interval.high}};
  } else {
    json["reason"] = to_text(cell.outcome.forecast ? NoService::no_room : cell.outcome.why);
  }
  if (cell.rent != nullptr)
    json["rent"] = {{"usd_per_hour", cell.rent->per_gpu.value},
                    {"provider", cell.rent->offer->provider},
                    {"date", or_null(cell.rent->offer->date)},
                    {"freshness", to_text(cell.rent->freshness)}};
  return json;
}

}  // namespace

std::optional<double> CapacityCell::usd_per_1k() const {
  if (!does_fit || rent == nullptr) return std::nullopt;
  constexpr double tokens = 1000;
  return rent->per_gpu.value / seconds_per_hour / outcome.forecast->forecast().output_tokens_per_s *
         tokens;
}

Outcome<Capacity> capacity(const SelectOptions& options, const Surroundings& surroundings) {
  check_options(options);
  Outcome<Capacity> outcome;
  Capacity& all = outcome.answer.emplace();
  all.prices = surroundings.prices();
  advisor::OfferFilter filter;
  filter.kind = advisor::RentalKind::on_demand;
  all.priced = advisor::priced_offers(all.prices->offers, surroundings.catalog.gpus(), filter,
                                      surroundings.today);
  find_cells(all, outcome.notes, options, surroundings.catalog);
  return outcome;
}

Json capacity_json(const Capacity& all) {
  const ServiceRequest& request = all.requests.front();
  Json cells = Json::array();
  for (const CapacityCell& cell : all.cells) cells.push_back(cell_json(cell));
  return {{"precision", all.precision()},
          {"requests", request.loads.front()},
          {"input_tokens", request.load.input_tokens},
          {"output_tokens", request.load.output_tokens},
          {"cells", cells}};
}

}  // namespace wgf::answers
