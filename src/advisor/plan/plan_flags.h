// SPDX-License-Identifier: MIT
#pragma once
// A plan as the launchers take it.

#include <string>

#include "advisor/training/node.h"
#include "advisor/training/training_case.h"

namespace wgf::advisor {

// "torchrun --nnodes=8 --nproc-per-node=8": with a rendezvous of its own where there are several
// nodes.
std::string torchrun_flags(const TrainingCase& one, const Node& node);

// Of Megatron-LM's pretrain_gpt.py; `layers` of the network. ZeRO 3 is Megatron-FSDP.
std::string megatron_flags(const TrainingCase& one, int layers);

// Of torchtitan's run_train.sh (options of release 0.2), which shares out gradients and optimizer
// always: what comes nearest to ZeRO 1 keeps the weights after the forward pass. Its micro-batch is
// the local batch where there is no pipeline.
std::string torchtitan_flags(const TrainingCase& one);

}  // namespace wgf::advisor
