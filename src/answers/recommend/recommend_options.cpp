// SPDX-License-Identifier: MIT
#include "answers/recommend/recommend_request.h"

namespace wgf::answers {

const OptionTable<RecommendOptions>& recommend_options() {
  using Row = RecommendOptions;
  static const OptionTable<Row> table = [] {
    OptionTable<Row> rows;
    append_part(rows, &Row::network, network_options());
    const OptionTable<Row> own{
        option<Row>("--model-size", &Row::model_size, "recommend.option_model_size"),
        option<Row>("--model-size-gb", &Row::model_size_gb, "recommend.option_model_size_gb"),
        option<Row>("--task", &Row::task, "recommend.option_task"),
        option<Row>("--budget", &Row::budget, "recommend.option_budget"),
        option<Row>("--purchase-budget", &Row::purchase_budget, "recommend.option_purchase_budget"),
        option<Row>("--priority", &Row::priority, "recommend.option_priority"),
        option<Row>("--target-throughput", &Row::throughput, "recommend.option_throughput"),
        option<Row>("--tokens-per-day", &Row::tokens_per_day, "recommend.option_tokens_per_day"),
        option<Row>("--slo", &Row::limits, "recommend.option_slo"),
        option<Row>("--scenario", &Row::scenario, "recommend.option_scenario"),
        option<Row>("--deadline", &Row::deadline, "recommend.option_deadline"),
        option<Row>("--train-tokens", &Row::train_tokens, "recommend.option_train_tokens"),
        option<Row>("--max-gpus", &Row::most_gpus, "recommend.option_max_gpus"),
        option<Row>("--provider", &Row::providers, "recommend.option_provider"),
        option<Row>("--spot", &Row::has_spot, "recommend.option_spot"),
        option<Row>("--precision", &Row::precisions, "recommend.option_precision"),
        option<Row>("--input-tokens", &Row::input_tokens, "recommend.option_input_tokens"),
        option<Row>("--output-tokens", &Row::output_tokens, "recommend.option_output_tokens"),
        of_part(&Row::network,
                option<MemoryOptions>("--seq", &MemoryOptions::sequence, "recommend.option_seq")),
        option<Row>("--price-file", &Row::price_file, "cli.option_tco_price_file", "FILE"),
        option<Row>("--explain", &Row::is_explained, "recommend.option_explain")};
    rows.insert(rows.end(), own.begin(), own.end());
    return rows;
  }();
  return table;
}

}  // namespace wgf::answers
