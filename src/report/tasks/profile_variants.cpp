// SPDX-License-Identifier: MIT
#include "report/tasks/profile_variants.h"

namespace wgf::report {
namespace {

using Kind = ProfileVariant::Kind;
using results::Result;

struct KindInfo {
  Kind kind;
  const char* name;
  const char* limit;
};
constexpr KindInfo kinds[] = {
    {Kind::as_it_is, "tasks.as_it_is", nullptr},
    {Kind::data_ready, "tasks.data_ready", "tasks.input_bound"},
    {Kind::launches_free, "tasks.launches_free", "tasks.launch_bound"},
    {Kind::copies_hidden, "tasks.copies_hidden", "tasks.copy_bound"},
    {Kind::synthetic, "tasks.synthetic", nullptr},
};

Kind kind_of(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  if (parameters.integer("profiled_steps", 0) > 0) return Kind::as_it_is;
  const std::string feed = parameters.text("feed", "loader");
  if (feed == "ready") return Kind::data_ready;
  if (feed == "copy_ahead") return Kind::copies_hidden;
  if (parameters.text("launch", "eager") == "graph") return Kind::launches_free;
  return Kind::synthetic;
}

std::vector<double> step_times(const Result* result) {
  if (result == nullptr || result->status != results::Status::ok) return {};
  const results::Metric* time = result->find("step_time");
  return time == nullptr ? std::vector<double>{} : time->samples;
}

const Result* result_as_it_is(const results::Run& run) {
  for (const Result& result : run.results)
    if (kind_of(result) == Kind::as_it_is) return &result;
  return nullptr;
}

}  // namespace

std::vector<ProfileVariant> profile_variants(const results::Run& run) {
  const std::vector<double> base = step_times(result_as_it_is(run));
  std::vector<ProfileVariant> variants;
  for (const Result& result : run.results) {
    const Kind kind = kind_of(result);
    const KindInfo& info = kinds[static_cast<std::size_t>(kind)];
    ProfileVariant variant{.kind = kind, .name = info.name, .limit = info.limit, .result = &result};
    const std::vector<double> times = step_times(&result);
    if (!times.empty()) variant.step_ms = mean(times);
    if (kind != Kind::as_it_is && !times.empty() && !base.empty()) {
      variant.speedup = mean(base) / mean(times);
      variant.interval = mean_ratio_interval(base, times);
    }
    variants.push_back(variant);
  }
  return variants;
}

const ProfileVariant* find_variant(const std::vector<ProfileVariant>& variants,
                                   ProfileVariant::Kind kind) {
  for (const ProfileVariant& variant : variants)
    if (variant.kind == kind && variant.result->status == results::Status::ok) return &variant;
  return nullptr;
}

}  // namespace wgf::report
