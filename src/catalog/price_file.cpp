// SPDX-License-Identifier: MIT
#include "catalog/price_file.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"

namespace wgf::catalog {
namespace {

using Json = nlohmann::json;

std::filesystem::path etags_path(std::filesystem::path file) {
  file += ".etags";
  return file;
}

std::string reason_of(const Message& message) {
  for (const auto& [name, value] : message.args)
    if (name == "reason") return value;
  return message.key;
}

}  // namespace

Offers kept_offers(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  if (!std::filesystem::is_regular_file(file, ignored))  // reading a pipe would never end
    throw Error({"prices.not_a_file", {{"path", file.string()}}});
  return read_offers(read_file(file), file.string());
}

Offers current_offers(const std::filesystem::path& file) {
  return with_newer(embedded_offers(), kept_offers(file));
}

void keep_offers(const std::filesystem::path& file, const Offers& offers) {
  std::error_code fault;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), fault);
  if (fault)
    throw Error({"prices.cannot_keep", {{"path", file.string()}, {"reason", fault.message()}}});
  try {
    write_file_atomically(file, write_offers(offers));
  } catch (const Error& unwritten) {
    throw Error({"prices.cannot_keep",
                 {{"path", file.string()}, {"reason", reason_of(unwritten.message())}}});
  }
}

std::map<std::string, std::string> kept_etags(const std::filesystem::path& file) {
  const std::optional<std::string> text = try_read_file(etags_path(file));
  if (!text || too_deep_at(*text)) return {};
  const Json json = Json::parse(*text, nullptr, false);
  std::map<std::string, std::string> etags;
  if (!json.is_object()) return etags;
  for (const auto& [url, etag] : json.items())
    if (etag.is_string()) etags[url] = etag.get<std::string>();
  return etags;
}

void keep_etags(const std::filesystem::path& file,
                const std::map<std::string, std::string>& etags) {
  write_file_atomically(etags_path(file), Json(etags).dump(2) + "\n");
}

}  // namespace wgf::catalog
