// SPDX-License-Identifier: MIT
#pragma once
// The surroundings of answers on this machine: today by the clock, prices and calibrations as they
// are kept in the user's folders.

#include <memory>
#include <string>

#include "answers/surroundings.h"
#include "cli/command.h"

namespace wgf::cli {

// What --catalog names, or what is built in.
std::unique_ptr<catalog::Catalog> asked_catalog(const Context& context);

// price_file: as it was typed; empty: refreshed prices and those built in. A note on what was left
// out is printed when prices are first asked for. The catalogue and the context must outlive this.
answers::Surroundings surroundings_of(const catalog::Catalog& catalog, const Context& context,
                                      const std::string& price_file = "");

}  // namespace wgf::cli
