// SPDX-License-Identifier: MIT
#pragma once
// The weights of a decoder as its checkpoint has them: names and shapes of each family.

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <optional>

#include "checkpoints/checkpoint.h"
#include "checkpoints/quantisation.h"
#include "engine/llm/decoder_weights.h"

namespace wgf::engine {

// Matrices that are stored in four bits are unpacked. Throws Error for tensors that are missing,
// have other sizes than the shape says or another type, or that the shape has no place for; on the
// meta device that is found out before any numbers are read. Matrices of layers are packed to the
// format, and of ranks each keeps its part of a layer, before the next layer is read: shape is the
// whole one.
DecoderWeights published_weights(const DecoderShape& shape,
                                 const checkpoints::Checkpoint& checkpoint,
                                 const std::optional<checkpoints::Quantisation>& quantisation,
                                 c10::ScalarType type, c10::Device device,
                                 WeightFormat format = WeightFormat::plain, WeightShare share = {});

}  // namespace wgf::engine
