// SPDX-License-Identifier: MIT
#pragma once
// predict as text.

#include <string>

#include "answers/training/predict_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string one_text(const answers::PredictRequest& request, const answers::Prediction& one,
                     bool is_explained, const Context& context);
std::string cards_text(const answers::PredictRequest& request,
                       const std::vector<answers::Prediction>& rows,
                       const std::vector<const catalog::Gpu*>& unknown, const Context& context);
std::string precisions_text(const answers::PredictRequest& request,
                            const std::vector<answers::Prediction>& rows, const Context& context);
std::string batches_text(const answers::PredictRequest& request,
                         const std::vector<answers::Prediction>& rows, const Context& context);
std::string scaling_text(const answers::PredictRequest& request,
                         const answers::ScalingAnswer& answer, const Context& context);
std::string bounds_text(const answers::PredictRequest& request, const answers::CardBounds& one,
                        const advisor::TrainingWork& work, const Context& context);

}  // namespace wgf::cli
