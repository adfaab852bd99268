// SPDX-License-Identifier: MIT
#include "cli/words/first_notes.h"

#include <algorithm>

#include "cli/words/training_words.h"

namespace wgf::cli {

std::string first_notes(const std::vector<std::string>& notes, const Context& context) {
  const std::size_t shown = std::min(notes.size(), notes_on_a_screen);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += notes[i];
  if (shown < notes.size())
    text +=
        paragraph({"cli.more_notes", {{"count", std::to_string(notes.size() - shown)}}}, context);
  return text;
}

}  // namespace wgf::cli
