// SPDX-License-Identifier: MIT
#include "cli/measure/run_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/option_values.h"
#include "cli/measure/kernel_cases.h"
#include "cli/measure/run_option_table.h"

namespace wgf::cli {
namespace {

using testing::ElementsAre;

RunCommandLine parse(std::vector<std::string> arguments, OptionScope scope = OptionScope::run) {
  arguments.insert(arguments.begin(), {"torch-gpu-benchmark", "measure"});
  const Context context;
  CommandLine line(context, arguments);
  Command command = line.program().add_command("measure", "");
  const RunOptionReader reader(command, context, scope);
  line.run();
  return reader.read();
}

Error error_of(const std::vector<std::string>& arguments, OptionScope scope = OptionScope::run) {
  try {
    parse(arguments, scope);
  } catch (const Error& error) {
    return error;
  }
  return Error({"none", {}}, ExitCode::ok);
}

TEST(RunOptions, ShortAndLongNamesFillTheSameLists) {
  const auto shorts =
      parse({"-m", "resnet50,bert-base", "-b", "1,8", "-p", "fp32,bf16", "-i", "7", "-w", "0"})
          .options;
  EXPECT_THAT(shorts.models, ElementsAre("resnet50", "bert-base"));
  EXPECT_THAT(shorts.batch_sizes, ElementsAre(1, 8));
  EXPECT_THAT(shorts.precisions, ElementsAre("fp32", "bf16"));
  EXPECT_EQ(shorts.stopping.iterations, 7);
  EXPECT_EQ(shorts.stopping.warmup, 0);
  EXPECT_THAT(parse({"--batch-sizes=1-8*2"}).options.batch_sizes, ElementsAre(1, 2, 4, 8));
}

// A --config file with this text.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& text)
      : path_(testing::TempDir() + "config_" + std::to_string(::getpid()) + ".toml") {
    std::ofstream(path_) << text;
  }
  ~ConfigFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(RunOptions, AFileTakesEveryOptionButThoseOfTheInvocation) {
  for (const RunOption& option : run_option_table()) {
    const std::string key = option.key;
    const ConfigFile file(key + " = \"?\"\n");
    const bool is_taken =
        error_of({"--config", file.path()}).message().key != "runner.config_unknown_key" &&
        error_of({"--config", file.path()}).message().key != "runner.config_unknown_key_alone";
    EXPECT_EQ(is_taken, key != "resume" && key != "force") << key;
  }
}

TEST(RunOptions, AWrongValueOfAFileIsShownWithItsPlace) {
  for (const char* text : {"size = \"0\"", "bytes = \"5XB\"", "format = \"docx\"",
                           "benchmark = [\"matmull\"]", "cache = \"warm\""}) {
    const ConfigFile file("seed = 1\n" + std::string(text) + "\n");
    const Error error = error_of({"--config", file.path()});
    ASSERT_TRUE(error.place()) << text;
    EXPECT_EQ(error.place()->args[1].second, "2") << text;
  }
}

TEST(RunOptions, AFileMayNameKernelsAndModelFiles) {
  const ConfigFile file(
      "benchmark = [\"matmul\"]\nsize = [512, 1024]\ncache = [\"hot\", \"cold\"]\n"
      "model_file = \"own.pt\"\nformat = [\"csv\"]\n");
  const RunCommandLine line = parse({"--config", file.path()});
  EXPECT_THAT(line.benchmarks, ElementsAre("matmul"));
  EXPECT_EQ(line.size, "512,1024");
  EXPECT_THAT(line.caches, ElementsAre("hot", "cold"));
  EXPECT_THAT(line.options.models, ElementsAre("own.pt"));
  EXPECT_TRUE(line.names_work);
  const RunCommandLine typed =
      parse({"--config", file.path(), "-m", "resnet50", "-f", "json", "--size", "256"});
  EXPECT_THAT(typed.options.models, ElementsAre("resnet50"));
  EXPECT_THAT(typed.formats, ElementsAre("json"));
  EXPECT_EQ(typed.size, "256");
}

TEST(RunOptions, TimesAndSharesTakeUnits) {
  const auto options = parse({"--case-timeout", "2m", "--time-budget", "1.5h", "--max-time",
                              "250ms", "--precision-target", "0.5%"})
                           .options;
  EXPECT_DOUBLE_EQ(options.case_timeout.value, 120);
  EXPECT_DOUBLE_EQ(options.time_budget->value, 5400);
  EXPECT_DOUBLE_EQ(options.stopping.max_time.value, 0.25);
  EXPECT_DOUBLE_EQ(options.stopping.precision_target, 0.005);
}

TEST(RunOptions, TimesBelowAMillisecondAreRefused) {
  for (const char* option : {"--max-time", "--time-budget", "--case-timeout"}) {
    EXPECT_NO_THROW(parse({option, "1ms"})) << option;
    for (const char* small : {"1e-300", "0.0009", "0.5ms"}) try {
        parse({option, small});
        ADD_FAILURE() << option << " " << small;
      } catch (const Error& error) {
        EXPECT_EQ(error.message().key, "cli.time_too_small") << option << " " << small;
      }
  }
}

TEST(RunOptions, ChoicesMayBeTypedInCapitals) {
  const auto line = parse({"-p", "FP32,Bf16", "--workload", "TRAIN", "--memory-format",
                           "Channels_Last", "--benchmark", "MatMul", "--cache", "COLD"});
  EXPECT_THAT(line.options.precisions, ElementsAre("fp32", "bf16"));
  EXPECT_THAT(line.options.workloads, ElementsAre("train"));
  EXPECT_EQ(line.options.memory_format, "channels_last");
  EXPECT_THAT(line.benchmarks, ElementsAre("matmul"));
  EXPECT_THAT(line.caches, ElementsAre("cold"));
}

TEST(RunOptions, NumberBeyondAllNumbersIsTooLarge) {
  EXPECT_EQ(error_of({"-b", "99999999999999999999"}).message().key, "runner.value_too_large");
  EXPECT_EQ(error_of({"-b", "many"}).message().key, "runner.bad_sweep");
  const Message message = error_of({"-i", "99999999999999999999"}).message();
  EXPECT_EQ(message.key, "runner.value_too_large");
  EXPECT_EQ(message.args[2].second, "9223372036854775807");
  EXPECT_EQ(error_of({"-i", "-99999999999999999999"}).message().key, "cli.bad_count");
}

TEST(RunOptions, SizesOfImagesAndSequencesAreSweeps) {
  const auto options = parse({"--image-size", "64,128", "--sequence-length", "64-256*2"}).options;
  EXPECT_THAT(options.image_sizes, ElementsAre(64, 128));
  EXPECT_THAT(options.sequence_lengths, ElementsAre(64, 128, 256));
}

TEST(RunOptions, WhatIsGivenIsKnownEvenWhereItIsTheDefault) {
  const auto options = parse({"-b", "1", "--seed", "1"}).options;
  EXPECT_THAT(options.given, ElementsAre("batch_sizes", "seed"));
  EXPECT_EQ(option_without_work(parse({"-p", "fp32"})), "--precision");
  EXPECT_EQ(option_without_work(parse({"-p", "fp32", "-m", "resnet50"})), "");
  EXPECT_EQ(option_without_work(parse({"--seed", "1", "-i", "5"})), "");
}

TEST(RunOptions, ListsGivenAgainGrow) {
  const auto line =
      parse({"-b",          "1",         "-m",     "resnet50", "-b",     "2,4",         "-m",
             "bert-base",   "-p",        "fp32",   "-p",       "bf16",   "--benchmark", "matmul",
             "--benchmark", "bandwidth", "--size", "64",       "--size", "128"});
  EXPECT_THAT(line.options.models, ElementsAre("resnet50", "bert-base"));
  EXPECT_THAT(line.options.batch_sizes, ElementsAre(1, 2, 4));
  EXPECT_THAT(line.options.precisions, ElementsAre("fp32", "bf16"));
  EXPECT_THAT(line.benchmarks, ElementsAre("matmul", "bandwidth"));
  EXPECT_EQ(line.size, "64,128");
}

TEST(RunOptions, OutputsAndFormatsAddUpAndOtherOptionsStandOnce) {
  const auto line = parse({"-o", "a.json", "-o", "b.md", "-f", "md", "-f", "csv"});
  EXPECT_THAT(line.outputs, ElementsAre("a.json", "b.md"));
  EXPECT_THAT(line.formats, ElementsAre("md", "csv"));
  const Message twice{"cli.given_twice", {{"option", "--seed"}, {"first", "1"}, {"second", "5"}}};
  EXPECT_EQ(error_of({"--seed", "1", "--seed", "5"}).message(), twice);
  for (const char* option : {"-i", "-w", "--device", "--input", "--memory-format", "--max-time",
                             "--case-timeout", "--time-budget", "--repeat", "--resume", "--config"})
    EXPECT_EQ(error_of({option, "1", option, "1"}).message().key, "cli.given_twice") << option;
}

TEST(RunOptions, WhatIsTypedWinsOverTheConfigurationWhereverItStands) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("wgf_options." + std::to_string(::getpid()) + ".toml");
  std::ofstream(file) << "models = [\"resnet50\"]\nbatch_sizes = [4]\n";
  const auto options = parse({"-b", "2", "--config", file.string()}).options;
  std::filesystem::remove(file);
  EXPECT_THAT(options.models, ElementsAre("resnet50"));
  EXPECT_THAT(options.batch_sizes, ElementsAre(2));
}

TEST(RunOptions, ModelFilesStandBesideModelsInAnyOrder) {
  EXPECT_THAT(parse({"--model-file", "a.pt", "-m", "resnet50"}).options.models,
              ElementsAre("resnet50", "a.pt"));
  EXPECT_THAT(parse({"-m", "resnet50", "--model-file", "a.pt"}).options.models,
              ElementsAre("resnet50", "a.pt"));
  EXPECT_THAT(parse({"--model-file", "a.pt", "--model-file", "b.pt2"}).options.models,
              ElementsAre("a.pt", "b.pt2"));
}

TEST(RunOptions, WrongValuesAreUsageErrors) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"-b", "0"},
                                             {"-b", "abc"},
                                             {"-i", "0"},
                                             {"-w", "-1"},
                                             {"-m", "a,,b"},
                                             {"--seed", "x"},
                                             {"--max-time", "0"},
                                             {"--precision-target", "1"},
                                             {"--device", "gpu"},
                                             {"--config", "x.yaml"},
                                             {"--model-file", "x.onnx"},
                                             {"--cache", "warm"},
                                             {"--benchmark", "mat"}})
    EXPECT_EQ(error_of(arguments).exit_code(), ExitCode::usage) << arguments[0] << arguments[1];
  EXPECT_EQ(error_of({"--device", "mps"}).exit_code(), ExitCode::not_supported);
}

TEST(RunOptions, QuickDoesNotTakeOptionsThatChooseTheWork) {
  EXPECT_EQ(error_of({"-m", "resnet50"}, OptionScope::quick).message().key,
            "cli.unknown_option_alone");
  EXPECT_EQ(parse({"-i", "3"}, OptionScope::quick).options.stopping.iterations, 3);
}

TEST(OptionValues, BytesAreDecimalUnlessTheUnitSaysBinary) {
  EXPECT_EQ(parse_bytes("--bytes", "1G").value, 1000000000);
  EXPECT_EQ(parse_bytes("--bytes", "1GiB").value, 1073741824);
  EXPECT_EQ(parse_bytes("--bytes", "1.5 MiB").value, 1572864);
  EXPECT_EQ(parse_bytes("--bytes", "4096").value, 4096);
  EXPECT_THROW(parse_bytes("--bytes", "0"), Error);
  EXPECT_THROW(parse_bytes("--bytes", "G"), Error);
}

TEST(OptionValues, ACountMayBeARange) {
  EXPECT_EQ(parse_count_range("--input-tokens", "512", 1), (Between<std::int64_t>{512, 512}));
  EXPECT_EQ(parse_count_range("--input-tokens", "256-768", 1), (Between<std::int64_t>{256, 768}));
  for (const char* bad : {"768-256", "0", "0-5", "-5", "5-", "a", ""})
    EXPECT_THROW(parse_count_range("--input-tokens", bad, 1), Error) << bad;
}

TEST(OptionValues, ARateIsMoreThanNothing) {
  EXPECT_EQ(parse_rate("--rate", "0.5"), 0.5);
  for (const char* bad : {"0", "-1", "inf", "nan", "4/s", ""})
    EXPECT_THROW(parse_rate("--rate", bad), Error) << bad;
}

TEST(KernelCases, SizesAndPrecisionsMultiply) {
  const auto cases =
      kernel_cases(parse({"--benchmark", "matmul", "--size", "64,128", "-p", "fp32,bf16"}), "cpu");
  ASSERT_EQ(cases.size(), 4u);
  EXPECT_EQ(cases[0].key(), "matmul m=64 n=64 k=64 precision=fp32");
  EXPECT_EQ(cases[3].key(), "matmul m=128 n=128 k=128 precision=bf16");
}

TEST(KernelCases, OnlyAColdCacheIsNamed) {
  const auto cases =
      kernel_cases(parse({"--benchmark", "matmul", "--size", "64", "--cache", "hot,cold"}), "cpu");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].key(), "matmul m=64 n=64 k=64 precision=fp32");
  EXPECT_EQ(cases[1].key(), "matmul m=64 n=64 k=64 precision=fp32 cache=cold");
  EXPECT_THROW(kernel_cases(parse({"-m", "resnet50", "--cache", "cold"}), "cpu"), Error);
}

TEST(KernelCases, BandwidthMovesExactlyTheBytesAskedFor) {
  const auto cases =
      kernel_cases(parse({"--benchmark", "bandwidth", "--bytes", "256MiB,1G"}), "cuda:0");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].key(), "bandwidth operation=copy size_mib=256");
  EXPECT_EQ(cases[1].key(), "bandwidth operation=copy bytes=1000000000");
  EXPECT_EQ(cases[1].device, "cuda:0");
}

TEST(KernelCases, EveryListedParameterCanBeSet) {
  const auto products =
      kernel_cases(parse({"--benchmark", "matmul", "--size", "64,512x128x256,16-32*2"}), "cpu");
  ASSERT_EQ(products.size(), 4u);
  EXPECT_EQ(products[1].key(), "matmul m=512 n=128 k=256 precision=fp32");
  EXPECT_EQ(products[3].parameters.integer("k"), 32);
  EXPECT_THROW(kernel_cases(parse({"--benchmark", "matmul", "--size", "8x8"}), "cpu"), Error);
  const auto accesses = kernel_cases(
      parse({"--benchmark", "bandwidth", "--operation", "read,triad", "--bytes", "1MiB"}), "cpu");
  ASSERT_EQ(accesses.size(), 2u);
  EXPECT_EQ(accesses[1].key(), "bandwidth operation=triad size_mib=1");
  EXPECT_EQ(error_of({"--operation", "stride"}).message().key, "runner.unknown_value");
  EXPECT_THROW(kernel_cases(parse({"--operation", "read"}), "cpu"), Error);
}

}  // namespace
}  // namespace wgf::cli
