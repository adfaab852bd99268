// SPDX-License-Identifier: MIT
// Bytes moved per second by the kinds of access every memory-bound kernel is made of, over arrays
// of random float32. Bytes are those a step reads plus those it writes (STREAM's way of counting).

#include <ATen/ops/add.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>

#include "engine/kernels/array_size.h"
#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"

namespace wgf::engine {
namespace {

constexpr double factor = 3;

struct Operation {
  std::string_view name;
  std::int64_t arrays;  // needed
  double bytes_factor;  // arrays read and written
};
constexpr Operation operations[] = {
    {"copy", 2, 2},   // b = a
    {"read", 1, 1},   // sum of a
    {"write", 1, 1},  // a = constant
    {"scale", 2, 2},  // b = s * a
    {"triad", 3, 3},  // c = a + s * b
};

class Access final : public Kernel {
 public:
  Access(const Operation& operation, Bytes size, c10::Device device)
      : operation_(operation), size_(size) {
    const auto options = at::TensorOptions(device).dtype(at::kFloat);
    const std::int64_t count = size.value / static_cast<std::int64_t>(sizeof(float));
    for (std::int64_t i = 0; i < operation.arrays; ++i)
      arrays_.push_back(random_array(count, options));
  }

  void run() override {
    if (operation_.name == "copy")
      arrays_[1].copy_(arrays_[0]);
    else if (operation_.name == "read")
      sum_ = arrays_[0].sum();
    else if (operation_.name == "write")
      arrays_[0].fill_(constant);
    else if (operation_.name == "scale")
      at::mul_out(arrays_[1], arrays_[0], factor_);
    else
      at::add_out(arrays_[2], arrays_[0], arrays_[1], factor);
  }

  KernelWork work() const override {
    return {.bytes = operation_.bytes_factor * static_cast<double>(size_.value)};
  }

  Comparison compare() const override {
    if (operation_.name == "read") return compare_sum();
    const at::Tensor places = sample_places(arrays_[0].numel(), 4096);
    const auto samples = [&](std::size_t array) { return picked(arrays_[array], 0, places); };
    if (operation_.name == "write")
      return {.computed = samples(0), .reference = at::full_like(samples(0), constant)};
    if (operation_.name == "copy") return {.computed = samples(1), .reference = samples(0)};
    if (operation_.name == "scale")
      return {.computed = samples(1), .reference = factor * samples(0)};
    return {.computed = samples(2), .reference = samples(0) + factor * samples(1)};
  }

 private:
  static constexpr double constant = 1.5;

  // In units of what the sum of so many random numbers is like; beside it a one, as it may be near
  // zero by chance.
  Comparison compare_sum() const {
    const double typical = std::sqrt(static_cast<double>(arrays_[0].numel()));
    const auto with_one = [&](const at::Tensor& sum) {
      return at::tensor({sum.item<double>() / typical, 1.0}, at::kDouble);
    };
    return {.computed = with_one(sum_),
            .reference = with_one(arrays_[0].sum(at::kDouble)),
            .terms = arrays_[0].numel()};
  }

  Operation operation_;
  Bytes size_;
  std::vector<at::Tensor> arrays_;
  at::Tensor sum_;
  // On the host, where kernels take it as an argument.
  at::Tensor factor_ = at::scalar_tensor(factor, at::kFloat);
};

class BandwidthBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "bandwidth"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase bandwidth(value, context);
    const std::string name =
        choice_of(bandwidth.parameters(), "operation", {"copy", "read", "write", "scale", "triad"});
    const auto operation = std::find_if(std::begin(operations), std::end(operations),
                                        [&](const Operation& other) { return other.name == name; });
    const c10::InferenceMode no_gradients;
    Access kernel(*operation, array_size(bandwidth.parameters()), bandwidth.device());
    return bandwidth.measure(kernel);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_bandwidth_benchmark() {
  return std::make_unique<BandwidthBenchmark>();
}

}  // namespace wgf::engine
