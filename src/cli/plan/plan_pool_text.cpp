// SPDX-License-Identifier: MIT
// What plan says of one pool of cards.

#include <algorithm>
#include <cmath>

#include "answers/training/layout_names.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/plan/plan_format.h"
#include "cli/terminal.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using advisor::StepGroup;
using advisor::TrainingForecast;
using report::Align;
using report::Table;

std::string short_recompute(const advisor::TrainingCase& one) {
  const advisor::Recompute recompute = one.work.recompute;
  return recompute == advisor::Recompute::none   ? "-"
         : recompute == advisor::Recompute::full ? "full"
                                                 : "sel";
}

double free_bytes(const answers::PoolPlans& pool, const advisor::Plan& plan) {
  return static_cast<double>(advisor::usable_memory(*pool.pool.gpu).value) - plan.bytes;
}

// "37.5-56.8": the table has no room for more digits.
std::string seconds_range(const Interval& seconds) {
  return format_number(seconds.low, 3) + "-" + format_number(seconds.high, 3);
}

}  // namespace

std::string plans_table(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                        std::size_t most, const Context& context) {
  const auto column = [&](const char* key) {
    return context.text(std::string("plan.column_") + key);
  };
  Table table{{{"#", Align::right},
               {column("layout")},
               {column("type")},
               {column("recompute")},
               {column("micro"), Align::right},
               {column("seconds"), Align::right},
               {"90 %", Align::right},
               {context.text(of_unit(request, "column_rate")), Align::right},
               {"MFU", Align::right},
               {column("free"), Align::right}},
              {}};
  for (std::size_t i = 0; i < std::min(most, pool.best.size()); ++i) {
    const TrainingForecast& plan = pool.best[i];
    table.rows.push_back(
        {std::to_string(i + 1), answers::short_layout(plan.one), type_text(plan.one, *plan.gpu),
         short_recompute(plan.one), advisor::whole_text(plan.one.work.batch),
         format_number(plan.step().value, 4), seconds_range(plan.step_interval()),
         rate_text(shown_rate(request, plan) / pool.pool.gpus), mfu_text(plan.utilisation()),
         gb_text(free_bytes(pool, pool.result.best[i]))});
  }
  return report::to_terminal(table, text_width());
}

namespace {

std::string signed_seconds(double seconds) {
  return (seconds > 0 ? "+" : "-") + seconds_text(std::abs(seconds));
}

// "+0.307 s: communication +0.21 s, bubble -0.05 s, the rest +0.147 s": what differs by five
// hundredths of the difference, and all else together.
std::string differences_text(const TrainingForecast& first, const TrainingForecast& second,
                             const Context& context) {
  constexpr double worth_naming = 0.05;
  const double all = second.step().value - first.step().value;
  double rest = all;
  std::vector<std::pair<double, std::string>> parts;
  for (int i = 0; i < advisor::step_group_count; ++i) {
    const auto group = static_cast<StepGroup>(i);
    const double more = seconds_of(second.parts, group) - seconds_of(first.parts, group);
    if (std::abs(more) <= worth_naming * std::abs(all)) continue;
    rest -= more;
    parts.emplace_back(
        -std::abs(more),
        context.text("predict.group_" + std::string(to_text(group))) + " " + signed_seconds(more));
  }
  std::sort(parts.begin(), parts.end());
  std::vector<std::string> texts;
  for (auto& [size, text] : parts) texts.push_back(std::move(text));
  if (std::abs(rest) > 0.001 * std::abs(all))
    texts.push_back(context.text("plan.rest") + " " + signed_seconds(rest));
  return texts.empty() ? "-" : join(texts, ", ");
}

}  // namespace

std::string name_beside(const advisor::TrainingCase& one, const TrainingForecast& first,
                        const Context& context) {
  std::string text = answers::layout_text(one.work);
  const std::string type = type_text(one, *first.gpu);
  if (type != type_text(first.one, *first.gpu)) text += ", " + type;
  if (one.work.recompute != first.one.work.recompute)
    text += ", " + context.text({"plan.named_recompute",
                                 {{"recompute", recompute_text(one.work.recompute, context)}}});
  if (one.work.batch != first.one.work.batch)
    text += ", " + context.text({"plan.named_micro_batch",
                                 {{"batch", advisor::whole_text(one.work.batch)}}});
  return text;
}

namespace {

std::string runner_up_text(const answers::PoolPlans& pool, const Context& context) {
  if (pool.best.size() < 2) return "";
  const TrainingForecast &first = pool.best[0], &second = pool.best[1];
  const Interval interval = first.step_interval();
  const bool is_within = second.step().value <= interval.high;
  const double slower = second.step().value / first.step().value - 1;
  return paragraph({"plan.runner_up",
                    {{"layout", name_beside(second.one, first, context)},
                     {"percent", format_number(slower * 100, 2)},
                     {"seconds", seconds_text(second.step().value - first.step().value)},
                     {"parts", differences_text(first, second, context)}}},
                   context) +
         (is_within ? paragraph({"plan.not_told_apart",
                                 {{"low", seconds_text(interval.low)},
                                  {"high", seconds_text(interval.high)}}},
                                context)
                    : "");
}

// An fp8 plan's MFU would else be read as of its own peak, which is twice as high.
std::string narrow_note(const answers::PoolPlans& pool, const Context& context) {
  const bool has_narrow =
      std::any_of(pool.best.begin(), pool.best.end(), [](const TrainingForecast& plan) {
        return plan.one.matrices == advisor::ComputeType::fp8 ||
               plan.one.matrices == advisor::ComputeType::fp4;
      });
  return has_narrow ? paragraph({"plan.mfu", {}}, context) : "";
}

// Narrow types are searched unless asked otherwise: what is known of them is said where one is
// shown.
std::string accuracy_note(const answers::PoolPlans& pool, const Context& context) {
  std::string text;
  for (const advisor::ComputeType type : {advisor::ComputeType::fp8, advisor::ComputeType::fp4}) {
    const std::string name(to_text(type));
    if (is_shown(pool, type))
      text += paragraph(
          {"plan.accuracy", {{"type", name}, {"known", context.text("predict.accuracy_" + name)}}},
          context);
  }
  return text;
}

std::string free_note(const answers::PoolPlans& pool, const Context& context) {
  const auto usable = static_cast<double>(advisor::usable_memory(*pool.pool.gpu).value);
  return paragraph({"plan.free", {{"usable", gb_text(usable)}}}, context);
}

// Gradients take four bytes a parameter unless asked otherwise: what two would give is said where
// it is faster.
std::string gradients_note(const answers::PoolPlans& pool, const Context& context) {
  const double less = less_with_narrow_gradients(pool);
  if (less == 0) return "";
  const advisor::Plan& fastest = pool.narrow->best.front();
  const bool is_pcie = advisor::usual_node(*pool.pool.gpu).is_pcie;  // nothing overlaps there
  return paragraph(
      {is_pcie ? "plan.narrow_gradients_pcie" : "plan.narrow_gradients",
       {{"layout", name_beside(fastest.one, pool.best.front(), context)},
        {"evaluated", advisor::whole_text(static_cast<double>(pool.narrow->counts.evaluated))},
        {"seconds", seconds_text(fastest.seconds)},
        {"percent", format_number(less * 100, 2)}}},
      context);
}

}  // namespace

double less_with_narrow_gradients(const answers::PoolPlans& pool) {
  constexpr double worth_saying = 0.005;
  if (!pool.narrow || pool.narrow->best.empty()) return 0;
  const double less = 1 - pool.narrow->best.front().seconds / pool.best.front().step().value;
  return less < worth_saying ? 0 : less;
}

bool is_shown(const answers::PoolPlans& pool, advisor::ComputeType type) {
  return std::any_of(pool.best.begin(), pool.best.end(), [&](const TrainingForecast& plan) {
    return type_text(plan.one, *plan.gpu) == to_text(type);
  });
}

std::string type_notes(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                       const Context& context) {
  std::string text;
  for (const advisor::ComputeType type : request.types_of(*pool.pool.gpu))
    text += type_note(*pool.pool.gpu, to_text(type), context);
  return text;
}

std::string cost_text(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                      const Context& context) {
  const auto usd = usd_per_billion_tokens(request, pool, pool.best.front().step().value);
  if (!usd) return paragraph({"plan.no_rent", {{"gpu", pool.pool.gpu->id}}}, context);
  return paragraph(
      {of_unit(request, "cost"),
       {{"usd", money(shown_usd(request, *usd))}, {"per_hour", money(*pool.usd_per_hour)}}},
      context);
}

std::string pool_text(const answers::PlanRequest& request, const answers::PoolPlans& pool,
                      const Context& context) {
  std::string text =
      paragraph(
          {"plan.pool",
           {{"cards", cards_text(pool.pool)},
            {"evaluated", advisor::whole_text(static_cast<double>(pool.result.counts.evaluated))},
            {"pruned", advisor::whole_text(static_cast<double>(pool.result.counts.pruned))}}},
          context) +
      type_notes(request, pool, context) + plans_table(request, pool, pool.best.size(), context) +
      "\n" + runner_up_text(pool, context) + gradients_note(pool, context) +
      narrow_note(pool, context) + accuracy_note(pool, context) + free_note(pool, context);
  const TrainingForecast& best = pool.best.front();
  text += network_note(best.node, pool.pool.gpus, context) + scale_note(pool.pool.gpus, context);
  text += cost_text(request, pool, context);
  return pool.usd_per_hour ? text + machines_note(*pool.rent, pool.pool.gpus, context) : text;
}

}  // namespace wgf::cli
