// SPDX-License-Identifier: MIT
#pragma once
// The options of recommend, and what is asked with them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/recommend/candidate.h"
#include "advisor/training/training_case.h"
#include "answers/network/memory_request.h"
#include "answers/option.h"
#include "base/units.h"

namespace wgf::answers {

inline constexpr int most_gpus_of_all = 1024;  // beyond it nothing is searched

struct RecommendOptions {
  MemoryOptions network;  // which one, and --seq
  std::string model_size, model_size_gb, task, scenario, priority;
  std::string budget, purchase_budget, throughput, tokens_per_day;
  std::vector<std::string> limits, precisions, providers;
  std::string deadline, train_tokens, input_tokens, output_tokens, most_gpus, price_file;
  std::string users;  // of select: at once
  bool has_spot = false, is_explained = false;
  bool has_usual_tokens = false;  // train_tokens were not typed
};

// A precision as it is typed. Serving knows it by name (service_precision.h).
struct WorkPrecision {
  std::string_view name;
  std::optional<advisor::ComputeType> trained;  // nothing: for serving alone
  bool has_four_bits = false;                   // weights: taken where nothing wider serves
};

struct RecommendRequest {
  bool is_training = false;
  MemoryRequest network;
  std::vector<Message> notes;
  advisor::Priority priority = advisor::Priority::balanced;
  std::vector<WorkPrecision> precisions;
  bool has_precisions = false;  // they were typed
  std::optional<UsdPerHour> budget;
  std::optional<Usd> purchase_budget;
  Usd purchase_floor{0};                           // what is bought costs more than this
  std::optional<double> rate;                      // tokens/s that are to be reached
  std::optional<double> users;                     // requests in flight, within the limits
  double least_users = 0;                          // that each choice of a service holds so
  std::optional<double> tokens_per_day;            // that are served, whatever the machine could
  std::optional<Seconds> first_token, next_token;  // limits
  std::string_view scenario;  // that one of them is of; empty: all were typed, or a training
  std::optional<Seconds> deadline;
  std::optional<double> train_tokens;
  bool has_usual_tokens = false;  // they are assumed: as many as are usual
  double input_tokens = 0, output_tokens = 0;
  double requests_per_gpu = 64;  // in flight, where no limit of a time says how many
  double global_batch = 0;       // sequences
  int most_gpus = 8;
  std::vector<std::string> providers;
  bool has_spot = false;

  bool is_bought() const { return purchase_budget.has_value(); }
  bool has_demand() const { return rate || users || tokens_per_day || deadline; }
  std::optional<double> most_price() const;  // dollars an hour, or once
  // Tokens/s that have to be reached: the higher of what was asked.
  double least_rate() const;
};

const OptionTable<RecommendOptions>& recommend_options();

// "3d", "12h"; nothing where nothing was typed. Throws Error(usage).
std::optional<Seconds> parse_deadline(const std::string& typed);

// Throws Error(usage) for what cannot be, Error(not_supported) for networks no forecast covers.
RecommendRequest parse_recommend_request(const RecommendOptions& options,
                                         const catalog::ModelCatalog& models);

}  // namespace wgf::answers
