// SPDX-License-Identifier: MIT
#pragma once
// Floating-point operations of one call of an operator, from its arguments.

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include <string_view>

namespace wgf::engine {

// The arguments of a call, found by their names in the operator's schema: positions differ between
// versions of LibTorch, names do not.
class CallArguments {
 public:
  CallArguments(const c10::FunctionSchema& schema, c10::ArrayRef<const c10::IValue> values)
      : schema_(schema), values_(values) {}

  // Null where the operator has no such argument.
  const c10::IValue* find(std::string_view name) const;
  // The first tensor of these names.
  at::Tensor tensor(std::initializer_list<std::string_view> names) const;
  std::vector<std::int64_t> integers(std::string_view name) const;
  bool flag(std::string_view name) const;

 private:
  const c10::FunctionSchema& schema_;
  c10::ArrayRef<const c10::IValue> values_;
};

using FlopFormula = double (*)(const CallArguments&);
// Null for an operator that does no counted work itself. name: "aten::mm".
FlopFormula find_flop_formula(std::string_view name);

}  // namespace wgf::engine
