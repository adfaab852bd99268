// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "catalog/name_resolver.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

const ModelCatalog& models() {
  static const Catalog catalog;
  return catalog.models();
}

std::vector<std::string> ids(const std::vector<const Model*>& records) {
  std::vector<std::string> result;
  for (const Model* record : records) result.push_back(record->id);
  return result;
}

using testing::Contains;
using testing::HasSubstr;

TEST(ModelNames, ASizeWithoutVersionIsTheNewest) {
  const ModelChoice choice = one_model(models(), "llama-70b");
  EXPECT_EQ(choice.model->id, "llama-3.3-70b");
  ASSERT_EQ(choice.notes.size(), 1u);
  EXPECT_THAT(messages::render(choice.notes[0], messages::Language::english),
              HasSubstr("newest Llama"));
  EXPECT_THAT(ids(find_models(models(), "llama-70b")), Contains("llama-2-70b"));
}

TEST(ModelNames, OtherSpellingsResolve) {
  const std::pair<const char*, const char*> cases[] = {
      {"gpt2-1.5b", "gpt2-xl"},
      {"gpt2-small", "gpt2"},
      {"bert-base", "bert-base"},
      {"BERT_BASE", "bert-base"},
      {"vit-b-16", "vit-base-16"},
      {"vit_b_16", "vit-base-16"},
      {"resnet_50", "resnet50"},
      {"mobilenet_v3_large", "mobilenet-v3-large"},
      {"distilbert", "distilbert-base"},
      {"meta-llama/Llama-3.1-70B", "llama-3.1-70b"},
      {"meta-llama/Meta-Llama-3.1-8B-Instruct", "llama-3.1-8b"},
      {"meta-llama/Llama-2-7b-hf", "llama-2-7b"},
      {"meta-llama/Llama-2-13b-chat-hf", "llama-2-13b"},
      {"bert-base-uncased", "bert-base"},
      {"google-bert/bert-large-uncased", "bert-large"},
      {"openai-community/gpt2", "gpt2"},
      {"google/vit-base-patch16-224", "vit-base-16"},
      {"distilbert-base-uncased", "distilbert-base"},
      {"Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"},
      {"Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b"},
      {"mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3"},
      {"mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"},
      {"google/gemma-2-9b-it", "gemma-2-9b"},
      {"microsoft/Phi-3-mini-4k-instruct", "phi-3-mini"},
      {"deepseek-ai/DeepSeek-V3-0324", "deepseek-v3"},
      {"microsoft/resnet-50", "resnet50"},
      {"resnet50-v1.5", "resnet50"},
      {"Qwen/Qwen3-VL-8B-Thinking", "qwen3-vl-8b"},
      {"Qwen/Qwen3.6-35B-A3B", "qwen3.5-35b-a3b"},
      {"Qwen/Qwen3-Next-80B-A3B-Instruct", "qwen3-next-80b-a3b"},
      {"Qwen/Qwen3-Coder-30B-A3B-Instruct", "qwen3-30b-a3b"},
      {"deepseek-ai/DeepSeek-V3.1", "deepseek-v3"},
      {"deepseek-ai/DeepSeek-V3.2-Exp", "deepseek-v3.2"},
      {"deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", "deepseek-r1-distill-qwen-1.5b"},
      {"deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "qwen2.5-32b"},
      {"deepseek-ai/DeepSeek-R1-Distill-Llama-8B", "llama-3.1-8b"},
      {"deepseek-ai/DeepSeek-R1-Distill-Llama-70B", "llama-3.3-70b"},
      {"DeepSeek-R1-Distill-Qwen-14B (ollama deepseek-r1:14b)", "qwen2.5-14b"},
      {"deepseek-r1:1.5b", "deepseek-r1-distill-qwen-1.5b"},
      {"deepseek-r1:8b", "qwen3-8b"},
      {"deepseek-r1:671b", "deepseek-r1"},
      {"zai-org/GLM-4.6-FP8", "glm-4.7"},
      {"moonshotai/Kimi-K2-Thinking", "kimi-k2.5"},
      {"moonshotai/Kimi-K2.7-Code", "kimi-k2.5"},
      {"MiniMaxAI/MiniMax-M2.7", "minimax-m2"},
      {"zai-org/GLM-5.1", "glm-5"},
      {"XiaomiMiMo/MiMo-7B-RL-0530", "mimo-7b"},
      {"Llama 33B", "llama-30b"},
      {"openlm-research/open_llama_3b", "openllama-3b"},
      {"llama3.1:70b", "llama-3.1-70b"},
      {"codellama/CodeLlama-7b-Instruct-hf", "code-llama-7b"},
      {"codellama/CodeLlama-13b-Python-hf", "code-llama-13b"},
      {"codellama/CodeLlama-70b-hf", "code-llama-70b"},
      {"lmsys/vicuna-13b-v1.5", "llama-2-13b"},
      {"HuggingFaceH4/zephyr-7b-beta", "mistral-7b-v0.1"},
      {"intfloat/e5-mistral-7b-instruct", "mistral-7b-v0.1"},
      {"NousResearch/Hermes-3-Llama-3.1-8B", "llama-3.1-8b"},
      {"Qwen/Qwen1.5-72B-Chat", "qwen1.5-72b"},
      {"Qwen/Qwen2-7B-Instruct", "qwen2.5-7b"},
      {"Qwen/Qwen2-57B-A14B-Instruct", "qwen2-57b-a14b"},
      {"Qwen/Qwen2.5-Coder-32B-Instruct", "qwen2.5-32b"},
      {"Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5-vl-7b"},
      {"mistralai/Codestral-22B-v0.1", "codestral-22b"},
      {"mistralai/Mistral-Small-Instruct-2409", "codestral-22b"},
      {"mistralai/Ministral-8B-Instruct-2410", "ministral-8b"},
      {"mistralai/Ministral-3-14B-Instruct-2512", "ministral-3-14b"},
      {"nvidia/Llama-3.1-Nemotron-70B-Instruct", "llama-3.1-70b"},
      {"neuralmagic/Llama-3.1-Nemotron-70B-Instruct-HF-FP8-dynamic", "llama-3.1-70b"},
      {"CohereForAI/c4ai-command-r-v01", "command-r"},
      {"CohereForAI/c4ai-command-r-plus", "command-r-plus"},
      {"CohereForAI/aya-23-8B", "aya-23-8b"},
      {"bigcode/starcoder2-15b-instruct-v0.1", "starcoder2-15b"},
      {"mosaicml/mpt-30b-chat", "mpt-30b"},
      {"databricks/dbrx-instruct", "dbrx"},
      {"allenai/OLMo-2-1124-13B-Instruct", "olmo-2-13b"},
      {"allenai/OLMo-2-0325-32B-Instruct", "olmo-2-32b"},
      {"HuggingFaceTB/SmolLM2-1.7B-Instruct", "smollm2-1.7b"},
      {"HuggingFaceTB/SmolLM3-3B", "smollm3-3b"},
      {"ibm-granite/granite-3.3-8b-instruct", "granite-3.3-8b"},
      {"upstage/SOLAR-10.7B-Instruct-v1.0", "solar-10.7b"},
      {"deepseek-ai/deepseek-coder-33b-instruct", "deepseek-coder-33b"},
      {"deepseek-ai/DeepSeek-Coder-V2-Lite-Instruct", "deepseek-v2-lite"},
      {"ByteDance-Seed/Seed-OSS-36B-Instruct", "seed-oss-36b"},
      {"LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct", "exaone-3.5-7.8b"},
      {"baidu/ERNIE-4.5-300B-A47B-PT", "ernie-4.5-300b-a47b"},
      {"inclusionAI/Ling-1T", "ling-1t"},
      {"Nemotron_3_5_Lightning", "nemotron-3-nano-30b-a3b"},
      {"Nemotron Nano 30B", "nemotron-3-nano-30b-a3b"},
  };
  for (const auto& [typed, id] : cases) {
    EXPECT_EQ(one_model(models(), typed).model->id, id) << typed;
  }
}

// What is typed, the record, what --precision calls the format in its name.
struct Checkpoint {
  const char *typed, *id, *precision;
};

TEST(ModelNames, AQuantisedCheckpointIsItsModelAndItsFormatStandsBeside) {
  const Checkpoint checkpoints[] = {
      {"Qwen/Qwen3-32B-FP8", "qwen3-32b", "fp8"},
      {"Qwen/Qwen3-32B-FP8-Static-PerTensor", "qwen3-32b", "fp8"},
      {"nvidia/Llama-3.1-70B-Instruct-FP8", "llama-3.1-70b", "fp8"},
      {"Qwen/Qwen3-235B-A22B-FP8", "qwen3-235b-a22b", "fp8"},
      {"nvidia/Qwen3-235B-A22B-NVFP4", "qwen3-235b-a22b", "fp4"},
      {"nvidia/DeepSeek-R1-0528-FP4-v2", "deepseek-r1", "fp4"},
      {"openai/gpt-oss-20b-MXFP4", "gpt-oss-20b", "fp4"},
      {"RedHatAI/Llama-3.3-70B-Instruct-quantized.w8a8", "llama-3.3-70b", "int8"},
      {"RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8-dynamic", "llama-3.1-8b", "fp8"},
      {"amd/Llama-3.1-405B-Instruct-FP8-KV", "llama-3.1-405b", "fp8"},
      {"hugging-quants/Meta-Llama-3.1-70B-Instruct-AWQ-INT4", "llama-3.1-70b", "int4"},
      {"Qwen/Qwen2.5-7B-Instruct-AWQ", "qwen2.5-7b", "int4"},
      {"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4", "qwen2.5-7b", "int4"},
      {"TheBloke/Llama-2-13B-chat-GPTQ", "llama-2-13b", "int4"},
      {"someone/Qwen3-8B-8bit-GPTQ", "qwen3-8b", "int8"},
      {"someone/Qwen3-8B-w8a16-AWQ", "qwen3-8b", "int8"},
      {"unsloth/DeepSeek-V3-bf16", "deepseek-v3", "bf16"},
      {"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int8", "qwen2.5-7b", "int8"},
      {"unsloth/Qwen3-8B-unsloth-bnb-4bit", "qwen3-8b", "int4"},
      {"mlx-community/Qwen3-8B-4bit", "qwen3-8b", "int4"},
      {"someone/Qwen3-8B-INT8", "qwen3-8b", "int8"},
      {"bartowski/Llama-3.2-3B-Instruct-Q4_K_M-GGUF", "llama-3.2-3b", "int4"},
      {"unsloth/Qwen3-30B-A3B-GGUF", "qwen3-30b-a3b", ""},
      {"llama3.1:8b-instruct-q8_0", "llama-3.1-8b", "int8"},
  };
  for (const auto& [typed, id, precision] : checkpoints) {
    const ModelChoice choice = one_model(models(), typed);
    EXPECT_EQ(choice.model->id, id) << typed;
    EXPECT_TRUE(choice.notes.empty()) << typed;
    ASSERT_TRUE(choice.format) << typed;
    EXPECT_EQ(choice.format->precision, precision) << typed;
    const std::vector<Message> notes = choice.notes_without_format(typed);
    ASSERT_EQ(notes.size(), 1u) << typed;
    const std::string note = messages::render(notes[0], messages::Language::english);
    EXPECT_THAT(note, HasSubstr("is not read: say it by --precision")) << typed;
    EXPECT_THAT(note, HasSubstr(id)) << typed;
  }
}

TEST(ModelNames, ASizeOfTheFamilyMayFollow) {
  EXPECT_EQ(one_model(models(), "Llama 3 405B").model->id, "llama-3.1-405b");
  EXPECT_EQ(one_model(models(), "llama3-405b").notes.size(), 1u);
  EXPECT_EQ(one_model(models(), "DeepSeek V3 671B").model->id, "deepseek-v3");
}

TEST(ModelNames, AFamilyWithAFormatBehindItSaysBoth) {
  const ModelChoice choice = one_model(models(), "llama-70b-fp8");
  EXPECT_EQ(choice.model->id, "llama-3.3-70b");
  const std::vector<Message> notes = choice.notes_without_format("llama-70b-fp8");
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].key, "catalog.default_taken");
  EXPECT_EQ(notes[1].key, "catalog.number_format");
}

TEST(ModelNames, AModelWithTheLayersOfAnotherIsSaidToBeAnsweredByIt) {
  for (const char* typed : {"GLM-4.6", "zai-org/GLM-4.5-FP8", "moonshotai/Kimi-K2-Thinking"}) {
    const ModelChoice choice = one_model(models(), typed);
    ASSERT_EQ(choice.notes.size(), 1u) << typed;
    EXPECT_EQ(choice.notes[0].key, "catalog.twin") << typed;
  }
  for (const char* typed : {"GLM-4.7", "zai-org/GLM-4.7-FP8", "Kimi-K2.5", "llama3.1:8b"})
    EXPECT_TRUE(one_model(models(), typed).notes.empty()) << typed;
}

TEST(ModelNames, ATwinHasItsOwnContext) {
  struct Named {
    const char *typed, *id;
    std::optional<int> max_sequence;  // empty: the record's
  };
  const Named names[] = {
      {"Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b", 262144},
      {"Qwen/Qwen3-235B-A22B-Thinking-2507-FP8", "qwen3-235b-a22b", 262144},
      {"qwen3-4b-2507", "qwen3-4b", 262144},
      {"Qwen/Qwen3-Coder-30B-A3B-Instruct", "qwen3-30b-a3b", 262144},
      {"Qwen/Qwen3-30B-A3B", "qwen3-30b-a3b", std::nullopt},
      {"moonshotai/Kimi-K2-Instruct-0905", "kimi-k2", 262144},
      {"moonshotai/Kimi-K2-Instruct", "kimi-k2", std::nullopt},
      {"mistralai/Mistral-Small-3.2-24B-Instruct-2506", "mistral-small-24b-2501", 131072},
      {"mistralai/Devstral-Small-2507", "mistral-small-24b-2501", 131072},
      {"mistralai/Mistral-Small-24B-Instruct-2501", "mistral-small-24b-2501", std::nullopt},
      {"mistralai/Mistral-Large-Instruct-2411", "mistral-large-2407", std::nullopt},
      {"microsoft/Phi-3.5-mini-instruct", "phi-3-mini", 131072},
      {"microsoft/Phi-3-mini-4k-instruct", "phi-3-mini", std::nullopt},
  };
  for (const auto& [typed, id, max_sequence] : names) {
    const ModelChoice choice = one_model(models(), typed);
    EXPECT_EQ(choice.model->id, id) << typed;
    EXPECT_EQ(choice.max_sequence, max_sequence) << typed;
  }
}

TEST(ModelNames, AFormatDoesNotMakeAnUnknownModelKnown) {
  for (const char* typed : {"qwen3-9999b-fp8", "Qwen/Qwen3-9999B-FP8", "fp8", "nvidia/NVFP4", ""}) {
    EXPECT_THROW(one_model(models(), typed), Error) << typed;
  }
  // Nor is a version that is not known another one.
  for (const char* typed : {"DeepSeek-V4", "deepseek-ai/DeepSeek-V4-FP8", "DeepSeek-V2.5",
                            "c4ai-command-r-08-2024", "deepseek-coder-7b-instruct-v1.5",
                            "Devstral-Small-2-24B-Instruct-2512", "vicuna-7b-v1.3"}) {
    EXPECT_THROW(one_model(models(), typed), Error) << typed;
  }
  try {
    one_model(models(), "Qwen/Qwen3-33B-FP8");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(messages::render(error.message(), messages::Language::english),
                HasSubstr("nearest: qwen3-"));
  }
}

// Every name of a record or family is itself, whatever words are taken off other names.
TEST(ModelNames, NamesOfRecordsAndFamiliesMeanThemselves) {
  for (const Model& model : models().models) {
    std::vector<std::string> names = model.aliases;
    if (!model.runnable.empty()) names.push_back(model.runnable);
    for (const std::string& name : names) {
      const ModelChoice choice = one_model(models(), name);
      EXPECT_EQ(choice.model->id, model.id) << name;
      EXPECT_TRUE(choice.notes.empty()) << name;
    }
    EXPECT_THAT(ids(find_models(models(), model.id)), Contains(model.id));
  }
  for (const Family& family : models().families) {
    const ModelChoice choice = one_model(models(), family.id);
    EXPECT_EQ(choice.model->id, family.default_member) << family.id;
    EXPECT_LE(choice.notes.size(), 1u) << family.id;
  }
}

TEST(ModelNames, AnUnknownNameOffersTheNearest) {
  try {
    one_model(models(), "resnet51");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    EXPECT_THAT(messages::render(error.message(), messages::Language::english),
                HasSubstr("resnet50"));
  }
}

}  // namespace
}  // namespace wgf::catalog
