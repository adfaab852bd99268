// SPDX-License-Identifier: MIT
#pragma once
// How many layers lie on each stage of a pipeline, and on each chunk of an interleaved one, where
// they do not divide. docs/method/plan.md.

#include <optional>
#include <vector>

#include "advisor/memory/memory_case.h"

namespace wgf::advisor {

// Layers of the first and the last of the stages where they do not divide; each between them has as
// many as would hold them all. Megatron's --decoder-first-pipeline-num-layers and -last-.
struct EndStages {
  int first = 0, last = 0;
};

// Nothing: those between leave too few for one at each end.
std::optional<EndStages> end_stages(int layers, int stages);

// The chunks of layers a stage can have (vpp): 1 without a pipeline, else as many as leave each
// chunk a layer, or the first one the embedding and the last one the loss alone.
int most_chunks(int layers, int stages);

// Of interleaved stages: the most layers of a chunk, and how many chunks have one less.
struct Chunks {
  int each = 0, shorter = 0;
  bool is_loss_a_layer() const { return shorter == 1 || shorter == 2; }
  bool is_embedding_a_layer() const { return shorter == 2; }
};
Chunks chunks_of(int layers, const Layout& layout);

// Layers that the stages pass one micro-step in, if none runs ahead of the others: in each of its
// p v places of 1F1B every stage has a chunk, the longest of them sets the pace, and a stage is one
// place behind its neighbour. `layers` where the chunks are equal, never less. A simulation of the
// schedule, where stages may run ahead, takes 0 to 13 % less (mean 3 %; docs/method/training.md).
double paced_layers(int layers, const Layout& layout);

// Of the last stage, which has the output matrix as well: as few as any stage, by end_stages()
// where there is one chunk.
int last_stage_layers(int layers, const Layout& layout);

// Layers of every chunk in the network's order; chunk i lies on stage i modulo the stages. The last
// ones are shorter; of two the first and the last. So no stage has more than ceil(layers / stages),
// and the last one, which has the output matrix, as few as any.
std::vector<int> chunk_layers(int layers, const Layout& layout);

}  // namespace wgf::advisor
