// SPDX-License-Identifier: MIT
// How many parallel layouts a second one core times: plan_speed [--check]. Counted are layouts
// whose time was evaluated; those that memory ruled out are printed beside them and not counted.
// The peer that states a rate times 56 a second (Calculon, arXiv 2211.00065, in Python).

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <string_view>

#include "advisor/network/catalog_network.h"
#include "advisor/plan/plan_search.h"
#include "catalog/name_resolver.h"

namespace {

using namespace wgf;

struct Search {
  const char *model, *card;
  int gpus;
  double global_batch, sequence;
};
constexpr Search searches[] = {{"llama-3.1-70b", "h100-sxm", 64, 1024, 8192},
                               {"llama-3.1-405b", "h100-sxm", 16384, 2048, 8192},
                               {"mixtral-8x7b", "h200-sxm", 256, 1024, 8192},
                               {"deepseek-v3", "b200-sxm", 2048, 15360, 4096}};
constexpr double least_rate = 1e6, most_times_slower = 4;  // the latter on a busy machine

double seconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// Evaluated layouts a second, of the fastest of several searches.
double rate_of(const Search& search) {
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const advisor::Network network =
      *advisor::network_of(*catalog::one_model(catalog.models(), search.model).model);
  const catalog::Gpu& gpu = *catalog::one_gpu(catalog.gpus(), search.card).gpu;
  advisor::TrainingCase one;
  one.software = advisor::Software::transformer_engine;
  one.global_batch = search.global_batch;
  one.work.sequence = search.sequence;
  const advisor::PlanQuestion question{network, one, gpu, advisor::usual_node(gpu), search.gpus};
  const auto& coefficients = advisor::fitted_training().coefficients;
  double best_s = 1e9;
  advisor::PlanCounts counts;
  for (int i = 0; i < 5; ++i) {
    const double start = seconds_now();
    const advisor::PlanSpace space = advisor::plan_space(
        network, search.sequence, search.gpus, question.node,
        {advisor::ComputeType::bf16, advisor::ComputeType::fp8}, advisor::PlanLimits());
    counts = advisor::search_plans(question, space, coefficients, 10).counts;
    best_s = std::min(best_s, seconds_now() - start);
  }
  const double rate = static_cast<double>(counts.evaluated) / best_s;
  std::printf(
      "%s on %d x %s: %lld evaluated, %lld pruned in %.1f ms: %.2f M evaluated/s, %.2f M "
      "pruned/s\n",
      search.model, search.gpus, search.card, static_cast<long long>(counts.evaluated),
      static_cast<long long>(counts.pruned), best_s * 1e3, rate / 1e6,
      static_cast<double>(counts.pruned) / best_s / 1e6);
  return rate;
}

}  // namespace

int main(int count, char** arguments) {
  const bool is_check = count > 1 && std::string_view(arguments[1]) == "--check";
  double slowest = rate_of(searches[0]);
  for (const Search& search : std::span(searches).subspan(1))
    slowest = std::min(slowest, rate_of(search));
  return is_check && slowest < least_rate / most_times_slower ? 1 : 0;
}
