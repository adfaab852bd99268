// SPDX-License-Identifier: MIT
#include "cli/predict_format.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "cli/list_filters.h"

namespace wgf::cli {
namespace {

constexpr std::size_t sources_named = 3;

std::string sharding_text(const advisor::MemoryCase& work) {
  if (work.is_fsdp) return "FSDP";
  return work.zero > 0 ? "ZeRO " + std::to_string(work.zero) : "";
}

std::string named_sources(const TrainingBasis& basis) {
  std::string text;
  for (std::size_t i = 0; i < std::min(sources_named, basis.sources.size()); ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", basis.sources[i].source, basis.sources[i].rows);
  if (basis.sources.size() > sources_named)
    text += fmt::format(" +{}", basis.sources.size() - sources_named);
  return text;
}

}  // namespace

std::string rate_text(double rate) {
  constexpr double whole_from = 1000;
  return rate >= whole_from ? format_number(std::round(rate), rate < 1e4 ? 4 : 5)
                            : format_number(rate, 3);
}

std::string interval_text(const advisor::Interval& range, const Context& context) {
  return context.text(
      {"predict.interval", {{"low", rate_text(range.low)}, {"high", rate_text(range.high)}}});
}

std::string percent_text(double share) {
  return fmt::format("{:.0f} %", share * 100);
}

std::string gb_text(double bytes) {
  return fmt::format("{:.1f}", bytes / giga);
}

std::string long_time(double seconds) {
  constexpr double hour = 3600, day = 86400;
  if (seconds < hour) return format_duration(Seconds(seconds));
  if (seconds < 2 * day) return fmt::format("{:.1f} h", seconds / hour);
  return format_number(seconds / day, 3) + " d";
}

std::string layout_text(const advisor::TrainingCase& one) {
  const advisor::Layout& layout = one.work.layout;
  std::string text;
  for (const auto& [name, value] : {std::pair("tp", layout.tp),
                                    {"pp", layout.pp},
                                    {"vpp", layout.virtual_stages},
                                    {"cp", layout.cp},
                                    {"ep", layout.ep},
                                    {"dp", layout.dp}})
    if (value > 1) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  if (text.empty()) text = "dp 1";
  const std::string sharding = sharding_text(one.work);
  return sharding.empty() ? text : text + ", " + sharding;
}

std::string short_layout(const advisor::TrainingCase& one) {
  std::string text;
  for (const char character : layout_text(one))
    if (character != ' ' && character != ',')
      text += character;
    else if (character == ',')
      text += ' ';
  return one.work.recompute == advisor::Recompute::full ? text + " rc" : text;
}

std::string paragraph(const Message& message, const Context& context) {
  return wrapped(context.text(message), predict_width) + "\n";
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

std::string setting_text(const PredictRequest& request, const Prediction& one,
                         const Context& context) {
  const advisor::TrainingCase& training = one.forecast.one;
  const advisor::GivenChoices& given = request.given;
  const bool is_chosen = !given.has_software || !given.has_recompute ||
                         (request.gpus > 1 && (!given.zero || !given.dp));
  std::string text = paragraph({"predict.setting",
                                {{"batch", advisor::whole_text(training.work.batch)},
                                 {"tokens", advisor::whole_text(training.work.sequence)},
                                 {"global", advisor::whole_text(training.global_batch)},
                                 {"optimizer", std::string(to_text(training.work.optimizer))},
                                 {"recompute", std::string(to_text(training.work.recompute))}}},
                               context);
  return text + paragraph({is_chosen ? "predict.layout_chosen" : "predict.layout",
                           {{"software", std::string(to_text(training.software))},
                            {"layout", layout_text(training)}}},
                          context);
}

std::string basis_text(const PredictRequest& request, const catalog::Gpu& gpu,
                       const TrainingBasis& basis, const Context& context) {
  const auto generation = advisor::generation_of(gpu);
  std::string text =
      paragraph({"predict.basis_" + std::string(to_text(basis.familiarity)),
                 {{"gpu", gpu.id},
                  {"rows", std::to_string(basis.rows)},
                  {"generation", generation ? std::string(to_text(*generation)) : ""},
                  {"sources", named_sources(basis)}}},
                context);
  if (request.network.network && request.network.network->is_assumed)
    text += paragraph({"predict.assumed", {}}, context);
  return text;
}

}  // namespace wgf::cli
