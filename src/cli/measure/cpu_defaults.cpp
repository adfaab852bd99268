// SPDX-License-Identifier: MIT
#include "cli/measure/cpu_defaults.h"

#include <algorithm>

#include "base/text.h"
#include "results/add_missing.h"
#include "runner/default_work.h"
#include "runner/work_probe.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Run;
using runner::Work;

// Whoever says how precise a number shall be gets the time for it.
bool chooses_precision(const runner::RunOptions& options) {
  for (const char* key : {"max_time", "precision_target", "min_samples", "min_time", "sustained"})
    if (runner::is_given(options, key)) return true;
  return false;
}

// Prompt and answer of a language model are measured one after the other, and its weights take
// as long again to be made and checked.
std::size_t shares_of(const std::vector<Case>& plan) {
  std::size_t shares = 0;
  for (const Case& value : plan) shares += value.benchmark == "llm" ? 4 : 1;
  return shares;
}

// Of cases that end when they are precise; how long those run that do a certain work that says.
void lower_time_cap(const Session& session, std::vector<Case>& plan,
                    std::vector<std::string>& changes) {
  const Seconds usual = results::StoppingRule{}.max_time;
  if (chooses_precision(session.line.options)) return;
  const Seconds cap = runner::time_cap(shares_of(plan), usual);
  bool is_lowered = false, is_said = false;
  for (Case& value : plan) {
    if (value.stopping.max_time != usual || cap == usual) continue;
    value.stopping.max_time = cap;
    is_lowered = true;
    is_said |= !value.stopping.iterations;
  }
  const bool has_option = session.task.empty() || session.task == "llm";
  if (is_lowered && is_said)
    changes.push_back((has_option ? "--max-time " : "max_time ") + format_duration(usual) + " -> " +
                      format_duration(cap));
}

Work chosen_before(Work usual, const runner::OpenWork& open, const Case& earlier) {
  const Work work = runner::planned_work(earlier);
  if (open.batch) usual.batch = work.batch;
  if (open.steps) usual.steps = work.steps;
  if (open.time) usual.time = work.time;
  return usual;
}

using Probe = std::function<std::optional<std::vector<runner::CaseCost>>()>;

class Lowering {
 public:
  Lowering(const Session& session, const Run& earlier, std::vector<Case>& plan)
      : session_(session), earlier_(earlier), plan_(plan) {}

  LoweredDefaults run(const Probe& probe) {
    LoweredDefaults lowered;
    std::vector<std::string> changes;
    if (session_.open_work) lower_work(probe, lowered, changes);
    if (session_.lower_on_cpu)
      for (std::string& change : session_.lower_on_cpu(plan_)) changes.push_back(std::move(change));
    lower_time_cap(session_, plan_, changes);
    if (session_.are_sizes_default) lowered.time = runner::default_time;
    if (!changes.empty())
      lowered.note = Message{
          "runner.cpu_defaults",
          {{"time", format_duration(runner::default_time)}, {"changes", join(changes, ", ")}}};
    if (!lowered.expected && lowered.note) lowered.expected = runner::default_time;
    return lowered;
  }

 private:
  void lower_work(const Probe& probe, LoweredDefaults& lowered, std::vector<std::string>& changes) {
    const runner::OpenWork& open = *session_.open_work;
    const Work usual = runner::planned_work(plan_.front());
    Work work = usual;
    if (!earlier_.plan.empty()) {
      work = chosen_before(usual, open, earlier_.plan.front());
    } else if (open.batch || open.steps || open.time) {
      lowered.is_engine_used = true;
      const auto costs = probe();
      if (!costs) return;
      work = runner::fitting_work(usual, open, *costs);
      lowered.expected = runner::time_of(work, open.other_steps, *costs);
    }
    if (work == usual) return;
    // A device that others slow down after the probe does fewer of the steps, and says so.
    const Seconds share = runner::default_time / static_cast<double>(plan_.size());
    for (Case& value : plan_) {
      runner::set_work(value, work);
      if (open.steps) value.stopping.max_time = std::min(value.stopping.max_time, share);
    }
    changes = runner::changes_of(usual, work, open);
  }

  const Session& session_;
  const Run& earlier_;
  std::vector<Case>& plan_;
};

}  // namespace

LoweredDefaults lower_defaults(const Session& session, const Run& earlier, runner::Engine& engine,
                               Seconds greeting, std::vector<Case>& plan,
                               runner::RunObserver& observer,
                               const std::function<bool()>& is_interrupted) {
  const bool is_on_cpu = !plan.empty() && plan.front().is_on_cpu();
  if (!session.is_lowered_on_cpu || !is_on_cpu) return {};
  return Lowering(session, earlier, plan).run([&] {
    return runner::probe_costs(
        engine, plan, greeting, is_interrupted, [&](const Case& value, const results::Progress&) {
          observer.case_progress(value, {.phase = "probe"}, {.total = plan.size()});
        });
  });
}

void add_note(Run& run, const LoweredDefaults& lowered) {
  if (!lowered.note) return;
  for (results::Result& result : run.results) add_missing_warning(result, *lowered.note);
}

}  // namespace wgf::cli
