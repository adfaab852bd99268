// SPDX-License-Identifier: MIT
#include "load/probe.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "load/connection.h"
#include "load/poller.h"

namespace wgf::load {
namespace {

using Json = nlohmann::json;

constexpr int ok = 200, bad_request = 400, unprocessable = 422, unauthorised = 401, forbidden = 403,
              not_found = 404, too_many = 429;
constexpr std::chrono::seconds connect_limit{10}, models_limit{30};
constexpr std::size_t longest_body = std::size_t{1} << 20;

[[noreturn]] void no_answer(const LoadPlan& plan, const char* key, int fault) {
  throw Error({key, {{"url", plan.address.text()}, {"reason", std::strerror(fault)}}});
}

void connect(const LoadPlan& plan, Poller& poller, Transport& transport) {
  transport.connect(make_route(plan));
  const Time end = Clock::now() + connect_limit;
  std::uint32_t events = EPOLLOUT;
  poller.add(transport.socket(), events, &transport);
  for (;;) {
    if (Clock::now() >= end) no_answer(plan, "server.cannot_connect", ETIMEDOUT);
    if (poller.wait(end).empty()) continue;
    const Transport::Opening opening = transport.go_on();
    if (opening == Transport::Opening::done) return;
    if (opening == Transport::Opening::failed) throw Error(transport.fault_of(plan));
    events = opening == Transport::Opening::writes ? EPOLLOUT : EPOLLIN;
    poller.change(transport.socket(), events, &transport);
  }
}

struct Reply {
  HttpHead head;
  std::string body;
};

// Asks and reads the whole answer.
Reply ask(const LoadPlan& plan, const std::string& request, Duration limit) {
  Poller poller;
  Transport transport;
  connect(plan, poller, transport);
  const Time end = Clock::now() + limit;
  HttpReader reader;
  Reply reply;
  std::size_t written = 0;
  std::array<char, 16 * 1024> buffer;
  while (reader.state() == HttpReader::State::head || reader.state() == HttpReader::State::body) {
    if (written < request.size()) {
      const ssize_t size = transport.send(std::string_view(request).substr(written));
      written += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
    }
    const std::uint32_t events = written < request.size() ? EPOLLIN | EPOLLOUT : EPOLLIN;
    poller.change(transport.socket(), events, &reader);
    if (Clock::now() >= end) no_answer(plan, "server.no_answer", ETIMEDOUT);
    if (poller.wait(end).empty()) continue;
    const ssize_t size = transport.receive(buffer.data(), buffer.size());
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (size < 0) no_answer(plan, "server.no_answer", errno);
    if (size == 0) reader.close();
    reader.read({buffer.data(), static_cast<std::size_t>(size)}, reply.body);
    if (reply.body.size() > longest_body) break;
  }
  if (reader.state() == HttpReader::State::wrong)
    throw Error({"server.no_http", {{"url", plan.address.text()}}});
  reply.head = reader.head();
  return reply;
}

[[noreturn]] void refuse(const LoadPlan& plan, const ServedModels& served, const Reply& reply) {
  const int status = reply.head.status;
  const std::string said = error_text(reply.body, plan.key);
  const std::string url = plan.address.text();
  const bool lacks_model =
      !served.names.empty() &&
      std::find(served.names.begin(), served.names.end(), plan.model) == served.names.end();
  if (status == not_found && lacks_model)
    throw Error({"server.unknown_model",
                 {{"model", plan.model}, {"models", join(served.names, ", ")}, {"said", said}}},
                ExitCode::usage);
  if (status == unauthorised || status == forbidden)
    throw Error({"server.no_key", {{"url", url}, {"status", std::to_string(status)}}});
  if (status == too_many && !reply.head.retry_after.empty())
    throw Error({"server.too_many_wait", {{"url", url}, {"wait", reply.head.retry_after}}});
  if (reply.head.content_type.starts_with("text/html"))
    throw Error({"server.html", {{"url", url}, {"status", std::to_string(status)}}});
  if (status == ok)
    throw Error({"server.no_stream", {{"url", url}, {"type", reply.head.content_type}}});
  throw Error(
      {"server.bad_status", {{"url", url}, {"status", std::to_string(status)}, {"said", said}}});
}

}  // namespace

ServedModels ask_models(const LoadPlan& plan) {
  const Reply reply = ask(plan, get_bytes(plan, "/v1/models"), models_limit);
  ServedModels served;
  const Json json = Json::parse(reply.body, nullptr, false);
  if (reply.head.status != ok || !json.is_object() || !json.contains("data")) return served;
  for (const Json& one : json["data"]) {
    if (!one.is_object() || !one.contains("id") || !one["id"].is_string()) continue;
    served.names.push_back(one["id"].get<std::string>());
    const auto owner = one.find("owned_by");
    if (served.owner.empty() && owner != one.end() && owner->is_string())
      served.owner = owner->get<std::string>();
  }
  return served;
}

std::optional<Message> unlisted_model(const std::string& model, const ServedModels& served) {
  const auto& names = served.names;
  if (names.empty() || std::find(names.begin(), names.end(), model) != names.end())
    return std::nullopt;
  return Message{"server.model_not_listed",
                 {{"model", model}, {"models", join(served.names, ", ")}}};
}

std::string ask_page(const LoadPlan& plan, std::string_view path) {
  Reply reply = ask(plan, get_bytes(plan, path), models_limit);
  return reply.head.status == ok ? std::move(reply.body) : "";
}

std::string chosen_model(const std::string& typed, const ServedModels& served) {
  if (!typed.empty()) return typed;
  if (served.names.size() == 1) return served.names.front();
  if (served.names.empty()) throw_usage("server.model_missing");
  throw_usage("server.which_model", {{"models", join(served.names, ", ")}});
}

std::optional<RequestForm> less_than(const RequestForm& form, std::string_view said) {
  RequestForm less = form;
  const auto names = [&](const char* field) { return said.find(field) != std::string::npos; };
  if (form.has_ignore_eos && names("ignore_eos"))
    less.has_ignore_eos = false;
  else if (!form.limits_completion && names("max_completion_tokens"))
    less.limits_completion = true;
  else if (form.has_usage && names("stream_options"))
    less.has_usage = false;
  else if (form.has_temperature && names("temperature"))
    less.has_temperature = false;
  else
    return std::nullopt;
  return less;
}

RequestForm check_streaming(LoadPlan plan, const ServedModels& served) {
  constexpr std::int64_t few = 16;  // of two a server may hold both back: half a character
  const RequestSize size{plan.input_tokens.high, std::min(few, plan.output_tokens.high)};
  Reply reply = ask(plan, request_bytes(plan, size, plan.all()), plan.limit);
  while (reply.head.status == bad_request || reply.head.status == unprocessable) {
    const auto less = less_than(plan.form, reply.body);
    if (!less) break;
    plan.form = *less;
    reply = ask(plan, request_bytes(plan, size, plan.all()), plan.limit);
  }
  if (reply.head.status != ok || !reply.head.content_type.starts_with("text/event-stream"))
    refuse(plan, served, reply);
  SseReader events;
  StreamEvent all;
  events.read(reply.body, [&](std::string_view data) {
    const StreamEvent one = parse_stream_event(data);
    all.has_text = all.has_text || one.has_text;
    if (all.error.empty()) all.error = one.error;
    if (one.usage) all.usage = one.usage;
  });
  // Few tokens may all be parts of letters, which a server holds back.
  const bool has_tokens = all.usage && all.usage->completion_tokens > 0;
  if ((all.has_text || has_tokens) && all.error.empty()) return plan.form;
  const std::string said = error_text(all.error.empty() ? reply.body : all.error, plan.key);
  throw Error({"server.no_text", {{"url", plan.address.text()}, {"said", said}}});
}

}  // namespace wgf::load
