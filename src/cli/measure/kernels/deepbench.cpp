// SPDX-License-Identifier: MIT
#include "cli/measure/kernels/deepbench.h"

#include <initializer_list>

namespace wgf::cli {
namespace {

using Sizes = std::initializer_list<std::int64_t>;
using Layouts = std::initializer_list<std::string_view>;

// Every m with every n, k and layout.
void add(std::vector<DeepbenchShape>& all, Sizes ms, Sizes ns, Sizes ks, Layouts layouts) {
  for (const std::string_view layout : layouts)
    for (const std::int64_t k : ks)
      for (const std::int64_t m : ms)
        for (const std::int64_t n : ns) all.push_back({m, n, k, layout});
}

// Gates of a recurrent layer: so many times the hidden size k.
void add_gates(std::vector<DeepbenchShape>& all, std::int64_t gates, Sizes hidden, Sizes ns,
               Layouts layouts) {
  for (const std::int64_t k : hidden) add(all, {gates * k}, ns, {k}, layouts);
}

}  // namespace

std::vector<DeepbenchShape> deepbench_products() {
  std::vector<DeepbenchShape> all;
  // Speech with plain recurrent layers: each step, a whole sequence, and the output layer.
  add_gates(all, 1, {1760, 2048, 2560, 4096}, {16, 32, 64, 128, 7000}, {"nn", "tn"});
  add_gates(all, 1, {1760, 2048, 2560, 4096}, {7133}, {"nt"});
  add(all, {5124}, {9124}, {1760, 2048, 2560, 4096}, {"nn", "tn"});
  add(all, {35}, {8457}, {1760, 2048, 2560, 4096}, {"nn", "tn"});
  // Speech with gated recurrent units.
  add_gates(all, 3, {2560, 1024}, {16, 32, 64, 128}, {"nn", "tn"});
  add_gates(all, 3, {1024}, {7435}, {"nt"});
  add_gates(all, 3, {2560}, {5481}, {"nt"});
  add_gates(all, 3, {2048, 1536, 2816}, {16, 32}, {"nn", "tn"});
  add_gates(all, 3, {2560, 2048, 1536, 2816, 1024}, {24000, 48000}, {"nn", "tn"});
  // Speaker identification.
  add(all, {512, 1024}, {8, 16}, {500000}, {"nn", "tn"});
  // Language models: projections between layers and attention.
  add(all, {1024}, {700}, {512}, {"nn", "tn"});
  add(all, {512, 1024}, {24000, 48000}, {2816, 2048, 2560, 1536}, {"nn", "tn"});
  add(all, {512, 1024}, {16, 32}, {512}, {"nn", "nt"});
  return all;
}

}  // namespace wgf::cli
