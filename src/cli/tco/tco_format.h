// SPDX-License-Identifier: MIT
#pragma once
// Figures of tco as its tables show them: a range as "25,000-40,000", one value where both ends
// look the same.

#include <optional>
#include <string>
#include <vector>

#include "advisor/market/ownership.h"

namespace wgf::cli {

std::string money(double usd);  // "40,000", "1.86"
std::string plain_number(
    double value);  // five digits without trailing zeros: "36", "0.12", "21,900"
std::string small_figure(double value);  // three digits: "0.0123"
std::string count_text(double value);    // "711k", "3.1M", "938"

std::string money_range(const advisor::Between<Usd>& range);
std::string figure_range(const advisor::Between<double>& range);
// Two digits where the ends differ.
std::string rough_range(const advisor::Between<double>& range);
std::string count_range(const advisor::Between<double>& range);
// "14-19", "14-never"; behind the last month with a mark.
std::string months_text(const std::optional<double>& low, const std::optional<double>& high,
                        double months, const std::string& never);

// Sources as numbers, in the order they are first named.
class SourceList {
 public:
  std::string number_of(const std::string& source);  // "[3]"
  std::string numbers_of(const std::vector<std::string>& sources);
  const std::vector<std::string>& all() const { return sources_; }

 private:
  std::vector<std::string> sources_;
};

}  // namespace wgf::cli
