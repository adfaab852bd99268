// SPDX-License-Identifier: MIT
#pragma once
// The operations by kernels of our own where these are faster than LibTorch's, compiled for the GPU
// at hand: norms with what is added before them, activations, heads, the loss, AdamW. Products and
// attention are the libraries'.

#include <memory>
#include <string>

#include "engine/llm/decoder_shape.h"
#include "engine/training/kernel_launches.h"
#include "engine/training/operations.h"

namespace wgf::engine {

std::unique_ptr<TrainingOperations> kernel_operations(const DecoderShape& shape,
                                                      std::unique_ptr<KernelSet> kernels);
// The same on a GPU. Throws Error(not_supported) where there is no run-time compiler, the GPU is
// older than 8.0, or numbers are not bf16 in rows of a multiple of 8.
std::unique_ptr<TrainingOperations> device_operations(const DecoderShape& shape,
                                                      const ParameterTypes& types,
                                                      c10::Device device);

}  // namespace wgf::engine
