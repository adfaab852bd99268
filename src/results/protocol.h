// SPDX-License-Identifier: MIT
#pragma once
// What the front program and the engine say to each other: one JSON object a line, over a
// socketpair whose descriptor the engine finds in WGF_ENGINE_CHANNEL. The engine greets with Hello,
// then answers every case line with any number of Progress lines and exactly one Result line. End
// of file ends the engine.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/result.h"

namespace wgf::results {

// 2: results are those of schema 2.
inline constexpr int protocol_version = 2;
inline constexpr const char* channel_variable = "WGF_ENGINE_CHANNEL";
// Bytes the engine's process may take on a CPU, where that is less than there are.
inline constexpr const char* memory_limit_variable = "WGF_ENGINE_MEMORY_LIMIT";
// Where a profiled case saves its trace.
inline constexpr const char* trace_file_variable = "WGF_ENGINE_TRACE_FILE";

// Folder in which eager cases leave their graph and compiled ones find their package.
inline constexpr const char* packages_variable = "WGF_PACKAGES";

// Name of a case's files there, without suffix: "train_resnet50_256_bf16_sgd"; the same for each
// launch.
std::string package_name(const Case& value);

// The engine's first line: what it is and can do.
struct Hello {
  int protocol = protocol_version;
  std::string product_version;
  std::string torch_version;
  Parameters facts;  // cuda_built, cuda_available, cuda_runtime, cudnn, nccl, threads, blas, …
  std::vector<std::string> models;      // names of engine/models
  std::vector<std::string> benchmarks;  // names of engine/benchmarks

  bool operator==(const Hello&) const = default;
};

struct Progress {
  std::string phase;  // "load", "warmup", "settle", "measure"
  double done = 0;    // of total, in steps or seconds; total 0 where unknown
  double total = 0;

  bool operator==(const Progress&) const = default;
};

using EngineMessage = std::variant<Hello, Progress, Result>;

// Without the newline.
std::string to_line(const EngineMessage& message);
std::string to_line(const Case& value);

// Nothing where the line is not a message of ours.
std::optional<EngineMessage> parse_engine_message(std::string_view line);
std::optional<Case> parse_case(std::string_view line);

}  // namespace wgf::results
