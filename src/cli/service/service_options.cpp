// SPDX-License-Identifier: MIT
#include "cli/service/service_options.h"

namespace wgf::cli {

void add_service_options(Command& command, answers::ServiceOptions& options, Context& context) {
  const auto help = [&](const char* key) {
    return context.text(std::string("serve.option_") + key);
  };
  command.list("--concurrency", options.concurrency, help("concurrency"));
  command.text("--input-tokens", options.input, help("input_tokens"));
  command.text("--output-tokens", options.output, help("output_tokens"));
  command.list("--slo", options.slo, help("slo"));
  command.text("--kv-precision", options.cache_precision, help("kv_precision"));
  command.text("--attention-dp", options.attention_dp, help("attention_dp"));
}

}  // namespace wgf::cli
