// SPDX-License-Identifier: MIT
#pragma once
// What predict --task serve answers: one forecast with its parts, or several side by side.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/serving/service_interval.h"
#include "answers/basis/service_basis.h"
#include "answers/outcome.h"
#include "answers/service/service_request.h"

namespace wgf::answers {

// Of one card, where no number is given.
inline constexpr int most_chosen_gpus = 64;
// Fewer of a module, which is a computer of its own: nobody joins several into one.
int most_gpus_of(const catalog::Gpu& gpu);

struct ServiceForecast {
  const catalog::Gpu* gpu = nullptr;
  std::string_view precision;
  int gpus = 1;
  advisor::ServicePlan plan;
  // Within the limits, on as many GPUs: in the layout that holds most of them, and in the plan's.
  advisor::UserRange users, users_of_plan;
  advisor::ServingCase users_layout;
  ServiceBasis basis;

  const advisor::ServingForecast& forecast() const { return plan.forecast; }
  double tokens_per_gpu() const { return plan.forecast.output_tokens_per_gpu; }
};

// Why there is none.
enum class NoService {
  unknown_card,  // nothing of the kind was measured, or the datasheet lacks what it takes
  no_precision,  // the software does not run it
  not_known,     // … on this card, as far as is documented
  no_room,       // weights and one request do not fit
  no_layout,     // heads, layers or experts cannot be cut so
};
struct ServiceOutcome {
  std::optional<ServiceForecast> forecast;
  NoService why = NoService::unknown_card;
  std::optional<int> fewest;  // GPUs that would hold it, with no_room
};

ServiceOutcome forecast_service(const ServiceRequest& request, const catalog::Gpu& gpu,
                                std::string_view precision, const catalog::GpuCatalog& gpus,
                                std::size_t load = 0);

// A card, or a precision, of which nothing is forecast.
struct WithoutService {
  std::string name;
  NoService why = NoService::unknown_card;
};

advisor::Knee knee_of(const std::vector<ServiceForecast>& loads);

// Physics alone. A network that generates no tokens has samples a second instead of times.
struct ServiceBoundsAnswer {
  const catalog::Gpu* gpu = nullptr;
  int gpus = 1;
  std::optional<advisor::ServiceBounds> times;
  std::optional<double> samples_per_s;
  std::optional<double> too_many_bytes;  // of weights, where the GPUs do not hold them
};

// One forecast, or several side by side as the request's shape says: cards the best first,
// precisions, loads.
struct ServiceAnswer {
  ServiceRequest request;  // with the layout that loads share
  std::vector<ServiceForecast> rows;
  std::vector<WithoutService> without;
  std::vector<ServiceBoundsAnswer> bounds;  // in place of rows, beside a refusal
};
Outcome<ServiceAnswer> service(ServiceRequest request, const Surroundings& surroundings);
nlohmann::ordered_json service_json(const ServiceAnswer& answer);
std::string_view to_text(NoService why);

}  // namespace wgf::answers
