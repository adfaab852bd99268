// SPDX-License-Identifier: MIT
#pragma once
// Figures of a service by the names that answers use.

#include <string>
#include <string_view>

#include "answers/service/service_answer.h"

namespace wgf::answers {

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

}  // namespace wgf::answers
