// SPDX-License-Identifier: MIT
// The kernels between the matrix products of a transformer, each over rows of hidden states: layer
// norm, RMS norm, softmax, GELU. They do little arithmetic: what counts is bytes per second.

#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/rms_norm.h>
#include <ATen/ops/softmax.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>

#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"

namespace wgf::engine {
namespace {

constexpr double epsilon = 1e-5;

// rows [rows, columns]; weight, bias [columns].
using RowOperation = at::Tensor (*)(const at::Tensor& rows, const at::Tensor& weight,
                                    const at::Tensor& bias);

at::Tensor layer_norm(const at::Tensor& rows, const at::Tensor& weight, const at::Tensor& bias) {
  return at::layer_norm(rows, weight.sizes(), weight, bias);
}
at::Tensor rms_norm(const at::Tensor& rows, const at::Tensor& weight, const at::Tensor&) {
  return at::rms_norm(rows, weight.sizes(), weight, epsilon);
}
at::Tensor softmax(const at::Tensor& rows, const at::Tensor&, const at::Tensor&) {
  return at::softmax(rows, -1);
}
at::Tensor gelu(const at::Tensor& rows, const at::Tensor&, const at::Tensor&) {
  return at::gelu(rows);
}

struct RowEntry {
  std::string_view name;
  RowOperation apply;
  std::int64_t vectors;  // weight and bias read
};
constexpr RowEntry row_operations[] = {{"layer_norm", layer_norm, 2},
                                       {"rms_norm", rms_norm, 1},
                                       {"softmax", softmax, 0},
                                       {"gelu", gelu, 0}};

class RowKernel final : public Kernel {
 public:
  RowKernel(const RowEntry& entry, at::IntArrayRef shape, const at::TensorOptions& options)
      : entry_(entry),
        rows_(at::randn(shape, options)),
        weight_(at::randn({shape[1]}, options)),
        bias_(at::randn({shape[1]}, options)) {}

  void run() override { result_ = entry_.apply(rows_, weight_, bias_); }

  KernelWork work() const override {
    return {.bytes = static_cast<double>(2 * rows_.nbytes() + entry_.vectors * weight_.nbytes())};
  }

  Comparison compare() const override {
    const at::Tensor places = sample_places(rows_.size(0), 64);
    return {.computed = picked(result_, 0, places),
            .reference = entry_.apply(picked(rows_, 0, places), on_cpu(weight_), on_cpu(bias_)),
            .terms = rows_.size(1)};
  }

 private:
  const RowEntry& entry_;
  at::Tensor rows_, weight_, bias_, result_;
};

class NormActBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "norm_act"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase norm(value, context, "bf16");
    const std::string name =
        choice_of(norm.parameters(), "operation", {"layer_norm", "rms_norm", "softmax", "gelu"});
    const std::int64_t shape[] = {count_of(norm.parameters(), "rows", 16384),
                                  count_of(norm.parameters(), "columns", 4096)};
    const c10::InferenceMode no_gradients;
    const auto entry = std::find_if(std::begin(row_operations), std::end(row_operations),
                                    [&](const RowEntry& other) { return other.name == name; });
    RowKernel kernel(*entry, shape, at::TensorOptions(norm.device()).dtype(norm.format().type));
    return norm.measure(kernel);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_norm_act_benchmark() {
  return std::make_unique<NormActBenchmark>();
}

}  // namespace wgf::engine
