// SPDX-License-Identifier: MIT
#pragma once
// The one record of the product: what was run, how it ended, what was measured, under which
// conditions. Measured, predicted and published figures are all a Result. JSON form: json.h,
// schema: api/.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.h"
#include "base/units.h"
#include "results/case.h"
#include "results/device.h"
#include "results/metrics.h"
#include "results/parameters.h"
#include "results/profile.h"
#include "results/score.h"
#include "results/series.h"
#include "results/target.h"
#include "results/timeline.h"

namespace wgf::results {

// Of what is written. Files from oldest_schema on are read (docs/results-format.md).
inline constexpr int schema_version = 2;
inline constexpr int oldest_schema = 1;

enum class Status {
  ok,
  skipped,      // not tried: would not fit, time budget spent
  unsupported,  // this device or build cannot do it
  out_of_memory,
  timeout,      // no result within the case's time; the engine was stopped
  crashed,      // the engine process died
  failed,       // an error was reported
  invalid,      // measured, but breaks a physical limit
  interrupted,  // stopped by the user; what was measured is kept
};
std::string_view to_text(Status status);
std::optional<Status> parse_status(std::string_view text);

enum class Provenance { measured, predicted, published };
std::string_view to_text(Provenance provenance);

// The arithmetic that really ran, read back from the library after setting it.
struct MathMode {
  std::string compute;  // datasheet column that bounds it: fp32, tf32, fp16, bf16, fp64, int8
  std::string parameters_dtype;  // float32, bfloat16, …
  bool autocast = false;
  bool tf32_matmul = false;
  bool tf32_convolution = false;
  bool cudnn_benchmark = false;
  bool deterministic = false;
  std::string sdpa_backends;             // enabled: "flash,efficient,cudnn,math"
  std::string float32_matmul_precision;  // highest, high, medium
  // Of a model that mixes formats: the share of the operations in each, 0 to 1, the largest (that
  // of `compute`) first. Empty: all are of `compute`.
  std::vector<std::pair<std::string, double>> shares;

  bool operator==(const MathMode&) const = default;
};
// "bf16", "75 % bf16, 25 % fp32"
std::string compute_text(const MathMode& mode);

// One reading of the device's sensors while the case ran. Empty: the sensor cannot be read.
struct SensorReading {
  double time_s = 0;  // since the first measured step began
  std::optional<double> sm_clock_mhz, memory_clock_mhz, power_w, temperature_c, gpu_utilization,
      memory_used_gib;
  // Of training from files: mean of the interval that ends here, of the GPU or, where there is no
  // sensor, of the training thread.
  std::optional<double> busy_share;
  std::vector<std::string>
      throttle_reasons;  // active ones: "power_cap", "thermal", …; idle is not one

  bool operator==(const SensorReading&) const = default;
};

// What ended the measuring.
enum class StopReason { none, precision_reached, time_cap, fixed_count, single_reading };
std::string_view to_text(StopReason reason);

// One of the processes that measured a case together, and what it measured itself.
struct Rank {
  int rank = 0;
  std::string node;        // host name
  std::size_t device = 0;  // of the result's devices
  std::vector<Metric> metrics;

  const Metric* find(std::string_view tag) const;
  bool operator==(const Rank&) const = default;
};

// Where ranks took part, metrics are those of all together: rates are sums, shares are of all
// devices' peaks, a time is what the slowest took, memory is the most that any of them needed.
struct Result {
  Case measured_case;
  Status status = Status::ok;
  std::optional<Message> reason;  // why the status is not ok
  std::vector<Metric> metrics;
  std::vector<Message> warnings;  // throttled, shared GPU, not converged, clocks disagree, …
  std::optional<MathMode> math_mode;
  StopReason stop_reason = StopReason::none;
  std::vector<Series> series;                            // each name once
  std::vector<SensorReading> sensors;                    // of the first device
  std::vector<Device> devices = std::vector<Device>(1);  // one or more
  std::vector<Rank> ranks;       // by their number; empty where one process measured alone
  std::optional<Target> target;  // only of what was measured over a network
  Provenance provenance = Provenance::measured;
  int process = 0;              // which engine process of the run measured it (0, 1, …)
  std::vector<Rating> ratings;  // shares in words, where a band is known for the task
  std::optional<Profile> profile;
  std::vector<Timeline> timelines;  // of a decoder's phases, where it was profiled

  const Metric* find(std::string_view tag) const;
  const Series* find_series(std::string_view name) const;
  bool operator==(const Result&) const = default;
};

// What a limit on memory is held against, in GiB: what anybody holds on the GPU, else its
// allocator; on a CPU the process, else its tensors.
std::optional<double> memory_in_use(const Result& result);

// The machine and its software: sections in a fixed order, each a list of named facts.
struct Environment {
  struct Section {
    std::string name;  // "cpu", "memory", "numa", "disk", "os", "software", "network", "container",
                       // "gpu_links", "product"
    Parameters facts;

    bool operator==(const Section&) const = default;
  };
  std::vector<Section> sections;

  const Parameters* find(std::string_view section) const;
  bool operator==(const Environment&) const = default;
};

// CPUs that the process which measured could keep busy: those it could run on, or the quota of its
// container where that is less. Nothing where the facts name neither.
std::optional<double> usable_cpus(const Environment& environment);

// Everything one invocation measured: the content of results.json.
struct Run {
  std::string started_at;  // UTC, ISO 8601
  std::string command;     // as typed
  std::string preset;      // "light", "standard", "extensive", empty for run
  std::string task;        // "max_batch", …: the command that chose the cases; empty for both
  Environment environment;
  std::vector<Device> devices;  // of all results
  std::vector<Case> plan;       // what was meant to be measured; --resume measures what is missing
  std::vector<Result> results;
  bool partial = false;        // ended before the plan did
  std::optional<Score> score;  // of quick

  bool operator==(const Run&) const = default;
};

// Cases that were meant to be measured or have a result: a resumed run may hold results of another
// plan.
std::size_t planned_cases(const Run& run);

}  // namespace wgf::results
