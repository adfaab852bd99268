// SPDX-License-Identifier: MIT
#include "cli/recommend/recommend_options.h"

#include "cli/option_table.h"

namespace wgf::cli {

void add_recommend_options(Command& command, answers::RecommendOptions& options, Context& context) {
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("recommend.option_") + key));
  };
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* key) {
    command.list(name, values, context.text(std::string("recommend.option_") + key));
  };
  add_options(command, answers::network_options(), options.network, context);
  text("--model-size", options.model_size, "model_size");
  text("--model-size-gb", options.model_size_gb, "model_size_gb");
  text("--task", options.task, "task");
  text("--budget", options.budget, "budget");
  text("--purchase-budget", options.purchase_budget, "purchase_budget");
  text("--priority", options.priority, "priority");
  text("--target-throughput", options.throughput, "throughput");
  text("--tokens-per-day", options.tokens_per_day, "tokens_per_day");
  list("--slo", options.limits, "slo");
  text("--deadline", options.deadline, "deadline");
  text("--train-tokens", options.train_tokens, "train_tokens");
  text("--max-gpus", options.most_gpus, "max_gpus");
  list("--provider", options.providers, "provider");
  command.flag("--spot", options.has_spot, context.text("recommend.option_spot"));
  list("--precision", options.precisions, "precision");
  text("--input-tokens", options.input_tokens, "input_tokens");
  text("--output-tokens", options.output_tokens, "output_tokens");
  text("--seq", options.network.sequence, "seq");
  command.text("--price-file", options.price_file, context.text("cli.option_tco_price_file"),
               "FILE");
  command.flag("--explain", options.is_explained, context.text("recommend.option_explain"));
  add_json_flag(command, context);
}

}  // namespace wgf::cli
