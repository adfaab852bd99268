// SPDX-License-Identifier: MIT
#pragma once
// Charts as pictures without a browser: ECharts' own server-side SVG, run inside Duktape.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace wgf::report {

// The ECharts script that is embedded in the program: as it is embedded (gzip), and unpacked.
std::string_view echarts_gzip();
std::string echarts_source();

// One script engine, for as many charts as wanted: starting it costs more than drawing one.
class ChartRenderer {
 public:
  ChartRenderer();
  ~ChartRenderer();
  ChartRenderer(const ChartRenderer&) = delete;
  ChartRenderer& operator=(const ChartRenderer&) = delete;

  // A whole <svg> document; ids in it are unique within this renderer.
  std::string render_svg(const nlohmann::json& option, int width, int height);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

std::string render_svg(const nlohmann::json& option, int width, int height);

}  // namespace wgf::report
