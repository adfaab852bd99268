// SPDX-License-Identifier: MIT
// score: the score of a results file, recomputed from its rates; without a file the catalogue's
// GPUs.

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "advisor/score/score.h"
#include "base/printable.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/words/gpu_market.h"
#include "cli/words/rate_basis.h"
#include "report/score_section.h"
#include "results/json_print.h"
#include "results/score_json.h"
#include "runner/journal.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
using advisor::Score;

constexpr std::size_t widest_line = 80;

struct ScoreOptions {
  std::string file;
  std::vector<std::string> gpus;
  bool all = false, is_explained = false;
};

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += wrapped(line, text_width()) + "\n";
  return text;
}

bool is_same(const Score& score, const Score& stored) {
  return score.version == stored.version && score.total == stored.total &&
         score.areas == stored.areas && score.cases == stored.cases;
}

// How the score the file came with relates to this one; empty where it has none.
std::string stored_line(const Score& score, const std::optional<Score>& stored,
                        const Context& context) {
  if (!stored) return "";
  const std::string value = report::score_text(stored->total);
  if (stored->version != score.version)
    return context.text({"score.other_version",
                         {{"stored", value}, {"version", std::to_string(stored->version)}}}) +
           "\n";
  if (is_same(score, *stored)) return context.text("score.same_as_stored") + "\n";
  return context.text({"score.not_as_stored", {{"stored", value}}}) + "\n";
}

Json stored_json(const Score& score, const std::optional<Score>& stored) {
  if (!stored) return nullptr;
  return {{"version", stored->version},
          {"score", stored->total},
          {"comparable", stored->version == score.version},
          {"same", is_same(score, *stored)}};
}

// A file's own version, where this program knows it.
const advisor::ScoreDefinition& definition_of(const results::Run& run) {
  const advisor::ScoreDefinition* own =
      run.score ? advisor::find_score_definition(run.score->version) : nullptr;
  return own != nullptr ? *own : advisor::current_score_definition();
}

// That the score is of an earlier version, which the catalogue's scores elsewhere are not.
std::string earlier_line(const Score& score, const Context& context) {
  const int current = advisor::current_score_definition().version;
  if (score.version == current) return "";
  return wrapped(context.text({"score.earlier_version",
                               {{"version", std::to_string(score.version)},
                                {"current", std::to_string(current)}}}),
                 text_width()) +
         "\n";
}

// What the machine's score costs where such a card is rented; nothing where none is offered alone,
// or the catalogue's scores are of another version.
std::optional<advisor::PricePerformance> machine_value(const Score& score,
                                                       const answers::GpuMarket& market,
                                                       const catalog::GpuCatalog& gpus) {
  const catalog::Gpu* gpu = gpus.find_id(score.catalog_id);
  const bool is_current = score.version == advisor::current_score_definition().version;
  return gpu == nullptr || !is_current ? std::nullopt : market.value_of(*gpu, score.total);
}

std::string older_line(const advisor::PricePerformance& value, const Context& context) {
  if (!value.older_offer) return "";
  return context.text({"prices.performance_older",
                       {{"index", format_number(*value.older_index(), 3)},
                        {"price", fmt::format("{:.2f}", value.older_offer->per_gpu.value)},
                        {"provider", printable(value.older_offer->offer->provider)},
                        {"date", age_text(*value.older_offer, context)}}}) +
         "\n";
}

std::string value_line(const std::optional<advisor::PricePerformance>& value,
                       const Context& context) {
  if (!value) return "";
  return context.text({"prices.performance_line",
                       {{"index", format_number(value->index, 3) + (value->is_fresh() ? "" : " *")},
                        {"stars", stars_text(value->stars)},
                        {"gpu", value->gpu},
                        {"price", fmt::format("{:.2f}", value->offer.per_gpu.value)},
                        {"provider", printable(value->offer.offer->provider)},
                        {"date", age_text(value->offer, context)}}}) +
         "\n" + older_line(*value, context);
}

void print_run_score(const ScoreOptions& options, const catalog::GpuCatalog& gpus,
                     const Context& context) {
  const results::Run run = runner::load_results(options.file);
  const std::optional<Score> score = advisor::score_of(run, gpus.gpus, definition_of(run));
  if (!score) throw Error({"score.no_cases", {{"file", options.file}}});
  const answers::GpuMarket market = market_now(gpus, context);
  const std::optional<advisor::PricePerformance> value = machine_value(*score, market, gpus);
  if (context.json) {
    const Json json{{"score", results::to_json(*score)},
                    {"stored", stored_json(*score, run.score)},
                    {"price_performance", answers::value_json(value ? &*value : nullptr)}};
    return print(results::indented(json));
  }
  const auto rows = options.all ? report::RankRows::all : report::RankRows::neighbours;
  std::string text =
      report::to_terminal(report::score_case_table(*score, context.language), printed_width()) +
      "\n";
  text += report::to_terminal(report::rank_table(*score, rows, context.language), printed_width());
  text += lines_of(report::score_notes(*score, context.language)) + "\n";
  text += report::to_terminal(report::score_lines(*score, context.language));
  text += value_line(value, context);
  if (value && options.is_explained)
    text += wrapped(index_arithmetic(*value, market, context), widest_line) + "\n";
  print(text + earlier_line(*score, context) + stored_line(*score, run.score, context));
}

Json performance_json(const answers::GpuMarket& market) {
  Json list = Json::array();
  for (const advisor::PricePerformance& one : market.ranking())
    list.push_back(answers::value_json(&one));
  return list;
}

void print_ranking(const ScoreOptions& options, const catalog::GpuCatalog& gpus,
                   const Context& context) {
  const answers::GpuMarket market = market_now(gpus, context);
  const advisor::ScoreDefinition& definition = advisor::current_score_definition();
  Score score{.version = definition.version, .reference = definition.reference};
  score.cases = advisor::empty_cases(definition);
  score.areas = advisor::area_scores(score.cases, definition);
  score.ranking = market.scores().rows;
  score.unranked = market.scores().unranked;
  if (context.json) {
    const Json json = results::to_json(score);
    const Json chosen{{"version", json["version"]},
                      {"reference", json["reference"]},
                      {"ranking", json["ranking"]},
                      {"unranked", json["unranked"]},
                      {"price_performance", performance_json(market)}};
    return print(results::indented(chosen));
  }
  print(report::to_terminal(report::rank_table(score, report::RankRows::all, context.language),
                            printed_width()) +
        lines_of(report::score_notes(score, context.language)) +
        price_performance_text(market, context) +
        (options.is_explained ? explained_ranking(market, context) : ""));
}

Json rate_json(const advisor::CaseDefinition& definition, const advisor::Forecaster::Rate& rate) {
  return {{"case", definition.id},
          {"rate", rate.value},
          {"low", rate.low()},
          {"high", rate.high()},
          {"unit", definition.unit},
          {"kind", results::to_text(rate.kind)},
          {"conversion", rate.conversion ? Json(*rate.conversion) : Json()},
          {"reference", definition.reference}};
}

// Every rate of the GPU with what it rests on.
void print_gpu_rates(const ScoreOptions& options, const catalog::GpuCatalog& gpus,
                     const Context& context) {
  using report::Align;
  const advisor::ScoreDefinition& definition = advisor::current_score_definition();
  const advisor::Forecaster forecaster = advisor::current_forecaster(gpus.gpus);
  Json list = Json::array();
  std::vector<std::string> notes;
  bool has_range = false;
  report::Table table{{{context.text("report.column_gpu")},
                       {context.text("report.column_case")},
                       {context.text("report.column_rate"), Align::right},
                       {context.text("report.column_reference"), Align::right},
                       {context.text("score.column_basis")}},
                      {}};
  for (const std::string& name : options.gpus)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name))
      for (const advisor::CaseDefinition& one : definition.cases) {
        const auto rate = advisor::is_ranked_kind(*gpu) ? forecaster.rate(one, *gpu) : std::nullopt;
        if (!rate) throw Error({"score.not_ranked", {{"gpu", gpu->id}}}, ExitCode::not_supported);
        const std::string basis = rate_basis(rate->kind, rate->conversion, context);
        if (rate->conversion) notes = rate_notes(one.id, rate->conversion, context);
        has_range = has_range || !rate->is_exact();
        list.push_back(rate_json(one, *rate));
        list.back()["gpu"] = gpu->id;
        table.rows.push_back({gpu->id, one.id, format_number(rate->value) + " " + one.unit,
                              format_number(one.reference) + " " + one.unit, basis});
      }
  if (context.json) return print(results::indented(list));
  if (has_range) notes.push_back(context.text("score.note_range"));
  std::string text = report::to_terminal(table, printed_width());
  if (!notes.empty()) text += "\n";
  print(text + lines_of(notes));
}

}  // namespace

void add_score_command(Command& program, Context& context) {
  Command command = program.add_command("score", context.text("cli.score_description"));
  auto options = std::make_shared<ScoreOptions>();
  command.text("file", options->file, context.text("cli.option_score_file"));
  command.list("--gpu", options->gpus, context.text("cli.option_score_gpu"));
  command.flag("--all", options->all, context.text("cli.option_score_all"));
  command.flag("--explain", options->is_explained, context.text("cli.option_score_explain"));
  add_json_flag(command, context);
  command.action([options, &context] {
    if (!options->gpus.empty() && !options->file.empty())
      throw Error({"score.not_both", {{"file", options->file}}}, ExitCode::usage);
    const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
    if (!options->gpus.empty()) return print_gpu_rates(*options, catalog.gpus(), context);
    if (options->file.empty()) return print_ranking(*options, catalog.gpus(), context);
    print_run_score(*options, catalog.gpus(), context);
  });
}

}  // namespace wgf::cli
