// SPDX-License-Identifier: MIT
#pragma once
// How many layers each chunk of a pipeline has.

#include <vector>

namespace wgf::pipeline {

// end_layers: what the output behind the last layer costs, in layers; 0: not counted, an even
// split, of which the first chunks have what is left over. Else the last chunk has so many fewer
// that all take nearly as long, but at least one. layers: at least chunks.
std::vector<int> layers_of_chunks(int layers, int chunks, double end_layers);

}  // namespace wgf::pipeline
