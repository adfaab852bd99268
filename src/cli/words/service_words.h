// SPDX-License-Identifier: MIT
#pragma once
// Figures and sentences that the tables of predict --task serve share.

#include <string>
#include <vector>

#include "answers/service/service_answer.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

std::string service_title(const answers::ServiceRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context);
// Of cards that programs see as several devices: a service is spread over them. has_tp: its answer
// names the tensor parallelism of whole cards.
std::string devices_note(const std::vector<const catalog::Gpu*>& cards, bool has_tp,
                         const Context& context);
// Tokens, load, software and layout of one forecast, and which of it was chosen how.
std::string service_setting(const answers::ServiceRequest& request,
                            const answers::ServiceForecast& one, const Context& context);
std::string service_basis_text(const answers::ServiceRequest& request,
                               const answers::ServiceForecast& one, const Context& context);
std::string without_text(const std::vector<answers::WithoutService>& without,
                         const Context& context);

}  // namespace wgf::cli
