// SPDX-License-Identifier: MIT
#pragma once
// A script of QuickJS whose functions take and give texts.

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::checkpoints {

// What a script threw, or that it took too long or too much memory.
struct ScriptFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Script {
 public:
  // Runs the sources one after another. Throws ScriptFault.
  explicit Script(const std::vector<std::string>& sources);
  ~Script();
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  // What the global function of that name gives. Of one thread at a time, whichever it is. Throws
  // ScriptFault.
  std::string call(const char* function, std::string_view argument);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace wgf::checkpoints
