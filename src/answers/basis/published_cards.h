// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/gpu.h"

namespace wgf::answers {

// Published trainings and measurements of serving on this card that a fit could read: how many
// people have it and measure it, for lists that cannot name all cards.
int published_rows(const catalog::Gpu& gpu);

}  // namespace wgf::answers
