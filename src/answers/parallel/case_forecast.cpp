// SPDX-License-Identifier: MIT
#include "answers/parallel/case_forecast.h"

#include <stdexcept>

#include "answers/parallel/expert_skew.h"
#include "answers/training/training_answer.h"
#include "base/error.h"
#include "results/emulated_case.h"

namespace wgf::answers {
namespace {

using results::Case;

std::int64_t count(const Case& value, const char* name) {
  return value.parameters.integer(name, 1);
}

// The question that predict is asked, as it would be typed.
PredictOptions options_of(const Case& value, const std::string& gpu,
                          const catalog::ModelCatalog& models) {
  const auto text = [&](const char* name) {
    const results::Value* found = value.parameters.find(name);
    return found == nullptr ? std::string() : results::to_text(*found);
  };
  PredictOptions options;
  options.network.model = text("model");
  if (models.find_id(options.network.model) == nullptr)
    options.network.config_text = value.model_config;
  const std::string recompute = text("recompute");
  options.network.recompute = recompute.empty() ? "none" : recompute;
  options.network.tp = text("tp");
  options.network.pp = text("pp");
  options.network.cp = text("cp");
  options.network.ep = text("ep");
  options.network.experts = text("experts");
  options.network.dp = std::to_string(count(value, "dp"));
  // Where nothing is said train shares out nothing, while predict would.
  options.network.zero = std::to_string(value.parameters.integer("zero"));
  options.batch_sizes.push_back(text("batch_size"));
  options.precisions.push_back(text("precision"));
  options.gpus.push_back(gpu);
  options.gpu_count = std::to_string(layout_ranks(value));
  options.global_batch =
      std::to_string(count(value, "batch_size") * count(value, "dp") * count(value, "accumulate"));
  options.network.is_offloaded = value.parameters.text("offload") == "optimizer";
  // Has every form; its time is that of the engine (timed_as_engine).
  options.software = "compiled";
  // What a schedule makes of it is replayed (pipeline_forecast.h).
  if (count(value, "pp") > 1) options.network.vpp = std::to_string(1);
  return options;
}

// Settings of the engine whose time the forecast does not tell from that of the usual ones.
void refuse_unknown(const Case& value) {
  const auto refuse = [](const std::string& form) {
    throw Error({"tasks.parallel_not_forecast", {{"form", form}}});
  };
  // Keys that go round, beside the work of each stop, are what the forecast knows.
  if (const std::string form = value.parameters.text("context", "ring"); form != "ring")
    refuse(form);
  if (value.parameters.text("overlap", "on") == "off") refuse("overlap off");
  if (value.parameters.text("launch", "auto") == "eager") refuse("launch eager");
  if (const std::string offload = value.parameters.text("offload", "none");
      offload == "activations" || offload == "all")
    refuse("offload " + offload);
  for (const char* name :
       {"kernels", "replicas", "exchange", "exchange_type", "bucket_mb", "protocol", "algorithm",
        "channels", "capacity_factor", "spared_multiprocessors"})
    if (value.parameters.find(name) != nullptr) refuse(name);
}

// Ranks that share a sequence have two equal parts of it each.
void check_shares_of_tokens(const Case& value) {
  const std::int64_t parts = 2 * count(value, "cp");
  const std::int64_t tokens = value.parameters.integer("sequence_length");
  if (parts > 2 && tokens % parts != 0)
    throw Error({"engine.context_does_not_divide",
                 {{"tokens", std::to_string(tokens)}, {"parts", std::to_string(parts)}}});
}

// Native trainers of the fit have fewer forms; the terms of the others are of the links.
advisor::TrainingForecast timed_as_engine(const advisor::TrainingForecast& known,
                                          const advisor::Network& network,
                                          advisor::Familiarity familiarity,
                                          const advisor::FittedTraining& fitted) {
  advisor::TrainingCase one = known.one;
  one.software = engine_software;
  // The engine computes norms and activations again and no product, in 2 % of a step: as if none.
  if (one.work.recompute != advisor::Recompute::full) one.work.recompute = advisor::Recompute::none;
  advisor::TrainingForecast forecast =
      *forecast_training(network, one, *known.gpu, known.node, familiarity, fitted);
  forecast.memory = known.memory;
  return forecast;
}

// Of layers with experts, all alike.
double skew_of(const Case& value, const advisor::Network& network) {
  if (value.parameters.text("routing", "router") != "skewed") return 1;
  for (const advisor::LayerGroup& group : network.layers)
    if (const advisor::FeedForward& layer = group.feed_forward; layer.experts > 0)
      return skewed_imbalance(layer.experts, layer.experts_per_token,
                              static_cast<int>(count(value, "ep")));
  return 1;
}

pipeline::Schedule schedule_of(const Case& value, pipeline::Kind kind) {
  const auto chunks =
      static_cast<int>(value.parameters.integer("vpp", pipeline::usual_chunks_each(kind)));
  try {
    return pipeline::make_schedule(kind, static_cast<int>(count(value, "pp")),
                                   static_cast<int>(count(value, "accumulate")), chunks);
  } catch (const std::invalid_argument&) {
    throw Error({"tasks.parallel_no_schedule", {}});
  }
}

}  // namespace

const catalog::Model* trained_decoder(const results::Case& value, const catalog::Catalog& catalog) {
  if (value.benchmark != "train_decoder") return nullptr;
  return catalog.models().find_id(value.parameters.text("model"));
}

CaseForecast::CaseForecast(const Case& value, const std::string& gpu,
                           const Surroundings& surroundings, bool is_calibrated) {
  refuse_unknown(value);
  check_shares_of_tokens(value);
  PredictOptions options = options_of(value, gpu, surroundings.catalog.models());
  options.is_calibrated = is_calibrated;
  PredictRequest request = parse_predict_request(options, surroundings.catalog);
  request.network.one.has_sequence_parallel = value.parameters.flag("sp");
  // Set behind what checks it: the engine trains on longer ones than the network was made for.
  if (const auto length = value.parameters.integer("sequence_length"); length > 0)
    request.network.one.sequence = static_cast<double>(length);
  const Outcome<PredictAnswer> outcome = predict(request, surroundings);
  if (outcome.refusal) throw Error(*outcome.refusal);
  network_ = *request.network.network;
  calibrated_ = outcome.answer->calibrated;
  const Prediction& row = outcome.answer->rows.front();
  forecast_ = timed_as_engine(row.forecast, network_, row.basis.familiarity, calibrated_->fitted());
  skew_ = skew_of(value, network_);
  forecast_.parts = skewed(forecast_.parts);
  if (count(value, "pp") == 1) return;
  kind_ = pipeline::parse_kind(value.parameters.text("schedule", "1f1b"))
              .value_or(pipeline::Kind::one_f_one_b);
  schedule_ = schedule_of(value, kind_);
  is_balanced_ = value.parameters.text("split", "even") == "balanced";
  pipeline_ = replayed(forecast_);
}

// The fullest rank's experts, and what travels to them, are what all wait for.
advisor::StepTime CaseForecast::skewed(advisor::StepTime parts) const {
  parts[advisor::StepPart::expert_matrices] *= skew_;
  parts[advisor::StepPart::experts] *= skew_;
  return parts;
}

std::optional<PipelineForecast> CaseForecast::replayed(
    const advisor::TrainingForecast& forecast) const {
  if (!schedule_) return std::nullopt;
  return forecast_pipeline(forecast, network_, kind_, *schedule_, is_balanced_);
}

std::optional<Seconds> CaseForecast::step_with(const advisor::TrainingCoefficients& c) const {
  const auto parts = step_time(network_, forecast_.one, *forecast_.gpu, forecast_.node, c);
  if (!parts) return std::nullopt;
  if (!schedule_) return skewed(*parts).total();
  advisor::TrainingForecast other = forecast_;
  other.parts = skewed(*parts);
  return replayed(other)->step;
}

}  // namespace wgf::answers
