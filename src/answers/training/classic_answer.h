// SPDX-License-Identifier: MIT
#pragma once
// predict of a classic network (ResNet-50, SSD300, GNMT, …): the rate at which published scripts
// train it. docs/method/classic-networks.md.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/training/classic_training.h"
#include "answers/basis/card_rows.h"
#include "answers/basis/published_rates.h"
#include "answers/outcome.h"
#include "answers/surroundings.h"
#include "answers/training/classic_memory.h"
#include "answers/training/predict_request.h"
#include "base/statistics.h"

namespace wgf::answers {

inline constexpr int most_classic_gpus = 8;  // of one machine, as measured

struct ClassicRequest {
  std::string name;
  advisor::ClassicNetwork network = advisor::ClassicNetwork::resnet50;
  PredictShape shape = PredictShape::one;
  std::vector<const catalog::Gpu*> cards;
  std::vector<std::string> precisions;  // fp32, tf32, bf16, fp16
  int gpus = 1;
  std::vector<double> batches;          // of one card; none: not asked for
  std::optional<MemoryRequest> memory;  // where the catalogue describes the network
  bool is_explained = false;
  std::vector<Message> notes;
};

struct ClassicForecast {
  const catalog::Gpu* gpu = nullptr;
  std::string precision;
  advisor::ClassicCase one;
  advisor::ClassicTime time;
  ForecastBasis basis;
  std::optional<PublishedRates> published;  // of this very case; of bf16 what is known of fp16
  ClassicMemory memory;

  double rate() const { return 1 / time.total(); }
  Interval interval(double rate) const;  // 90 %
  std::string products() const;          // the type in which it multiplies: "tf32"
  std::string published_type() const;    // that of what was published; nobody published bf16
  bool is_published_outside() const;     // of the interval
};

// Nothing where the network is none of them. Throws Error(usage) for options that say nothing of
// such a network.
std::optional<ClassicRequest> parse_classic_request(const PredictOptions& options,
                                                    const catalog::Catalog& catalog);

// Nothing where such a step was not measured: the type, the card's generation, the number of GPUs.
std::optional<ClassicForecast> classic_forecast(const ClassicRequest& request,
                                                const catalog::Gpu& gpu,
                                                const std::string& precision, int gpus,
                                                const catalog::GpuCatalog& catalog);

// One forecast, or one of each card, precision or number of GPUs, the fastest card first.
struct ClassicAnswer {
  ClassicRequest request;
  std::vector<ClassicForecast> rows;
  std::vector<const catalog::Gpu*> unknown;  // cards without a forecast
};

// Whether such a step was measured, or nothing else is known of the network.
bool is_classic_alone(const ClassicRequest& request, const catalog::Catalog& catalog);

// Refused where no such step was measured.
Outcome<ClassicAnswer> classic(const ClassicRequest& request, const Surroundings& surroundings);

nlohmann::ordered_json classic_json(const ClassicAnswer& answer);
nlohmann::ordered_json classic_json(const ClassicRequest& request, const ClassicForecast& one);

}  // namespace wgf::answers
