// SPDX-License-Identifier: MIT
#include "answers/json/forecast_json.h"

#include <cmath>
#include <cstdint>

namespace wgf::answers {

using Json = nlohmann::ordered_json;

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double scale = std::pow(10.0, 8 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Json count_json(double count) {
  constexpr double exact = 9007199254740992;  // every whole number up to it is one
  const bool is_whole = std::abs(count) <= exact && count == std::floor(count);
  return is_whole ? Json(static_cast<std::int64_t>(count)) : Json(count);
}

Json figure_json(double value, const Interval& range) {
  return {{"value", rounded(value)}, {"low", rounded(range.low)}, {"high", rounded(range.high)}};
}

Json unknown_type_json(const std::optional<advisor::Network>& network) {
  if (!network || network->unknown_type.empty()) return nullptr;
  return network->unknown_type;
}

Json unread_fields_json(const std::optional<advisor::Network>& network) {
  return network ? Json(network->unread_fields) : Json::array();
}

Json node_json(const advisor::Node& node) {
  return {{"gpus", node.gpus},
          {"link_bytes_per_s_per_gpu", node.link.value},
          {"network_bytes_per_s_per_gpu", node.network.value},
          {"network_is_assumed", true}};
}

Json sources_json(const ForecastBasis& basis) {
  Json sources = Json::array();
  for (const SourceRows& one : basis.sources)
    sources.push_back({{"source", one.source}, {"rows", one.rows}});
  return sources;
}

}  // namespace wgf::answers
