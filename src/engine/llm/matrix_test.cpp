// SPDX-License-Identifier: MIT
#include "engine/llm/matrix.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

at::Tensor random_matrix(std::vector<std::int64_t> sizes) {
  at::Tensor matrix = at::empty(sizes);
  return matrix.normal_(0, 0.02);
}

struct Rounding {
  WeightFormat format;
  double largest;  // error of a number, as a share of the largest beside it
};
class Packed : public testing::TestWithParam<Rounding> {};

TEST_P(Packed, NumbersComeBackToWithinHalfAStep) {
  const at::Tensor plain = random_matrix({3, 32, 256});
  const Matrix packed = pack(plain, GetParam().format);
  const at::Tensor groups = plain.reshape({3, 32, 2, 128});
  const at::Tensor error = (packed.widened(at::kFloat) - plain).abs().reshape({3, 32, 2, 128});
  const at::Tensor largest = GetParam().format == WeightFormat::int4
                                 ? groups.abs().amax(-1)
                                 : groups.abs().amax(-1).amax(-1, true).expand({3, 32, 2});
  EXPECT_LE((error.amax(-1) / largest).max().item<double>(), GetParam().largest);
  EXPECT_GT(error.max().item<double>(), 0);
  const Matrix second = packed.select(1);
  EXPECT_TRUE(second.widened(at::kFloat).equal(packed.widened(at::kFloat).select(0, 1)));
}
// Half of the widest step: 32 of 448; 1 of 127; 1 of 7, and the scale's own rounding.
INSTANTIATE_TEST_SUITE_P(Formats, Packed,
                         testing::Values(Rounding{WeightFormat::fp8, 16.01 / 448},
                                         Rounding{WeightFormat::int8, 0.501 / 127},
                                         Rounding{WeightFormat::int4, 0.54 / 7}));

TEST(PackedInt4, LiesAsTheKernelsReadIt) {
  // -7 to 0 in the first eight of a group: 1 to 8 as they are stored.
  at::Tensor row = at::empty({1, 128}).fill_(7);
  row.select(0, 0).narrow(0, 0, 8).copy_(at::arange(-7, 1));
  const Matrix packed = pack(row, WeightFormat::int4);
  EXPECT_EQ(packed.scales.item<double>(), 1);
  const auto* bytes = packed.values.const_data_ptr<std::uint8_t>();
  const std::uint32_t word = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
  for (unsigned pair = 0; pair < 4; ++pair) {
    EXPECT_EQ(word >> (4 * pair) & 15, 2 * pair + 1);
    EXPECT_EQ(word >> (4 * pair + 16) & 15, 2 * pair + 2);
  }
}

TEST(BytesOfANumber, CountItsShareOfAGroupsScale) {
  EXPECT_EQ(bytes_of_number(WeightFormat::plain, at::kBFloat16), 2);
  EXPECT_EQ(bytes_of_number(WeightFormat::fp8, at::kBFloat16), 1);
  EXPECT_EQ(bytes_of_number(WeightFormat::int4, at::kBFloat16), 0.515625);
}

}  // namespace
}  // namespace wgf::engine
