// SPDX-License-Identifier: MIT
#pragma once
// Figures, layouts and names as the tables of predict write them.

#include <string>

#include "answers/training/predict_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string interval_text(const Interval& range, const Context& context);
// "full", "selective (attention alone)"
std::string recompute_text(advisor::Recompute recompute, const Context& context);
std::string paragraph(const Message& message, const Context& context);  // wrapped, with line end

// The sources with most rows: "NVIDIA NeMo 210, MLPerf 96 +4".
std::string named_sources(const answers::ForecastBasis& basis, std::size_t most);
std::string sources_text(const answers::ForecastBasis& basis,
                         const Context& context);  // a line each

// "llama-3.1-8b (8.03 B parameters), training in bf16 on 8 x h100-sxm"; of one card, `precision` is
// what it computes in.
std::string predict_title(const answers::PredictRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context);
// What a training's speed is counted in: "images/s" of a network of images, else "tokens/s".
std::string rate_unit(const answers::PredictRequest& request, const Context& context);

}  // namespace wgf::cli
