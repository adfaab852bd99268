// SPDX-License-Identifier: MIT
#pragma once
// The two ways OpenAI-compatible servers are asked: /v1/completions and /v1/chat/completions.

namespace wgf::load {

enum class Api { completions, chat };

}  // namespace wgf::load
