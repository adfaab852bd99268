// SPDX-License-Identifier: MIT
#include "truth/validate_held_out.h"

#include <cmath>

#include "base/error.h"
#include "base/statistics.h"
#include "base/text.h"
#include "catalog/csv.h"
#include "truth/validate_files.h"

namespace wgf::truth {
namespace {

constexpr double training_goal = 0.06, training_p90_goal = 0.20;
constexpr double serving_goal = 0.07, first_token_goal = 0.15;
constexpr double training_width_goal = 0.15, serving_width_goal = 0.20;
constexpr double operator_goal = 0.10, classic_goal = 0.10, memory_goal = 0.05,
                 engine_memory_goal = 0.01;

Goal goal_of(std::string what, std::string held_out, double median, const HeldOut& reached,
             std::optional<double> width = std::nullopt) {
  return {std::move(what), std::move(held_out), median, std::nullopt, width, reached};
}

using Predictions = std::vector<const Prediction*>;

Predictions engine_predictions(const std::vector<JudgedFile>& files) {
  Predictions found;
  for (const JudgedFile& file : files)
    for (const JudgedRow& row : file.rows)
      if (row.quantity == Quantity::engine_memory && row.is_used())
        found.push_back(&row.prediction);
  return found;
}

// Half of the 90 % interval that the errors of the other networks give.
double spread_without(const Predictions& all, const std::string& network) {
  constexpr double inside = 0.9;
  std::vector<double> errors;
  for (const Prediction* one : all)
    if (one->group != network) errors.push_back(std::abs(one->truth / one->predicted - 1));
  return quantile(errors, inside);
}

// Rows at batch sizes that no line rests on, the interval without each network.
HeldOut engine_memory_held_out(const std::vector<JudgedFile>& files) {
  const Predictions all = engine_predictions(files);
  std::vector<Prediction> held_out;
  for (const Prediction* one : all) {
    const double spread = spread_without(all, one->group);
    held_out.push_back(*one);
    held_out.back().low = one->predicted * (1 - spread);
    held_out.back().high = one->predicted * (1 + spread);
  }
  Predictions members;
  for (const Prediction& one : held_out) members.push_back(&one);
  const ErrorSummary sum = summary_of(members);
  return {sum.rows, sum.median, sum.p90, sum.inside, sum.width};
}

}  // namespace

std::optional<bool> Goal::has_interval_reached() const {
  if (!reached.inside) return std::nullopt;
  const bool is_covered = *reached.inside >= least_inside && *reached.inside <= most_inside;
  const bool is_narrow = !width || (reached.width && *reached.width <= *width);
  return is_covered && is_narrow;
}

std::map<std::string, HeldOut> held_out_groups(const std::string& file) {
  const catalog::CsvTable table = catalog::parse_csv(built_in_accuracy(file), file);
  // Of operators a table has the errors with one card left out, and with its generation.
  const bool is_of_cards = table.find("card_median").has_value();
  std::map<std::string, HeldOut> groups;
  for (const catalog::CsvRow& line : table.rows) {
    const auto number = [&](std::string_view column) -> std::optional<double> {
      const catalog::CsvColumn place = table.find(column);
      return place ? parse_number(line.cells[*place]) : std::nullopt;
    };
    HeldOut& one = groups[line.cells[*table.require("group")]];
    one.rows = static_cast<std::size_t>(number("rows").value_or(0));
    one.median = number(is_of_cards ? "card_median" : "median").value_or(0);
    one.p90 = number(is_of_cards ? "card_p90" : "p90").value_or(0);
    one.inside = number("inside");
    one.width = number("width");
  }
  return groups;
}

std::vector<Goal> accuracy_goals(const std::vector<JudgedFile>& files) {
  const auto training = held_out_groups("training_held_out.csv");
  const auto serving = held_out_groups("serving_held_out.csv");
  const auto operators = held_out_groups("operators_held_out.csv");
  const auto classic = held_out_groups("classic_held_out.csv");
  const auto memory = held_out_groups("memory_held_out.csv");
  const char* service = "repository; the bulk file by software and generation";
  std::vector<Goal> goals{goal_of("training step time", "repository or paper", training_goal,
                                  training.at("all rows"), training_width_goal)};
  goals[0].p90 = training_p90_goal;
  const std::pair<const char*, double> metrics[] = {{"tpot", serving_goal},
                                                    {"throughput", serving_goal},
                                                    {"token rate", serving_goal},
                                                    {"ttft", first_token_goal},
                                                    {"prompt rate", first_token_goal}};
  for (const auto& [name, goal] : metrics)
    goals.push_back(goal_of(name == std::string_view("tpot")   ? "TPOT"
                            : name == std::string_view("ttft") ? "TTFT"
                                                               : name,
                            service, goal, serving.at("all " + std::string(name)),
                            serving_width_goal));
  const std::pair<const char*, const char*> kinds[] = {{"matrix", "matrix product"},
                                                       {"prefill", "prefill attention"},
                                                       {"decode", "decode attention"},
                                                       {"experts", "experts"},
                                                       {"collective", "collective"}};
  for (const auto& [name, what] : kinds)
    goals.push_back(goal_of(what, "GPU", operator_goal, operators.at(name)));
  goals.push_back(goal_of("classic training rate", "GPU", classic_goal, classic.at("all rows"),
                          training_width_goal));
  goals.push_back(
      goal_of("memory", "repository, of the interval alone", memory_goal, memory.at("all rows")));
  goals.push_back(goal_of("memory, this program's engine",
                          "batch sizes other than the line's two; of the interval, network",
                          engine_memory_goal, engine_memory_held_out(files)));
  return goals;
}

}  // namespace wgf::truth
