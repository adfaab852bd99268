// SPDX-License-Identifier: MIT
#pragma once
// The matrix products of DeepBench's training set (Baidu Research, code/kernels/gemm_problems.h):
// layers of speech, speaker and language networks of 2016-2017, still what small and thin products
// are compared by.

#include <cstdint>
#include <string_view>
#include <vector>

namespace wgf::cli {

struct DeepbenchShape {
  std::int64_t m = 0, n = 0, k = 0;
  std::string_view layout;  // "tn": the left matrix is stored transposed
};

std::vector<DeepbenchShape> deepbench_products();

}  // namespace wgf::cli
