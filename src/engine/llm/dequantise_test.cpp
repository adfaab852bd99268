// SPDX-License-Identifier: MIT
// Against numbers that a script worked out one by one (tests/models/make_quantised_golden.py).

#include "engine/llm/dequantise.h"

#include <ATen/ops/tensor.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace wgf::engine {
namespace {

using Json = nlohmann::json;

const Json& golden_matrices() {
  static const Json read =
      Json::parse(std::ifstream(WGF_SOURCE_DIR "/tests/models/golden_quantised.json"));
  return read;
}

std::vector<std::string> matrix_names() {
  std::vector<std::string> names;
  for (const auto& [name, matrix] : golden_matrices().items()) names.push_back(name);
  return names;
}

template <typename Number>
at::Tensor matrix_of(const Json& rows, at::ScalarType type) {
  std::vector<Number> all;
  for (const Json& row : rows)
    for (const Json& value : row) all.push_back(value.get<Number>());
  const auto height = static_cast<std::int64_t>(rows.size());
  return at::tensor(all).reshape({height, -1}).to(type);
}

class Dequantised : public testing::TestWithParam<std::string> {
 protected:
  at::Tensor weights(at::ScalarType type) const {
    const Json& stored = golden_matrices()[GetParam()];
    PackedMatrix packed{.numbers = matrix_of<std::int64_t>(stored["qweight"], at::kInt),
                        .zeros = matrix_of<std::int64_t>(stored["qzeros"], at::kInt),
                        .scales = matrix_of<double>(stored["scales"], at::kHalf)};
    const auto inputs = static_cast<std::int64_t>(stored["weights"][0].size());
    std::vector<std::int64_t> groups;
    for (std::int64_t i = 0; i < inputs; ++i)
      groups.push_back(i / stored["group_size"].get<std::int64_t>());
    if (stored.contains("g_idx")) groups = stored["g_idx"].get<std::vector<std::int64_t>>();
    packed.groups = at::tensor(groups, at::kLong);
    return stored["method"] == "awq"
               ? dequantise_awq(packed, type)
               : dequantise_gptq(packed, stored["zeros_less_one"].get<bool>(), type);
  }
  at::Tensor expected() const {
    return matrix_of<double>(golden_matrices()[GetParam()]["weights"], at::kDouble);
  }
};

TEST_P(Dequantised, NumbersAreExactInFloat32) {
  EXPECT_TRUE(weights(at::kFloat).to(at::kDouble).equal(expected()));
}

TEST_P(Dequantised, NumbersAreRoundedOnceInBf16) {
  EXPECT_TRUE(weights(at::kBFloat16).equal(expected().to(at::kFloat).to(at::kBFloat16)));
  EXPECT_TRUE(weights(at::kBFloat16).is_contiguous());
}

INSTANTIATE_TEST_SUITE_P(Matrices, Dequantised, testing::ValuesIn(matrix_names()),
                         [](const auto& matrix) { return matrix.param; });

}  // namespace
}  // namespace wgf::engine
