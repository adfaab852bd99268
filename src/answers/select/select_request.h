// SPDX-License-Identifier: MIT
#pragma once
// The options of select and which of its four kinds of answer they ask for: what a card holds, a
// training, a service, what a budget buys.

#include <string>
#include <vector>

#include "answers/option.h"

namespace wgf::answers {

enum class SelectKind { capacity, training, inference, tiers };

struct SelectOptions {
  bool has_capacity = false, is_explained = false;
  std::string task, model_size, scenario, tier;
  std::vector<std::string> models, gpus, precisions;
  std::string train_tokens, deadline, most_gpus, users, requests, input_tokens, output_tokens;
  std::string priority, price_file;

  bool is_empty() const;
};

const OptionTable<SelectOptions>& select_options();

// Throws Error(usage) where it is none or several, or an option belongs to another one.
SelectKind select_kind(const SelectOptions& options);

}  // namespace wgf::answers
