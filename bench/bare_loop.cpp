// SPDX-License-Identifier: MIT
// The other side of bench/harness_overhead.py: a network in a bare LibTorch loop, nothing of the
// engine's measuring around it. Waits for "STEPS WARMUP" on standard input, runs that many steps
// and prints their times in milliseconds on one line; again and again until the input ends.
//
//   bare_loop DEVICE train|infer MODEL BATCH_SIZE PRECISION [contiguous|channels_last]

#include <c10/core/Event.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <iostream>
#include <optional>

#include "base/text.h"
#include "engine/measure/device.h"
#include "engine/measure/optimizer.h"
#include "engine/models/model_setup.h"

namespace {

using namespace wgf;
using namespace wgf::engine;

class BareLoop {
 public:
  BareLoop(const results::Case& value, c10::Device device)
      : device_(device),
        settings_(read_model_settings(value, device)),
        trains_(value.benchmark == "train") {
    set_math_mode(settings_.precision, settings_.low_precision);
    model_ = load_model(settings_, device, 1, {});
    if (trains_)
      optimizer_ = make_optimizer(settings_.optimizer, model_.network->parameters());
    else
      model_.network->eval();
  }

  std::vector<double> times(int steps, int warmup) {
    for (int i = 0; i < warmup; ++i) step();
    return is_gpu(device_) ? times_by_events(steps) : times_by_clock(steps);
  }

 private:
  void step() {
    if (!trains_) {
      const c10::InferenceMode no_gradients;
      const AutocastScope autocast(device_.type(), settings_.autocast_dtype(), cache_);
      output_ = model_.network->forward(model_.batch.inputs);
      return;
    }
    optimizer_->zero_grad();
    loss().backward();
    optimizer_->step();
  }

  torch::Tensor loss() {
    const AutocastScope autocast(device_.type(), settings_.autocast_dtype(), cache_);
    return model_.network->loss(model_.network->forward(model_.batch.inputs), model_.batch.target);
  }

  std::vector<double> times_by_events(int steps) {
    std::vector<c10::Event> events;
    for (int i = 0; i <= steps; ++i)
      events.emplace_back(device_.type(), c10::EventFlag::BACKEND_DEFAULT);
    synchronize(device_);
    events[0].record(current_stream(device_));
    for (int i = 0; i < steps; ++i) {
      step();
      events[static_cast<std::size_t>(i) + 1].record(current_stream(device_));
    }
    synchronize(device_);
    std::vector<double> times_ms;
    for (std::size_t i = 0; i + 1 < events.size(); ++i)
      times_ms.push_back(events[i].elapsedTime(events[i + 1]));
    return times_ms;
  }

  std::vector<double> times_by_clock(int steps) {
    std::vector<double> times_ms;
    for (int i = 0; i < steps; ++i) {
      const Clock::time_point start = Clock::now();
      step();
      times_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    return times_ms;
  }

  static constexpr auto cache_ = AutocastScope::WeightCache::on;
  c10::Device device_;
  ModelSettings settings_;
  bool trains_;
  LoadedModel model_;
  std::unique_ptr<Optimizer> optimizer_;
  torch::Tensor output_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::optional<std::int64_t> batch_size =
      words.size() < 5 ? std::nullopt : parse_integer(words[3]);
  if (!batch_size) {
    fmt::print(stderr,
               "bare_loop DEVICE train|infer MODEL BATCH_SIZE PRECISION [contiguous|"
               "channels_last]\n");
    return 2;
  }
  const results::Case value{
      .benchmark = words[1],
      .parameters = {{"model", words[2]},
                     {"batch_size", *batch_size},
                     {"precision", words[4]},
                     {"memory_format", words.size() > 5 ? words[5] : "contiguous"}},
      .device = words[0]};
  BareLoop loop(value, open_device(value.device));
  int steps = 0, warmup = 0;
  while (std::cin >> steps >> warmup)
    fmt::print("{:.6f}\n", fmt::join(loop.times(steps, warmup), " ")), std::fflush(stdout);
  return 0;
}
