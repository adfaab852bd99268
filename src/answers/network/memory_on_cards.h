// SPDX-License-Identifier: MIT
#pragma once
// What a case is on a card: in the type that it trains in, and whose memory offloading frees.

#include "answers/network/memory_request.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// Whether what the case moves to the host stays in the memory that the card shares with it.
bool keeps_offloaded(const advisor::MemoryCase& one, const catalog::Gpu& gpu);

// The case as it is counted on a card: in the type it trains in, and with what stays in its memory.
advisor::MemoryCase counted_on(const catalog::Gpu& gpu, const advisor::MemoryCase& one);

// The request with these cards in mind, none: with all. Where all of them lack the type that a
// training was asked for in and have one other of 16 bits, it is of that type.
MemoryRequest request_on_cards(const AskedNetwork& network, AskedCase asked,
                               std::vector<const catalog::Gpu*> cards,
                               const catalog::ModelCatalog& models);

}  // namespace wgf::answers
