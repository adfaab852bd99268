// SPDX-License-Identifier: MIT
#pragma once
// select as text, and its questions on a terminal.

#include <string>

#include "answers/select/capacity.h"
#include "answers/select/selected_works.h"
#include "answers/select/tiers.h"
#include "catalog/catalog.h"
#include "cli/command.h"

namespace wgf::cli {

std::string selected_text(const answers::SelectedWorks& works, bool is_training, bool is_explained,
                          const Context& context);
std::string tiers_text(const answers::TiersAnswer& answer, bool is_explained,
                       const Context& context);
std::string capacity_text(const answers::Capacity& all, const Context& context);
// Memory and dollars of every cell, term by term.
std::string explained_cells(const answers::Capacity& all, const Context& context);
// From which bitsandbytes on QLoRA runs on the card; empty: any.
std::string release_note(const catalog::Gpu& gpu, const Context& context);

// False: the input ended before the last of the questions.
bool ask_selection(answers::SelectOptions& options, const catalog::Catalog& catalog,
                   const Context& context);

}  // namespace wgf::cli
