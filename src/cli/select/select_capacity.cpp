// SPDX-License-Identifier: MIT
// select --capacity: models x GPUs, what fits and what it does, or the memory it takes.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "advisor/market/price_performance.h"
#include "advisor/serving/cache_room.h"
#include "advisor/serving/service_precision.h"
#include "base/text.h"
#include "catalog/gpu_names.h"
#include "cli/lists/list_filters.h"
#include "cli/predict/predict_format.h"
#include "cli/predict/predict_notes.h"
#include "cli/prices/price_store.h"
#include "cli/select/select.h"
#include "cli/select/select_rows.h"
#include "cli/serve/serve_format.h"
#include "cli/terminal.h"
#include "report/table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double seconds_per_hour = 3600;
constexpr double usual_output = 1024;  // tokens, where the network takes as many
constexpr std::size_t models_of_table = 3;
const std::vector<std::string> usual_models = {"llama-3.1-8b", "llama-3.1-70b", "gpt3-175b"};
const std::vector<std::string> usual_cards = {"rtx-4090", "l40s", "a100-sxm-80gb", "h100-sxm",
                                              "h200-sxm", "b200", "mi300x"};

struct Capacity {
  std::vector<ServiceRequest> requests;  // one of each model; at least one
  std::vector<CapacityCell> cells;       // of the first model all cards, then of the second

  std::string_view precision() const { return requests.front().precisions.front(); }
};

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
  if (options.precisions.size() > 1) throw Error({"select.one_precision", {}}, ExitCode::usage);
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

Capacity capacity_of(const SelectOptions& options, const catalog::Catalog& catalog,
                     const std::vector<advisor::PricedOffer>& priced, const Context& context) {
  check_options(options);
  Capacity all;
  std::vector<Message> said;
  for (const std::string& model : options.models.empty() ? usual_models : options.models) {
    all.requests.push_back(
        parse_service_request(serving_options(options, model, catalog.gpus()), catalog));
    const ServiceRequest& request = all.requests.back();
    std::vector<Message> unsaid;  // those of the cards are the same for every network
    for (const Message& note : request.notes)
      if (std::find(said.begin(), said.end(), note) == said.end()) unsaid.push_back(note);
    print_notes(unsaid, context);
    said.insert(said.end(), unsaid.begin(), unsaid.end());
    check_generates(request.network);
    for (const catalog::Gpu* gpu : request.cards) {
      all.cells.push_back(cell_of(request, *gpu, catalog.gpus()));
      all.cells.back().rent = advisor::single_gpu_offers(priced, *gpu).cheapest;
    }
  }
  return all;
}

std::string cell_text(const CapacityCell& cell, RowMarks& marks) {
  if (!cell.outcome.forecast && cell.outcome.why != NoService::no_room) return "-";
  marks.service(*cell.gpu);
  if (cell.does_fit) {
    const auto cost = cell.usd_per_1k();
    marks.card(*cell.gpu, cell.outcome.forecast->basis.familiarity);
    return "✅ " + rate_text(cell.outcome.forecast->forecast().output_tokens_per_s) + "  " +
           (cost ? marks.rent(*cell.rent, fmt::format("${:.6f}", *cost)) : "-");
  }
  return fmt::format("❌ {} GB", whole_gb(cell.needed));
}

// Below the figure of a cell that fits: where nine in ten such forecasts stay.
std::string cell_interval(const CapacityCell& cell) {
  if (!cell.does_fit) return "";
  const Interval& range = cell.outcome.forecast->forecast().throughput_interval;
  return "   " + dash_range(rate_text(range.low), rate_text(range.high));
}

// With its precision where that is not the one of the title.
std::string column_title(const Capacity& all, const ServiceRequest& request) {
  const std::string_view precision = request.precisions.front();
  return request.network.name +
         (precision == all.precision() ? "" : fmt::format(", {}", precision));
}

// Of networks whose requests are not those of the title: they take fewer tokens, or more.
std::string lengths_text(const Capacity& all, const Context& context) {
  using Lengths = std::pair<double, double>;
  std::vector<std::pair<Lengths, std::vector<std::string>>> groups;
  for (const ServiceRequest& request : all.requests) {
    const Lengths lengths{request.load.input_tokens, request.load.output_tokens};
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.first == lengths; });
    if (known == groups.end())
      groups.push_back({lengths, {request.network.name}});
    else
      known->second.push_back(request.network.name);
  }
  std::string text;
  for (auto group = std::next(groups.begin()); group != groups.end(); ++group)
    text += paragraph({"select.capacity_lengths",
                       {{"models", join(group->second, context.text("recommend.list_comma"))},
                        {"input", advisor::whole_text(group->first.first)},
                        {"output", advisor::whole_text(group->first.second)}}},
                      context);
  return text;
}

// As many models side by side as 80 columns hold.
std::string tables_text(const Capacity& all, RowMarks& marks, const Context& context) {
  const std::size_t cards = all.requests.front().cards.size();
  std::string text;
  for (std::size_t first = 0; first < all.requests.size(); first += models_of_table) {
    const std::size_t end = std::min(first + models_of_table, all.requests.size());
    report::Table table{{{context.text("cli.column_gpu")}}, {}};
    for (std::size_t i = first; i < end; ++i)
      table.columns.push_back({column_title(all, all.requests[i])});
    for (std::size_t card = 0; card < cards; ++card) {
      table.rows.push_back({all.requests.front().cards[card]->id});
      std::vector<std::string> intervals{""};
      for (std::size_t i = first; i < end; ++i) {
        table.rows.back().push_back(cell_text(all.cells[i * cards + card], marks));
        intervals.push_back(cell_interval(all.cells[i * cards + card]));
      }
      const auto is_empty = [](const std::string& one) { return one.empty(); };
      if (!std::all_of(intervals.begin(), intervals.end(), is_empty))
        table.rows.push_back(std::move(intervals));
    }
    report::wrap_columns(table, text_width(), {{0, 12}});
    text += "\n" + report::to_terminal(table, text_width());
  }
  return text;
}

// What the software is not known to run, which is why nothing is forecast of it.
std::string not_known_text(const Capacity& all, const Context& context) {
  std::vector<WithoutService> cells;
  for (const CapacityCell& cell : all.cells)
    if (!cell.outcome.forecast && cell.outcome.why == NoService::not_known)
      cells.push_back({fmt::format("{} ({}) {}", cell.model, cell.precision, cell.gpu->id),
                       NoService::not_known});
  return without_text(cells, context);
}

std::string capacity_text(const Capacity& all, const Context& context) {
  const ServiceRequest& request = all.requests.front();
  RowMarks marks;
  const std::string tables = tables_text(all, marks, context);
  return paragraph({"select.capacity_title",
                    {{"precision", std::string(all.precision())},
                     {"requests", advisor::whole_text(request.loads.front())},
                     {"input", advisor::whole_text(request.load.input_tokens)},
                     {"output", advisor::whole_text(request.load.output_tokens)}}},
                   context) +
         lengths_text(all, context) + tables + "\n" + marks.notes(context) +
         not_known_text(all, context) +
         (is_16_bits(all.precision()) ? other_types_text(request.cards, all.precision(), context)
                                      : "") +
         paragraph({"select.capacity_note", {}}, context);
}

// Memory and dollars of every cell, term by term.
std::string explained_cells(const Capacity& all, const Context& context) {
  report::Table table{{{context.text("cli.column_gpu")},
                       {context.text("cli.column_model")},
                       {context.text("select.column_memory")},
                       {context.text("select.column_dollars")}},
                      {}};
  for (const CapacityCell& cell : all.cells) {
    if (cell.needed <= 0) continue;
    const auto gb = [](double bytes) { return fmt::format("{:.1f}", bytes / giga); };
    const std::string memory =
        fmt::format("({} + {} + {} x {:.2f}) / {:g} = {}", gb(cell.room.weights),
                    gb(cell.room.others), advisor::whole_text(cell.requests),
                    cell.room.request / giga, cell.room.budget / cell.room.memory, gb(cell.needed));
    const auto cost = cell.usd_per_1k();
    table.rows.push_back(
        {cell.gpu->id, cell.model, memory,
         cost ? fmt::format("{} / 3600 / {} x 1000", compact_number(cell.rent->per_gpu.value),
                            rate_text(cell.outcome.forecast->forecast().output_tokens_per_s))
              : "-"});
  }
  report::wrap_columns(table, text_width(), {{1, 10}, {0, 10}});
  return "\n" + report::to_terminal(table, text_width()) + "\n" +
         paragraph({"select.capacity_explained", {}}, context);
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

}  // namespace

std::string whole_gb(double bytes) {
  return advisor::whole_text(std::ceil(bytes / giga));
}

std::optional<double> CapacityCell::usd_per_1k() const {
  if (!does_fit || rent == nullptr) return std::nullopt;
  constexpr double tokens = 1000;
  return rent->per_gpu.value / seconds_per_hour / outcome.forecast->forecast().output_tokens_per_s *
         tokens;
}

void print_capacity(const SelectOptions& options, const catalog::Catalog& catalog,
                    const Context& context) {
  const catalog::Offers offers = offers_now(options.price_file, context);
  advisor::OfferFilter filter;
  filter.kind = advisor::RentalKind::on_demand;
  const auto priced = advisor::priced_offers(offers, catalog.gpus(), filter, today());
  const Capacity all = capacity_of(options, catalog, priced, context);
  print(context.json ? results::indented(capacity_json(all))
                     : capacity_text(all, context) +
                           (options.is_explained ? explained_cells(all, context) : ""));
}

}  // namespace wgf::cli
