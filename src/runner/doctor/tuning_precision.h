// SPDX-License-Identifier: MIT
#pragma once
// Precision and tensor cores of a measured case, judged by what the record of its card names.

#include <optional>
#include <string>
#include <string_view>

#include "runner/doctor/tuning.h"

namespace wgf::runner {

Finding look_at_precision(const TuningSubject& subject, const DoctorData& data);

// The 16-bit precision the card's tensor cores compute, bf16 before fp16; nothing where it has
// none. Of a card without record, and of a CPU, bf16 is worth a try.
std::optional<std::string_view> half_precision(const catalog::Gpu* gpu);

// Whether the record names the rates of the card, so that one it does not name is not there.
bool names_rates(const catalog::Gpu* gpu);

}  // namespace wgf::runner
