// SPDX-License-Identifier: MIT
#pragma once
// Sentences below the tables of predict: settings, what was assumed, what a forecast rests on.

#include <span>
#include <string>

#include "advisor/training/matrix_speed.h"
#include "answers/training/predict_answer.h"
#include "cli/command.h"

namespace wgf::cli {

// Of a step of far more tokens than such networks are trained with.
std::string large_step_note(const answers::PredictRequest& request,
                            const advisor::TrainingCase& one, const Context& context);

// Where sharding was asked for and a row has no ranks to share among; empty elsewhere.
std::string nothing_shared_note(const answers::PredictRequest& request,
                                std::span<const answers::Prediction> rows, const Context& context);
// Batch, optimizer, software, layout of one forecast, two lines.
std::string setting_text(const answers::PredictRequest& request, const answers::Prediction& one,
                         const Context& context);
// "v100-sxm2-32gb has no bf16: …" where products run in another type than was asked for.
std::string type_note(const catalog::Gpu& gpu, std::string_view precision, const Context& context);
// "No bf16, so in fp16: v100-pcie-16gb, …", a line for each type.
std::string other_types_text(const std::vector<const catalog::Gpu*>& cards,
                             std::string_view precision, const Context& context);
// Why no training is forecast of these cards, a sentence for each reason.
std::string no_training_text(const std::vector<const catalog::Gpu*>& cards, const Context& context);
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
std::string basis_text(const answers::PredictRequest& request, const catalog::Gpu& gpu,
                       const answers::ForecastBasis& basis, const Context& context);

}  // namespace wgf::cli
