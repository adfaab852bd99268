// SPDX-License-Identifier: MIT
#pragma once
// Why a row of published measurements is not used: the one list of those sentences. A reason that
// is not in it does not compile, and a test holds every one to its words in each language, which
// stand under validate.reason_… in the tables of messages.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace wgf::truth {

inline constexpr auto row_reasons = std::to_array<std::string_view>({
    "a batch far smaller than fills the card",
    "a kernel of one framework, not NCCL",
    "a laptop's card",
    "a load that nobody has",
    "a metric that is no step time",
    "a metric that is not forecast",
    "a number format that the card does not have",
    "a number that is not understood",
    "a part of a card",
    "a percentile and no mean",
    "a pool, and no keys and values that are needed",
    "a quote that does not end",
    "a rate that counts prompts too",
    "a share of which peak is not stated",
    "above 90 % of the card's peak: card, batch or kind of training doubtful",
    "an operator that is not described",
    "attention kernel not known",
    "batch not stated",
    "batches contradict each other",
    "beam search not described",
    "card outside the model",
    "clocks or voltages set by hand are not described",
    "computed by a model and not measured",
    "concurrency not stated",
    "expert parallelism not stated",
    "experts cut by tensor parallelism are not described",
    "experts do not divide the ranks",
    "faster than the card multiplies",
    "faster than the memory delivers the weights",
    "file cannot be read",
    "flagged as an outlier",
    "flagged: contradicts other rows of its source",
    "FLOPs of the network not known",
    "fp32 without TF32 is not described",
    "global batch smaller than one micro-batch a rank",
    "GPU not in the catalogue",
    "GPUs that do not use their links are not described",
    "gzip damaged",
    "how FLOPs are counted is not described",
    "how tokens spread over the experts is not known",
    "images in NHWC are not described",
    "images of another size",
    "input length not stated",
    "kernels launched without graphs",
    "kind of training not known",
    "layers of several kinds",
    "layout contradicts its notes",
    "layout does not multiply to the GPUs",
    "layout not stated",
    "layout not understood",
    "length of the sequences not stated",
    "limit of the card not known",
    "memory contradicts the card",
    "memory of several GPUs together",
    "micro-batches of the pipeline not stated",
    "more memory than the card has",
    "more or fewer fields than columns",
    "more pipeline stages than layers",
    "no 16-bit peak of the card",
    "no classic network of that name",
    "no GPUs",
    "no k",
    "no m",
    "no n",
    "no size",
    "no such card is sold",
    "no table of comma-separated values",
    "no value",
    "number format not known",
    "number format not stated",
    "number of GPUs not stated",
    "number of requests not stated",
    "offloaded activations are not described",
    "operation not known",
    "optimizer not described",
    "optimizer steps in the backward pass are not described",
    "other software than PyTorch's own is not described",
    "our reading has an unknown option",
    "our reading has an unknown value",
    "output length not stated",
    "outside what the model covers",
    "parallel layout not stated",
    "phase not known",
    "power limit contradicts the card",
    "power limit not stated",
    "prompts partly in the cache",
    "quantised base weights",
    "ranks do not divide the experts",
    "recomputation not understood",
    "recomputation of single operators is not described",
    "requests arrive at a rate that is not stated",
    "runs of bitsandbytes are not described",
    "schedule of the pipeline not described",
    "sequence length not stated",
    "sequences of another length than those of SQuAD",
    "services on this kind of accelerator are not described",
    "several machines are not described",
    "shape not stated",
    "shape of layers not known",
    "sharding not understood",
    "slowed by something else than the card",
    "software not known",
    "task of BERT not stated",
    "text behind a closing quote",
    "the metric names other lengths",
    "tokens accepted of those drafted not stated",
    "tokens before those that are timed are not in the columns",
    "unit contradicts the metric",
    "unit contradicts the value",
    "unit not known",
    "value not positive",
    "weights do not fit the GPUs stated",
    "weights or gradients streamed from the host",
    "weights partly on the host",
    "what a rank holds is not stated",
    "what is offloaded or recomputed not stated",
    "what the engine's line rests on",
    "what was measured is not described",
    "whose tokens are counted is not stated",
    "with speculative decoding or without, not stated",
});

class RowReason {
 public:
  // Takes only what stands above: the throw is none that a constant expression can reach.
  consteval RowReason(const char* text) : text_(text) {
    if (std::find(row_reasons.begin(), row_reasons.end(), text) == row_reasons.end())
      throw "a reason that row_reasons lacks";
  }
  // The words of a file (memory_cases.csv), whatever they are; they must outlive the reason.
  static constexpr RowReason of_file(std::string_view text) { return RowReason(text, Stated{}); }

  operator std::string() const { return std::string(text_); }
  constexpr bool operator==(const RowReason&) const = default;

 private:
  struct Stated {};
  constexpr RowReason(std::string_view text, Stated) : text_(text) {}

  std::string_view text_;
};

}  // namespace wgf::truth
