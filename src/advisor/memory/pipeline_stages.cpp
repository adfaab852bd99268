// SPDX-License-Identifier: MIT
#include "advisor/memory/pipeline_stages.h"

#include <algorithm>

namespace wgf::advisor {

std::optional<EndStages> end_stages(int layers, int stages) {
  const int most = (layers + stages - 1) / stages;
  if (layers % stages == 0) return EndStages{most, most};
  const int ends = layers - most * (stages - 2);
  if (ends < 2) return std::nullopt;
  return EndStages{.first = ends - ends / 2, .last = ends / 2};
}

int most_chunks(int layers, int stages) {
  constexpr int embedding_and_loss = 2;
  return stages == 1 ? 1 : (layers + embedding_and_loss) / stages;
}

Chunks chunks_of(int layers, const Layout& layout) {
  const int count = layout.pp * layout.virtual_stages;
  const int each = (layers + count - 1) / count;
  return {each, each * count - layers};
}

// The longer chunks come first (chunk_layers), q whole rounds of the p stages and a part. A stage
// has one in p q places, or p (q + 1), and the places of the stages are 0 to p - 1 apart: where any
// of them has one, the pace is a longer chunk's. A shorter first chunk spreads them over all
// places.
double paced_layers(int layers, const Layout& layout) {
  const Chunks chunks = chunks_of(layers, layout);
  const int places = layout.pp * layout.virtual_stages;
  const int longer = places - chunks.shorter;
  if (chunks.is_embedding_a_layer()) return 1.0 * chunks.each * places;
  const int rounds = (longer + layout.pp - 1) / layout.pp;
  const int with_longer = std::min(places, rounds * layout.pp + (longer - 1) % layout.pp);
  return (chunks.each - 1.0) * places + with_longer;
}

int last_stage_layers(int layers, const Layout& layout) {
  if (layout.virtual_stages == 1)
    if (const auto ends = end_stages(layers, layout.pp)) return ends->last;
  const Chunks chunks = chunks_of(layers, layout);
  const int all = chunks.each * layout.virtual_stages;
  if (chunks.is_embedding_a_layer()) return all - 1;
  return all - (chunks.shorter + layout.pp - 1) / layout.pp;  // every pp-th from the end
}

std::vector<int> chunk_layers(int layers, const Layout& layout) {
  const Chunks chunks = chunks_of(layers, layout);
  const auto count = static_cast<std::size_t>(layout.pp * layout.virtual_stages);
  std::vector<int> found(count, chunks.each);
  int of_the_end = chunks.shorter;
  if (chunks.is_embedding_a_layer()) --found.front(), --of_the_end;
  for (std::size_t i = count; of_the_end > 0; --of_the_end) --found[--i];
  return found;
}

}  // namespace wgf::advisor
