// SPDX-License-Identifier: MIT
#pragma once
// Layouts and software of a training by the names that answers use.

#include <string>

#include "advisor/training/training_case.h"

namespace wgf::answers {

std::string sharding_text(const advisor::MemoryCase& work);  // "FSDP", "ZeRO 1"; empty: none
std::string layout_text(const advisor::MemoryCase& work);    // "tp 8, pp 2, dp 4, ZeRO 1"
std::string short_layout(const advisor::TrainingCase& one);  // "tp8 pp2 dp4 zero1 rc"
// As the option --software names it; the one whose name says little with that of its library.
std::string software_name(advisor::Software software);

}  // namespace wgf::answers
