// SPDX-License-Identifier: MIT
#include "catalog/name_resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

const GpuCatalog& gpus() {
  static const Catalog catalog;
  return catalog.gpus();
}

std::vector<std::string> ids(const auto& records) {
  std::vector<std::string> result;
  for (const auto* record : records) result.push_back(record->id);
  return result;
}

std::string identified(std::string_view driver_name, double memory_gib = 0) {
  const std::optional<Bytes> memory =
      memory_gib > 0
          ? std::optional(Bytes(static_cast<std::int64_t>(memory_gib * static_cast<double>(gibi))))
          : std::nullopt;
  const Gpu* gpu = identify_device(gpus(), driver_name, memory);
  return gpu == nullptr ? "unknown" : gpu->id;
}

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(GpuNames, AFamilyMeansAllItsVariants) {
  EXPECT_THAT(ids(find_gpus(gpus(), "h100")), ElementsAre("h100-sxm", "h100-pcie", "h100-nvl"));
  EXPECT_THAT(ids(find_gpus(gpus(), "A100")).size(), 4u);
  EXPECT_THAT(ids(find_gpus(gpus(), "rtx4090")), ElementsAre("rtx-4090", "rtx-4090-d"));
  EXPECT_THAT(ids(find_gpus(gpus(), "H100 PCIe")), ElementsAre("h100-pcie"));
}

TEST(GpuNames, WhereOneIsNeededTheDefaultIsTakenAndSaid) {
  const GpuChoice choice = one_gpu(gpus(), "H100");
  EXPECT_EQ(choice.gpu->id, "h100-sxm");
  ASSERT_TRUE(choice.note);
  const std::string note = messages::render(*choice.note, messages::Language::english);
  EXPECT_THAT(note, HasSubstr("H100 means h100-sxm here"));
  EXPECT_THAT(note, HasSubstr("h100-pcie, h100-nvl"));
  EXPECT_FALSE(one_gpu(gpus(), "h200-nvl").note);
  EXPECT_FALSE(one_gpu(gpus(), "RTX_4090").note);
  const auto part = one_gpu(gpus(), "4090").note;  // a family of the name of its default
  ASSERT_TRUE(part);
  EXPECT_THAT(messages::render(*part, messages::Language::english),
              HasSubstr("4090 means rtx-4090"));
  EXPECT_THAT(messages::render(*part, messages::Language::english),
              Not(HasSubstr("rtx-4090 means")));
}

TEST(GpuNames, A100With80GbIsTheSxmCard) {
  for (const char* name : {"A100-80GB", "a100 80gb", "A100_80GB"}) {
    EXPECT_EQ(one_gpu(gpus(), name).gpu->id, "a100-sxm-80gb") << name;
    EXPECT_THAT(ids(find_gpus(gpus(), name)), ElementsAre("a100-sxm-80gb")) << name;
  }
}

TEST(GpuNames, TheVendorMayStandBeforeTheNameOrNot) {
  EXPECT_EQ(one_gpu(gpus(), "nvidia l40s").gpu->id, "l40s");
  EXPECT_EQ(one_gpu(gpus(), "GeForce RTX 3090").gpu->id, "rtx-3090");
  EXPECT_EQ(one_gpu(gpus(), "amd mi300x").gpu->id, "mi300x");
  EXPECT_EQ(one_gpu(gpus(), "Tesla T4").gpu->id, "t4");
}

TEST(GpuNames, APartOfANameMeansTheOnlyOneThatHasIt) {
  EXPECT_THAT(ids(find_gpus(gpus(), "4090")), ElementsAre("rtx-4090", "rtx-4090-d"));
  EXPECT_THAT(ids(find_gpus(gpus(), "3090")), ElementsAre("rtx-3090"));
  EXPECT_THAT(ids(find_gpus(gpus(), "3090 Ti")), ElementsAre("rtx-3090-ti"));
  EXPECT_THAT(ids(find_gpus(gpus(), "7900-xtx")), ElementsAre("rx-7900-xtx"));
  EXPECT_THAT(ids(find_gpus(gpus(), "thor")), ElementsAre("jetson-agx-thor"));
  EXPECT_THAT(ids(find_gpus(gpus(), "v100s")), ElementsAre("v100s-pcie-32gb"));
  EXPECT_THAT(ids(find_gpus(gpus(), "3060")), ElementsAre("rtx-3060-12gb"));
  EXPECT_THAT(ids(find_gpus(gpus(), "3060 Ti")), ElementsAre("rtx-3060-ti"));
  EXPECT_THAT(ids(find_gpus(gpus(), "spark")), ElementsAre("gb10"));
  const GpuChoice choice = one_gpu(gpus(), "3080");
  EXPECT_EQ(choice.gpu->id, one_gpu(gpus(), "rtx-3080").gpu->id);
  EXPECT_TRUE(choice.note);
}

TEST(GpuNames, APartOfANameKeepsItsNumbersWhole) {
  EXPECT_THAT(ids(find_gpus(gpus(), "a4000")), ElementsAre("rtx-a4000"));
  for (const char* name : {"A400", "h10", "RTX 500"}) EXPECT_THROW(find_gpus(gpus(), name), Error);
}

TEST(GpuNames, AllIsNoName) {
  try {
    find_gpus(gpus(), "all");
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "catalog.gpu_all");
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
  }
}

TEST(GpuNames, APartOfSeveralNamesOffersThemAndNothingElse) {
  const auto refusal = [](const char* name) {
    try {
      find_gpus(gpus(), name);
    } catch (const Error& error) {
      return messages::render(error.message(), messages::Language::english);
    }
    return std::string();
  };
  EXPECT_THAT(refusal("6000"), HasSubstr("nearest: rtx-a6000, rtx-pro-6000, rtx-6000-ada ("));
  EXPECT_THAT(refusal("hopper"), HasSubstr("--architecture 'Hopper'"));
}

TEST(GpuNames, AnUnknownNameOffersTheNearest) {
  try {
    find_gpus(gpus(), "h10O");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    EXPECT_THAT(messages::render(error.message(), messages::Language::english), HasSubstr("h100"));
  }
}

TEST(DriverNames, PcieSxmAndNvlAreToldApart) {
  EXPECT_EQ(identified("NVIDIA H200", 139.8), "h200-sxm");
  EXPECT_EQ(identified("NVIDIA H200 NVL", 139.8), "h200-nvl");
  EXPECT_EQ(identified("NVIDIA H100 80GB HBM3", 79.2), "h100-sxm");
  EXPECT_EQ(identified("NVIDIA H100 PCIe", 79.2), "h100-pcie");
  EXPECT_EQ(identified("NVIDIA H100 NVL", 93.1), "h100-nvl");
  EXPECT_EQ(identified("NVIDIA A100-SXM4-80GB", 79.3), "a100-sxm-80gb");
  EXPECT_EQ(identified("NVIDIA A100-SXM4-40GB", 39.4), "a100-sxm-40gb");
  EXPECT_EQ(identified("A100-SXM4-40GB", 39.6), "a100-sxm-40gb");
  EXPECT_EQ(identified("NVIDIA A100-PCIE-40GB", 39.4), "a100-pcie-40gb");
  EXPECT_EQ(identified("NVIDIA A100 80GB PCIe", 79.3), "a100-pcie-80gb");
  EXPECT_EQ(identified("Tesla V100-SXM2-16GB", 15.8), "v100-sxm2-16gb");
  EXPECT_EQ(identified("Tesla V100-SXM2-32GB", 31.7), "v100-sxm2-32gb");
  EXPECT_EQ(identified("Tesla V100-PCIE-16GB", 15.8), "v100-pcie-16gb");
  EXPECT_EQ(identified("Tesla V100S-PCIE-32GB", 31.7), "v100s-pcie-32gb");
}

TEST(DriverNames, OtherCardsResolve) {
  EXPECT_EQ(identified("NVIDIA B200", 178.4), "b200");
  EXPECT_EQ(identified("NVIDIA GB200", 184.0), "gb200");
  EXPECT_EQ(identified("NVIDIA GH200 480GB", 94.5), "gh200-96gb");
  EXPECT_EQ(identified("NVIDIA L4", 22.0), "l4");
  EXPECT_EQ(identified("NVIDIA L40S", 44.4), "l40s");
  EXPECT_EQ(identified("NVIDIA A10G", 22.1), "a10g");
  EXPECT_EQ(identified("Tesla T4", 14.6), "t4");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 4090", 23.5), "rtx-4090");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 4090 D", 23.5), "rtx-4090-d");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 5090", 31.4), "rtx-5090");
  EXPECT_EQ(identified("NVIDIA RTX A6000", 47.5), "rtx-a6000");
  EXPECT_EQ(identified("NVIDIA RTX 6000 Ada Generation", 47.4), "rtx-6000-ada");
  EXPECT_EQ(identified("Quadro RTX 6000", 23.7), "quadro-rtx-6000");
  EXPECT_EQ(identified("AMD Instinct MI300X", 191.98), "mi300x");
  EXPECT_EQ(identified("AMD Instinct MI300X OAM", 191.98), "mi300x");
  EXPECT_EQ(identified("AMD Instinct MI210", 63.98), "mi210");
  EXPECT_EQ(identified("Intel(R) Data Center GPU Max 1100", 48), "intel-max-1100");
}

TEST(DriverNames, MemoryTellsCardsOfOneNameApart) {
  EXPECT_EQ(identified("NVIDIA GeForce RTX 3080", 9.8), "rtx-3080-10gb");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 3080", 11.8), "rtx-3080-12gb");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 4060 Ti", 7.8), "rtx-4060-ti-8gb");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 4060 Ti", 15.7), "rtx-4060-ti-16gb");
}

TEST(DriverNames, OtherPartsAndSlicesAreUnknown) {
  EXPECT_EQ(identified("NVIDIA H20", 140), "unknown");  // the 141 GB part has other rates
  EXPECT_EQ(identified("NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4.75), "unknown");
  EXPECT_EQ(identified("NVIDIA GeForce RTX 4090 Laptop GPU", 15.7), "unknown");
  EXPECT_EQ(identified("Matrox G200"), "unknown");
}

}  // namespace
}  // namespace wgf::catalog
