// SPDX-License-Identifier: MIT
#include "engine/measure/byte_counter.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/function_schema.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace wgf::engine {
namespace {

// LibTorch's callbacks are plain functions without room for an object, so the one counter that is
// active stands here.
std::atomic<ByteCounter*> active_byte_counter = nullptr;

struct OpenCall {
  bool is_whole = false;       // counts as it stands, whatever it calls
  bool counts_inside = false;  // an operator it called has counted
};

// The operators running on this thread, one inside the other.
thread_local std::vector<OpenCall> open_calls;

struct RunningCall final : at::ObserverContext {
  double read = 0;
  bool is_look_up = false;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The numbers a tensor holds: an expanded one holds each but once.
double bytes_of(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.is_sparse()) return 0;
  auto numbers = static_cast<double>(tensor.element_size());
  for (std::int64_t i = 0; i < tensor.dim(); ++i)
    if (tensor.stride(i) != 0) numbers *= static_cast<double>(tensor.size(i));
  return numbers;
}

double bytes_of(const c10::IValue& value) {
  if (value.isTensor()) return bytes_of(value.toTensor());
  double bytes = 0;
  if (value.isTensorList())
    for (const at::Tensor& tensor : value.toTensorVector()) bytes += bytes_of(tensor);
  return bytes;
}

// Fills what it is given, without a look at what was there.
bool overwrites(std::string_view name) {
  return is_one_of(name, {"aten::copy_", "aten::fill_", "aten::zero_", "aten::uniform_",
                          "aten::normal_", "aten::bernoulli_"});
}

// Reads as much of its first tensor as it writes.
bool is_look_up(std::string_view name) {
  return is_one_of(name, {"aten::embedding", "aten::index_select", "aten::gather", "aten::index"});
}

// Products, which on a CPU call others for their bias and for views of their factors.
bool is_whole(std::string_view name) {
  return is_one_of(name, {"aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::addmv"});
}

bool is_inside_whole() {
  return std::any_of(open_calls.begin(), open_calls.end(),
                     [](const OpenCall& call) { return call.is_whole; });
}

// Memory that is only reserved.
bool moves_nothing(std::string_view name) {
  return name.starts_with("aten::empty") || name.starts_with("aten::new_empty") ||
         is_one_of(name, {"aten::resize_", "aten::set_", "aten::detach_", "aten::record_stream"});
}

double bytes_read(const c10::FunctionSchema& schema, c10::ArrayRef<const c10::IValue> inputs,
                  std::string_view name) {
  double bytes = 0;
  const std::size_t count = std::min(schema.arguments().size(), inputs.size());
  for (std::size_t i = 0; i < count; ++i) {
    const c10::Argument& argument = schema.arguments()[i];
    const bool is_written = argument.alias_info() != nullptr && argument.alias_info()->isWrite();
    if (is_written && (argument.kwarg_only() || overwrites(name))) continue;
    if (i == 0 && is_look_up(name)) continue;
    bytes += bytes_of(inputs[i]);
  }
  return bytes;
}

bool is_view(const c10::FunctionSchema& schema) {
  return std::any_of(schema.returns().begin(), schema.returns().end(),
                     [](const c10::Argument& result) {
                       return result.alias_info() != nullptr && !result.alias_info()->isWrite();
                     });
}

}  // namespace

ByteCounter::ByteCounter() {
  active_byte_counter = this;
  handle_ = at::addGlobalCallback(at::RecordFunctionCallback(&on_start, &on_end)
                                      .needsInputs(true)
                                      .needsOutputs(true)
                                      .scopes({at::RecordScope::FUNCTION}));
}

ByteCounter::~ByteCounter() {
  at::removeCallback(handle_);
  active_byte_counter = nullptr;
}

std::unique_ptr<at::ObserverContext> ByteCounter::on_start(const at::RecordFunction& function) {
  const std::string_view name = function.name();
  open_calls.push_back({.is_whole = is_whole(name)});
  auto call = std::make_unique<RunningCall>();
  const auto schema = function.operator_schema();
  if (!schema) return call;
  call->read = bytes_read(*schema, function.inputs(), name);
  call->is_look_up = is_look_up(name);
  return call;
}

void ByteCounter::on_end(const at::RecordFunction& function, at::ObserverContext* context) {
  if (open_calls.empty()) return;  // began before the counter did
  const OpenCall ended = open_calls.back();
  open_calls.pop_back();
  const auto pass_on = [] {
    if (!open_calls.empty()) open_calls.back().counts_inside = true;
  };
  if (ended.counts_inside && !ended.is_whole) return pass_on();
  ByteCounter* counter = active_byte_counter;
  const auto schema = function.operator_schema();
  if (counter == nullptr || context == nullptr || !schema || is_inside_whole()) return;
  if (is_view(*schema) || moves_nothing(function.name())) return;
  pass_on();
  const auto& call = static_cast<const RunningCall&>(*context);
  double written = 0;
  for (const c10::IValue& output : function.outputs()) written += bytes_of(output);
  counter->bytes_.fetch_add(call.read + written * (call.is_look_up ? 2 : 1));
}

}  // namespace wgf::engine
