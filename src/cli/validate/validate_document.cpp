// SPDX-License-Identifier: MIT
// docs/accuracy.md: what is held out, what the shipped coefficients say of their own rows, and what
// is not used.

#include <fmt/format.h>

#include "cli/validate/validate_text.h"
#include "report/table.h"
#include "truth/validate_held_out.h"

namespace wgf::cli {
namespace {

using report::Align;
using report::Table;
using truth::ErrorSummary;

constexpr std::string_view introduction = R"(# Accuracy

Written by `torch-gpu-benchmark validate --document docs/accuracy.md`; not to be edited by hand. `validate` without options
computes these figures again, in seconds, and ends with exit code 3 where a group has become worse than
[data/accuracy/errors.csv](../data/accuracy/errors.csv). The measurements are [data/truth](../data/truth/README.md);
rows that a model computed, or that no card can have reached, stand there and are not used (last table).

Errors are |predicted / measured - 1| in percent. *inside*: percent of the measurements within the predicted 90 % interval.
*width*: half of that interval in percent of the prediction, median over the rows.

## What to expect of a source nobody has fitted

Each group is predicted by a fit that has not seen it. *held out* says what a group is. The fits are programs
(`src/truth/fit`), their tables `data/accuracy/*_held_out.csv`. The operators' interval is the band of the other
cards' errors, each held out and widened as [method](method/operators.md#interval) says; goals of its width are named for
steps and services alone.

Memory is arithmetic on shapes and a few constants, none regressed on these rows. Leaving a repository out changes no forecast:
the one constant that a repository of theirs gave, the allocator's 4 % (SimuMax's runs), counts in rows of other repositories
alone, and the rows that the constant of NCCL rests on are not used. A third of its rows are SimuMax's, 0.7 % off: what the others come
to without them stands in [method](method/memory.md#measured-error). What is fitted is the interval, and that is held out. But
how the model is built was chosen with all rows in view, so that its errors flatter.

Steps of this program's own training engine, on one to four H200, stand in
[engine_steps_h200.json](../data/truth/engine_steps_h200.json): `calibrate` with that file says how far off their forecasts are, before
and after and with each network left out, and a test holds that to 5 %.

)";

constexpr std::string_view shipped =
    R"(## What the shipped coefficients say of the rows they were fitted to

These errors are in sample: smaller than those above, and of use as a guard against regressions, not as a promise.

)";

constexpr std::string_view others = R"(## Scoring measurements of your own

`torch-gpu-benchmark validate --truth DIR -o predictions.csv` predicts every row of every `.csv` and `.csv.gz` file in the folder
without fitting anything, and writes each row's prediction, interval and error, or the reason why there is none. What a
file holds is known by its columns, which are those of `data/truth`; further columns of the same tables are read where they are
there:

| measurements | columns that must be there |
|---|---|
| training | `gpu`, `gpus`, `model`, `seq_len`, `metric`, `value`, and how it ran: `precision`, `dp`, `tp`, `pp`, `micro_batch`, `global_batch` |
| serving | `engine`, `gpu`, `gpus`, `model`, `weight_precision`, `batch_or_concurrency`, `input_len`, `output_len`, `metric`, `value`, and `unit` unless the metric ends in one (`tpot_ms`) |
| memory | `phase`, `value_gib`, `gpu`, `gpus`, `model`, `precision`, `parallelism`, `seq_len`, `batch` |
| memory of this program's engine | `network`, `workload`, `precision`, `batch_size`, `allocated_bytes` |
| classic networks | `gpu`, `gpus`, `model`, `precision`, `value` |
| matrix products | `gpu`, `dtype`, `m`, `n`, `k`, `latency_ms_median` or `latency_ms_min` |
| attention | `gpu`, `phase`, `heads`, `kv_heads`, `head_dim`, `kv_dtype`, `batch`, `seq_or_context_len`, `latency_ms_min` |
| experts | `gpu`, `dtype`, `num_tokens`, `hidden`, `expert_ffn`, `topk`, `experts`, `moe_tp`, `moe_ep`, `latency_ms_min` |
| collectives | `gpu`, `gpus`, `kernel`, `op`, `dtype`, `message_size_elements`, `latency_ms` |
| networks | `model`, `layers`, `hidden`, `heads`, …, `params_b_computed` |
)";

// As validate_text.
std::string percent(double share) {
  return fmt::format("{:.1f}", share * 100);
}

std::string whole_percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f}", *share * 100) : "-";
}

std::string percent(const std::optional<double>& share) {
  return share ? percent(*share) : "-";
}

std::string yes_or_no(bool is_reached) {
  return is_reached ? "yes" : "no";
}

// "87 to 93, width 15"
std::string interval_goal(const truth::Goal& goal) {
  if (!goal.reached.inside) return "-";
  std::string text =
      fmt::format("{:.0f} to {:.0f}", truth::least_inside * 100, truth::most_inside * 100);
  return goal.width ? text + fmt::format(", width {:.0f}", *goal.width * 100) : text;
}

std::string goals_section(const truth::ValidateAnswer& answer) {
  Table table{{{"what"},
               {"held out"},
               {"rows", Align::right},
               {"median", Align::right},
               {"p90", Align::right},
               {"goal", Align::right},
               {"reached"},
               {"inside", Align::right},
               {"width", Align::right},
               {"goal of the interval", Align::right},
               {"reached"}},
              {}};
  for (const truth::Goal& goal : truth::accuracy_goals(answer.files)) {
    std::string wanted = fmt::format("{:.0f}", goal.median * 100);
    if (goal.p90) wanted += fmt::format(", p90 {:.0f}", *goal.p90 * 100);
    const auto interval = goal.has_interval_reached();
    table.rows.push_back({goal.what, goal.held_out, std::to_string(goal.reached.rows),
                          percent(goal.reached.median), percent(goal.reached.p90), wanted,
                          yes_or_no(goal.is_reached()), percent(goal.reached.inside),
                          percent(goal.reached.width), interval_goal(goal),
                          interval ? yes_or_no(*interval) : "-"});
  }
  return report::to_markdown(table) + "\n";
}

Table errors_table(const std::string& first) {
  Table table{{{first}}, {}};
  for (const char* title : {"rows", "median", "mean", "p90", "max", "inside", "width"})
    table.columns.push_back({title, Align::right});
  return table;
}

void add_row(Table& table, const std::string& name, const ErrorSummary& one) {
  table.rows.push_back({name, std::to_string(one.rows), percent(one.median), percent(one.mean),
                        percent(one.p90), percent(one.max), whole_percent(one.inside),
                        whole_percent(one.width)});
}

std::string held_out_section(const std::string& title, const std::string& file) {
  Table table{{{title},
               {"rows", Align::right},
               {"median", Align::right},
               {"p90", Align::right},
               {"inside", Align::right},
               {"width", Align::right}},
              {}};
  for (const auto& [name, one] : truth::held_out_groups(file))
    table.rows.push_back({name, std::to_string(one.rows), percent(one.median), percent(one.p90),
                          whole_percent(one.inside), whole_percent(one.width)});
  return report::to_markdown(table) + "\n";
}

std::string shipped_section(const truth::ValidateAnswer& answer) {
  Table all = errors_table("all rows");
  std::string text;
  for (int i = 0; i < truth::quantity_count; ++i) {
    const std::string quantity(to_text(static_cast<truth::Quantity>(i)));
    const auto whole = answer.groups.find({quantity, "all", ""});
    if (whole == answer.groups.end()) continue;
    add_row(all, quantity, whole->second);
    text += "### " + quantity + "\n\n";
    for (const char* by : {"source", "gpu", "precision"}) {
      Table table = errors_table(by == std::string_view("gpu") ? "GPU" : by);
      for (const auto& [key, one] : answer.groups)
        if (std::get<0>(key) == quantity && std::get<1>(key) == by)
          add_row(table, std::get<2>(key), one);
      text += report::to_markdown(table) + "\n";
    }
  }
  return std::string(shipped) + report::to_markdown(all) + "\n" + text;
}

std::string unused_section(const truth::ValidateAnswer& answer) {
  Table table{{{"rows", Align::right}, {"quantity"}, {"why"}, {"breaks physics"}}, {}};
  for (const auto& [what, rows] : answer.unused)
    table.rows.push_back({std::to_string(rows.size()), what.quantity.empty() ? "-" : what.quantity,
                          what.reason, rows.front()->breaks_physics ? "yes" : ""});
  return "## Rows that are not used\n\nEach with its line: `validate -o predictions.csv`.\n\n" +
         report::to_markdown(table) + "\n";
}

}  // namespace

std::string validate_document(const truth::ValidateAnswer& answer) {
  return std::string(introduction) + goals_section(answer) +
         "### Training step time, each source left out\n\n" +
         held_out_section("source", "training_held_out.csv") +
         "### Serving, each group left out\n\n" +
         held_out_section("group and metric", "serving_held_out.csv") +
         "### Classic networks, each card left out\n\n" +
         held_out_section("card", "classic_held_out.csv") +
         "### Memory, the interval without each repository\n\n" +
         held_out_section("repository", "memory_held_out.csv") + shipped_section(answer) +
         unused_section(answer) + std::string(others);
}

}  // namespace wgf::cli
