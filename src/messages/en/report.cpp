// SPDX-License-Identifier: MIT
// English: report.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry report_entries[] = {
    // reports
    {"report.unknown_format", "no format \"{format}\"; use {formats}"},
    {"report.one_run_only",
     "json is the file of one run, and {count} are given; use html, md, txt, csv, svg or png, or "
     "name one file"},
    {"report.no_suffix",
     "cannot tell the format of {path}; end its name in one of {formats}, or name the format with "
     "-f"},
    {"report.format_not_taken",
     "-f {format} is for files whose suffix names no format; {path} is written as {taken}. Leave "
     "-f "
     "out, or give that file another name"},
    {"report.unreadable",
     "{path} was not written: nobody could read it again ({reason}). A file there is as it was, "
     "what was measured stays in the journal beside it; please report this"},
    {"report.file_exists",
     "{path} is there already; add --force to overwrite it, or name another file with -o"},
    {"report.title", "How fast this machine runs PyTorch"},
    {"report.section_machine", "Machine"},
    {"report.section_conditions", "Conditions"},
    {"report.section_task", "Answer"},
    {"report.section_results", "Results"},
    {"report.section_notes", "Notes"},
    {"report.section_details", "All numbers"},
    {"report.section_reading", "How to read this"},
    {"report.column_fact", "what"},
    {"report.column_value", "value"},
    {"report.column_case", "case"},
    {"report.column_time", "time per step"},
    {"report.column_latency", "latency p50 / p99"},
    {"report.column_throughput", "throughput"},
    {"report.column_mfu", "of peak"},
    {"report.column_memory", "memory"},
    {"report.column_power", "power"},
    {"report.processes", "engine processes"},
    {"report.processes_joined",
     "{count}, joined: samples together, the value is the geometric mean of theirs"},
    {"report.process_of", "{label} (process {number}/{total})"},
    {"report.and_more", "{label} and {count} more"},
    {"report.column_metric", "metric"},
    {"report.column_median", "median ± interval"},
    {"report.device", "device"},
    {"report.device_unknown", "not in the catalogue: no peak to compare with"},
    {"report.devices_on_nodes", "{devices} on {count} nodes"},
    {"report.target", "server"},
    {"report.ranks", "ranks"},
    {"report.ranks_text",
     "{count}: {metric} {min} / {median} / {max} (min / median / max), slowest: {slowest}"},
    {"report.ranks_title", "Ranks: what each measured of it"},
    {"report.ranks_devices", "devices"},
    {"report.ranks_median", "median"},
    {"report.ranks_slowest", "slowest"},
    {"report.cpu", "CPU"},
    {"report.memory", "memory"},
    {"report.system", "system"},
    {"report.driver", "driver"},
    {"report.software", "software"},
    {"report.arithmetic", "arithmetic"},
    {"report.thermal", "warm-up"},
    {"report.burst", "burst: short warm-up, clocks and temperature not settled"},
    {"report.sustained", "sustained: clocks and temperature settled"},
    {"report.preset", "case list"},
    {"report.started", "started"},
    {"report.command", "command"},
    {"report.steps", "measured steps"},
    {"report.steps_text", "{steps} in {time}; ended: {end}"},
    {"report.stop_none", "not stated"},
    {"report.stop_precision_reached", "interval narrow enough"},
    {"report.stop_time_cap", "time cap"},
    {"report.stop_fixed_count", "fixed number of steps"},
    {"report.stop_single_reading", "single reading"},
    {"report.readings", "while measuring"},
    {"report.power_limit", "power limit"},
    {"report.counts", "{total} of {planned} cases: {counts}"},
    {"report.counts_partial", "partial, stopped early: {total} of {planned} cases: {counts}"},
    {"report.note_interval",
     "A ± B: median and half of its 95 % interval (block bootstrap); A [low, high] where the "
     "interval is wider than the median."},
    {"report.note_mfu",
     "Of peak: work done per second against the device's dense peak for this arithmetic (no "
     "sparsity), or bytes against its memory bandwidth."},
    {"report.note_memory", "Memory: the most the case had allocated at once."},
    {"report.note_limits",
     "Rates are checked against what the device can physically reach, where that is known; one "
     "beyond it is marked invalid."},
    // pictures, and parts that are missing
    {"report.no_page_part",
     "the part {name} of the HTML page is not in this program; build it again"},
    {"report.chart_failed", "a chart could not be drawn: {reason}; the other formats still work"},
    {"report.png_failed", "the PNG could not be drawn: {reason}; use svg instead"},
    {"report.no_librsvg",
     "PNG needs librsvg, which is not here; install it (Debian, Ubuntu: apt install librsvg2-2) or "
     "use svg"},
    {"report.no_fonts",
     "PNG needs a font, and there is none; install one (Debian, Ubuntu: apt install "
     "fonts-dejavu-core) or use svg"},
    {"report.no_chinese_font",
     "PNG with English labels: no Chinese font is installed (Debian, Ubuntu: apt install "
     "fonts-wqy-microhei)"},
    {"report.chart_ignored",
     "--chart is ignored: it is for svg and png, and no such output is named (-o report.svg)"},
    {"report.unknown_chart", "no chart \"{chart}\"; use {charts}"},
    {"report.nothing_measured",
     "{file} holds no results: nothing was measured; measure with run or quick"},
    {"report.no_charts",
     "nothing to draw: the results hold no numbers for a chart; use txt or md instead"},
    // score
    {"report.section_score", "Score"},
    {"report.section_ratings", "In words"},
    {"report.score", "score"},
    {"report.score_value", "{score} of 100 (score version {version})"},
    {"report.score_partial_value",
     "{score} of 100, partial: {measured} of {total} cases (score version {version})"},
    {"report.score_partial_area", "{score}, partial: {measured} of {total} cases"},
    {"report.score_no_area", "not measured"},
    {"report.score_rank", "rank"},
    {"report.score_rank_value", "{rank} of {ranked} GPUs; 100 is {reference}"},
    {"report.score_missing", "missing cases"},
    {"report.area_training", "training"},
    {"report.area_inference", "inference"},
    {"report.area_memory", "memory"},
    {"report.column_gpu", "GPU"},
    {"report.column_rates", "rates"},
    {"report.column_rate", "rate"},
    {"report.column_reference", "reference"},
    {"report.column_ratio", "ratio"},
    {"report.column_measured_as", "measured as"},
    {"report.this_machine", "this machine: {name}"},
    {"report.score_note_kinds",
     "Rates of other GPUs: measured by this program, published by others (those of "
     "other programs times what this one reaches of such), or forecast from the "
     "GPU's record (docs/method/score.md)."},
    {"report.score_note_version",
     "Scores of another version than {version} are not comparable with these."},
    {"report.score_note_unranked",
     "{count} GPUs are not ranked: nothing is published that would carry a forecast for their "
     "generation (--json names them)."},
};
const Part report = report_entries;

}  // namespace wgf::messages::english
