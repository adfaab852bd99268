// SPDX-License-Identifier: MIT
#pragma once
// An engine that answers requests: started with a model, told from outside when to end.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "cli/command.h"
#include "load/socket.h"
#include "load/text_codec.h"
#include "results/protocol.h"
#include "results/result.h"
#include "results/serving.h"
#include "runner/launch/engine_process.h"

namespace wgf::cli {

// What is typed of it.
struct EngineOptions {
  std::string model, device = "auto", precision, cache_precision = "auto", kernels = "auto";
  std::string batch, context, turn_tokens, seed = "1";
  std::string tokenizer;  // a file; else that of the model's folder, where it has one

  // Anything but the model and the seed.
  bool is_given() const;
};
void add_engine_options(Command& command, const Context& context, EngineOptions& options);

class ServedEngine {
 public:
  // Starts the engine; nothing is loaded yet. Throws Error for what was typed wrong or no engine.
  ServedEngine(const EngineOptions& options, const Context& context);

  const std::string& model() const { return model_; }  // as it is served
  // The case of what it serves ("llm_serve").
  const results::Case& served_case() const { return case_; }
  const results::Hello& hello() const { return hello_; }
  // Its tokenizer's, or ids where there is none.
  const std::shared_ptr<const load::TextCodec>& codec() const { return codec_; }

  // Another case before it serves. is_interrupted is asked some ten times a second.
  results::Result measure(const results::Case& value, const std::function<bool()>& is_interrupted);

  struct Served {
    results::ServingReady ready;
    load::Socket socket;  // closed: it ends
  };
  // Loads the model until it can be asked; nothing: interrupted. Throws Error with the reason where
  // it cannot be served.
  std::optional<Served> serve(const std::function<bool()>& is_interrupted);

  // Why it does not serve any more, where it ended by itself; waits for a moment.
  std::optional<Message> fault();
  // After its socket was closed: what the engine says of the time it served.
  std::optional<results::Result> stop();

 private:
  std::optional<results::Result> next_result(Seconds most);

  results::Case case_;
  std::string model_;
  results::Hello hello_;
  std::shared_ptr<const load::TextCodec> codec_;
  load::Socket socket_;
  std::optional<runner::EngineProcess> engine_;
};

}  // namespace wgf::cli
