// SPDX-License-Identifier: MIT
#pragma once
// The engine's conversation with the front program: greet, then answer case after case until end of
// file.

namespace wgf::engine {

// Runs until the channel closes; returns the process's exit code.
int serve(int channel_fd);

}  // namespace wgf::engine
