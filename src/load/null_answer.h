// SPDX-License-Identifier: MIT
#pragma once
// The bytes the null server answers with, made before they are due.

#include <cstdint>
#include <string>
#include <string_view>

#include "load/api.h"
#include "load/null_request.h"

namespace wgf::load {

// "HTTP/1.1 200 OK", headers and a JSON body.
std::string json_response(int status, std::string_view body);
std::string error_response(int status, std::string_view sentence);
std::string models_response(std::string_view model);
// A whole answer at once, for who does not stream.
std::string whole_response(Api api, std::string_view model, const WantedAnswer& wanted);

// Of a stream: its head (of a chat the event of the role in it), the event of a token, and what
// follows the last one. Each event is an HTTP chunk of its own.
std::string stream_head(Api api, std::string_view model);
std::string token_event(Api api, std::string_view model);
std::string stream_end(Api api, std::string_view model, const WantedAnswer& wanted);

}  // namespace wgf::load
