// SPDX-License-Identifier: MIT
#include "engine/llm/decoder_turns.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <optional>

#include "engine/measure/graph_step.h"

namespace wgf::engine {
namespace {

at::TensorOptions whole_on(c10::Device device) {
  return at::TensorOptions(device).dtype(at::kLong);
}

std::vector<std::int64_t> on_host(const at::Tensor& values) {
  const at::Tensor host = values.cpu();
  return {host.data_ptr<std::int64_t>(), host.data_ptr<std::int64_t>() + host.numel()};
}

}  // namespace

// A token of each of the first rows, and which one comes next.
class DecoderTurns::RowStep final : public StepWork {
 public:
  RowStep(DecoderTurns& all, std::int64_t rows, bool is_recorded)
      : decoder_(all.decoder_),
        decoding_{.ids = all.ids_.narrow(0, 0, rows),
                  .past = all.past_.narrow(0, 0, rows),
                  .last = all.cache_.tokens - 1},
        next_(all.next_.narrow(0, 0, rows)),
        untimed_(all.device_, 1) {
    if (is_recorded) graph_.emplace(all.device_, *this);
  }

  void step(StepTimer&) override {
    decoding_.logits.reset();  // the tokens are given
    decoder_.step(decoding_);
    next_.copy_(decoding_.logits.argmax(-1));
  }

  // last_place: the furthest that a token goes to.
  void run(std::int64_t last_place) {
    if (graph_) return graph_->step(untimed_);
    decoding_.last = last_place;
    step(untimed_);
  }

 private:
  Decoder& decoder_;
  Decoding decoding_;
  at::Tensor next_;
  StepTimer untimed_;  // outside a stretch: its marks do nothing
  std::optional<GraphStep> graph_;
};

DecoderTurns::DecoderTurns(Decoder& decoder, c10::Device device, CacheSize cache, Steps steps)
    : decoder_(decoder),
      device_(device),
      cache_(cache),
      ids_(at::zeros({cache.sequences}, whole_on(device))),
      past_(at::full({cache.sequences}, -1, whole_on(device))),
      next_(at::zeros({cache.sequences}, whole_on(device))),
      filled_(static_cast<std::size_t>(cache.sequences)) {
  for (std::int64_t rows = 1;; rows = std::min(2 * rows, cache.sequences)) {
    steps_[rows] = std::make_unique<RowStep>(*this, rows, steps == Steps::recorded);
    if (rows == cache.sequences) break;
  }
}

DecoderTurns::~DecoderTurns() = default;

void DecoderTurns::set_prompts(const std::vector<std::vector<std::int64_t>>& prompts) {
  std::vector<std::int64_t> ids;
  for (const auto& prompt : prompts) ids.insert(ids.end(), prompt.begin(), prompt.end());
  const at::Tensor all = at::tensor(ids, at::kLong).to(device_);  // one copy
  prompts_.clear();
  std::int64_t begin = 0;
  for (const auto& prompt : prompts) {
    const auto tokens = static_cast<std::int64_t>(prompt.size());
    prompts_.push_back(all.narrow(0, begin, tokens));
    begin += tokens;
  }
  answers_.assign(prompts.size(), {});
  std::fill(filled_.begin(), filled_.end(), 0);
}

void DecoderTurns::put(std::size_t request, const std::vector<std::int64_t>& prompt) {
  if (request >= prompts_.size()) {
    prompts_.resize(request + 1);
    answers_.resize(request + 1);
  }
  prompts_[request] = at::tensor(prompt, at::kLong).to(device_);
  answers_[request].clear();
}

void DecoderTurns::drop(std::size_t request, std::optional<std::int64_t> slot) {
  prompts_[request].reset();
  if (slot) filled_[static_cast<std::size_t>(*slot)] = 0;
}

std::int64_t DecoderTurns::rows_for(const Turn& turn) const {
  return steps_.lower_bound(turn.steps.back().slot + 1)->first;
}

// A row between them whose prompt is still being read writes where its next part will, one that
// nobody holds at its begin: both are written again before anything sees them.
DecoderTurns::RowTokens DecoderTurns::take_steps(const Turn& turn, std::int64_t rows) {
  RowTokens tokens{.ids = std::vector<std::int64_t>(static_cast<std::size_t>(rows), 0),
                   .places = {filled_.begin(), filled_.begin() + rows}};
  for (const AnswerStep& one : turn.steps) {
    const auto row = static_cast<std::size_t>(one.slot);
    tokens.ids[row] = answers_[one.request].back();
    filled_[row] = one.ends_answer ? 0 : filled_[row] + 1;
  }
  return tokens;
}

void DecoderTurns::step(const Turn& turn, std::int64_t rows) {
  const RowTokens tokens = take_steps(turn, rows);
  ids_.narrow(0, 0, rows).copy_(at::tensor(tokens.ids, at::kLong));
  past_.narrow(0, 0, rows).copy_(at::tensor(tokens.places, at::kLong).sub_(1));
  steps_.at(rows)->run(*std::max_element(tokens.places.begin(), tokens.places.end()));
}

at::Tensor DecoderTurns::read(const PromptChunk& chunk) {
  const at::Tensor ids = prompts_[chunk.request].narrow(0, chunk.begin, chunk.tokens);
  const at::Tensor logits =
      decoder_.forward(tokens_after(chunk.begin, ids.unsqueeze(0), chunk.slot));
  filled_[static_cast<std::size_t>(chunk.slot)] = chunk.begin + chunk.tokens;
  return logits;
}

void DecoderTurns::run(const Turn& turn) {
  if (!turn.chunks.empty() && decoder_.mixes_at_once()) return run_mixed(turn);
  run_apart(turn);
}

// Products of few sizes: each new one costs the library a search for its kernel.
std::int64_t DecoderTurns::mixed_rows(std::int64_t rows) const {
  constexpr std::int64_t whole = 16;
  return std::min((rows + whole - 1) / whole * whole, cache_.sequences);
}

void DecoderTurns::run_mixed(const Turn& turn) {
  const std::int64_t answers = turn.steps.empty() ? 0 : mixed_rows(turn.steps.back().slot + 1);
  RowTokens tokens = take_steps(turn, answers);
  MixedBatch batch{.answers = answers};
  if (answers > 0)
    batch.most_seen = 1 + *std::max_element(tokens.places.begin(), tokens.places.end());
  for (const PromptChunk& chunk : turn.chunks) {
    tokens.places.push_back(chunk.begin);
    batch.parts.push_back({chunk.slot, chunk.begin, chunk.tokens});
    filled_[static_cast<std::size_t>(chunk.slot)] = chunk.begin + chunk.tokens;
  }
  std::vector<std::int64_t> both = tokens.ids;
  both.insert(both.end(), tokens.places.begin(), tokens.places.end());
  const at::Tensor given = at::tensor(both, at::kLong).to(device_);  // one copy
  std::vector<at::Tensor> ids{given.narrow(0, 0, answers)};
  for (const PromptChunk& chunk : turn.chunks)
    ids.push_back(prompts_[chunk.request].narrow(0, chunk.begin, chunk.tokens));
  batch.ids = at::cat(ids);
  batch.past = given.narrow(0, answers, given.size(0) - answers);
  const std::vector<std::int64_t> next = on_host(decoder_.mixed(batch).argmax(-1));
  for (const AnswerStep& one : turn.steps)
    answers_[one.request].push_back(next[static_cast<std::size_t>(one.slot)]);
  auto of_chunk = next.begin() + answers;
  for (const PromptChunk& chunk : turn.chunks) {
    if (chunk.ends_prompt) answers_[chunk.request].push_back(*of_chunk);
    ++of_chunk;
  }
}

// A graph of a step, then each part of a prompt.
void DecoderTurns::run_apart(const Turn& turn) {
  const std::int64_t rows = turn.steps.empty() ? 0 : rows_for(turn);
  if (rows > 0) step(turn, rows);
  std::vector<at::Tensor> firsts;
  for (const PromptChunk& chunk : turn.chunks) {
    const at::Tensor logits = read(chunk);
    if (chunk.ends_prompt) firsts.push_back(logits.argmax(-1));
  }
  if (rows > 0) {
    const std::vector<std::int64_t> next = on_host(next_.narrow(0, 0, rows));
    for (const AnswerStep& one : turn.steps)
      answers_[one.request].push_back(next[static_cast<std::size_t>(one.slot)]);
  }
  auto first = firsts.begin();
  for (const PromptChunk& chunk : turn.chunks)
    if (chunk.ends_prompt) answers_[chunk.request].push_back(on_host(*first++).front());
}

}  // namespace wgf::engine
