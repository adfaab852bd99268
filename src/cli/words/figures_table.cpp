// SPDX-License-Identifier: MIT
#include "cli/words/figures_table.h"

namespace wgf::cli {

using report::Align;

FiguresTable::FiguresTable(const Context& context)
    : table_{{{context.text("predict.column_figure")},
              {context.text("predict.column_forecast"), Align::right},
              {context.text("predict.column_interval"), Align::right}},
             {}} {}

void FiguresTable::add(const std::string& name, const std::string& value,
                       const std::string& range) {
  table_.rows.push_back({name, value, range});
}

}  // namespace wgf::cli
