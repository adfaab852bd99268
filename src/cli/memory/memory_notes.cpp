// SPDX-License-Identifier: MIT
#include "cli/memory/memory_notes.h"

#include <fmt/format.h>

#include "advisor/predict/layout_choice.h"
#include "answers/training/layout_names.h"
#include "cli/terminal.h"
#include "cli/words/training_notes.h"
#include "cli/words/training_words.h"

namespace wgf::cli {
namespace {

using advisor::MemoryCase;

// That sharding over one rank shares nothing, and what it would be with as many as a machine has.
std::string nothing_shared_text(const answers::MemoryRequest& request, const Context& context) {
  constexpr int ranks = 8;
  MemoryCase more = request.one;
  more.layout.dp = ranks;
  if (!is_training(more) || more.zero == 0 || advisor::shard_count(request.one) > 1) return "";
  return paragraph({"footprint.note_nothing_shared",
                    {{"sharding", answers::sharding_text(request.one)},
                     {"ranks", std::to_string(ranks)},
                     {"gb", two_digits(request.estimate(more).total() / giga)}}},
                   context);
}

}  // namespace

Paragraphs memory_notes(const answers::MemoryAnswer& answer, const Context& context) {
  Paragraphs notes;
  const auto add = [&](const Message& message) { notes.push_back(paragraph(message, context)); };
  if (answer.estimate.is_assumed && (!answer.request.network->unknown_type.empty() ||
                                     !answer.request.network->unread_fields.empty())) {
    notes.push_back(assumed_note(*answer.request.network, context));
  } else if (answer.estimate.is_assumed) {
    const advisor::Network& network = *answer.request.network;
    const advisor::LayerGroup& group = network.layers.front();
    add({"footprint.note_assumed",
         {{"layers", std::to_string(group.count)},
          {"hidden", std::to_string(network.hidden)},
          {"ffn", std::to_string(group.feed_forward.hidden)},
          {"heads", std::to_string(group.attention.heads)},
          {"kv_heads", std::to_string(group.attention.kv_heads)},
          {"vocab", std::to_string(network.vocab)}}});
  }
  if (answer.request.is_served_as_published())
    add({answer.request.network->published_in == "fp8" ? "footprint.note_mxfp4_fp8"
                                                       : "footprint.note_mxfp4",
         {{"model", answer.request.name}}});
  if (answer.request.one.task == advisor::Task::infer && answer.request.generates() &&
      !answer.request.engine)
    add({"footprint.note_served", {}});
  if (answer.request.software)
    add({"footprint.note_software",
         {{"software", answers::software_name(*answer.request.software)}}});
  else if (answer.request.one.task == advisor::Task::train && answer.request.network &&
           !answer.request.engine)
    add({answer.request.is_of_megatron() ? "footprint.note_megatron" : "footprint.note_eager", {}});
  if (answer.request.one.layout.pp > 1)
    add({"footprint.note_stage", {{"stage", std::to_string(answer.estimate.stage + 1)}}});
  if (is_training(answer.request.one) && answer.request.one.layout.pp > 1)
    add({"footprint.note_full_pipeline", {}});
  if (answer.request.are_chunks_open) add({"footprint.note_chunks", {}});
  if (std::string text = nothing_shared_text(answer.request, context); !text.empty())
    notes.push_back(std::move(text));
  const char* measured = answer.request.engine ? "note_engine" : "note_measured";
  if (answer.request.engine || !answer.request.network)
    add({"footprint." + std::string(measured), {}});
  return notes;
}

}  // namespace wgf::cli
