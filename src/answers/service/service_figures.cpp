// SPDX-License-Identifier: MIT
#include "answers/service/service_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/training/matrix_speed.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

std::string parallel_text(const advisor::ServingLayout& layout, const char* gap,
                          const char* between) {
  std::string text = fmt::format("tp{}{}", gap, layout.tp);
  for (const auto& [name, value] :
       {std::pair("pp", layout.pp), {"ep", layout.ep}, {"attention dp", layout.attention_dp}})
    if (value > 1)
      text +=
          fmt::format("{}{}{}{}", between, *gap == 0 && *name == 'a' ? "adp" : name, gap, value);
  return text;
}

}  // namespace

std::string tpot_text(const ServiceForecast& one) {
  return advisor::has_tpot(one.plan.one) ? format_duration(one.forecast().tpot) : "-";
}

std::string whole_number(double count) {
  return advisor::whole_text(std::floor(count));
}

std::string counts_of(const advisor::UserRange& users) {
  return range_of_counts({users.low, users.high});
}

std::string range_of_counts(const Interval& range) {
  return whole_number(range.low) + " … " + whole_number(range.high);
}

std::string range_of_times(const Interval& seconds) {
  return format_duration(Seconds(seconds.low)) + " … " + format_duration(Seconds(seconds.high));
}

std::string service_layout(const advisor::ServingCase& one) {
  return fmt::format("{} x ({})", one.engines, parallel_text(one.layout, " ", ", "));
}

std::string short_service_layout(const advisor::ServingCase& one) {
  const std::string parts = parallel_text(one.layout, "", " ");
  return one.engines > 1 ? fmt::format("{}x {}", one.engines, parts) : parts;
}

std::string tried_counts(advisor::ServingSoftware software) {
  const std::vector<int> counts = advisor::service_counts(software, most_chosen_gpus);
  const std::string last = std::to_string(counts.back());
  if (!advisor::cuts_layers_only(software)) return "1, 2, 4 … " + last;
  return fmt::format("1, 2, 3 … {}, {} … {}", advisor::most_of_every_count,
                     2 * advisor::most_of_every_count, last);
}

std::string limits_text(const advisor::ServiceLimits& limits) {
  std::string text;
  if (limits.ttft) text += "TTFT " + format_duration(*limits.ttft);
  if (limits.tpot) text += (text.empty() ? "TPOT " : ", TPOT ") + format_duration(*limits.tpot);
  return text;
}

std::string cache_text(const advisor::ServingCase& one) {
  return one.precision.cache == advisor::CacheType::fp8 ? "8" : "16";
}

Interval scaled(const Interval& range, double factor) {
  return {range.low * factor, range.high * factor};
}

Interval cache_interval(const advisor::CacheRoom& room, double amount) {
  const double share = room.spread();
  return {amount * std::max(0.0, 1 - share), amount * (1 + share)};
}

bool has_loads_of_limits(const ServiceRequest& request) {
  return request.has_limits && request.loads.empty();
}

bool has_tokens(const ServiceRequest& request) {
  return request.network.network && !request.network.is_of_images;
}

bool is_16_bits(std::string_view precision) {
  return precision == "bf16" || precision == "fp16";
}

std::string served_in(const catalog::Gpu& gpu, std::string_view precision) {
  return std::string(is_16_bits(precision) ? advisor::type_on(gpu, precision) : precision);
}

std::string_view products_name(const ServiceForecast& one) {
  const advisor::MatrixType matrices = one.plan.one.precision.matrices;
  // Weights of eight bits that are widened take as long, whatever the bits mean.
  if (matrices == advisor::MatrixType::int8_weights && one.precision == "fp8") return "fp8_weights";
  if (matrices != advisor::MatrixType::bf16) return advisor::facts_of(matrices).name;
  return is_16_bits(one.precision) ? advisor::type_on(*one.gpu, one.precision) : "bf16";
}

}  // namespace wgf::answers
