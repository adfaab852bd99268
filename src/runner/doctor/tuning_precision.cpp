// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning_precision.h"

#include "base/text.h"

namespace wgf::runner {
namespace {

Message about(const char* key, const std::string& compute) {
  return {key, {{"compute", compute}}};
}

// float32 or float64 while tensor cores wait. TF32 is worth naming where it is faster than float32.
Finding without_tensor_cores(const catalog::Gpu& gpu, const std::string& compute) {
  const auto half = half_precision(&gpu);
  if (!half) return ok("", about("tuning.card_without_tensor_cores", compute));
  const std::string precision(*half);
  const auto used = catalog::dense_peak(gpu, compute), best = catalog::dense_peak(gpu, precision);
  const auto fp32 = catalog::dense_peak(gpu, "fp32"), tf32 = catalog::dense_peak(gpu, "tf32");
  Message seen = about("tuning.no_tensor_cores", compute);
  if (used && best)
    seen = {"tuning.no_tensor_cores_ratio",
            {{"compute", compute},
             {"precision", precision},
             {"ratio", format_number(best->value / used->value, 3)}}};
  const bool is_tf32_faster = fp32 && tf32 && tf32->value > fp32->value;
  return warning("", seen,
                 {is_tf32_faster ? "tuning.advice_precision_tf32" : "tuning.advice_precision",
                  {{"precision", precision}}});
}

// A precision this card has no units for: it is computed by slower ones, tf32 by those of float32.
Finding not_of_this_card(const catalog::Gpu& gpu, const std::string& compute) {
  const auto half = half_precision(&gpu);
  if (half)
    return warning("", about("tuning.precision_not_of_card", compute),
                   {"tuning.advice_precision", {{"precision", std::string(*half)}}});
  if (compute == "tf32") return ok("", about("tuning.card_without_tensor_cores", compute));
  return warning("", about("tuning.card_without_tensor_cores", compute),
                 {"tuning.advice_precision_fp32", {}});
}

}  // namespace

bool names_rates(const catalog::Gpu* gpu) {
  return gpu != nullptr && catalog::dense_peak(*gpu, "fp32").has_value();
}

std::optional<std::string_view> half_precision(const catalog::Gpu* gpu) {
  if (gpu == nullptr) return "bf16";
  for (const std::string_view precision : {"bf16", "fp16"})
    if (catalog::dense_peak(*gpu, precision)) return precision;
  if (!names_rates(gpu)) return "bf16";
  return std::nullopt;
}

Finding look_at_precision(const TuningSubject& subject, const DoctorData&) {
  if (subject.result.devices.front().id == "cpu" || subject.result.measured_case.is_on_cpu())
    return not_looked_at("", {"tuning.on_cpu", {}});
  if (!subject.result.math_mode) return not_looked_at("", {"tuning.no_math_mode", {}});
  const std::string& compute = subject.result.math_mode->compute;
  if (subject.gpu != nullptr && compute != "fp32" && compute != "fp64" &&
      catalog::dense_peak(*subject.gpu, compute))
    return ok("", about("tuning.precision", compute));
  if (!names_rates(subject.gpu))
    return not_looked_at("", about("tuning.no_record_of_rates", compute));
  return compute == "fp32" || compute == "fp64" ? without_tensor_cores(*subject.gpu, compute)
                                                : not_of_this_card(*subject.gpu, compute);
}

}  // namespace wgf::runner
