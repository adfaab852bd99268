// SPDX-License-Identifier: MIT
#include "engine/benchmarks/input_spec.h"

#include "base/error.h"
#include "engine/measure/case_ended.h"
#include "results/input_spec.h"

namespace wgf::engine {
namespace {

using results::ElementType;

c10::ScalarType to_torch(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return c10::ScalarType::Float;
    case ElementType::float16:
      return c10::ScalarType::Half;
    case ElementType::bfloat16:
      return c10::ScalarType::BFloat16;
    case ElementType::float64:
      return c10::ScalarType::Double;
    case ElementType::int64:
      return c10::ScalarType::Long;
    case ElementType::int32:
      return c10::ScalarType::Int;
    case ElementType::boolean:
      return c10::ScalarType::Bool;
  }
  return c10::ScalarType::Undefined;
}

}  // namespace

std::vector<InputSpec> parse_inputs(std::string_view text) {
  try {
    std::vector<InputSpec> inputs;
    for (results::InputSpec& spec : results::parse_inputs(text))
      inputs.push_back({to_torch(spec.type), std::move(spec.shape)});
    return inputs;
  } catch (const Error& error) {
    throw CaseEnded(results::Status::failed, error.message());
  }
}

}  // namespace wgf::engine
