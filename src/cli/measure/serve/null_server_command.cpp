// SPDX-License-Identifier: MIT
// null-server: answers that cost nothing and come when they are said to, for who checks a client.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "base/files.h"
#include "base/option_values.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/serve/listen_options.h"
#include "load/null_server.h"
#include "runner/interrupt.h"

namespace wgf::cli {
namespace {

struct NullServerOptions {
  std::string ttft = "50ms", itl = "5ms", model = "null", threads = "1", log;
  ListenOptions listen;
};

// "50ms", "0.05s", "0"; a bare number is of seconds, as everywhere.
load::Duration time_of(const char* option, const std::string& typed) {
  if (typed == "0" || typed == "0ms" || typed == "0s") return {};
  return load::from_seconds(parse_time(option, typed).value);
}

// A line of JSON for each request, in seconds since 1970: when it was there whole, and when each of
// its tokens was given to its socket.
std::string lines_of(const std::vector<load::SentStream>& streams) {
  const double offset =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count() -
      load::seconds(load::Clock::now().time_since_epoch());
  const auto text = [&](load::Time time) {
    return fmt::format("{:.6f}", offset + load::seconds(time.time_since_epoch()));
  };
  std::string lines;
  for (const load::SentStream& stream : streams) {
    std::vector<std::string> tokens;
    for (const load::Time time : stream.tokens) tokens.push_back(text(time));
    lines += fmt::format("{{\"received\": {}, \"sent\": [{}]}}\n", text(stream.asked),
                         join(tokens, ", "));
  }
  return lines;
}

void serve(const NullServerOptions& options, const Context& context) {
  load::NullServerSettings settings;
  constexpr std::int64_t most_threads = 256;
  settings.port = port_of(options.listen);
  settings.reach = reach_of(options.listen);
  settings.ttft = time_of("--ttft", options.ttft);
  settings.itl = time_of("--itl", options.itl);
  settings.model = options.model;
  const std::int64_t threads = parse_count("--threads", options.threads, 1);
  if (threads > most_threads)
    throw_usage("server.too_many", {{"option", "--threads"},
                                    {"value", options.threads},
                                    {"most", std::to_string(most_threads)}});
  settings.threads = static_cast<int>(threads);
  if (!options.log.empty()) {
    write_file_atomically(options.log, "");  // that it can be, before anything is served
    settings.log = std::make_shared<load::SendLog>();
  }
  const runner::InterruptGuard guard;
  const load::NullServer server(settings);
  print(context.text(Message{"server.serving",
                             {{"url", "http://127.0.0.1:" + std::to_string(server.port())},
                              {"model", settings.model}}}) +
        "\n");
  std::fflush(stdout);
  constexpr std::chrono::milliseconds look_every{50};
  while (!guard.is_interrupted()) std::this_thread::sleep_for(look_every);
  if (settings.log) write_file_atomically(options.log, lines_of(settings.log->take()));
}

}  // namespace

void add_null_server_command(Command& program, Context& context) {
  Command command = program.add_command("null-server", context.text("server.null_description"));
  const auto options = std::make_shared<NullServerOptions>();
  command.text("--ttft", options->ttft, context.text("server.option_ttft"), "TIME");
  command.text("--itl", options->itl, context.text("server.option_itl"), "TIME");
  command.text("-m,--model", options->model, context.text("server.option_null_model"), "NAME");
  command.text("--threads", options->threads, context.text("server.option_threads"), "N");
  command.text("--log", options->log, context.text("server.option_log"), "FILE");
  add_listen_options(command, context, options->listen);
  command.action([&context, options] { serve(*options, context); });
}

}  // namespace wgf::cli
