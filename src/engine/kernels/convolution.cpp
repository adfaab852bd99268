// SPDX-License-Identifier: MIT
// One convolution of images, forward or one of its two gradients (cuDNN's fprop, dgrad, wgrad).

#include <ATen/ops/conv2d.h>
#include <ATen/ops/convolution_backward.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/randn_like.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>

#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using results::Parameters;

enum class ConvPass { forward, input_gradient, weight_gradient };

// Image sides and filters as DeepBench lists them; padding in pixels on every side.
struct ConvShape {
  std::int64_t batch, channels, height, width, filters, filter_height, filter_width, stride,
      padding, groups;
  ConvPass pass;
  at::MemoryFormat format;
};

ConvShape read_conv(const Parameters& parameters) {
  ConvShape shape{.batch = count_of(parameters, "batch", 32),
                  .channels = count_of(parameters, "channels", 64),
                  .height = count_of(parameters, "height", 56),
                  .width = count_of(parameters, "width", 56),
                  .filters = count_of(parameters, "filters", 64),
                  .filter_height = count_of(parameters, "filter_height", 3),
                  .filter_width = count_of(parameters, "filter_width", 3),
                  .stride = count_of(parameters, "stride", 1),
                  .padding = count_of(parameters, "padding", 1, 0),
                  .groups = count_of(parameters, "groups", 1)};
  const std::string pass = choice_of(parameters, "pass", {"forward", "dgrad", "wgrad"});
  shape.pass = pass == "forward" ? ConvPass::forward
               : pass == "dgrad" ? ConvPass::input_gradient
                                 : ConvPass::weight_gradient;
  const std::string format =
      choice_of(parameters, "memory_format", {"channels_last", "contiguous"});
  shape.format =
      format == "contiguous" ? at::MemoryFormat::Contiguous : at::MemoryFormat::ChannelsLast;
  if (shape.channels % shape.groups != 0 || shape.filters % shape.groups != 0)
    throw CaseEnded(results::Status::failed, {"engine.unknown_value",
                                              {{"name", "groups"},
                                               {"value", std::to_string(shape.groups)},
                                               {"choices", "divisors of channels and filters"}}});
  return shape;
}

// ConvPart of a convolution that can be computed alone: some images, and of one group some channels
// and filters.
struct ConvPart {
  at::Tensor input, weight, gradient;
};

class Convolution final : public Kernel {
 public:
  Convolution(const ConvShape& shape, const NumberFormat& format, c10::Device device)
      : shape_(shape) {
    const auto options = at::TensorOptions(device).dtype(format.type);
    const auto random = [&](at::IntArrayRef sides) {
      return at::randn(sides, options).contiguous(shape.format);
    };
    input_ = random({shape.batch, shape.channels, shape.height, shape.width});
    weight_ = random(
        {shape.filters, shape.channels / shape.groups, shape.filter_height, shape.filter_width});
    output_ = forward(input_, weight_, shape.groups);
    if (shape.pass != ConvPass::forward) gradient_ = at::randn_like(output_);
  }

  void run() override {
    if (shape_.pass == ConvPass::forward)
      output_ = forward(input_, weight_, shape_.groups);
    else
      result_ = backward({input_, weight_, gradient_}, shape_.groups);
  }

  KernelWork work() const override {
    const double filter = static_cast<double>(weight_.numel() / shape_.filters);
    return {.flops = 2 * static_cast<double>(output_.numel()) * filter,
            .bytes = static_cast<double>(input_.nbytes() + weight_.nbytes() + output_.nbytes())};
  }

  Comparison compare() const override {
    if (shape_.pass == ConvPass::weight_gradient) return compare_weight_gradient();
    const at::Tensor weight = on_cpu(weight_);
    const auto image = [&](const at::Tensor& tensor) {
      return on_cpu(tensor.narrow(0, shape_.batch - 1, 1));
    };
    if (shape_.pass == ConvPass::forward)
      return {.computed = image(output_),
              .reference = forward(image(input_), weight, shape_.groups),
              .terms = weight_.numel() / shape_.filters};
    return {.computed = image(result_),
            .reference = backward({image(input_), weight, image(gradient_)}, shape_.groups),
            .terms = weight_.numel() / (shape_.channels / shape_.groups)};
  }

 private:
  at::Tensor forward(const at::Tensor& input, const at::Tensor& weight, std::int64_t groups) const {
    return at::conv2d(input, weight, {}, {shape_.stride, shape_.stride},
                      {shape_.padding, shape_.padding}, {1, 1}, groups);
  }

  at::Tensor backward(const ConvPart& part, std::int64_t groups) const {
    const bool is_input = shape_.pass == ConvPass::input_gradient;
    const auto gradients =
        at::convolution_backward(part.gradient, part.input, part.weight, at::OptionalIntArrayRef(),
                                 {shape_.stride, shape_.stride}, {shape_.padding, shape_.padding},
                                 {1, 1}, false, {0, 0}, groups, {is_input, !is_input, false});
    return is_input ? std::get<0>(gradients) : std::get<1>(gradients);
  }

  // It sums over all images: a few channels and filters of the first group, over all of them.
  Comparison compare_weight_gradient() const {
    constexpr std::int64_t most = 4;
    const std::int64_t channels = std::min(most, shape_.channels / shape_.groups);
    const std::int64_t filters = std::min(most, shape_.filters / shape_.groups);
    const auto slice = [&](const at::Tensor& tensor, std::int64_t first, std::int64_t second) {
      return tensor.narrow(0, 0, first).narrow(1, 0, second);
    };
    const ConvPart part{.input = on_cpu(slice(input_, shape_.batch, channels)),
                        .weight = on_cpu(slice(weight_, filters, channels)),
                        .gradient = on_cpu(slice(gradient_, shape_.batch, filters))};
    return {.computed = on_cpu(slice(result_, filters, channels)),
            .reference = backward(part, 1),
            .terms = output_.numel() / shape_.filters};
  }

  ConvShape shape_;
  at::Tensor input_, weight_, output_, gradient_, result_;
};

class ConvolutionBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "conv"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase convolution(value, context);
    const ConvShape shape = read_conv(convolution.parameters());
    const c10::InferenceMode no_gradients;
    Convolution kernel(shape, convolution.format(), convolution.device());
    return convolution.measure(kernel);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_convolution_benchmark() {
  return std::make_unique<ConvolutionBenchmark>();
}

}  // namespace wgf::engine
