// SPDX-License-Identifier: MIT
#include "cli/earlier_names.h"

namespace wgf::cli {
namespace {

struct EarlierName {
  std::string_view name;
  const char* answer;  // the message that names the new way
  ExitCode exit_code;  // usage: say it otherwise; not_supported: not offered
};

// Only what is asked for when the command line does not know the name: a command that exists again
// is never looked up here, and its line goes (a test finds it). Values of options that changed (-f
// html, --device mps, --config x.yaml) are answered where they are read.
constexpr EarlierName earlier_names[] = {
    {"--gpu-ids", "cli.earlier_gpu_ids", ExitCode::usage},
    {"--multi-gpu", "cli.earlier_multi_gpu", ExitCode::not_supported},
    {"--monitor-gpu", "cli.earlier_monitor_gpu", ExitCode::usage},
    {"--compare-baseline", "cli.earlier_compare_baseline", ExitCode::usage},
    {"--custom-models", "cli.earlier_custom_models", ExitCode::usage},
    {"--batch-sweep", "cli.earlier_batch_sweep", ExitCode::usage},
    {"history", "cli.earlier_history", ExitCode::not_supported},
};

}  // namespace

std::optional<Error> answer_to_earlier_name(std::string_view name) {
  for (const EarlierName& earlier : earlier_names)
    if (earlier.name == name) return Error({earlier.answer, {}}, earlier.exit_code);
  return std::nullopt;
}

}  // namespace wgf::cli
