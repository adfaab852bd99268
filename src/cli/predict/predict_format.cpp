// SPDX-License-Identifier: MIT
#include "cli/predict/predict_format.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "cli/lists/list_filters.h"
#include "cli/terminal.h"

namespace wgf::cli {

std::string rate_text(double rate) {
  constexpr double whole_from = 1000;
  return rate >= whole_from ? format_number(std::round(rate), rate < 1e4 ? 4 : 5)
                            : format_number(rate, 3);
}

std::string range_text(const Interval& range) {
  return rate_text(range.low) + " … " + rate_text(range.high);
}

std::string interval_text(const Interval& range, const Context& context) {
  return context.text(
      {"predict.interval", {{"low", rate_text(range.low)}, {"high", rate_text(range.high)}}});
}

std::string percent_text(double share) {
  return fmt::format("{:.0f} %", share * 100);
}

std::string mfu_text(double share) {
  if (share >= 0.01) return percent_text(share);
  return share < 0.001 ? "<0.1 %" : fmt::format("{:.1f} %", share * 100);
}

std::string open_percent(double share) {
  if (share < 0.005) return "<1 %";
  return share > 0.995 ? ">99 %" : percent_text(share);
}

std::string gb_text(double bytes) {
  return fmt::format("{:.1f}", bytes / giga);
}

std::string long_time(double seconds) {
  return long_time_as(seconds, seconds);
}

std::string long_time_as(double unit_of, double seconds) {
  constexpr double hour = 3600, day = 86400;
  if (unit_of < hour) return format_duration(Seconds(seconds));
  if (unit_of < 2 * day) return fmt::format("{:.1f} h", seconds / hour);
  return format_number(seconds / day, 3) + " d";
}

std::string sharding_text(const advisor::MemoryCase& work) {
  if (work.is_fsdp) return "FSDP";
  return work.zero > 0 ? "ZeRO " + std::to_string(work.zero) : "";
}

std::string layout_text(const advisor::MemoryCase& work) {
  const advisor::Layout& layout = work.layout;
  std::string text;
  for (const auto& [name, value] : {std::pair("tp", layout.tp),
                                    {"pp", layout.pp},
                                    {"vpp", layout.virtual_stages},
                                    {"cp", layout.cp},
                                    {"ep", layout.ep},
                                    {"dp", layout.dp}})
    if (value > 1) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  if (text.empty()) text = "dp 1";
  const std::string sharding = sharding_text(work);
  return sharding.empty() ? text : text + ", " + sharding;
}

std::string short_layout(const advisor::TrainingCase& one) {
  std::string text;
  for (const char character : layout_text(one.work))
    if (character != ' ' && character != ',')
      text += character;
    else if (character == ',')
      text += ' ';
  if (one.work.recompute == advisor::Recompute::none) return text;
  return text + (one.work.recompute == advisor::Recompute::full ? " rc" : " sel");
}

std::string recompute_text(advisor::Recompute recompute, const Context& context) {
  if (recompute == advisor::Recompute::attention)
    return context.text("predict.recompute_attention");
  if (recompute == advisor::Recompute::per_operator)
    return context.text("predict.recompute_per_operator");
  return std::string(to_text(recompute));
}

std::string paragraph(const Message& message, const Context& context) {
  return wrapped(context.text(message), text_width()) + "\n";
}

std::string named_sources(const ForecastBasis& basis, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, basis.sources.size()); ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", basis.sources[i].source, basis.sources[i].rows);
  if (basis.sources.size() > most) text += fmt::format(" +{}", basis.sources.size() - most);
  return text;
}

std::string sources_text(const ForecastBasis& basis, const Context& context) {
  std::string text;
  for (const SourceRows& source : basis.sources)
    text += paragraph(
        {"predict.source", {{"source", source.source}, {"rows", std::to_string(source.rows)}}},
        context);
  return text;
}

std::string predict_title(const PredictRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context) {
  return paragraph({"predict.title",
                    {{"model", request.network.name},
                     {"params", compact_number(request.network.params / giga)},
                     {"precision", precision},
                     {"gpus", std::to_string(gpus)},
                     {"gpu", gpu}}},
                   context);
}

std::string rate_unit(const PredictRequest& request, const Context& context) {
  return context.text(request.network.is_of_images ? "predict.column_images"
                                                   : "predict.column_tokens");
}

double shown_rate(const PredictRequest& request, const advisor::TrainingForecast& forecast) {
  return request.network.is_of_images ? forecast.samples_per_second()
                                      : forecast.tokens_per_second();
}

bool is_setting_chosen(const PredictRequest& request) {
  const advisor::GivenChoices& given = request.given;
  return !given.has_software || !given.has_recompute ||
         (request.gpus > 1 && (!given.zero || !given.dp));
}

std::string software_name(advisor::Software software) {
  const std::string option(to_text(software));
  return software == advisor::Software::transformer_engine ? "Megatron-Core (" + option + ")"
                                                           : option;
}

}  // namespace wgf::cli
