// SPDX-License-Identifier: MIT
#include "answers/service/service_precisions.h"

#include <algorithm>

#include "advisor/serving/service_precision.h"
#include "base/choices.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::ServingSoftware;

std::vector<std::string_view> parse_precisions(const std::vector<std::string>& typed) {
  const auto all = advisor::service_precisions();
  if (typed.empty()) return {"bf16"};
  std::vector<std::string> known(all.begin(), all.end());
  known.emplace_back("all");
  std::vector<std::string_view> found;
  for (const std::string& name : typed) {
    check_choice("--precision", lower_case(name), known);
    const auto one = std::find(all.begin(), all.end(), lower_case(name));
    if (one != all.end()) found.push_back(*one);
  }
  if (typed.size() > 1 && found.size() != typed.size())
    throw Error({"predict.all_alone", {}}, ExitCode::usage);
  if (found.empty())
    for (const std::string_view name : all)
      if (name != "fp16") found.push_back(name);  // as fast as bf16
  return found;
}

// What programs of one user are forecast in where a network is stored in floats of 8 or 4 bits, in
// which nothing is forecast with them: llama.cpp's blocks of as many bits, else 16 bits.
std::string_view run_instead(std::string_view stored, ServingSoftware software) {
  if (advisor::has_format(software, stored)) return stored;
  if (software != ServingSoftware::llama_cpp) return "bf16";
  return stored == "fp8" ? "int8" : "int4";
}

// "… stored in fp8, in which nothing is forecast with llama.cpp …" in place of stored_note().
Message not_run_note(const ServiceRequest& request, std::string_view stored) {
  return {"serve.stored_not_run",
          {{"model", request.network.name},
           {"stored", std::string(stored)},
           {"software", std::string(to_text(request.load.software))},
           {"precision", std::string(request.precisions[0])}}};
}

}  // namespace

void take_precisions(ServiceRequest& request, const std::vector<std::string>& typed) {
  request.precisions = parse_precisions(typed);
  const auto& network = request.network.network;
  if (!network) return;
  if (const auto& stored = request.network.stored; stored && typed.empty()) {
    const std::string_view served =
        stored->precision.empty() ? "bf16" : advisor::served_precision(stored->precision, *network);
    request.precisions = {network->has_mxfp4_experts ? served
                                                     : run_instead(served, request.load.software)};
    request.notes.push_back(request.precisions[0] == served ? stored_note(request.network, served)
                                                            : not_run_note(request, served));
  }
  if (!network->has_mxfp4_experts) return;
  const std::string_view served = advisor::served_precision(request.precisions[0], *network);
  if (!typed.empty() && request.precisions != std::vector{served})
    request.notes.push_back({"network.mxfp4_experts", {{"model", request.network.name}}});
  request.precisions = {served};
}

}  // namespace wgf::answers
