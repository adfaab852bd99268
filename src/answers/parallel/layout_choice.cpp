// SPDX-License-Identifier: MIT
#include "answers/parallel/layout_choice.h"

#include <algorithm>

#include "advisor/network/hugging_face.h"
#include "answers/parallel/forecast_rows.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using results::Case;
using results::Result;

struct Layout {
  std::int64_t dp = 1, tp = 1, pp = 1;
};

struct Decoder {
  std::int64_t layers = 0, heads = 0, kv_heads = 0, params = 0;
};

// Of the catalogue, else as the case's config.json has it; nothing: no decoder with heads.
std::optional<Decoder> decoder_of(const LayoutQuestion& question,
                                  const Surroundings& surroundings) {
  const std::string name = question.one.parameters.text("model");
  if (const catalog::Model* model = surroundings.catalog.models().find_id(name)) {
    if (!model->layers || !model->heads) return std::nullopt;
    return Decoder{*model->layers, *model->heads, model->kv_heads.value_or(*model->heads),
                   model->params_total.value_or(0)};
  }
  if (question.one.model_config.empty()) return std::nullopt;
  const advisor::Network network = advisor::network_from_config(question.one.model_config, name);
  const advisor::Attention& attention = network.layers.front().attention;
  return Decoder{network.layer_count(), attention.heads, attention.kv_heads,
                 advisor::count_parameters(network).total()};
}

std::int64_t micro_batch_of(const LayoutQuestion& question) {
  return question.one.parameters.integer("batch_size", 1);
}

// Whole micro-batches of each data-parallel rank; 0 where there are none.
std::int64_t micro_batches_of(const LayoutQuestion& question, const Layout& layout) {
  const std::int64_t of_all = layout.dp * micro_batch_of(question);
  return question.global_batch % of_all == 0 ? question.global_batch / of_all : 0;
}

bool divides(const Decoder& decoder, const Layout& layout) {
  return decoder.heads % layout.tp == 0 && decoder.kv_heads % layout.tp == 0 &&
         layout.pp <= decoder.layers;
}

Case case_of(const LayoutQuestion& question, const Layout& layout, std::int64_t zero,
             const char* recompute) {
  Case value = question.one;
  const auto set = [&](const char* name, std::int64_t size) {
    if (size > 1) value.parameters.set(name, size);
  };
  set("dp", layout.dp);
  set("tp", layout.tp);
  if (layout.tp > 1) value.parameters.set("sp", true);
  set("pp", layout.pp);
  if (layout.pp > 1) value.parameters.set("schedule", std::string("1f1b"));
  set("accumulate", micro_batches_of(question, layout));
  if (zero > 0) value.parameters.set("zero", zero);
  if (recompute != nullptr) value.parameters.set("recompute", std::string(recompute));
  return value;
}

std::vector<std::int64_t> divisors(std::int64_t of) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 1; i <= of; ++i)
    if (of % i == 0) all.push_back(i);
  return all;
}

std::vector<Layout> layouts_of(const LayoutQuestion& question, const Decoder& decoder) {
  constexpr std::int64_t most_tp = 8;  // of one node
  std::vector<Layout> layouts;
  for (const std::int64_t tp : divisors(question.gpus))
    for (const std::int64_t pp : divisors(question.gpus / tp)) {
      const Layout layout{question.gpus / tp / pp, tp, pp};
      if (tp <= most_tp && divides(decoder, layout) && micro_batches_of(question, layout) > 0)
        layouts.push_back(layout);
    }
  return layouts;
}

// Shared out further only where the ranks are there, and gathered anew only without stages.
std::vector<std::int64_t> zero_levels(const Layout& layout) {
  if (layout.dp == 1) return {0};
  return layout.pp == 1 ? std::vector<std::int64_t>{0, 1, 2, 3} : std::vector<std::int64_t>{0, 1};
}

double step_of(const Result& result) {
  return result.find("step_time")->value;
}

}  // namespace

std::vector<Result> fastest_layouts(const LayoutQuestion& question,
                                    const Surroundings& surroundings, std::size_t most) {
  const std::optional<Decoder> decoder = decoder_of(question, surroundings);
  const std::vector<Layout> layouts =
      decoder ? layouts_of(question, *decoder) : std::vector<Layout>();
  if (layouts.empty())
    throw Error({"tasks.parallel_no_layout",
                 {{"batch", std::to_string(question.global_batch)},
                  {"micro_batch", std::to_string(micro_batch_of(question))},
                  {"gpus", std::to_string(question.gpus)}}},
                ExitCode::usage);
  std::vector<Result> fitting;
  Message reason{"tasks.parallel_nothing", {}};
  for (const Layout& layout : layouts) {
    std::optional<Result> best;
    for (const std::int64_t zero : zero_levels(layout))
      for (const char* recompute : {static_cast<const char*>(nullptr), "full"}) {
        Result result =
            forecast_result(case_of(question, layout, zero, recompute), question.gpu, surroundings);
        if (result.status != results::Status::ok) {
          reason = *result.reason;
          continue;
        }
        if (!best || step_of(result) < step_of(*best)) best = std::move(result);
      }
    if (best) fitting.push_back(*std::move(best));
  }
  if (fitting.empty() && reason.key == "tasks.parallel_does_not_fit")
    reason = {"tasks.parallel_no_layout_fits",
              {{"model", question.one.parameters.text("model")},
               {"gpus", std::to_string(question.gpus)},
               {"gpu", question.gpu}}};
  if (fitting.empty()) throw Error(reason, ExitCode::not_supported);
  std::stable_sort(fitting.begin(), fitting.end(),
                   [](const Result& a, const Result& b) { return step_of(a) < step_of(b); });
  fitting.resize(std::min(fitting.size(), most));
  return fitting;
}

std::optional<Case> rule_of_thumb(const LayoutQuestion& question,
                                  const Surroundings& surroundings) {
  const std::optional<Decoder> decoder = decoder_of(question, surroundings);
  const double billions = decoder ? static_cast<double>(decoder->params) / 1e9 : 0;
  constexpr double small = 1, middle = 10, large = 100;
  Layout wanted;
  if (billions >= small) wanted.tp = billions < large ? 4 : 8;
  if (billions >= middle) wanted.pp = billions < large ? 8 : 16;
  Layout layout;
  const auto most_of = [&](std::int64_t Layout::*size) {
    for (const std::int64_t value : divisors(question.gpus)) {
      Layout one = layout;
      one.*size = value;
      if (value <= wanted.*size && question.gpus % (one.tp * one.pp) == 0 && decoder &&
          divides(*decoder, one))
        layout.*size = value;
    }
  };
  most_of(&Layout::tp);
  most_of(&Layout::pp);
  layout.dp = question.gpus / (layout.tp * layout.pp);
  if (micro_batches_of(question, layout) == 0) return std::nullopt;
  return case_of(question, layout, 0, nullptr);
}

}  // namespace wgf::answers
