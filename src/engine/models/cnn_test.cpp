// SPDX-License-Identifier: MIT
// Every convolutional network of the list: size, shapes, a training step. That they compute what
// the reference implementations compute is the business of tests/models.
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>
#include <map>

#include "engine/models/conv_blocks.h"
#include "engine/models/model_list.h"

namespace wgf::engine {
namespace {

// As torchvision publishes them; simple_cnn: 896 + 18,496 + 73,856 (convolutions) + 51,380,736 +
// 5,130 (linear layers).
const std::map<std::string, std::int64_t> published_parameters = {{"simple_cnn", 51'479'114},
                                                                  {"alexnet", 61'100'840},
                                                                  {"vgg16", 138'357'544},
                                                                  {"vgg19", 143'667'240},
                                                                  {"resnet18", 11'689'512},
                                                                  {"resnet34", 21'797'672},
                                                                  {"resnet50", 25'557'032},
                                                                  {"resnet101", 44'549'160},
                                                                  {"resnet152", 60'192'808},
                                                                  {"resnext101_32x8d", 88'791'336},
                                                                  {"mobilenet_v2", 3'504'872},
                                                                  {"mobilenet_v3_small", 2'542'856},
                                                                  {"mobilenet_v3_large", 5'483'032},
                                                                  {"efficientnet_b0", 5'288'548},
                                                                  {"efficientnet_b7", 66'347'960},
                                                                  {"densenet121", 7'978'856}};

class Cnn : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    // Where other programs keep the cores busy, waiting for worker threads costs seven times more
    // than they save on such small work.
    torch::set_num_threads(1);
    torch::manual_seed(7);
    entry_ = find_model(GetParam());
    ASSERT_NE(entry_, nullptr);
  }

  Batch make_batch(std::int64_t batch_size, std::int64_t image_size) const {
    torch::Generator generator = at::make_generator<at::CPUGeneratorImpl>(11);
    return entry_->make_batch({.batch_size = batch_size, .image_size = image_size}, generator);
  }

  const ModelEntry* entry_ = nullptr;
};

TEST_P(Cnn, HasThePublishedNumberOfParametersAndTrains) {
  EXPECT_EQ(entry_->kind, ModelKind::cnn);
  EXPECT_EQ(entry_->default_image_size, 224);
  EXPECT_EQ(entry_->parameters, published_parameters.at(GetParam()));
  const std::shared_ptr<Network> network = entry_->make();
  std::int64_t count = 0;
  for (const torch::Tensor& parameter : network->parameters()) count += parameter.numel();
  EXPECT_EQ(count, entry_->parameters);

  const Batch batch = make_batch(2, 64);
  ASSERT_EQ(batch.inputs.at(0).sizes(), (torch::IntArrayRef{2, 3, 64, 64}));
  const torch::Tensor output = network->forward(batch.inputs);
  EXPECT_EQ(output.sizes(), (torch::IntArrayRef{2, GetParam() == "simple_cnn" ? 10 : 1000}));
  const torch::Tensor loss = network->loss(output, batch.target);
  EXPECT_EQ(loss.dim(), 0);
  EXPECT_TRUE(std::isfinite(loss.item<double>()));
  loss.backward();
  for (const auto& parameter : network->named_parameters()) {
    const torch::Tensor gradient = parameter.value().grad();
    ASSERT_TRUE(gradient.defined()) << parameter.key();
    // A sum is finite only if all its terms are; it needs no mask as large as the gradient.
    EXPECT_TRUE(std::isfinite(gradient.sum().item<double>())) << parameter.key();
  }
}

std::vector<std::string> cnn_names() {
  std::vector<std::string> names;
  for (const ModelEntry& entry : all_models())
    if (entry.kind == ModelKind::cnn) names.emplace_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, Cnn, testing::ValuesIn(cnn_names()),
                         [](const auto& name) { return name.param; });

TEST(CnnList, HoldsEveryPublishedNetworkOnce) {
  std::vector<std::string> expected;
  for (const auto& [name, parameters] : published_parameters) expected.push_back(name);
  std::vector<std::string> actual = cnn_names();
  std::sort(actual.begin(), actual.end());
  EXPECT_EQ(actual, expected);
}

TEST(CnnBatch, IsRandomAndRepeatsWithItsSeed) {
  const auto batch = [](std::uint64_t seed) {
    torch::Generator generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    return find_model("resnet18")->make_batch({.batch_size = 3}, generator);
  };
  const Batch first = batch(1), again = batch(1), other = batch(2);
  EXPECT_EQ(first.inputs.at(0).sizes(), (torch::IntArrayRef{3, 3, 224, 224}));
  EXPECT_TRUE(torch::equal(first.inputs.at(0), again.inputs.at(0)));
  EXPECT_TRUE(torch::equal(first.target, again.target));
  EXPECT_FALSE(torch::equal(first.inputs.at(0), other.inputs.at(0)));
  EXPECT_NEAR(first.inputs.at(0).std().item<double>(), 1, 0.01);
}

double deviation(const Network& network, const std::string& parameter) {
  return network.named_parameters()[parameter].std().item<double>();
}

TEST(CnnInitialisation, FollowsTheReference) {
  torch::manual_seed(3);
  const auto resnet = find_model("resnet18")->make();
  // Kaiming, fan out: sqrt(2 / (64 * 7 * 7)) = 0.02525.
  EXPECT_NEAR(deviation(*resnet, "conv1.weight"), 0.02525, 0.001);
  const auto densenet = find_model("densenet121")->make();
  // Kaiming, fan in: sqrt(2 / (3 * 7 * 7)) = 0.1166.
  EXPECT_NEAR(deviation(*densenet, "features.conv0.weight"), 0.1166, 0.005);
  const auto mobilenet = find_model("mobilenet_v2")->make();
  EXPECT_NEAR(deviation(*mobilenet, "classifier.1.weight"), 0.01, 0.0002);
  const auto efficientnet = find_model("efficientnet_b0")->make();
  // Uniform within 1/sqrt(1000): deviation 1/sqrt(3000) = 0.01826.
  EXPECT_NEAR(deviation(*efficientnet, "classifier.1.weight"), 0.01826, 0.0002);
}

TEST(InvertedResidual, SkipsWholeSamplesInTrainingOnly) {
  torch::manual_seed(5);
  const auto block = std::make_shared<InvertedResidual>(InvertedResidualOptions{
      .in = 8, .expanded = 16, .out = 8, .squeeze = 4, .skip_probability = 0.5});
  const torch::NoGradGuard no_grad;
  const torch::Tensor x = torch::randn({200, 8, 4, 4});
  const auto skipped = [&] {
    const torch::Tensor change = (block->forward(x) - x).abs().flatten(1).amax(1);
    return (change == 0).sum().item<std::int64_t>();
  };
  // 200 fair coins: mean 100, standard deviation 7.
  EXPECT_NEAR(static_cast<double>(skipped()), 100, 35);
  block->eval();
  EXPECT_EQ(skipped(), 0);
}

}  // namespace
}  // namespace wgf::engine
