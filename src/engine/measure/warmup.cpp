// SPDX-License-Identifier: MIT
#include "engine/measure/warmup.h"

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

// Lazy loading of kernels, algorithm choice and memory pools take up to three steps whatever the
// times look like.
constexpr std::size_t floor_steps = 3;
constexpr double stationary_tolerance = 0.02;
// A window must span enough time for the host's jitter to average out.
constexpr double window_ms = 50;
constexpr std::size_t smallest_window = 3;
// Share of the measuring cap that the first stage may take.
constexpr double time_share = 0.25;

// Thermal stage: slopes over the last five seconds, looked at each second.
constexpr double settle_window_s = 5;
constexpr double settle_check_s = 1;
constexpr double flat_temperature_c_per_s = 0.1;
constexpr double flat_clock_share_per_s = 0.002;
constexpr double flat_step_time_share = 0.01;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class WarmupLoop {
 public:
  WarmupLoop(StepWork& work, c10::Device device, const results::StoppingRule& rule,
             Telemetry* telemetry, const MeasureHooks& hooks)
      : work_(work),
        rule_(rule),
        telemetry_(telemetry),
        hooks_(hooks),
        timer_(device, work.part_count()) {
    if (work.has_preparation()) timer_.leave_out_first_part();
  }

  Warmup run() {
    start_ = Clock::now();
    if (rule_.warmup)
      run_fixed(*rule_.warmup);
    else
      run_until_stationary();
    if (rule_.sustained && !is_stop_agreed()) run_until_settled();
    return {.steps = steps_, .time = Seconds(seconds_since(start_)), .is_settled = is_settled_};
  }

 private:
  void run_steps(std::size_t count) {
    timer_.begin();
    // Ranks that stopped at different steps would wait for each other.
    const bool may_stop = !hooks_.rank_agreement;
    for (std::size_t i = 0; i < count && !(may_stop && hooks_.is_stop_requested()); ++i) {
      work_.step(timer_);
      timer_.end_step();
      ++steps_;
    }
    timer_.drain();
  }

  void run_fixed(std::int64_t count) {
    for (std::int64_t i = 0; i < count && !is_stop_agreed(); ++i) {
      run_steps(1);
      hooks_.progress("warmup", static_cast<double>(i + 1), static_cast<double>(count));
    }
  }

  void run_until_stationary() {
    const double cap_s = rule_.max_time.value * time_share;
    while (!is_stop_agreed()) {
      run_steps(agreed_count(next_batch()));
      const double elapsed = seconds_since(start_);
      hooks_.progress("warmup", elapsed, cap_s);
      if (hooks_.agreed(is_warm(elapsed, cap_s))) return;
    }
  }

  bool is_warm(double elapsed, double cap_s) const {
    const auto& times = timer_.times().step_ms;
    // A step of many seconds need not be run three times to be warm.
    if (elapsed >= 2 * cap_s || (times.size() >= floor_steps && elapsed >= cap_s)) return true;
    if (times.size() < floor_steps) return false;
    // The floor's steps hold the one-time costs and do not count.
    const auto later = std::span(times).subspan(std::min(floor_steps - 1, times.size()));
    return is_stationary(later, window());
  }

  bool is_stop_agreed() const { return hooks_.agreed(hooks_.is_stop_requested()); }
  std::size_t agreed_count(std::size_t count) const {
    return static_cast<std::size_t>(hooks_.agreed(static_cast<std::int64_t>(count)));
  }

  // One step at a time where the host should look soon, a window at once where steps are short.
  std::size_t next_batch() const { return timer_.times().count() < floor_steps ? 1 : window(); }

  std::size_t window() const {
    const auto& times = timer_.times().step_ms;
    const double last = times.empty() ? window_ms : times.back();
    // Long steps are compared one with one: their jitter is small beside them.
    if (last >= 10 * window_ms) return 1;
    return std::max(smallest_window, static_cast<std::size_t>(std::ceil(window_ms / last)));
  }

  void run_until_settled() {
    const Clock::time_point stage = Clock::now();
    const double cap_s = rule_.thermal_cap.value;
    if (telemetry_ != nullptr) telemetry_->start();
    double next_check = settle_window_s;
    std::vector<double> ends_s;  // of the batches, with the median step time in each
    std::vector<double> medians_ms;
    for (double elapsed = 0;
         hooks_.agreed(elapsed < cap_s && !hooks_.is_stop_requested() && !is_settled_);
         elapsed = seconds_since(stage)) {
      const std::size_t before = timer_.times().count();
      run_steps(agreed_count(window()));
      ends_s.push_back(seconds_since(stage));
      medians_ms.push_back(median(std::span(timer_.times().step_ms).subspan(before)));
      hooks_.progress("settle", ends_s.back(), cap_s);
      if (ends_s.back() < next_check) continue;
      next_check = ends_s.back() + settle_check_s;
      is_settled_ = are_times_flat(ends_s, medians_ms) && are_sensors_flat();
    }
    if (telemetry_ != nullptr) telemetry_->stop();
  }

  // A card at its power limit lowers its clock in steps too small and too rare for the slope alone:
  // the step times must be flat as well.
  bool are_sensors_flat() const {
    if (telemetry_ == nullptr || !telemetry_->has_sensors()) return true;
    const std::vector<hardware::SensorSample> samples = telemetry_->samples();
    std::vector<double> times, temperatures, clocks;
    if (samples.empty()) return false;
    for (const hardware::SensorSample& sample : samples) {
      const double age = std::chrono::duration<double>(samples.back().time - sample.time).count();
      if (age > settle_window_s) continue;
      times.push_back(-age);
      temperatures.push_back(sample.reading.temperature_c.value_or(0));
      clocks.push_back(sample.reading.sm_clock_mhz.value_or(0));
    }
    const double clock = std::max(1.0, median(clocks));
    return std::abs(slope(times, temperatures)) <= flat_temperature_c_per_s &&
           std::abs(slope(times, clocks)) / clock <= flat_clock_share_per_s;
  }

  // The step time itself must not drift over the window.
  static bool are_times_flat(const std::vector<double>& ends_s,
                             const std::vector<double>& medians_ms) {
    std::vector<double> older, newer;
    for (std::size_t i = 0; i < ends_s.size(); ++i) {
      const double age = ends_s.back() - ends_s[i];
      if (age <= settle_window_s / 2)
        newer.push_back(medians_ms[i]);
      else if (age <= settle_window_s)
        older.push_back(medians_ms[i]);
    }
    if (older.empty() || newer.empty()) return false;
    return std::abs(median(newer) / median(older) - 1) <= flat_step_time_share;
  }

  StepWork& work_;
  const results::StoppingRule& rule_;
  Telemetry* telemetry_;
  const MeasureHooks& hooks_;
  StepTimer timer_;
  Clock::time_point start_;
  std::int64_t steps_ = 0;
  bool is_settled_ = false;
};

}  // namespace

bool is_stationary(std::span<const double> step_ms, std::size_t window) {
  if (step_ms.size() < 2 * window) return false;
  const double last = median(step_ms.last(window));
  const double before = median(step_ms.last(2 * window).first(window));
  return std::abs(last / before - 1) <= stationary_tolerance;
}

double slope(std::span<const double> x, std::span<const double> y) {
  const double mean_x = mean(x), mean_y = mean(y);
  double covariance = 0, variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    covariance += (x[i] - mean_x) * (y[i] - mean_y);
    variance += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return variance > 0 ? covariance / variance : 0;
}

Warmup warm_up(StepWork& work, c10::Device device, const results::StoppingRule& rule,
               Telemetry* telemetry, const MeasureHooks& hooks) {
  synchronize(device);
  return WarmupLoop(work, device, rule, telemetry, hooks).run();
}

}  // namespace wgf::engine
