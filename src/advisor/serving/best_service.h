// SPDX-License-Identifier: MIT
#pragma once
// The layout in which GPUs of one card serve a network best, and what the service then does.
// docs/method/service-forecast.md.

#include <optional>
#include <vector>

#include "advisor/predict/knee.h"
#include "advisor/serving/forecast_serving.h"
#include "advisor/serving/service_layouts.h"

namespace wgf::advisor {

struct ServiceQuestion {
  const Network& network;
  ServingCase load;      // precision, software, tokens, requests in flight; its layout counts not
  GivenService given;    // of the layout
  ServiceLimits limits;  // none set: not looked at
  PromptMemo* prompts = nullptr;  // of questions before of this network, card and formats
};

// A layout, the load in `one` with it, and what comes of it.
struct ServicePlan {
  ServingCase one;
  ServingForecast forecast;
  bool is_within_limits = true;
};

// A card with its rates, read once for many questions.
struct ServiceCard {
  ServiceCard(const catalog::Gpu& card, ServingSoftware software)
      : gpu(&card), pass(pass_card(card, usual_node(card), software)) {}
  const catalog::Gpu* gpu;
  PassCard pass;
};

// At the load: of those within the limits the one with most tokens a second; else the one that is
// least beyond them. Each engine has room for a request at its longest. Engines that the load would
// leave idle are not looked at where others are possible. Nothing: none fits, the card lacks the
// arithmetic, or the layout given is not possible.
std::optional<ServicePlan> best_service(const ServiceQuestion& question, const ServiceCard& card,
                                        int gpus, const FittedServing& fitted = fitted_serving());

// The layout that holds most requests in flight within the limits, at that number, whatever the
// load's is. Nothing also where not even one request is within them.
std::optional<ServicePlan> most_users(const ServiceQuestion& question, const ServiceCard& card,
                                      int gpus, const FittedServing& fitted = fitted_serving());

// Numbers of GPUs that are tried, 1 to `most`: each number up to most_of_every_count and powers of
// two beyond where the software shares out whole layers; else powers of two, into which tensor
// parallelism cuts heads.
inline constexpr int most_of_every_count = 8;
std::vector<int> service_counts(ServingSoftware software, int most);

// Of service_counts() the fewest on which it fits: the weights, and one request on each group
// of attention.
std::optional<int> fewest_gpus(const ServiceQuestion& question, const ServiceCard& card, int most);

// Of as many the fewest on which nobody waits for room and the limits are kept, else those that are
// least beyond the limits without idle engines, the fewest of them: there best_service(), or
// most_users() where the load is open.
std::optional<ServicePlan> fewest_service(const ServiceQuestion& question, const ServiceCard& card,
                                          bool is_load_open, int most,
                                          const FittedServing& fitted = fitted_serving());

// The most requests at once on a group of attention that any published row has.
inline constexpr double most_of_group = 2048;

// How many requests in flight one layout holds within the limits, and how many were its times and
// its room at the ends of their 90 % intervals. At most most_of_group on each.
struct UserRange {
  double value = 0, low = 0, high = 0;
  bool is_limited_by_memory = false;
};
UserRange users_within(const ServiceQuestion& question, const ServiceCard& card,
                       const ServingCase& layout, const FittedServing& fitted = fitted_serving());

// Of tokens a second; loads at which somebody waits for room are not possible.
Knee service_knee(const std::vector<ServicePlan>& loads);

}  // namespace wgf::advisor
