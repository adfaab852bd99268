// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning_serve.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace wgf::runner {
namespace {

constexpr double knee_of_users = 0.95;  // of the most output, as a sweep has it
constexpr double enough_good = 99;      // %, as a sweep has it

double value_of(const results::Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? 0 : metric->value;
}

// Of loads that differ in their users alone, with the slots that are theirs, the output tokens a
// second; of repeats the most.
std::map<std::int64_t, double> rates_by_users(const TuningSubject& subject) {
  const auto rest = [](const results::Result& result) {
    results::Parameters parameters;
    for (const auto& [name, value] : result.measured_case.parameters)
      if (name != "concurrency" && name != "requests" && name != "batch_size")
        parameters.set(name, value);
    return parameters;
  };
  std::map<std::int64_t, double> rates;
  for (const results::Result& other : subject.run.results) {
    const results::Case& one = other.measured_case;
    if (other.status != results::Status::ok || one.parameters.find("concurrency") == nullptr ||
        one.benchmark != subject.result.measured_case.benchmark ||
        rest(other) != rest(subject.result))
      continue;
    double& rate = rates[one.parameters.integer("concurrency")];
    rate = std::max(rate, value_of(other, "output.token_throughput"));
  }
  return rates;
}

}  // namespace

Finding look_at_client(const TuningSubject& subject, const DoctorData&) {
  const auto& warnings = subject.result.warnings;
  const auto found = std::find_if(warnings.begin(), warnings.end(), [](const Message& warning) {
    return warning.key == "server.client_late" || warning.key == "server.client_busy";
  });
  if (found != warnings.end()) return warning("", *found, {"tuning.advice_client", {}});
  const double late =
      std::max(value_of(subject.result, "client_delay"), value_of(subject.result, "client_lag"));
  return ok("", {"tuning.client", {{"late", format_number(late, 2)}}});
}

Finding look_at_failures(const TuningSubject& subject, const DoctorData&) {
  const double failed = value_of(subject.result, "failed_requests");
  if (failed <= 0) return ok("", {"tuning.no_failures", {}});
  return problem("", {"tuning.failures", {{"count", format_number(failed, 6)}}},
                 {"tuning.advice_failures", {}});
}

Finding look_at_users(const TuningSubject& subject, const DoctorData&) {
  const std::map<std::int64_t, double> rates = rates_by_users(subject);
  if (rates.size() < 2) return not_looked_at("", {"tuning.one_load", {}});
  double most = 0;
  for (const auto& [users, rate] : rates) most = std::max(most, rate);
  const auto knee = std::find_if(rates.begin(), rates.end(), [&](const auto& one) {
    return one.second >= knee_of_users * most;
  });
  const std::int64_t users = subject.result.measured_case.parameters.integer("concurrency");
  const Message seen{"tuning.users",
                     {{"users", std::to_string(users)},
                      {"percent", format_number(100 * rates.at(users) / most, 3)},
                      {"knee", std::to_string(knee->first)}}};
  if (users <= knee->first) return ok("", seen);
  return warning("", seen, {"tuning.advice_users", {{"knee", std::to_string(knee->first)}}});
}

Finding look_at_limits(const TuningSubject& subject, const DoctorData&) {
  const results::Metric* good = subject.result.find("good_share");
  if (good == nullptr) return not_looked_at("", {"tuning.no_limits", {}});
  const Message seen{"tuning.limits", {{"percent", format_number(good->value, 3)}}};
  if (good->value >= enough_good) return ok("", seen);
  return warning("", seen, {"tuning.advice_limits", {}});
}

}  // namespace wgf::runner
