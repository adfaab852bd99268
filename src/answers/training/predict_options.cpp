// SPDX-License-Identifier: MIT
#include "answers/training/predict_options.h"

#include <utility>

#include "base/error.h"

namespace wgf::answers {
namespace {

using Row = PredictOptions;

template <typename Value>
OptionRow<Row> of_network(const char* names, Value MemoryOptions::*member, const char* help) {
  return of_part(&Row::network, option<MemoryOptions>(names, member, help));
}

OptionTable<Row> training_rows() {
  using Network = MemoryOptions;
  return {of_network("--task", &Network::task, "predict.option_task"),
          option<Row>("--gpu", &Row::gpus, "predict.option_gpu"),
          option<Row>("--all-gpus", &Row::has_all_gpus, "predict.option_all_gpus"),
          option<Row>("--gpus", &Row::gpu_count, "predict.option_gpus"),
          option<Row>("-b,--batch-size", &Row::batch_sizes, "predict.option_batch_size"),
          option<Row>("--global-batch", &Row::global_batch, "predict.option_global_batch"),
          of_network("--seq", &Network::sequence, "footprint.option_seq"),
          option<Row>("--precision", &Row::precisions, "predict.option_precision"),
          option<Row>("--software", &Row::software, "predict.option_software"),
          of_network("--optimizer", &Network::optimizer, "footprint.option_optimizer"),
          of_network("--recompute", &Network::recompute, "predict.option_recompute"),
          of_network("--recipe", &Network::recipe, "footprint.option_recipe"),
          of_network("--zero", &Network::zero, "predict.option_zero"),
          of_network("--fsdp", &Network::is_fsdp, "footprint.option_fsdp"),
          of_network("--tp", &Network::tp, "predict.option_tp"),
          of_network("--pp", &Network::pp, "predict.option_pp"),
          of_network("--vpp", &Network::vpp, "predict.option_vpp"),
          of_network("--cp", &Network::cp, "predict.option_cp"),
          of_network("--ep", &Network::ep, "predict.option_ep"),
          of_network("--dp", &Network::dp, "predict.option_dp"),
          option<Row>("--tokens,--train-tokens", &Row::tokens, "predict.option_tokens"),
          option<Row>("--price-file", &Row::price_file, "cli.option_tco_price_file", "FILE"),
          option<Row>("--scaling", &Row::has_scaling, "predict.option_scaling"),
          option<Row>("--calibrated", &Row::is_calibrated, "calibration.option_calibrated")};
}

OptionTable<GoodputOptions> goodput_rows() {
  using Part = GoodputOptions;
  return {option<Part>("--goodput", &Part::is_asked, "goodput.option_goodput"),
          option<Part>("--spot", &Part::has_spot, "goodput.option_spot"),
          option<Part>("--mtbf", &Part::mtbf, "goodput.option_mtbf"),
          option<Part>("--checkpoint-time", &Part::checkpoint, "goodput.option_checkpoint_time"),
          option<Part>("--checkpoint-every", &Part::interval, "goodput.option_checkpoint_every"),
          option<Part>("--restart-time", &Part::restart, "goodput.option_restart_time")};
}

OptionTable<ServiceOptions> service_rows() {
  using Part = ServiceOptions;
  return {option<Part>("--concurrency", &Part::concurrency, "serve.option_concurrency"),
          option<Part>("--input-tokens", &Part::input, "serve.option_input_tokens"),
          option<Part>("--output-tokens", &Part::output, "serve.option_output_tokens"),
          option<Part>("--slo", &Part::slo, "serve.option_slo"),
          option<Part>("--scenario", &Part::scenario, "serve.option_scenario"),
          option<Part>("--kv-precision", &Part::cache_precision, "serve.option_kv_precision"),
          option<Part>("--attention-dp", &Part::attention_dp, "serve.option_attention_dp")};
}

}  // namespace

const OptionTable<PredictOptions>& predict_options() {
  static const OptionTable<Row> table = [] {
    OptionTable<Row> rows;
    append_part(rows, &Row::network, network_options());
    for (OptionRow<Row>& row : training_rows()) rows.push_back(std::move(row));
    append_part(rows, &Row::goodput, goodput_rows());
    append_part(rows, &Row::serving, service_rows());
    rows.push_back(option<Row>("--explain", &Row::is_explained, "predict.option_explain"));
    return rows;
  }();
  return table;
}

void refuse_service_options(const ServiceOptions& options) {
  const std::pair<const char*, bool> given[] = {
      {"--concurrency", !options.concurrency.empty()},
      {"--input-tokens", !options.input.empty()},
      {"--output-tokens", !options.output.empty()},
      {"--slo", !options.slo.empty()},
      {"--scenario", !options.scenario.empty()},
      {"--kv-precision", !options.cache_precision.empty()},
      {"--attention-dp", !options.attention_dp.empty()}};
  for (const auto& [option, is_given] : given)
    if (is_given) throw_usage("serve.option_of_serving", {{"option", option}});
}

}  // namespace wgf::answers
