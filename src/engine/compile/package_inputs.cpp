// SPDX-License-Identifier: MIT
#include "engine/compile/package_inputs.h"

#include <c10/core/MemoryFormat.h>
#include <c10/util/Exception.h>
#include <caffe2/serialize/inline_container.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

// What stands between the two; nothing where one of them is missing.
std::optional<std::string_view> between(std::string_view line, std::string_view before,
                                        std::string_view after) {
  const std::size_t begin = line.find(before);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t from = begin + before.size(), end = line.find(after, from);
  if (end == std::string_view::npos) return std::nullopt;
  return line.substr(from, end - from);
}

template <typename T>
T& at_or_longer(std::vector<T>& values, std::int64_t i) {
  const auto index = static_cast<std::size_t>(i);
  if (index >= values.size()) values.resize(index + 1);
  return values[index];
}

// Reads the checks line by line: a line names the handle of an input, the lines behind it what is
// asked of that one.
class SourceReader {
 public:
  std::vector<PackageInput> read(std::string_view source) {
    for (const std::string& line : split(source, '\n')) {
      read_handle(line);
      if (!name_.empty()) {
        read_type(line);
        read_condition(line);
      }
      read_symbols(line);
    }
    return std::move(inputs_);
  }

 private:
  // ConstantHandle arg4_1 = ConstantHandle(input_handles[0]);
  void read_handle(std::string_view line) {
    const auto number = between(line, "= ConstantHandle(input_handles[", "]");
    const auto name = between(line, "ConstantHandle ", " =");
    if (!number || !name) return;
    const std::optional<std::int64_t> i = parse_integer(*number);
    if (!i || *i < 0 || *i > most_inputs) return;
    name_ = *name;
    numbers_[name_] = *i;
    at_or_longer(inputs_, *i) = {};
  }

  PackageInput& input() { return inputs_[static_cast<std::size_t>(numbers_.at(name_))]; }

  // int32_t arg4_1_expected_dtype = aoti_torch_dtype_float32();
  void read_type(std::string_view line) {
    if (const auto type = between(line, name_ + "_expected_dtype = aoti_torch_dtype_", "("))
      input().type = *type;
  }

  // if (4 != arg4_1_size[0]) {
  // if (arg4_1_size[0] < 2) {
  // if (arg4_1_size[0] > 64) {
  // if (3072 != arg4_1_stride[0]) {
  void read_condition(std::string_view line) {
    const auto condition = between(line, "if (", ") {");
    if (!condition) return;
    const std::vector<std::string> parts = split(trim(*condition), ' ');
    if (parts.size() != 3) return;
    const std::string& sign = parts[1];
    const bool is_bound = sign == "<" || sign == ">";
    const std::string_view subject = parts[is_bound ? 0 : 2];
    const auto value = parse_integer(parts[is_bound ? 2 : 0]);
    if (!value || (!is_bound && sign != "!=")) return;
    if (const auto dimension = dimension_of(subject, "_size[")) {
      PackageInput::Extent& extent = at_or_longer(input().shape, *dimension);
      if (sign != ">") extent.least = *value;
      if (sign != "<") extent.most = *value;
    } else if (const auto step = dimension_of(subject, "_stride[")) {
      at_or_longer(input().shape, *step);
      if (!is_bound) at_or_longer(input().strides, *step) = *value;
    }
  }

  std::optional<std::int64_t> dimension_of(std::string_view subject, std::string_view what) const {
    const auto dimension = between(subject, name_ + std::string(what), "]");
    const auto number = dimension ? parse_integer(*dimension) : std::nullopt;
    return number && *number >= 0 && *number < most_dimensions ? number : std::nullopt;
  }

  // assert_size_stride(arg4_1, {s77, 3L, 32L, 32L}, {3072L, 1024L, 32L, 1L}, "input");
  void read_symbols(std::string_view line) {
    const auto name = between(line, "assert_size_stride(", ",");
    const auto input = name ? numbers_.find(std::string(*name)) : numbers_.end();
    const auto sizes = between(line, ", {", "}");
    if (input == numbers_.end() || !sizes) return;
    auto& shape = inputs_[static_cast<std::size_t>(input->second)].shape;
    const std::vector<std::string> parts = split(*sizes, ',');
    if (parts.size() != shape.size()) return;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (const std::string_view part = trim(parts[i]); part.starts_with('s'))
        shape[i].symbol = part;
  }

  static constexpr std::int64_t most_inputs = 100'000, most_dimensions = 64;
  std::string name_;  // of the handle read last
  std::map<std::string, std::int64_t> numbers_;
  std::vector<PackageInput> inputs_;
};

using Sizes = std::map<std::string, std::int64_t>;  // by symbol

// What is wanted of the extent, where the sizes of these symbols are given.
PackageInput::Extent resolved(PackageInput::Extent extent, const Sizes& sizes) {
  if (const auto size = sizes.find(extent.symbol); size != sizes.end() && !extent.symbol.empty())
    extent.least = extent.most = size->second;
  return extent;
}

std::string to_text(const PackageInput::Extent& extent) {
  const std::string least = std::to_string(extent.least);
  if (extent.least == extent.most) return least;
  const bool is_open = extent.most == std::numeric_limits<std::int64_t>::max();
  return least + ".." + (is_open ? "" : std::to_string(extent.most));
}

// "float32[2..64,3,32,32]"
std::string to_text(const PackageInput& input, const Sizes& sizes) {
  std::vector<std::string> parts;
  for (const PackageInput::Extent& extent : input.shape)
    parts.push_back(to_text(resolved(extent, sizes)));
  return input.type + "[" + join(parts, ",") + "]";
}

bool is_wanted(const PackageInput& wanted, const results::InputSpec& given, const Sizes& sizes) {
  if (wanted.type != results::to_text(given.type)) return false;
  return std::equal(wanted.shape.begin(), wanted.shape.end(), given.shape.begin(),
                    given.shape.end(), [&](const PackageInput::Extent& one, std::int64_t size) {
                      const PackageInput::Extent extent = resolved(one, sizes);
                      return extent.least <= size && size <= extent.most;
                    });
}

}  // namespace

std::vector<PackageInput> parse_package_inputs(std::string_view source) {
  return SourceReader().read(source);
}

std::vector<PackageInput> read_package_inputs(const std::filesystem::path& path) {
  try {
    caffe2::serialize::PyTorchStreamReader reader(path.string());
    for (const std::string& record : reader.getAllRecords()) {
      if (!record.starts_with("data/aotinductor/model/") || !record.ends_with(".cpp")) continue;
      const auto [data, size] = reader.getRecord(record);
      auto inputs = parse_package_inputs({static_cast<const char*>(data.get()), size});
      if (!inputs.empty()) return inputs;
    }
  } catch (const c10::Error&) {
    // Whether it is a package is for its loader to say.
  }
  return {};
}

void check_package_inputs(const std::string& path, std::span<const PackageInput> wanted,
                          std::span<const results::InputSpec> given) {
  if (wanted.empty()) return;
  Sizes sizes;
  for (std::size_t i = 0; i < std::min(wanted.size(), given.size()); ++i) {
    if (!is_wanted(wanted[i], given[i], sizes))
      throw CaseEnded(results::Status::failed, {"engine.package_input",
                                                {{"path", path},
                                                 {"number", std::to_string(i + 1)},
                                                 {"wanted", to_text(wanted[i], sizes)},
                                                 {"given", given[i].text}}});
    for (std::size_t d = 0; d < given[i].shape.size(); ++d)
      sizes.emplace(wanted[i].shape[d].symbol, given[i].shape[d]);
  }
  if (wanted.size() == given.size()) return;
  std::vector<std::string> all;
  for (const PackageInput& input : wanted) all.push_back(to_text(input, sizes));
  throw CaseEnded(results::Status::failed, {"engine.package_input_count",
                                            {{"path", path},
                                             {"wanted", std::to_string(wanted.size())},
                                             {"given", std::to_string(given.size())},
                                             {"inputs", join(all, ";")}}});
}

std::vector<std::int64_t> strides_for(const PackageInput& wanted,
                                      const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> contiguous(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) contiguous[i - 1] = contiguous[i] * shape[i];
  std::vector<std::vector<std::int64_t>> layouts{contiguous};
  if (shape.size() == 4) layouts.push_back(c10::get_channels_last_strides_2d(shape));
  if (shape.size() == 5) layouts.push_back(c10::get_channels_last_strides_3d(shape));
  const auto known = [&](std::size_t i) {
    return i < wanted.strides.size() ? wanted.strides[i] : std::nullopt;
  };
  for (const auto& layout : layouts) {
    bool fits = true;
    for (std::size_t i = 0; i < layout.size(); ++i)
      fits &= known(i).value_or(layout[i]) == layout[i];
    if (fits) return layout;
  }
  std::vector<std::int64_t> said = contiguous;
  for (std::size_t i = 0; i < said.size(); ++i) said[i] = known(i).value_or(said[i]);
  return said;
}

}  // namespace wgf::engine
