// SPDX-License-Identifier: MIT
#include "engine/measure/flop_counter.h"

#include <algorithm>
#include <string_view>

#include "engine/measure/flop_formulas.h"

namespace wgf::engine {
namespace {

// LibTorch's callbacks are plain functions without room for an object, so the one counter that is
// active stands here.
std::atomic<FlopCounter*> active_flop_counter = nullptr;

// A counted operator may be built of others that would be counted too (attention of matrix
// products), and autocast calls an operator again with its numbers converted: the work is that of
// the outermost call, the type that of the innermost.
struct OpenWork {
  int depth = 0;
  double flops = 0;
  c10::ScalarType type = c10::ScalarType::Undefined;
};
thread_local OpenWork open_work;

struct CountedCall final : at::ObserverContext {};

// Of the numbers: the first tensor is never one of indices in the counted operators.
c10::ScalarType type_of(c10::ArrayRef<const c10::IValue> values) {
  for (const c10::IValue& value : values)
    if (value.isTensor() && value.toTensor().defined()) return value.toTensor().scalar_type();
  return c10::ScalarType::Undefined;
}

// Of the kernels that multiply; others (quantized::add) say nothing of what a model computes in.
std::optional<c10::ScalarType> quantized_type(std::string_view name) {
  if (!name.starts_with("quantized::")) return std::nullopt;
  for (const std::string_view kernel : {"linear", "conv", "matmul"})
    if (name.find(kernel) != std::string_view::npos)
      return name.find("fp16") == std::string_view::npos ? c10::ScalarType::Char
                                                         : c10::ScalarType::Half;
  return std::nullopt;
}

}  // namespace

FlopCounter::FlopCounter() {
  active_flop_counter = this;
  handle_ = at::addGlobalCallback(at::RecordFunctionCallback(&on_start, &on_end)
                                      .needsInputs(true)
                                      .scopes({at::RecordScope::FUNCTION}));
}

FlopCounter::~FlopCounter() {
  at::removeCallback(handle_);
  active_flop_counter = nullptr;
}

double FlopCounter::flops() const {
  double sum = 0;
  for (const std::atomic<double>& flops : flops_) sum += flops;
  return sum;
}

CountedTypes FlopCounter::types() const {
  CountedTypes types;
  for (std::size_t i = 0; i < flops_.size(); ++i)
    if (flops_[i] > 0) types.flops.emplace_back(static_cast<c10::ScalarType>(i), flops_[i]);
  std::stable_sort(types.flops.begin(), types.flops.end(),
                   [](const auto& one, const auto& other) { return one.second > other.second; });
  if (quantized_ != c10::ScalarType::Undefined) types.quantized = quantized_;
  return types;
}

std::unique_ptr<at::ObserverContext> FlopCounter::on_start(const at::RecordFunction& function) {
  FlopCounter* counter = active_flop_counter;
  if (counter == nullptr) return nullptr;
  if (const auto type = quantized_type(function.name())) counter->quantized_ = *type;
  const FlopFormula formula = find_flop_formula(function.name());
  const auto schema = function.operator_schema();
  if (formula == nullptr || !schema) return nullptr;
  if (open_work.depth++ == 0) open_work.flops = formula(CallArguments(*schema, function.inputs()));
  open_work.type = type_of(function.inputs());
  return std::make_unique<CountedCall>();
}

void FlopCounter::on_end(const at::RecordFunction&, at::ObserverContext* context) {
  if (context == nullptr || --open_work.depth > 0) return;
  if (FlopCounter* counter = active_flop_counter)
    counter->flops_[static_cast<std::size_t>(open_work.type)].fetch_add(open_work.flops);
}

}  // namespace wgf::engine
