// SPDX-License-Identifier: MIT
#pragma once
// list-gpus --compare: cards side by side, a row for each thing that decides.

#include <string>

#include "answers/gpus/gpus.h"
#include "cli/command.h"

namespace wgf::cli {

// Tables of as many cards as fit the width, one below the other.
std::string comparison_text(const answers::GpuComparison& comparison,
                            const answers::GpuMarket& market, std::size_t width,
                            const Context& context);
// Points, and dollars of a million, of every card.
std::string explained_comparison(const answers::GpuComparison& comparison,
                                 const answers::GpuMarket& market, std::size_t width,
                                 const Context& context);

}  // namespace wgf::cli
