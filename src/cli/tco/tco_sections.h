// SPDX-License-Identifier: MIT
#pragma once
// The tables of tco, one section each: heading, table and an empty line.

#include <string>

#include "answers/own/tco_answer.h"
#include "cli/command.h"
#include "cli/words/source_list.h"

namespace wgf::cli {

// Words of the unit of work: tokens or images.
std::string unit_key(const answers::TcoAnswer& answer, const std::string& key);

std::string value_table(const answers::TcoAnswer& answer, const Context& context);
// With a column of where each rent is from where there is a list of sources.
std::string rent_table(const answers::TcoAnswer& answer, SourceList* sources,
                       const Context& context);
std::string work_table(const answers::TcoAnswer& answer, const Context& context);
std::string purchase_table(const answers::TcoAnswer& answer, SourceList& sources,
                           const Context& context);

}  // namespace wgf::cli
