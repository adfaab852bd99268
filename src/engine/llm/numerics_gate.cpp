// SPDX-License-Identifier: MIT
#include "engine/llm/numerics_gate.h"

#include <ATen/Context.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "engine/llm/library_decoder.h"

namespace wgf::engine {
namespace {

// Steps cross the end of a page of 64, the prompt is read in two parts.
constexpr std::int64_t history = 96, prompt = 48, first_part = 20;

// Of the sequences that are compared: the first, the last and some between.
std::vector<std::int64_t> compared_rows(std::int64_t sequences) {
  const std::set<std::int64_t> rows{0, sequences / 3, 2 * sequences / 3, sequences - 1};
  return {rows.begin(), rows.end()};
}

at::Tensor whole(std::vector<std::int64_t> values, const at::Tensor& like) {
  return at::tensor(values, at::kLong).to(like.device());
}

// Logits after each token from the prompt's last on: [rows, history - prompt + 1, vocabulary].
at::Tensor logits_of_steps(Decoder& decoder, const at::Tensor& ids, const at::Tensor& rows) {
  std::vector<at::Tensor> all;
  const std::int64_t sequences = ids.size(0);
  const auto kept = [&](const at::Tensor& logits) {
    all.push_back(logits.index_select(0, rows).to(at::kFloat));
  };
  const auto read = [&](std::int64_t begin, std::int64_t end) {
    return decoder.forward(tokens_after(begin, ids.narrow(1, begin, end - begin)));
  };
  read(0, first_part);
  kept(read(first_part, prompt));
  Decoding decoding{.ids = at::full({sequences}, 0, ids.options()),
                    .past = at::full({sequences}, prompt - 1, ids.options()),
                    .first = 0,
                    .last = history - 1};
  for (std::int64_t i = prompt; i < history; ++i) {
    decoding.logits.reset();  // the text is given
    decoding.ids.copy_(ids.select(1, i));
    decoder.step(decoding);
    kept(decoding.logits);
  }
  return at::stack(all, 1);
}

// Logits after the last token of every text, [2, rows, vocabulary]: read once more as a turn of a
// load reads it, beside the last of the texts from its begin and beside a part of that.
at::Tensor logits_of_mixed(Decoder& decoder, const at::Tensor& ids, const at::Tensor& rows) {
  const std::int64_t answers = ids.size(0) - 1;
  const at::Tensor last = ids.select(1, history - 1).narrow(0, 0, answers);
  std::vector<at::Tensor> all;
  for (const std::int64_t begin : {std::int64_t{0}, history - 40}) {  // which no page begins with
    std::vector<std::int64_t> past(static_cast<std::size_t>(answers), history - 1);
    past.push_back(begin);
    const at::Tensor part = ids.select(0, answers).narrow(0, begin, history - begin);
    const at::Tensor logits = decoder.mixed({.ids = at::cat({last, part}),
                                             .past = whole(past, ids),
                                             .answers = answers,
                                             .most_seen = history,
                                             .parts = {{answers, begin, history - begin}}});
    all.push_back(logits.index_select(0, rows).to(at::kFloat));
  }
  return at::stack(all);
}

// Logits of the same tokens by one pass over the whole texts; experts as `choices` says.
at::Tensor logs_of_texts(Decoder& decoder, const at::Tensor& texts, const ExpertChoices* choices) {
  TokenBatch batch = tokens_after(0, texts);
  batch.wants_all = true;
  batch.choices = choices;
  const at::Tensor logits = decoder.forward(batch);
  return at::log_softmax(logits.narrow(1, prompt - 1, history - prompt + 1).to(at::kFloat), -1);
}

struct Divergence {
  double mean = 0;
  Interval interval;
};
Divergence divergence(const at::Tensor& reference, const at::Tensor& logs) {
  const at::Tensor all = (reference.exp() * (reference - logs)).sum(-1).flatten().cpu();
  const std::vector<float> values(all.data_ptr<float>(), all.data_ptr<float>() + all.numel());
  const std::vector<double> each(values.begin(), values.end()), ones(each.size(), 1.0);
  return {mean(each), mean_ratio_interval(each, ones)};
}

// What a network of few layers may lose, nats a token. Of many, rounding becomes larger from each
// to the next.
struct Band {
  c10::ScalarType type;
  WeightFormat format;
  double least;
};
constexpr double of_bf16 = 5e-3;
constexpr Band bands[] = {
    // Sums in another order, over a vocabulary of 10^5.
    {at::kFloat, WeightFormat::plain, 1e-6},
    // 11 bits of a number: a square of the error 64 times smaller than bf16's; softmax and sums in
    // float32 have a share in both.
    {at::kHalf, WeightFormat::plain, 1e-3},
    {at::kBFloat16, WeightFormat::plain, of_bf16},
    // Weights times their scale are rounded to bf16 by LibTorch's operators, a rounding more than
    // bf16 has. Inputs of long prompts have 4 bits, there as here: what that loses is beyond this.
    {at::kBFloat16, WeightFormat::fp8, of_bf16},
    // The same rounding; inputs have 15 bits below the largest of a group, all but the smallest
    // more than in bf16.
    {at::kBFloat16, WeightFormat::int8, of_bf16},
    {at::kBFloat16, WeightFormat::int4, of_bf16},
    // Numbers of 2 bits by powers of two are exact in bf16: no rounding more.
    {at::kBFloat16, WeightFormat::mxfp4, of_bf16},
};

}  // namespace

double least_divergence_allowed(c10::ScalarType type, WeightFormat format) {
  const auto band = std::find_if(std::begin(bands), std::end(bands), [&](const Band& one) {
    return one.type == type && one.format == format;
  });
  TORCH_INTERNAL_ASSERT(band != std::end(bands), "a precision without a band");
  return band->least;
}

Numerics check_numerics(Decoder& decoder, const DecoderShape& shape, const DecoderWeights& weights,
                        std::int64_t sequences, CacheFormat cache, std::uint64_t seed,
                        CheckedPasses passes) {
  at::manual_seed(seed);
  const auto options = weights.embedding.options().dtype(at::kLong);
  const at::Tensor ids = at::randint(shape.vocabulary, {sequences, history}, options);
  const at::Tensor rows = whole(compared_rows(sequences), ids);
  ExpertChoices choices;
  decoder.record_choices(&choices);
  const at::Tensor computed = at::log_softmax(logits_of_steps(decoder, ids, rows), -1);
  decoder.record_choices(nullptr);
  at::Tensor mixed;
  if (passes == CheckedPasses::mixed && shape.experts.count == 0)
    mixed = at::log_softmax(logits_of_mixed(decoder, ids, rows), -1);
  for (auto& pieces : choices.of_layer)
    if (!pieces.empty()) pieces = {at::cat(pieces, 1).index_select(0, rows)};

  const at::Tensor texts = ids.index_select(0, rows);
  const CacheSize size{texts.size(0), history, cache};
  const ExpertChoices* followed = shape.experts.count > 0 ? &choices : nullptr;
  const at::Tensor reference =
      logs_of_texts(*make_reference_decoder(shape, weights, size), texts, followed);
  const Divergence of_decoder = divergence(reference, computed);
  double allowed = least_divergence_allowed(weights.embedding.scalar_type(), format_of(weights));
  if (weights.embedding.scalar_type() != at::kFloat || cache != CacheFormat::plain) {
    // What rounding makes of it in LibTorch's own operators.
    constexpr double as_library = 2;
    const at::Tensor rounded =
        logs_of_texts(*make_library_decoder(shape, weights, size), texts, followed);
    allowed = std::max(allowed, as_library * divergence(reference, rounded).interval.high);
  }

  const at::Tensor at_end = reference.select(1, reference.size(1) - 1).unsqueeze(0);
  // Of the tokens that follow in the text.
  const at::Tensor next = texts.narrow(1, prompt, history - prompt).unsqueeze(2);
  const auto mean_log = [&](const at::Tensor& logs) {
    return logs.narrow(1, 0, history - prompt).gather(2, next).mean().item<double>();
  };
  return {.divergence = of_decoder.mean,
          .interval = of_decoder.interval,
          .perplexity_ratio = std::exp(mean_log(reference) - mean_log(computed)),
          .largest_allowed = allowed,
          .mixed_divergence = mixed.defined() ? divergence(at_end, mixed).mean : 0};
}

}  // namespace wgf::engine
