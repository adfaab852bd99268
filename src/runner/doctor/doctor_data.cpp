// SPDX-License-Identifier: MIT
#include "runner/doctor/doctor_data.h"

#include <algorithm>

#include "base/embedded_file.h"
#include "base/text.h"
#include "embedded/doctor_tables.h"
#include "runner/toml_fields.h"

namespace wgf::runner {
namespace {

const TomlEntry* find_entry(const TomlSection& section, std::string_view key) {
  for (const TomlEntry& entry : section.entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

std::vector<std::string> texts(const TomlSection& section, std::string_view key) {
  std::vector<std::string> values;
  if (const TomlEntry* entry = find_entry(section, key))
    for (const TomlScalar& value : entry->values)
      if (const auto* text = std::get_if<std::string>(&value)) values.push_back(*text);
  return values;
}

std::string text(const TomlSection& section, std::string_view key) {
  const std::vector<std::string> values = texts(section, key);
  return values.empty() ? "" : values.front();
}

double number(const TomlSection& section, std::string_view key) {
  const TomlEntry* entry = find_entry(section, key);
  if (entry == nullptr || entry->values.empty()) return 0;
  if (const auto* value = std::get_if<double>(&entry->values.front())) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&entry->values.front()))
    return static_cast<double>(*value);
  return 0;
}

void take_xids(const TomlSection& section, DoctorData& data) {
  if (const TomlEntry* entry = find_entry(section, "numbers"))
    for (const TomlScalar& value : entry->values)
      if (const auto* xid = std::get_if<std::int64_t>(&value))
        data.xid_kinds.emplace_back(static_cast<int>(*xid), text(section, "kind"));
}

void take(const TomlSection& section, DoctorData& data) {
  if (section.name == "cuda")
    data.cuda.push_back(
        {text(section, "version"), text(section, "driver"), text(section, "major_driver")});
  if (section.name == "torch")
    data.torch.push_back({text(section, "version"), texts(section, "cuda"), text(section, "cudnn"),
                          text(section, "nccl")});
  const Expectation expectation{text(section, "compute_capability"), number(section, "typical"),
                                number(section, "healthy")};
  if (section.name == "product") data.products.push_back(expectation);
  if (section.name == "bandwidth") data.bandwidth = expectation;
  if (section.name == "link")
    data.link_gbs.emplace_back(text(section, "name"), number(section, "gbs"));
  if (section.name == "xid") take_xids(section, data);
}

DoctorData load() {
  DoctorData data;
  for (const EmbeddedFile& file : embedded::doctor_tables())
    for (const TomlSection& section : parse_toml_sections(file.text, std::string(file.name)))
      take(section, data);
  return data;
}

std::vector<std::int64_t> numbers_of(std::string_view version) {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : split(version.substr(0, version.find('+')), '.')) {
    const auto value = parse_integer(part);
    if (!value) break;
    numbers.push_back(*value);
  }
  return numbers;
}

}  // namespace

const CudaRelease* DoctorData::find_cuda(std::string_view version) const {
  for (const CudaRelease& release : cuda)
    if (release.version == version) return &release;
  return nullptr;
}

const TorchRelease* DoctorData::find_torch(std::string_view version) const {
  for (const TorchRelease& release : torch)
    if (numbers_of(version).size() >= 2 && compare_versions(release.version, version) == 0)
      return &release;
  return nullptr;
}

const Expectation& DoctorData::product(std::string_view compute_capability) const {
  const Expectation* other = &products.front();
  for (const Expectation& expectation : products) {
    if (expectation.compute_capability == compute_capability) return expectation;
    if (expectation.compute_capability.empty()) other = &expectation;
  }
  return *other;
}

std::string DoctorData::xid_kind(int number) const {
  for (const auto& [known, kind] : xid_kinds)
    if (known == number) return kind;
  return "unknown";
}

const DoctorData& doctor_data() {
  static const DoctorData data = load();
  return data;
}

int compare_versions(std::string_view a, std::string_view b) {
  const std::vector<std::int64_t> left = numbers_of(a);
  const std::vector<std::int64_t> right = numbers_of(b);
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return 0;
}

}  // namespace wgf::runner
