// SPDX-License-Identifier: MIT
#include "report/charts/chart_renderer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/gzip.h"
#include "embedded/chart_bytecode.h"
#include "embedded/chart_scripts.h"
#include "report/charts/chart_parts.h"
#include "report/charts/script_engine.h"
#include "report/page_part.h"

namespace wgf::report {
namespace {

// What ECharts looks for in a browser and Duktape lacks. Nothing is ever late here: animation is
// off, so that no timer has anything to do.
constexpr const char* browser_stubs =
    "var self = this, globalThis = this;"
    "function setTimeout() { return 0; } function clearTimeout() {}";

constexpr const char* draw_function =
    "(function (option, width, height) {"
    "  option = JSON.parse(option); option.animation = false;"
    "  place_point_names(option, width, height, text_width);"
    "  var chart = echarts.init(null, null,"
    "      {renderer: 'svg', ssr: true, width: width, height: height});"
    "  chart.setOption(option);"
    "  var svg = chart.renderToSVGString();"
    "  chart.dispose();"
    "  return svg;"
    "})";

// librsvg 2.54 does not know the attribute and would set every text too high.
std::string with_plain_baselines(std::string_view svg) {
  constexpr std::string_view unknown = "dominant-baseline=\"central\"", known = "dy=\"0.36em\"";
  std::string plain;
  plain.reserve(svg.size());
  for (std::size_t at = svg.find(unknown); at != std::string_view::npos; at = svg.find(unknown)) {
    plain.append(svg.substr(0, at)).append(known);
    svg.remove_prefix(at + unknown.size());
  }
  return plain.append(svg);
}

// text_width(text) of the script.
duk_ret_t text_width_of(duk_context* context) {
  duk_push_int(context, text_width(duk_require_string(context, 0)));
  return 1;
}

// A picture has no hover, and copying the texts for it is half of what a chart takes.
void remove_conditions(nlohmann::json& json) {
  if (json.is_object()) json.erase("conditions");
  if (json.is_structured())
    for (auto& value : json) remove_conditions(value);
}

}  // namespace

std::string_view echarts_gzip() {
  return embedded::chart_scripts()[0].text;
}

std::string echarts_source() {
  return unpack_gzip(echarts_gzip());
}

struct ChartRenderer::Engine {
  duk_context* context = duk_create_heap_default();

  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() { duk_destroy_heap(context); }

  // Errors of a script become ours, with what it said.
  void check(duk_int_t result) {
    if (result != 0)
      throw Error({"report.chart_failed", {{"reason", duk_safe_to_string(context, -1)}}});
  }

  void push_echarts() {
    const std::string bytecode = unpack_gzip(embedded::chart_bytecode()[0].text);
    const std::string header = bytecode_header(context);
    if (bytecode.starts_with(header)) {
      const std::size_t size = bytecode.size() - header.size();
      void* buffer = duk_push_fixed_buffer(context, size);
      bytecode.copy(static_cast<char*>(buffer), size, header.size());
      duk_load_function(context);
      return;
    }
    const std::string source = echarts_source();
    duk_push_string(context, "echarts.js");
    check(duk_pcompile_lstring_filename(context, 0, source.data(), source.size()));
  }

  void add_point_names() {
    duk_push_c_function(context, text_width_of, 1);
    duk_put_global_string(context, "text_width");
    const std::string_view script = page_part("point_names.js");
    check(duk_peval_lstring_noresult(context, script.data(), script.size()));
  }
};

ChartRenderer::ChartRenderer() : engine_(std::make_unique<Engine>()) {
  duk_context* context = engine_->context;
  engine_->check(duk_peval_string(context, browser_stubs));
  engine_->push_echarts();
  engine_->check(duk_pcall(context, 0));
  engine_->add_point_names();
  engine_->check(duk_peval_string(context, draw_function));  // stays on the stack
}

ChartRenderer::~ChartRenderer() = default;

std::string ChartRenderer::render_svg(const nlohmann::json& option, int width, int height) {
  duk_context* context = engine_->context;
  nlohmann::json drawn = option;
  remove_conditions(drawn);
  const std::string text = drawn.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  duk_dup_top(context);
  duk_push_lstring(context, text.data(), text.size());
  duk_push_int(context, width);
  duk_push_int(context, height);
  engine_->check(duk_pcall(context, 3));
  std::string svg = duk_safe_to_string(context, -1);
  duk_pop(context);
  return with_plain_baselines(svg);
}

std::string render_svg(const nlohmann::json& option, int width, int height) {
  return ChartRenderer().render_svg(option, width, height);
}

}  // namespace wgf::report
