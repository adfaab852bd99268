// SPDX-License-Identifier: MIT
#pragma once
// How many requests an engine holds at once: what weights leave of a GPU's memory, over what the
// cache of one request takes there.

#include <cmath>

#include "advisor/network/network.h"
#include "advisor/serving/serving_case.h"
#include "base/units.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

struct CacheRoom {
  double budget = 0;      // bytes of one GPU that the engine may take: its share of `memory`
  double memory = 0;      // bytes of one GPU that the driver leaves
  double weights = 0;     // of one GPU
  double others = 0;      // context, graphs, communication, activations of a chunk
  double half_width = 0;  // of the 90 % interval of the former, so of `free`
  double free = 0;        // for the cache; below zero where the weights alone do not fit
  double request = 0;     // bytes of one request at its longest, on a GPU of its attention group
  double tokens = 0;      // that the whole engine caches
  double requests = 0;    // of the engine, at once
  double request_spread = 0;  // of `request`, half of the 90 % interval, relative: assumed shapes

  // Half of the 90 % interval of tokens and requests, relative.
  double spread() const { return free > 0 ? std::hypot(half_width / free, request_spread) : 0; }
};

// What a program may take of a GPU's memory: servers nine tenths (gpu-memory-utilization 0.9,
// TensorRT-LLM's free share), programs for one user all of it.
double memory_share(ServingSoftware software);

// request_tokens: input and output of one request.
CacheRoom cache_room(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, ServingSoftware software,
                     const catalog::Gpu& gpu, double request_tokens);

// Bytes of a weight of that type as the checkpoint stores it.
double stored_bytes(MatrixType type, const ServingPrecision& precision);

// Of the matrices of attention: mixtures of experts in four bits keep it in 16.
MatrixType attention_type(const Network& network, const ServingPrecision& precision);

}  // namespace wgf::advisor
