// SPDX-License-Identifier: MIT
#pragma once
// Causal attention of sequences whose tokens are shared out among ranks (context parallelism), in
// zigzag: of 2 c equal parts rank r has parts r and 2 c - 1 - r, so that all see as many keys.
// docs/method/ranks.md.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/distributed/rank_group.h"
#include "engine/training/operations.h"

namespace wgf::engine {

// ring: keys and values go round, a part of the work at each stop (Liu 2023). all_gather: all are
// there first (Llama 3). ulysses: heads are exchanged for tokens (Jacobs 2023), of which there must
// be a multiple of the ranks.
enum class ContextForm { ring, all_gather, ulysses };
std::string_view to_text(ContextForm form);
std::optional<ContextForm> parse_context_form(std::string_view text);

class ContextAttention {
 public:
  // whole: attention of all tokens to all, for `ulysses`; both outlive it.
  ContextAttention(ContextForm form, RankGroup& ranks, TrainingOperations& whole)
      : form_(form), ranks_(ranks), whole_(whole) {}

  // The rank's tokens of a sequence of so many, in their order.
  static at::Tensor tokens_of(std::int64_t length, int rank, int ranks, c10::Device device);

  Attended forward(const Heads& heads, double scale);
  HeadTensors backward(const at::Tensor& d_output, const Heads& heads, const Attended& attended,
                       double scale);

  // The rank's queries from some on, to so many keys.
  struct Block {
    std::int64_t first_query = 0, keys = 0;
    bool is_causal = false;
  };

 private:
  struct Passing;    // on its way to the next rank
  struct Gathering;  // on their way to all ranks

  Attended ring_forward(const Heads& heads, double scale);
  HeadTensors ring_backward(const at::Tensor& d_output, const Heads& heads,
                            const Attended& attended, double scale);
  Attended gathered_forward(const Heads& heads, double scale);
  HeadTensors gathered_backward(const at::Tensor& d_output, const Heads& heads,
                                const Attended& attended, double scale);
  Attended exchanged_forward(const Heads& heads, double scale);
  HeadTensors exchanged_backward(const at::Tensor& d_output, const Attended& attended,
                                 double scale);
  std::vector<std::pair<std::int64_t, Block>> others(std::int64_t part) const;
  // All tokens in order of the rank's heads, and back.
  std::vector<at::Tensor> to_heads(const std::vector<at::Tensor>& all);
  std::vector<at::Tensor> to_tokens(const std::vector<at::Tensor>& all);
  at::Tensor exchanged(const at::Tensor& parts);

  const ContextForm form_;
  RankGroup& ranks_;
  TrainingOperations& whole_;
};

}  // namespace wgf::engine
