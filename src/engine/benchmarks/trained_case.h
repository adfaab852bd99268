// SPDX-License-Identifier: MIT
#pragma once
// What a case of train_decoder trains, on one rank or on several.

#include <memory>
#include <string>
#include <vector>

#include "engine/measure/launch.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/measured_case.h"
#include "engine/training/trained_decoder.h"
#include "results/case.h"

namespace wgf::engine {

struct TrainedCase {
  DecoderShape shape;
  DecoderSettings settings;
  Precision precision = Precision::fp32;
  Launch launch = Launch::eager;
  std::int64_t micro_batches = 1;
  std::string kernels;

  double samples() const { return static_cast<double>(settings.sequences * micro_batches); }
  double tokens() const { return samples() * static_cast<double>(settings.length); }
  std::int64_t positions() const { return std::max(shape.most_positions, settings.length); }
};

// Throws CaseEnded for a value that is not known or a shape that is not trained.
TrainedCase read_trained_case(const results::Case& value, c10::Device device);

// Sets the arithmetic of the case; what the record says of it.
results::MathMode set_training_math(const TrainedCase& trained);

// For the shape of a rank. Throws CaseEnded where kernels of our own are asked for and there are
// none; else what they miss is a warning.
std::unique_ptr<TrainingOperations> make_training_operations(const TrainedCase& trained,
                                                             const DecoderShape& shape,
                                                             c10::Device device,
                                                             std::vector<Message>& warnings);

// Operations of a step of so many tokens, by every definition; the headline's.
double add_training_flops(const TrainedCase& trained, double tokens, MeasuredCase& measured);

// What weights, gradients, optimizer and the like take of the device, and what lies in the host's
// memory where anything does.
void add_kept_memory(Bytes state, Bytes host, MeasuredCase& measured);

// How evenly tokens chose among the experts of the last step's layers, and how much of that was
// dropped; of this rank. Nothing of a decoder without experts.
void add_expert_loads(const TrainedDecoder& decoder, MeasuredCase& measured);

// On ranks, in any combination of forms (train_ranks.cpp).
results::Result train_on_ranks(const results::Case& value, const Context& context);
// On several devices without ranks (train_replicas.cpp).
results::Result train_in_one_process(const results::Case& value, const Context& context);

}  // namespace wgf::engine
