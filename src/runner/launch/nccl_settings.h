// SPDX-License-Identifier: MIT
#pragma once
// Settings of NCCL that a case names, as the variables its engines read when they start.

#include <string>
#include <utility>
#include <vector>

#include "results/parameters.h"

namespace wgf::runner {

// algorithm, protocol, channels, gid_index and gdr_level; empty: NCCL chooses, or what the user's
// environment says.
inline std::vector<std::pair<std::string, std::string>> nccl_environment(
    const results::Parameters& parameters) {
  std::vector<std::pair<std::string, std::string>> variables;
  const auto set = [&](const char* variable, const char* name) {
    if (const results::Value* value = parameters.find(name))
      variables.emplace_back(variable, results::to_text(*value));
  };
  set("NCCL_ALGO", "algorithm");
  set("NCCL_PROTO", "protocol");
  set("NCCL_MIN_NCHANNELS", "channels");
  set("NCCL_MAX_NCHANNELS", "channels");
  set("NCCL_IB_GID_INDEX", "gid_index");
  set("NCCL_NET_GDR_LEVEL", "gdr_level");
  return variables;
}

}  // namespace wgf::runner
