// SPDX-License-Identifier: MIT
#pragma once
// Tensors of a checkpoint put onto a device, in one type, however they are stored.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checkpoints/checkpoint.h"
#include "checkpoints/quantisation.h"
#include "engine/llm/checkpoint_tensors.h"
#include "engine/llm/staged_copy.h"

namespace wgf::engine {

class TensorLoader {
 public:
  using Sizes = std::vector<std::int64_t>;

  // Keeps the checkpoint by reference.
  TensorLoader(const checkpoints::Checkpoint& checkpoint,
               std::optional<checkpoints::Quantisation> quantisation, c10::ScalarType type,
               c10::Device device);

  // Into a contiguous tensor of the device and type, of these sizes. A "….weight" that is stored
  // in four bits ("….qweight") is unpacked. Throws Error for a tensor that is missing or not what
  // it should be.
  void load(const std::string& name, const at::Tensor& target);
  at::Tensor load(const std::string& name, const Sizes& sizes);
  at::Tensor empty(const Sizes& sizes) const;
  // Matrices of mxfp4 [experts, outputs, inputs], stored as NAME_blocks and NAME_scales.
  at::Tensor load_blocks(const std::string& name, const Sizes& sizes);
  bool has_blocks() const {
    return quantisation_ && quantisation_->method == checkpoints::Quantisation::Method::mxfp4;
  }

  // Names that were read: the checkpoint has no others of use.
  const std::set<std::string>& loaded() const { return loaded_; }

 private:
  at::Tensor carried(const std::string& name, const Sizes& sizes, Wanted wanted);
  at::Tensor groups_of(const std::string& base, std::int64_t inputs, std::int64_t groups,
                       std::int64_t group_size);
  at::Tensor unpacked(const std::string& base, std::int64_t outputs, std::int64_t inputs);

  const checkpoints::Checkpoint& checkpoint_;
  std::optional<checkpoints::Quantisation> quantisation_;
  at::TensorOptions options_;
  StagedCopy copy_;
  std::set<std::string> loaded_;
};

}  // namespace wgf::engine
