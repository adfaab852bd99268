// SPDX-License-Identifier: MIT
#include "answers/training/goodput_settings.h"

#include "base/amounts.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

constexpr double shortest = 1e-3, longest = 86400.0 * 3650;

AmountRule time_rule(const char* key) {
  return {key,
          shortest,
          longest,
          {{"ms", 1e-3}, {"min", 60}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}}};
}

std::optional<Seconds> parse_time(const std::string& typed, const char* key) {
  if (typed.empty()) return std::nullopt;
  return Seconds(parse_amount(typed, time_rule(key)));
}

}  // namespace

GoodputSettings parse_goodput(const GoodputOptions& options) {
  const bool has_any = options.has_spot || !options.mtbf.empty() || !options.checkpoint.empty() ||
                       !options.interval.empty() || !options.restart.empty();
  if (has_any && !options.is_asked) throw Error({"goodput.needs_goodput", {}}, ExitCode::usage);
  GoodputSettings settings;
  settings.is_spot = options.has_spot;
  constexpr AmountRule hours{"goodput.bad_mtbf", 1e-3, 1e9, {{"h", 1}, {"d", 24}, {"y", 8766}}};
  if (!options.mtbf.empty()) settings.gpu_hours = Hours(parse_amount(options.mtbf, hours));
  settings.checkpoint = parse_time(options.checkpoint, "goodput.bad_checkpoint");
  settings.interval = parse_time(options.interval, "goodput.bad_interval");
  settings.restart = parse_time(options.restart, "goodput.bad_restart");
  return settings;
}

}  // namespace wgf::answers
