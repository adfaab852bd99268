// SPDX-License-Identifier: MIT
#pragma once
// What one engine of a service does over and over: passes that generate, and prompts read between.

#include <algorithm>
#include <array>
#include <cmath>

#include "advisor/operators/power_sum.h"
#include "advisor/serving/coefficients.h"
#include "advisor/serving/pass_memo.h"

namespace wgf::advisor {

inline constexpr double chunk_tokens = 8192;  // of prompts that engines read in one pass
inline constexpr double small_chunk = 512;    // of llama.cpp (n_ubatch)
inline constexpr double small_batch = 2048;   // and its n_batch

// Whether the host launches every kernel of a token: llama.cpp has no CUDA graphs on several GPUs
// (the first source of ggml-cuda with graphs, May 2024: "disable for multi-gpu for now").
inline bool launches_kernels(const ServingCase& one) {
  return one.software == ServingSoftware::llama_cpp && one.layout.gpus() > 1;
}

// The times of one case on one card, operators with the coefficients of its software.
struct Service {
  const Network& network;
  const ServingCase& one;
  const PassCard& card;
  const ServingCoefficients& c;
  PassMemo* memo = nullptr;

  std::size_t software() const { return static_cast<std::size_t>(one.software); }

  double product_factor(bool reads_prompts) const {
    const double bytes = facts_of(one.precision.matrices).weight_bytes;
    if (is_for_one_user(one.software)) return bytes >= 2 || reads_prompts ? 1 : c.unpacked;
    return bytes >= 2 ? 1 : bytes >= 1 ? c.eight_bits : c.four_bits;
  }
  double expert_factor() const {
    const double bytes = facts_of(one.precision.matrices).weight_bytes;
    return c.experts * (bytes >= 2 ? 1 : bytes >= 1 ? c.experts_eight : c.experts_four);
  }

  // Seconds of each part, prompts with their own factors.
  std::array<double, pass_part_count> seconds(const PassTerms& t, bool reads_prompts) const {
    const double products = reads_prompts ? c.prompt_products[software()] : c.products[software()];
    std::array<double, pass_part_count> all{};
    const auto set = [&](PassPart part, double factor) {
      all[static_cast<std::size_t>(part)] = t[part] * factor;
    };
    set(PassPart::matrices, products * product_factor(reads_prompts));
    set(PassPart::wide, products);
    const double experts = expert_factor() * (reads_prompts ? c.prompt_experts : 1);
    set(PassPart::experts, products * experts);
    set(PassPart::imbalance, products * experts * c.imbalance);
    set(PassPart::attention, c.attention);
    set(PassPart::latent, c.latent);
    set(PassPart::prompts, c.prompts);
    set(PassPart::latent_prompts, c.latent_prompts);
    set(PassPart::recurrent, 1);
    set(PassPart::collectives, reads_prompts ? c.prompt_collectives : c.collectives[software()]);
    set(PassPart::exchange, reads_prompts ? c.prompt_exchange : c.exchange);
    set(PassPart::unpacking, 1);
    set(PassPart::between, c.between);
    const bool has_graphs = !reads_prompts && !launches_kernels(one);
    set(PassPart::kernels, has_graphs ? c.kernel[software()] : c.prompt_kernel[software()]);
    return all;
  }
  double sum(const PassTerms& t, bool reads_prompts) const {
    double all = 0;
    for (const double part : seconds(t, reads_prompts)) all += part;
    return all;
  }

  // of_pool: on an engine of the prefill pool.
  PassTerms pass(bool of_pool, const PassWork& work) const {
    if (memo != nullptr)
      if (const PassTerms* known = memo->find(of_pool, work)) return *known;
    const ServingLayout& layout = of_pool ? one.prefill->layout : one.layout;
    const PassTerms terms = pass_terms(network, layout, one.precision, card, work);
    if (memo != nullptr) memo->keep(of_pool, work, terms);
    return terms;
  }

  double context() const { return one.input_tokens + one.output_tokens / 2; }

  PassWork generating(double requests) const {
    return {.sequences = requests, .context = context(), .tokens_each = 1.0 + one.drafted_tokens};
  }
  double host(double requests) const {
    return c.step[software()] + c.sequence[software()] * requests;
  }
  // A pass that generates. The host schedules, samples and answers for the next one beside it,
  // where no stages wait for each other's tokens.
  double step(const PassTerms& t, double requests) const {
    const double gpu = sum(t, false) + host(requests);
    const double loop = c.loop[software()] * requests / one.layout.attention_dp;
    if (one.layout.pp > 1) return gpu + loop;
    constexpr double bend = 4;
    return power_sum(gpu, loop, 0, bend);
  }

  // One prompt alone on an engine; of several ranks of attention each reads one. Long ones are read
  // in chunks, on which a pipeline's stages work one behind the other.
  double prompt_time() const {
    const ServingLayout& layout = one.prefill ? one.prefill->layout : one.layout;
    const double chunk = one.software == ServingSoftware::llama_cpp ? small_chunk : chunk_tokens;
    const double chunks = std::max(1.0, std::ceil(one.input_tokens / chunk));
    PassWork work{.prompts = 1.0 * layout.attention_dp};
    work.prompt_tokens = one.input_tokens / chunks;
    work.prompt_past = (one.input_tokens - work.prompt_tokens) / 2;
    work.writes_scores = !one.has_fused_attention;
    work.multiplies_integers = one.multiplies_integers;
    const double once = sum(pass(one.prefill.has_value(), work), true) + c.step[software()];
    // llama.cpp's stages run empty after every batch (n_batch) of such chunks.
    const double batches =
        one.software == ServingSoftware::llama_cpp ? std::ceil(one.input_tokens / small_batch) : 1;
    return once * (chunks + batches * (layout.pp - 1)) / layout.pp;
  }

  // Of an engine that only reads prompts, what each takes while `waiting` others ask for it: those
  // that fill a chunk together are read in one pass.
  double prompt_in_turn(double waiting) const {
    const ServingLayout& layout = one.prefill->layout;
    const double together = prompts_of_pass(waiting);
    const double chunks = std::max(1.0, std::ceil(one.input_tokens / chunk_tokens));
    PassWork work{.prompts = together * layout.attention_dp};
    work.prompt_tokens = one.input_tokens / chunks;
    work.prompt_past = (one.input_tokens - work.prompt_tokens) / 2;
    const double once = sum(pass(true, work), true) + c.step[software()];
    return once * chunks / (together * layout.pp);
  }

  // Prompts that one pass reads: those that fill a chunk, of no more than there are.
  double prompts_of_pass(double requests) const {
    return std::clamp(std::round(chunk_tokens / one.input_tokens), 1.0,
                      std::max(1.0, std::floor(requests)));
  }

  // What one prompt adds to the passes of an engine that generates at the same time.
  double added_by_prompt(double requests) const {
    const double prompts = prompts_of_pass(requests);
    PassWork work = generating(requests);
    const double alone = sum(pass(false, work), true);
    work.prompts = prompts;
    work.prompt_tokens = one.input_tokens;
    return std::max(0.0, sum(pass(false, work), true) - alone) / (prompts * one.layout.pp);
  }
};

// Requests that share an engine with one.
inline double others(double requests) {
  return std::max(requests - 1, 0.0);
}

// What happens on one engine with `requests` running.
struct Steady {
  PassTerms pass;
  double step = 0;    // of a pass that only generates
  double added = 0;   // by reading one prompt
  double prompt = 0;  // reading one, nothing else running
  double burst = 0;   // share of the requests that arrive together, 0 to 1
  double queued = 0;  // wait for the prompts that an engine is reading when one's own arrives
  // Each request generates while the prompts of all others are read, except those read before its
  // own, for which it waits instead.
  double token(const ServingCase& one, double requests) const {
    return step / one.tokens_per_step +
           (spread(requests) - queued) / std::max(one.output_tokens, 1.0);
  }
  // Seconds of others' prompts that do not come in a burst.
  double spread(double requests) const { return (1 - burst / 2) * others(requests) * added; }
};
Steady steady(const Service& service, double requests);

// Requests that generate on one engine when a prefill pool hands over `rate` a second in all.
double fed_by_pool(const Service& service, double requests, double rate);

}  // namespace wgf::advisor
