// SPDX-License-Identifier: MIT
#include "advisor/market/places.h"

#include <algorithm>

#include "base/text.h"

namespace wgf::advisor {
namespace {

using catalog::ElectricityTariff;
using catalog::GridCarbon;
using catalog::PowerOverhead;

constexpr std::string_view state_prefix = "US-";
constexpr std::string_view united_states = "USA (United States)";
constexpr std::string_view average_suffix = " average";  // "World average" is "World"

// What people write beside the codes and names of the tables.
struct ShortName {
  std::string_view typed, code;
};
constexpr ShortName short_names[] = {
    {"us", "USA"},     {"america", "USA"}, {"uk", "GBR"},       {"gb", "GBR"},   {"cn", "CHN"},
    {"de", "DEU"},     {"fr", "FRA"},      {"jp", "JPN"},       {"kr", "KOR"},   {"in", "IND"},
    {"ca", "CAN"},     {"au", "AUS"},      {"br", "BRA"},       {"it", "ITA"},   {"es", "ESP"},
    {"nl", "NLD"},     {"se", "SWE"},      {"no", "NOR"},       {"中国", "CHN"}, {"美国", "USA"},
    {"德国", "DEU"},   {"法国", "FRA"},    {"英国", "GBR"},     {"日本", "JPN"}, {"韩国", "KOR"},
    {"印度", "IND"},   {"加拿大", "CAN"},  {"澳大利亚", "AUS"}, {"巴西", "BRA"}, {"意大利", "ITA"},
    {"西班牙", "ESP"}, {"荷兰", "NLD"},    {"瑞典", "SWE"},     {"挪威", "NOR"}, {"新加坡", "SGP"},
    {"台湾", "TWN"},   {"瑞士", "CHE"},    {"爱尔兰", "IRL"},   {"芬兰", "FIN"}, {"波兰", "POL"},
    {"世界", "World"}, {"欧盟", "EU"},     {"sg", "SGP"},       {"tw", "TWN"},   {"ch", "CHE"},
    {"ie", "IRL"},     {"fi", "FIN"},      {"pl", "POL"}};

// The names by which people may call a place: the whole, what stands before and in the brackets,
// and what stands behind "US-" or the provider.
std::vector<std::string> names_of(const std::string& place) {
  std::vector<std::string> names{place};
  const std::size_t open = place.find(" ("), colon = place.find(':');
  std::string head = place.substr(0, open);
  names.push_back(head);
  if (open != std::string::npos && place.ends_with(')'))
    names.push_back(place.substr(open + 2, place.size() - open - 3));
  if (place.starts_with(state_prefix)) names.push_back(place.substr(state_prefix.size()));
  if (colon != std::string::npos) names.push_back(head.substr(colon + 1));
  if (place.ends_with(average_suffix))
    names.push_back(place.substr(0, place.size() - average_suffix.size()));
  return names;
}

// The tables call the European Union "EU" or "EU27 average".
std::string_view common_name(std::string_view place) {
  if (place.ends_with(average_suffix)) place.remove_suffix(average_suffix.size());
  return place == "EU27" ? "EU" : place;
}

bool is_newer(const std::optional<Date>& a, const std::optional<Date>& b) {
  return a && (!b || a->first > b->first);
}

}  // namespace

std::string find_place(std::span<const std::string> places, std::string_view typed) {
  std::string folded = fold_name(typed);
  if (folded.empty()) return "";
  for (const ShortName& one : short_names)
    if (one.typed == folded) folded = fold_name(one.code);
  for (const std::string& place : places)
    for (const std::string& name : names_of(place))
      if (fold_name(name) == folded) return place;
  return "";
}

std::optional<Tariff> tariff_of(std::span<const ElectricityTariff> tariffs, std::string_view place,
                                ElectricityTariff::Kind kind) {
  Tariff found;
  const auto take = [&](ElectricityTariff::Kind wanted) {
    found.kind = wanted;
    for (const ElectricityTariff& row : tariffs) {
      if (common_name(row.place) != common_name(place) || row.kind != wanted) continue;
      if (found.rows.empty()) found.price = {row.price, row.price};
      found.price = {std::min(found.price.low, row.price), std::max(found.price.high, row.price)};
      found.rows.push_back(&row);
    }
  };
  using Kind = ElectricityTariff::Kind;
  take(kind);
  if (found.rows.empty()) take(kind == Kind::business ? Kind::household : Kind::business);
  if (found.rows.empty()) return std::nullopt;
  return found;
}

const GridCarbon* carbon_of(std::span<const GridCarbon> table, std::string_view place) {
  const GridCarbon* newest = nullptr;
  const std::string_view region = place.starts_with(state_prefix) ? united_states : place;
  for (const GridCarbon& row : table)
    if (row.region == common_name(region) &&
        (newest == nullptr || is_newer(row.year, newest->year)))
      newest = &row;
  return newest;
}

const PowerOverhead* overhead_of(std::span<const PowerOverhead> table, std::string_view typed) {
  const std::string folded = fold_name(typed);
  if (folded.empty()) return nullptr;
  const PowerOverhead* newest = nullptr;
  for (const PowerOverhead& row : table)
    if (fold_name(row.operator_or_kind).starts_with(folded) &&
        (newest == nullptr || is_newer(row.year, newest->year)))
      newest = &row;
  return newest;
}

}  // namespace wgf::advisor
