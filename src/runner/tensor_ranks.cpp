// SPDX-License-Identifier: MIT
#include "runner/tensor_ranks.h"

#include <optional>
#include <string>

#include "advisor/network/hugging_face.h"
#include "base/error.h"

namespace wgf::runner {
namespace {

using advisor::Network;
using results::Case;

std::optional<Network> network_shared_in(const Case& value) {
  if (value.model_config.empty()) return std::nullopt;
  try {
    return advisor::network_from_config(value.model_config, value.parameters.text("model"));
  } catch (const Error&) {
    return std::nullopt;
  }
}

void check_divides(const char* what, std::int64_t count, std::int64_t ranks) {
  if (count % ranks != 0)
    throw Error(
        {"engine.shape_does_not_divide",
         {{"what", what}, {"count", std::to_string(count)}, {"ranks", std::to_string(ranks)}}},
        ExitCode::usage);
}

}  // namespace

void check_tensor_ranks(const std::vector<Case>& cases) {
  for (const Case& value : cases) {
    const std::int64_t ranks = value.parameters.integer("tp", 1);
    const auto network = ranks > 1 ? network_shared_in(value) : std::nullopt;
    if (!network) continue;
    for (const advisor::LayerGroup& group : network->layers) {
      check_divides("num_attention_heads", group.attention.heads, ranks);
      check_divides("num_key_value_heads", group.attention.kv_heads, ranks);
      check_divides("intermediate_size", group.feed_forward.hidden, ranks);
      check_divides("intermediate_size", group.feed_forward.shared_hidden, ranks);
    }
    // Training pads its part of the table.
    if (value.benchmark == "llm") check_divides("vocab_size", network->vocab, ranks);
  }
}

}  // namespace wgf::runner
