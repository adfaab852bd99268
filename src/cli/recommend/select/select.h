// SPDX-License-Identifier: MIT
#pragma once
// The options of select and its four kinds of answer: what a card holds, a training, a service,
// what a budget buys.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/recommend/recommend_finder.h"
#include "catalog/catalog.h"
#include "cli/command.h"

namespace wgf::cli {

enum class SelectKind { capacity, training, inference, tiers };

struct SelectOptions {
  bool has_capacity = false, is_explained = false;
  std::string task, model_size, scenario, tier;
  std::vector<std::string> models, gpus, precisions;
  std::string train_tokens, deadline, most_gpus, users, requests, input_tokens, output_tokens;
  std::string priority, price_file;

  bool is_empty() const;
};

// Throws Error(usage) where it is none or several, or an option belongs to another one.
SelectKind select_kind(const SelectOptions& options);

// What was taken where a family was typed, on standard error.
void print_notes(const std::vector<Message>& notes, const Context& context);

void add_select_options(Command& command, SelectOptions& options, Context& context);

// The matrix of --capacity.
void print_capacity(const SelectOptions& options, const catalog::Catalog& catalog,
                    const Context& context);

// What a training would take otherwise; bytes of one GPU.
struct TrainingAdvice {
  double without_sharing = 0;    // ZeRO or FSDP; 0: nothing is shared out
  double without_recompute = 0;  // 0: none is used
  double with_recompute = 0;     // all of it; 0: it is used
  struct Adapters {
    double bytes = 0;                           // on one GPU
    const answers::Supply* cheapest = nullptr;  // one such GPU, rented
  };
  Adapters lora, qlora;
};
TrainingAdvice training_advice(const answers::Recommendation& found);

// A size or a scenario with what is recommended.
struct SelectedWork {
  std::string name;
  std::optional<int> users;
  answers::Recommendation found;
  std::optional<TrainingAdvice> advice;
};
std::vector<SelectedWork> select_training(const SelectOptions& options,
                                          const catalog::Catalog& catalog, const Context& context);
std::vector<SelectedWork> select_inference(const SelectOptions& options,
                                           const catalog::Catalog& catalog, const Context& context);
std::string selected_text(const std::vector<SelectedWork>& works, bool is_training,
                          bool is_explained, const Context& context);
std::string selected_json(const std::vector<SelectedWork>& works, bool is_training,
                          const Context& context);
// The request behind a training of this size; what the questions check their answers with.
answers::RecommendOptions training_options(const SelectOptions& options, const std::string& size);

std::span<const std::string_view> training_sizes();
std::span<const std::string_view> scenario_names();
std::span<const std::string_view> tier_names();

void print_tiers(const SelectOptions& options, const catalog::Catalog& catalog,
                 const Context& context);

// The questions on a terminal; false: the input ended before the last of them.
bool ask_selection(SelectOptions& options, const catalog::Catalog& catalog, const Context& context);

}  // namespace wgf::cli
