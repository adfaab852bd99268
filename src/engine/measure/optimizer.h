// SPDX-License-Identifier: MIT
#pragma once
// Optimizers as PyTorch users run them: one fused kernel over all parameters. The two other ways of
// torch.optim are there to be measured against it: foreach, a few kernels each over all parameters
// (the default on a GPU), and the loop over the tensors one by one, which is also what LibTorch's
// own C++ classes do.

#include <ATen/core/Tensor.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace wgf::engine {

// How fused optimizers take part in gradient scaling: they divide by the scale themselves and skip
// the step where found_inf is 1. Both are tensors on the device, so the host never waits for them.
struct GradientScale {
  at::Tensor scale, found_inf;
};

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  // Parameters without a gradient are left alone.
  virtual void step(const std::optional<GradientScale>& scale = std::nullopt) = 0;
  // Bytes of the state kept for the parameters (momentum, moments, step counts).
  virtual Bytes state_bytes() const = 0;

  // Sets gradients to none, as Python's default does: the backward pass then writes fresh ones
  // instead of adding to zeros.
  void zero_grad();
  const std::vector<at::Tensor>& parameters() const { return parameters_; }

 protected:
  explicit Optimizer(std::vector<at::Tensor> parameters);

 private:
  std::vector<at::Tensor> parameters_;
};

struct SgdOptions {
  double learning_rate = 1e-3;
  double momentum = 0.9;
  double weight_decay = 0;
};
struct AdamwOptions {  // PyTorch's defaults but for the rate
  double learning_rate = 1e-4;
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
};

enum class Way { fused, foreach, loop };
// Throws CaseEnded(failed) for another name.
Way parse_way(const std::string& name);

std::unique_ptr<Optimizer> make_sgd(std::vector<at::Tensor> parameters,
                                    const SgdOptions& options = {});
std::unique_ptr<Optimizer> make_adamw(std::vector<at::Tensor> parameters,
                                      const AdamwOptions& options = {});
// AdamW without its decay.
AdamwOptions adam_options();
// foreach or loop: plain_optimizer.cpp.
std::unique_ptr<Optimizer> make_plain_sgd(std::vector<at::Tensor> parameters, Way way,
                                          const SgdOptions& options = {});
std::unique_ptr<Optimizer> make_plain_adamw(std::vector<at::Tensor> parameters, Way way,
                                            const AdamwOptions& options = {});
// "sgd", "adam", "adamw"; throws CaseEnded(failed) for another name.
std::unique_ptr<Optimizer> make_optimizer(const std::string& name,
                                          std::vector<at::Tensor> parameters, Way way = Way::fused);

// Loss scaling of float16 training with PyTorch's constants, all on the device.
class GradientScaler {
 public:
  explicit GradientScaler(c10::Device device);
  at::Tensor scaled(const at::Tensor& loss) const { return loss * scale_; }
  // The optimizer's step, skipped by the kernel itself where a gradient overflowed.
  void step(Optimizer& optimizer);
  // Halves the scale after an overflow, doubles it after 2000 steps without one.
  void update();

 private:
  at::Tensor scale_, growth_steps_, found_inf_, one_;
};

}  // namespace wgf::engine
