// SPDX-License-Identifier: MIT
#pragma once
// A network with another number of experts whose tokens pass as many numbers: what experts give and
// cost is seen beside it.

#include "advisor/network/network.h"

namespace wgf::advisor {

// experts 1: dense layers as wide as what a token passes of its experts. More: so many experts, of
// which a token takes as many as before; those of a dense network are half as wide as its layers
// and a token takes two. Throws Error(network.no_experts_of) where a width does not halve or a
// token takes more than there are.
Network with_experts(Network network, int experts);

}  // namespace wgf::advisor
