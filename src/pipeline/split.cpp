// SPDX-License-Identifier: MIT
#include "pipeline/split.h"

#include <algorithm>
#include <cmath>

namespace wgf::pipeline {
namespace {

void share_out(int layers, std::vector<int>::iterator begin, std::vector<int>::iterator end) {
  const int chunks = static_cast<int>(end - begin);
  for (int i = 0; i < chunks; ++i) begin[i] = layers / chunks + (i < layers % chunks ? 1 : 0);
}

}  // namespace

std::vector<int> layers_of_chunks(int layers, int chunks, double end_layers) {
  std::vector<int> all(static_cast<std::size_t>(chunks));
  share_out(layers, all.begin(), all.end());
  if (chunks == 1 || end_layers <= 0) return all;
  const double even = (layers + end_layers) / chunks - end_layers;
  all.back() = std::clamp(static_cast<int>(std::lround(even)), 1, all.back());
  share_out(layers - all.back(), all.begin(), all.end() - 1);
  return all;
}

}  // namespace wgf::pipeline
