// SPDX-License-Identifier: MIT
#include "runner/doctor/doctor_data.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "runner/doctor/made_up_facts.h"

namespace wgf::runner {
namespace {

const DoctorData& data = doctor_data();

TEST(Versions, AreComparedNumberByNumber) {
  EXPECT_LT(compare_versions("9.9.0", "9.20.0"), 0);
  EXPECT_GT(compare_versions("595.45.04", "580.65.06"), 0);
  EXPECT_EQ(compare_versions("2.13", "2.13.0+cu130"), 0);
}

TEST(DoctorTables, AreWhole) {
  for (const char* version : {"2.11.0", "2.12.1", "2.13.0+cu130", "2.14.0"})
    ASSERT_NE(data.find_torch(version), nullptr) << version;
  EXPECT_EQ(data.find_torch("2.1.0"), nullptr);
  EXPECT_EQ(data.find_torch("2"), nullptr);
  for (const TorchRelease& release : data.torch)
    for (const std::string& cuda : release.cuda) EXPECT_NE(data.find_cuda(cuda), nullptr) << cuda;
  EXPECT_EQ(data.product("9.0").healthy, 0.66);
  EXPECT_EQ(data.product("7.5").compute_capability, "");
  EXPECT_GT(data.bandwidth.typical, data.bandwidth.healthy);
  EXPECT_EQ(data.xid_kind(79), "gpu");
  EXPECT_EQ(data.xid_kind(12345), "unknown");
}

Message fault_of(std::string_view text) {
  DoctorData tables;
  try {
    read_doctor_tables(text, "t.toml", tables);
  } catch (const Error& error) {
    return error.message();
  }
  return {"read", {}};
}

TEST(DoctorTables, AFieldMisspeltMissingOrOfAnotherTypeIsRefused) {
  const std::string link = "[[link]]\nname = \"NVLink9\"\nsource = \"x\"\n";
  EXPECT_EQ(fault_of(link + "gbs = 50\n").key, "read");
  const Message misspelt = fault_of(link + "gbs = 50\ngps = 50\n");
  EXPECT_EQ(misspelt.key, "catalog.unknown_field");
  EXPECT_EQ(argument(misspelt, "line"), "5");
  EXPECT_EQ(argument(misspelt, "nearest"), "gbs");
  const Message missing = fault_of(link);
  EXPECT_EQ(missing.key, "catalog.missing_field");
  EXPECT_EQ(argument(missing, "field"), "gbs");
  EXPECT_EQ(fault_of(link + "gbs = \"50\"\n").key, "catalog.expected_number");
  EXPECT_EQ(fault_of("[[lnk]]\n").key, "catalog.unknown_table");
  EXPECT_EQ(fault_of("sorce = \"x\"\n").key, "catalog.unknown_field");
}

TEST(DoctorTables, NumbersOfXidErrorsAreAListOfWholeNumbers) {
  const std::string kind = "[[xid]]\nkind = \"gpu\"\nnumbers = ";
  EXPECT_EQ(fault_of(kind + "[79, 80]\n").key, "read");
  EXPECT_EQ(fault_of(kind + "[0]\n").key, "catalog.out_of_range");
  for (const char* numbers : {"79", "[\"79\"]", "[79.5]", "[]"})
    EXPECT_EQ(fault_of(kind + numbers + "\n").key, "catalog.expected_integers") << numbers;
}

class DoctorSoftware : public testing::Test {
 protected:
  DoctorFacts facts(results::Hello hello) const {
    DoctorFacts facts = machine_.facts();
    add_engine(facts, hello);
    return facts;
  }
  static results::Hello with(const char* fact, const std::string& value) {
    results::Hello hello = MadeUpMachine::hello();
    hello.facts.set(fact, value);
    return hello;
  }

  MadeUpMachine machine_;
};

// The fake driver serves CUDA 13.0.
TEST_F(DoctorSoftware, ADriverTooOldForTheCudaOfLibTorch) {
  EXPECT_EQ(verdicts(check_cuda(facts(MadeUpMachine::hello()), data)), "ok");
  EXPECT_EQ(verdicts(check_cuda(facts(with("cuda_runtime", "12.6")), data)), "ok");
  const Findings newer = check_cuda(facts(with("cuda_runtime", "13.2")), data);
  EXPECT_EQ(verdicts(newer), "warning");  // runs by minor-version compatibility
  EXPECT_EQ(argument(*newer[0].advice, "driver"), "595.45.04");
  EXPECT_EQ(verdicts(check_cuda(facts(with("cuda_runtime", "14.0")), data)), "problem");
}

TEST_F(DoctorSoftware, LibrariesOtherThanLibTorchsOwn) {
  EXPECT_EQ(verdicts(check_cudnn(facts(MadeUpMachine::hello()), data)), "ok");
  EXPECT_EQ(verdicts(check_cudnn(facts(with("cudnn", "9.5.1")), data)), "warning");
  EXPECT_EQ(verdicts(check_cudnn(facts(with("cudnn", "8.9.7")), data)), "problem");
  EXPECT_EQ(verdicts(check_cudnn(facts(with("cudnn", "9.23.0")), data)), "ok");
  EXPECT_EQ(verdicts(check_nccl(facts(MadeUpMachine::hello()), data)), "ok");
  EXPECT_EQ(verdicts(check_nccl(facts(with("nccl", "2.21.5")), data)), "warning");
  EXPECT_EQ(verdicts(check_nccl(facts(with("nccl", "")), data)), "not_looked_at");
  EXPECT_EQ(verdicts(check_torch(facts(MadeUpMachine::hello()), data)), "ok");
  EXPECT_EQ(verdicts(check_torch(facts(with("cuda_runtime", "12.9")), data)), "warning");
}

TEST_F(DoctorSoftware, ACpuBuildOnAGpuMachineIsAProblem) {
  results::Hello hello;
  hello.torch_version = "2.13.0+cpu";
  hello.facts = {{"cuda_built", false}, {"cuda_device_count", std::int64_t{0}}};
  const DoctorFacts cpu_build = facts(hello);
  EXPECT_EQ(verdicts(check_torch(cpu_build, data)), "problem");
  EXPECT_EQ(check_torch(cpu_build, data)[0].advice->args[0].second, "NVIDIA");
  DoctorFacts amd = cpu_build;
  for (GpuFacts& gpu : amd.gpus) gpu.info.vendor = "AMD";
  EXPECT_EQ(check_torch(amd, data)[0].advice->args[0].second, "AMD");
  EXPECT_EQ(verdicts(check_gpu_visible(cpu_build, data)), "problem,problem");
  EXPECT_EQ(verdicts(check_cudnn(cpu_build, data)), "not_looked_at");
  DoctorFacts no_gpu;
  add_engine(no_gpu, hello);
  EXPECT_EQ(verdicts(check_torch(no_gpu, data)), "ok");
}

TEST_F(DoctorSoftware, GpusThatLibTorchDoesNotSee) {
  const DoctorFacts seen = facts(MadeUpMachine::hello());
  EXPECT_EQ(verdicts(check_gpu_visible(seen, data)), "ok,ok");
  EXPECT_EQ(seen.gpus[1].device, "cuda:1");
  results::Hello none = MadeUpMachine::hello();
  none.facts.set("cuda_device_count", std::int64_t{0});
  none.facts.set("cuda_error", std::string("no driver"));
  EXPECT_EQ(verdicts(check_gpu_visible(facts(none), data)), "problem,problem");
  results::Hello one = MadeUpMachine::hello();
  one.facts.set("cuda_device_count", std::int64_t{1});
  DoctorFacts hidden = facts(one);
  hidden.visible_devices = "0";
  EXPECT_EQ(verdicts(check_gpu_visible(hidden, data)), "ok,warning");
}

TEST_F(DoctorSoftware, AnEngineThatDoesNotStart) {
  DoctorFacts facts = machine_.facts();
  facts.engine.fault = Message{"runner.no_engine", {}};
  EXPECT_EQ(verdicts(check_torch(facts, data)), "not_looked_at");
  EXPECT_EQ(verdicts(check_product(facts, data)), "not_looked_at");
  facts.engine.fault = Message{"runner.engine_died", {}};
  EXPECT_EQ(verdicts(check_torch(facts, data)), "problem");
}

}  // namespace
}  // namespace wgf::runner
