// SPDX-License-Identifier: MIT
#pragma once
// What run and quick share: outputs checked, engine started, device chosen, plan measured, results
// printed and written, exit code set.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "cli/measure/run_options.h"
#include "results/case.h"

namespace wgf::cli {

struct Session {
  RunCommandLine line;
  std::string preset;                      // of quick; empty for run
  std::vector<std::string> default_files;  // written where neither -o nor -f says otherwise
  // Throws Error(usage) for what can be seen wrong before an engine is started.
  std::function<void(const catalog::ModelCatalog& models)> check;
  std::function<std::vector<results::Case>(std::string_view device,
                                           const catalog::ModelCatalog& models)>
      make_cases;
};

void measure(const Session& session, Context& context);

}  // namespace wgf::cli
