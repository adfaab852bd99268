// SPDX-License-Identifier: MIT
// English: validate.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry validate_entries[] = {
    {"validate.description",
     "predict every published measurement again: errors, intervals, regressions"},
    {"validate.no_folder", "{path}: no such folder"},
    {"validate.no_tables", "{path}: no .csv or .csv.gz file in it"},
    {"validate.no_rows",
     "{path}: no table there has the columns of measurements (docs/accuracy.md lists them)"},
    {"validate.unknown_by", "--by takes source, gpu or precision, not \"{name}\""},
    {"validate.bad_table", "{file}, line {line}: a number is missing; --table writes such a file"},
    {"validate.document_of_folder",
     "--document is about the program's own measurements; leave out --truth"},
    {"validate.counts",
     "{rows} {rows:row|rows} in {files} {files:file|files}; {predicted} of them predicted. Errors "
     "are |predicted / "
     "measured - 1| in percent."},
    {"validate.other_files",
     "Passed over, for their columns are not those of measurements: {files}"},
    {"validate.nothing_predicted", "Nothing could be predicted."},
    {"validate.columns_note",
     "inside: percent of the measurements within the 90 % interval; width: half of the interval in "
     "percent of the prediction, median."},
    {"validate.option_explain",
     "what each quantity is predicted with, what was fitted, how its interval is made"},
    {"validate.explain", "{quantities}: "},
    {"validate.and_next", ", "},
    {"validate.explain_training",
     "the sum of terms that predict --explain shows, coefficients fitted {date} on {rows} "
     "published "
     "steps (log error; rows weigh alike, those of a source with n > 30 as sqrt(30 n) rows "
     "together). Interval: e^±s, s what nine in ten steps of sources left out of the fit were off, "
     "by software and kind of network; wider for cards without rows."},
    {"validate.explain_serving",
     "operators of a pass and what the software adds, as predict --task serve --explain shows; "
     "coefficients fitted {date} on {rows} published rows. Interval: the band of what groups left "
     "out of the fit were off, for each software and time its own, cut at the bounds of physics."},
    {"validate.explain_memory",
     "bytes of each component, as estimate-memory --explain shows; no coefficient is fitted to "
     "these "
     "rows. Interval: each term's own spread and 16 % of the sum (serving 4 %) in quadrature."},
    {"validate.explain_engine",
     "states as counted and a line over the batch size through two measurements on an H100, as "
     "estimate-memory --engine: rows at other batch sizes. Interval: ± 3.5 %, from these rows."},
    {"validate.explain_classic",
     "a sum of shares of the rate on an A100, fitted {date} on medians over machines. Interval: "
     "e^±{spread} for one card, e^±{several} for several: what nine in ten points of cards left "
     "out "
     "of the fit were off."},
    {"validate.explain_operators",
     "peak, bandwidth and power of the card with shares fitted for each kind and generation. "
     "Interval: the band of what cards left out of the fit were off, by operator, widened for a "
     "card "
     "that nobody measured."},
    {"validate.explain_parameters", "counted from the shape of the layers: no fit, no interval."},
    {"validate.column_quantity", "quantity"},
    {"validate.column_rows", "rows"},
    {"validate.column_median", "median"},
    {"validate.column_mean", "mean"},
    {"validate.column_p90", "p90"},
    {"validate.column_max", "max"},
    {"validate.column_inside", "inside"},
    {"validate.column_width", "width"},
    {"validate.column_reason", "why it is not used"},
    {"validate.by_source", "source"},
    {"validate.by_gpu", "GPU"},
    {"validate.by_precision", "precision"},
    {"validate.all_rows", "all rows"},
    {"validate.not_stated", "not stated"},
    {"validate.unused_heading", "Not used"},
    {"validate.physics_heading",
     "Break physics or contradict their own source, listed and not used: {count}"},
    {"validate.and_more", "and {count} more (-o FILE has all)"},
    {"validate.regression", "regression: {quantity}, {group}: {figure} {now}, was {then}"},
    {"validate.no_regression", "No group is worse than in {table}."},
    // what is predicted
    {"validate.quantity_training_step_time", "training step time"},
    {"validate.quantity_ttft", "TTFT"},
    {"validate.quantity_tpot", "TPOT"},
    {"validate.quantity_throughput", "throughput"},
    {"validate.quantity_prompt_rate", "prompt rate"},
    {"validate.quantity_token_rate", "token rate"},
    {"validate.quantity_memory", "memory"},
    {"validate.quantity_memory_of_this_engine", "memory of this engine"},
    {"validate.quantity_classic_training_rate", "classic training rate"},
    {"validate.quantity_matrix_product", "matrix product"},
    {"validate.quantity_prefill_attention", "prefill attention"},
    {"validate.quantity_decode_attention", "decode attention"},
    {"validate.quantity_experts", "experts"},
    {"validate.quantity_collective", "collective"},
    {"validate.quantity_parameters", "parameters"},
};
const Part validate = validate_entries;

}  // namespace wgf::messages::english
