// SPDX-License-Identifier: MIT
#include "hardware/software.h"

#include <gmock/gmock.h>

#include "hardware/fakes/made_up_tree.h"

namespace wgf::hardware {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;

TEST(Software, ReadsVersionsFromFiles) {
  const MadeUpTree tree;
  tree.put("sys/module/nvidia/version", "580.95.05\n");
  tree.put("usr/local/cuda/version.json",
           "{\n \"cuda\" : {\n  \"name\" : \"CUDA SDK\",\n  \"version\" : \"13.0.1\"\n },\n"
           " \"cuda_cccl\" : {\"version\" : \"2.8\"}\n}\n");
  tree.put("opt/rocm/.info/version", "6.2.0-66\n");
  const Software software = inspect_software(tree.root());
  EXPECT_EQ(software.nvidia_driver, "580.95.05");
  EXPECT_EQ(software.cuda_toolkit, "13.0.1");
  EXPECT_EQ(software.rocm, "6.2.0-66");
  EXPECT_EQ(software.amd_driver, "");
  EXPECT_FALSE(software.mpi.has_value());
}

TEST(Software, FindsMpiOnTheSearchPathAndItsVersionInFiles) {
  const MadeUpTree tree;
  tree.put("usr/bin/mpirun.openmpi", "");
  tree.link("usr/bin/mpirun", "mpirun.openmpi");
  tree.put("usr/lib/x86_64-linux-gnu/pkgconfig/ompi.pc", "Name: Open MPI\nVersion: 4.1.4\n");
  const auto mpi = inspect_software(tree.root(), "/usr/local/bin:/usr/bin").mpi;
  ASSERT_TRUE(mpi.has_value());
  EXPECT_EQ(mpi->path, "/usr/bin/mpirun");
  EXPECT_EQ(mpi->implementation, "Open MPI");
  EXPECT_EQ(mpi->version, "4.1.4");
}

TEST(Software, KnowsTheCompilerOfThisBuild) {
  EXPECT_THAT(build_compiler(), ::testing::AnyOf(StartsWith("GCC "), StartsWith("Clang ")));
}

TEST(Software, ReadsTheFactsBesideTheEngine) {
  const MadeUpTree tree;
  tree.put("engine.facts", "torch_version=2.13.0+cpu\n\ncuda_runtime = 13.0\nnonsense\n=no name\n");
  EXPECT_THAT(read_engine_facts(tree.root() / "engine.facts"),
              ElementsAre(Pair("torch_version", "2.13.0+cpu"), Pair("cuda_runtime", "13.0")));
  EXPECT_THAT(read_engine_facts(tree.root() / "missing.facts"), IsEmpty());
}

TEST(Software, ReadsTheVersionsOfInstalledWheels) {
  const MadeUpTree tree;
  for (const char* wheel :
       {"torch-2.11.0+cu130", "nvidia_cudnn_cu13-9.19.0.56", "nvidia_nccl_cu13-2.28.9",
        "nvidia_cuda_runtime-13.0.96", "torchvision-0.26.0", "nvidia_cublas-13.1.0.3"})
    tree.put(std::string("packages/") + wheel + ".dist-info/METADATA", "");
  tree.put("packages/torch/version.py", "");
  EXPECT_THAT(read_installed_versions(tree.root() / "packages"),
              ElementsAre(Pair("cuda_runtime", "13.0"), Pair("cudnn", "9.19.0"),
                          Pair("nccl", "2.28.9"), Pair("torch_version", "2.11.0+cu130")));
  EXPECT_THAT(read_installed_versions(tree.root() / "missing"), IsEmpty());
}

}  // namespace
}  // namespace wgf::hardware
