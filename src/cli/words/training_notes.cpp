// SPDX-License-Identifier: MIT
#include "cli/words/training_notes.h"

#include <fmt/format.h>

#include <map>

#include "advisor/plan/batch_guidance.h"
#include "answers/training/layout_names.h"
#include "answers/training/no_training.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

constexpr std::size_t sources_named = 3;

// PyTorch was kept: how fast the other software would be.
void add_faster(Message& layout, const answers::PredictRequest& request,
                const advisor::TrainingForecast& faster, const Context& context) {
  layout.key = "predict.layout_kept";
  layout.args.insert(layout.args.end(),
                     {{"times", fmt::format("{}", advisor::usual_worth_changing)},
                      {"other_layout", answers::layout_text(faster.one.work)},
                      {"other_recompute", recompute_text(faster.one.work.recompute, context)},
                      {"rate", rate_text(shown_rate(request, faster))},
                      {"unit", rate_unit(request, context)},
                      {"other_software", std::string(to_text(faster.one.software))}});
}

// Where the micro-batch, which is not searched, leaves a step to many of them.
std::string micro_batch_note(const answers::PredictRequest& request,
                             const advisor::TrainingCase& one, const Context& context) {
  if (request.has_batch || one.micro_steps() <= 1) return "";
  return paragraph({"predict.micro_batch", {}}, context);
}

// Why this layout is the one.
const char* chosen_by(const answers::PredictRequest& request, const answers::Prediction& one) {
  const bool is_shared = request.given.zero.value_or(0) > 0 &&  // asked for, and found
                         advisor::shard_count(one.forecast.one.work) > 1;
  if (one.forecast.does_fit())
    return is_shared ? "predict.layout_chosen_shared" : "predict.layout_chosen";
  return is_shared ? "predict.layout_smallest_shared" : "predict.layout_smallest";
}

}  // namespace

std::string large_step_note(const answers::PredictRequest& request,
                            const advisor::TrainingCase& one, const Context& context) {
  const double tokens = one.global_batch * one.work.sequence;
  const auto& network = request.network.network;
  if (!network || !network->is_causal ||
      advisor::batch_size_of(tokens) != advisor::BatchSize::large)
    return "";
  return paragraph({"predict.batch_large", {{"tokens", format_number(tokens / 1e6, 3)}}}, context);
}

std::string nothing_shared_note(const answers::PredictRequest& request,
                                std::span<const answers::Prediction> rows, const Context& context) {
  if (request.given.zero.value_or(0) == 0) return "";
  std::string sharding;
  std::vector<std::string> without_ranks, without_room;
  for (const answers::Prediction& one : rows) {
    const advisor::MemoryCase& work = one.forecast.one.work;
    if (advisor::shard_count(work) > 1) continue;
    sharding = answers::sharding_text(work);
    (one.could_share ? without_room : without_ranks).push_back(one.forecast.gpu->id);
  }
  std::string text;
  if (!without_room.empty())
    text += paragraph({"predict.sharding_does_not_fit",
                       {{"sharding", sharding}, {"gpus", join(without_room, ", ")}}},
                      context);
  if (!without_ranks.empty())
    text += paragraph({"predict.nothing_shared", {{"sharding", sharding}}}, context);
  return text;
}

std::string setting_text(const answers::PredictRequest& request, const answers::Prediction& one,
                         const Context& context) {
  const advisor::TrainingCase& training = one.forecast.one;
  const bool has_batches = request.shape == answers::PredictShape::batches;  // each row has its own
  const std::string setting = std::string("predict.setting") + (has_batches ? "_batches" : "") +
                              (request.network.is_of_images ? "_images" : "");
  const std::string global = advisor::whole_text(training.global_batch);
  Message message{setting,
                  {{"tokens", advisor::whole_text(training.work.sequence)},
                   {"optimizer", std::string(to_text(training.work.optimizer))},
                   {"recompute", recompute_text(training.work.recompute, context)}}};
  if (has_batches) {
    const Message a_step{"predict.batches_a_step", {{"global", global}}};
    message.args.emplace_back("a_step", request.given.global_batch ? context.text(a_step) : "");
  } else {
    message.args.emplace_back("batch", advisor::whole_text(training.work.batch));
    message.args.emplace_back("global", global);
    const double micro_steps = training.micro_steps();
    message.args.emplace_back(
        "micro_steps",
        micro_steps > 1
            ? context.text({"predict.micro_steps", {{"count", advisor::whole_text(micro_steps)}}})
            : "");
  }
  std::string text = paragraph(message, context);
  if (!has_batches || request.given.global_batch)
    text += large_step_note(request, training, context);
  if (!has_batches) text += micro_batch_note(request, training, context);
  Message layout{is_setting_chosen(request) ? chosen_by(request, one) : "predict.layout",
                 {{"software", answers::software_name(training.software)},
                  {"layout", answers::layout_text(training.work)}}};
  if (one.faster) add_faster(layout, request, *one.faster, context);
  text += paragraph(layout, context) + nothing_shared_note(request, {&one, 1}, context);
  const bool runs_whole_layers = training.software == advisor::Software::deepspeed ||
                                 training.software == advisor::Software::native;
  if (runs_whole_layers && training.work.recompute == advisor::Recompute::per_operator)
    text += paragraph(
        {"predict.no_such_recompute", {{"software", answers::software_name(training.software)}}},
        context);
  const bool has_precisions =
      request.shape == answers::PredictShape::precisions;  // each says its own
  if (!has_precisions) text += type_note(*one.forecast.gpu, one.precision, context);
  return text + network_note(one.forecast.node, training.work.layout.gpus(), context);
}

std::string type_note(const catalog::Gpu& gpu, std::string_view precision, const Context& context) {
  const std::string_view type = advisor::type_on(gpu, precision);
  if (type == precision) return "";
  return paragraph(
      {"predict.other_type",
       {{"gpu", gpu.id}, {"precision", std::string(precision)}, {"type", std::string(type)}}},
      context);
}

std::string other_types_text(const std::vector<const catalog::Gpu*>& cards,
                             std::string_view precision, const Context& context) {
  std::map<std::string_view, std::vector<std::string>> names;
  for (const catalog::Gpu* gpu : cards)
    if (const auto type = advisor::type_on(*gpu, precision); type != precision)
      names[type].push_back(gpu->id);
  std::string text;
  for (const auto& [type, gpus] : names)
    text += paragraph({"predict.cards_type",
                       {{"precision", std::string(precision)},
                        {"type", std::string(type)},
                        {"gpus", join(gpus, ", ")}}},
                      context);
  return text;
}

std::string no_training_text(const std::vector<const catalog::Gpu*>& cards,
                             const Context& context) {
  using advisor::SpeedGap;
  std::string text;
  for (const SpeedGap gap :
       {SpeedGap::generation, SpeedGap::peak, SpeedGap::figure, SpeedGap::none}) {
    std::vector<std::string> names;
    for (const catalog::Gpu* gpu : cards)
      if (advisor::speed_gap(*gpu) == gap) names.push_back(gpu->id);
    if (!names.empty())
      text += paragraph({"predict.cards_" + answers::gap_name(gap), {{"gpus", join(names, ", ")}}},
                        context);
  }
  return text;
}

std::string knee_mark(const advisor::Knee& knee, std::size_t row, const Context& context) {
  if (knee.at == row) return context.text("predict.knee");
  return knee.rising == row ? context.text("predict.rising") : "";
}

std::string assumed_note(const advisor::Network& network, const Context& context) {
  if (!network.is_assumed) return "";
  if (!network.unread_fields.empty())
    return paragraph({"network.fields_not_read",
                      {{"model", network.name}, {"fields", join(network.unread_fields, ", ")}}},
                     context);
  if (network.unknown_type.empty()) return paragraph({"predict.assumed", {}}, context);
  return paragraph({"network.type_not_known", {{"type", printable(network.unknown_type)}}},
                   context);
}

std::string network_note(const advisor::Node& node, std::int64_t gpus, const Context& context) {
  if (gpus <= node.gpus) return "";
  return paragraph({"predict.network_assumed",
                    {{"gpus", std::to_string(node.gpus)},
                     {"network", format_number(node.network.value / giga, 3)}}},
                   context);
}

std::string machines_note(const advisor::RunRent& rent, int gpus, const Context& context) {
  if (rent.does_hold) return "";
  return paragraph({rent.least == rent.most ? "predict.machines_of" : "predict.smaller_machines",
                    {{"least", std::to_string(rent.least)},
                     {"most", std::to_string(rent.most)},
                     {"gpus", std::to_string(gpus)}}},
                   context);
}

std::string scale_note(std::int64_t gpus, const Context& context) {
  if (gpus <= advisor::most_published_gpus) return "";
  return paragraph(
      {"predict.beyond_published", {{"most", advisor::whole_text(advisor::most_published_gpus)}}},
      context);
}

std::string basis_text(const answers::PredictRequest& request, const catalog::Gpu& gpu,
                       const answers::ForecastBasis& basis, const Context& context) {
  const auto generation = advisor::generation_of(gpu);
  std::string text =
      paragraph({"predict.basis_" + std::string(to_text(basis.familiarity)),
                 {{"gpu", gpu.id},
                  {"rows", std::to_string(basis.rows)},
                  {"generation", generation ? std::string(to_text(*generation)) : ""},
                  {"sources", named_sources(basis, sources_named)}}},
                context);
  if (request.network.network) text += assumed_note(*request.network.network, context);
  return text + scale_note(request.gpus, context);
}

}  // namespace wgf::cli
