// SPDX-License-Identifier: MIT
#pragma once
// Figures and sentences that the tables of predict share.

#include <span>
#include <string>

#include "cli/predict/predict_answer.h"

namespace wgf::cli {

std::string range_text(const Interval& range);  // of rates: "56,604 … 80,502"
std::string rate_text(double rate);             // "70,120", "12.3": four digits
std::string interval_text(const Interval& range, const Context& context);
std::string percent_text(double share);                      // "41 %"
std::string mfu_text(double share);                          // the same, or "0.3 %", "<0.1 %"
std::string open_percent(double share);                      // the same, or "<1 %", ">99 %"
std::string gb_text(double bytes);                           // "41.0"
std::string long_time(double seconds);                       // "3.2 s", "7.9 h", "12.3 d"
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

// Of a step of far more tokens than such networks are trained with.
std::string large_step_note(const PredictRequest& request, const advisor::TrainingCase& one,
                            const Context& context);

// Where sharding was asked for and a row has no ranks to share among; empty elsewhere.
std::string nothing_shared_note(const PredictRequest& request, std::span<const Prediction> rows,
                                const Context& context);
// Batch, optimizer, software, layout of one forecast, two lines.
std::string setting_text(const PredictRequest& request, const Prediction& one,
                         const Context& context);
// "v100-sxm2-32gb has no bf16: …" where products run in another type than was asked for.
std::string type_note(const catalog::Gpu& gpu, std::string_view precision, const Context& context);
// "No bf16, so in fp16: v100-pcie-16gb, …", a line for each type.
std::string other_types_text(const std::vector<const catalog::Gpu*>& cards,
                             std::string_view precision, const Context& context);
// Behind the row of the knee, or of the last where the speed still rises.
std::string knee_mark(const advisor::Knee& knee, std::size_t row, const Context& context);
// That the shape is a usual one of its size, or that of Llama for a type nobody knows.
std::string assumed_note(const advisor::Network& network, const Context& context);
// What lies between machines, where there are several: usual for the card, stated by nobody.
std::string network_note(const advisor::Node& node, std::int64_t gpus, const Context& context);
// Where nobody offers machines that hold the run; empty otherwise.
std::string machines_note(const advisor::RunRent& rent, int gpus, const Context& context);
// Where no published training has so many GPUs.
std::string scale_note(std::int64_t gpus, const Context& context);
// What the forecast rests on, and an assumed shape.
std::string basis_text(const PredictRequest& request, const catalog::Gpu& gpu,
                       const ForecastBasis& basis, const Context& context);

}  // namespace wgf::cli
