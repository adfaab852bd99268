// SPDX-License-Identifier: MIT
#pragma once
// A plan as the launchers take it.

#include <cstdint>
#include <string>

#include "advisor/network/network.h"
#include "advisor/training/node.h"
#include "advisor/training/training_case.h"

namespace wgf::advisor {

// "torchrun --nnodes=8 --nproc-per-node=8": with a rendezvous of its own where there are several
// nodes, which share out the layout's GPUs evenly (even_node); before it the variable of the
// environment without which Megatron-LM does not start.
std::string torchrun_flags(const TrainingCase& one, const Node& node, const catalog::Gpu& gpu);

// Of Megatron-LM's pretrain_gpt.py, of encoders pretrain_bert.py. ZeRO 3 is Megatron-FSDP. Empty
// for networks that read no tokens.
std::string megatron_flags(const TrainingCase& one, const Network& network,
                           const catalog::Gpu& gpu);

enum class NotInTorchtitan : std::uint8_t {
  nothing,          // it runs the plan
  network_or_type,  // it trains decoders in fp8, bf16 or fp32: no encoders, no fp4, no fp16
  experts,          // it spreads experts over whole groups of tp * cp GPUs
  stages,           // it cuts chunks of layers otherwise
  sharing,          // it shares gradients and optimizer out among all ranks
  gradients,        // it sums gradients in fp32 (mixed_precision_reduce has no other value)
};

NotInTorchtitan why_not_torchtitan(const TrainingCase& one, const Network& network,
                                   const catalog::Gpu& gpu);

// Of torchtitan's run_train.sh (options of release 0.2), which shares out gradients and optimizer
// always: what comes nearest to ZeRO 1 keeps the weights after the forward pass. Its micro-batch is
// the local batch where there is no pipeline. Empty where why_not_torchtitan says why.
std::string torchtitan_flags(const TrainingCase& one, const Network& network,
                             const catalog::Gpu& gpu);

}  // namespace wgf::advisor
