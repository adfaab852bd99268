// SPDX-License-Identifier: MIT
// Every transformer of the list: size, a training step of the smaller ones, what they must not see.
// That they compute what the reference implementations compute is the business of tests/models.
#include <map>

#include "base/error.h"
#include "engine/models/network_check.h"

namespace wgf::engine {
namespace {

// As the reference implementations count them, the tied head of GPT-2 once.
const std::map<std::string, std::int64_t> published_parameters = {
    {"bert-tiny", 4'385'920},   {"bert-mini", 11'170'560},    {"bert-small", 28'763'648},
    {"bert-base", 109'482'240}, {"bert-large", 335'141'888},  {"distilbert", 66'362'880},
    {"gpt2", 124'439'808},      {"gpt2-medium", 354'823'168}, {"gpt2-large", 774'030'080},
    {"gpt2-xl", 1'557'611'200}, {"vit-base-16", 86'567'656},  {"vit-large-16", 304'326'632}};

TEST(TransformerList, HoldsEveryPublishedNetworkWithItsSize) {
  std::size_t found = 0;
  for (const ModelEntry& entry : all_models()) {
    if (entry.kind != ModelKind::transformer) continue;
    ++found;
    const std::string name(entry.name);
    ASSERT_TRUE(published_parameters.contains(name)) << name;
    EXPECT_EQ(entry.parameters, published_parameters.at(name)) << name;
    EXPECT_EQ(count_parameters(*entry.make_shapes()), entry.parameters) << name;
  }
  EXPECT_EQ(found, published_parameters.size());
}

TEST(TransformerShapes, AreThoseOfTheNetworkInMemory) {
  for (const char* name : {"bert-tiny", "vit-base-16"}) {
    const auto in_memory = find_model(name)->make()->named_parameters();
    const auto shapes = find_model(name)->make_shapes()->named_parameters();
    ASSERT_EQ(in_memory.keys(), shapes.keys());
    for (const auto& item : shapes) {
      EXPECT_TRUE(item.value().is_meta());
      EXPECT_EQ(item.value().sizes(), in_memory[item.key()].sizes()) << item.key();
    }
  }
}

struct Step {
  std::string model;
  BatchShape shape;
  std::vector<std::int64_t> output;
};

class TransformerStep : public testing::TestWithParam<Step> {};

TEST_P(TransformerStep, TrainsEveryParameter) {
  const ModelEntry& entry = *find_model(GetParam().model);
  const auto network = entry.make();
  EXPECT_EQ(expect_trains(*network, make_seeded_batch(entry, GetParam().shape)), GetParam().output);
}

INSTANTIATE_TEST_SUITE_P(
    Models, TransformerStep,
    testing::Values(Step{"bert-tiny", {.batch_size = 2}, {2, 128}},
                    Step{"bert-mini", {.batch_size = 2, .sequence_length = 16}, {2, 256}},
                    Step{"distilbert", {.batch_size = 1, .sequence_length = 7}, {1, 7, 768}},
                    Step{"gpt2", {.batch_size = 1, .sequence_length = 7}, {1, 7, 50257}},
                    Step{"vit-base-16", {.batch_size = 1}, {1, 1000}}),
    [](const auto& step) {
      std::string name = step.param.model;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST(TransformerDropout, ActsInTrainingOnly) {
  const ModelEntry& entry = *find_model("bert-tiny");
  const auto network = entry.make();
  const Batch batch = make_seeded_batch(entry, {.batch_size = 1});
  const torch::NoGradGuard no_grad;
  const auto repeats = [&] {
    return torch::equal(network->forward(batch.inputs), network->forward(batch.inputs));
  };
  EXPECT_FALSE(repeats());
  network->eval();
  EXPECT_TRUE(repeats());
}

TEST(Gpt2, SeesNoLaterTokenAndStartsAsPublished) {
  const ModelEntry& entry = *find_model("gpt2");
  const auto network = entry.make();
  network->eval();
  const torch::NoGradGuard no_grad;
  Batch batch = make_seeded_batch(entry, {.batch_size = 1, .sequence_length = 6});
  const torch::Tensor before = network->forward(batch.inputs);
  batch.inputs[0][0][5] = (batch.inputs[0][0][5] + 1) % 50257;
  const torch::Tensor change = (network->forward(batch.inputs) - before).abs().amax({0, 2});
  EXPECT_LT(change.narrow(0, 0, 5).max().item<double>(), 1e-5);
  EXPECT_GT(change[5].item<double>(), 1e-3);

  const auto parameters = network->named_parameters();
  EXPECT_NEAR(parameters["transformer.wte.weight"].std().item<double>(), 0.02, 1e-4);
  // 0.02 / sqrt(2 * 12) = 0.0040825.
  EXPECT_NEAR(parameters["transformer.h.3.mlp.c_proj.weight"].std().item<double>(), 0.0040825,
              1e-5);
}

Message refusal(const char* model, const BatchShape& shape) {
  try {
    make_seeded_batch(*find_model(model), shape);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::not_supported);
    return error.message();
  }
  return {};
}

TEST(TransformerBatch, RefusesSizesThatTheEmbeddingsDoNotHold) {
  const Message bert = refusal("bert-base", {.sequence_length = 513});
  EXPECT_EQ(bert, (Message{"models.sequence_too_long",
                           {{"model", "bert-base"}, {"value", "513"}, {"limit", "512"}}}));
  EXPECT_EQ(refusal("gpt2-xl", {.sequence_length = 1025}).key, "models.sequence_too_long");
  EXPECT_EQ(refusal("vit-base-16", {.image_size = 256}).key, "models.image_size_fixed");
  EXPECT_EQ(refusal("bert-base", {.sequence_length = 512}), Message{});
  EXPECT_EQ(refusal("gpt2", {.sequence_length = 1024}), Message{});
}

TEST(LanguageBatch, AsksForTheNextToken) {
  const Batch batch = make_seeded_batch(*find_model("gpt2"), {.batch_size = 3});
  ASSERT_EQ(batch.inputs.at(0).sizes(), (torch::IntArrayRef{3, 128}));
  EXPECT_TRUE(torch::equal(batch.inputs[0].narrow(1, 1, 127), batch.target.narrow(1, 0, 127)));
  EXPECT_GT(batch.target.max().item<std::int64_t>(), 25'000);
}

}  // namespace
}  // namespace wgf::engine
