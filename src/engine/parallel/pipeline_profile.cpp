// SPDX-License-Identifier: MIT
#include "engine/parallel/pipeline_profile.h"

#include <ATen/ops/zeros.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/statistics.h"
#include "engine/measure/device.h"
#include "engine/measure/moment.h"

namespace wgf::engine {
namespace {

using pipeline::Action;
using pipeline::Step;
using Json = nlohmann::json;

constexpr std::size_t step_kinds = 3;

std::size_t index_of(Step step) {
  return static_cast<std::size_t>(step);
}

class PassClock final : public ActionClock {
 public:
  explicit PassClock(c10::Device device) : device_(device) {}
  void begin(const Action&) override { begin_.emplace_back(device_); }
  void end(const Action& action) override { ends_.emplace_back(action, Moment(device_)); }

  // From this moment to the end of the last pass: what ranks exchange behind it, of a table of
  // tokens that both ends hold, is none of the schedule.
  double milliseconds_since(const Moment& begin) const {
    return begin.milliseconds_to(ends_.back().second);
  }

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

OwnPasses time_passes(ParallelTraining& training, const std::vector<MicroBatch>& all, int steps) {
  const std::vector<MicroBatch> batches = training.own_tokens(all);
  PipelineStep& pipeline = *training.pipeline();
  const c10::Device device = training.decoder(0).device();
  const auto chunks = static_cast<std::size_t>(training.schedule()->chunks());
  std::vector<std::array<std::vector<double>, step_kinds>> passes(chunks);
  OwnPasses own;
  PassClock clock(device);
  pipeline.set_clock(&clock);
  for (int i = 0; i < steps; ++i) {
    synchronize(device);
    training.stages().agreed(0);
    const Moment begin(device);
    pipeline.passes(batches);
    synchronize(device);
    own.steps.emplace_back(clock.milliseconds_since(begin) / 1e3);
    clock.read(passes);
    pipeline.update();
  }
  pipeline.set_clock(nullptr);
  for (std::size_t chunk = 0; chunk < chunks; ++chunk)
    for (std::size_t kind = 0; kind < step_kinds; ++kind)
      if (!passes[chunk][kind].empty())
        own.passes.push_back({static_cast<int>(chunk), static_cast<Step>(kind),
                              Seconds(median(passes[chunk][kind]) / 1e3)});
  return own;
}

void take_pass(pipeline::Times& times, const OwnPasses::Pass& pass) {
  const auto chunk = static_cast<std::size_t>(pass.chunk);
  if (pass.step == Step::forward) times.forward[chunk] = pass.median;
  // As a whole.
  if (pass.step != Step::forward) times.backward[chunk] += pass.median;
  if (pass.step == Step::weights) times.weights[chunk] = pass.median;
}

PipelineProfile profile_pipeline(ParallelTraining& training, const std::vector<MicroBatch>& batches,
                                 int steps) {
  RankGroup& stages = training.stages();
  const pipeline::Schedule& schedule = *training.schedule();
  const OwnPasses passes = time_passes(training, batches, steps);
  Json own{{"transfer", training.pipeline()->transfer_time().value}};
  for (const Seconds step : passes.steps) own["step"].push_back(step.value);
  for (const OwnPasses::Pass& pass : passes.passes)
    own["passes"].push_back({pass.chunk, index_of(pass.step), pass.median.value});
  PipelineProfile profile;
  const std::vector<Seconds> none(static_cast<std::size_t>(schedule.chunks()));
  profile.times = {.forward = none, .backward = none, .weights = none};
  std::vector<double> slowest(passes.steps.size());
  for (const std::string& text : stages.gather(own.dump())) {
    const Json one = Json::parse(text);
    for (const Json& pass : one.at("passes"))
      take_pass(profile.times, {.chunk = pass[0],
                                .step = static_cast<Step>(pass[1].get<int>()),
                                .median = Seconds(pass[2].get<double>())});
    profile.times.transfer =
        std::max(profile.times.transfer, Seconds(one.at("transfer").get<double>()));
    for (std::size_t i = 0; i < slowest.size(); ++i)
      slowest[i] = std::max(slowest[i], one.at("step")[i].get<double>());
  }
  profile.step = Seconds(median(slowest));
  profile.split = pipeline::split_bubble(schedule, profile.times, profile.step);
  profile.simulation = pipeline::simulate(schedule, profile.times);
  return profile;
}

}  // namespace wgf::engine
