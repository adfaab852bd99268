// SPDX-License-Identifier: MIT
#include "cli/measure/serve/slo_presets.h"

#include <string_view>

#include "base/text.h"
#include "cli/command.h"

namespace wgf::cli {
namespace {

struct SloPreset {
  std::string_view name;
  double ttft_ms, tpot_ms;
};

// Target latencies of the server and interactive scenarios, mlcommons/inference, mlperf.conf.
constexpr SloPreset slo_presets[] = {{"llama2-70b", 2000, 200},
                                     {"llama2-70b-interactive", 450, 40},
                                     {"llama3.1-8b", 2000, 100},
                                     {"llama3.1-8b-interactive", 500, 30},
                                     {"llama3.1-405b", 6000, 175},
                                     {"llama3.1-405b-interactive", 4500, 80},
                                     {"deepseek-r1", 2000, 80},
                                     {"deepseek-r1-interactive", 1500, 15},
                                     {"mixtral-8x7b", 2000, 200},
                                     {"gpt-oss-120b", 3000, 80},
                                     {"gpt-oss-120b-interactive", 2000, 20}};

}  // namespace

std::optional<load::Limits> preset_limits(const std::vector<std::string>& typed) {
  constexpr std::string_view begin = "mlperf:";
  if (typed.size() != 1 || !typed.front().starts_with(begin)) return std::nullopt;
  const std::string name = lower_case(typed.front().substr(begin.size()));
  std::vector<std::string> names;
  for (const SloPreset& preset : slo_presets) {
    if (preset.name == name) return load::Limits{preset.ttft_ms, preset.tpot_ms};
    names.emplace_back(preset.name);
  }
  throw_usage("server.bad_choice",
              {{"option", "--slo mlperf:"}, {"value", name}, {"known", join(names, ", ")}});
}

}  // namespace wgf::cli
