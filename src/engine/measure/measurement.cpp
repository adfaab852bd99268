// SPDX-License-Identifier: MIT
#include "engine/measure/measurement.h"

#include <algorithm>

#include "base/statistics.h"
#include "engine/measure/device.h"
#include "engine/measure/stopping.h"

namespace wgf::engine {
namespace {

Seconds since(Clock::time_point start) {
  return Seconds(std::chrono::duration<double>(Clock::now() - start).count());
}

// Time one bootstrap of n samples takes, generously: 1000 resamples at about 20 ns a sample.
double check_ms(std::size_t samples) {
  return static_cast<double>(samples) * 1000 * 20e-6;
}

class MeasuringLoop {
 public:
  MeasuringLoop(StepWork& work, c10::Device device, const results::StoppingRule& rule,
                Pacing pacing, const MeasureHooks& hooks)
      : work_(work),
        device_(device),
        rule_(rule),
        pacing_(pacing),
        hooks_(hooks),
        stopping_(rule),
        timer_(device, work.part_count(), queue_depth(device, pacing)) {
    if (work.has_preparation()) timer_.leave_out_first_part();
  }

  Measurement run() {
    start_ = Clock::now();
    timer_.begin();
    Measurement measurement;
    while (measurement.stop_reason == results::StopReason::none && !measurement.was_interrupted) {
      for (std::int64_t i = steps_to_next_look(); i > 0; --i) one_step();
      measurement.was_interrupted = hooks_.agreed(hooks_.is_stop_requested());
      if (const auto reason = check()) measurement.stop_reason = *reason;
    }
    timer_.drain();
    measurement.times = timer_.take();
    return measurement;
  }

 private:
  static std::size_t queue_depth(c10::Device device, Pacing pacing) {
    return pacing == Pacing::back_to_back && is_gpu(device) ? StepTimer::default_depth : 1;
  }

  // One, but of several ranks: to agree after each step would cost more than the step.
  std::int64_t steps_to_next_look() const {
    if (!hooks_.rank_agreement) return 1;
    constexpr double look_ms = 50;
    const std::vector<double>& samples = timer_.times().step_ms;
    const double last = samples.empty() ? look_ms : std::max(samples.back(), 1e-3);
    std::int64_t count = std::clamp<std::int64_t>(static_cast<std::int64_t>(look_ms / last), 1,
                                                  std::max<std::int64_t>(steps_ / 4, 1));
    if (rule_.iterations) count = std::min(count, *rule_.iterations - steps_);
    return hooks_.agreed(count);
  }

  void one_step() {
    work_.step(timer_);
    timer_.end_step();
    ++steps_;
    if (pacing_ == Pacing::one_at_a_time) {
      timer_.drain();
      timer_.begin();
    }
    const double elapsed = since(start_).value;
    if (rule_.iterations)
      hooks_.progress("measure", static_cast<double>(steps_),
                      static_cast<double>(*rule_.iterations));
    else
      hooks_.progress("measure", elapsed, rule_.max_time.value);
  }

  std::optional<results::StopReason> check() {
    // A fixed count is a count of steps run, read or not: none is run in vain.
    if (rule_.iterations) {
      if (steps_ >= *rule_.iterations) return results::StopReason::fixed_count;
      return std::nullopt;
    }
    const Seconds elapsed = since(start_);
    const std::vector<double>& samples = timer_.times().step_ms;
    if (!hooks_.agreed(!samples.empty() && stopping_.is_due(samples.size(), elapsed)))
      return std::nullopt;
    // While the host works out the interval the device empties its queue, and a CPU does nothing
    // else. Where that matters the stretch ends here and a new one begins, behind a lead-in step
    // where caches and threads have cooled down, so that no sample holds the gap.
    const bool is_long =
        hooks_.agreed(!samples.empty() &&
                      check_ms(samples.size()) > samples.back() * StepTimer::default_depth / 2);
    const bool breaks_stretch = is_long || !is_gpu(device_);
    if (breaks_stretch) timer_.drain();
    const auto reason = agreed(stopping_.decide(samples, elapsed));
    if (breaks_stretch && !reason) {
      if (is_long) work_.step(timer_);
      timer_.begin();
    }
    return reason;
  }

  std::optional<results::StopReason> agreed(std::optional<results::StopReason> reason) const {
    constexpr std::int64_t goes_on = -1;
    const std::int64_t told = hooks_.agreed(reason ? static_cast<std::int64_t>(*reason) : goes_on);
    if (told == goes_on) return std::nullopt;
    return static_cast<results::StopReason>(told);
  }

  StepWork& work_;
  c10::Device device_;
  const results::StoppingRule& rule_;
  Pacing pacing_;
  const MeasureHooks& hooks_;
  StoppingCheck stopping_;
  StepTimer timer_;
  Clock::time_point start_;
  std::int64_t steps_ = 0;
};

}  // namespace

Measurement measure_steps(StepWork& work, c10::Device device, const results::StoppingRule& rule,
                          Pacing pacing, const MeasureHooks& hooks) {
  synchronize(device);
  return MeasuringLoop(work, device, rule, pacing, hooks).run();
}

}  // namespace wgf::engine
