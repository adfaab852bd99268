// SPDX-License-Identifier: MIT
#pragma once
// What a case of llm repeats: its prompt, and the steps of its answer.

#include <optional>

#include "engine/benchmarks/decoder_case.h"
#include "engine/measure/graph_step.h"

namespace wgf::engine {

struct LlmSettings {
  DecoderChoice decoder;
  std::int64_t batch = 1, prompt = 0, depth = 0, steps = 0;
  std::int64_t profiled_steps = 0;

  std::int64_t longest() const { return depth + prompt + steps; }
  std::int64_t answer_begin() const { return depth + prompt; }
  PartWorks prompt_work() const;
  // Of the mean number of tokens that a step of the answer sees.
  PartWorks step_work() const;
};
// Throws CaseEnded for what cannot be.
LlmSettings read_llm_settings(const results::Case& value, c10::Device device);

// Random tokens of every sequence after so many that are in the cache.
TokenBatch random_prompt(const LlmSettings& settings, std::int64_t past, std::int64_t tokens,
                         c10::Device device);

class PromptStep final : public StepWork {
 public:
  PromptStep(Decoder& decoder, TokenBatch batch) : decoder_(decoder), batch_(std::move(batch)) {}
  void step(StepTimer&) override { logits_ = decoder_.forward(batch_); }

 private:
  Decoder& decoder_;
  TokenBatch batch_;
  at::Tensor logits_;
};

// The same as it is measured: one recorded graph where the decoder can be recorded and the prompt
// is so short that its launches may take the host longer than the GPU.
class PromptSteps {
 public:
  PromptSteps(Decoder& decoder, const LlmSettings& settings, c10::Device device);

  StepWork& fastest() { return graph_ ? static_cast<StepWork&>(*graph_) : eager_; }

 private:
  PromptStep eager_;
  std::optional<GraphStep> graph_;
};

// A token of every sequence, launch by launch.
class DecodeStep final : public StepWork {
 public:
  // place: where the token before the first one stands.
  DecodeStep(Decoder& decoder, const LlmSettings& settings, c10::Device device, std::int64_t place);
  void step(StepTimer&) override { decoder_.step(decoding_); }

 private:
  Decoder& decoder_;
  Decoding decoding_;
};

// The same as it is measured: one recorded graph where the decoder can be recorded.
class AnswerSteps {
 public:
  enum class Place { begin, middle };  // of the answer; the latter for steps that stay there

  AnswerSteps(Decoder& decoder, const LlmSettings& settings, c10::Device device,
              Place place = Place::begin);

  StepWork& one_by_one() { return eager_; }
  StepWork& fastest() { return graph_ ? static_cast<StepWork&>(*graph_) : eager_; }
  bool is_graph() const { return graph_.has_value(); }

 private:
  DecodeStep eager_;
  std::optional<GraphStep> graph_;
};

}  // namespace wgf::engine
