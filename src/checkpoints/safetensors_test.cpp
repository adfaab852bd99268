// SPDX-License-Identifier: MIT
#include "checkpoints/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "checkpoints/test_files.h"

namespace wgf::checkpoints {
namespace {

using testing::ElementsAre;

struct Broken {
  const char* what;
  std::string file;
  const char* key;
  ExitCode code = ExitCode::error;
};

// A header with one tensor of four bytes, with one part of it replaced.
std::string with(const std::string& part, const std::string& other) {
  std::string header = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  return header.replace(header.find(part), part.size(), other);
}

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, IsRefusedByItsKey) {
  try {
    read_safetensors(GetParam().file, "tiny/model.safetensors");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, GetParam().key);
    EXPECT_EQ(error.exit_code(), GetParam().code);
    EXPECT_EQ(error.message().args[0].second, "tiny/model.safetensors");
  }
}

const std::string two = R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                        R"("b":{"dtype":"U8","shape":[4],"data_offsets":)";

INSTANTIATE_TEST_SUITE_P(
    Files, BrokenFile,
    testing::Values(
        Broken{"empty", "", "checkpoint.too_short"},
        Broken{"seven_bytes", "1234567", "checkpoint.too_short"},
        Broken{"header_of_2_60", safetensors_file(std::uint64_t{1} << 60, "{}", 0),
               "checkpoint.header_too_long"},
        Broken{"header_beyond_all", safetensors_file(~std::uint64_t{0}, "{}", 0),
               "checkpoint.header_too_long"},
        Broken{"header_cut_off", safetensors_file(100, "{}", 0), "checkpoint.header_too_long"},
        Broken{"header_no_json", safetensors_file("{\"a\":", 0), "checkpoint.header_not_json"},
        Broken{"header_a_list", safetensors_file("[]", 0), "checkpoint.header_not_json"},
        Broken{"header_not_utf8", safetensors_file("{\"\xFF\":{}}", 0),
               "checkpoint.header_not_json"},
        Broken{"header_deep", safetensors_file(std::string(300, '['), 0), "json.too_deep"},
        Broken{"numbers_cut_off", safetensors_file(with("", ""), 3), "checkpoint.outside_file"},
        Broken{"bytes_behind", safetensors_file(with("", ""), 5), "checkpoint.unused_bytes"},
        Broken{"hole", safetensors_file(with("[0,4]", "[4,8]"), 8), "checkpoint.unused_bytes"},
        Broken{"backwards", safetensors_file(with("[0,4]", "[4,0]"), 4), "checkpoint.outside_file"},
        Broken{"far_outside", safetensors_file(with("[0,4]", "[0,18446744073709551615]"), 4),
               "checkpoint.outside_file"},
        Broken{"one_offset", safetensors_file(with("[0,4]", "[0]"), 4), "checkpoint.bad_field"},
        Broken{"negative_offset", safetensors_file(with("[0,4]", "[-4,0]"), 4),
               "checkpoint.bad_field"},
        Broken{"fractional_offset", safetensors_file(with("[0,4]", "[0,4.0]"), 4),
               "checkpoint.bad_field"},
        Broken{"other_sizes", safetensors_file(with("[1]", "[2]"), 4), "checkpoint.wrong_length"},
        Broken{"sizes_beyond_all",
               safetensors_file(with("[1]", "[4294967296,4294967296,4294967296]"), 4),
               "checkpoint.bad_field"},
        Broken{"size_beyond_signed", safetensors_file(with("[1]", "[9223372036854775808]"), 4),
               "checkpoint.bad_field"},
        Broken{"negative_size", safetensors_file(with("[1]", "[-1]"), 4), "checkpoint.bad_field"},
        Broken{"no_sizes", safetensors_file(with("\"shape\":[1],", ""), 4), "checkpoint.bad_field"},
        Broken{"no_type", safetensors_file(with("\"F32\"", "7"), 4), "checkpoint.bad_field"},
        Broken{"no_object", safetensors_file("{\"a\":1}", 0), "checkpoint.bad_field"},
        Broken{"unknown_type", safetensors_file(with("F32", "F4"), 4), "checkpoint.unknown_type",
               ExitCode::not_supported},
        Broken{"overlap", safetensors_file(two + "[2,6]}}", 6), "checkpoint.overlap"},
        Broken{"the_same_place", safetensors_file(two + "[0,4]}}", 4), "checkpoint.overlap"},
        Broken{"one_name_twice",
               safetensors_file(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                                R"("a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
                                4),
               "checkpoint.tensor_twice"}),
    [](const auto& broken) { return std::string(broken.param.what); });

TEST(Safetensors, PlacesCountFromTheBeginningOfTheFile) {
  const std::string header =
      R"({"__metadata__":{"format":"pt"},"b":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]},)"
      R"("a":{"dtype":"I32","shape":[],"data_offsets":[12,16]},)"
      R"("none":{"dtype":"F32","shape":[0,5],"data_offsets":[12,12]}})";
  const auto tensors = read_safetensors(safetensors_file(header, 16), "x");
  ASSERT_EQ(tensors.size(), 3u);
  EXPECT_EQ(tensors[0].name, "a");
  EXPECT_EQ(tensors[0].type, TensorType::i32);
  EXPECT_TRUE(tensors[0].sizes.empty());
  EXPECT_EQ(tensors[0].begin, 8 + header.size() + 12);
  EXPECT_EQ(tensors[0].bytes, 4u);
  EXPECT_EQ(tensors[1].type, TensorType::bf16);
  EXPECT_THAT(tensors[1].sizes, ElementsAre(2, 3));
  EXPECT_EQ(tensors[1].begin, 8 + header.size());
  EXPECT_EQ(tensors[2].bytes, 0u);
}

TEST(Safetensors, AFaultNamesTensorGivenAndWanted) {
  try {
    read_safetensors(safetensors_file(with("[1]", "[2]"), 4), "x");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().args,
              (std::vector<std::pair<std::string, std::string>>{
                  {"file", "x"}, {"tensor", "a"}, {"given", "4"}, {"wanted", "8"}}));
  }
}

}  // namespace
}  // namespace wgf::checkpoints
