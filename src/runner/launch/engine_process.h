// SPDX-License-Identifier: MIT
#pragma once
// One engine process: started, greeted, given cases, watched and ended. What it prints on stdout
// and stderr never reaches our stdout; its last lines go into the reason when it dies.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/launch/engine.h"
#include "runner/launch/engine_location.h"

namespace wgf::runner {

class EngineProcess final : public Engine {
 public:
  struct Options {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment;
    bool forward_stderr = false;             // also show what it prints on stderr (--verbose)
    std::vector<int> inherited_descriptors;  // beside its channel
  };
  explicit EngineProcess(Options options);
  ~EngineProcess() override;  // kills what still runs
  EngineProcess(EngineProcess&&) noexcept;
  EngineProcess& operator=(EngineProcess&&) noexcept;

  // The greeting. Throws Error(runner.engine_…, not_supported) with the engine's last words when it
  // dies, is silent or speaks another protocol.
  // longest_stop: of one that others wait for, stopped for so long by SIGSTOP or a debugger.
  results::Hello greet(Seconds timeout = Seconds(60), std::optional<Seconds> longest_stop = {});

  void send(const results::Case& value) override;
  EngineEvent next(Deadline deadline) override;
  void interrupt() override;  // SIGINT
  EngineEnd kill() override;  // SIGKILL, then the last words
  std::int64_t pid() const;
  // How long it is stopped by SIGSTOP or a debugger, as far as was asked before; 0: it runs.
  Seconds stopped_for();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wgf::runner
