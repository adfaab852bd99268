// SPDX-License-Identifier: MIT
#pragma once
// What a user left open of a training: layout, sharding, recomputation and software are taken so
// that it fits and is fast. A small search, not an exact plan. docs/method.md, "Forecast of a
// training".

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "advisor/predict/training_forecast.h"

namespace wgf::advisor {

// Empty: left open.
struct GivenChoices {
  std::optional<int> tp, pp, cp, ep, dp, virtual_stages, zero;
  std::optional<double> global_batch;
  bool has_software = false, has_recompute = false, has_recipe = false;

  // One sequence-parallel rank each: what tp, pp and cp take, where they are open one.
  int model_parallel() const { return tp.value_or(1) * pp.value_or(1) * cp.value_or(1); }
};

// Times as fast as PyTorch, from which other software is taken.
inline constexpr double usual_worth_changing = 1.5;

struct Question {
  const Network& network;
  TrainingCase one;  // of what is open, it holds nothing that counts
  GivenChoices given;
  int gpus = 1;
  // Where software is open. What is compared with others takes whatever is faster: 1.
  double worth_changing = usual_worth_changing;
};

struct LayoutAnswer {
  // Nothing: no layout is possible, or the card's time is not known.
  std::optional<TrainingForecast> taken;
  // Where PyTorch was kept though Megatron-Core is faster, that.
  std::optional<TrainingForecast> faster;
};

// Layouts of one question for one size of node and the type a card runs it in, and what memory each
// takes: the same for all such cards, and counted once. Where software is open, plain data
// parallelism on PyTorch; the others (Megatron-Core) where none of these leaves room or one is
// faster by worth_changing.
class LayoutChoice {
 public:
  explicit LayoutChoice(const Question& question) : question_(question) {}

  // The fastest that leaves room (one in ten runs out of memory at most), else the fastest that
  // fits, else the one that takes least memory.
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
  // What is taken, and what is faster (LayoutAnswer).
  std::pair<std::optional<Taken>, std::optional<Taken>> both(const catalog::Gpu& gpu,
                                                             const FittedTraining& fitted);

  const Question& question_;
  std::map<std::tuple<int, ComputeType, bool>, Candidates> known_;
};

// A question that lives as long as its choice, to be kept behind a pointer.
struct HeldChoice {
  explicit HeldChoice(Question asked) : question(std::move(asked)), choice(question) {}
  HeldChoice(const HeldChoice&) = delete;
  HeldChoice& operator=(const HeldChoice&) = delete;
  Question question;
  LayoutChoice choice;
};

// The highest ZeRO of so many pipeline stages: DeepSpeed's hold gradients and weights whole
// ("ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism", its PipelineEngine).
int most_zero(Software software, int stages);

// Every case the question leaves possible, without what memory says.
std::vector<TrainingCase> possible_cases(const Question& question, int node_gpus,
                                         bool is_data_parallel_alone);

}  // namespace wgf::advisor
