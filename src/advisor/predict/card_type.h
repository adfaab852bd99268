// SPDX-License-Identifier: MIT
#pragma once
// What a training computes in and keeps, on a card that may lack the type it was asked for in.

#include "advisor/training/training_case.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// The type itself, else the next wider one the card has (type_on; 16 bits are bf16 here).
ComputeType compute_type_on(const catalog::Gpu& gpu, ComputeType type);

// Matrices in that type, and in memory what is kept with it: fp4 keeps what fp8 keeps.
void set_type(TrainingCase& one, ComputeType type);

// A case asked for in a type that the card does not have is, in time and in memory, one of the type
// it runs in.
void take_type_of(const catalog::Gpu& gpu, TrainingCase& one);

}  // namespace wgf::advisor
