// SPDX-License-Identifier: MIT
#include "runner/doctor/doctor_data.h"

#include <algorithm>

#include "base/embedded_file.h"
#include "base/text.h"
#include "catalog/record_reader.h"
#include "embedded/doctor_tables.h"

namespace wgf::runner {
namespace {

using In = const catalog::FieldReader&;
using catalog::RecordField;
using catalog::TomlDocument;
using catalog::TomlTable;

constexpr std::string_view any_other = "any other";

struct Link {
  std::string name;
  double gbs = 0;
};

struct XidKind {
  std::vector<int> numbers;
  std::string kind;
};

// A source is read for people; that it is there is checked.
constexpr auto read_source = [](In in, auto&) { in.text(); };

constexpr RecordField<DoctorData> top_fields[] = {{"source", read_source}};
constexpr RecordField<CudaRelease> cuda_fields[] = {
    {"version", [](In in, auto& out) { out.version = in.text(); }},
    {"driver", [](In in, auto& out) { out.driver = in.text(); }},
    {"major_driver", [](In in, auto& out) { out.major_driver = in.text(); }},
    {"source", read_source},
};
constexpr RecordField<TorchRelease> torch_fields[] = {
    {"version", [](In in, auto& out) { out.version = in.text(); }},
    {"cuda", [](In in, auto& out) { out.cuda = in.texts(); }},
    {"cudnn", [](In in, auto& out) { out.cudnn = in.text(); }},
    {"nccl", [](In in, auto& out) { out.nccl = in.text(); }},
    {"source", read_source},
};
constexpr RecordField<Expectation> product_fields[] = {
    {"compute_capability",
     [](In in, auto& out) { out.compute_capability = in.text() == any_other ? "" : in.text(); }},
    {"typical", [](In in, auto& out) { out.typical = in.number(0, 1); }},
    {"healthy", [](In in, auto& out) { out.healthy = in.number(0, 1); }},
    {"source", read_source},
};
constexpr auto bandwidth_fields = std::span(product_fields).subspan<1>();
constexpr RecordField<Link> link_fields[] = {
    {"name", [](In in, auto& out) { out.name = in.text(); }},
    {"gbs", [](In in, auto& out) { out.gbs = in.number(1, 1e5); }},
    {"source", read_source},
};
constexpr RecordField<XidKind> xid_fields[] = {
    {"numbers", [](In in, auto& out) { out.numbers = in.integers(1, 100'000); }},
    {"kind", [](In in, auto& out) { out.kind = in.text(); }},
};

// Every field of these tables must be there.
template <typename Record>
Record read_whole(const TomlDocument& document, const TomlTable& table,
                  std::span<const RecordField<Record>> fields) {
  std::vector<std::string_view> keys;
  for (const RecordField<Record>& field : fields) keys.push_back(field.key);
  catalog::require_fields(document, table, keys);
  Record record;
  catalog::read_fields<Record>(document, table, fields, record);
  return record;
}

void read_table(const TomlDocument& document, const TomlTable& table, DoctorData& data) {
  if (table.name == "cuda") {
    data.cuda.push_back(read_whole<CudaRelease>(document, table, cuda_fields));
  } else if (table.name == "torch") {
    data.torch.push_back(read_whole<TorchRelease>(document, table, torch_fields));
  } else if (table.name == "product") {
    data.products.push_back(read_whole<Expectation>(document, table, product_fields));
  } else if (table.name == "bandwidth") {
    data.bandwidth = read_whole<Expectation>(document, table, bandwidth_fields);
  } else if (table.name == "link") {
    const Link link = read_whole<Link>(document, table, link_fields);
    data.link_gbs.emplace_back(link.name, link.gbs);
  } else if (table.name == "xid") {
    const XidKind xid = read_whole<XidKind>(document, table, xid_fields);
    for (const int number : xid.numbers) data.xid_kinds.emplace_back(number, xid.kind);
  } else {
    catalog::throw_bad_record(
        "catalog.unknown_table", {document.file, table.line, table.name, table.name},
        {{"known", "[[cuda]], [[torch]], [[product]], [[bandwidth]], [[link]], [[xid]]"}});
  }
}

DoctorData load() {
  DoctorData data;
  for (const EmbeddedFile& file : embedded::doctor_tables())
    read_doctor_tables(file.text, "data/doctor/" + std::string(file.name), data);
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

void read_doctor_tables(std::string_view text, const std::string& file, DoctorData& data) {
  const TomlDocument document = catalog::parse_toml(text, file);
  catalog::read_fields<DoctorData>(document, document.top, top_fields, data);
  for (const TomlTable& table : document.tables) read_table(document, table, data);
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
