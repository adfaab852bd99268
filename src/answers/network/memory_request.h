// SPDX-License-Identifier: MIT
#pragma once
// A network and the case that was asked of it: what every question to the advisor starts from.

#include <optional>
#include <string>
#include <vector>

#include "advisor/memory/advice.h"
#include "advisor/memory/engine_memory.h"
#include "advisor/network/stored_format.h"
#include "advisor/training/training_case.h"
#include "answers/network/asked_case.h"
#include "answers/network/config_file.h"
#include "base/error.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// Which network: one of them.
struct AskedNetwork {
  std::string model;  // as the catalogue or people call it
  std::optional<ConfigFile> config;
  std::optional<advisor::Network> of_size;  // parameters, and what of its shape is known
  std::optional<int> experts;               // instead of its own feed-forward (expert_twin.h)
};

// What is asked about: layers where they are known, else totals alone.
struct MemoryRequest {
  std::string name;
  double params = 0;
  std::optional<advisor::Network> network;
  advisor::NetworkTotals totals;
  std::optional<double> gflops_forward;  // of a 224 x 224 image
  AskedCase asked;                       // what was said of `one`
  advisor::MemoryCase one;               // what it means
  // Named, each as often as it was; none: all of the catalogue.
  std::vector<const catalog::Gpu*> cards;
  bool has_one_name = false;  // the cards: variants of it
  bool is_of_images = false;  // its sequences are the patches of images
  bool is_sequence_given = false;
  // Of Megatron: by --software, else by its recipe where Megatron shares out so much.
  bool is_of_megatron() const;
  // A pipeline whose chunks of layers nobody stated: one a stage, where predict may take more.
  bool are_chunks_open = false;
  std::optional<advisor::Software> software;  // given: whose trainings `one` is one of
  std::string runs_as;                        // in the engine; empty: it does not run it
  std::optional<advisor::EngineLine> engine;  // asked for what the engine takes
  std::optional<advisor::StoredFormat>
      stored;                  // of a config or a record: its weights are in other than 16 bits
  std::vector<Message> notes;  // which of a family was taken, …

  // What was asked for, where none of the named cards trains in it: `one` is in the type they have.
  std::optional<advisor::Precision> asked_precision;
  // Offloading was asked for, and every named card shares the host's memory: `one` is without it.
  bool keeps_offloaded = false;

  // Of which any could be asked for; the engine measured one.
  bool has_lengths() const { return network && !engine; }
  // With experts in MXFP4, whatever the precision: what predict --task serve calls fp4.
  bool is_served_as_published() const;
  // Token by token: what a server is asked for, whose cache grows.
  bool generates() const;
  // Neither layers nor measured activations, or a cache that nothing describes, of a decoder that
  // reads an encoder: what it takes at least is all that is known.
  bool has_states_alone() const;
  advisor::MemoryEstimate estimate(const advisor::MemoryCase& changed) const;
};

// Throws Error(usage) for what cannot be, Error(not_supported) for networks and lengths the
// estimate does not reach.
MemoryRequest memory_request(const AskedNetwork& network, const AskedCase& asked,
                             const catalog::ModelCatalog& models);
// The same of a network of which not even activations are known.
MemoryRequest network_request(const AskedNetwork& network, const AskedCase& asked,
                              const catalog::ModelCatalog& models);

// Reads the file of --config. Throws Error(usage) unless one network is named.
AskedNetwork parse_asked_network(const MemoryOptions& options);
MemoryRequest parse_network_request(const MemoryOptions& options,
                                    const catalog::ModelCatalog& models);

// What the network's own format and the engine make of a case.
void complete_request(MemoryRequest& request);

// That the answer is in this precision because the weights are stored so, or although the format is
// not known. Only where `stored` is.
Message stored_note(const MemoryRequest& request, std::string_view precision);

// As the engine measures: one GPU, its default input and recipe. Throws Error(usage) for what was
// asked otherwise, Error(not_supported) for what it has not measured.
void take_engine(MemoryRequest& request);

}  // namespace wgf::answers
