// SPDX-License-Identifier: MIT
#include "truth/pipeline_words.h"

#include <algorithm>
#include <string>

#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr double most_chunks_read = 100'000;  // more are no number of chunks, and would overflow

// Without the name of the schedule, whose digits count nothing.
std::string without_1f1b(std::string text) {
  for (std::size_t at = text.find("1f1b"); at != std::string::npos; at = text.find("1f1b", at))
    text.erase(at, 4);
  return text;
}

std::optional<double> stated_chunks(const std::string& text) {
  for (const char* label :
       {"vpp", "vp", "virtual pipeline model parallel size", "virtual pipeline parallel size",
        "virtual pipeline size", "virtual pipeline stages", "virtual pipeline degree",
        "virtual pipeline", "virtual stages", "interleave", "interleaving factor", "interleaving",
        "interleaved", "vpp size", "model chunks"})
    if (const auto number = labelled_number(text, label); number && *number >= 1) return number;
  for (const char* word : {"virtual stage", "virtual pipeline stage", "model chunk"})
    if (const auto number = number_before(text, word); number && *number >= 1) return number;
  if (!says_any(text, {"interleav"})) return std::nullopt;
  if (const auto number = number_before(text, "chunk"); number && *number >= 1) return number;
  return labelled_number(text, "v");
}

}  // namespace

int virtual_stages_of(std::string_view notes) {
  const std::string text = without_1f1b(flat_words(notes));
  if (const auto chunks = stated_chunks(text))
    return static_cast<int>(std::clamp(*chunks, 1.0, most_chunks_read));
  return names_interleaving_alone(notes) ? 2 : 1;
}

bool names_interleaving_alone(std::string_view notes) {
  const std::string text = without_1f1b(flat_words(notes));
  return !stated_chunks(text) && !layers_per_chunk_of(notes) &&
         says_any(text, {"interleaved", "interleaving"});
}

std::optional<double> layers_per_chunk_of(std::string_view notes) {
  const std::string text = flat_words(notes);
  for (const char* label : {"layers per virtual pipeline stage", "layers per virtual stage",
                            "layer per virtual stage", "layer per virtual pipeline stage"}) {
    auto number = number_before(text, label);
    if (!number) number = labelled_number(text, label);
    if (number && *number >= 1) return number;
  }
  return std::nullopt;
}

bool names_schedule(std::string_view notes) {
  const std::string text = flat_words(notes);
  if (has_any(text, {"1f1b", "interleav", "vpp", "virtual pipeline", "virtual stage", "gpipe",
                     "afab", "zero bubble", "zb v", "zb h", "dualpipe"}))
    return true;
  for (std::size_t at = text.find("vp"); at != std::string::npos; at = text.find("vp", at + 1)) {
    const auto is_letter = [&](std::size_t where) {
      return where < text.size() && text[where] >= 'a' && text[where] <= 'z';
    };
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + 2)) return true;
  }
  return false;
}

bool fills_bubbles(std::string_view notes) {
  return says_any(flat_words(notes),
                  {"dualpipe", "dual pipe", "zero bubble", "zb h", "zbh", "zb v", "zbv", "zb 1p"});
}

bool overlaps_tensor(std::string_view notes) {
  return says_any(flat_words(notes),
                  {"async tp", "asynctp", "async tensor", "tp overlap", "tp comm overlap",
                   "tp communication overlap", "tensor parallel overlap",
                   "tensor parallel comm overlap", "tensor parallel communication overlap"});
}

}  // namespace wgf::truth
