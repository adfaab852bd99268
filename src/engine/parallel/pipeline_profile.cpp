// SPDX-License-Identifier: MIT
#include "engine/parallel/pipeline_profile.h"

#include <ATen/ops/zeros.h>
#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/statistics.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

using pipeline::Action;
using pipeline::Step;
using Json = nlohmann::json;

constexpr std::size_t step_kinds = 3;

std::size_t index_of(Step step) {
  return static_cast<std::size_t>(step);
}

// A moment on the device's stream, or of the host's clock where there is none.
class Moment {
 public:
  explicit Moment(c10::Device device) {
    if (device.is_cpu()) {
      time_ = std::chrono::steady_clock::now();
      return;
    }
    event_.emplace(device.type(), c10::EventFlag::BACKEND_DEFAULT);
    event_->record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
  }
  // Once both have come to pass.
  double milliseconds_to(const Moment& later) const {
    if (event_) return event_->elapsedTime(*later.event_);
    return std::chrono::duration<double, std::milli>(later.time_ - time_).count();
  }

 private:
  std::optional<c10::Event> event_;
  std::chrono::steady_clock::time_point time_;
};

class PassClock final : public ActionClock {
 public:
  explicit PassClock(c10::Device device) : device_(device) {}
  void begin(const Action&) override { begin_.emplace_back(device_); }
  void end(const Action& action) override { ends_.emplace_back(action, Moment(device_)); }

  // Milliseconds by chunk and kind, of all steps so far; the device has come to rest.
  void read(std::vector<std::array<std::vector<double>, step_kinds>>& into) {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const auto& [action, end] = ends_[i];
      into[static_cast<std::size_t>(action.chunk)][index_of(action.step)].push_back(
          begin_[i].milliseconds_to(end));
    }
    begin_.clear();
    ends_.clear();
  }

 private:
  const c10::Device device_;
  std::vector<Moment> begin_;
  std::vector<std::pair<Action, Moment>> ends_;
};

double percent(Seconds part, Seconds whole) {
  return whole.value > 0 ? 100 * part.value / whole.value : 0;
}

}  // namespace

double PipelineProfile::bubble_percent(std::size_t stage) const {
  return percent(split[stage].idle(), step);
}

double PipelineProfile::mean_bubble_percent() const {
  double sum = 0;
  for (std::size_t stage = 0; stage < split.size(); ++stage) sum += bubble_percent(stage);
  return sum / static_cast<double>(split.size());
}

pipeline::StageTime PipelineProfile::mean_stage() const {
  const auto mean = [&](const std::vector<Seconds>& of_chunks) {
    return std::accumulate(of_chunks.begin(), of_chunks.end(), Seconds()) /
           static_cast<double>(split.size());
  };
  return {mean(times.forward), mean(times.backward), mean(times.weights)};
}

PipelineProfile profile_pipeline(ParallelTraining& training, const std::vector<MicroBatch>& batches,
                                 int steps) {
  PipelineStep& pipeline = *training.pipeline();
  RankGroup& stages = training.stages();
  const pipeline::Schedule& schedule = *training.schedule();
  const c10::Device device = training.decoder(0).device();
  const auto chunks = static_cast<std::size_t>(schedule.chunks());
  std::vector<std::array<std::vector<double>, step_kinds>> passes(chunks);
  std::vector<double> step_ms;
  PassClock clock(device);
  pipeline.set_clock(&clock);
  for (int i = 0; i < steps; ++i) {
    synchronize(device);
    stages.agreed(0);
    const auto begin = std::chrono::steady_clock::now();
    pipeline.passes(batches);
    synchronize(device);
    step_ms.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
            .count());
    clock.read(passes);
    pipeline.update();
  }
  pipeline.set_clock(nullptr);

  Json own{{"step", step_ms}, {"transfer", 1e3 * pipeline.transfer_time().value}};
  for (std::size_t chunk = 0; chunk < chunks; ++chunk)
    for (std::size_t kind = 0; kind < step_kinds; ++kind)
      if (!passes[chunk][kind].empty())
        own["passes"].push_back({chunk, kind, median(passes[chunk][kind])});
  PipelineProfile profile;
  const std::vector<Seconds> none(chunks);
  profile.times = {.forward = none, .backward = none, .weights = none};
  std::vector<double> slowest(step_ms.size());
  for (const std::string& text : stages.gather(own.dump())) {
    const Json one = Json::parse(text);
    for (const Json& pass : one.at("passes")) {
      const std::size_t chunk = pass[0], kind = pass[1];
      const Seconds time(pass[2].get<double>() / 1e3);
      if (kind == index_of(Step::forward)) profile.times.forward[chunk] = time;
      // As a whole.
      if (kind != index_of(Step::forward)) profile.times.backward[chunk] += time;
      if (kind == index_of(Step::weights)) profile.times.weights[chunk] = time;
    }
    const Seconds transfer(one.at("transfer").get<double>() / 1e3);
    profile.times.transfer = std::max(profile.times.transfer, transfer);
    for (std::size_t i = 0; i < slowest.size(); ++i)
      slowest[i] = std::max(slowest[i], one.at("step")[i].get<double>());
  }
  profile.step = Seconds(median(slowest) / 1e3);
  profile.split = pipeline::split_bubble(schedule, profile.times, profile.step);
  profile.simulation = pipeline::simulate(schedule, profile.times);
  return profile;
}

}  // namespace wgf::engine
