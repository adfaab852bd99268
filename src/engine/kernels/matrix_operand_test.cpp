// SPDX-License-Identifier: MIT
// Formats that no machine at hand multiplies are checked as far as the host sees them: which card
// has them, how their numbers are stored, what their codes mean.
#include "engine/kernels/matrix_operand.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/tensor.h>
#include <gmock/gmock.h>

namespace wgf::engine {
namespace {

using testing::ElementsAre;

constexpr int turing = 75, ampere = 80, ada = 89, hopper = 90, blackwell = 100;

TEST(NumberFormat, TensorCoresOfEachGenerationHaveTheirFormats) {
  EXPECT_TRUE(has_format("fp16", turing));
  EXPECT_FALSE(has_format("tf32", turing));
  EXPECT_TRUE(has_format("tf32", ampere));
  EXPECT_FALSE(has_format("fp8", ampere));
  EXPECT_TRUE(has_format("fp8", ada));
  EXPECT_FALSE(has_format("fp4", hopper));
  EXPECT_TRUE(has_format("fp4", blackwell));
  EXPECT_TRUE(has_format("fp4", std::nullopt));
}

std::vector<double> values_of(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.contiguous().flatten();
  return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

TEST(Fp4Matrix, PacksTwoNumbersOfTheSumInAByte) {
  const NumberFormat& fp4 = *find_format("fp4");
  // A is [m, k], B is [k, n] stored transposed: k lies together in both.
  const at::Tensor left = random_matrix(1, 6, 32, fp4, Stored::as_used, at::kCPU);
  const at::Tensor right = random_matrix(1, 32, 4, fp4, Stored::transposed, at::kCPU);
  EXPECT_THAT(left.sizes(), ElementsAre(6, 16));
  EXPECT_THAT(right.sizes(), ElementsAre(16, 4));
  EXPECT_THAT(picked_lines(left, 0, at::tensor({0, 5})).sizes(), ElementsAre(2, 32));
  EXPECT_THAT(picked_lines(right, 1, at::tensor({3})).sizes(), ElementsAre(32, 1));
}

TEST(Fp4Matrix, CodesAreReadLowerHalfFirst) {
  const at::Tensor codes =
      at::tensor({0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe}, at::kByte).view({1, 8});
  const at::Tensor row = codes.view(c10::ScalarType::Float4_e2m1fn_x2);
  EXPECT_THAT(values_of(picked_lines(row, 0, at::tensor({0}))),
              ElementsAre(0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6));
  EXPECT_THAT(
      values_of(picked_lines(row.view(at::kByte).t().view(row.scalar_type()), 1, at::tensor({0}))),
      ElementsAre(0, 0.5, 1, 1.5, 2, 3, 4, 6, 0, -0.5, -1, -1.5, -2, -3, -4, -6));
}

}  // namespace
}  // namespace wgf::engine
