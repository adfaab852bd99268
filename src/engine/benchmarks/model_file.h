// SPDX-License-Identifier: MIT
#pragma once
// A model of the user's own: TorchScript (.pt) or an AOTInductor package (.pt2).

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/compile/package_inputs.h"
#include "results/input_spec.h"

namespace wgf::engine {

// A loaded model, whatever its format.
class ModelFile {
 public:
  virtual ~ModelFile() = default;
  virtual void run(const std::vector<at::Tensor>& inputs) = 0;
  virtual std::vector<at::Tensor> parameters() const = 0;
  // Its arithmetic was fixed when it was compiled: autocast does not reach it, and its operations
  // do not all pass where they could be counted.
  virtual bool is_compiled() const { return false; }
  // Of a compiled model's constants, whose values it keeps to itself.
  virtual std::vector<c10::ScalarType> constant_types() { return {}; }
  // Empty where the file does not say.
  virtual std::span<const PackageInput> wanted_inputs() const { return {}; }
};

// Throws CaseEnded(failed) where there is no such file, where it is no model, and where it was
// compiled for other inputs than these.
std::unique_ptr<ModelFile> load_model_file(const std::string& path, c10::Device device,
                                           std::span<const results::InputSpec> inputs);

}  // namespace wgf::engine
