// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/mixed_rows.h"

#include <algorithm>

#include "cli/measure/parallel/row_cases.h"

namespace wgf::cli {
namespace {

using results::Case;

struct Sizes {
  std::int64_t tp = 1, pp = 1, cp = 1;
  std::int64_t ep = 1;  // of the data-parallel ranks that are left, where these divide
  std::int64_t all() const { return tp * pp * cp; }
};

struct Mix {
  std::int64_t gpus = 1, micro_batches = 1;  // the latter of a step, for each GPU
};

Mix mix_of(const ParallelOptions& typed, const ParallelWork& work) {
  return {row_count("--gpus", typed.gpus, work.is_cpu ? "4" : "8"),
          row_count("--micro-batches", typed.micro_batches, work.is_cpu ? "2" : "8")};
}

// With experts of so many where that is asked for, as `moe` makes them.
Case trained(const ParallelOptions& typed, const ParallelWork& work) {
  Case value = row_case(work);
  if (!typed.experts.empty())
    set_size(value, "experts", row_count("--experts", typed.experts, "1"));
  return value;
}

Case alone(const Mix& mix, const ParallelOptions& typed, const ParallelWork& work) {
  Case value = trained(typed, work);
  set_size(value, "accumulate", mix.micro_batches);
  return value;
}

// The step has as many sequences in every layout.
Case laid_out(const Mix& mix, const Sizes& sizes, const ParallelOptions& typed,
              const ParallelWork& work) {
  Case value = trained(typed, work);
  const std::int64_t dp = share_of_gpus(mix.gpus, sizes.all());
  set_size(value, "dp", dp);
  if (dp % sizes.ep == 0) set_size(value, "ep", sizes.ep);
  set_size(value, "tp", sizes.tp);
  if (sizes.tp > 1) value.parameters.set("sp", true);
  set_size(value, "cp", sizes.cp);
  set_size(value, "pp", sizes.pp);
  set_size(value, "accumulate", mix.micro_batches * mix.gpus / dp);
  if (sizes.pp > 1) set_schedule(value, row_kinds(typed.schedules, "1f1b").front(), typed);
  if (dp * sizes.cp > 1) value.parameters.set("zero", std::int64_t{1});
  return value;
}

std::vector<std::int64_t> divisors(std::int64_t of, std::int64_t most) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 1; i <= std::min(of, most); ++i)
    if (of % i == 0) all.push_back(i);
  return all;
}

void add_new(std::vector<Case>& rows, Case value) {
  if (std::find(rows.begin(), rows.end(), value) == rows.end()) rows.push_back(std::move(value));
}

}  // namespace

std::vector<Case> rows_of_3d(const ParallelOptions& typed, const ParallelWork& work) {
  constexpr std::int64_t most_tp = 8;  // of one node
  const Mix mix = mix_of(typed, work);
  const auto sizes = [&](const char* option, const std::string& text, std::int64_t most) {
    return text.empty() ? divisors(mix.gpus, most) : row_counts(option, text, "1");
  };
  std::vector<Case> rows{alone(mix, typed, work)};
  for (const std::int64_t tp : sizes("--tp", typed.tp, most_tp))
    for (const std::int64_t pp : sizes("--stages", typed.stages, mix.gpus)) {
      const Sizes one{.tp = tp, .pp = pp};
      if (mix.gpus % one.all() == 0) add_new(rows, laid_out(mix, one, typed, work));
    }
  if (rows.size() == 1 && mix.gpus > 1)
    share_of_gpus(mix.gpus, row_counts("--tp", typed.tp, "1").front() *
                                row_counts("--stages", typed.stages, "1").front());
  return rows;
}

std::vector<Case> rows_of_5d(const ParallelOptions& typed, const ParallelWork& work) {
  const Mix mix = mix_of(typed, work);
  const std::int64_t tp = row_count("--tp", typed.tp, "2"), cp = row_count("--cp", typed.cp, "2"),
                     pp = row_count("--stages", typed.stages, "2"),
                     ep = row_count("--ep", typed.ep, "1");
  std::vector<Case> rows{alone(mix, typed, work)};
  for (const Sizes& one :
       {Sizes{}, Sizes{.ep = ep}, Sizes{.tp = tp, .ep = ep}, Sizes{.tp = tp, .pp = pp, .ep = ep},
        Sizes{.tp = tp, .cp = cp, .ep = ep}, Sizes{.pp = pp, .cp = cp, .ep = ep},
        Sizes{.tp = tp, .pp = pp, .cp = cp, .ep = ep}}) {
    if (mix.gpus % one.all() != 0) continue;
    add_new(rows, laid_out(mix, one, typed, work));
  }
  return rows;
}

}  // namespace wgf::cli
