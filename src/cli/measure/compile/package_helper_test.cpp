// SPDX-License-Identifier: MIT
#include "cli/measure/compile/package_helper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>

#include "base/files.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;
using results::Status;

class Helper : public testing::Test {
 protected:
  Helper() { fs::create_directories(folder_); }
  ~Helper() override { fs::remove_all(folder_); }

  // A Python that is a shell script.
  PackageHelper helper(
      const std::string& lines, std::function<bool()> is_interrupted = [] { return false; }) {
    const fs::path fake = folder_ / "python";
    write_file_atomically(fake, "#!/bin/sh\n" + lines + "\n");
    fs::permissions(fake, fs::perms::owner_all);
    return PackageHelper(
        {.python = fake.string(), .folder = folder_, .is_interrupted = std::move(is_interrupted)});
  }
  static std::string key(const std::optional<HelperFault>& fault) {
    return fault ? fault->reason.key : "";
  }

  fs::path folder_ = fs::temp_directory_path() / ("wgf_helper_" + std::to_string(getpid()));
};

constexpr const char* usable =
    R"(echo '{"make_package": 1, "torch": "2.13.0+cpu", "gpu": false, "compile_seconds": 2.5}')";

TEST_F(Helper, TheScriptLiesInTheFolderAndGetsTheArguments) {
  PackageHelper one = helper(R"(test -s "$1" && test "$2" = --task && )" + std::string(usable));
  const HelperAnswer answer = one.run({"--task"}, Seconds(20));
  EXPECT_FALSE(answer.fault) << key(answer.fault);
  EXPECT_EQ(answer.compile_seconds, 2.5);
}

TEST_F(Helper, RubbishAroundTheAnswerIsPassedOver) {
  const HelperAnswer answer = read_answer(
      "W1122 warning {\n{\"other\": 1}\n"
      R"({"make_package": 1, "torch": "2.13.0", "beside": {"step_ms": [1.5, 2], "compile_seconds": 9, "peak_gib": 1}})"
      "\nterminate called\n\n");
  ASSERT_TRUE(answer.beside);
  EXPECT_THAT(answer.beside->step_ms, testing::ElementsAre(1.5, 2));
  EXPECT_EQ(answer.beside->peak_gib, 1);
}

TEST_F(Helper, RubbishAloneIsNoAnswer) {
  PackageHelper one = helper("head -c 3000000 /dev/urandom; echo; echo the end");
  const HelperAnswer answer = one.run({}, Seconds(20));
  ASSERT_EQ(key(answer.fault), "compile.no_answer");
  EXPECT_EQ(answer.fault->reason.args.front().second, "the end");
  for (const char* line :
       {"", "\n", "{\"make_package\": 1, \"compile_seconds\": \"x\"}", "[1", "nan"})
    EXPECT_EQ(key(read_answer(line).fault), "compile.no_answer") << line;
}

TEST_F(Helper, TimesThatAreNoneAreNotBelieved) {
  const std::string begin = R"({"make_package": 1, "torch": "2.13.0", "compile_seconds": )";
  for (const char* seconds : {"0", "-3", "1e300"})
    EXPECT_EQ(key(read_answer(begin + seconds + "}").fault), "compile.not_a_time") << seconds;
  for (const char* beside : {R"({"step_ms": [1, 0, -5], "compile_seconds": 9})",
                             R"({"step_ms": [], "compile_seconds": 9})",
                             R"({"step_ms": [1, 1e300], "compile_seconds": 9})",
                             R"({"step_ms": [1], "compile_seconds": -1})"}) {
    const HelperAnswer answer = read_answer(begin + R"(2.5, "beside": )" + beside + "}");
    EXPECT_FALSE(answer.fault) << beside;
    EXPECT_EQ(answer.compile_seconds, 2.5);
    EXPECT_FALSE(answer.beside) << beside;
    EXPECT_EQ(key(answer.beside_fault), "compile.not_a_time") << beside;
  }
}

TEST_F(Helper, AFaultOfTheTimingLeavesThePackage) {
  const HelperAnswer told = read_answer(
      R"({"make_package": 1, "compile_seconds": 2.5, "beside_error": "RuntimeError: no"})");
  EXPECT_FALSE(told.fault);
  EXPECT_EQ(key(told.beside_fault), "compile.helper_error");
  const std::string first = usable;
  const HelperAnswer killed = helper(first + "; kill -KILL $$").run({}, Seconds(20));
  EXPECT_FALSE(killed.fault) << key(killed.fault);
  EXPECT_EQ(key(killed.beside_fault), "compile.helper_killed");
  const HelperAnswer late = helper(first + "; sleep 60").run({}, Seconds(0.5));
  EXPECT_FALSE(late.fault) << key(late.fault);
  EXPECT_EQ(key(late.beside_fault), "compile.helper_hangs");
}

TEST_F(Helper, OneThatIsGoneIsNoticedThoughAChildHoldsItsOutput) {
  const auto begin = std::chrono::steady_clock::now();
  PackageHelper one = helper("sleep 60 & " + std::string(usable) + "; kill -KILL $$");
  EXPECT_EQ(key(one.run({}, Seconds(50)).beside_fault), "compile.helper_killed");
  PackageHelper other = helper("sleep 60 & " + std::string(usable));
  EXPECT_EQ(other.run({}, Seconds(50)).compile_seconds, 2.5);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(Helper, AnErrorOfItsOwnIsTold) {
  const auto fault = read_answer(R"({"make_package": 1, "error": "no g++"})").fault;
  ASSERT_EQ(key(fault), "compile.helper_error");
  EXPECT_EQ(fault->reason.args.front().second, "no g++");
}

TEST_F(Helper, AKilledOneIsNamedWithItsSignal) {
  PackageHelper one = helper("kill -KILL $$");
  const HelperAnswer answer = one.run({}, Seconds(20));
  ASSERT_EQ(key(answer.fault), "compile.helper_killed");
  EXPECT_EQ(answer.fault->reason.args.front().second, "SIGKILL");
}

TEST_F(Helper, AHangingOneEndsWithItsChildrenAtItsLimit) {
  const auto begin = std::chrono::steady_clock::now();
  PackageHelper one = helper("(sleep 60; echo late) & sleep 60");
  const HelperAnswer answer = one.run({}, Seconds(0.5));
  EXPECT_EQ(key(answer.fault), "compile.helper_hangs");
  EXPECT_EQ(answer.fault->status, Status::timeout);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(Helper, AnInterruptEndsIt) {
  PackageHelper one = helper("sleep 60", [] { return true; });
  EXPECT_EQ(one.run({}, Seconds(20)).fault->status, Status::interrupted);
}

TEST_F(Helper, NoSuchPythonHasFailed) {
  PackageHelper one({.python = "/no/such/python", .folder = folder_});
  const auto fault = one.fault_for("2.13.0+cpu", false);
  ASSERT_EQ(key(fault), "compile.no_python");
  EXPECT_EQ(fault->status, Status::failed);
}

TEST_F(Helper, WithoutTorchATypedPythonHasFailedAndOneFoundIsUnsupported) {
  constexpr const char* bare =
      R"(echo '{"make_package": 1, "error": "no torch in /usr/bin/python3"}')";
  PackageHelper typed = helper(bare);
  const auto fault = typed.fault_for("2.13.0+cpu", false);
  ASSERT_EQ(key(fault), "compile.python_without_torch");
  EXPECT_EQ(fault->status, Status::failed);
  fs::create_directories(folder_ / "bin");
  fs::rename(folder_ / "python", folder_ / "bin/python3");
  ::setenv("WGF_TORCH_DIR", (folder_ / "lib/python3/site-packages/torch").c_str(), 1);
  PackageHelper found({.folder = folder_});
  ::unsetenv("WGF_TORCH_DIR");
  EXPECT_EQ(found.python(), folder_ / "bin/python3");
  EXPECT_EQ(found.fault_for("2.13.0+cpu", false)->status, Status::unsupported);
}

TEST_F(Helper, OnlyTheEnginesVersionOfTorchWillDo) {
  PackageHelper one = helper(usable);
  EXPECT_EQ(key(one.fault_for("2.13.1+cu130", false)), "");
  EXPECT_EQ(key(one.fault_for("2.11.0", false)), "compile.other_torch");
  EXPECT_EQ(key(one.fault_for("2.1.0", false)), "compile.other_torch");
  EXPECT_EQ(key(one.fault_for("2.13.0", true)), "compile.python_without_gpu");
}

}  // namespace
}  // namespace wgf::cli
