// SPDX-License-Identifier: MIT
#include "cli/words/training_words.h"

#include <fmt/format.h>

#include <cmath>

#include "base/figures.h"
#include "base/text.h"
#include "cli/terminal.h"

namespace wgf::cli {

std::string interval_text(const Interval& range, const Context& context) {
  return context.text(
      {"predict.interval", {{"low", rate_text(range.low)}, {"high", rate_text(range.high)}}});
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

std::string named_sources(const answers::ForecastBasis& basis, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, basis.sources.size()); ++i)
    text +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", basis.sources[i].source, basis.sources[i].rows);
  if (basis.sources.size() > most) text += fmt::format(" +{}", basis.sources.size() - most);
  return text;
}

std::string sources_text(const answers::ForecastBasis& basis, const Context& context) {
  std::string text;
  for (const answers::SourceRows& source : basis.sources)
    text += paragraph(
        {"predict.source", {{"source", source.source}, {"rows", std::to_string(source.rows)}}},
        context);
  return text;
}

std::string predict_title(const answers::PredictRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context) {
  return paragraph({"predict.title",
                    {{"model", request.network.name},
                     {"params", compact_number(request.network.params / giga)},
                     {"precision", precision},
                     {"gpus", std::to_string(gpus)},
                     {"gpu", gpu}}},
                   context);
}

std::string rate_unit(const answers::PredictRequest& request, const Context& context) {
  return context.text(request.network.is_of_images ? "predict.column_images"
                                                   : "predict.column_tokens");
}

}  // namespace wgf::cli
