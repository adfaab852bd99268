// SPDX-License-Identifier: MIT
#pragma once
// parallel auto: the layouts that are forecast to train fastest on so many GPUs, measured where
// they are here, beside the usual rule of thumb.

#include "cli/command.h"

namespace wgf::cli {

void add_parallel_auto(Command& parallel, Context& context);

}  // namespace wgf::cli
