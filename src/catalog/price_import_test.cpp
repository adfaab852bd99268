// SPDX-License-Identifier: MIT
#include "catalog/price_import.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const GpuCatalog& gpus() {
  return embedded_catalog().gpus();
}

PriceImport read(std::string_view text, const std::string& provider = "") {
  return import_prices(text, {"x", provider, parse_date("2026-11-20")}, gpus());
}

PriceImport skypilot(const std::string& cloud) {
  return read(read_file(WGF_SOURCE_DIR "/tests/prices/skypilot/" + cloud + ".csv"), cloud);
}

std::string error_of(std::string_view text, const std::string& provider = "p") {
  try {
    read(text, provider);
  } catch (const Error& fault) {
    return messages::render(fault.message(), messages::Language::english);
  }
  return "no error";
}

const Offer& find(const Offers& offers, std::string_view instance_type) {
  const auto found = std::find_if(offers.begin(), offers.end(), [&](const Offer& offer) {
    return offer.instance_type == instance_type;
  });
  EXPECT_NE(found, offers.end()) << instance_type;
  return found == offers.end() ? offers.front() : *found;
}

TEST(SkypilotImport, EveryCatalogueFileReads) {
  for (const char* cloud : {"hyperbolic", "hyperstack", "jarvislabs", "lambda", "mithril", "nebius",
                            "seeweb", "vast", "verda", "yotta"}) {
    const PriceImport prices = skypilot(cloud);
    EXPECT_FALSE(prices.offers.empty()) << cloud;
    for (const Offer& offer : prices.offers) {
      EXPECT_EQ(offer.provider, cloud);
      EXPECT_EQ(to_text(*offer.date), "2026-11-20");
      EXPECT_EQ(offer.availability, Availability::unknown);
    }
  }
}

TEST(SkypilotImport, MachinesWithoutAGpuAreLeftOut) {
  const PriceImport prices = skypilot("nebius");
  EXPECT_GT(prices.left_out.without_gpu, 0);
  EXPECT_EQ(find(prices.offers, "gpu-h200-sxm_1gpu-16vcpu-200gb").gpu_id, "h200-sxm");
  EXPECT_EQ(find(prices.offers, "gpu-h200-sxm_1gpu-16vcpu-200gb").spot, UsdPerHour(1.45));
}

TEST(SkypilotImport, VastStripsNamesAndGivesTheMemoryOfAll) {
  const Offers offers = skypilot("vast").offers;
  EXPECT_EQ(find(offers, "1x-H200-32-65536").spot, std::nullopt);  // 0.00
  EXPECT_EQ(find(offers, "2x-H100_SXM-32-65536").gpu_id, "h100-sxm");
  EXPECT_EQ(find(offers, "1x-A100_SXM4-32-65536").gpu_id, "a100-sxm-40gb");
  EXPECT_EQ(find(offers, "1x-RTX_4060_Ti-32-65536").gpu_id, "rtx-4060-ti-16gb");
  EXPECT_EQ(find(offers, "2x-RTX_3060_Ti-32-65536").gpu_id, "rtx-3060-ti");
  EXPECT_EQ(find(offers, "2x-RTX_4070S_Ti-32-65536").gpu_id, "rtx-4070-ti-super");
  // In Hong Kong there is one of 48 GB, rebuilt by somebody.
  const auto rebuilt = std::find_if(offers.begin(), offers.end(), [](const Offer& offer) {
    return offer.instance_type == "1x-RTX_4090-32-65536" && offer.region.starts_with("Hong Kong") &&
           offer.gpu_id.empty();
  });
  ASSERT_NE(rebuilt, offers.end());
  EXPECT_EQ(rebuilt->on_demand, UsdPerHour(0.40));
}

TEST(SkypilotImport, DriverNamesAndJsonTellTheCard) {
  EXPECT_EQ(find(skypilot("hyperbolic").offers, "1x-H100-75-722").gpu_id, "h100-sxm");
  EXPECT_EQ(find(skypilot("hyperstack").offers, "n3-A100x1").gpu_id, "a100-pcie-80gb");
  const Offers verda = skypilot("verda").offers;
  EXPECT_EQ(find(verda, "1B300.30V").gpu_id, "b300");
  const Offer& spot_only = find(verda, "2B300.60V");
  EXPECT_FALSE(spot_only.on_demand);
  EXPECT_EQ(spot_only.spot, UsdPerHour(4.893));
}

// "H100" and "A100" alone are several cards; which one is in a p5.48xlarge is known.
TEST(SkypilotImport, KnownMachinesSettleTheVariant) {
  const char* text =
      "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,"
      "Region\n"
      "p5.48xlarge,H100,8,192,2048,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': "
      "81920}}]}\",55,,us-east-1\n"
      "p4d.24xlarge,A100,8,96,1152,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': "
      "40960}}]}\",22,,us-east-1\n"
      "p99.new,H100,8,96,1152,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 81920}}]}\",22,,us-east-1\n";
  const Offers offers = read(text, "aws").offers;
  EXPECT_EQ(find(offers, "p5.48xlarge").gpu_id, "h100-sxm");
  EXPECT_EQ(find(offers, "p4d.24xlarge").gpu_id, "a100-sxm-40gb");
  EXPECT_EQ(find(offers, "p99.new").gpu_id, "");
}

// As Google's file is built: a machine's row is the host alone, a GPU's row has no machine.
TEST(SkypilotImport, GoogleHostsAndGpusAreNotTakenForMachines) {
  const PriceImport prices = read(
      "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,"
      "AvailabilityZone,Price,SpotPrice\n"
      "a2-highgpu-1g,12,85,,,,us-central1,us-central1-a,0.739,0.2\n"
      ",,,T4,1,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 16384}}]}\",us-central1,us-central1-a,"
      "0.35,0.175\n"
      "TPU-VM,,,tpu-v5p-8,1,,us-central1,us-central1-a,700.0,700.0\n",
      "gcp");
  EXPECT_TRUE(prices.offers.empty());
  EXPECT_EQ(prices.left_out.without_gpu, 1);
  EXPECT_EQ(prices.left_out.gpu_alone, 2);
}

TEST(SkypilotImport, ZonesOfARegionAreOneOfferAtTheLowestPrice) {
  const Offers offers =
      read(
          "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n"
          "g6.xlarge,L4,1,0.81,0.40,us-east-1,use1-az1\n"
          "g6.xlarge,L4,1,0.81,0.35,us-east-1,use1-az2\n"
          "g6.xlarge,L4,1,0.90,,eu-west-1,euw1-az1\n",
          "aws")
          .offers;
  ASSERT_EQ(offers.size(), 2U);
  EXPECT_EQ(offers[0].spot, UsdPerHour(0.35));
}

TEST(SkypilotImport, BadRowsStopAll) {
  const std::string heading =
      "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,SpotPrice,Region\n";
  EXPECT_THAT(error_of(heading + "a,L4,1,1,1,-0.5,,x\n"),
              AllOf(HasSubstr("x:2"), HasSubstr("Price")));
  EXPECT_THAT(error_of(heading + "a,L4,1,1,1,0.5,,x\nb,L4,one,1,1,0.5,,x\n"),
              AllOf(HasSubstr("x:3"), HasSubstr("AcceleratorCount")));
  EXPECT_THAT(error_of(heading + "a,L4,1,1,1,50000,,x\n"), HasSubstr("50000"));
  EXPECT_THAT(error_of(heading + "a,L4,1,1\n"), HasSubstr("x:2"));
  EXPECT_THAT(error_of(heading + "a,L4,1,1,1,0.5,,x\n", ""), HasSubstr("NAME=FILE"));
}

constexpr std::string_view gpuhunt_text =
    "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size\n"
    "p4d.24xlarge,us-east-1,32.77,96,1152,8,A100,40,False,\n"
    "p4d.24xlarge,us-east-1,11.5,96,1152,8,A100,40,True,\n"
    "m5.large,us-east-1,0.1,2,8,0,,,False,\n"
    "gpu_1x_gh200,us-east-3,1.49,64,464,1,GH200,96,False,\n";

TEST(GpuhuntImport, BothKindsOfOneMachineAreOneOffer) {
  const PriceImport prices = read(gpuhunt_text, "aws");
  ASSERT_EQ(prices.offers.size(), 2U);
  EXPECT_EQ(prices.left_out.without_gpu, 1);
  EXPECT_EQ(prices.offers[0].on_demand, UsdPerHour(32.77));
  EXPECT_EQ(prices.offers[0].spot, UsdPerHour(11.5));
  EXPECT_EQ(prices.offers[0].gpu_id, "a100-sxm-40gb");     // of several of 40 GB, by its machine
  EXPECT_NEAR(*prices.offers[0].memory_gib, 1072.9, 0.1);  // 1152 x 10^9 / 2^30
  EXPECT_EQ(prices.offers[1].gpu_id, "gh200-96gb");
}

TEST(GpuhuntImport, ItemsAsJsonNameTheirProvider) {
  const PriceImport prices =
      read(R"([{"provider":"vastai","instance_name":"12","location":"FR","price":0.4,"cpu":8,)"
           R"("memory":32.0,"gpu_count":1,"gpu_name":"RTX4090","gpu_memory":24,"spot":false,)"
           R"("disk_size":null}])");
  ASSERT_EQ(prices.offers.size(), 1U);
  EXPECT_EQ(prices.offers[0].provider, "vastai");
  EXPECT_EQ(prices.offers[0].gpu_id, "rtx-4090");
}

TEST(GpuhuntImport, BadFieldsStopAll) {
  EXPECT_THAT(error_of("instance_name,location,price,gpu_count,gpu_name,spot\na,b,1,1,L4,maybe\n"),
              HasSubstr("maybe"));
  EXPECT_THAT(error_of(R"([{"instance_name":"a","gpu_count":"1"}])"), HasSubstr("[0].gpu_count"));
}

TEST(VastImport, PricesAreOfAllGpusAndNullsAreOrdinary) {
  const Offers offers =
      read(R"({"offers":[{"id":101,"gpu_name":"RTX 4090","num_gpus":2,"gpu_ram":24564,)"
           R"("cpu_cores":null,"cpu_ram":257000,"dph_base":0.70,"dph_total":0.72,"min_bid":0.40,)"
           R"("rentable":true,"rented":false,"geolocation":null},)"
           R"({"id":102,"gpu_name":"H100 SXM","num_gpus":8,"gpu_ram":81559,"dph_total":16.0,)"
           R"("rentable":true,"rented":true,"geolocation":"Texas, US"}]})")
          .offers;
  ASSERT_EQ(offers.size(), 2U);
  EXPECT_EQ(offers[0].gpu_id, "rtx-4090");
  EXPECT_EQ(offers[0].on_demand, UsdPerHour(0.72));
  EXPECT_EQ(offers[0].spot, UsdPerHour(0.40));
  EXPECT_EQ(offers[0].availability, Availability::available);
  EXPECT_EQ(offers[0].region, "");
  EXPECT_EQ(offers[1].gpu_id, "h100-sxm");
  EXPECT_EQ(offers[1].gpu_count, 8);
  EXPECT_EQ(offers[1].availability, Availability::none);
}

TEST(RunpodImport, StockIsThatOfTheSecureCloud) {
  const PriceImport prices =
      read(R"({"data":{"gpuTypes":[{"id":"NVIDIA H100 80GB HBM3","displayName":"H100 SXM",)"
           R"("memoryInGb":80,"secureCloud":true,"communityCloud":true,"securePrice":2.99,)"
           R"("communityPrice":2.69,"secureSpotPrice":1.75,"communitySpotPrice":null,)"
           R"("lowestPrice":{"stockStatus":"Low"}},{"id":"NVIDIA A100-SXM4-80GB",)"
           R"("displayName":"A100 SXM","memoryInGb":80,"secureCloud":true,"communityCloud":false,)"
           R"("securePrice":1.89,"communityPrice":null,"lowestPrice":{"stockStatus":null}},)"
           R"({"id":"unknown","displayName":"unknown","memoryInGb":0,"secureCloud":true,)"
           R"("communityCloud":false,"securePrice":0}]}})");
  ASSERT_EQ(prices.offers.size(), 3U);
  EXPECT_EQ(prices.offers[0].gpu_id, "h100-sxm");
  EXPECT_EQ(prices.offers[0].availability, Availability::low);
  EXPECT_EQ(prices.offers[0].spot, UsdPerHour(1.75));
  EXPECT_EQ(prices.offers[1].availability, Availability::unknown);  // the community's
  EXPECT_EQ(prices.offers[2].gpu_id, "a100-sxm-80gb");
  EXPECT_EQ(prices.offers[2].availability, Availability::none);
  EXPECT_EQ(prices.left_out.without_price, 1);
}

TEST(RunpodImport, ErrorsComeWithStatus200) {
  EXPECT_THAT(error_of(R"({"errors":[{"message":"rate limited"}]})"), HasSubstr("rate limited"));
  EXPECT_THAT(error_of(R"({"errors":["odd"]})"), HasSubstr("answers with an error"));
}

constexpr std::string_view lambda_text = R"~({"data":{
  "gpu_8x_h100_sxm5":{"instance_type":{"name":"gpu_8x_h100_sxm5",
    "gpu_description":"H100 (80 GB SXM5)","price_cents_per_hour":2392,
    "specs":{"vcpus":208,"memory_gib":1800,"gpus":8}},
   "regions_with_capacity_available":[{"name":"us-west-1"},{"name":"us-east-1"}]},
  "gpu_1x_a10":{"instance_type":{"name":"gpu_1x_a10","gpu_description":"A10 (24 GB PCIe)",
    "price_cents_per_hour":75,"specs":{"gpus":1}},
   "regions_with_capacity_available":[]}}})~";

TEST(LambdaImport, CentsRegionsAndNoCapacity) {
  const Offers offers = read(lambda_text).offers;
  ASSERT_EQ(offers.size(), 3U);
  EXPECT_EQ(offers[0].gpu_id, "a10");
  EXPECT_EQ(offers[0].on_demand, UsdPerHour(0.75));
  EXPECT_EQ(offers[0].availability, Availability::none);
  EXPECT_EQ(offers[1].gpu_id, "h100-sxm");
  EXPECT_EQ(offers[1].on_demand, UsdPerHour(23.92));
  EXPECT_EQ(offers[1].availability, Availability::available);
  EXPECT_EQ(offers[2].region, "us-east-1");
}

TEST(PriceImport, WhatIsNoPriceListIsSaid) {
  EXPECT_THAT(error_of("<html><body>502</body></html>"), HasSubstr("format"));
  EXPECT_THAT(error_of("a,b\n1,2\n"), HasSubstr("format"));
  EXPECT_THAT(error_of("{\"data\":{\"gpuTypes\":[{\"id\""), HasSubstr("byte"));
  EXPECT_THAT(error_of("{\"data\":[]}"), HasSubstr("format"));
  EXPECT_THAT(error_of("{\"data\":{\"gpuTypes\":{}}}"), HasSubstr("gpuTypes"));
  EXPECT_THAT(error_of("{\"offers\":[1]}"), HasSubstr("offers[0]"));
  EXPECT_THAT(error_of("{\"offers\":[{\"num_gpus\":-1}]}"), HasSubstr("num_gpus = -1"));
  EXPECT_THAT(error_of("  \n"), HasSubstr("empty"));
  EXPECT_THAT(error_of(R"({"offers":[{"gpu_name":"L4","num_gpus":1,"gpu_ram":23034,)"
                       R"("dph_total":1e9}]})"),
              HasSubstr("dph_total"));
}

TEST(PriceImportTest, WhatNestsTooDeepIsRefused) {
  std::string deep;
  for (int i = 0; i < 50000; ++i) deep += R"({"offers":[)";
  try {
    import_prices(deep, {"answer.json", "", {}}, embedded_catalog().gpus());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "json.too_deep");
  }
}

TEST(PriceImportTest, ANumberBeyondAnyIsRefusedAsTheRest) {
  try {
    import_prices(R"({"offers":[{"num_gpus":2e645}]})", {"answer.json", "", {}},
                  embedded_catalog().gpus());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message().key, "prices.bad_json_number");
  }
}

}  // namespace
}  // namespace wgf::catalog
