// SPDX-License-Identifier: MIT
// select --budget-tier: what GPUs of a price train and serve, from the largest network down.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advisor/goodput/usual_times.h"
#include "advisor/market/suitability.h"
#include "base/text.h"
#include "cli/list_filters.h"
#include "cli/predict_format.h"
#include "cli/select.h"
#include "cli/tco_format.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::Candidate;
using report::Align;
using report::Table;
using Json = nlohmann::ordered_json;

struct Tier {
  std::string_view name;
  double from, to;  // dollars; to 0: any price
};
constexpr Tier tiers[] = {
    {"under-5k", 0, 5e3}, {"5k-15k", 5e3, 15e3}, {"15k-50k", 15e3, 50e3}, {"over-50k", 50e3, 0}};
constexpr std::string_view names_of_tiers[] = {"under-5k", "5k-15k", "15k-50k", "over-50k"};

// The first that can be trained, or served, is the largest.
constexpr const char* networks[] = {"gpt3-175b",  "llama-3.1-70b", "llama-2-13b",
                                    "llama-2-7b", "llama-3.2-3b",  "llama-3.2-1b"};
constexpr const char* most_gpus = "8";  // of one computer
constexpr const char* usual_deadline = "90d";
constexpr const char* service_limit = "ttft=500ms";
constexpr double least_users = 10;  // at once; below it is a try, no service

struct TierWork {
  std::string model;  // empty: not even the smallest
  std::optional<Recommendation> found;
};

struct TierAnswer {
  const Tier* tier = nullptr;
  TierWork training, inference;
  std::string adapted;  // the largest that QLoRA fine-tunes on one GPU; empty: none
  const catalog::Gpu* adapting = nullptr;
  std::vector<advisor::Suit> suits;  // of the cards recommended
};

RecommendOptions tier_options(const SelectOptions& options, const Tier& tier, const char* model,
                              bool is_training) {
  constexpr double any = 1e7;  // more than eight of any card cost
  RecommendOptions asked;
  asked.network.model = model;
  asked.purchase_budget = fmt::format("{:.0f}", tier.to > 0 ? tier.to : any);
  asked.most_gpus = most_gpus;
  asked.task = is_training ? "training" : "inference";
  if (!is_training) asked.limits = {service_limit};
  if (is_training) asked.deadline = options.deadline.empty() ? usual_deadline : options.deadline;
  return asked;
}

double params_of(const char* model, const catalog::Catalog& catalog) {
  MemoryOptions named;
  named.model = model;
  return parse_network_request(named, catalog.models()).params;
}

double users_of(const Detail& detail) {
  return detail.service->one.concurrency * detail.machines;
}

bool is_enough(const RecommendAnswer& answer) {
  if (answer.best.empty()) return false;
  return answer.request.is_training ||
         users_of(answer.detail(*answer.best.front().candidate)) >= least_users;
}

TierWork largest(const SelectOptions& options, const Tier& tier, bool is_training,
                 const catalog::Catalog& catalog, const Context& context) {
  for (const char* model : networks) {
    RecommendOptions asked = tier_options(options, tier, model, is_training);
    if (is_training)
      asked.train_tokens = fmt::format("{:.0f}", advisor::usual_tokens(params_of(model, catalog)));
    RecommendRequest request = parse_recommend_request(asked, catalog.models());
    request.purchase_floor = Usd(tier.from);
    Recommendation found(std::move(request), asked, catalog.gpus(), context);
    if (is_enough(found.answer())) return {model, std::move(found)};
  }
  return {};
}

// On one GPU of the tier, or several of it; the card with most memory.
void take_adapted(TierAnswer& answer, const catalog::Catalog& catalog) {
  const TierWork& any = answer.inference.found ? answer.inference : answer.training;
  if (!any.found) return;
  for (const Supply& supply : any.found->supplies()) {
    const auto most = answer.tier->to > 0 ? answer.tier->to : supply.price;
    if (supply.price > most) continue;
    const bool is_more =
        answer.adapting == nullptr || supply.gpu->memory().value > answer.adapting->memory().value;
    const bool trains =
        supply.gpu->form_factor != "SoC module" && catalog::dense_peak(*supply.gpu, "bf16");
    if (is_more && trains) answer.adapting = supply.gpu;
  }
  for (const char* model : networks) {
    if (answer.adapting == nullptr) return;
    MemoryOptions named;
    named.model = model;
    named.task = "qlora";
    named.recompute = "full";
    const MemoryRequest request = parse_memory_request(named, catalog.models());
    if (!advisor::fits(request.estimate(request.one), advisor::usable_memory(*answer.adapting)))
      continue;
    answer.adapted = model;
    return;
  }
}

void take_suits(TierAnswer& answer) {
  for (const TierWork* work : {&answer.training, &answer.inference}) {
    if (!work->found) continue;
    for (const Choice& choice : work->found->answer().best)
      for (const advisor::Suit suit : advisor::suits(*choice.candidate->gpu))
        if (std::find(answer.suits.begin(), answer.suits.end(), suit) == answer.suits.end())
          answer.suits.push_back(suit);
  }
  std::sort(answer.suits.begin(), answer.suits.end());
}

TierAnswer answer_of(const SelectOptions& options, const Tier& tier,
                     const catalog::Catalog& catalog, const Context& context) {
  TierAnswer answer{&tier,
                    largest(options, tier, true, catalog, context),
                    largest(options, tier, false, catalog, context),
                    "",
                    nullptr,
                    {}};
  take_adapted(answer, catalog);
  take_suits(answer);
  return answer;
}

std::string price_range(const Tier& tier, const Context& context) {
  if (tier.from <= 0) return context.text({"select.tier_under", {{"to", money(tier.to)}}});
  if (tier.to <= 0) return context.text({"select.tier_over", {{"from", money(tier.from)}}});
  return "$" + money(tier.from) + "-" + money(tier.to);
}

void add_rows(Table& table, const TierWork& work, bool is_training, const Context& context) {
  if (!work.found) return;
  const RecommendAnswer& answer = work.found->answer();
  for (const Choice& choice : answer.best) {
    const Candidate& one = *choice.candidate;
    const Detail& detail = answer.detail(one);
    const bool is_first = &choice == &answer.best.front();
    table.rows.push_back({is_first ? context.text(is_training ? "recommend.task_training"
                                                              : "recommend.task_inference")
                                   : "",
                          is_first ? work.model : "", fmt::format("{} x {}", one.gpus, one.gpu->id),
                          precision_name(answer, one), money(one.price), rate_text(one.rate),
                          is_training ? long_time(*answer.request.train_tokens / one.rate)
                                      : advisor::whole_text(users_of(detail))});
  }
}

std::string uses_text(const TierAnswer& answer, const Context& context) {
  std::vector<std::string> parts;
  if (answer.training.found)
    parts.push_back(context.text({"select.use_train", {{"model", answer.training.model}}}));
  if (!answer.adapted.empty())
    parts.push_back(context.text(
        {"select.use_adapt", {{"model", answer.adapted}, {"gpu", answer.adapting->id}}}));
  if (answer.inference.found)
    parts.push_back(context.text({"select.use_serve", {{"model", answer.inference.model}}}));
  std::vector<std::string> suits;
  for (const advisor::Suit suit : answer.suits)
    suits.push_back(context.text("cli.suits_" + std::string(advisor::to_text(suit))));
  return paragraph({"select.uses", {{"uses", join(parts, "; ")}, {"suits", join(suits, ", ")}}},
                   context);
}

std::string tier_text(const TierAnswer& answer, const Context& context) {
  Table table{{{context.text("select.column_use")},
               {context.text("cli.column_model")},
               {context.text("recommend.column_take")},
               {context.text("recommend.column_type")},
               {"$", Align::right},
               {context.text("recommend.column_rate"), Align::right},
               {context.text("select.column_time_or_users"), Align::right}},
              {}};
  add_rows(table, answer.training, true, context);
  add_rows(table, answer.inference, false, context);
  report::shorten_columns(table, predict_width, {{2, 14}, {1, 8}});
  return price_range(*answer.tier, context) + "\n\n" + report::to_terminal(table) + "\n" +
         uses_text(answer, context);
}

Json work_json(const TierWork& work, const Context& context) {
  if (!work.found) return nullptr;
  Json json{{"largest_model", work.model}};
  json.update(recommend_json(work.found->answer(), context));
  return json;
}

Json tier_json(const TierAnswer& answer, const Context& context) {
  Json suits = Json::array();
  for (const advisor::Suit suit : answer.suits) suits.push_back(advisor::to_text(suit));
  return {{"tier", answer.tier->name},
          {"from_usd", answer.tier->from},
          {"to_usd", answer.tier->to > 0 ? Json(answer.tier->to) : Json()},
          {"training", work_json(answer.training, context)},
          {"inference", work_json(answer.inference, context)},
          {"use_cases",
           {{"trains", or_null(answer.training.model)},
            {"fine_tunes", or_null(answer.adapted)},
            {"fine_tunes_on", answer.adapted.empty() ? Json() : Json(answer.adapting->id)},
            {"serves", or_null(answer.inference.model)},
            {"suits", suits}}}};
}

}  // namespace

std::span<const std::string_view> tier_names() {
  return names_of_tiers;
}

void print_tiers(const SelectOptions& options, const catalog::Catalog& catalog,
                 const Context& context) {
  std::vector<std::string> known(std::begin(names_of_tiers), std::end(names_of_tiers));
  known.emplace_back("all");
  const std::string asked = lower_case(options.tier);
  check_choice("--budget-tier", asked, known);
  std::string text;
  Json list = Json::array();
  for (const Tier& tier : tiers) {
    if (asked != "all" && asked != tier.name) continue;
    const TierAnswer answer = answer_of(options, tier, catalog, context);
    if (context.json)
      list.push_back(tier_json(answer, context));
    else
      text += tier_text(answer, context) + "\n";
  }
  const std::string deadline = options.deadline.empty() ? usual_deadline : options.deadline;
  if (context.json)
    print(Json{{"deadline", deadline}, {"tiers", list}}.dump(2, ' ', false,
                                                             Json::error_handler_t::replace) +
          "\n");
  else
    print(text + paragraph({"select.tiers_note",
                            {{"deadline", deadline},
                             {"gpus", most_gpus},
                             {"users", advisor::whole_text(least_users)}}},
                           context));
}

}  // namespace wgf::cli
