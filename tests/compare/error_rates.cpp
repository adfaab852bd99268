// SPDX-License-Identifier: MIT
// How often a comparison of 50 cases is wrong: a program that counts, on machines compared with
// themselves, and on one case made 2 % slower. Fails where a promise of docs/method/comparison.md
// is broken.
//   comparison_error_rates RECORDED.txt [COMPARISONS [SEED]]

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "results/comparison_verdicts.h"
#include "scenarios.h"

namespace {

using namespace wgf::compare_tests;
using wgf::results::CaseSamples;
using wgf::results::Judgement;
using wgf::results::ProcessSummary;
using wgf::results::Verdict;

constexpr double slow_down = 0.02;
constexpr double least_found = 0.95;

std::vector<std::vector<double>> read_recorded(const char* path) {
  std::ifstream file(path);
  std::vector<std::vector<double>> series;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream numbers(line);
    series.emplace_back();
    for (double value = 0; numbers >> value;) series.back().push_back(value);
  }
  return series;
}

std::vector<ProcessSummary> start(const Machine& machine, int processes, double factor,
                                  Random& random) {
  std::vector<ProcessSummary> side;
  for (int i = 0; i < processes; ++i) {
    Process process = machine(random);
    for (double& time : process.times) time *= factor;
    side.push_back(wgf::results::summarize_process(process.times));
    if (process.clock > 0) side.back().log_clock = std::log(process.clock);
  }
  return side;
}

// Case 0 of side B takes `factor` times as long.
std::vector<Judgement> compare(const Scenario& scenario, double factor, Random& random) {
  std::vector<CaseSamples> cases;
  for (const Machine& machine : scenario.make_cases(random))
    cases.push_back({start(machine, scenario.processes, 1, random),
                     start(machine, scenario.processes, cases.empty() ? factor : 1, random)});
  const std::vector<std::vector<CaseSamples>> groups{std::move(cases)};
  return wgf::results::judge(groups, {}).front();
}

bool is_alarm(const Judgement& judgement) {
  return judgement.verdict == Verdict::slower || judgement.verdict == Verdict::faster;
}

struct Counts {
  int comparisons = 0, alarmed = 0, found = 0, alarmed_beside = 0;
  std::map<Verdict, int> verdicts;
};

Counts count(const Scenario& scenario, double factor, int comparisons, std::uint64_t seed) {
  Random random(seed);
  Counts counts{.comparisons = comparisons};
  for (int i = 0; i < comparisons; ++i) {
    const std::vector<Judgement> judgements = compare(scenario, factor, random);
    for (const Judgement& judgement : judgements) ++counts.verdicts[judgement.verdict];
    counts.alarmed += std::any_of(judgements.begin(), judgements.end(), is_alarm);
    counts.alarmed_beside += std::any_of(judgements.begin() + 1, judgements.end(), is_alarm);
    counts.found += judgements.front().verdict == Verdict::slower;
  }
  return counts;
}

double share(int part, int whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

bool report_false_alarms(const Scenario& scenario, Counts counts) {
  const int cases = counts.comparisons * cases_per_comparison;
  const double rate = share(counts.alarmed, counts.comparisons);
  fmt::print("{:<40} {} a side: false alarms in {:.2f} % of {} comparisons; same {:.1f} %\n",
             scenario.name, scenario.processes, 100 * rate, counts.comparisons,
             100 * share(counts.verdicts[Verdict::same], cases));
  return rate <= scenario.most_false_alarms;
}

bool report_found(const Scenario& scenario, const Counts& counts) {
  const double rate = share(counts.found, counts.comparisons);
  fmt::print("{:<40} {} a side: {:.0f} % slower found in {:.2f} % of {} comparisons\n",
             scenario.name, scenario.processes, 100 * slow_down, 100 * rate, counts.comparisons);
  return rate >= least_found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: comparison_error_rates RECORDED.txt [COMPARISONS [SEED]]\n");
    return 2;
  }
  const int comparisons = argc > 2 ? std::atoi(argv[2]) : 200;
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const std::vector<Scenario> scenarios = all_scenarios(read_recorded(argv[1]));

  std::vector<Counts> counts(scenarios.size() + 1);
  const auto work = [&](std::size_t first) {
    for (std::size_t i = first; i < counts.size(); i += 2)
      counts[i] = i < scenarios.size()
                      ? count(scenarios[i], 1, comparisons, seed + i)
                      : count(noisy_scenario(), 1 + slow_down, comparisons, seed + i);
  };
  {
    const std::jthread other(work, 1);
    work(0);
  }
  bool kept = true;
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    kept = report_false_alarms(scenarios[i], counts[i]) && kept;
  kept = report_found(noisy_scenario(), counts.back()) && kept;
  return kept ? 0 : 1;
}
