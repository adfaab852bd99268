// SPDX-License-Identifier: MIT
#include "checkpoints/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>

#include "base/error.h"
#include "base/files.h"
#include "checkpoints/config_text.h"
#include "checkpoints/mapped_file.h"
#include "checkpoints/test_files.h"
#include "checkpoints/weight_index.h"

namespace wgf::checkpoints {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

std::string one_tensor(const std::string& name) {
  return safetensors_file("{\"" + name + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                          4);
}

std::string key_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.message().key;
  }
  return "";
}

class CheckpointFolder : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    write_file_atomically(folder_ / name, text);
  }
  void write_index(const std::string& map) const {
    write("model.safetensors.index.json", "{\"weight_map\":" + map + "}");
  }
  std::string key() const {
    return key_of([&] { const Checkpoint read(folder_); });
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     (std::string("wgf_checkpoint_") +
                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CheckpointFolder, OneFile) {
  write("model.safetensors", one_tensor("a"));
  const Checkpoint read(folder_);
  EXPECT_THAT(read.names(), ElementsAre("a"));
  EXPECT_EQ(read.bytes(), 4u);
  EXPECT_EQ(read.name(), folder_.filename());
  EXPECT_EQ(read.file_of("a"), folder_.filename().string() + "/model.safetensors");
  EXPECT_EQ(read.mapped("a")->size(), one_tensor("a").size());
  EXPECT_EQ(key_of([&] { read.tensor("b"); }), "checkpoint.missing_tensor");
}

TEST_F(CheckpointFolder, PartsOfAnIndex) {
  write("1.safetensors", one_tensor("a"));
  write("2.safetensors", one_tensor("b"));
  write_index(R"({"a":"1.safetensors","b":"2.safetensors"})");
  const Checkpoint read(folder_);
  EXPECT_THAT(read.names(), ElementsAre("a", "b"));
  EXPECT_EQ(read.file_of("b"), folder_.filename().string() + "/2.safetensors");
}

TEST_F(CheckpointFolder, FingerprintIsOfWhatTheHeadersSayAlone) {
  const auto fingerprint = [&](const std::string& file) {
    write("model.safetensors", file);
    return Checkpoint(folder_).fingerprint();
  };
  std::string other_numbers = one_tensor("a");
  other_numbers.back() = 'x';
  const std::string of_a = fingerprint(one_tensor("a"));
  EXPECT_EQ(of_a.size(), 16u);
  EXPECT_EQ(fingerprint(other_numbers), of_a);
  EXPECT_NE(fingerprint(one_tensor("b")), of_a);
}

TEST_F(CheckpointFolder, NoWeights) {
  EXPECT_EQ(key(), "checkpoint.no_weights");
  fs::create_directory(folder_ / "model.safetensors");
  EXPECT_EQ(key(), "checkpoint.no_weights");
}

TEST_F(CheckpointFolder, AnIndexStaysInItsFolder) {
  write("1.safetensors", one_tensor("a"));
  for (const char* file : {"../1.safetensors", "/etc/passwd", "..", ".", "", "sub/1.safetensors",
                           "1.safetensors\\u0000"}) {
    write_index(std::string(R"({"a":")") + file + "\"}");
    EXPECT_EQ(key(), "checkpoint.index_leaves_folder") << file;
  }
  write_index(R"({"a":7})");
  EXPECT_EQ(key(), "checkpoint.index_leaves_folder");
}

TEST_F(CheckpointFolder, AnIndexThatIsNone) {
  for (const char* map : {"[]", "{}", "7", "{"}) {
    write_index(map);
    EXPECT_EQ(key(), "checkpoint.no_weight_map") << map;
  }
  write_index(std::string(300, '['));
  EXPECT_EQ(key(), "json.too_deep");
}

TEST_F(CheckpointFolder, AnIndexAndItsFilesAgree) {
  write("1.safetensors", one_tensor("a"));
  write("2.safetensors", one_tensor("b"));
  write_index(R"({"a":"1.safetensors","missing":"1.safetensors"})");
  EXPECT_EQ(key(), "checkpoint.not_in_part");
  write_index(R"({"a":"2.safetensors","b":"1.safetensors"})");
  EXPECT_EQ(key(), "checkpoint.not_in_part");
  write_index(R"({"a":"1.safetensors","b":"3.safetensors"})");
  EXPECT_EQ(key(), "files.cannot_read");
  write("2.safetensors", one_tensor("a"));
  write_index(R"({"a":"1.safetensors","b":"2.safetensors"})");
  EXPECT_EQ(key(), "checkpoint.in_two_files");
}

TEST_F(CheckpointFolder, APartThatIsAPipeIsNotWaitedFor) {
  ASSERT_EQ(::mkfifo((folder_ / "1.safetensors").c_str(), 0600), 0);
  write_index(R"({"a":"1.safetensors"})");
  EXPECT_EQ(key(), "checkpoint.too_short");
}

TEST(FolderName, IsTheLastPartOrTheModelOfACachedDownload) {
  EXPECT_EQ(folder_name("/models/tiny"), "tiny");
  EXPECT_EQ(folder_name("/models/tiny/"), "tiny");
  EXPECT_EQ(folder_name("/hub/models--meta-llama--Llama-3.2-1B/snapshots/4e20de36"),
            "Llama-3.2-1B");
  EXPECT_EQ(folder_name("/hub/other/snapshots/4e20de36"), "4e20de36");
}

TEST(PlainConfig, SaysNothingOfTheMachineItWasWrittenOn) {
  EXPECT_EQ(plain_config(R"({"b": 1, "_name_or_path": "/home/me/model",
                             "text_config": {"_name_or_path": "/home/me", "a": NaN}})",
                         "config.json"),
            R"({"b":1,"text_config":{"a":"NaN"}})");
  EXPECT_EQ(key_of([] { plain_config("[]", "config.json"); }), "network.config_not_json");
  EXPECT_EQ(key_of([] { plain_config("{", "config.json"); }), "network.config_broken");
  EXPECT_EQ(key_of([] { plain_config(std::string(300, '['), "config.json"); }), "json.too_deep");
}

}  // namespace
}  // namespace wgf::checkpoints
