// SPDX-License-Identifier: MIT
// The questions of select on a terminal. The command that gives the same answer is shown.

#include <functional>
#include <iostream>

#include "base/text.h"
#include "cli/recommend/select/select.h"
#include "cli/typed_words.h"

namespace wgf::cli {
namespace {

class Dialogue {
 public:
  Dialogue(answers::SelectOptions& options, const catalog::Catalog& catalog, const Context& context)
      : options_(options), catalog_(catalog), context_(context) {
    for (const std::string& argument : context.arguments)
      command_ += (command_.empty() ? "" : " ") + shell_command({argument});
  }

  bool ask_all() {
    constexpr std::string_view kinds[] = {"training", "inference", "budget", "capacity"};
    const auto kind = choice("select.ask_kind", kinds);
    if (!kind) return false;
    const bool is_complete = *kind == 0   ? ask_training()
                             : *kind == 1 ? ask_inference()
                             : *kind == 2 ? ask_tier()
                                          : ask_capacity();
    if (is_complete) print(context_.text({"select.same", {{"command", command_}}}) + "\n\n");
    return is_complete;
  }

 private:
  // Nothing: the input ended.
  std::optional<std::string> line() {
    print("> ");
    std::string typed;
    if (!std::getline(std::cin, typed)) {
      print("\n");
      return std::nullopt;
    }
    return std::string(trim(typed));
  }

  // By number or by name; asked until it is one. Enter is the first.
  std::optional<std::size_t> choice(const char* question, std::span<const std::string_view> known) {
    print("\n" + context_.text(question) + "\n");
    for (std::size_t i = 0; i < known.size(); ++i)
      print("  " + std::to_string(i + 1) + "  " + context_.text("select.answer_" + fold(known[i])) +
            "\n");
    while (true) {
      const auto typed = line();
      if (!typed) return std::nullopt;
      if (typed->empty()) return 0;
      for (std::size_t i = 0; i < known.size(); ++i)
        if (*typed == std::to_string(i + 1) || lower_case(*typed) == known[i]) return i;
      print(context_.text({"select.ask_again", {{"last", std::to_string(known.size())}}}) + "\n");
    }
  }

  // Of the name of an answer in the table of texts.
  static std::string fold(std::string_view name) {
    std::string key;
    for (const char c : name) key += c == '-' ? '_' : c;
    return key;
  }

  // Asked until it is what the command would take; Enter leaves it open.
  bool value(const char* question, const char* option, std::string& place,
             const std::function<void()>& check) {
    print("\n" + context_.text(question) + "\n");
    while (true) {
      const auto typed = line();
      if (!typed) return false;
      place = *typed;
      if (place.empty()) return true;
      try {
        check();
        add(option, place);
        return true;
      } catch (const Error& fault) {
        print(context_.text(fault.message()) + "\n");
      }
    }
  }

  void add(const std::string& option, const std::string& text = "") {
    command_ += " " + option + (text.empty() ? "" : " " + shell_command({text}));
  }

  bool ask_training() {
    options_.task = "training";
    add("--task", options_.task);
    const auto size = choice("select.ask_size", answers::training_sizes());
    if (!size) return false;
    options_.model_size = answers::training_sizes()[*size];
    add("--model-size", options_.model_size);
    const auto check = [&] { training_request(options_, options_.model_size, catalog_.models()); };
    return value("select.ask_tokens", "--train-tokens", options_.train_tokens, check) &&
           value("select.ask_gpus", "--max-gpus", options_.most_gpus, check);
  }

  bool ask_inference() {
    options_.task = "inference";
    add("--task", options_.task);
    const auto scenario = choice("select.ask_scenario", answers::scenario_names());
    if (!scenario) return false;
    options_.scenario = answers::scenario_names()[*scenario];
    add("--scenario", options_.scenario);
    std::string model;
    const bool is_model_given = value("select.ask_model", "--model", model, [&] {
      answers::RecommendOptions asked;
      asked.network.model = model;
      parse_recommend_request(asked, catalog_.models());
    });
    if (!is_model_given) return false;
    if (!model.empty()) options_.models = {model};
    return value("select.ask_users", "--users", options_.users,
                 [&] { answers::parse_optional_count("--users", options_.users); });
  }

  bool ask_tier() {
    const auto tier = choice("select.ask_tier", answers::tier_names());
    if (!tier) return false;
    options_.tier = answers::tier_names()[*tier];
    add("--budget-tier", options_.tier);
    return true;
  }

  bool ask_capacity() {
    constexpr std::string_view precisions[] = {"bf16", "fp8", "int8", "int4"};
    options_.has_capacity = true;
    add("--capacity");
    const auto precision = choice("select.ask_precision", precisions);
    if (!precision) return false;
    options_.precisions = {std::string(precisions[*precision])};
    add("--precision", options_.precisions.front());
    return value("select.ask_requests", "--requests", options_.requests,
                 [&] { answers::parse_optional_count("--requests", options_.requests); });
  }

  answers::SelectOptions& options_;
  const catalog::Catalog& catalog_;
  const Context& context_;
  std::string command_;  // as typed so far, with the options that answers stand for
};

}  // namespace

bool ask_selection(answers::SelectOptions& options, const catalog::Catalog& catalog,
                   const Context& context) {
  return Dialogue(options, catalog, context).ask_all();
}

}  // namespace wgf::cli
