// SPDX-License-Identifier: MIT
// Every kernel for every architecture, compiled without a GPU; and what is kept of it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "engine/device_code/code_cache.h"
#include "engine/device_code/device_texts.h"
#include "engine/device_code/peer_all_reduce.h"
#include "engine/device_code/runtime_compiler.h"
#include "engine/llm/decode_kernels.h"
#include "engine/training/training_kernels.h"

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
  shape.head_size = shape.rotary.width = shape.window_rotary.width = head_size;
  shape.feed_forward = feed_forward;
  shape.vocabulary = vocabulary;
  shape.is_windowed = shape.is_of_experts = {false};
  return shape;
}

DecoderShape gemma3_4b() {
  DecoderShape shape = llama(2560, 8, 4, 256, 10240, 262208);
  shape.has_head_norms = shape.has_sandwich_norms = shape.has_shifted_norms = true;
  shape.activation = Activation::gelu_tanh;
  shape.window = 1024;
  shape.layers = 2;
  shape.is_windowed = {true, false};
  shape.is_of_experts = {false, false};
  return shape;
}

DecoderShape gpt_oss_20b() {
  DecoderShape shape = llama(2880, 64, 8, 64, 0, 201088);
  shape.has_qkv_bias = shape.has_output_bias = shape.has_sinks = true;
  shape.activation = Activation::clamped_silu;
  shape.window = 128;
  shape.layers = 2;
  shape.is_windowed = {true, false};
  shape.is_of_experts = {true, true};
  shape.experts = {.count = 32, .per_token = 4, .width = 2880, .has_biases = true};
  return shape;
}

DecoderShape phi4_mini() {
  DecoderShape shape = llama(3072, 24, 8, 128, 8192, 200064);
  shape.rotary.width = shape.window_rotary.width = 96;
  return shape;
}

DecoderShape gpt2_xl() {
  DecoderShape shape = llama(1600, 25, 25, 64, 6400, 50257);
  shape.has_layer_norms = shape.has_positions = shape.has_mlp_bias = true;
  shape.is_gated = false;
  return shape;
}

// The first differ in kind, the others in size alone.
constexpr std::size_t kinds = 16;
struct Decoded {
  DecoderShape shape;
  WeightFormat format = WeightFormat::plain;
  CacheFormat cache = CacheFormat::plain;
};

std::vector<Decoded> shapes() {
  DecoderShape biased = llama(3584, 28, 4, 128, 18944, 152064);  // Qwen2.5 7B
  biased.has_qkv_bias = true;
  DecoderShape windowed = llama(4096, 32, 8, 128, 14336, 32000);  // Mistral 7B
  windowed.window = 4096;
  windowed.is_windowed = {true};
  DecoderShape of_experts = llama(2048, 32, 4, 128, 0, 151936);  // Qwen3 30B-A3B
  of_experts.has_head_norms = true;
  of_experts.is_of_experts = {true};
  of_experts.experts = {.count = 128, .per_token = 8, .width = 768};
  const DecoderShape small = llama(2048, 32, 8, 64, 8192, 128256),
                     middle = llama(4096, 32, 8, 128, 14336, 128256),
                     large = llama(8192, 64, 8, 128, 28672, 128256);
  DecoderShape shared = llama(4096, 16, 4, 128, 7168, 128256);  // Llama 3.1 8B on two GPUs
  shared.ranks = 2;
  DecoderShape shared_gemma = gemma3_4b();
  shared_gemma.heads /= 2;
  shared_gemma.kv_heads /= 2;
  shared_gemma.feed_forward /= 2;
  shared_gemma.ranks = 2;
  return {{small},
          {biased},
          {windowed},
          {of_experts},
          {small, WeightFormat::fp8},
          {small, WeightFormat::int4},
          {shared},
          {shared},
          {small, WeightFormat::fp8, CacheFormat::fp8},
          {of_experts, WeightFormat::plain, CacheFormat::fp8},
          {gemma3_4b()},
          {gpt_oss_20b()},
          {gpt_oss_20b(), WeightFormat::mxfp4},
          {of_experts, WeightFormat::fp8},
          {shared_gemma},
          {phi4_mini()},
          {llama(3072, 24, 8, 128, 8192, 128256)},
          {middle},
          {large},
          {middle, WeightFormat::fp8},
          {middle, WeightFormat::int8},
          {biased, WeightFormat::int4},
          {of_experts, WeightFormat::int4},
          {large, WeightFormat::int4}};
}

// Each text with each set of constants that one of the shapes gives it, for few tokens and for
// many.
using Constants = std::vector<std::string>;
constexpr Multiprocessors h100{132, 227 * 1024};
constexpr Multiprocessors with_warpgroups{132, 227 * 1024, true, 30};
std::set<std::pair<std::string, Constants>> sources_of(std::size_t count) {
  std::set<std::pair<std::string, Constants>> sources{{"read_rate", {"DEPTH=8"}},
                                                      {"hold_stream", {}}};
  auto some = shapes();
  some.resize(count);
  const auto add = [&](const Decoded& of, std::int64_t tokens,
                       const Multiprocessors& multiprocessors = h100) {
    const auto kernels =
        decode_kernel_sources(of.shape, of.format, tokens, multiprocessors, of.cache);
    if (!kernels)
      throw std::logic_error("no kernels for a width of " + std::to_string(of.shape.hidden));
    for (const KernelSource& source : kernels->all())
      sources.emplace(source.text, source.constants);
  };
  const auto add_training = [&](const DecoderShape& shape, c10::ScalarType gradients) {
    for (const TrainingKernelSource& source :
         training_kernel_sources(shape, {c10::kBFloat16, gradients}))
      sources.emplace(source.text, source.constants);
  };
  for (const auto& [ranks, type] :
       {std::pair{2, at::kBFloat16}, {4, at::kFloat}, {8, at::kHalf}, {3, at::kFloat}})
    for (const char* text : {"sum_one_shot", "sum_two_shot", "meet_ranks"})
      sources.emplace(text, peer_sum_constants(ranks, type));
  add_training(gpt2_xl(), c10::kBFloat16);
  add_training(some.front().shape, c10::kFloat);
  DecoderShape with_norms = llama(2048, 16, 8, 128, 6144, 151936);  // Qwen3 1.7B
  with_norms.has_head_norms = true;
  add_training(with_norms, c10::kBFloat16);
  bool is_few = true;
  for (const Decoded& of : some) {
    const bool has_both = of.shape.experts.count > 0 || of.shape.has_sandwich_norms;
    if (is_few || has_both) add(of, 1);
    if (!is_few || has_both) add(of, most_skinny_tokens);
    if (of.format == WeightFormat::plain)
      for (const int tokens : {16, 17, 48, most_cluster_tokens}) add(of, tokens, with_warpgroups);
    is_few = !is_few;
  }
  return sources;
}

// Else the one that tools/fetch_nvrtc.sh gets.
std::optional<RuntimeCompiler> any_compiler() {
  if (std::getenv("WGF_NVRTC_DIR") == nullptr && !RuntimeCompiler::find())
    ::setenv("WGF_NVRTC_DIR", WGF_SOURCE_DIR "/.nvrtc/nvidia/cu13/lib", 1);
  return RuntimeCompiler::find();
}
constexpr const char* no_compiler =
    "no NVRTC: tools/fetch_nvrtc.sh gets it, WGF_NVRTC_DIR names it";

TEST(DeviceTexts, AreAllCompiledHere) {
  std::set<std::string> texts, compiled;
  for (const auto& file : fs::directory_iterator(WGF_SOURCE_DIR "/src/engine/device_code/texts"))
    texts.insert(file.path().stem().string());
  for (const char* included :
       {"activation", "cache_cells", "gains", "narrow_weights", "prelude", "product_arguments",
        "product_ends", "meeting_ranks", "rank_memory", "shared_barriers", "staged_inputs",
        "staged_pages", "thread_barriers", "training_rows", "warpgroup_product"})
    texts.erase(included);
  for (const auto& source : sources_of(kinds)) compiled.insert(source.first);
  EXPECT_EQ(compiled, texts);
}

class CompiledFor : public testing::TestWithParam<const char*> {};

// Of all sizes for one architecture: 75 ms to 200 ms a kernel.
TEST_P(CompiledFor, EveryKernel) {
  const auto compiler = any_compiler();
  if (!compiler) GTEST_SKIP() << no_compiler;
  const bool is_usual = std::string_view(GetParam()) == "sm_90";
  for (const auto& [text, constants] : sources_of(is_usual ? shapes().size() : kinds)) {
    const std::string code = compiler->compile(device_text(text), GetParam(), constants);
    EXPECT_EQ(code.substr(1, 3), "ELF") << text;
    EXPECT_NE(code.find(text), std::string::npos);
  }
}
INSTANTIATE_TEST_SUITE_P(Architectures, CompiledFor,
                         testing::Values("sm_80", "sm_89", "sm_90", "sm_90a", "sm_100f",
                                         "sm_120f"));

TEST(RuntimeCompilerTest, IsNotThereWhereItsFolderHasNoneOrABrokenOne) {
  const fs::path folder = fs::path(testing::TempDir()) / "wgf_no_compiler";
  fs::create_directories(folder);
  ::setenv("WGF_NVRTC_DIR", folder.c_str(), 1);
  EXPECT_FALSE(RuntimeCompiler::find());
  write_file_atomically(folder / "libnvrtc.so.13", "no library");
  EXPECT_FALSE(RuntimeCompiler::find());
  ::unsetenv("WGF_NVRTC_DIR");
  fs::remove_all(folder);
}

TEST(RuntimeCompilerTest, RefusesAnArchitectureItDoesNotKnow) {
  const auto compiler = any_compiler();
  if (!compiler) GTEST_SKIP() << no_compiler;
  try {
    compiler->compile("__global__ void kernel() {}", "sm_20", {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "engine.kernel_not_compiled");
    EXPECT_NE(std::string(error.what()).find("--gpu-architecture"), std::string::npos)
        << error.what();
  }
}

TEST(RuntimeCompilerTest, SaysTheFirstThingThatIsWrong) {
  const auto compiler = any_compiler();
  if (!compiler) GTEST_SKIP() << no_compiler;
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
  const DecoderShape plain = shapes().front().shape;
  EXPECT_TRUE(decode_kernel_sources(plain, WeightFormat::plain, most_skinny_tokens, h100)->skinny);
  EXPECT_FALSE(
      decode_kernel_sources(plain, WeightFormat::plain, most_skinny_tokens + 1, h100)->skinny);
  DecoderShape odd = plain;
  odd.rotary.width = odd.window_rotary.width = 24;
  EXPECT_FALSE(decode_kernel_sources(odd, WeightFormat::plain, 1, h100));
  const DecoderShape of_experts = shapes()[3].shape;
  EXPECT_TRUE(decode_kernel_sources(of_experts, WeightFormat::int4, 16, h100)->skinny->router);
  EXPECT_TRUE(decode_kernel_sources(of_experts, WeightFormat::fp8, 1, h100)->skinny->router);
  constexpr Multiprocessors a100{108, 163 * 1024, /*groups_products=*/false};
  EXPECT_TRUE(decode_kernel_sources(of_experts, WeightFormat::plain, 16, a100)->skinny);
  EXPECT_FALSE(decode_kernel_sources(of_experts, WeightFormat::plain, 17, a100));
  EXPECT_FALSE(decode_kernel_sources(of_experts, WeightFormat::plain, 17, h100)->skinny);
  DecoderShape wide = plain;
  wide.heads = 9 * wide.kv_heads;
  EXPECT_FALSE(decode_kernel_sources(wide, WeightFormat::plain, 1, h100));
}

TEST(DecodeKernels, AreThoseOfTheTraitsThatAShapeHas) {
  const auto gemma = decode_kernel_sources(gemma3_4b(), WeightFormat::plain, 1, h100);
  const auto has = [](const KernelSource& source, const char* wanted) {
    return std::count(source.constants.begin(), source.constants.end(), wanted) == 1;
  };
  EXPECT_TRUE(has(*gemma->attention, "WINDOW=0"));
  EXPECT_TRUE(has(*gemma->window_attention, "WINDOW=1024"));
  EXPECT_TRUE(has(gemma->skinny->gate_up, "ACTIVATION=1"));
  EXPECT_TRUE(has(gemma->skinny->down, "END_FLOAT"));
  EXPECT_TRUE(has(*gemma->skinny->after_norm, "GAIN_SHIFT=1"));
  const auto gpt_oss = decode_kernel_sources(gpt_oss_20b(), WeightFormat::plain, 1, h100);
  EXPECT_FALSE(gpt_oss->skinny->after_norm);
  EXPECT_TRUE(has(*gpt_oss->attention, "HAS_SINKS=1"));
  for (const KernelSource* biased :
       {&gpt_oss->skinny->qkv, &gpt_oss->skinny->output, &gpt_oss->skinny->gate_up,
        &gpt_oss->skinny->down, &*gpt_oss->skinny->router})
    EXPECT_TRUE(has(*biased, "HAS_BIAS=1")) << biased->text;
  const auto phi = decode_kernel_sources(phi4_mini(), WeightFormat::plain, 1, h100);
  EXPECT_FALSE(phi->window_attention);
  EXPECT_TRUE(has(phi->skinny->qkv, "ROTARY=96"));
}

TEST(DecodeKernels, StageInputsOfFewTokensWhereTheyFitAMultiprocessor) {
  const DecoderShape middle = llama(4096, 32, 8, 128, 14336, 128256);
  const auto sources = [&](WeightFormat format, std::int64_t tokens, Multiprocessors of) {
    return *decode_kernel_sources(middle, format, tokens, of)->skinny;
  };
  constexpr Multiprocessors l4{58, 99 * 1024};
  for (const WeightFormat format :
       {WeightFormat::plain, WeightFormat::fp8, WeightFormat::int8, WeightFormat::int4})
    for (const Multiprocessors& of : {h100, l4}) {
      const KernelSource down = sources(format, 1, of).down;
      EXPECT_EQ(down.text, "staged_product");
      EXPECT_LE(down.cut.shared_bytes, of.shared_bytes);
      EXPECT_GT(2 * down.cut.shared_bytes, of.shared_bytes);
    }
  // Four times 14,336 inputs fit no more; 4,096 do.
  EXPECT_EQ(sources(WeightFormat::plain, 4, h100).gate_up.text, "staged_product");
  EXPECT_EQ(sources(WeightFormat::plain, 4, l4).down.text, "skinny_product");
  EXPECT_EQ(sources(WeightFormat::plain, 5, h100).gate_up.text, "skinny_product");
}

TEST(DecodeKernels, StageAPieceOfTheInputsOfManyTokensWhereItFitsAMultiprocessor) {
  const auto sources = [&](WeightFormat format, std::int64_t tokens, Multiprocessors of) {
    return *decode_kernel_sources(llama(4096, 32, 8, 128, 14336, 128256), format, tokens, of)
                ->skinny;
  };
  const SkinnySources wide = sources(WeightFormat::plain, 16, h100);
  for (const auto& [source, pieces] :
       {std::pair{&wide.qkv, 1}, {&wide.gate_up, 1}, {&wide.down, 4}, {&wide.logits, 1}}) {
    EXPECT_EQ(source->text, "wide_product");
    EXPECT_EQ(source->cut.pieces, pieces);
    EXPECT_LE(source->cut.shared_bytes, h100.shared_bytes);
    EXPECT_GT(2 * source->cut.shared_bytes, h100.shared_bytes);
  }
  EXPECT_EQ(sources(WeightFormat::plain, 8, h100).qkv.text, "skinny_product");
  EXPECT_EQ(sources(WeightFormat::int8, 16, h100).qkv.text, "skinny_product");
  constexpr Multiprocessors l4{58, 99 * 1024};  // pieces that fit are too short
  EXPECT_EQ(sources(WeightFormat::plain, 16, l4).qkv.text, "skinny_product");
}

TEST(DecodeKernels, AreClustersOfManyTokensWhereThereAreWarpgroupProducts) {
  const DecoderShape middle = llama(4096, 32, 8, 128, 14336, 128256);
  const auto sources = decode_kernel_sources(middle, WeightFormat::plain, 64, with_warpgroups);
  ASSERT_TRUE(sources->skinny);
  const SkinnySources& of = *sources->skinny;
  // Groups of 16 rows that one tile has: whole heads of queries, all multiprocessors but a few.
  for (const auto& [source, pieces, groups, clusters] : {std::tuple{&of.qkv, 4, 16, 24},
                                                         {&of.output, 4, 9, 29},
                                                         {&of.gate_up, 1, 14, 128},
                                                         {&of.down, 4, 9, 29},
                                                         {&of.logits, 1, 8, 126}}) {
    EXPECT_EQ(source->text, "cluster_product");
    EXPECT_EQ(source->cut.pieces, pieces);
    EXPECT_EQ(source->cut.row_tiles, groups);
    EXPECT_EQ(source->cut.clusters, clusters);
    EXPECT_LE(source->cut.shared_bytes, with_warpgroups.shared_bytes);
    EXPECT_GE(source->cut.depth, 5);
  }
  EXPECT_EQ(of.gate_up.boxes->rows, 112);  // of gate and of up
  EXPECT_EQ(of.down.boxes->rows, 144);
  EXPECT_TRUE(sources->attention_waits);
  const auto has_none = [](const DecoderShape& shape, WeightFormat format, std::int64_t tokens) {
    return !decode_kernel_sources(shape, format, tokens, with_warpgroups)->skinny;
  };
  EXPECT_TRUE(has_none(middle, WeightFormat::plain, 65));
  EXPECT_TRUE(has_none(middle, WeightFormat::fp8, 17));
  EXPECT_FALSE(has_none(phi4_mini(), WeightFormat::plain, 17));  // turns parts of heads
  EXPECT_TRUE(has_none(llama(4096, 16, 4, 128, 14344, 128256), WeightFormat::plain, 17));
}

TEST(DecodeKernels, AreClustersOfFewTokensWhereRowsAreFew) {
  const auto sources = decode_kernel_sources(llama(4096, 32, 8, 128, 14336, 128256),
                                             WeightFormat::plain, 16, with_warpgroups);
  EXPECT_EQ(sources->skinny->output.text, "cluster_product");
  EXPECT_EQ(sources->skinny->down.text, "cluster_product");
  EXPECT_EQ(sources->skinny->qkv.text, "wide_product");
  EXPECT_EQ(sources->skinny->gate_up.text, "wide_product");
  EXPECT_FALSE(sources->attention_waits);
}

class CodeCache : public testing::Test {
 protected:
  static std::string name() {
    return testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  void TearDown() override { fs::remove_all(folder_.parent_path()); }
  std::string get(const std::string& description) {
    return cached_code(folder_, description, [&] { return "code " + std::to_string(++made_); });
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("wgf_code_cache_" + name()) / "kept";
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

TEST_F(CodeCache, LoadsNothingThatWasWrittenForAnother) {
  get("one");
  const fs::path kept = fs::directory_iterator(folder_)->path();
  const std::string of_one = read_file(kept);
  fs::remove(kept);
  get("two");
  // Under the name of "two", as were both hashes the same; then what never was ours.
  for (const std::string& text : {of_one,
                                  std::string("\x7f"
                                              "ELF"),
                                  std::string(), std::string("3\n")}) {
    write_file_atomically(fs::directory_iterator(folder_)->path(), text);
    made_ = 10;
    EXPECT_EQ(get("two"), "code 11");
  }
}

TEST_F(CodeCache, DoesWithoutAFolderThatCannotBeAndSaysSoOnce) {
  fs::create_directories(folder_.parent_path());
  write_file_atomically(folder_, "a file, not a folder");
  take_code_cache_fault();
  EXPECT_EQ(get("one"), "code 1");
  EXPECT_EQ(get("one"), "code 2");
  const auto fault = take_code_cache_fault();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->key, "engine.code_not_kept");
  EXPECT_EQ(fault->args[0].second.find(folder_.string()), std::string::npos);
  EXPECT_EQ(get("one"), "code 3");
  EXPECT_FALSE(take_code_cache_fault());
}

}  // namespace
}  // namespace wgf::engine
