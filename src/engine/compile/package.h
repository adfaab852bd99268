// SPDX-License-Identifier: MIT
#pragma once
// AOTInductor packages (.pt2) run from C++: a network compiled to one library, or the whole
// training step.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/step_difference.h"
#include "engine/measure/case_ended.h"
#include "engine/models/model_case.h"

namespace wgf::engine {

// Whether packages loaded from here on check the inputs of each run, where the user has not set
// LibTorch's variable for it. That costs each step time: 0.9 of 8.7 us of a small one on a CPU.
void let_packages_check_inputs(bool do_check);

// "not a model: …", with what LibTorch said of it.
CaseEnded not_a_model(const std::string& path, std::string_view what);

class Package {
 public:
  // Runs single-threaded, as graph capture needs. Throws what LibTorch throws.
  Package(const std::filesystem::path& path, c10::Device device);
  // Queued on the current stream. Tensors that the package changes are changed in place.
  std::vector<at::Tensor> run(const std::vector<at::Tensor>& inputs) { return loader_.run(inputs); }
  // Of its constants, which it does not hand out.
  std::vector<c10::ScalarType> constant_types();

 private:
  torch::inductor::AOTIModelPackageLoader loader_;
};

// The file that the front program had made for this case, in the folder of
// results::packages_variable.
std::filesystem::path package_path(const results::Case& value);
// Throws CaseEnded(failed) where it is missing or cannot be loaded.
std::unique_ptr<Package> open_package(const results::Case& value, c10::Device device);

// What a package computes held against the same by the network itself.
struct PackageCheck {
  // Largest difference over the largest value; of a loss: relative.
  double output_difference = 0;
  std::optional<StepDifference> parameters, buffers;  // what a training step changes of them
  double output_noise = 0;  // of the network against itself with other random numbers

  // Adds the differences to the result; Status::invalid where rounding and noise do not explain
  // them.
  void add_to(results::Result& result, const ModelSettings& settings) const;
};

// Inference: the package's weights are its own, made from the same seed.
class PackagedInferStep final : public StepWork {
 public:
  PackagedInferStep(ModelCase& opened, Package& package)
      : package_(package), inputs_(opened.model.batch.inputs) {}
  void step(StepTimer&) override { output_ = package_.run(inputs_).at(0); }
  const at::Tensor& output() const { return output_; }

 private:
  Package& package_;
  const std::vector<at::Tensor>& inputs_;
  at::Tensor output_;
};

// Training: forward, backward and optimizer, on the network's own parameters and buffers.
class PackagedTrainStep final : public StepWork {
 public:
  PackagedTrainStep(ModelCase& opened, Package& package);
  void step(StepTimer&) override { loss_ = package_.run(tensors_).at(0); }
  double last_loss() const { return loss_.item<double>(); }
  Bytes optimizer_bytes() const { return optimizer_bytes_; }

 private:
  Package& package_;
  std::vector<at::Tensor> tensors_;  // in the order python/make_package.py says
  Bytes optimizer_bytes_;
  at::Tensor loss_;
};

// Largest difference over the largest value of the reference; infinite where anything is no number.
double largest_difference(const at::Tensor& reference, const at::Tensor& other);

// One step each of the network and the package from the same start; the parameters are afterwards
// what they were before.
PackageCheck check_training(ModelCase& opened, PackagedTrainStep& packaged);

}  // namespace wgf::engine
