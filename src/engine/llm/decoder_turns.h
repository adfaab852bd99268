// SPDX-License-Identifier: MIT
#pragma once
// Turns of a scheduler on a decoder: slots are rows of its cache, answers go on by their likeliest
// token.

#include <ATen/core/Tensor.h>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/llm/decoder.h"
#include "engine/llm/key_value_cache.h"
#include "engine/llm/serve_requests.h"

namespace wgf::engine {

class DecoderTurns final : public ServedWork {
 public:
  enum class Steps { eager, recorded };  // recorded: a graph for each number of rows, at once

  // The decoder's cache has rows for all slots and room in each for any request.
  DecoderTurns(Decoder& decoder, c10::Device device, CacheSize cache, Steps steps);
  ~DecoderTurns() override;

  // The prompts of the requests to come, by their numbers; their answers are empty again.
  void set_prompts(const std::vector<std::vector<std::int64_t>>& prompts);
  void put(std::size_t request, const std::vector<std::int64_t>& prompt) override;
  void drop(std::size_t request, std::optional<std::int64_t> slot) override;
  std::int64_t last_token(std::size_t request) const override { return answers_[request].back(); }
  void run(const Turn& turn) override;
  const std::vector<std::int64_t>& answer(std::size_t request) const { return answers_[request]; }

 private:
  class RowStep;

  // What goes into the first rows of the cache: a token of each, and where to.
  struct RowTokens {
    std::vector<std::int64_t> ids, places;
  };

  std::int64_t rows_for(const Turn& turn) const;
  std::int64_t mixed_rows(std::int64_t rows) const;
  RowTokens take_steps(const Turn& turn, std::int64_t rows);
  void step(const Turn& turn, std::int64_t rows);
  at::Tensor read(const PromptChunk& chunk);
  void run_apart(const Turn& turn);
  void run_mixed(const Turn& turn);

  Decoder& decoder_;
  const c10::Device device_;
  const CacheSize cache_;
  // Of each row: the token that goes in next, the place before the one it goes to.
  at::Tensor ids_, past_, next_;
  std::vector<std::int64_t> filled_;  // tokens of each row that are in the cache and stay
  std::map<std::int64_t, std::unique_ptr<RowStep>> steps_;  // by the number of rows
  std::vector<at::Tensor> prompts_;                         // [tokens], by request
  std::vector<std::vector<std::int64_t>> answers_;
};

}  // namespace wgf::engine
