// SPDX-License-Identifier: MIT
#pragma once
// The parts a printed report is made of, in the reader's language: the machine, the conditions, one
// row per result, and the notes the rows point to. text.cpp and markdown.cpp arrange them.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "messages/message_table.h"
#include "report/table.h"
#include "results/result.h"

namespace wgf::report {

using LabelledText = std::pair<std::string, std::string>;
// A line each, the texts below one another.
std::string to_terminal(const std::vector<LabelledText>& lines);

// "train resnet50 b32 bf16", "matmul 4096x4096x4096 bf16": parameters at their default are left
// out.
std::string case_label(const results::Case& value);
// One parameter as labels with all of them say it: "b32", "contiguous", "image_size=64".
std::string parameter_label(std::string_view name, const results::Value& value);
// One for each result; where two cases would read the same, with all their parameters.
std::vector<std::string> case_labels(const results::Run& run);
// Which of the engine processes that measured its case (--repeat) a result is of.
struct ProcessPlace {
  std::size_t number = 1, total = 1;
};
std::vector<ProcessPlace> process_places(const results::Run& run);  // one for each result
// "… (process 1/3)"; the label alone where one process measured the case.
std::string with_process(const std::string& label, const ProcessPlace& place,
                         messages::Language language);
// Labels of the cases, with the process where several measured one.
std::vector<std::string> result_labels(const results::Run& run, messages::Language language);

// The unit a number is read in: memory is kept in GiB and shown in GiB, MiB or KiB.
struct ShownUnit {
  std::string_view name;
  double scale = 1;  // times the number as it is kept
};
ShownUnit shown_unit(const results::Metric& metric);
ShownUnit shown_memory_unit(double gibibytes);

// "41.320 ± 0.083 ms": both with the digits the interval supports; "142 [95, 463] ms" where half of
// it is no less than the value.
std::string metric_text(const results::Metric& metric);

// The numbers a result is known by, in the order of the table's columns. Which metric a column
// shows depends on the benchmark: a step time or a latency, samples, TFLOP/s or GB/s.
enum class MainNumber { time, rate, share, memory, power };
const results::Metric* main_number(const results::Result& result, MainNumber number);

// What a report of these runs is called (a key of messages), and what a run is of: its devices; of
// a server that others run, the server.
std::string_view title_key(std::span<const results::Run> runs);
std::string subject_of(const results::Run& run);

std::vector<LabelledText> machine_lines(const results::Run& run, messages::Language language);
std::vector<LabelledText> condition_lines(const results::Run& run, messages::Language language);

// Under which conditions the numbers of this one result were taken: arithmetic, warm-up, how many
// steps, clocks, software.
std::vector<LabelledText> result_conditions(const results::Run& run, const results::Result& result,
                                            messages::Language language);

struct ResultTable {
  Table table;
  std::vector<std::string> notes;  // "[1] …": reasons and warnings, each said once
};
// once: cases skipped one after another for one reason share a row, "train vgg16 b8 fp32 and 11
// more"; a terminal would show nothing else.
enum class SkippedRows { each, once };
ResultTable result_table(const results::Run& run, messages::Language language,
                         SkippedRows skipped = SkippedRows::each);

// "8 cases: 6 ok, 1 skipped, 1 timeout"; says so where the run is partial.
std::string count_line(const results::Run& run, messages::Language language);

// Of a run of which most did not reach the precision it wanted: how many, and the likely reason.
// Empty of any other.
std::string convergence_line(const results::Run& run, messages::Language language);

// What the columns mean and what was checked, a sentence each.
std::vector<std::string> reading_notes(const results::Run& run, messages::Language language);

}  // namespace wgf::report
