// SPDX-License-Identifier: MIT
// Every kernel for every architecture, compiled without a GPU; and what is kept of it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/files.h"
#include "engine/device_code/code_cache.h"
#include "engine/device_code/device_texts.h"
#include "engine/device_code/runtime_compiler.h"
#include "engine/llm/decode_kernels.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;

DecoderShape llama(std::int64_t hidden, std::int64_t heads, std::int64_t kv_heads,
                   std::int64_t head_size, std::int64_t feed_forward, std::int64_t vocabulary) {
  DecoderShape shape;
  shape.layers = 1;
  shape.hidden = hidden;
  shape.heads = heads;
  shape.kv_heads = kv_heads;
  shape.head_size = shape.rotary.width = head_size;
  shape.feed_forward = feed_forward;
  shape.vocabulary = vocabulary;
  shape.is_windowed = shape.is_of_experts = {false};
  return shape;
}

std::vector<DecoderShape> shapes() {
  DecoderShape biased = llama(3584, 28, 4, 128, 18944, 152064);  // Qwen2.5 7B
  biased.has_qkv_bias = true;
  DecoderShape windowed = llama(4096, 32, 8, 128, 14336, 32000);  // Mistral 7B
  windowed.window = 4096;
  windowed.is_windowed = {true};
  return {llama(2048, 32, 8, 64, 8192, 128256),
          llama(3072, 24, 8, 128, 8192, 128256),
          llama(4096, 32, 8, 128, 14336, 128256),
          llama(8192, 64, 8, 128, 28672, 128256),
          biased,
          windowed};
}

class CompiledFor : public testing::TestWithParam<const char*> {};

TEST_P(CompiledFor, EveryKernelOfEveryShape) {
  const auto compiler = RuntimeCompiler::find();
  if (!compiler) GTEST_SKIP() << "no NVRTC: WGF_NVRTC_DIR names its folder";
  std::vector<KernelSource> sources{{"read_rate", {"DEPTH=8"}}};
  std::int64_t tokens = 1;
  for (const DecoderShape& shape : shapes()) {
    const auto kernels = decode_kernel_sources(shape, tokens, 132);
    ASSERT_TRUE(kernels) << shape.hidden;
    for (const KernelSource& source : kernels->all()) sources.push_back(source);
    tokens = most_skinny_tokens + 1 - tokens;
  }
  for (const KernelSource& source : sources) {
    const std::string code =
        compiler->compile(device_text(source.text), GetParam(), source.constants);
    EXPECT_EQ(code.substr(1, 3), "ELF") << source.text;
    EXPECT_NE(code.find(source.text), std::string::npos);
  }
}
INSTANTIATE_TEST_SUITE_P(Architectures, CompiledFor,
                         testing::Values("sm_80", "sm_89", "sm_90", "sm_90a", "sm_100f",
                                         "sm_120f"));

TEST(RuntimeCompilerTest, SaysTheFirstThingThatIsWrong) {
  const auto compiler = RuntimeCompiler::find();
  if (!compiler) GTEST_SKIP() << "no NVRTC";
  try {
    compiler->compile("__global__ void broken() { x = 1; }", "sm_90", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "engine.kernel_not_compiled");
    EXPECT_NE(std::string(error.what()).find("\"x\" is undefined"), std::string::npos)
        << error.what();
  }
}

TEST(DecodeKernels, LeaveToTheLibraryWhatTheyHaveNot) {
  const DecoderShape plain = shapes().front();
  EXPECT_TRUE(decode_kernel_sources(plain, most_skinny_tokens, 132));
  EXPECT_FALSE(decode_kernel_sources(plain, most_skinny_tokens + 1, 132));
  for (bool DecoderShape::*feature :
       {&DecoderShape::has_head_norms, &DecoderShape::has_sandwich_norms,
        &DecoderShape::has_shifted_norms, &DecoderShape::has_output_bias}) {
    DecoderShape other = plain;
    other.*feature = true;
    EXPECT_FALSE(decode_kernel_sources(other, 1, 132));
  }
  DecoderShape wide = plain;
  wide.heads = 9 * wide.kv_heads;
  EXPECT_FALSE(decode_kernel_sources(wide, 1, 132));
}

class CodeCache : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  std::string get(const std::string& description) {
    return cached_code(folder_, description, [&] { return "code " + std::to_string(++made_); });
  }

  fs::path folder_ = fs::path(testing::TempDir()) / "wgf_code_cache/kept";
  int made_ = 0;
};

TEST_F(CodeCache, MakesEachCodeOnce) {
  EXPECT_EQ(get("one"), "code 1");
  EXPECT_EQ(get("two"), "code 2");
  EXPECT_EQ(get("one"), "code 1");
}

TEST_F(CodeCache, MakesAgainWhatIsNotWhatWasKept) {
  get("one");
  for (const auto& entry : fs::directory_iterator(folder_)) {
    std::string text = read_file(entry.path());
    text.resize(text.size() - 2);
    write_file_atomically(entry.path(), text);
  }
  EXPECT_EQ(get("one"), "code 2");
}

TEST_F(CodeCache, DoesWithoutAFolderThatCannotBe) {
  fs::create_directories(folder_.parent_path());
  write_file_atomically(folder_, "a file, not a folder");
  EXPECT_EQ(get("one"), "code 1");
  EXPECT_EQ(get("one"), "code 2");
}

}  // namespace
}  // namespace wgf::engine
