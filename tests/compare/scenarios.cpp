// SPDX-License-Identifier: MIT
#include "scenarios.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace wgf::compare_tests {
namespace {

constexpr int samples_per_process = 100;
// At 1 % noise, autocorrelated 0.7, the 95 % interval of a median is ± 0.5 % after so many, which
// is where measuring stops by itself: 1.96 × 1.2533 × 1 % × sqrt(1.7 / 0.3 / 140).
constexpr int samples_until_precise = 140;
constexpr double typical_ms = 20;

double normal(Random& random) {
  return std::normal_distribution<double>()(random);
}

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// Student's t with three degrees of freedom, scaled to variance 1.
double heavy(Random& random) {
  return std::student_t_distribution<double>(3)(random) / std::sqrt(3.0);
}

struct Noise {
  double sample = 0.01;          // standard deviation of a sample, relative
  double autocorrelation = 0.7;  // of neighbouring samples
  double process = 0.002;        // standard deviation between processes
  bool heavy_tails = false;      // of samples and processes; one sample in fifty takes 1.5 times
  double clock_gap = 0;          // relative distance of two clock states, 0: one
  int samples = samples_per_process;
  double dwell = 0;            // samples it stays in one; 0: the whole process
  bool clock_is_read = false;  // its median, as on a GPU
};

// Which of two clock states each sample meets.
class ClockStates {
 public:
  ClockStates(const Noise& noise, Random& random)
      : noise_(noise), low_(uniform(random, 0, 1) < 0.5) {}
  double next(Random& random) {
    if (noise_.dwell > 0 && uniform(random, 0, 1) < 1 / noise_.dwell) low_ = !low_;
    return low_ ? 1 + noise_.clock_gap : 1;
  }

 private:
  const Noise& noise_;
  bool low_;
};

Process make_process(const Noise& noise, double shared, Random& random) {
  const double effect =
      noise.process * (noise.heavy_tails ? heavy(random) : normal(random)) + shared;
  const double fresh = std::sqrt(1 - noise.autocorrelation * noise.autocorrelation);
  ClockStates clock(noise, random);
  Process process;
  double deviation = normal(random), factor = 1;
  int low = 0;
  for (int i = 0; i < noise.samples; ++i) {
    const double shock = noise.heavy_tails ? heavy(random) : normal(random);
    deviation = noise.autocorrelation * deviation + fresh * shock;
    if (noise.clock_gap > 0) factor = clock.next(random);
    low += factor > 1;
    double time = typical_ms * factor * (1 + effect) * std::max(0.1, 1 + noise.sample * deviation);
    if (noise.heavy_tails && uniform(random, 0, 1) < 0.02) time *= 1.5;
    process.times.push_back(time);
  }
  if (noise.clock_is_read)
    process.clock = 1980 / (2 * low > noise.samples ? 1 + noise.clock_gap : 1);
  return process;
}

Machine machine(const Noise& noise) {
  return [noise](Random& random) { return make_process(noise, 0, random); };
}

Scenario all_alike(std::string name, const Noise& noise) {
  return {.name = std::move(name), .make_cases = [noise](Random&) {
            return std::vector<Machine>(cases_per_comparison, machine(noise));
          }};
}

// As a list on a GPU is: most cases steady, some bound by a busy host, some with switching clocks.
Noise draw_noise(Random& random) {
  const double kind = uniform(random, 0, 1);
  if (kind < 0.6)
    return {.sample = uniform(random, 0.0005, 0.005), .process = uniform(random, 0.0003, 0.003)};
  if (kind < 0.85)
    return {.sample = 0.1, .autocorrelation = 0.95, .process = uniform(random, 0.01, 0.08)};
  return {.sample = 0.003, .clock_gap = 0.05, .dwell = 40, .clock_is_read = true};
}

Scenario mixed_list(std::string name, int processes) {
  return {.name = std::move(name),
          .make_cases =
              [](Random& random) {
                std::vector<Machine> cases;
                for (int i = 0; i < cases_per_comparison; ++i)
                  cases.push_back(machine(draw_noise(random)));
                return cases;
              },
          .processes = processes};
}

// Every case of a process is fast or slow with it: what one case tells of the variance, all do. The
// n-th process of each case is the same one.
Scenario shared_effect() {
  return {.name = "processes fast or slow as a whole", .make_cases = [](Random& random) {
            std::vector<double> effects;
            for (int i = 0; i < 6; ++i) effects.push_back(0.003 * normal(random));
            std::vector<Machine> cases;
            for (int i = 0; i < cases_per_comparison; ++i)
              cases.push_back([effects, next = std::size_t{0}](Random& source) mutable {
                return make_process({.sample = 0.003, .process = 0.0005},
                                    effects[next++ % effects.size()], source);
              });
            return cases;
          }};
}

// A few cases whose processes differ five times as much as those of the others, and whose samples
// do not show it.
Scenario hidden_outliers() {
  return {.name = "beyond: 5 of 50 vary unseen five times",
          .make_cases =
              [](Random&) {
                std::vector<Machine> cases(45, machine({.sample = 0.003, .process = 0.002}));
                cases.resize(cases_per_comparison, machine({.sample = 0.003, .process = 0.01}));
                return cases;
              },
          .most_false_alarms = 0.04};
}

// A stretch of a real run, with its own autocorrelation, drift and clock changes, as each process.
Scenario recorded_windows(std::span<const std::vector<double>> recorded) {
  const auto series =
      std::make_shared<std::vector<std::vector<double>>>(recorded.begin(), recorded.end());
  return {.name = "recorded on an H200", .make_cases = [series](Random&) {
            std::vector<Machine> cases;
            for (int i = 0; i < cases_per_comparison; ++i)
              cases.push_back(
                  [series, which = static_cast<std::size_t>(i) % series->size()](Random& random) {
                    const std::vector<double>& times = (*series)[which];
                    const std::size_t length = times.size() / 2;
                    const std::size_t begin = random() % (times.size() - length + 1);
                    const double effect = std::exp(0.002 * normal(random));
                    Process process;
                    for (std::size_t k = 0; k < length; ++k)
                      process.times.push_back(effect * times[begin + k]);
                    return process;
                  });
            return cases;
          }};
}

}  // namespace

Scenario noisy_scenario() {
  return all_alike("autocorrelated, 1 % noise", {.samples = samples_until_precise});
}

std::vector<Scenario> all_scenarios(std::span<const std::vector<double>> recorded) {
  return {
      noisy_scenario(),
      all_alike("heavy tails", {.heavy_tails = true}),
      all_alike("bimodal clocks that switch", {.sample = 0.003, .clock_gap = 0.05, .dwell = 40}),
      all_alike("bimodal clocks that stay",
                {.sample = 0.003, .clock_gap = 0.05, .clock_is_read = true}),
      mixed_list("mixed list", 3),
      shared_effect(),
      hidden_outliers(),
      recorded_windows(recorded),
      mixed_list("mixed list, two processes", 2),
      mixed_list("mixed list, one process", 1)};
}

}  // namespace wgf::compare_tests
