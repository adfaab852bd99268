// SPDX-License-Identifier: MIT
#pragma once
// The server is asked once before a load: whether it is there, what it serves, and whether it
// streams answers of the model. What is wrong ends the command in one line.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "load/load_plan.h"

namespace wgf::load {

struct ServedModels {
  std::vector<std::string> names;
  std::string owner;  // "vllm", "sglang", "llamacpp": who owns the first of them
};
// GET /v1/models; nothing where the server has no such list. Throws Error where it is not there.
ServedModels ask_models(const LoadPlan& plan);

// What GET answers with; empty for any status but 200. Throws Error where nothing answers.
std::string ask_page(const LoadPlan& plan, std::string_view path);

// Throws Error(usage) unless the plan names a model or the server has one alone. Its name.
std::string chosen_model(const std::string& typed, const ServedModels& served);

// Of a server that answers to any name: that its own list does not have this one.
std::optional<Message> unlisted_model(const std::string& model, const ServedModels& served);

// The form without the field that this answer (of status 400 or 422) refuses by its name; nothing
// where it refuses something else.
std::optional<RequestForm> less_than(const RequestForm& form, std::string_view said);

// One short request of the load. The form of requests that the server takes. Throws Error with what
// the server says where it does not answer it as a stream.
RequestForm check_streaming(LoadPlan plan, const ServedModels& served);

}  // namespace wgf::load
