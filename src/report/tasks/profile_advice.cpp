// SPDX-License-Identifier: MIT
#include "report/tasks/profile_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;

// Data that are ready and data that never were in a file should take the same.
constexpr double synthetic_tolerance = 0.05;

void add_gap_advice(const Result& recorded, Language language, std::vector<std::string>& advice) {
  const auto gaps = number_of(recorded, "kernel_gaps"),
             time = number_of(recorded, "kernel_gap_time"),
             kernels = number_of(recorded, "kernel_time"),
             overlap = number_of(recorded, "copy_overlap");
  if (!gaps || !time || !kernels || !overlap) return;
  advice.push_back(messages::render({"tasks.advice_kernels",
                                     {{"kernels", format_number(*kernels, 3)},
                                      {"gaps", format_number(*gaps, 3)},
                                      {"time", format_number(*time, 3)},
                                      {"overlap", percent_text(*overlap)}}},
                                    language));
}

void add_synthetic_advice(const std::vector<ProfileVariant>& variants, Language language,
                          std::vector<std::string>& advice) {
  const ProfileVariant* ready = find_variant(variants, ProfileVariant::Kind::data_ready);
  const ProfileVariant* synthetic = find_variant(variants, ProfileVariant::Kind::synthetic);
  if (ready == nullptr || synthetic == nullptr || synthetic->step_ms <= 0) return;
  const double ratio = ready->step_ms / synthetic->step_ms;
  const bool agree = std::abs(ratio - 1) <= synthetic_tolerance;
  advice.push_back(
      messages::render({agree ? "tasks.ready_as_synthetic" : "tasks.ready_unlike_synthetic",
                        {{"percent", percent_text(100 * std::abs(ratio - 1))}}},
                       language));
}

void add_overhead_advice(const ProfileVariant& as_it_is, Language language,
                         std::vector<std::string>& advice) {
  const auto recorded = number_of(*as_it_is.result, "profiled_step_time");
  if (!recorded || as_it_is.step_ms <= 0) return;
  advice.push_back(messages::render(
      {"tasks.advice_recording", {{"ratio", ratio_text(*recorded / as_it_is.step_ms)}}}, language));
}

// The queues of the loader fill while the profiler starts.
void add_queue_advice(const Result& recorded, Language language, std::vector<std::string>& advice) {
  const auto measured_wait = number_of(recorded, "loader_wait_share"),
             recorded_wait = number_of(recorded, "load_share");
  if (!measured_wait || !recorded_wait || *measured_wait - *recorded_wait < waits_for_data) return;
  advice.push_back(messages::render(
      {"tasks.advice_full_queues",
       {{"recorded", percent_text(*recorded_wait)}, {"measured", percent_text(*measured_wait)}}},
      language));
}

// Workers are no faster than their host: variants that wait for them differ by what they delivered
// while each ran, which no interval of one variant's steps shows.
void add_loader_advice(const std::vector<ProfileVariant>& variants, Language language,
                       std::vector<std::string>& advice) {
  constexpr double alike = 1.05;
  std::vector<double> rates;
  for (const ProfileVariant& variant : variants)
    if (const auto rate = number_of(*variant.result, "loader_rate");
        rate && number_of(*variant.result, "loader_wait_share").value_or(0) > waits_for_data)
      rates.push_back(*rate);
  if (rates.empty()) return;
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  if (*most < alike * *least) return;
  advice.push_back(
      messages::render({"tasks.advice_loader_varied",
                        {{"least", format_number(*least, 3)}, {"most", format_number(*most, 3)}}},
                       language));
}

}  // namespace

std::string ratio_text(double ratio) {
  return fmt::format("{:.3g}", ratio);
}

void add_profile_advice(const std::vector<ProfileVariant>& variants, Language language,
                        std::vector<std::string>& advice) {
  const ProfileVariant& as_it_is = *find_variant(variants, ProfileVariant::Kind::as_it_is);
  add_gap_advice(*as_it_is.result, language, advice);
  add_synthetic_advice(variants, language, advice);
  add_overhead_advice(as_it_is, language, advice);
  add_queue_advice(*as_it_is.result, language, advice);
  add_loader_advice(variants, language, advice);
}

}  // namespace wgf::report
