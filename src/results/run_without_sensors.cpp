// SPDX-License-Identifier: MIT
#include "results/run_without_sensors.h"

#include "base/error.h"
#include "results/json.h"
#include "results/json_text.h"

namespace wgf::results {
Run parse_run_without_sensors(std::string_view text, const std::string& file_name) {
  try {
    return parse_run(with_empty_sensors(text), file_name);
  } catch (const Error&) {
    return parse_run(text, file_name);  // to say where in the file as it is
  }
}

}  // namespace wgf::results
