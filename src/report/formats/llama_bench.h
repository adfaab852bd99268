// SPDX-License-Identifier: MIT
#pragma once
// A run of llm in the forms llama-bench prints, with its fields: scripts that read it read these.

#include <string_view>

#include "report/formats/report_format.h"

namespace wgf::report {

// "md", "json", "jsonl", "csv", and "html", which is our page; null for another name.
const ReportFormat* find_llama_bench_format(std::string_view name);

}  // namespace wgf::report
