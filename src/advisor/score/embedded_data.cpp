// SPDX-License-Identifier: MIT
#include "advisor/score/embedded_data.h"

#include "base/error.h"
#include "embedded/score_data.h"

namespace wgf::advisor {

std::string_view embedded_text(std::string_view name) {
  for (const EmbeddedFile& file : embedded::score_data())
    if (file.name == name) return file.text;
  throw Error({"files.cannot_read",
               {{"path", "data/score/" + std::string(name)}, {"reason", "not embedded"}}});
}

}  // namespace wgf::advisor
