// SPDX-License-Identifier: MIT
// English: cli.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry cli_entries[] = {
    // the program and its help
    {"cli.error", "error: {text}"},
    {"cli.at_place", "{place}: {text}"},
    {"cli.more_notes", "{count} more {count:note|notes}: --explain."},
    {"cli.note", "note: {text}"},
    {"cli.description", "Measures how fast PyTorch runs on this machine's GPU or CPU."},
    {"cli.group_commands", "Commands"},
    {"cli.group_options", "Options"},
    {"cli.help_usage", "Usage"},
    {"cli.help_heading", "{title}:"},
    {"cli.help_options", "OPTIONS"},
    {"cli.help_command", "COMMAND"},
    {"cli.help_value", "VALUE"},
    {"cli.help_positionals", "Arguments"},
    {"cli.commit", "commit"},
    {"cli.list_benchmarks_description", "list what can be measured, with parameters and metrics"},
    {"cli.run_description", "measure chosen models, batch sizes and precisions"},
    {"cli.quick_description",
     "measure a ready-made list of cases; writes results.json, report.md and report.html"},
    {"cli.report_description",
     "show results files as tables, pages and pictures; several files side by side"},
    {"cli.list_gpus_description", "list the GPUs of the catalogue: memory, bandwidth, peaks"},
    {"cli.cloud_prices_description",
     "what GPUs cost to rent: cheapest offers, with date and source"},
    {"cli.tco_description",
     "what owning a GPU costs over months or years, and whether buying or renting is cheaper"},
    {"cli.list_models_description",
     "list the models of the catalogue and which of them the program runs"},
    {"cli.score_description",
     "the score of a results file, recomputed; without a file the GPUs of the catalogue"},
    // wrong usage
    {"cli.unknown_language", "no language \"{name}\"; use --lang en or --lang zh"},
    {"cli.unknown_command", "no command \"{name}\"; did you mean {nearest}? All commands: {help}"},
    {"cli.unknown_command_alone", "no command \"{name}\"; all commands: {help}"},
    {"cli.unknown_option", "no option {name}; did you mean {nearest}? All options: {help}"},
    {"cli.unknown_option_alone", "no option {name}; all options: {help}"},
    {"cli.unexpected_argument",
     "\"{name}\" belongs to no option; lists take commas and no spaces (1,8,32); all options: "
     "{help}"},
    {"cli.value_missing", "{option} needs a value; see {help}"},
    {"cli.given_twice", "{option} is given twice, as \"{first}\" and \"{second}\"; give it once"},
    {"cli.needs_option", "{command} needs {option}; see {help}"},
    {"cli.results_missing", "{command} needs results, as in: {command} results.json"},
    {"cli.wrong_usage", "{reason}; see {help}"},
    {"cli.adds_to_table",
     "{option} adds to the table that is printed, and --json or another printed format takes its "
     "place; leave one of them out"},
    {"cli.bad_list",
     "\"{value}\" is no list for {option}; write names with commas between them, without empty "
     "places"},
    {"cli.bad_count", "{option} takes a whole number of at least {minimum}, not \"{value}\""},
    {"cli.bad_count_range",
     "{option} takes a number such as 512 or a range such as 256-768, not \"{value}\""},
    {"cli.bad_rate", "{option} takes a number of requests a second, such as 0.5, not \"{value}\""},
    {"cli.bad_duration", "{option} takes a time such as 90s, 10m or 1.5h, not \"{value}\""},
    {"cli.time_too_small", "{option} takes a millisecond (0.001) or more, not \"{value}\""},
    {"cli.bad_share",
     "{option} takes a share between 0 and 1, such as 0.25 or 0.5%, not \"{value}\""},
    {"cli.bad_shape",
     "{option} takes a side such as 4096, a range such as 1024-8192*2 or MxNxK, not \"{value}\""},
    {"cli.bad_bytes", "{option} takes sizes such as 256MiB or 1G, not \"{value}\""},
    {"cli.device_not_supported",
     "device \"{device}\" is not supported by this program; use auto, cpu, cuda or cuda:N"},
    {"cli.config_yaml",
     "{path}: --config reads TOML now; write {toml} with lines such as models = [\"resnet50\"], "
     "batch_sizes = [1, 8], precision = [\"fp32\"], iterations = 100"},
    {"cli.model_file_suffix",
     "--model-file {path}: expected a TorchScript .pt or an AOTInductor .pt2 file; models by name "
     "go to -m"},
    {"cli.not_a_kernel",
     "--benchmark takes matmul or bandwidth, not {benchmark}; train and infer are chosen by "
     "--workload, a model file by --model-file"},
    {"cli.resume_needs_work",
     "{option} with --resume: the plan of {file} counts unless this command names its own work; "
     "add "
     "-m MODELS, or leave {option} out to measure what is missing"},
    {"cli.one_preset", "{options} exclude each other; give one of them"},
    {"cli.unknown_filter_value", "{option}: nothing called \"{value}\"; known: {known}"},
    {"cli.bad_card_memory",
     "{option} takes gigabytes, such as 80 or 80GB, or 80GiB, not \"{value}\""},
    // names of earlier versions and of their plans: what replaces them
    {"cli.earlier_gpu_ids",
     "--gpu-ids is now --device cuda:N, one GPU a run; CUDA_VISIBLE_DEVICES says which GPUs there "
     "are"},
    {"cli.earlier_multi_gpu",
     "--multi-gpu is not offered: a run measures one GPU; measure one after the other with "
     "--device cuda:0, --device cuda:1, …"},
    {"cli.earlier_monitor_gpu",
     "--monitor-gpu is no longer needed: utilisation, power, clocks and temperature are in every "
     "result; leave it out"},
    {"cli.earlier_compare_baseline",
     "--compare-baseline is a command now: baseline save NAME keeps a run, baseline compare NAME "
     "compares a later one with it"},
    {"cli.earlier_custom_models",
     "--custom-models is now --model-file FILE --input SHAPE for each model of your own, or both "
     "as "
     "model_file and input in --config FILE.toml"},
    {"cli.earlier_batch_sweep",
     "--batch-sweep is now a range of -b/--batch-sizes: -b 1-64*2 doubles, -b 16-64+16 steps"},
    {"cli.earlier_history", "history is not offered: each run is a file of its own, named with -o"},
    // tables
    {"cli.column_parameter", "parameter"},
    {"cli.column_values", "values"},
    {"cli.column_default", "default"},
    {"cli.metrics", "metrics: {metrics}"},
    {"cli.no_benchmark_found", "No benchmark passes these filters."},
    {"cli.columns_left_out",
     "Left out to fit {width} columns: {columns}. --wide shows them, --json has every field."},
    {"cli.peaks_note", "Peaks are dense, in TFLOPS (int8: TOPS)."},
    {"cli.compare_two_gpus", "--compare takes at least two cards, such as h100,a100"},
    {"cli.not_with_compare",
     "{option} is of a list and has no effect with --compare: leave it out"},
    {"cli.scenario_of_compare", "--scenario says what --compare holds cards against: name both"},
    {"cli.explain_of_compare", "--explain is of --compare: give both"},
    {"cli.compare_architecture", "architecture"},
    {"cli.compare_cores", "cores"},
    {"cli.compare_memory", "memory, GB"},
    {"cli.compare_bandwidth", "GB/s"},
    {"cli.compare_link", "link, GB/s"},
    {"cli.compare_power", "W"},
    {"cli.compare_score", "score"},
    {"cli.compare_rent", "rent, $/h"},
    {"cli.compare_purchase", "price new, $"},
    {"cli.compare_value", "points per $/h"},
    {"cli.compare_older_value", "at an older price"},
    {"cli.compare_tokens", "tokens/s"},
    {"cli.compare_images", "images/s"},
    {"cli.compare_usd_tokens", "$ per M tokens"},
    {"cli.compare_usd_images", "$ per M images"},
    {"cli.compare_yes", "yes"},
    {"cli.suits_pretraining", "pretraining"},
    {"cli.suits_fine_tuning", "fine-tuning"},
    {"cli.suits_llm_serving", "LLM serving"},
    {"cli.suits_vision", "vision, low power"},
    {"cli.suits_hpc", "HPC (fp64)"},
    {"cli.suits_development", "development"},
    {"cli.compare_note",
     "▲: best of the row. Peaks are dense, in TFLOPS (int8: TOPS). Cores: multiprocessors or "
     "compute "
     "units x FP32 units of each. Link: both directions. Rent: one GPU on demand, of machines of "
     "any size; $ per million at the lowest. Points and stars: score over the cheapest offer of a "
     "single GPU of the last 30 days, * where none is known: the cheapest of any age "
     "(cloud-prices); below at an older one that is cheaper. What a card suits follows from its "
     "record "
     "(docs/method/market.md)."},
    {"cli.compare_note_service",
     "Scenario {scenario}: {model} on one card with vLLM, 64 requests at once of 1,024 tokens in "
     "and "
     "1,024 out; output tokens a second, 90 % interval, in the widest type there is room for."},
    {"cli.compare_note_tokens",
     "Scenario {scenario}: case {case} of the score, samples of 128 tokens run whole through the "
     "network, best batch size; forecasts with the range that nine in ten stayed in."},
    {"cli.compare_note_images",
     "Scenario {scenario}: case {case} of the score, best batch size; forecasts with the range "
     "that "
     "nine in ten stayed in."},
    {"cli.column_value", "points per $/h"},
    {"cli.value_note",
     "$/h: lowest and highest rent of one GPU on demand, of machines of any size; points: score "
     "over "
     "the cheapest offer of a single GPU of the last 30 days, stars in fifths; *: none is known, "
     "so "
     "the cheapest of any age (cloud-prices)."},
    {"cli.sparsity_note",
     "Peaks are dense, in TFLOPS (int8: TOPS). Vendors often print the \"sparse\" figure, two to "
     "four times as high: it holds only for weights pruned to a pattern such as 2 of every 4."},
    {"cli.column_gpu", "GPU"},
    {"cli.column_memory_gb", "GB"},
    {"cli.column_bandwidth", "GB/s"},
    {"cli.column_sparse", "sparse"},
    {"cli.column_tdp", "W"},
    {"cli.column_year", "year"},
    {"cli.column_vendor", "vendor"},
    {"cli.column_price", "USD"},
    {"cli.column_architecture", "architecture"},
    {"cli.column_model", "model"},
    {"cli.column_family", "family"},
    {"cli.column_kind", "kind"},
    {"cli.column_parameters", "parameters"},
    {"cli.column_layers", "layers"},
    {"cli.column_gflops", "GFLOP at 224"},
    {"cli.column_runnable", "runs as"},
    {"cli.nothing_found", "Nothing in the catalogue passes these filters."},
    // while a command runs, and how it ended
    {"cli.cannot_print",
     "cannot write to standard output: the disk is full or the pipe is closed; use -o to write "
     "files"},
    {"cli.out_of_memory",
     "this machine has no memory left for the program itself; end other programs and try again"},
    {"cli.internal_error",
     "unexpected fault in the program: {reason}; please report it with the command you typed"},
    {"cli.unwritable", "cannot write {path}: {reason}; name another folder with {option}"},
    {"cli.written", "written: {files}"},
    {"cli.results_set_aside", "the results of the run before are kept in {kept}"},
    {"cli.earlier_kept",
     "nothing could be measured: {kept} stays as it was, the record of this run is in {files}"},
    {"cli.earlier_missing",
     "{count} {count:case|cases} that {file} had planned {count:is|are} still missing; run "
     "--resume with the written "
     "file "
     "and without -m measures them"},
    {"cli.progress_remaining", "{time} left"},
    {"cli.progress_waiting", "still at work after {time}"},
    {"cli.all_models",
     "note: without -m every runnable model is measured: {count} cases; -m names fewer, "
     "--time-budget ends earlier"},
    {"cli.partial",
     "stopped after {done} of {total} cases; they are kept in {file}, {command} measures the "
     "rest"},
    {"cli.resume_task",
     "{file} is of {task}, which chooses its cases as it goes; go on with {command}"},
    {"cli.resume_anew",
     "{task} cannot go on from {file}: it compiles what its own measuring leaves; type the command "
     "again without --resume. report and compare read the file"},
    {"cli.partial_kept",
     "stopped after {done} of {total} cases; they are kept in {file}; this command measures all "
     "anew when it is typed again"},
    {"cli.partial_nothing",
     "stopped before the first of {total} cases was measured; type the command again"},
    {"cli.partial_nothing_yet",
     "stopped before the first of {total} cases was measured; go on with --resume {file}"},
    {"cli.partial_no_file",
     "stopped after {done} of {total} cases; only what is printed is kept; write a .json with -o "
     "to be able to go on later"},
    {"cli.cases_failed", "{count} of {total} cases gave no valid number; the first: {reason}"},
    {"cli.nothing_measured", "none of the {total} cases could be measured; the first: {reason}"},
};
const Part cli = cli_entries;

}  // namespace wgf::messages::english
