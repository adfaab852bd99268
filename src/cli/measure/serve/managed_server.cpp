// SPDX-License-Identifier: MIT
#include "cli/measure/serve/managed_server.h"

namespace wgf::cli {

results::Case ManagedServer::in_process(const load::LoadPlan& plan,
                                        const load::Limits& limits) const {
  results::Case value = engine_.served_case();
  value.benchmark = "llm_load";
  value.parameters = {{"model", engine_.model()}};
  for (const auto& [name, setting] : load_case(plan, limits).parameters)
    if (name != "model" && name != "api" && name != "burstiness")
      value.parameters.set(name, setting);
  value.parameters.set("warmup", static_cast<std::int64_t>(plan.warmup));
  for (const auto& [name, setting] : engine_.served_case().parameters)
    if (name != "model" && name != "context_tokens") value.parameters.set(name, setting);
  return value;
}

bool ManagedServer::start(const std::function<bool()>& is_interrupted) {
  auto served = engine_.serve(is_interrupted);
  if (!served) return false;
  vocabulary_ = served->ready.vocabulary;
  server_.emplace(load::LlmServerSettings{.model = engine_.model(), .codec = engine_.codec()},
                  std::move(served->socket), served->ready);
  return true;
}

load::Address ManagedServer::address() const {
  return {.host = "127.0.0.1", .port = server_->port()};
}

}  // namespace wgf::cli
