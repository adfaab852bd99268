// SPDX-License-Identifier: MIT
#include "checkpoints/chat/script.h"

#include <quickjs.h>

#include <chrono>

namespace wgf::checkpoints {
namespace {

using Clock = std::chrono::steady_clock;

// Templates take less than a millisecond; a model's folder may hold anything.
constexpr std::chrono::seconds longest{2};
constexpr std::size_t most_memory = std::size_t{256} << 20;

}  // namespace

struct Script::Engine {
  JSRuntime* runtime = JS_NewRuntime();
  JSContext* context = JS_NewContext(runtime);
  Clock::time_point end;

  Engine() {
    JS_SetMemoryLimit(runtime, most_memory);
    JS_SetInterruptHandler(
        runtime,
        [](JSRuntime*, void* engine) {
          return Clock::now() > static_cast<Engine*>(engine)->end ? 1 : 0;
        },
        this);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() {
    JS_FreeContext(context);
    JS_FreeRuntime(runtime);
  }

  void begin() {
    end = Clock::now() + longest;
    JS_UpdateStackTop(runtime);  // this thread's
  }

  // Frees the value. Throws what it is, where it is an exception.
  std::string text_of(JSValue value) {
    const bool is_fault = JS_IsException(value);
    if (is_fault) value = JS_GetException(context);
    std::size_t size = 0;
    const char* letters = JS_ToCStringLen(context, &size, value);
    const std::string text(letters == nullptr ? "" : letters, letters == nullptr ? 0 : size);
    JS_FreeCString(context, letters);
    JS_FreeValue(context, value);
    if (is_fault) throw ScriptFault(text);
    return text;
  }
};

Script::Script(const std::vector<std::string>& sources) : engine_(std::make_unique<Engine>()) {
  engine_->begin();
  for (const std::string& source : sources)
    engine_->text_of(
        JS_Eval(engine_->context, source.c_str(), source.size(), "script", JS_EVAL_TYPE_GLOBAL));
}

Script::~Script() = default;

std::string Script::call(const char* function, std::string_view argument) {
  JSContext* context = engine_->context;
  engine_->begin();
  const JSValue global = JS_GetGlobalObject(context);
  const JSValue callee = JS_GetPropertyStr(context, global, function);
  JSValue typed = JS_NewStringLen(context, argument.data(), argument.size());
  const JSValue result = JS_Call(context, callee, global, 1, &typed);
  JS_FreeValue(context, typed);
  JS_FreeValue(context, callee);
  JS_FreeValue(context, global);
  return engine_->text_of(result);
}

}  // namespace wgf::checkpoints
