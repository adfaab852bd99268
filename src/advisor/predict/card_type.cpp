// SPDX-License-Identifier: MIT
#include "advisor/predict/card_type.h"

#include "advisor/training/matrix_speed.h"

namespace wgf::advisor {

ComputeType compute_type_on(const catalog::Gpu& gpu, ComputeType type) {
  const std::string_view name = type_on(gpu, to_text(type));
  for (const ComputeType known : {ComputeType::fp32, ComputeType::tf32, ComputeType::bf16,
                                  ComputeType::fp8, ComputeType::fp4})
    if (to_text(known) == name) return known;
  return ComputeType::bf16;  // fp16
}

void set_type(TrainingCase& one, ComputeType type) {
  one.matrices = type;
  one.work.precision = type >= ComputeType::fp8    ? Precision::fp8
                       : type == ComputeType::bf16 ? Precision::bf16
                       : type == ComputeType::tf32 ? Precision::tf32
                                                   : Precision::fp32;
}

void take_type_of(const catalog::Gpu& gpu, TrainingCase& one) {
  const ComputeType type = compute_type_on(gpu, one.matrices);
  if (type != one.matrices) set_type(one, type);
}

}  // namespace wgf::advisor
