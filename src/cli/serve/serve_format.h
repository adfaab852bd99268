// SPDX-License-Identifier: MIT
#pragma once
// Figures and sentences that the tables of predict --task serve share.

#include <string>
#include <vector>

#include "cli/predict/predict_format.h"
#include "cli/serve/serve.h"

namespace wgf::cli {

std::string tpot_text(const ServiceForecast& one);  // "-": one output token
std::string whole_number(double count);             // "450,994", whole
std::string range_of_counts(const Interval& range);
std::string counts_of(const advisor::UserRange& users);
std::string range_of_times(const Interval& seconds);
std::string service_layout(const advisor::ServingCase& one);        // "2 engines of tp 4, pp 2"
std::string short_service_layout(const advisor::ServingCase& one);  // "2x tp4 pp2"
// "1, 2, 4 … 64": the numbers of GPUs that are tried where none is given.
std::string tried_counts(advisor::ServingSoftware software);
std::string limits_text(const advisor::ServiceLimits& limits);  // "TTFT 500 ms, TPOT 30 ms"
std::string cache_text(const advisor::ServingCase& one);        // "16"

// The interval's ends in proportion to another figure of the same forecast.
Interval scaled(const Interval& range, double factor);
// Of what the cache holds: what memory is free, and what a request takes of it, may be off.
Interval cache_interval(const advisor::CacheRoom& room, double amount);

// Each row has as many requests in flight as its limits let.
bool has_loads_of_limits(const ServiceRequest& request);
// Its samples are sequences of tokens: neither images nor unknown.
bool has_tokens(const ServiceRequest& request);
// Formats that say what is multiplied; narrower ones say how weights are stored.
bool is_16_bits(std::string_view precision);
// "fp16" for bf16 on a card without it; a narrower format as it is.
std::string served_in(const catalog::Gpu& gpu, std::string_view precision);
// What matrices are multiplied in: "fp8_block", "int8_weights"; of 16 bits the one the card has.
std::string_view products_name(const ServiceForecast& one);

std::string service_title(const ServiceRequest& request, const std::string& precision,
                          const std::string& gpu, int gpus, const Context& context);
// Of cards that programs see as several devices: a service is spread over them. has_tp: its answer
// names the tensor parallelism of whole cards.
std::string devices_note(const std::vector<const catalog::Gpu*>& cards, bool has_tp,
                         const Context& context);
// Tokens, load, software and layout of one forecast, and which of it was chosen how.
std::string service_setting(const ServiceRequest& request, const ServiceForecast& one,
                            const Context& context);
std::string service_basis_text(const ServiceRequest& request, const ServiceForecast& one,
                               const Context& context);
std::string without_text(const std::vector<WithoutService>& without, const Context& context);

}  // namespace wgf::cli
