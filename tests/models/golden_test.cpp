// SPDX-License-Identifier: MIT
// Every network against the golden numbers of its reference implementation: one test per file in
// golden/, made by make_golden.py.
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/models/model_list.h"
#include "golden_weights.h"

namespace wgf::engine {
namespace {

using nlohmann::json;
using Shapes = std::map<std::string, std::vector<std::int64_t>>;

std::filesystem::path golden_folder() {
  return std::filesystem::path(WGF_SOURCE_DIR) / "tests/models/golden";
}

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(golden_folder()))
    if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

torch::Tensor make_tensor(const std::string& name, const json& spec) {
  const auto shape = spec.at("shape").get<std::vector<std::int64_t>>();
  if (!spec.contains("integers_below")) return golden_values(name, shape).to(torch::kFloat64);
  return golden_integers(name, shape, spec.at("integers_below").get<std::int64_t>());
}

Shapes shapes_of(const torch::OrderedDict<std::string, torch::Tensor>& tensors) {
  Shapes shapes;
  for (const auto& item : tensors) shapes[item.key()] = item.value().sizes().vec();
  return shapes;
}

// Names on one side only and shapes that differ; comparing the maps would print all of them.
void expect_same_shapes(const Shapes& actual, const Shapes& expected, const std::string& what) {
  for (const auto& [name, shape] : expected) {
    const auto found = actual.find(name);
    if (found == actual.end()) {
      ADD_FAILURE() << "missing " << what << " " << name;
    } else {
      EXPECT_EQ(found->second, shape) << what << " " << name;
    }
  }
  for (const auto& [name, shape] : actual)
    EXPECT_TRUE(expected.contains(name)) << what << " the reference lacks: " << name;
}

// Both sides compute in float64 from the same float32 values, and the files hold eight digits.
// Measured differences stay below a tenth of each tolerance.
constexpr double relative_tolerance = 1e-6;
// Single elements, against the root mean square of their tensor.
constexpr double element_tolerance = 1e-5;
// Gradients that are zero on paper (the bias of an attention key) keep the noise of rounding.
constexpr double noise_tolerance = 1e-12;

void expect_output(const torch::Tensor& output, const json& golden) {
  ASSERT_EQ(output.sizes().vec(), golden.at("shape").get<std::vector<std::int64_t>>());
  ASSERT_EQ(output.scalar_type(), torch::kFloat64);
  const torch::Tensor flat = output.flatten();
  const double deviation = golden.at("deviation").get<double>();
  const double norm = golden.at("norm").get<double>();
  EXPECT_NEAR(flat.norm().item<double>(), norm, relative_tolerance * norm);
  EXPECT_NEAR(flat.mean().item<double>(), golden.at("mean").get<double>(),
              relative_tolerance * deviation);
  EXPECT_NEAR(flat.std(false).item<double>(), deviation, relative_tolerance * deviation);
  const auto elements = golden.at("elements").get<std::vector<double>>();
  const auto samples = static_cast<std::int64_t>(elements.size());
  for (std::int64_t k = 0; k < samples; ++k) {
    const double expected = elements[static_cast<std::size_t>(k)];
    EXPECT_NEAR(flat[k * flat.numel() / samples].item<double>(), expected,
                relative_tolerance * (std::fabs(expected) + deviation));
  }
}

void expect_gradients(Network& network, const json& golden) {
  double largest = 0;
  for (const auto& [name, numbers] : golden.items())
    largest = std::max(largest, numbers.at(0).get<double>());
  std::size_t compared = 0;
  for (const auto& item : network.named_parameters()) {
    const torch::Tensor gradient = item.value().grad();
    ASSERT_EQ(gradient.defined(), golden.contains(item.key())) << item.key();
    if (!gradient.defined()) continue;
    const auto expected = golden.at(item.key()).get<std::vector<double>>();
    const torch::Tensor flat = gradient.flatten();
    const std::int64_t count = flat.numel();
    const double norm = expected[0], noise = noise_tolerance * largest;
    const double typical = norm / std::sqrt(static_cast<double>(count));
    EXPECT_NEAR(flat.norm().item<double>(), norm, relative_tolerance * norm + noise) << item.key();
    for (const int k : {1, 2}) {
      const double element = expected[static_cast<std::size_t>(k)];
      EXPECT_NEAR(flat[k * count / 3].item<double>(), element,
                  relative_tolerance * std::fabs(element) + element_tolerance * typical + noise)
          << item.key() << " element " << k * count / 3;
    }
    ++compared;
  }
  EXPECT_EQ(compared, golden.size());
}

class Golden : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    // Where other programs keep the cores busy, waiting for worker threads costs more than they
    // save on such small work.
    torch::set_num_threads(1);
    std::ifstream file(golden_folder() / (GetParam() + ".json"));
    golden_ = json::parse(file);
    const ModelEntry* entry = find_model(golden_.at("model").get<std::string>());
    ASSERT_NE(entry, nullptr) << "no such model in the list: " << GetParam();
    const bool needs_weights = golden_.contains("numbers") || !entry->make_shapes;
    network_ = needs_weights ? entry->make() : entry->make_shapes();
  }

  json golden_;
  std::shared_ptr<Network> network_;
};

TEST_P(Golden, AgreesWithTheReference) {
  expect_same_shapes(shapes_of(network_->named_parameters()),
                     golden_.at("parameters").get<Shapes>(), "parameter");
  expect_same_shapes(shapes_of(network_->named_buffers()), golden_.at("buffers").get<Shapes>(),
                     "buffer");
  if (!golden_.contains("numbers") || HasFailure()) return;
  const json& numbers = golden_.at("numbers");
  network_->to(torch::kFloat64);
  fill_golden_weights(*network_);
  std::vector<torch::Tensor> inputs;
  for (const json& spec : numbers.at("inputs"))
    inputs.push_back(make_tensor("input." + std::to_string(inputs.size()), spec));
  const torch::Tensor target = make_tensor("target", numbers.at("target"));

  const bool differs = set_deterministic_training(*network_);
  if (differs) {
    network_->eval();
    {
      const torch::NoGradGuard no_grad;
      expect_output(network_->forward(inputs), numbers.at("forward"));
    }
    set_deterministic_training(*network_);
  }
  const torch::Tensor output = network_->forward(inputs);
  // One pass serves for both where they are the same.
  if (!differs) expect_output(output.detach(), numbers.at("forward"));
  const torch::Tensor loss = network_->loss(output, target);
  const double expected_loss = numbers.at("loss").get<double>();
  EXPECT_NEAR(loss.item<double>(), expected_loss, relative_tolerance * std::fabs(expected_loss));
  loss.backward();
  expect_gradients(*network_, numbers.at("gradients"));
}

// A file that is lost would take its test along.
TEST(GoldenFiles, EveryNetworkOfAReferenceHasOne) {
  const std::vector<std::string> files = golden_names();
  for (const ModelEntry& entry : all_models()) {
    const bool is_our_own = entry.name == "simple_cnn";  // pinned in docs/models.md
    EXPECT_EQ(std::find(files.begin(), files.end(), entry.name) == files.end(), is_our_own)
        << entry.name;
  }
  for (const char* name : {"resnet18", "resnet50", "mobilenet_v2", "efficientnet_b0", "densenet121",
                           "bert-base", "gpt2", "vit-base-16"}) {
    std::ifstream file(golden_folder() / (std::string(name) + ".json"));
    EXPECT_TRUE(json::parse(file).contains("numbers")) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Golden, testing::ValuesIn(golden_names()), [](const auto& name) {
  std::string word = name.param;
  std::replace(word.begin(), word.end(), '-', '_');
  return word;
});

}  // namespace
}  // namespace wgf::engine
