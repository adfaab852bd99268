// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "messages/complete.h"
#include "runner/doctor/tuning_advice.h"
#include "runner/doctor/tuning_llm.h"
#include "runner/doctor/tuning_memory.h"
#include "runner/doctor/tuning_precision.h"
#include "runner/doctor/tuning_serve.h"

namespace wgf::runner {
namespace {

using results::Result;
using results::Status;

constexpr double least_utilization = 80;   // percent
constexpr double most_gap = 10;            // percent of wall clock above the device's time
constexpr double most_communication = 30;  // percent of the step
constexpr double least_hidden = 50;        // percent of the exchange
constexpr double felt_communication = 10;  // percent of the step
constexpr double knee_share = 0.9;         // of the best throughput

bool is_on_gpu(const TuningSubject& subject) {
  return subject.result.devices.front().id != "cpu" && !subject.result.measured_case.is_on_cpu();
}

std::optional<double> metric(const Result& result, std::string_view tag) {
  const results::Metric* found = result.find(tag);
  return found == nullptr ? std::nullopt : std::optional<double>(found->value);
}

Finding look_at_utilization(const TuningSubject& subject, const DoctorData&) {
  const auto percent = metric(subject.result, "gpu_utilization");
  if (!percent) return not_looked_at("", {"tuning.no_utilization", {}});
  const Message seen{"tuning.utilization", {{"percent", format_number(*percent, 3)}}};
  if (*percent >= least_utilization) return ok("", seen);
  return warning(
      "", seen, advice_with_steps("tuning.advice_utilization", options_for_launch(subject.result)));
}

// The run's own rating, in the words of its report: bands by task and arithmetic.
Finding look_at_mfu(const TuningSubject& subject, const DoctorData&) {
  const auto percent = metric(subject.result, "mfu");
  if (!percent) return not_looked_at("", {"tuning.no_mfu", {}});
  const std::string value = format_number(*percent, 3);
  for (const results::Rating& rating : subject.result.ratings) {
    if (rating.metric != "mfu") continue;
    const Message seen{"tuning.mfu_" + rating.level,
                       {{"percent", value}, {"precision", rating.precision}}};
    if (rating.level != "poor") return ok("", seen);
    return warning(
        "", seen,
        advice_with_steps("tuning.advice_mfu", options_for_speed(subject.result, subject.gpu)));
  }
  return not_looked_at("", {"tuning.mfu_no_band", {{"percent", value}}});
}

// Inputs are made on the device, so no loader is in the numbers; a run that measures one says so.
Finding look_at_loader(const TuningSubject& subject, const DoctorData&) {
  const auto percent = metric(subject.result, "loader_wait");
  if (!percent) return not_looked_at("", {"tuning.no_loader", {}});
  const Message seen{"tuning.loader", {{"percent", format_number(*percent, 3)}}};
  return *percent < 5 ? ok("", seen) : warning("", seen, {"tuning.advice_loader", {}});
}

Finding look_at_launch(const TuningSubject& subject, const DoctorData&) {
  if (!is_on_gpu(subject)) return not_looked_at("", {"tuning.on_cpu", {}});
  const Message advice =
      advice_with_steps("tuning.advice_launch", options_for_launch(subject.result));
  for (const Message& note : subject.result.warnings) {
    if (note.key != "engine.launch_bound") continue;
    // An older engine gave other numbers: then its own sentence.
    const Message seen{"tuning.launch_bound", note.args};
    return warning("", messages::is_complete(seen) ? seen : note, advice);
  }
  const auto wall = metric(subject.result, "wall_step_time");
  const auto step = metric(subject.result, "step_time");
  if (!wall || !step || *step <= 0) return not_looked_at("", {"tuning.no_wall_time", {}});
  const double gap = std::max(0.0, (*wall / *step - 1) * 100);
  const Message seen{"tuning.launch",
                     {{"percent", format_number(gap, 2)}, {"most", format_number(most_gap, 2)}}};
  return gap <= most_gap ? ok("", seen) : warning("", seen, advice);
}

// Of a step, percent, as far as nothing hides it: by a step without exchanges, by the wait for the
// last gradients, or by a profile.
std::optional<double> communication_of(const Result& result) {
  if (const auto exposed = metric(result, "exposed_share")) return exposed;
  const auto wait = metric(result, "exchange_wait_time"), step = metric(result, "step_time");
  if (wait && step && *step > 0) return 100 * *wait / *step;
  return metric(result, "communication_share");
}

Finding look_at_communication(const TuningSubject& subject, const DoctorData&) {
  const auto percent = communication_of(subject.result);
  const bool is_alone =
      subject.result.devices.size() == 1 && subject.result.measured_case.ranks() == 1;
  if (!percent)
    return not_looked_at(
        "", {is_alone ? "tuning.no_communication" : "tuning.communication_unknown", {}});
  const Message seen{"tuning.communication", {{"percent", format_number(*percent, 3)}}};
  if (*percent < most_communication) return ok("", seen);
  return warning("", seen, {"tuning.advice_communication", {}});
}

Finding look_at_overlap(const TuningSubject& subject, const DoctorData&) {
  const results::Case& value = subject.result.measured_case;
  if (value.parameters.integer("dp", 1) == 1)
    return not_looked_at("", {"tuning.no_exchange_of_gradients", {}});
  if (value.parameters.text("overlap", "on") == "off")
    return warning("", {"tuning.overlap_off", {}}, {"tuning.advice_overlap", {}});
  const auto hidden = metric(subject.result, "exchange_hidden_share");
  if (!hidden) return ok("", {"tuning.overlap_on", {}});
  const Message seen{"tuning.overlap", {{"percent", format_number(*hidden, 3)}}};
  // Of little that is sent it does not matter how much is hidden.
  if (*hidden >= least_hidden || communication_of(subject.result).value_or(0) < felt_communication)
    return ok("", seen);
  return warning("", seen, {"tuning.advice_communication", {}});
}

// Parameters without the batch size: what two points of one curve have in common.
bool is_same_curve(const Result& a, const Result& b) {
  const auto rest = [](const Result& result) {
    results::Parameters parameters;
    for (const auto& [name, value] : result.measured_case.parameters)
      if (name != "batch_size") parameters.set(name, value);
    return parameters;
  };
  return a.measured_case.benchmark == b.measured_case.benchmark &&
         a.measured_case.device == b.measured_case.device && rest(a) == rest(b);
}

// Of a language model that of its answers.
std::optional<double> rate_of(const Result& result) {
  for (const char* tag : {"throughput", "decode.token_throughput", "prefill.token_throughput"})
    if (const auto rate = metric(result, tag)) return rate;
  return std::nullopt;
}

struct BatchPoint {
  std::int64_t batch = 0;
  double throughput = 0;
};

// By batch size, each once.
std::vector<BatchPoint> batch_curve(const TuningSubject& subject) {
  std::vector<BatchPoint> curve;
  for (const Result& other : subject.run.results) {
    const auto throughput = rate_of(other);
    if (other.status != Status::ok || !throughput || !is_same_curve(other, subject.result))
      continue;
    curve.push_back({other.measured_case.parameters.integer("batch_size", 1), *throughput});
  }
  std::stable_sort(curve.begin(), curve.end(),
                   [](const BatchPoint& a, const BatchPoint& b) { return a.batch < b.batch; });
  curve.erase(
      std::unique(curve.begin(), curve.end(),
                  [](const BatchPoint& a, const BatchPoint& b) { return a.batch == b.batch; }),
      curve.end());
  return curve;
}

Finding look_at_batch(const TuningSubject& subject, const DoctorData&) {
  const std::vector<BatchPoint> curve = batch_curve(subject);
  if (curve.size() < 2) return not_looked_at("", {"tuning.one_batch", {}});
  const auto best = std::max_element(
      curve.begin(), curve.end(),
      [](const BatchPoint& a, const BatchPoint& b) { return a.throughput < b.throughput; });
  const auto knee = std::find_if(curve.begin(), curve.end(), [&](const BatchPoint& point) {
    return point.throughput >= knee_share * best->throughput;
  });
  const std::int64_t batch = subject.result.measured_case.parameters.integer("batch_size", 1);
  const double share = rate_of(subject.result).value_or(0) / best->throughput;
  const Message seen{"tuning.batch",
                     {{"batch", std::to_string(batch)},
                      {"percent", format_number(share * 100, 3)},
                      {"best", std::to_string(best->batch)},
                      {"knee", std::to_string(knee->batch)}}};
  if (batch < knee->batch)
    return warning("", seen, {"tuning.advice_batch", {{"knee", std::to_string(knee->batch)}}});
  return ok("", seen);
}

constexpr TuningCheck table[] = {
    {"gpu_utilization", look_at_utilization}, {"mfu", look_at_mfu},
    {"loader_wait", look_at_loader},          {"launch_gaps", look_at_launch},
    {"communication", look_at_communication}, {"overlap", look_at_overlap},
    {"precision", look_at_precision},         {"batch_size", look_at_batch},
    {"checkpointing", look_at_checkpointing}, {"memory_headroom", look_at_headroom},
};

constexpr TuningCheck llm_table[] = {
    {"decode_limit", look_at_decode},
    {"prefill_mfu", look_at_prefill},
    {"batch_size", look_at_batch},
    {"memory_headroom", look_at_headroom},
};

constexpr TuningCheck serve_table[] = {
    {"served_client", look_at_client},
    {"served_failures", look_at_failures},
    {"served_users", look_at_users},
    {"served_limits", look_at_limits},
};

// In the process there is no client, and none of its requests can fail.
constexpr TuningCheck load_table[] = {
    {"served_users", look_at_users},
    {"served_limits", look_at_limits},
    {"memory_headroom", look_at_headroom},
};

// Of what no item is said: none.
std::span<const TuningCheck> checks_of(const Result& result) {
  const std::string& name = result.measured_case.benchmark;
  if (name == "llm") return llm_table;
  if (name == "llm_load") return load_table;
  if (name == "serve_test") return serve_table;
  if (name == "train" || name == "train_decoder" || name == "infer" || name == "user_model")
    return table;
  return {};
}

Finding without_numbers(const Result& result, const catalog::Gpu* gpu) {
  const Message reason = result.reason.value_or(
      Message{"doctor.no_reason", {{"status", std::string(to_text(result.status))}}});
  if (result.status == Status::out_of_memory)
    return problem(
        "", reason,
        advice_with_steps("tuning.advice_out_of_memory", options_for_memory(result, gpu)));
  if (result.status == Status::invalid || result.status == Status::failed ||
      result.status == Status::crashed || result.status == Status::timeout)
    return problem("", reason, {"tuning.advice_case_failed", {}});
  return not_looked_at("", reason);
}

}  // namespace

std::span<const TuningCheck> all_tuning_checks() {
  return table;
}

std::vector<Finding> tuning_checklist(const results::Run& run, std::size_t index,
                                      const catalog::GpuCatalog& catalog, const DoctorData& data) {
  const Result& result = run.results.at(index);
  const std::span<const TuningCheck> checks = checks_of(result);
  // A forecast tells nothing of a machine.
  const bool is_forecast = result.provenance == results::Provenance::predicted;
  if (is_forecast || checks.empty()) return {};
  const catalog::Gpu* gpu = catalog.find_id(result.devices.front().catalog_id);
  if (result.status != Status::ok) {
    Finding finding = without_numbers(result, gpu);
    finding.check = "result";
    return {finding};
  }
  const TuningSubject subject{.run = run, .result = result, .gpu = gpu};
  std::vector<Finding> findings;
  for (const TuningCheck& check : checks) {
    findings.push_back(check.look(subject, data));
    findings.back().check = check.name;
  }
  return findings;
}

}  // namespace wgf::runner
