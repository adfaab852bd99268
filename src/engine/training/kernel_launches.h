// SPDX-License-Identifier: MIT
#pragma once
// How kernels of training are launched: sizes of their grids, and the sums of what their blocks
// leave.

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/device_code/device_function.h"
#include "engine/llm/tensor_pointers.h"
#include "engine/training/operations.h"

namespace wgf::engine {

// Where the kernels of a shape run.
class KernelSet {
 public:
  virtual ~KernelSet() = default;
  virtual int multiprocessors() const = 0;
  // arguments: the structure that the text takes.
  virtual void launch(const std::string& text, const LaunchShape& shape,
                      const void* arguments) const = 0;
};

class KernelLaunches {
 public:
  static constexpr std::int64_t threads = 256, columns_of_block = 256, rows_of_block = 8;

  explicit KernelLaunches(std::shared_ptr<const KernelSet> kernels)
      : kernels_(std::move(kernels)) {}

  int multiprocessors() const { return kernels_->multiprocessors(); }

  template <typename Arguments>
  void launch(const char* text, const LaunchShape& shape, const Arguments& arguments) const {
    kernels_->launch(text, shape, &arguments);
  }

  // Stripes of 256 columns, and blocks over the rows of each, so that all multiprocessors work.
  std::pair<std::int64_t, std::int64_t> stripes(std::int64_t rows, std::int64_t width) const;
  // Turns over the device for work that reads each number once.
  std::int64_t streaming_blocks(std::int64_t quads) const;
  // parts: [places, rows, width] of float32.
  void sum_parts(const at::Tensor& parts, std::int64_t rows, std::int64_t width,
                 const std::vector<GradientPlace>& places) const;

 private:
  std::shared_ptr<const KernelSet> kernels_;
};

template <typename T>
T* numbers(const at::Tensor& tensor) {
  return static_cast<T*>(tensor.defined() ? writable(tensor) : nullptr);
}

inline std::array<unsigned, 3> grid(std::int64_t x, std::int64_t y = 1) {
  return {static_cast<unsigned>(x), static_cast<unsigned>(y), 1};
}

inline at::Tensor floats(const at::Tensor& like, const std::vector<std::int64_t>& sizes) {
  return at::empty(sizes, like.options().dtype(c10::kFloat));
}

}  // namespace wgf::engine
