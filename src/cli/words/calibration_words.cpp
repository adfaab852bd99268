// SPDX-License-Identifier: MIT
#include "cli/words/calibration_words.h"

#include <cmath>

#include "base/figures.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

std::string record_text(const answers::KeptCalibration& kept, const Context& context) {
  if (!kept.record) return paragraph({"calibration.no_record", {{"gpu", kept.gpu}}}, context);
  constexpr double alike = 0.01;
  const double off = kept.record->ratio - 1;
  const char* key = std::abs(off) < alike ? "calibration.at_record"
                    : off < 0             ? "calibration.below_record"
                                          : "calibration.above_record";
  return paragraph({key,
                    {{"gpu", kept.gpu},
                     {"percent", percent_text(std::abs(off))},
                     {"cases", std::to_string(kept.record->cases)}}},
                   context);
}

std::string used_calibration_text(const answers::KeptCalibration& kept,
                                  const answers::KeptFold& used, const Context& context) {
  return paragraph({"calibration.used",
                    {{"results", std::to_string(used.results)},
                     {"gpu", kept.gpu},
                     {"date", used.started_at.substr(0, 10)}}},
                   context) +
         (kept.record ? record_text(kept, context) : "") + "\n";
}

}  // namespace wgf::cli
