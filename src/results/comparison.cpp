// SPDX-License-Identifier: MIT
#include "results/comparison.h"

#include <algorithm>
#include <map>
#include <set>

#include "results/comparison_side.h"

namespace wgf::results {
namespace {

// Results of one run by case, in the order they were measured.
struct CaseIndex {
  std::vector<std::string> order;
  std::map<std::string, ResultPointers> results;
};

CaseIndex index_of(const Run& run, bool with_device) {
  CaseIndex index;
  for (const Result& result : run.results) {
    std::string key = result.measured_case.key();
    if (with_device) key += " @" + result.measured_case.device;
    ResultPointers& list = index.results[key];
    if (list.empty()) index.order.push_back(key);
    list.push_back(&result);
  }
  return index;
}

bool is_forecast(const ResultPointers& results) {
  return std::all_of(results.begin(), results.end(), [](const Result* result) {
    return result->provenance == Provenance::predicted;
  });
}

// Forecast rows stand among measured ones, as those of `parallel` do.
bool has_measured(const Run& run) {
  return std::any_of(run.results.begin(), run.results.end(), [](const Result& result) {
    return result.provenance == Provenance::measured;
  });
}

bool has_several_devices(const Run& run) {
  return std::any_of(run.results.begin(), run.results.end(), [&](const Result& result) {
    return result.measured_case.device != run.results.front().measured_case.device;
  });
}

// Why a side gives nothing, or which of its processes do not.
void add_faults(const char* letter, const Side& side, std::vector<Message>& notes) {
  if (side.fault) {
    Message message = *side.fault;
    message.args.emplace_back("side", letter);
    notes.push_back(std::move(message));
    return;
  }
  std::size_t total = side.shown.processes;
  for (const auto& [status, count] : side.lost) total += count;
  for (const auto& [status, count] : side.lost)
    notes.push_back(
        {status == Status::ok ? "compare.processes_without_samples" : "compare.failed_processes",
         {{"side", letter},
          {"count", std::to_string(count)},
          {"total", std::to_string(total)},
          {"status", std::string(to_text(status))}}});
}

// A case of one pair of files: what is shown, and its samples where they may be judged.
struct PreparedCase {
  ComparedCase shown;
  std::optional<CaseSamples> samples;
  bool is_whole = true;  // every process of both sides gave samples
};

PreparedCase prepare(const ResultPointers& a, const ResultPointers& b, const std::string& wanted) {
  Side side_a = make_side(a, wanted), side_b = make_side(b, wanted);
  PreparedCase prepared;
  prepared.shown = {.measured_case = a.front()->measured_case,
                    .metric = side_a.metric.empty() ? side_b.metric : side_a.metric,
                    .a = side_a.shown,
                    .b = side_b.shown};
  std::vector<Message>& notes = prepared.shown.notes;
  add_faults("A", side_a, notes);
  add_faults("B", side_b, notes);
  // Of a side that gives nothing: its warnings may say why.
  if (side_a.fault) add_one_sided_warnings(a, b, "A", notes);
  if (side_b.fault) add_one_sided_warnings(b, a, "B", notes);
  if (side_a.fault || side_b.fault) return prepared;
  if (side_a.metric != side_b.metric) {
    notes.push_back({"compare.other_metric", {{"a", side_a.metric}, {"b", side_b.metric}}});
    return prepared;
  }
  const CaseConditions conditions = case_conditions(side_a.used, side_b.used);
  notes.insert(notes.end(), conditions.notes.begin(), conditions.notes.end());
  add_one_sided_warnings(a, b, "A", notes);
  add_one_sided_warnings(b, a, "B", notes);
  if (side_a.center == Center::mean) notes.push_back({"compare.of_means", {}});
  prepared.is_whole = side_a.lost.empty() && side_b.lost.empty();
  if (!conditions.incomparable)
    prepared.samples = CaseSamples{std::move(side_a.processes), std::move(side_b.processes)};
  return prepared;
}

// The key without one parameter: equal for cases that differ in it alone.
std::string key_without(const Case& value, std::string_view parameter) {
  Case rest = value;
  rest.parameters = {};
  for (const auto& [name, content] : value.parameters)
    if (name != parameter) rest.parameters.set(name, content);
  return rest.key();
}

std::string parameter_text(const Case& value, std::string_view name) {
  const Value* found = value.parameters.find(name);
  return found == nullptr ? "" : to_text(*found);
}

// Cases left over on both sides that differ in nothing but their batch or precision: named as a
// pair that is not comparable rather than as two strangers.
void pair_left_over(Comparison& comparison) {
  for (const char* parameter : {"batch_size", "precision"}) {
    std::map<std::string, std::vector<const OneSidedCase*>> in_a, in_b;
    for (const OneSidedCase& one : comparison.only_a)
      in_a[key_without(one.measured_case, parameter)].push_back(&one);
    for (const OneSidedCase& one : comparison.only_b)
      in_b[key_without(one.measured_case, parameter)].push_back(&one);
    std::set<std::string> paired_a, paired_b;
    for (const auto& [key, list] : in_a) {
      const auto other = in_b.find(key);
      if (list.size() != 1 || other == in_b.end() || other->second.size() != 1) continue;
      const Case &a = list.front()->measured_case, &b = other->second.front()->measured_case;
      ComparedCase pair{.measured_case = a,
                        .a = {.status = list.front()->status},
                        .b = {.status = other->second.front()->status}};
      pair.notes = {{"compare.other_work",
                     {{"name", parameter},
                      {"a", parameter_text(a, parameter)},
                      {"b", parameter_text(b, parameter)}}}};
      comparison.cases.push_back(std::move(pair));
      paired_a.insert(a.key());
      paired_b.insert(b.key());
    }
    std::erase_if(comparison.only_a, [&](const OneSidedCase& one) {
      return paired_a.contains(one.measured_case.key());
    });
    std::erase_if(comparison.only_b, [&](const OneSidedCase& one) {
      return paired_b.contains(one.measured_case.key());
    });
  }
}

// One pair of files before it is judged.
struct PreparedComparison {
  Comparison comparison;
  struct JudgedCase {
    std::size_t index;  // of the case the list of samples belongs to
    bool is_whole;
  };
  std::vector<JudgedCase> judged;
};

PreparedComparison prepare(const Run& a, const Run& b, const CompareOptions& options,
                           std::vector<CaseSamples>& group) {
  const bool with_device = has_several_devices(a) || has_several_devices(b);
  const CaseIndex in_a = index_of(a, with_device), in_b = index_of(b, with_device);
  PreparedComparison prepared;
  Comparison& comparison = prepared.comparison;
  const bool leaves_forecasts_out = has_measured(a) && has_measured(b);
  for (const std::string& key : in_a.order) {
    const ResultPointers& results = in_a.results.at(key);
    const auto other = in_b.results.find(key);
    // That neither measured says nothing of the two.
    if (leaves_forecasts_out && other != in_b.results.end() && is_forecast(results) &&
        is_forecast(other->second))
      continue;
    if (other == in_b.results.end()) {
      comparison.only_a.push_back({results.front()->measured_case, results.front()->status});
      continue;
    }
    PreparedCase one = prepare(results, other->second, options.metric);
    if (one.samples) {
      prepared.judged.push_back({comparison.cases.size(), one.is_whole});
      group.push_back(std::move(*one.samples));
    }
    comparison.cases.push_back(std::move(one.shown));
  }
  for (const std::string& key : in_b.order)
    if (!in_a.results.contains(key)) {
      const Result& result = *in_b.results.at(key).front();
      comparison.only_b.push_back({result.measured_case, result.status});
    }
  pair_left_over(comparison);
  comparison.conditions = differing_conditions(a, b);
  return prepared;
}

constexpr std::string_view load_of_server = "serve_test";  // which is asked again, not started anew

void add_reasons(ComparedCase& compared) {
  const Judgement& judgement = compared.judgement;
  if (judgement.clock_explains) compared.notes.push_back({"compare.clock_explains", {}});
  const auto add = [&](const char* key) {
    const std::string option(repeat_option(compared.measured_case));
    compared.notes.push_back({key, {{"option", option}}});
  };
  if (judgement.certain_alone) add("compare.certain_alone");
  if (judgement.difference.source != VarianceSource::stated) return;
  if (compared.measured_case.benchmark == load_of_server) return add("compare.one_load");
  add(compared.a.processes > 1   ? "compare.one_process_b"
      : compared.b.processes > 1 ? "compare.one_process_a"
                                 : "compare.one_process");
}

// Those that are left may be the ones that had the memory, or the quiet machine: they show nothing
// for certain of the case.
void give_verdict(ComparedCase& compared, Judgement judgement, bool is_whole) {
  if (!is_whole) {
    judgement.verdict = Verdict::undecided;
    judgement.clock_explains = judgement.certain_alone = false;
  }
  compared.judgement = judgement;
  add_reasons(compared);
}

}  // namespace

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      cases.begin(), cases.end(),
      [&](const ComparedCase& compared) { return compared.judgement.verdict == verdict; }));
}

std::size_t Comparison::count_lost() const {
  return static_cast<std::size_t>(std::count_if(
      cases.begin(), cases.end(), [](const ComparedCase& compared) { return compared.is_lost(); }));
}

std::string_view repeat_option(const Case& value) {
  if (value.benchmark == load_of_server) return "serve-test --repeats";
  // Beside which serve-test measures it in the process once.
  return value.benchmark == "llm_load" ? "llm --repeat" : "--repeat";
}

std::vector<Comparison> compare_runs(const Run& a, std::span<const Run> others,
                                     const CompareOptions& options) {
  std::vector<std::vector<CaseSamples>> groups(others.size());
  std::vector<PreparedComparison> prepared;
  for (std::size_t i = 0; i < others.size(); ++i)
    prepared.push_back(prepare(a, others[i], options, groups[i]));
  const std::vector<std::vector<Judgement>> judgements = judge(groups, options.judge);
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (std::size_t k = 0; k < judgements[i].size(); ++k) {
      const auto [index, is_whole] = prepared[i].judged[k];
      give_verdict(prepared[i].comparison.cases[index], judgements[i][k], is_whole);
    }
    comparisons.push_back(std::move(prepared[i].comparison));
  }
  return comparisons;
}

}  // namespace wgf::results
