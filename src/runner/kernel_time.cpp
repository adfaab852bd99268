// SPDX-License-Identifier: MIT
#include "runner/kernel_time.h"

#include <algorithm>

#include "base/text.h"
#include "runner/kernel_arrays.h"

namespace wgf::runner {
namespace {

using results::Parameters;

// Its answer is checked before a kernel is timed.
constexpr double fewest_steps = 2;
// Checked, timed for how often it is repeated, warmed up, and a few whose median says something.
constexpr double telling_steps = 12;

double count_of(const Parameters& parameters, const char* name, std::int64_t unsaid) {
  return static_cast<double>(parameters.integer(name, unsaid));
}

double product_flops(const Parameters& parameters) {
  return 2 * count_of(parameters, "batch", 1) * count_of(parameters, "m", 1) *
         count_of(parameters, "n", 1) * count_of(parameters, "k", 1);
}

// Two products of every query with every key before it, five backward.
double attention_flops(const Parameters& parameters) {
  const double keys = count_of(parameters, "sequence_length", 4096);
  const bool is_decode = parameters.text("phase", "prefill") == "decode";
  const bool is_causal = parameters.find("causal") == nullptr || parameters.flag("causal");
  const double pairs = is_decode ? keys : keys * keys / (is_causal ? 2 : 1);
  const double products = parameters.text("pass", "forward") == "backward" ? 5 : 2;
  return 2 * products * count_of(parameters, "batch", 8) * count_of(parameters, "heads", 32) *
         pairs * count_of(parameters, "head_size", 128);
}

// Winograd's algorithms take a quarter of what the definition counts.
double convolution_flops(const Parameters& parameters) {
  constexpr double least_share = 0.25;
  const double padding = count_of(parameters, "padding", 1),
               stride = count_of(parameters, "stride", 1);
  const double filter_height = count_of(parameters, "filter_height", 3),
               filter_width = count_of(parameters, "filter_width", 3);
  const double rows =
                   (count_of(parameters, "height", 56) + 2 * padding - filter_height) / stride + 1,
               columns =
                   (count_of(parameters, "width", 56) + 2 * padding - filter_width) / stride + 1;
  return least_share * 2 * count_of(parameters, "batch", 32) * rows * columns *
         count_of(parameters, "filters", 64) * count_of(parameters, "channels", 64) /
         count_of(parameters, "groups", 1) * filter_height * filter_width;
}

// Requests that come at a rate of theirs are not all there before.
std::optional<Message> reason_not_to_come(const Parameters& parameters, Seconds limit) {
  const double rate = parameters.number("rate");
  if (rate <= 0) return std::nullopt;
  const Seconds least(count_of(parameters, "requests", 100) / rate);
  if (least <= limit) return std::nullopt;
  return Message{"runner.load_cannot_end",
                 {{"requests", std::to_string(parameters.integer("requests", 100))},
                  {"rate", results::to_text(rate)},
                  {"least", format_duration(least)},
                  {"limit", format_duration(limit)}}};
}

// The same work but for the shape of the product.
bool is_alike(const results::Case& a, const results::Case& b) {
  const auto is_side = [](const std::string& name) {
    return name == "m" || name == "n" || name == "k";
  };
  return a.benchmark == b.benchmark && a.parameters.size() == b.parameters.size() &&
         std::all_of(a.parameters.begin(), a.parameters.end(), [&](const auto& parameter) {
           const results::Value* other = b.parameters.find(parameter.first);
           return other != nullptr && (is_side(parameter.first) || *other == parameter.second);
         });
}

}  // namespace

std::optional<double> kernel_flops(const results::Case& value) {
  if (value.benchmark == "matmul") return product_flops(value.parameters);
  if (value.benchmark == "attention") return attention_flops(value.parameters);
  if (value.benchmark == "conv") return convolution_flops(value.parameters);
  return std::nullopt;
}

std::optional<Message> reason_not_to_end(const results::Case& value, FlopsPerSecond most,
                                         Seconds limit) {
  if (value.benchmark == "llm_load") return reason_not_to_come(value.parameters, limit);
  const std::optional<double> flops = kernel_flops(value);
  if (!flops || most.value <= 0) return std::nullopt;
  const Seconds least(fewest_steps * *flops / most.value);
  if (least <= limit) return std::nullopt;
  return Message{"runner.cannot_end",
                 {{"flops", format_number(*flops / 1e12, 3)},
                  {"rate", format_number(most.value / 1e12, 3)},
                  {"least", format_duration(least)},
                  {"limit", format_duration(limit)},
                  {"options", kernel_size_options(value)}}};
}

std::optional<Message> reason_to_leave_out(const results::Case& value,
                                           std::span<const results::Result> measured,
                                           Seconds left) {
  const std::optional<double> flops = kernel_flops(value);
  double largest = 0, step_s = 0;
  for (const results::Result& result : measured) {
    const results::Metric* step = result.find("step_time");
    if (!flops || step == nullptr || !is_alike(result.measured_case, value)) continue;
    const double theirs = kernel_flops(result.measured_case).value_or(0);
    if (theirs <= largest) continue;
    largest = theirs;
    step_s = step->value / 1e3;
  }
  if (largest == 0) return std::nullopt;
  const Seconds needed(telling_steps * step_s * *flops / largest);
  if (needed <= left) return std::nullopt;
  return Message{"runner.left_out",
                 {{"needed", format_duration(needed)}, {"options", kernel_size_options(value)}}};
}

}  // namespace wgf::runner
