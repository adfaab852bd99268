// SPDX-License-Identifier: MIT
#pragma once
// What a case of train_decoder says of its ranks.

#include <memory>

#include "engine/benchmarks/trained_case.h"
#include "engine/parallel/emulated_rank.h"

namespace wgf::engine {

// Throws CaseEnded for a value that is not known or forms that are not had together.
ParallelSettings read_settings(const results::Case& value, const TrainedCase& trained);

// Passes of a pipeline, each as a graph: of layouts whose ranks exchange nothing within them. In
// one graph, messages would wait for each other in an order that nobody chose. Throws CaseEnded
// where that is asked for of others.
bool records_passes(const ParallelSettings& settings, const TrainedCase& trained,
                    const results::Case& value);

// One rank alone, the others emulated; null: all of them are here. Throws CaseEnded for a rank that
// is not there.
std::unique_ptr<EmulatedRank> read_emulated(const results::Case& value,
                                            const ParallelSettings& settings, c10::Device device);

}  // namespace wgf::engine
