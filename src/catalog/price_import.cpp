// SPDX-License-Identifier: MIT
#include "catalog/price_import.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "catalog/price_formats.h"

namespace wgf::catalog {
namespace {

using Json = nlohmann::json;

[[noreturn]] void throw_unknown_format(const PriceOrigin& origin) {
  throw Error({"prices.unknown_format", {{"file", origin.file}}});
}

Json parse_json(std::string_view text, const std::string& file) {
  check_json_depth(text, file);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& fault) {
    throw Error({"prices.bad_json", {{"file", file}, {"byte", std::to_string(fault.byte)}}});
  } catch (const Json::out_of_range&) {  // "2e645"
    throw Error({"prices.bad_json_number", {{"file", file}}});
  }
}

// Which card a machine has by the built-in prices; those that are sold with several say none.
std::string built_in_card(const Offer& offer) {
  using Cards = std::unordered_map<std::string, std::string>;
  const auto name_of = [](const Offer& one) { return one.provider + "\n" + one.instance_type; };
  static const Cards cards = [&] {
    Cards read;
    for (const Offer& one : embedded_offers()) {
      if (one.instance_type.empty() || one.gpu_id.empty()) continue;
      const auto [entry, is_new] = read.emplace(name_of(one), one.gpu_id);
      if (!is_new && entry->second != one.gpu_id) entry->second.clear();
    }
    return read;
  }();
  const auto known = cards.find(name_of(offer));
  return known == cards.end() ? std::string() : known->second;
}

// What a GraphQL interface answers with status 200 where it refuses.
void check_no_errors(const Json& answer, const PriceOrigin& origin) {
  const auto errors = answer.find("errors");
  if (errors == answer.end() || errors->empty()) return;
  std::string reason = "?";
  if (errors->is_array() && errors->front().is_object())
    reason = errors->front().value("message", reason);
  throw Error({"prices.refused", {{"file", origin.file}, {"reason", reason}}});
}

PriceImport import_json(std::string_view text, const PriceOrigin& origin, const GpuCatalog& gpus) {
  const Json answer = parse_json(text, origin.file);
  if (answer.is_array()) return import_gpuhunt_json(answer, origin, gpus);
  if (!answer.is_object()) throw_unknown_format(origin);
  check_no_errors(answer, origin);
  if (answer.contains("offers")) return import_vast(answer, origin, gpus);
  const auto data = answer.find("data");
  if (data == answer.end() || !data->is_object()) throw_unknown_format(origin);
  if (data->contains("gpuTypes")) return import_runpod(answer, origin, gpus);
  const bool has_types = std::all_of(data->begin(), data->end(), [](const Json& entry) {
    return entry.is_object() && entry.contains("instance_type");
  });
  if (!has_types) throw_unknown_format(origin);
  return import_lambda(answer, origin, gpus);
}

PriceImport import_csv(std::string_view text, const PriceOrigin& origin, const GpuCatalog& gpus) {
  const CsvTable table = parse_csv(text, origin.file);
  if (table.find("InstanceType") && table.find("AcceleratorName"))
    return import_skypilot(table, origin, gpus);
  if (table.find("instance_name") && table.find("gpu_name") && table.find("spot"))
    return import_gpuhunt(table, origin, gpus);
  if (table.find("provider") && table.find("price_usd_hr"))
    return {read_offers(text, origin.file), {}};
  throw_unknown_format(origin);
}

}  // namespace

PriceImport import_prices(std::string_view text, const PriceOrigin& origin,
                          const GpuCatalog& gpus) {
  const std::string_view content = trim(text);
  if (content.empty()) throw Error({"csv.empty", {{"file", origin.file}}});
  if (content.starts_with('{') || content.starts_with('['))
    return import_json(content, origin, gpus);
  if (content.starts_with('<')) throw_unknown_format(origin);  // a page of a web site
  return import_csv(text, origin, gpus);
}

Offer new_offer(const PriceOrigin& origin, std::string provider) {
  Offer offer;
  offer.provider = std::move(provider);
  offer.date = origin.date;
  offer.source = origin.file;
  return offer;
}

void set_card(Offer& offer, const std::vector<const Gpu*>& cards, std::string name) {
  offer.gpu_name = std::move(name);
  if (cards.size() == 1) offer.gpu_id = cards[0]->id;
  if (cards.size() < 2 || offer.instance_type.empty()) return;
  const std::string known = built_in_card(offer);
  const bool can_be =
      std::any_of(cards.begin(), cards.end(), [&](const Gpu* gpu) { return gpu->id == known; });
  if (can_be) offer.gpu_id = known;
}

const std::string& provider_of(const PriceOrigin& origin) {
  if (origin.provider.empty())
    throw Error({"prices.provider_missing", {{"file", origin.file}}}, ExitCode::usage);
  return origin.provider;
}

void OfferMerger::add(Offer offer) {
  const std::string key = offer.provider + "\n" + offer.instance_type + "\n" + offer.region + "\n" +
                          offer.gpu_name + "\n" + offer.gpu_id + "\n" +
                          std::to_string(offer.gpu_count);
  const auto [entry, is_new] = places_.emplace(key, offers_.size());
  if (is_new) {
    offers_.push_back(std::move(offer));
    return;
  }
  const auto take_lower = [](std::optional<UsdPerHour>& kept,
                             const std::optional<UsdPerHour>& other) {
    if (other && (!kept || *other < *kept)) kept = other;
  };
  take_lower(offers_[entry->second].on_demand, offer.on_demand);
  take_lower(offers_[entry->second].spot, offer.spot);
}

Offers OfferMerger::take() {
  return std::move(offers_);
}

}  // namespace wgf::catalog
