// SPDX-License-Identifier: MIT
#include "engine/compile/package_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using testing::ElementsAre;

// What Inductor of LibTorch 2.13 writes of one image batch, sizes left out but for the telling
// lines; 2.11 writes the same without the last line.
constexpr std::string_view images = R"(
AOTI_NOINLINE static void check_input_0(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg4_1 = ConstantHandle(input_handles[0]);
    int32_t arg4_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg4_1, &arg4_1_dtype));

    int32_t arg4_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg4_1_expected_dtype != arg4_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, "
    }
    auto arg4_1_size = arg4_1.sizes();

    if (4 != arg4_1_size[0]) {
        ss << "input_handles[0]: unmatched dim value at 0, "
           << "expected: 4, " << "but got: " << arg4_1_size[0]
    }
    if (3 != arg4_1_size[1]) {
    if (32 != arg4_1_size[2]) {
    if (32 != arg4_1_size[3]) {
    auto arg4_1_stride = arg4_1.strides();
    if (3072 != arg4_1_stride[0]) {
    if (1024 != arg4_1_stride[1]) {
    if (32 != arg4_1_stride[2]) {
    if (1 != arg4_1_stride[3]) {
    int32_t arg4_1_expected_device_type = 0;
    if (arg4_1_expected_device_type != arg4_1_device_type) {
}
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg4_1, {4L, 3L, 32L, 32L}, {3072L, 1024L, 32L, 1L}, "input"); }
)";

// Tokens and token types of one batch and length, both free.
constexpr std::string_view tokens = R"(
    ConstantHandle arg4_1 = ConstantHandle(input_handles[0]);
    int32_t arg4_1_expected_dtype = aoti_torch_dtype_int64();
    if (arg4_1_size[0] < 2) {
    if (arg4_1_size[0] > 64) {
    if (arg4_1_size[1] < 2) {
    if (1 != arg4_1_stride[1]) {
    ConstantHandle arg5_1 = ConstantHandle(input_handles[1]);
    int32_t arg5_1_expected_dtype = aoti_torch_dtype_int64();
    if (arg5_1_size[0] < 2) {
    if (arg5_1_size[0] > 64) {
    if (arg5_1_size[1] < 2) {
    if (1 != arg5_1_stride[1]) {
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg4_1, {s23, s22}, {s22, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg5_1, {s23, s22}, {s22, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf3, {s23, 8L}, {8L, 1L}, "torch.ops.aten.mm.default"); }
)";

Message refusal(std::string_view source, std::string_view given) {
  try {
    check_package_inputs("net.pt2", parse_package_inputs(source), results::parse_inputs(given));
  } catch (const CaseEnded& ended) {
    EXPECT_EQ(ended.status(), results::Status::failed);
    return ended.reason();
  }
  return {};
}

std::string argument(const Message& message, std::string_view name) {
  for (const auto& [known, value] : message.args)
    if (known == name) return value;
  return "";
}

TEST(PackageInputs, StandInTheSource) {
  const std::vector<PackageInput> inputs = parse_package_inputs(images);
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(inputs[0].type, "float32");
  std::vector<std::int64_t> least, most;
  for (const PackageInput::Extent& extent : inputs[0].shape) {
    least.push_back(extent.least);
    most.push_back(extent.most);
  }
  EXPECT_THAT(least, ElementsAre(4, 3, 32, 32));
  EXPECT_EQ(most, least);
  EXPECT_THAT(inputs[0].strides, ElementsAre(3072, 1024, 32, 1));
}

TEST(PackageInputs, FreeSizesHaveABoundAndASymbol) {
  const std::vector<PackageInput> inputs = parse_package_inputs(tokens);
  ASSERT_EQ(inputs.size(), 2u);
  for (const PackageInput& input : inputs) {
    EXPECT_EQ(input.type, "int64");
    ASSERT_EQ(input.shape.size(), 2u);
    EXPECT_EQ(input.shape[0].least, 2);
    EXPECT_EQ(input.shape[0].most, 64);
    EXPECT_EQ(input.shape[1].most, std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(input.shape[0].symbol, "s23");
    EXPECT_EQ(input.shape[1].symbol, "s22");
    EXPECT_FALSE(input.strides[0]);
    EXPECT_EQ(input.strides[1], 1);
  }
}

TEST(PackageInputs, OtherTextHasNone) {
  EXPECT_TRUE(parse_package_inputs("").empty());
  EXPECT_TRUE(parse_package_inputs("int main() { if (4 != arg_size[0]) { return 1; } }").empty());
  EXPECT_EQ(refusal("", "float32[512,3,32,32]").key, "");
}

TEST(PackageInputs, OnlyWhatWasCompiledForIsTaken) {
  EXPECT_EQ(refusal(images, "float32[4,3,32,32]").key, "");
  for (const char* given : {"float32[512,3,32,32]", "float32[1,3,32,32]", "float32[4,3,32]",
                            "float32[4,3,32,32,1]", "float16[4,3,32,32]", "int64[4,3,32,32]"}) {
    const Message message = refusal(images, given);
    EXPECT_EQ(message.key, "engine.package_input") << given;
    EXPECT_EQ(argument(message, "number"), "1");
    EXPECT_EQ(argument(message, "given"), given);
    EXPECT_EQ(argument(message, "wanted"), "float32[4,3,32,32]");
  }
  const Message more = refusal(images, "float32[4,3,32,32];int64[4]");
  EXPECT_EQ(more.key, "engine.package_input_count");
  EXPECT_EQ(argument(more, "inputs"), "float32[4,3,32,32]");
}

TEST(PackageInputs, FreeSizesAreTakenWithinTheirBounds) {
  for (const char* given : {"int64[2,2];int64[2,2]<2", "int64[64,4096];int64[64,4096]<2"})
    EXPECT_EQ(refusal(tokens, given).key, "") << given;
  EXPECT_EQ(argument(refusal(tokens, "int64[65,14];int64[65,14]"), "wanted"), "int64[2..64,2..]");
  EXPECT_EQ(argument(refusal(tokens, "int64[1,14];int64[1,14]"), "number"), "1");
  // One symbol, one size.
  const Message differing = refusal(tokens, "int64[8,14];int64[8,7]");
  EXPECT_EQ(argument(differing, "number"), "2");
  EXPECT_EQ(argument(differing, "wanted"), "int64[8,14]");
  EXPECT_EQ(argument(refusal(tokens, "int64[8,14]"), "inputs"), "int64[8,14];int64[8,14]");
}

TEST(PackageInputs, AreLaidOutAsCompiled) {
  const auto strides = [](std::vector<std::optional<std::int64_t>> wanted) {
    return strides_for({.strides = std::move(wanted)}, {4, 3, 8, 8});
  };
  EXPECT_THAT(strides({}), ElementsAre(192, 64, 8, 1));
  EXPECT_THAT(strides({192, 1, 24, 3}), ElementsAre(192, 1, 24, 3));
  EXPECT_THAT(strides({std::nullopt, 1, std::nullopt, 3}), ElementsAre(192, 1, 24, 3));
  EXPECT_THAT(strides({192, 64, 1, 8}), ElementsAre(192, 64, 1, 8));
}

TEST(PackageInputs, AFileThatIsNoPackageSaysNothing) {
  EXPECT_TRUE(read_package_inputs("/dev/null").empty());
  EXPECT_TRUE(read_package_inputs("not/there.pt2").empty());
}

}  // namespace
}  // namespace wgf::engine
