// SPDX-License-Identifier: MIT
#pragma once
// predict of a classic network as text.

#include <string>

#include "answers/training/classic_answer.h"
#include "cli/command.h"

namespace wgf::cli {

std::string classic_text(const answers::ClassicRequest& request,
                         const answers::ClassicForecast& one, bool is_explained,
                         const Context& context);
// Several cards, precisions or numbers of GPUs; `unknown` are cards without a forecast.
std::string classic_table_text(const answers::ClassicRequest& request,
                               const std::vector<answers::ClassicForecast>& rows,
                               const std::vector<const catalog::Gpu*>& unknown,
                               const Context& context);

}  // namespace wgf::cli
