// SPDX-License-Identifier: MIT
// llm-serve: our engine behind the OpenAI API, for whatever asks such servers.

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/option_values.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/serve/listen_options.h"
#include "cli/measure/serve/served_engine.h"
#include "load/llm_server.h"
#include "runner/interrupt.h"

namespace wgf::cli {
namespace {

struct LlmServeOptions {
  EngineOptions engine;
  ListenOptions listen;
};

void serve(const LlmServeOptions& options, const Context& context) {
  const char* key = std::getenv("WGF_API_KEY");
  load::LlmServerSettings settings{.port = port_of(options.listen),
                                   .reach = reach_of(options.listen),
                                   .key = key == nullptr ? "" : key};
  if (settings.reach == load::Reach::network && settings.key.empty())
    throw_usage("server.key_wanted");
  const runner::InterruptGuard guard;
  ServedEngine engine(options.engine, context);
  auto served = engine.serve([&] { return guard.is_interrupted(); });
  if (!served) return;
  settings.model = engine.model();
  settings.codec = engine.codec();
  {
    const load::LlmServer server(settings, std::move(served->socket), served->ready);
    print(context.text(Message{"server.serving",
                               {{"url", "http://127.0.0.1:" + std::to_string(server.port())},
                                {"model", settings.model}}}) +
          "\n");
    std::fflush(stdout);
    while (!guard.is_interrupted())
      if (const auto fault = engine.fault()) throw Error(*fault);
  }
  engine.stop();
}

}  // namespace

void add_llm_serve_command(Command& program, Context& context) {
  Command command = program.add_command("llm-serve", context.text("server.llm_description"));
  const auto options = std::make_shared<LlmServeOptions>();
  command.text("-m,--model", options->engine.model, context.text("server.option_llm_model"), "NAME")
      .required();
  add_engine_options(command, context, options->engine);
  command.text("--seed", options->engine.seed, context.text("server.option_weight_seed"), "N");
  add_listen_options(command, context, options->listen);
  command.action([&context, options] { serve(*options, context); });
}

}  // namespace wgf::cli
