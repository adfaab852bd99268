// SPDX-License-Identifier: MIT
#include "answers/training/no_layout.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/training/node.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using advisor::Question;
using advisor::TrainingCase;
using advisor::whole_text;

// Layouts with a pipeline, which --vpp is of.
std::vector<TrainingCase> pipelines(const Question& question, const catalog::Gpu& gpu) {
  auto cases = advisor::possible_cases(question, advisor::usual_node(gpu).gpus, false);
  std::erase_if(cases, [](const TrainingCase& one) { return one.work.layout.pp == 1; });
  return cases;
}

// Of which every layout has whole shares and whole rounds.
double dividing_batch(const Question& question) {
  return question.one.work.batch * question.gpus;
}

double round_of(const TrainingCase& one) {
  return one.work.layout.pp * one.work.layout.dp * one.work.batch;
}

// The batch is what is in the way: of the smallest round that a layout has.
[[noreturn]] void throw_rounds(const Question& question, const std::vector<TrainingCase>& cases) {
  const TrainingCase& one = *std::min_element(
      cases.begin(), cases.end(),
      [](const TrainingCase& a, const TrainingCase& b) { return round_of(a) < round_of(b); });
  const double round = round_of(one), global = *question.given.global_batch;
  throw_usage("predict.vpp_rounds", {{"vpp", std::to_string(*question.given.virtual_stages)},
                                     {"pp", std::to_string(one.work.layout.pp)},
                                     {"dp", std::to_string(one.work.layout.dp)},
                                     {"batch", whole_text(one.work.batch)},
                                     {"round", whole_text(round)},
                                     {"global", whole_text(global)},
                                     {"multiple", whole_text(std::ceil(global / round) * round)}});
}

[[noreturn]] void throw_chunks(const Question& question, const std::vector<TrainingCase>& cases) {
  const auto fewest = std::min_element(cases.begin(), cases.end(),
                                       [](const TrainingCase& a, const TrainingCase& b) {
                                         return a.work.layout.pp < b.work.layout.pp;
                                       });
  const int layers = question.network.layer_count(), stages = fewest->work.layout.pp;
  throw_usage("predict.vpp_too_many",
              {{"vpp", std::to_string(*question.given.virtual_stages)},
               {"layers", std::to_string(layers)},
               {"pp", std::to_string(stages)},
               {"most", std::to_string(advisor::most_chunks(layers, stages))}});
}

void explain_chunks(Question question, const catalog::Gpu& gpu) {
  const Question asked = question;
  if (question.given.has_software && !can_interleave(question.one.software))
    throw_usage("predict.vpp_software", {{"vpp", std::to_string(*question.given.virtual_stages)}});
  if (question.given.global_batch) {
    question.given.global_batch = dividing_batch(question);
    if (const auto cases = pipelines(question, gpu); !cases.empty()) throw_rounds(asked, cases);
  }
  question.given.virtual_stages.reset();
  const auto cases = pipelines(question, gpu);
  if (!cases.empty()) throw_chunks(asked, cases);
  if (!advisor::possible_cases(question, advisor::usual_node(gpu).gpus, false).empty())
    throw_usage("footprint.vpp_alone");
}

// The one that trains with data parallelism alone; others may lay out what is asked for.
void explain_software(Question question, const catalog::Gpu& gpu) {
  const std::string software(to_text(question.one.software));
  question.one.software = advisor::Software::transformer_engine;
  if (!advisor::possible_cases(question, advisor::usual_node(gpu).gpus, false).empty())
    throw_usage("predict.no_layout_software",
                {{"software", software}, {"gpus", std::to_string(question.gpus)}});
}

}  // namespace

void throw_no_layout(const Question& question, const catalog::Gpu& gpu) {
  if (question.given.virtual_stages.value_or(1) > 1) explain_chunks(question, gpu);
  if (question.given.has_software && question.one.software == advisor::Software::native)
    explain_software(question, gpu);
  throw_usage("predict.no_layout", {{"gpus", std::to_string(question.gpus)}});
}

}  // namespace wgf::answers
