// SPDX-License-Identifier: MIT
#include "cli/price_store.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "answers/sources/offer_names.h"
#include "base/error.h"
#include "base/files.h"
#include "catalog/price_file.h"

namespace wgf::cli {

std::filesystem::path price_file(const std::string& named) {
  if (!named.empty()) return named;
  const char* caches = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (caches != nullptr && *caches == '/')  // relative ones do not count, says the specification
    folder = caches;
  else if (home != nullptr && *home != '\0')
    folder = std::filesystem::path(home) / ".cache";
  else
    return {};
  return folder / "torch-gpu-benchmark" / "prices.csv";
}

answers::Prices prices_now(const std::string& named, const catalog::Catalog& catalog,
                           messages::Language language) {
  const std::filesystem::path file = price_file(named);
  if (!named.empty()) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) read_file(file);  // throws what is wrong
    answers::check_gpu_ids(catalog::kept_offers(file), file.string(), catalog.gpus());
    return {catalog::current_offers(file), {}};
  }
  try {
    return {catalog::current_offers(file), {}};
  } catch (const Error& fault) {
    const std::string reason = messages::render(fault.message(), language);
    return {catalog::embedded_offers(), {{"prices.cache_left_out", {{"reason", reason}}}}};
  }
}

catalog::Offers offers_now(const std::string& named, const Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  answers::Prices prices = prices_now(named, catalog, context.language);
  for (const Message& note : prices.notes) print_note(note, context);
  return std::move(prices.offers);
}

catalog::Offers offers_to_refresh(const std::filesystem::path& file, bool is_named) {
  try {
    return catalog::kept_offers(file);
  } catch (const Error&) {
    std::error_code ignored;
    if (is_named || !std::filesystem::is_regular_file(file, ignored)) throw;
    return {};
  }
}

Day day_of_the_clock() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

Day today() {
  const char* given = std::getenv("SOURCE_DATE_EPOCH");
  if (given == nullptr) return day_of_the_clock();
  const std::string_view text = given;
  constexpr std::int64_t last = 32'503'680'000;  // the year 3000
  std::int64_t seconds = -1;
  const auto [end, fault] = std::from_chars(text.begin(), text.end(), seconds);
  if (fault != std::errc() || end != text.end() || seconds < 0 || seconds >= last)
    return day_of_the_clock();
  return Day(std::chrono::floor<std::chrono::days>(std::chrono::seconds(seconds)));
}

}  // namespace wgf::cli
