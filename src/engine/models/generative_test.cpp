// SPDX-License-Identifier: MIT
// U-Net, the autoencoders and the LSTM language model: size, a training step, losses worked out by
// hand.
#include "base/error.h"
#include "engine/models/network_check.h"

namespace wgf::engine {
namespace {

struct Expectation {
  std::string model;
  ModelKind kind;
  std::int64_t parameters;
  BatchShape shape;
  std::vector<std::int64_t> output;
};

class GenerativeNetwork : public testing::TestWithParam<Expectation> {};

TEST_P(GenerativeNetwork, HasItsDefinedSizeAndTrains) {
  const Expectation& expected = GetParam();
  const ModelEntry* entry = find_model(expected.model);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->kind, expected.kind);
  EXPECT_EQ(entry->parameters, expected.parameters);
  const auto network = entry->make();
  EXPECT_EQ(count_parameters(*network), expected.parameters);
  EXPECT_EQ(expect_trains(*network, make_seeded_batch(*entry, expected.shape)), expected.output);
}

// vae: convolutions 690,144 and 689,891; mean and log variance 2 * (4096 * 128 + 128); expansion
// 128 * 4096 + 4096. autoencoder: the convolutions alone. lstm: embedding 10,000 * 1024; two layers
// of 4 * 1024 * (1024 + 1024) + 8 * 1024; head 1024 * 10,000 + 10,000.
INSTANTIATE_TEST_SUITE_P(
    Models, GenerativeNetwork,
    testing::Values(Expectation{"unet",
                                ModelKind::generative,
                                31'037'698,
                                {.batch_size = 1, .image_size = 32},
                                {1, 2, 32, 32}},
                    Expectation{
                        "vae", ModelKind::generative, 2'957'251, {.batch_size = 2}, {2, 3, 64, 64}},
                    Expectation{"autoencoder",
                                ModelKind::generative,
                                1'380'035,
                                {.batch_size = 2, .image_size = 32},
                                {2, 3, 32, 32}},
                    Expectation{"lstm",
                                ModelKind::recurrent,
                                37'283'600,
                                {.batch_size = 2, .sequence_length = 5},
                                {2, 5, 10'000}}),
    [](const auto& expected) { return expected.param.model; });

void fill_all(Network& network, double value) {
  const torch::NoGradGuard no_grad;
  for (torch::Tensor& parameter : network.parameters()) parameter.fill_(value);
}

TEST(Vae, LossIsSquaredErrorPlusDivergenceOfTheCode) {
  const auto network = find_model("vae")->make();
  fill_all(*network, 0);
  network->eval();
  const torch::Tensor images = torch::zeros({2, 3, 64, 64});
  const auto loss = [&] {
    return network->loss(network->forward({images}), images).item<double>();
  };
  // Every pixel is sigmoid(0) = 0.5: 0.25 * 3 * 64 * 64. The code is standard normal: divergence 0.
  EXPECT_NEAR(loss(), 3072, 1e-2);
  const torch::NoGradGuard no_grad;
  network->named_parameters()["mean.bias"].fill_(1);
  EXPECT_NEAR(loss(), 3072 + 128 * 0.5, 1e-2);
  // Variance e: (1 + e - 1 - 1) / 2 for each of the 128.
  network->named_parameters()["log_variance.bias"].fill_(1);
  EXPECT_NEAR(loss(), 3072 + 128 * (std::exp(1.0) - 1) / 2, 1e-2);
}

TEST(Vae, DrawsItsCodeInTrainingOnly) {
  const auto network = find_model("vae")->make();
  const Batch batch = make_seeded_batch(*find_model("vae"), {.batch_size = 1});
  const torch::NoGradGuard no_grad;
  EXPECT_FALSE(torch::equal(network->forward(batch.inputs), network->forward(batch.inputs)));
  network->eval();
  EXPECT_TRUE(torch::equal(network->forward(batch.inputs), network->forward(batch.inputs)));
}

TEST(Unet, LossIsTheMeanOverPixels) {
  const auto network = find_model("unet")->make();
  const Batch batch = make_seeded_batch(*find_model("unet"), {.batch_size = 1, .image_size = 32});
  EXPECT_EQ(batch.target.sizes(), (torch::IntArrayRef{1, 32, 32}));
  // Undecided between two classes: ln 2.
  EXPECT_NEAR(network->loss(torch::zeros({1, 2, 32, 32}), batch.target).item<double>(),
              std::log(2.0), 1e-6);
}

TEST(Lstm, SeesNoLaterToken) {
  const ModelEntry& entry = *find_model("lstm");
  const auto network = entry.make();
  network->eval();
  const torch::NoGradGuard no_grad;
  Batch batch = make_seeded_batch(entry, {.batch_size = 1, .sequence_length = 6});
  const torch::Tensor before = network->forward(batch.inputs);
  batch.inputs[0][0][3] = (batch.inputs[0][0][3] + 1) % 10'000;
  const torch::Tensor change = (network->forward(batch.inputs) - before).abs().amax({0, 2});
  EXPECT_LT(change.narrow(0, 0, 3).max().item<double>(), 1e-6);
  EXPECT_GT(change.narrow(0, 3, 3).min().item<double>(), 1e-4);
}

TEST(GenerativeBatch, RefusesImagesThatDoNotFit) {
  const auto refusal = [](const char* model, std::int64_t size) -> std::string {
    try {
      make_seeded_batch(*find_model(model), {.image_size = size});
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
      return error.message().key;
    }
    return "";
  };
  EXPECT_EQ(refusal("unet", 100), "models.image_size_unfit");
  EXPECT_EQ(refusal("unet", 16), "models.image_size_unfit");
  EXPECT_EQ(refusal("unet", 96), "");
  EXPECT_EQ(refusal("autoencoder", 72), "models.image_size_unfit");
  EXPECT_EQ(refusal("vae", 128), "models.image_size_fixed");
  EXPECT_EQ(refusal("vae", 64), "");
}

}  // namespace
}  // namespace wgf::engine
