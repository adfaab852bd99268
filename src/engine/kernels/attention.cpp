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
#include "engine/kernels/kernel_list.h"
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

// What rounding explains of gradients beyond other sums: they are differences of sums of like size,
// whose errors stay while they themselves cancel, and LibTorch's CPU kernel adds up blocks of
// queries and heads that share keys in the format itself. Seen in causal attention: up to 97
// roundoffs on CPUs (of fp32 200), 27 on a GPU.
double slack_of_gradients(const NumberFormat& format, c10::Device device) {
  const double roundoffs = device.is_cpu() ? 160 : 48;
  return std::max(1e-4, roundoffs * format.roundoff);
}

class Attention final : public Kernel {
 public:
  Attention(const AttentionShape& shape, const NumberFormat& format, c10::Device device)
      : shape_(shape), slack_(slack_of_gradients(format, device)) {
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

  // Sampled queries of a few heads, and backward sampled keys too, of as many of these heads as
  // their sums over all queries do not take too long.
  Comparison compare() const override {
    const std::vector<Place> all = places();
    std::vector<Comparison> parts;
    for (const Place& place : all) parts.push_back(compare_queries(place));
    if (!shape_.is_backward) return joined(parts);
    const std::size_t count = std::min(all.size(), most_sums());
    for (std::size_t i = all.size() - count; i < all.size(); ++i)
      for (Comparison& part : compare_keys(all[i])) parts.push_back(std::move(part));
    Comparison comparison = joined(parts);
    comparison.slack = slack_;
    return comparison;
  }

  std::optional<Message> unchecked() const override {
    if (!shape_.is_backward || most_sums() > 0) return std::nullopt;
    return Message{"engine.keys_not_checked",
                   {{"queries", std::to_string(shape_.queries * shape_.group())},
                    {"keys", std::to_string(shape_.keys)}}};
  }

 private:
  // Heads of keys whose gradients can be summed in seconds of a host.
  std::size_t most_sums() const {
    constexpr std::int64_t most_scores = std::int64_t{3} << 27;
    return static_cast<std::size_t>(most_scores / shape_.keys / (shape_.queries * shape_.group()));
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
    const Shared shared = shared_of(place);
    const Weights weights = weights_of(place, shared, rows);
    if (!shape_.is_backward)
      return {.computed = picked(head(output_, place), 0, rows),
              .reference = at::matmul(weights.weights, shared.value),
              .terms = shape_.keys};
    return {.computed = picked(head(gradients_[0], place), 0, rows),
            .reference = at::matmul(weights.score_gradients, shared.key) * scale(),
            .terms = shape_.keys};
  }

  // The key and value head of a head of queries, as float64 on the CPU.
  struct Shared {
    Place place;
    at::Tensor key, value;
  };
  Shared shared_of(const Place& of) const {
    const Place place{of.sequence, of.head / shape_.group()};
    return {place, on_cpu(head(key_, place)), on_cpu(head(value_, place))};
  }

  // Of some queries of one head, for all keys, as float64 on the CPU.
  struct Weights {
    at::Tensor weights;          // softmax of the scores
    at::Tensor score_gradients;  // backward only
  };
  Weights weights_of(const Place& place, const Shared& shared, const at::Tensor& rows) const {
    const at::Tensor queries = picked(head(query_, place), 0, rows);
    at::Tensor scores = at::matmul(queries, shared.key.t()) * scale();
    if (shape_.is_causal)
      scores = scores.masked_fill(at::arange(shape_.keys) > rows.unsqueeze(1),
                                  -std::numeric_limits<double>::infinity());
    Weights result{.weights = at::softmax(scores, -1)};
    if (!shape_.is_backward) return result;
    const at::Tensor above =
        at::matmul(picked(head(output_gradient_, place), 0, rows), shared.value.t());
    result.score_gradients = result.weights * (above - (result.weights * above).sum(-1, true));
    return result;
  }

  // Gradients of the key and value head of this one: sums over all queries of all heads that share
  // it.
  std::vector<Comparison> compare_keys(const Place& of) const {
    const Shared shared = shared_of(of);
    const at::Tensor columns = sample_places(shape_.keys, sampled_lines);
    const at::Tensor all = at::arange(shape_.queries, at::kLong);
    // So many queries at once that their scores are 8 MiB.
    const std::int64_t at_once = std::max<std::int64_t>(1, (std::int64_t{1} << 20) / shape_.keys);
    at::Tensor key_gradient = at::zeros({columns.numel(), shape_.head_size}, at::kDouble);
    at::Tensor value_gradient = at::zeros_like(key_gradient);
    for (std::int64_t i = 0; i < shape_.group(); ++i) {
      const Place place{of.sequence, shared.place.head * shape_.group() + i};
      for (const at::Tensor& rows : all.split(at_once)) {
        const auto [weights, score_gradients] = weights_of(place, shared, rows);
        const auto add_product = [&](at::Tensor& sum, const at::Tensor& of_scores,
                                     const at::Tensor& of_queries) {
          sum += at::matmul(of_scores.index_select(1, columns).t(),
                            picked(head(of_queries, place), 0, rows));
        };
        add_product(key_gradient, score_gradients * scale(), query_);
        add_product(value_gradient, weights, output_gradient_);
      }
    }
    const auto compared = [&](const at::Tensor& gradient, const at::Tensor& reference) {
      return Comparison{picked(head(gradient, shared.place), 0, columns), reference,
                        shape_.queries};
    };
    return {compared(gradients_[1], key_gradient), compared(gradients_[2], value_gradient)};
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
  double slack_;  // of gradients
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
