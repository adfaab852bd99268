// SPDX-License-Identifier: MIT
#pragma once
// What tests ask their questions with: the built-in catalogue and prices, on a day of their own.

#include <functional>
#include <memory>
#include <string>

#include "answers/surroundings.h"
#include "base/error.h"
#include "catalog/offers.h"

namespace wgf::answers {

inline const catalog::Catalog& catalog_of_tests() {
  static const catalog::Catalog catalog{std::filesystem::path()};
  return catalog;
}

inline Surroundings surroundings_of_tests() {
  static const auto prices = std::make_shared<const Prices>(Prices{catalog::embedded_offers(), {}});
  using namespace std::chrono;
  return {.catalog = catalog_of_tests(),
          .today = Day(2026y / November / 20),
          .prices = [] { return prices; },
          .calibration = [](const std::string& gpu) -> KeptCalibration {
            throw Error({"calibration.none", {{"gpu", gpu}}}, ExitCode::usage);
          }};
}

// The key of what is refused; "" where nothing is.
inline std::string refused(const std::function<void()>& ask, ExitCode code = ExitCode::usage) {
  try {
    ask();
  } catch (const Error& fault) {
    return fault.exit_code() == code ? fault.message().key : "another exit code";
  }
  return "";
}

}  // namespace wgf::answers
