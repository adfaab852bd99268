// SPDX-License-Identifier: MIT
#include "answers/select/select_request.h"

#include <algorithm>

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using Kinds = std::initializer_list<SelectKind>;
constexpr auto capacity = SelectKind::capacity, training = SelectKind::training,
               inference = SelectKind::inference, tiers = SelectKind::tiers;

// Throws where the option was given and the kind is none of these.
class Belongs {
 public:
  explicit Belongs(SelectKind kind) : kind_(kind) {}

  void check(const char* option, bool is_given, Kinds kinds) const {
    if (!is_given || std::find(kinds.begin(), kinds.end(), kind_) != kinds.end()) return;
    constexpr const char* flags[] = {"--capacity", "--task training", "--task inference",
                                     "--budget-tier"};
    std::vector<std::string> names;
    for (const SelectKind one : kinds) names.emplace_back(flags[static_cast<std::size_t>(one)]);
    throw Error({"select.belongs", {{"option", option}, {"flags", join(names, ", ")}}},
                ExitCode::usage);
  }

 private:
  SelectKind kind_;
};

void check_options(const SelectOptions& options, SelectKind kind) {
  if (options.has_capacity && !options.task.empty())
    throw Error({"select.two_answers", {{"first", "--task"}, {"second", "--capacity"}}},
                ExitCode::usage);
  const Belongs belongs(kind);
  belongs.check("--capacity", options.has_capacity, {capacity});
  belongs.check("--budget-tier", !options.tier.empty(), {tiers});
  belongs.check("--model-size", !options.model_size.empty(), {training});
  belongs.check("--scenario", !options.scenario.empty(), {inference});
  belongs.check("--task", !options.task.empty(), {training, inference});
  belongs.check("--model", !options.models.empty(), {capacity, training, inference});
  belongs.check("--gpu", !options.gpus.empty(), {capacity});
  belongs.check("--requests", !options.requests.empty(), {capacity});
  belongs.check("--precision", !options.precisions.empty(), {capacity, training, inference});
  belongs.check("--train-tokens", !options.train_tokens.empty(), {training});
  belongs.check("--deadline", !options.deadline.empty(), {training, tiers});
  belongs.check("--max-gpus", !options.most_gpus.empty(), {training, inference});
  belongs.check("--users", !options.users.empty(), {inference});
  belongs.check("--input-tokens", !options.input_tokens.empty(), {capacity, inference});
  belongs.check("--output-tokens", !options.output_tokens.empty(), {capacity, inference});
  belongs.check("--priority", !options.priority.empty(), {training, inference});
  belongs.check("--price-file", !options.price_file.empty(), {capacity, training, inference});
}

SelectKind kind_of(const SelectOptions& options) {
  if (options.has_capacity) return capacity;
  if (!options.tier.empty()) return tiers;
  if (!options.task.empty()) {
    const std::string task = parse_task_word(options.task, "training", "inference");
    check_choice("--task", task, {"training", "inference"});
    return task == "training" ? training : inference;
  }
  if (!options.model_size.empty()) return training;
  if (!options.scenario.empty()) return inference;
  throw Error({"select.which", {}}, ExitCode::usage);
}

}  // namespace

const OptionTable<SelectOptions>& select_options() {
  using Row = SelectOptions;
  static const OptionTable<Row> table{
      option<Row>("--capacity", &Row::has_capacity, "select.option_capacity"),
      option<Row>("--task", &Row::task, "select.option_task"),
      option<Row>("--model-size", &Row::model_size, "select.option_model_size"),
      option<Row>("--scenario", &Row::scenario, "select.option_scenario"),
      option<Row>("--budget-tier", &Row::tier, "select.option_tier"),
      option<Row>("-m,--model", &Row::models, "select.option_model"),
      option<Row>("--gpu", &Row::gpus, "select.option_gpu"),
      option<Row>("--precision", &Row::precisions, "select.option_precision"),
      option<Row>("--train-tokens", &Row::train_tokens, "select.option_train_tokens"),
      option<Row>("--deadline", &Row::deadline, "select.option_deadline"),
      option<Row>("--max-gpus", &Row::most_gpus, "select.option_max_gpus"),
      option<Row>("--users", &Row::users, "select.option_users"),
      option<Row>("--requests", &Row::requests, "select.option_requests"),
      option<Row>("--input-tokens", &Row::input_tokens, "select.option_input_tokens"),
      option<Row>("--output-tokens", &Row::output_tokens, "select.option_output_tokens"),
      option<Row>("--priority", &Row::priority, "select.option_priority"),
      option<Row>("--price-file", &Row::price_file, "cli.option_tco_price_file", "FILE"),
      option<Row>("--explain", &Row::is_explained, "select.option_explain")};
  return table;
}

bool SelectOptions::is_empty() const {
  const auto is_any = [](auto&&... texts) { return (!texts.empty() || ...); };
  return !has_capacity &&
         !is_any(task, model_size, scenario, tier, models, gpus, precisions, train_tokens, deadline,
                 most_gpus, users, requests, input_tokens, output_tokens, priority, price_file);
}

SelectKind select_kind(const SelectOptions& options) {
  const SelectKind kind = kind_of(options);
  check_options(options, kind);
  return kind;
}

}  // namespace wgf::answers
