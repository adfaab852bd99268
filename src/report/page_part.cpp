// SPDX-License-Identifier: MIT
#include "report/page_part.h"

#include <string>

#include "base/error.h"
#include "embedded/report_page.h"

namespace wgf::report {

std::string_view page_part(std::string_view name) {
  for (const EmbeddedFile& file : embedded::report_page())
    if (file.name == name) return file.text;
  throw Error({"report.no_page_part", {{"name", std::string(name)}}});
}

}  // namespace wgf::report
