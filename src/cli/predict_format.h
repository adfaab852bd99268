// SPDX-License-Identifier: MIT
#pragma once
// Figures and sentences that the tables of predict share.

#include <string>

#include "cli/predict_answer.h"

namespace wgf::cli {

inline constexpr std::size_t predict_width = 80;

std::string rate_text(double rate);  // "70,120", "12.3": four digits
std::string interval_text(const advisor::Interval& range, const Context& context);
std::string percent_text(double share);                      // "41 %"
std::string gb_text(double bytes);                           // "41.0"
std::string long_time(double seconds);                       // "3.2 s", "7.9 h", "12.3 d"
std::string layout_text(const advisor::TrainingCase& one);   // "tp 8, pp 2, dp 4, ZeRO 1"
std::string short_layout(const advisor::TrainingCase& one);  // "tp8 pp2 dp4 zero1"
std::string paragraph(const Message& message, const Context& context);  // wrapped, with line end

// "llama-3.1-8b (8.03 B parameters), training in bf16 on 8 x h100-sxm"
std::string predict_title(const PredictRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context);
// Batch, optimizer, software, layout of one forecast, two lines.
std::string setting_text(const PredictRequest& request, const Prediction& one,
                         const Context& context);
// What the forecast rests on, and an assumed shape.
std::string basis_text(const PredictRequest& request, const catalog::Gpu& gpu,
                       const TrainingBasis& basis, const Context& context);

}  // namespace wgf::cli
