// SPDX-License-Identifier: MIT
// Scaled dot-product attention as models call it: prefill (as many queries as keys) or decode (one
// query), causal or not, with grouped key and value heads, forward or backward, by the backend
// LibTorch picks or one alone.

#include <ATen/Context.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/randn_like.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using results::Parameters;

struct AttentionShape {
  std::int64_t batch, heads, kv_heads, queries, keys, head_size;
  bool is_causal, is_backward;

  std::int64_t group() const { return heads / kv_heads; }

  // Pairs of a query and a key it sees. Query i sees keys 0 … i where causal.
  double pairs() const {
    const auto q = static_cast<double>(queries), k = static_cast<double>(keys);
    if (!is_causal) return q * k;
    return q <= k ? q * (q + 1) / 2 : k * (k + 1) / 2 + (q - k) * k;
  }
};

[[noreturn]] void throw_bad(std::string_view name, std::int64_t value, std::string choices) {
  throw CaseEnded(results::Status::failed, {"engine.unknown_value",
                                            {{"name", std::string(name)},
                                             {"value", std::to_string(value)},
                                             {"choices", std::move(choices)}}});
}

AttentionShape read_attention(const Parameters& parameters) {
  AttentionShape shape{.batch = count_of(parameters, "batch", 8),
                       .heads = count_of(parameters, "heads", 32)};
  shape.kv_heads = count_of(parameters, "kv_heads", shape.heads);
  const std::int64_t sequence = count_of(parameters, "sequence_length", 4096);
  const bool is_decode = choice_of(parameters, "phase", {"prefill", "decode"}) == "decode";
  shape.queries = is_decode ? 1 : sequence;
  shape.keys = sequence;
  shape.head_size = count_of(parameters, "head_size", 128);
  // The one query of a decode step is the last token: it sees every key.
  shape.is_causal = !is_decode && parameters.flag("causal", true);
  shape.is_backward = choice_of(parameters, "pass", {"forward", "backward"}) == "backward";
  if (shape.heads % shape.kv_heads != 0)
    throw_bad("kv_heads", shape.kv_heads, "divisors of " + std::to_string(shape.heads));
  return shape;
}

// One backend alone, so that nothing else does the work where it cannot.
void choose_backend(const std::string& name) {
  if (name == "auto") return;
  at::Context& context = at::globalContext();
  context.setSDPUseFlash(name == "flash");
  context.setSDPUseMemEfficient(name == "efficient");
  context.setSDPUseCuDNN(name == "cudnn");
  context.setSDPUseMath(name == "math");
}

// LibTorch's words where the backend that is switched on has no kernel for the device, type or
// shape.
bool lacks_kernel(std::string_view what) {
  for (const std::string_view words :
       {"No viable backend", "No available kernel", "Invalid backend"})
    if (what.find(words) != std::string_view::npos) return true;
  return false;
}

class Attention final : public Kernel {
 public:
  Attention(const AttentionShape& shape, const NumberFormat& format, c10::Device device)
      : shape_(shape), backward_slack_(std::max(1e-4, 26 * format.roundoff)) {
    const auto options = at::TensorOptions(device).dtype(format.type);
    const auto random = [&](std::int64_t heads, std::int64_t length) {
      return at::randn({shape.batch, heads, length, shape.head_size}, options)
          .set_requires_grad(shape.is_backward);
    };
    query_ = random(shape.heads, shape.queries);
    key_ = random(shape.kv_heads, shape.keys);
    value_ = random(shape.kv_heads, shape.keys);
    if (!shape.is_backward) return;
    output_ = attend();
    output_gradient_ = at::randn_like(output_);
  }

  void run() override {
    if (!shape_.is_backward)
      output_ = attend();
    else
      gradients_ = torch::autograd::grad({output_}, {query_, key_, value_}, {output_gradient_},
                                         /*retain_graph=*/true);
  }

  // Forward two products over all pairs, backward five. Bytes as if scores never left the chip.
  KernelWork work() const override {
    const double products = shape_.is_backward ? 5 : 2;
    const double multiplies = static_cast<double>(shape_.batch * shape_.heads) * shape_.pairs() *
                              static_cast<double>(shape_.head_size);
    const double inputs = static_cast<double>(query_.nbytes() + key_.nbytes() + value_.nbytes());
    const auto output = static_cast<double>(query_.nbytes());
    return {.flops = 2 * products * multiplies,
            .bytes = shape_.is_backward ? 2 * inputs + 2 * output : inputs + output};
  }

  // Sampled queries of a few heads, and backward sampled keys too where the sums over all queries
  // do not take too long.
  Comparison compare() const override {
    std::vector<Comparison> parts;
    for (const Place& place : places()) {
      parts.push_back(compare_queries(place));
      if (shape_.is_backward && can_sum_queries())
        for (Comparison& part : compare_keys(place)) parts.push_back(std::move(part));
    }
    Comparison comparison = joined(parts);
    // The difference of two sums of like size: their errors stay, they themselves cancel. Seen: 15
    // roundoffs of bf16, 100 of fp32.
    if (shape_.is_backward) comparison.slack = backward_slack_;
    return comparison;
  }

  std::optional<Message> unchecked() const override {
    if (!shape_.is_backward || can_sum_queries()) return std::nullopt;
    return Message{"engine.keys_not_checked",
                   {{"queries", std::to_string(shape_.queries * shape_.group())},
                    {"keys", std::to_string(shape_.keys)}}};
  }

 private:
  bool can_sum_queries() const {
    constexpr std::int64_t most_scores = std::int64_t{1} << 27;  // seconds of a host
    return shape_.queries * shape_.group() <= most_scores / shape_.keys;
  }

  static constexpr std::int64_t sampled_lines = 64;

  // The first and the last of both, and one between: heads that share keys in another order than
  // they should differ in one of them.
  struct Place {
    std::int64_t sequence, head;
  };
  std::vector<Place> places() const {
    std::vector<Place> all{{0, 0}};
    const Place middle{shape_.batch / 2, shape_.heads / 2},
        last{shape_.batch - 1, shape_.heads - 1};
    for (const Place& place : {middle, last})
      if (place.sequence != all.back().sequence || place.head != all.back().head)
        all.push_back(place);
    return all;
  }

  Comparison compare_queries(const Place& place) const {
    const at::Tensor rows = sample_places(shape_.queries, sampled_lines);
    const std::int64_t shared = place.head / shape_.group();
    const Weights weights = weights_of(place, rows);
    if (!shape_.is_backward)
      return {
          .computed = picked(head(output_, place), 0, rows),
          .reference = at::matmul(weights.weights, on_cpu(head(value_, {place.sequence, shared}))),
          .terms = shape_.keys};
    const at::Tensor k = on_cpu(head(key_, {place.sequence, shared}));
    return {.computed = picked(head(gradients_[0], place), 0, rows),
            .reference = at::matmul(weights.score_gradients, k) * scale(),
            .terms = shape_.keys};
  }

  // Of some queries of one head, for all keys, as float64 on the CPU.
  struct Weights {
    at::Tensor weights;          // softmax of the scores
    at::Tensor score_gradients;  // backward only
  };
  Weights weights_of(const Place& place, const at::Tensor& rows) const {
    const Place shared{place.sequence, place.head / shape_.group()};
    const at::Tensor k = on_cpu(head(key_, shared));
    at::Tensor scores = at::matmul(picked(head(query_, place), 0, rows), k.t()) * scale();
    if (shape_.is_causal)
      scores = scores.masked_fill(at::arange(shape_.keys) > rows.unsqueeze(1),
                                  -std::numeric_limits<double>::infinity());
    Weights result{.weights = at::softmax(scores, -1)};
    if (!shape_.is_backward) return result;
    const at::Tensor v = on_cpu(head(value_, shared));
    const at::Tensor above = at::matmul(picked(head(output_gradient_, place), 0, rows), v.t());
    result.score_gradients = result.weights * (above - (result.weights * above).sum(-1, true));
    return result;
  }

  // Gradients of the key and value head of this one: sums over all queries of all heads that share
  // it.
  std::vector<Comparison> compare_keys(const Place& of) const {
    const Place shared{of.sequence, of.head / shape_.group()};
    const at::Tensor columns = sample_places(shape_.keys, sampled_lines);
    const at::Tensor all = at::arange(shape_.queries, at::kLong);
    // So many queries at once that their scores are 8 MiB.
    const std::int64_t at_once = std::max<std::int64_t>(1, (std::int64_t{1} << 20) / shape_.keys);
    at::Tensor key_gradient = at::zeros({columns.numel(), shape_.head_size}, at::kDouble);
    at::Tensor value_gradient = at::zeros_like(key_gradient);
    for (std::int64_t i = 0; i < shape_.group(); ++i) {
      const Place place{of.sequence, shared.head * shape_.group() + i};
      for (const at::Tensor& rows : all.split(at_once)) {
        const auto [weights, score_gradients] = weights_of(place, rows);
        const auto add_product = [&](at::Tensor& sum, const at::Tensor& of_scores,
                                     const at::Tensor& of_queries) {
          sum += at::matmul(of_scores.index_select(1, columns).t(),
                            picked(head(of_queries, place), 0, rows));
        };
        add_product(key_gradient, score_gradients * scale(), query_);
        add_product(value_gradient, weights, output_gradient_);
      }
    }
    return {{picked(head(gradients_[1], shared), 0, columns), key_gradient, shape_.queries},
            {picked(head(gradients_[2], shared), 0, columns), value_gradient, shape_.queries}};
  }

  double scale() const { return 1 / std::sqrt(static_cast<double>(shape_.head_size)); }
  at::Tensor attend() const {
    return at::scaled_dot_product_attention(query_, key_, value_, {}, 0.0, shape_.is_causal, {},
                                            shape_.group() > 1);
  }
  static at::Tensor head(const at::Tensor& tensor, const Place& place) {
    return tensor.detach().select(0, place.sequence).select(0, place.head);
  }

  AttentionShape shape_;
  double backward_slack_;
  at::Tensor query_, key_, value_, output_, output_gradient_;
  std::vector<at::Tensor> gradients_;
};

class AttentionBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "attention"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase attention(value, context, "bf16");
    const AttentionShape shape = read_attention(attention.parameters());
    const std::string backend = choice_of(attention.parameters(), "backend",
                                          {"auto", "flash", "efficient", "cudnn", "math"});
    choose_backend(backend);
    if (backend != "auto") attention.math().sdpa_backends = backend;
    const c10::InferenceMode no_gradients(!shape.is_backward);
    try {
      Attention kernel(shape, attention.format(), attention.device());
      return attention.measure(kernel);
    } catch (const c10::Error& error) {
      if (backend == "auto" || !lacks_kernel(error.what_without_backtrace())) throw;
      throw CaseEnded(results::Status::unsupported,
                      {"engine.no_attention_kernel",
                       {{"backend", backend},
                        {"device", value.device},
                        {"precision", std::string(attention.format().name)}}});
    }
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_attention_benchmark() {
  return std::make_unique<AttentionBenchmark>();
}

}  // namespace wgf::engine
