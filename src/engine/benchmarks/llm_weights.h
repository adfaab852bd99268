// SPDX-License-Identifier: MIT
#pragma once
// The weights of a decoder that is measured: random ones, or those of the checkpoint its case
// names.

#include <vector>

#include "base/message.h"
#include "engine/llm/decoder_weights.h"
#include "engine/measure/measured_case.h"

namespace wgf::engine {

struct WeightTypes {
  c10::ScalarType plain = c10::ScalarType::BFloat16;
  WeightFormat matrices = WeightFormat::plain;
};

// Of ranks its part alone: shape is the whole one. Adds the rate at which files were read to
// `measured`, and to `notes` what is not as it is stored.
DecoderWeights load_weights(const results::Case& value, const DecoderShape& shape,
                            WeightTypes types, WeightShare share, c10::Device device,
                            MeasuredCase& measured, std::vector<Message>& notes);

}  // namespace wgf::engine
