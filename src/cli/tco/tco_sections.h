// SPDX-License-Identifier: MIT
#pragma once
// The tables of tco, one section each: heading, table and an empty line.

#include <string>

#include "cli/tco/tco_answer.h"
#include "cli/tco/tco_format.h"

namespace wgf::cli {

// Words of the unit of work: tokens or images.
std::string unit_key(const TcoAnswer& answer, const std::string& key);

std::string value_table(const TcoAnswer& answer, const Context& context);
std::string rent_table(const TcoAnswer& answer, SourceList& sources, const Context& context);
std::string work_table(const TcoAnswer& answer, const Context& context);
std::string purchase_table(const TcoAnswer& answer, SourceList& sources, const Context& context);

}  // namespace wgf::cli
