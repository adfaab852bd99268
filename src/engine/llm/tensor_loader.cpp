// SPDX-License-Identifier: MIT
#include "engine/llm/tensor_loader.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>

#include "base/error.h"
#include "engine/llm/dequantise.h"
#include "engine/llm/mxfp4.h"

namespace wgf::engine {
namespace {

using checkpoints::Quantisation;

constexpr std::int64_t eights = 8;  // numbers in an int32

}  // namespace

TensorLoader::TensorLoader(const checkpoints::Checkpoint& checkpoint,
                           std::optional<Quantisation> quantisation, c10::ScalarType type,
                           c10::Device device)
    : checkpoint_(checkpoint),
      quantisation_(quantisation),
      options_(at::TensorOptions(device).dtype(type)),
      copy_(device) {}

at::Tensor TensorLoader::empty(const Sizes& sizes) const {
  return at::empty(sizes, options_);
}

at::Tensor TensorLoader::load(const std::string& name, const Sizes& sizes) {
  at::Tensor target = empty(sizes);
  load(name, target);
  return target;
}

void TensorLoader::load(const std::string& name, const at::Tensor& target) {
  constexpr std::string_view kind = "weight";
  if (quantisation_ && target.dim() == 2 && name.ends_with(kind) && !checkpoint_.has(name)) {
    const std::string base = name.substr(0, name.size() - kind.size());
    if (checkpoint_.has(base + "qweight")) {
      target.copy_(unpacked(base, target.size(0), target.size(1)));
      return;
    }
  }
  loaded_.insert(name);
  copy_.copy(stored_tensor(checkpoint_, name, target.sizes().vec()), target);
}

at::Tensor TensorLoader::carried(const std::string& name, const Sizes& sizes, Wanted wanted) {
  loaded_.insert(name);
  const at::Tensor stored = stored_tensor(checkpoint_, name, sizes, wanted);
  at::Tensor target = at::empty(sizes, options_.dtype(stored.scalar_type()));
  copy_.copy(stored, target);
  return target;
}

at::Tensor TensorLoader::load_blocks(const std::string& name, const Sizes& sizes) {
  const std::int64_t experts = sizes[0], outputs = sizes[1], inputs = sizes[2];
  if (inputs % mxfp4_block != 0)
    throw Error({"engine.no_int4_groups",
                 {{"group", std::to_string(mxfp4_block)}, {"width", std::to_string(inputs)}}});
  const std::int64_t blocks = inputs / mxfp4_block;
  const at::Tensor exponents = carried(name + "_scales", {experts, outputs, blocks}, Wanted::bytes);
  const at::Tensor numbers =
      carried(name + "_blocks", {experts, outputs, blocks, mxfp4_block / 2}, Wanted::bytes);
  at::Tensor target = empty(sizes);
  if (options_.device().is_meta()) return target;
  constexpr int no_number = 255;
  if (exponents.eq(no_number).any().item<bool>())
    throw Error({"checkpoint.scale_is_no_number",
                 {{"file", checkpoint_.file_of(name + "_scales")}, {"tensor", name + "_scales"}}});
  for (std::int64_t expert = 0; expert < experts; ++expert)
    target.select(0, expert).copy_(dequantise_mxfp4(
        {numbers.select(0, expert), exponents.select(0, expert)}, target.scalar_type()));
  return target;
}

// As the file says it of each input where the inputs were put into another order, else one group
// after the other.
at::Tensor TensorLoader::groups_of(const std::string& base, std::int64_t inputs,
                                   std::int64_t groups, std::int64_t group_size) {
  const std::string name = base + "g_idx";
  if (!checkpoint_.has(name))
    return at::arange(inputs, options_.dtype(at::kLong)).div(group_size, "floor");
  loaded_.insert(name);
  const at::Tensor stored = stored_tensor(checkpoint_, name, {inputs}, Wanted::integers);
  const auto least = stored.min().item<std::int64_t>(), most = stored.max().item<std::int64_t>();
  if (least < 0 || most >= groups)
    throw Error({"checkpoint.no_such_group",
                 {{"file", checkpoint_.file_of(name)},
                  {"tensor", name},
                  {"given", std::to_string(least < 0 ? least : most)},
                  {"groups", std::to_string(groups)}}});
  return stored.to(options_.dtype(at::kLong));
}

at::Tensor TensorLoader::unpacked(const std::string& base, std::int64_t outputs,
                                  std::int64_t inputs) {
  if (outputs % eights != 0 || inputs % eights != 0)
    throw Error({"checkpoint.not_in_eights",
                 {{"file", checkpoint_.file_of(base + "qweight")},
                  {"tensor", base + "qweight"},
                  {"given", checkpoints::sizes_text({outputs, inputs})}}});
  const bool is_gptq = quantisation_->method == Quantisation::Method::gptq;
  const std::int64_t group_size =
      quantisation_->group_size < 0 ? inputs : quantisation_->group_size;
  const std::int64_t groups = (inputs + group_size - 1) / group_size;
  const PackedMatrix packed{
      .numbers =
          carried(base + "qweight",
                  is_gptq ? Sizes{inputs / eights, outputs} : Sizes{inputs, outputs / eights},
                  Wanted::integers),
      .zeros = carried(base + "qzeros", {groups, outputs / eights}, Wanted::integers),
      .scales = carried(base + "scales", {groups, outputs}, Wanted::numbers),
      .groups = groups_of(base, inputs, groups, group_size)};
  if (options_.device().is_meta()) return empty({outputs, inputs});
  const auto type = options_.dtype().toScalarType();
  return is_gptq ? dequantise_gptq(packed, quantisation_->has_zeros_less_one, type)
                 : dequantise_awq(packed, type);
}

}  // namespace wgf::engine
