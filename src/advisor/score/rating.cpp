// SPDX-License-Identifier: MIT
#include "advisor/score/rating.h"

#include <algorithm>
#include <cmath>

#include "advisor/score/embedded_data.h"
#include "catalog/record_reader.h"

namespace wgf::advisor {
namespace {

using catalog::FieldReader;
using catalog::ModelKind;
using catalog::RecordField;
using results::Rating;
using results::Result;

// Below so many samples a step is about latency, and MFU says little.
constexpr std::int64_t least_batch = 8;
// A thinner product reads more than it computes.
constexpr std::int64_t least_side = 512;

bool is_thin(const results::Parameters& product) {
  return std::min({product.integer("m"), product.integer("n"), product.integer("k")}) < least_side;
}

constexpr RecordField<RatingBand> fields[] = {
    {"metric", [](const FieldReader& in, auto& out) { out.metric = in.text(); }},
    {"task", [](const FieldReader& in, auto& out) { out.task = in.text(); }},
    {"precisions", [](const FieldReader& in, auto& out) { out.precisions = in.texts(); }},
    {"fair", [](const FieldReader& in, auto& out) { out.fair = in.number(0, 100); }},
    {"good", [](const FieldReader& in, auto& out) { out.good = in.number(0, 100); }},
    {"excellent", [](const FieldReader& in, auto& out) { out.excellent = in.number(0, 100); }},
    {"source", [](const FieldReader& in, auto& out) { out.source = in.text(); }},
};
constexpr std::string_view required[] = {"metric", "task", "fair", "good", "excellent", "source"};

std::string_view network_class(ModelKind kind) {
  switch (kind) {
    case ModelKind::cnn:
      return "convolutional";
    case ModelKind::dense_lm:
    case ModelKind::moe_lm:
    case ModelKind::encoder:
    case ModelKind::encoder_decoder:
    case ModelKind::vit:
      return "transformer";
    default:
      return "";
  }
}

// The arithmetic in effect, which the peak behind the MFU belongs to.
std::string precision_of(const Result& result) {
  if (result.math_mode && !result.math_mode->compute.empty()) return result.math_mode->compute;
  return result.measured_case.parameters.text("precision", "fp32");
}

const RatingBand* find_band(const RatingBands& bands, std::string_view metric,
                            std::string_view task, const std::string& precision) {
  for (const RatingBand& band : bands)
    if (band.metric == metric && band.task == task &&
        (band.precisions.empty() || std::find(band.precisions.begin(), band.precisions.end(),
                                              precision) != band.precisions.end()))
      return &band;
  return nullptr;
}

}  // namespace

RatingBands parse_bands(std::string_view text, const std::string& file) {
  const catalog::TomlDocument document = catalog::parse_toml(text, file);
  RatingBands bands;
  for (const catalog::TomlTable& table : document.tables) {
    catalog::require_fields(document, table, required);
    catalog::read_fields<RatingBand>(document, table, fields, bands.emplace_back());
  }
  return bands;
}

const RatingBands& known_bands() {
  static const RatingBands bands = parse_bands(embedded_text("bands.toml"), "bands.toml");
  return bands;
}

std::string_view level_of(const RatingBand& band, double percent) {
  return percent >= band.excellent ? "excellent"
         : percent >= band.good    ? "good"
         : percent >= band.fair    ? "fair"
                                   : "poor";
}

std::string task_of(const Result& result, const catalog::ModelCatalog& models) {
  const results::Case& measured = result.measured_case;
  if (measured.benchmark == "matmul") return is_thin(measured.parameters) ? "" : "matmul";
  if (measured.benchmark == "bandwidth") return "memory";
  if (measured.benchmark != "train" && measured.benchmark != "infer") return "";
  const catalog::Model* model = models.find_runnable(measured.parameters.text("model"));
  if (model == nullptr || measured.parameters.integer("batch_size") < least_batch) return "";
  const std::string_view kind = network_class(model->kind);
  if (kind.empty()) return "";
  return std::string(kind) + (measured.benchmark == "train" ? "_training" : "_inference");
}

std::vector<Rating> ratings_of(const Result& result, const catalog::ModelCatalog& models,
                               const RatingBands& bands) {
  std::vector<Rating> ratings;
  const std::string task = task_of(result, models);
  if (result.status != results::Status::ok || task.empty()) return ratings;
  for (const char* tag : {"mfu", "bandwidth_utilization", "gpu_utilization"}) {
    const results::Metric* metric = result.find(tag);
    if (metric == nullptr || !std::isfinite(metric->value)) continue;
    // How busy a device is says the same of every task.
    const bool is_busy_share = std::string_view(tag) == "gpu_utilization";
    const RatingBand* band =
        find_band(bands, tag, is_busy_share ? "step" : task, precision_of(result));
    if (band == nullptr) continue;
    ratings.push_back({.metric = tag,
                       .task = task,
                       .precision = precision_of(result),
                       .level = std::string(level_of(*band, metric->value))});
    if (band->precisions.empty()) ratings.back().precision.clear();
  }
  return ratings;
}

void rate_results(results::Run& run, const catalog::ModelCatalog& models) {
  for (Result& result : run.results) result.ratings = ratings_of(result, models);
}

}  // namespace wgf::advisor
