// SPDX-License-Identifier: MIT
#include "catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "catalog/clock_limit.h"
#include "catalog/gpu_records.h"
#include "catalog/model_records.h"
#include "embedded/gpu_data.h"
#include "embedded/model_data.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

constexpr const char* good_gpu = R"(vendor = "NVIDIA"
architecture = "Hopper"
[rates.gh100]
fp16 = 4096
[[gpu]]
id = "h1"
name = "NVIDIA H1"
aliases = ["H-One"]
sm_count = 132
boost_clock_mhz = 1980
tensor_clock_mhz = 1830
memory = { gb = 80, type = "HBM3", bus_bits = 5120, pin_gbps = 5.23, bandwidth_gbs = 3350 }
rates = "gh100"
dense_tflops = { fp16 = 989.4 }
sparsity_factor = 2
source = "test"
)";

constexpr const char* good_model = R"([[model]]
id = "m1"
family = "M"
kind = "moe-lm"
params = { total = 100, active = 50 }
shape = { heads = 8, kv_heads = 2 }
moe = { experts = 8, per_token = 2, ffn_hidden = 16 }
source = "test"
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

GpuCatalog read_gpu_text(const std::string& text) {
  return read_gpus({parse_toml(text, "gpus/x.toml")});
}
ModelCatalog read_model_text(const std::string& text) {
  return read_models({parse_toml(text, "models/x.toml")});
}

// The English sentence of the error that reading the text throws; its exit code must be 1.
std::string error_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::error);
    return messages::render(error.message(), messages::Language::english);
  }
  return "no error";
}

std::string gpu_error(const std::string& from, const std::string& to) {
  return error_of([&] { read_gpu_text(replaced(good_gpu, from, to)); });
}
std::string model_error(const std::string& from, const std::string& to) {
  return error_of([&] { read_model_text(replaced(good_model, from, to)); });
}

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(GpuRecords, AGoodRecordIsReadWithItsUnits) {
  const GpuCatalog catalog = read_gpu_text(good_gpu);
  ASSERT_EQ(catalog.gpus.size(), 1u);
  const Gpu& gpu = catalog.gpus[0];
  EXPECT_EQ(gpu.vendor, "NVIDIA");
  EXPECT_EQ(gpu.architecture, "Hopper");
  EXPECT_DOUBLE_EQ(gpu.memory_bandwidth.value, 3350e9);
  EXPECT_DOUBLE_EQ(gpu.peak.fp16->value, 989.4e12);
  EXPECT_EQ(gpu.memory(), Bytes(80'000'000'000));
  EXPECT_EQ(catalog.find_id("h_ONE"), &gpu);
}

TEST(GpuPeaks, ClockBoundIsTheBoostClockWhereItIsFaster) {
  const GpuCatalog catalog = read_gpu_text(good_gpu);
  const Gpu& gpu = catalog.gpus[0];
  EXPECT_DOUBLE_EQ(dense_peak(gpu, "fp16")->value, 989.4e12);
  // 132 SMs x 1980 MHz x 4096 = 1070.5 TFLOPS
  EXPECT_NEAR(clock_bound_peak(gpu, "fp16")->value, 1070.53e12, 0.01e12);
  EXPECT_NEAR(sparse_peak(gpu, "fp16")->value, 1978.8e12, 1e6);
  EXPECT_FALSE(dense_peak(gpu, "fp8"));
  EXPECT_FALSE(clock_bound_peak(gpu, "fp8"));
  EXPECT_FALSE(sparse_peak(gpu, "fp32"));
}

TEST(GpuPeaks, DesktopCardsRunAboveTheirRatedClock) {
  const auto highest = [](const char* id) {
    return highest_clock_mhz(*embedded_catalog().gpus().find_id(id)).value_or(0);
  };
  EXPECT_EQ(highest("rtx-4090"), 3105);
  EXPECT_EQ(highest("rtx-a6000"), 2100);
  EXPECT_EQ(highest("rtx-2080-ti"), 2100);
  EXPECT_EQ(highest("titan-v"), 1912);
  EXPECT_EQ(highest("rx-7900-xtx"), 2498 * 1.25);
  for (const auto& [id, rated] : {std::pair("h100-sxm", 1980),
                                  {"a100-sxm-80gb", 1410},
                                  {"t4", 1590},
                                  {"l40s", 2520},
                                  {"a10", 1695},
                                  {"rtx-pro-6000-server", 2430},
                                  {"mi300x", 2100}})
    EXPECT_EQ(highest(id), rated) << id;
  EXPECT_EQ(clock_headroom(*embedded_catalog().gpus().find_id("tpu-v4")), 1);
  EXPECT_EQ(clock_headroom(*embedded_catalog().gpus().find_id("h100-sxm")), 1);
}

TEST(GpuRecords, BadTomlNamesFileAndLine) {
  EXPECT_THAT(gpu_error("id = \"h1\"", "id = h1"), StartsWith("gpus/x.toml:6: not valid TOML"));
}

TEST(GpuRecords, UnknownFieldNamesLineAndNearest) {
  EXPECT_THAT(
      gpu_error("sm_count", "sm_cuont"),
      AllOf(StartsWith("gpus/x.toml:9: h1: unknown field sm_cuont"), HasSubstr("sm_count")));
}

TEST(GpuRecords, MissingFieldIsNamed) {
  EXPECT_THAT(gpu_error("source = \"test\"\n", ""),
              StartsWith("gpus/x.toml:5: h1: the field source is missing"));
  EXPECT_THAT(gpu_error("vendor = \"NVIDIA\"\n", ""), HasSubstr("the field vendor is missing"));
}

TEST(GpuRecords, WrongTypesAreNamed) {
  EXPECT_THAT(gpu_error("sm_count = 132", "sm_count = 132.5"),
              StartsWith("gpus/x.toml:9: h1: sm_count must be a whole number"));
  EXPECT_THAT(gpu_error("boost_clock_mhz = 1980", "boost_clock_mhz = \"1980\""),
              StartsWith("gpus/x.toml:10: h1: boost_clock_mhz must be a number"));
  EXPECT_THAT(gpu_error("aliases = [\"H-One\"]", "aliases = \"H-One\""),
              StartsWith("gpus/x.toml:8: h1: aliases must be a list"));
  EXPECT_THAT(gpu_error("source = \"test\"", "source = \" \""),
              StartsWith("gpus/x.toml:16: h1: source must be text"));
}

TEST(GpuRecords, ValuesOutOfRangeAreNamed) {
  EXPECT_THAT(gpu_error("boost_clock_mhz = 1980", "boost_clock_mhz = 1.98"),
              StartsWith("gpus/x.toml:10: h1: boost_clock_mhz = 1.98 is outside"));
  EXPECT_THAT(gpu_error("gb = 80", "gb = nan"), HasSubstr("memory.gb"));
}

TEST(GpuRecords, APeakThatIsNotTheFormulaNeedsAnExplanation) {
  // 132 x 1830 MHz x 4096 = 989.4
  EXPECT_THAT(
      gpu_error("fp16 = 989.4", "fp16 = 1978.8"),
      AllOf(StartsWith("gpus/x.toml:14: h1: dense_tflops.fp16 = 1,979"), HasSubstr("gives 989.4")));
  const std::string explained = replaced(replaced(good_gpu, "fp16 = 989.4", "fp16 = 500"),
                                         "source =", "peak_explanation = \"capped\"\nsource =");
  EXPECT_EQ(read_gpu_text(explained).gpus[0].peak_explanation, "capped");
}

TEST(GpuRecords, BandwidthIsBusTimesRate) {
  EXPECT_THAT(
      gpu_error("bandwidth_gbs = 3350", "bandwidth_gbs = 2000"),
      AllOf(StartsWith("gpus/x.toml:12: h1: memory.bandwidth_gbs = 2,000"), HasSubstr("3,347")));
}

TEST(GpuRecords, RatesMustExist) {
  EXPECT_THAT(gpu_error("rates = \"gh100\"", "rates = \"gh200\""),
              StartsWith("gpus/x.toml:13: h1: rates names \"gh200\""));
}

TEST(GpuRecords, NamesAreUniqueAfterFolding) {
  const std::string second =
      "[[gpu]]\nid = \"h2\"\nname = \"NVIDIA H2\"\naliases = [\"h_one\"]\n"
      "memory = { gb = 80, type = \"HBM3\", bandwidth_gbs = 3350 }\nsource = \"test\"\n";
  EXPECT_THAT(error_of([&] { read_gpu_text(good_gpu + second); }),
              AllOf(StartsWith("gpus/x.toml:20: h2: aliases: the name \"h_one\""),
                    HasSubstr("belongs to h1")));
}

TEST(EmbeddedDocuments, AreWhatTheFilesSay) {
  for (const auto& embedded : {embedded::gpu_data(), embedded::model_data()}) {
    EXPECT_FALSE(embedded.empty());
    for (const EmbeddedDocument& one : embedded) {
      const std::string file(one.file);
      EXPECT_EQ(to_document(one), parse_toml(read_file(WGF_SOURCE_DIR "/" + file), file)) << file;
    }
  }
  EXPECT_EQ(error_of([] { find_document(embedded::gpu_data(), "data/gpus/none.toml"); }),
            "cannot read data/gpus/none.toml: not embedded");
}

TEST(Families, MembersDefaultAndNameAreChecked) {
  const auto error = [](const std::string& family) {
    return error_of([&] {
      read_gpus({parse_toml("[[family]]\n" + family, "gpus/families.toml"),
                 parse_toml(good_gpu, "gpus/x.toml")});
    });
  };
  EXPECT_EQ(error("id = \"h\"\nmembers = [\"h1\"]\ndefault = \"h1\"\nreason = \"r\"\n"),
            "no error");
  EXPECT_EQ(error("id = \"H1\"\nmembers = [\"h1\"]\ndefault = \"h1\"\nreason = \"r\"\n"),
            "no error");
  EXPECT_THAT(error("id = \"h\"\nmembers = [\"h9\"]\ndefault = \"h9\"\nreason = \"r\"\n"),
              AllOf(StartsWith("gpus/families.toml:3: family h: members"), HasSubstr("h9")));
  EXPECT_THAT(error("id = \"h\"\nmembers = [\"h1\"]\ndefault = \"h9\"\nreason = \"r\"\n"),
              StartsWith("gpus/families.toml:4: family h: default"));
  EXPECT_THAT(error("id = \"h\"\nmembers = [\"h1\"]\ndefault = \"h1\"\n"), HasSubstr("reason"));
}

TEST(ModelRecords, AGoodRecordIsRead) {
  const ModelCatalog catalog = read_model_text(good_model);
  ASSERT_EQ(catalog.models.size(), 1u);
  EXPECT_EQ(catalog.models[0].kind, ModelKind::moe_lm);
  EXPECT_EQ(catalog.models[0].mixture->experts, 8);
}

TEST(ModelRecords, BadRecordsNameFileLineAndField) {
  EXPECT_THAT(model_error("kind = \"moe-lm\"", "kind = \"mow\""),
              StartsWith("models/x.toml:4: m1: kind: no kind \"mow\""));
  EXPECT_THAT(model_error("active = 50", "active = 500"),
              StartsWith("models/x.toml:5: m1: params.active does not fit params.total"));
  EXPECT_THAT(model_error("kv_heads = 2", "kv_heads = 3"),
              StartsWith("models/x.toml:6: m1: shape.kv_heads does not fit shape.heads"));
  EXPECT_THAT(model_error("moe = { experts = 8, per_token = 2, ffn_hidden = 16 }\n", ""),
              HasSubstr("the field moe.experts is missing"));
  EXPECT_THAT(model_error("kind = \"moe-lm\"", "kind = \"moe-lm\"\ntwins_max_seq = 64"),
              StartsWith("models/x.toml:5: m1: twins_max_seq does not fit twins"));
  EXPECT_THAT(model_error("[[model]]", "[[modle]]"), StartsWith("models/x.toml:1: unknown table"));
  EXPECT_THAT(model_error("total = 100", "total = 0"),
              StartsWith("models/x.toml:5: m1: params.total = 0 is outside"));
}

TEST(ModelTypes, GroupsCoverTheKinds) {
  Model unet{.id = "unet", .kind = ModelKind::cnn, .groups = {"generative"}};
  EXPECT_TRUE(is_of_type(unet, "cnn"));
  EXPECT_TRUE(is_of_type(unet, "generative"));
  EXPECT_FALSE(is_of_type(unet, "transformer"));
  const Model vit{.id = "v", .kind = ModelKind::vit};
  EXPECT_TRUE(is_of_type(vit, "transformer"));
  EXPECT_FALSE(is_of_type(vit, "llm"));
}

TEST(BuiltInCatalog, HoldsEveryRecord) {
  const Catalog catalog;
  EXPECT_GE(catalog.gpus().gpus.size(), 131u);
  EXPECT_GE(catalog.models().models.size(), 171u);
}

TEST(BuiltInCatalog, EveryPeakIsAFormulaOrExplained) {
  const Catalog catalog;
  for (const Gpu& gpu : catalog.gpus().gpus) {
    if (!gpu.sm_count || !gpu.boost_clock_mhz) continue;
    EXPECT_TRUE(gpu.flop_per_clock.fp32 || !gpu.peak_explanation.empty()) << gpu.id;
  }
}

TEST(BuiltInCatalog, RunsTheModelsOfTheProduct) {
  const Catalog catalog;
  for (const char* name : {"simple_cnn",
                           "alexnet",
                           "vgg16",
                           "vgg19",
                           "resnet18",
                           "resnet34",
                           "resnet50",
                           "resnet101",
                           "resnet152",
                           "resnext101_32x8d",
                           "mobilenet_v2",
                           "mobilenet_v3_small",
                           "mobilenet_v3_large",
                           "efficientnet_b0",
                           "efficientnet_b7",
                           "densenet121",
                           "bert-tiny",
                           "bert-mini",
                           "bert-small",
                           "bert-base",
                           "bert-large",
                           "distilbert",
                           "gpt2",
                           "gpt2-medium",
                           "gpt2-large",
                           "gpt2-xl",
                           "vit-base-16",
                           "vit-large-16",
                           "unet",
                           "vae",
                           "autoencoder",
                           "lstm"}) {
    ASSERT_NE(catalog.models().find_runnable(name), nullptr) << name;
  }
  EXPECT_EQ(catalog.models().find_runnable("unet")->params_total, 31'037'698);
}

TEST(CatalogFolder, ReplacesTheBuiltInRecords) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "wgf_catalog";
  std::filesystem::create_directories(folder / "gpus");
  std::ofstream(folder / "gpus" / "x.toml") << good_gpu;
  std::filesystem::create_directories(folder / "models");
  std::ofstream(folder / "models" / "x.toml") << good_model;
  const Catalog catalog(folder);
  EXPECT_EQ(catalog.gpus().gpus.size(), 1u);
  EXPECT_EQ(catalog.models().models.size(), 1u);
  std::filesystem::remove_all(folder);
}

TEST(CatalogFolder, ABadHalfIsFoundAtOnce) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "wgf_bad_half";
  std::filesystem::create_directories(folder / "gpus");
  std::ofstream(folder / "gpus" / "x.toml") << good_gpu;
  EXPECT_THAT(error_of([&] { Catalog{folder}; }), StartsWith("no .toml files in "));
  std::filesystem::create_directories(folder / "models");
  std::ofstream(folder / "models" / "x.toml") << good_model;
  std::ofstream(folder / "gpus" / "x.toml") << "vendor = 1\n";
  EXPECT_THAT(error_of([&] { Catalog{folder}; }), HasSubstr("x.toml:1: [file]: vendor must be"));
  std::ofstream(folder / "gpus" / "x.toml") << good_gpu;
  std::ofstream(folder / "models" / "x.toml") << "vendor = 1\n";
  EXPECT_THAT(error_of([&] { Catalog{folder}; }), HasSubstr("x.toml:1: [file]: unknown field"));
  std::filesystem::remove_all(folder);
}

// As NVIDIA and AMD print them: 16,896 and 6,912 CUDA cores, 19,456 stream processors.
TEST(Gpu, CoresAreCountedAsMakersDo) {
  const GpuCatalog& gpus = embedded_catalog().gpus();
  EXPECT_EQ(core_count(*gpus.find_id("h100-sxm")), 16896);
  EXPECT_TRUE(is_geforce(*gpus.find_id("rtx-4090")));
  EXPECT_FALSE(is_geforce(*gpus.find_id("rtx-6000-ada")));
  EXPECT_EQ(core_count(*gpus.find_id("a100-sxm-80gb")), 6912);
  EXPECT_EQ(core_count(*gpus.find_id("mi300x")), 19456);
  EXPECT_EQ(core_count(*gpus.find_id("tpu-v4")), std::nullopt);
}

TEST(Gpu, SharesItsMemoryWithTheHostOrHasALinkToIt) {
  for (const Gpu& gpu : embedded_catalog().gpus().gpus) {
    const bool is_known_to_share =
        gpu.id == "gb10" || gpu.id == "mi300a" || gpu.id.starts_with("jetson");
    EXPECT_EQ(shares_host_memory(gpu), is_known_to_share) << gpu.id;
    EXPECT_EQ(gpu.host_bandwidth.has_value(), gpu.form_factor == "Superchip") << gpu.id;
    EXPECT_EQ(gpu.host_bandwidth.has_value(), !gpu.host_interconnect.empty()) << gpu.id;
  }
}

}  // namespace
}  // namespace wgf::catalog
