// SPDX-License-Identifier: MIT
#pragma once
// Figures, layouts and names as the tables of predict write them.

#include <string>

#include "cli/predict/predict_answer.h"

namespace wgf::cli {

std::string range_text(const Interval& range);  // of rates: "56,604 … 80,502"
std::string rate_text(double rate);             // "70,120", "12.3": four digits
std::string interval_text(const Interval& range, const Context& context);
std::string percent_text(double share);  // "41 %"
std::string mfu_text(double share);      // the same, or "0.3 %", "<0.1 %"
std::string open_percent(double share);  // the same, or "<1 %", ">99 %"
std::string gb_text(double bytes);       // "41.0"
std::string long_time(double seconds);   // "3.2 s", "7.9 h", "12.3 d"
// In the unit of another: the ends of an interval beside its middle.
std::string long_time_as(double unit_of, double seconds);
std::string sharding_text(const advisor::MemoryCase& work);  // "FSDP", "ZeRO 1"; empty: none
std::string layout_text(const advisor::MemoryCase& work);    // "tp 8, pp 2, dp 4, ZeRO 1"
std::string short_layout(const advisor::TrainingCase& one);  // "tp8 pp2 dp4 zero1 rc"
// "full", "selective (attention alone)"
std::string recompute_text(advisor::Recompute recompute, const Context& context);
std::string paragraph(const Message& message, const Context& context);  // wrapped, with line end

// The sources with most rows: "NVIDIA NeMo 210, MLPerf 96 +4".
std::string named_sources(const ForecastBasis& basis, std::size_t most);
std::string sources_text(const ForecastBasis& basis, const Context& context);  // a line each

// "llama-3.1-8b (8.03 B parameters), training in bf16 on 8 x h100-sxm"; of one card, `precision` is
// what it computes in.
std::string predict_title(const PredictRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context);
// What a training's speed is counted in: "images/s" of a network of images, else "tokens/s".
std::string rate_unit(const PredictRequest& request, const Context& context);
double shown_rate(const PredictRequest& request, const advisor::TrainingForecast& forecast);
// Software, layout or recomputation was left to the search.
bool is_setting_chosen(const PredictRequest& request);
// As the option --software names it; the one whose name says little with that of its library.
std::string software_name(advisor::Software software);

}  // namespace wgf::cli
