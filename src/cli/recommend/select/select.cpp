// SPDX-License-Identifier: MIT
// select: the way to a choice for those who know what they want to do, not yet what to ask.

#include <algorithm>
#include <memory>

#include "base/choices.h"
#include "base/option_values.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/recommend/select/select.h"
#include "cli/terminal.h"

namespace wgf::cli {
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

void print_works(const std::vector<SelectedWork>& works, bool is_training, bool is_explained,
                 const Context& context) {
  print(context.json ? selected_json(works, is_training, context)
                     : selected_text(works, is_training, is_explained, context));
  bool has_any = false;
  for (const SelectedWork& work : works) has_any |= !work.found.answer().best.empty();
  if (!has_any) throw nothing_error(works.front().found.answer());
}

void print_selection(SelectOptions options, const Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  if (options.is_empty() && is_conversation()) {
    if (!ask_selection(options, catalog, context)) return;
  }
  switch (select_kind(options)) {
    case capacity:
      return print_capacity(options, catalog, context);
    case tiers:
      return print_tiers(options, catalog, context);
    case training:
      return print_works(select_training(options, catalog, context), true, options.is_explained,
                         context);
    case inference:
      return print_works(select_inference(options, catalog, context), false, options.is_explained,
                         context);
  }
}

}  // namespace

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

void print_notes(const std::vector<Message>& notes, const Context& context) {
  for (const Message& note : notes) print_note(note, context);
}

void add_select_options(Command& command, SelectOptions& options, Context& context) {
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("select.option_") + key));
  };
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* key) {
    command.list(name, values, context.text(std::string("select.option_") + key));
  };
  command.flag("--capacity", options.has_capacity, context.text("select.option_capacity"));
  text("--task", options.task, "task");
  text("--model-size", options.model_size, "model_size");
  text("--scenario", options.scenario, "scenario");
  text("--budget-tier", options.tier, "tier");
  list("-m,--model", options.models, "model");
  list("--gpu", options.gpus, "gpu");
  list("--precision", options.precisions, "precision");
  text("--train-tokens", options.train_tokens, "train_tokens");
  text("--deadline", options.deadline, "deadline");
  text("--max-gpus", options.most_gpus, "max_gpus");
  text("--users", options.users, "users");
  text("--requests", options.requests, "requests");
  text("--input-tokens", options.input_tokens, "input_tokens");
  text("--output-tokens", options.output_tokens, "output_tokens");
  text("--priority", options.priority, "priority");
  command.text("--price-file", options.price_file, context.text("cli.option_tco_price_file"),
               "FILE");
  command.flag("--explain", options.is_explained, context.text("select.option_explain"));
  add_json_flag(command, context);
}

void add_select_command(Command& program, Context& context) {
  Command command = program.add_command("select", context.text("select.description"));
  auto options = std::make_shared<SelectOptions>();
  add_select_options(command, *options, context);
  command.action([options, &context] { print_selection(*options, context); });
}

}  // namespace wgf::cli
