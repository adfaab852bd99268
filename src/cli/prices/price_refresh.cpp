// SPDX-License-Identifier: MIT
#include "cli/prices/price_refresh.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "answers/prices/price_sources.h"
#include "answers/sources/offer_names.h"
#include "base/files.h"
#include "base/text.h"
#include "catalog/price_file.h"
#include "cli/price_store.h"
#include "cli/product.h"
#include "net/http_client.h"

namespace wgf::cli {
namespace {

using answers::PriceSource;
using catalog::Offer;
using catalog::Offers;

// "lambda=https://…/vms.csv" and the like, taken apart.
struct Target {
  std::string name;                        // of the provider; empty: not said
  std::string place;                       // address or file; empty: the interface's own
  const PriceSource* interface = nullptr;  // set: asked as this one wants to be

  bool is_address() const {
    return place.starts_with("http://") || place.starts_with("https://") || place.empty();
  }
};

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_of("/:.\\") == std::string_view::npos;
}

// A price file of the folder's or file's name: "…/v8/lambda/vms.csv" and "lambda.csv" are lambda's.
std::string name_in_place(const std::string& place) {
  const std::filesystem::path path(place.substr(0, place.find('?')));
  const std::string stem = path.stem().string();
  return stem == "vms" ? path.parent_path().filename().string() : stem;
}

[[noreturn]] void throw_unknown_source(const std::string& name) {
  std::vector<std::string> known;
  for (const PriceSource& source : answers::price_sources()) known.emplace_back(source.name);
  throw Error(with_nearest({"prices.unknown_source", {{"name", name}}}, name, known),
              ExitCode::usage);
}

Target parse_target(const std::string& text) {
  Target target;
  const std::size_t equals = text.find('=');
  if (const PriceSource* source = answers::find_price_source(text))
    return {std::string(source->name), "", source};
  if (equals != std::string::npos && is_name(text.substr(0, equals))) {
    target.name = text.substr(0, equals);
    target.place = text.substr(equals + 1);
    if (target.place.empty()) throw Error({"prices.no_place", {{"value", text}}}, ExitCode::usage);
    const bool is_table = target.place.ends_with(".csv") || target.place.ends_with(".json");
    if (target.is_address() && !is_table)
      target.interface = answers::find_price_source(target.name);
    return target;
  }
  std::error_code ignored;
  if (is_name(text) && !std::filesystem::exists(text, ignored)) throw_unknown_source(text);
  target.place = text;
  target.name = name_in_place(text);
  if (text.find("://") != std::string::npos && !target.is_address())
    throw Error({"prices.other_protocol", {{"url", text}}}, ExitCode::usage);
  return target;
}

std::string key_of(const PriceSource& source) {
  const char* key = std::getenv(std::string(source.key_variable).c_str());
  return key == nullptr ? "" : key;
}

bool is_missing_key(const PriceSource& source) {
  return source.key_use == PriceSource::KeyUse::required_header && key_of(source).empty();
}

// Without what stands behind "?", where keys may be.
std::string without_query(const std::string& url) {
  return url.substr(0, url.find('?'));
}

// "http://host/x" of "http://name:password@host/x".
std::string without_login(const std::string& url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string::npos) return url;
  const std::size_t host = scheme + 3, at = url.substr(0, url.find('/', host)).rfind('@');
  return at == std::string::npos || at < host ? url : url.substr(0, host) + url.substr(at + 1);
}

net::DownloadRequest download_request(const Target& target, const RefreshRequest& request) {
  net::DownloadRequest download{.url = target.place, .shown = without_query(target.place)};
  if (target.interface != nullptr) {
    if (is_missing_key(*target.interface))
      throw Error(
          {"prices.key_needed",
           {{"name", target.name}, {"variable", std::string(target.interface->key_variable)}}});
    const std::string_view url =
        target.place.empty() ? target.interface->url : std::string_view(target.place);
    download = answers::request_of(*target.interface, url, key_of(*target.interface));
  }
  download.shown = without_login(download.shown);
  download.timeout = request.timeout;
  download.user_agent = std::string(product_name()) + "/" + std::string(product_version());
  return download;
}

// What is kept already, with this source's part of it put in its place.
class Store {
 public:
  Store(std::filesystem::path file, bool is_named)
      : file_(std::move(file)),
        offers_(offers_to_refresh(file_, is_named)),
        etags_(catalog::kept_etags(file_)) {}

  // Empty where the offers of that answer are not kept any more.
  std::string etag_of(const std::string& source) const {
    const bool is_kept = std::any_of(offers_.begin(), offers_.end(),
                                     [&](const Offer& offer) { return offer.source == source; });
    const auto etag = etags_.find(source);
    return is_kept && etag != etags_.end() ? etag->second : "";
  }

  void replace(const Offers& offers, const std::string& source, const std::string& etag) {
    const Offers merged = catalog::with_newer(offers_, offers);
    catalog::keep_offers(file_, merged);
    offers_ = merged;
    etags_.erase(source);
    if (!etag.empty()) etags_[source] = etag;
    catalog::keep_etags(file_, etags_);
  }

  // The server still says the same today.
  std::size_t confirm(const std::string& source, Day today) {
    Offers confirmed = offers_;
    std::size_t count = 0;
    for (Offer& offer : confirmed) {
      if (offer.source != source) continue;
      offer.date = one_day(today);
      ++count;
    }
    catalog::keep_offers(file_, confirmed);
    offers_ = std::move(confirmed);
    return count;
  }

 private:
  std::filesystem::path file_;
  Offers offers_;
  std::map<std::string, std::string> etags_;
};

void check_import(const catalog::PriceImport& prices, const catalog::PriceOrigin& origin,
                  const catalog::GpuCatalog& gpus) {
  if (prices.offers.empty()) throw Error({"prices.no_offers", {{"file", origin.file}}});
  answers::check_gpu_ids(prices.offers, origin.file, gpus);
}

// A fault says that nothing of the text is used.
catalog::PriceImport import_or_keep(std::string_view text, const catalog::PriceOrigin& origin,
                                    const RefreshRequest& request,
                                    const catalog::GpuCatalog& gpus) try {
  catalog::PriceImport prices = catalog::import_prices(text, origin, gpus);
  check_import(prices, origin, gpus);
  return prices;
} catch (const Error& fault) {
  throw Error({"prices.not_used", {{"fault", messages::render(fault.message(), request.language)}}},
              fault.exit_code());
}

RefreshOutcome keep_import(std::string_view text, const catalog::PriceOrigin& origin,
                           const std::string& etag, const RefreshRequest& request, Store& store,
                           const catalog::GpuCatalog& gpus) {
  const catalog::PriceImport prices = import_or_keep(text, origin, request, gpus);
  store.replace(prices.offers, origin.file, etag);
  std::set<std::string> providers;
  for (const Offer& offer : prices.offers) providers.insert(offer.provider);
  return {.source = origin.file,
          .offers = prices.offers.size(),
          .providers = {providers.begin(), providers.end()},
          .left_out = prices.left_out};
}

RefreshOutcome refresh_from_address(const Target& target, const RefreshRequest& request,
                                    Store& store, const catalog::GpuCatalog& gpus) {
  net::DownloadRequest download = download_request(target, request);
  download.etag = store.etag_of(download.shown);
  const net::Download answer = net::download(download);
  if (answer.is_unchanged)
    return {.source = download.shown,
            .is_unchanged = true,
            .offers = store.confirm(download.shown, request.today)};
  const catalog::PriceOrigin origin{download.shown, target.name, one_day(request.today)};
  return keep_import(answer.content, origin, answer.etag, request, store, gpus);
}

RefreshOutcome refresh_from(const Target& target, const RefreshRequest& request, Store& store,
                            const catalog::GpuCatalog& gpus) {
  if (target.is_address()) return refresh_from_address(target, request, store, gpus);
  const catalog::PriceOrigin origin{target.place, target.name, request.file_date};
  // As much as a download may bring.
  const Bytes most = net::DownloadRequest().size_limit;
  const auto text = read_file_up_to(target.place, static_cast<std::size_t>(most.value));
  if (!text)
    throw Error({"prices.file_too_large", {{"file", target.place}, {"limit", format_bytes(most)}}});
  return keep_import(*text, origin, "", request, store, gpus);
}

RefreshOutcome try_refresh(const PriceSource& source, const RefreshRequest& request, Store& store,
                           const catalog::GpuCatalog& gpus) {
  RefreshOutcome outcome{.source = std::string(source.name)};
  if (is_missing_key(source)) {
    outcome.is_skipped = true;
    outcome.failure = Message{
        "prices.key_needed",
        {{"name", std::string(source.name)}, {"variable", std::string(source.key_variable)}}};
    return outcome;
  }
  try {
    return refresh_from({std::string(source.name), "", &source}, request, store, gpus);
  } catch (const Error& fault) {
    outcome.failure = fault.message();
    return outcome;
  }
}

}  // namespace

std::vector<RefreshOutcome> refresh_prices(const RefreshRequest& request,
                                           const catalog::GpuCatalog& gpus) {
  if (request.price_file.empty()) throw Error({"prices.no_cache", {}});
  Store store(request.price_file, request.is_file_named);
  if (!request.target.empty())
    return {refresh_from(parse_target(request.target), request, store, gpus)};
  std::vector<RefreshOutcome> outcomes;
  for (const PriceSource& source : answers::price_sources())
    outcomes.push_back(try_refresh(source, request, store, gpus));
  return outcomes;
}

}  // namespace wgf::cli
