// SPDX-License-Identifier: MIT
#pragma once
// predict of a classic network (ResNet-50, SSD300, GNMT, …): the rate at which published scripts
// train it. docs/method/classic-networks.md.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/training/classic_training.h"
#include "base/statistics.h"
#include "cli/predict/card_rows.h"
#include "cli/predict/classic_memory.h"
#include "cli/predict/predict_request.h"
#include "cli/predict/published_rates.h"

namespace wgf::cli {

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

// Prints the forecast. False: the network is none of them, or nothing is known of such a step but
// what the network's FLOPs say.
bool print_classic(const PredictOptions& options, const catalog::Catalog& catalog,
                   const Context& context);

std::string classic_text(const ClassicRequest& request, const ClassicForecast& one,
                         bool is_explained, const Context& context);
// Several cards, precisions or numbers of GPUs; `unknown` are cards without a forecast.
std::string classic_table_text(const ClassicRequest& request,
                               const std::vector<ClassicForecast>& rows,
                               const std::vector<const catalog::Gpu*>& unknown,
                               const Context& context);
nlohmann::ordered_json classic_json(const ClassicRequest& request, const ClassicForecast& one);

}  // namespace wgf::cli
