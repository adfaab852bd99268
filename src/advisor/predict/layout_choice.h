// SPDX-License-Identifier: MIT
#pragma once
// What a user left open of a training: layout, sharding, recomputation and software are taken so
// that it fits and is fast. A small search, not an exact plan. docs/method/training-forecast.md.

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "advisor/predict/possible_cases.h"

namespace wgf::advisor {

struct LayoutAnswer {
  // Nothing: no layout is possible, or the card's time is not known.
  std::optional<TrainingForecast> taken;
  // Where PyTorch was kept though Megatron-Core is faster, that.
  std::optional<TrainingForecast> faster;
  bool could_share = false;  // a possible layout has several ranks to share among
};

// Layouts of one question for one size of node and the type a card runs it in, and what memory each
// takes: the same for all such cards, and counted once. Where software is open, plain data
// parallelism on PyTorch; the others (Megatron-Core) where none of these leaves room or one is
// faster by worth_changing.
class LayoutChoice {
 public:
  explicit LayoutChoice(const Question& question) : question_(question) {}

  // The fastest that leaves room (one in ten runs out of memory at most), else the fastest that
  // fits, else the one that takes least memory. Where sharding is asked for, layouts that fit and
  // have ranks to share among come before all others.
  LayoutAnswer answer(const catalog::Gpu& gpu, Familiarity familiarity,
                      const FittedTraining& fitted);
  std::optional<TrainingForecast> best(const catalog::Gpu& gpu, Familiarity familiarity,
                                       const FittedTraining& fitted) {
    return answer(gpu, familiarity, fitted).taken;
  }

  // A layout with its time and memory; points into the choice, which must outlive it.
  struct Taken {
    const TrainingCase* one = nullptr;
    const MemoryEstimate* memory = nullptr;
    Seconds step;
    Bytes usable;
    bool does_fit() const { return fits(*memory, usable); }
    double risk() const { return out_of_memory_risk(*memory, usable); }
  };
  // That of best(), for searches that forecast few of those they compare.
  std::optional<Taken> taken(const catalog::Gpu& gpu, const FittedTraining& fitted) {
    return both(gpu, fitted).first;
  }
  TrainingForecast forecast(const Taken& taken, const catalog::Gpu& gpu, Familiarity familiarity,
                            const FittedTraining& fitted) const;

 private:
  struct Candidate {
    TrainingCase one;
    StepParams params;
    std::shared_ptr<const MemoryEstimate> memory;
  };
  using Candidates = std::vector<Candidate>;

  Candidates& candidates(const catalog::Gpu& gpu, bool is_data_parallel_alone);
  std::optional<Taken> best_of(Candidates& candidates, const catalog::Gpu& gpu,
                               const FittedTraining& fitted);
  int rank(const Taken& taken) const;
  // Of a layout that is no faster than the chosen one.
  bool is_before(const Taken& slower, const Taken& chosen) const;
  bool could_share(const catalog::Gpu& gpu);
  // What is taken, and what is faster (LayoutAnswer).
  std::pair<std::optional<Taken>, std::optional<Taken>> both(const catalog::Gpu& gpu,
                                                             const FittedTraining& fitted);

  const Question& question_;
  std::map<std::tuple<int, ComputeType, bool>, Candidates> known_;
};

// A question that lives as long as its choice, to be kept behind a pointer.
struct HeldChoice {
  explicit HeldChoice(const Question& asked) : question(asked), choice(question) {}
  HeldChoice(const HeldChoice&) = delete;
  HeldChoice& operator=(const HeldChoice&) = delete;
  Question question;
  LayoutChoice choice;
};

}  // namespace wgf::advisor
