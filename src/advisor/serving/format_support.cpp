// SPDX-License-Identifier: MIT
#include "advisor/serving/format_support.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text.h"

namespace wgf::advisor {
namespace {

struct Support {
  ServingSoftware software;
  std::string_view format;
  double nvidia;            // the least compute capability
  std::string_view others;  // generations of AMD and Intel, between spaces
};

constexpr ServingSoftware vllm = ServingSoftware::vllm, sglang = ServingSoftware::sglang,
                          trtllm = ServingSoftware::trtllm;

constexpr Support supports[] = {
    {vllm, "bf16", 7.5, " gfx90a gfx942 gfx950 gfx1100 gfx1201 acm-g10 bmg-g21 pvc "},
    {vllm, "int8", 7.5, ""},
    {vllm, "int4", 7.5, " acm-g10 bmg-g21 pvc "},
    {vllm, "fp8", 7.5, " gfx942 gfx950 gfx1201 "},
    {vllm, "fp4", 7.5, " gfx950 "},
    {vllm, "mxfp4", 8.0, " gfx942 gfx950 gfx1201 "},
    {sglang, "bf16", 7.5, " gfx942 gfx950 bmg-g21 "},
    {sglang, "int8", 7.5, " gfx942 gfx950 "},
    {sglang, "int4", 7.5, " gfx942 gfx950 "},
    {sglang, "fp8", 8.0, " gfx942 gfx950 "},
    {sglang, "fp4", 10.0, " gfx942 gfx950 "},
    {sglang, "mxfp4", 8.0, " gfx942 gfx950 "},
    {trtllm, "bf16", 8.0, ""},
    {trtllm, "int8", 8.0, ""},
    {trtllm, "int4", 8.0, ""},
    {trtllm, "fp8", 8.9, ""},
    {trtllm, "fp4", 10.0, ""},
    {trtllm, "mxfp4", 9.0, ""},
};

bool is_tabled(const std::string& generation) {
  const auto begins = [&](const char* name) { return generation.starts_with(name); };
  return begins("gfx") || begins("acm") || begins("bmg") || begins("pvc");
}

}  // namespace

bool is_known_to_run(ServingSoftware software, std::string_view format, const catalog::Gpu& gpu) {
  const std::string_view stored = format == "fp16" ? "bf16" : format;
  const auto found = std::find_if(
      std::begin(supports), std::end(supports),
      [&](const Support& one) { return one.software == software && one.format == stored; });
  if (found == std::end(supports)) return true;
  const std::string& generation = gpu.compute_capability;
  if (const auto capability = parse_number(generation)) return *capability >= found->nvidia;
  if (!is_tabled(generation)) return true;
  return found->others.find(" " + generation + " ") != std::string_view::npos;
}

}  // namespace wgf::advisor
