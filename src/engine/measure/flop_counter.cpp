// SPDX-License-Identifier: MIT
#include "engine/measure/flop_counter.h"

#include "engine/measure/flop_formulas.h"

namespace wgf::engine {
namespace {

// LibTorch's callbacks are plain functions without room for an object, so the one counter that is
// active stands here.
std::atomic<FlopCounter*> active_flop_counter = nullptr;

// A counted operator may be built of others that would be counted too (attention of matrix
// products).
thread_local int counted_depth = 0;

struct CountedCall final : at::ObserverContext {};

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

std::unique_ptr<at::ObserverContext> FlopCounter::on_start(const at::RecordFunction& function) {
  const FlopFormula formula = find_flop_formula(function.name());
  FlopCounter* counter = active_flop_counter;
  const auto schema = function.operator_schema();
  if (formula == nullptr || counter == nullptr || !schema) return nullptr;
  if (counted_depth++ == 0)
    counter->flops_.fetch_add(formula(CallArguments(*schema, function.inputs())));
  return std::make_unique<CountedCall>();
}

void FlopCounter::on_end(const at::RecordFunction&, at::ObserverContext* context) {
  if (context != nullptr) --counted_depth;
}

}  // namespace wgf::engine
