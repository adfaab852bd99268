// SPDX-License-Identifier: MIT
#include "engine/llm/staged_copy.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

class StagedCopies : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    try {
      device_ = open_device(GetParam());
    } catch (const CaseEnded&) {
      GTEST_SKIP() << "no " << GetParam();
    }
  }
  // Back on the CPU.
  at::Tensor carried(const at::Tensor& source, at::ScalarType type) {
    const at::Tensor target = at::empty(source.sizes(), at::TensorOptions(*device_).dtype(type));
    StagedCopy copy(*device_);
    copy.copy(source, target);
    return target.cpu();
  }

  std::optional<c10::Device> device_;
};

TEST_P(StagedCopies, NumbersOfSeveralBuffersArriveInTheirPlaces) {
  const at::Tensor numbers = at::arange(std::int64_t{50'000'001}, at::kInt);  // 200 MB
  EXPECT_TRUE(carried(numbers, at::kInt).equal(numbers));
}

TEST_P(StagedCopies, ATypeIsChangedOnTheWay) {
  const at::Tensor numbers = at::arange(std::int64_t{20'000'000}, at::kFloat).reshape({4000, 5000});
  EXPECT_TRUE(carried(numbers, at::kBFloat16).equal(numbers.to(at::kBFloat16)));
}

// Of a file tensors may begin anywhere.
TEST_P(StagedCopies, NumbersMayBeginAtAnyByte) {
  const at::Tensor numbers = at::arange(1000, at::kInt);
  std::vector<char> bytes(numbers.nbytes() + 1);
  std::memcpy(bytes.data() + 1, numbers.const_data_ptr(), numbers.nbytes());
  EXPECT_TRUE(carried(at::from_blob(bytes.data() + 1, {1000}, at::kInt), at::kInt).equal(numbers));
}

TEST_P(StagedCopies, OfNothingIsNothing) {
  EXPECT_EQ(carried(at::empty({0, 3}), at::kFloat).numel(), 0);
}

INSTANTIATE_TEST_SUITE_P(Devices, StagedCopies, testing::Values("cpu", "cuda:0"));

}  // namespace
}  // namespace wgf::engine
