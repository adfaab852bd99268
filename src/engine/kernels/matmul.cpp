// SPDX-License-Identifier: MIT
// GEMM: one matrix product [m, k] x [k, n] of random numbers, or a batch of them, plain or with
// bias and activation in its epilogue, in every format tensor cores know.

#include <c10/core/InferenceMode.h>

#include "engine/kernels/gemm.h"
#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using results::Parameters;

[[noreturn]] void throw_unsupported(const std::string& what, const NumberFormat& format) {
  throw CaseEnded(
      results::Status::unsupported,
      {"engine.gemm_unsupported", {{"what", what}, {"precision", std::string(format.name)}}});
}

Gemm read_gemm(const Parameters& parameters, const NumberFormat& format) {
  Gemm gemm{.m = count_of(parameters, "m", 4096),
            .n = count_of(parameters, "n", 4096),
            .k = count_of(parameters, "k", 4096),
            .batch = count_of(parameters, "batch", 1)};
  const bool narrow = is_narrow(format);
  const std::string layout = parameters.find("layout") != nullptr || !narrow
                                 ? choice_of(parameters, "layout", {"nn", "nt", "tn", "tt"})
                                 : "nt";
  gemm.left = layout[0] == 't' ? Stored::transposed : Stored::as_used;
  gemm.right = layout[1] == 't' ? Stored::transposed : Stored::as_used;
  const std::string epilogue = choice_of(parameters, "epilogue", {"none", "bias", "bias_gelu"});
  gemm.epilogue = epilogue == "none"   ? Epilogue::none
                  : epilogue == "bias" ? Epilogue::bias
                                       : Epilogue::bias_gelu;
  gemm.has_row_scales = choice_of(parameters, "scaling", {"tensor", "row"}) == "row";
  if (narrow && layout != "nt") throw_unsupported("layout " + layout, format);
  if (narrow && gemm.batch > 1) throw_unsupported("batch", format);
  if ((narrow && epilogue != "none") || (gemm.batch > 1 && epilogue == "bias_gelu"))
    throw_unsupported("epilogue " + epilogue, format);
  if (gemm.has_row_scales && format.type != c10::ScalarType::Float8_e4m3fn)
    throw_unsupported("scaling row", format);
  return gemm;
}

class MatmulBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "matmul"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase matmul(value, context);
    const Gemm gemm = read_gemm(matmul.parameters(), matmul.format());
    const c10::InferenceMode no_gradients;
    const auto kernel = make_gemm(gemm, matmul.format(), matmul.device());
    return matmul.measure(*kernel);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_matmul_benchmark() {
  return std::make_unique<MatmulBenchmark>();
}

}  // namespace wgf::engine
