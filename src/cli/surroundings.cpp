// SPDX-License-Identifier: MIT
#include "cli/surroundings.h"

#include "cli/calibration_store.h"
#include "cli/price_store.h"

namespace wgf::cli {

std::unique_ptr<catalog::Catalog> asked_catalog(const Context& context) {
  return std::make_unique<catalog::Catalog>(context.catalog_dir.value_or(std::filesystem::path()));
}

answers::Surroundings surroundings_of(const catalog::Catalog& catalog, const Context& context,
                                      const std::string& price_file) {
  const auto kept = std::make_shared<std::shared_ptr<const answers::Prices>>();
  return {catalog, today(), context.language,
          [kept, price_file, &catalog, &context] {
            if (*kept == nullptr) {
              *kept = std::make_shared<const answers::Prices>(
                  prices_now(price_file, catalog, context.language));
              for (const Message& note : (*kept)->notes) print_note(note, context);
            }
            return *kept;
          },
          [](const std::string& gpu) { return load_calibration(calibration_path("", gpu), gpu); }};
}

}  // namespace wgf::cli
