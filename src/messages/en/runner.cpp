// SPDX-License-Identifier: MIT
// English: runner.*, limits.*, warning.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry runner_entries[] = {
    // runner: starting programs
    {"runner.no_engine",
     "the engine torch-gpu-benchmark-engine is not beside this program (looked in {folder}); build "
     "it with make build, or name it in WGF_ENGINE_PATH"},
    {"runner.engine_path_wrong",
     "WGF_ENGINE_PATH names {path}, which is not a program; correct it or unset it"},
    {"runner.engine_cannot_start",
     "the engine {program} ended at once ({how}): {last_words}; if a library is missing, set "
     "WGF_TORCH_DIR to the folder of LibTorch"},
    {"runner.engine_cannot_start_silent",
     "the engine {program} ended at once ({how}) without a word; if a library is missing, set "
     "WGF_TORCH_DIR to the folder of LibTorch"},
    {"runner.engine_silent",
     "the engine {program} did not greet within {seconds} s; try again, or rebuild it with make "
     "build"},
    {"runner.engine_other_protocol",
     "the engine {program} speaks protocol {found}, this program {known}; build both from the same "
     "version"},
    {"runner.failed_on_rank", "rank {rank} failed first; the others were ended"},
    {"runner.rank_stood_still",
     "it was stopped (by SIGSTOP or a debugger) while the other ranks waited for it"},
    // runner: devices
    {"runner.unknown_device", "no device \"{device}\"; use auto, cpu, cuda or cuda:N"},
    {"runner.no_gpu_here",
     "this machine shows no NVIDIA GPU; use --device cpu, or run where there is one"},
    {"runner.torch_without_cuda",
     "this machine has an NVIDIA GPU, but the engine is built with LibTorch {torch} for CPU only; "
     "build it with a CUDA LibTorch (WGF_TORCH_DIR), or measure the CPU with --device cpu"},
    {"runner.driver_too_old",
     "the NVIDIA driver is too old for CUDA {cuda} of this engine ({reason}); update the driver, "
     "or measure the CPU with --device cpu"},
    {"runner.cuda_unusable",
     "this machine has an NVIDIA GPU, but CUDA cannot use it ({reason}); check nvidia-smi and "
     "CUDA_VISIBLE_DEVICES, or measure the CPU with --device cpu"},
    {"runner.no_such_gpu",
     "no device {device}: this machine has {count} usable {count:GPU|GPUs}, cuda:0 to cuda:{last}"},
    // runner: options
    {"runner.bad_sweep",
     "{option} takes numbers such as 1,8,32 or ranges such as 1-64*2 and 512-4096+512, not "
     "\"{value}\""},
    {"runner.value_too_large", "{option} {value} is too large; give at most {largest}"},
    {"runner.value_too_small", "{option} {value} is too small; give at least {minimum}"},
    {"runner.sweep_too_long", "{option} {value} means more than 1000 values; take larger steps"},
    {"runner.unknown_value", "{option} does not know \"{value}\"; use one of: {choices}"},
    {"runner.unknown_benchmark",
     "no benchmark \"{benchmark}\"; did you mean {nearest}? See list-benchmarks"},
    {"runner.unknown_benchmark_alone",
     "no benchmark \"{benchmark}\"; all benchmarks: list-benchmarks"},
    {"runner.unknown_preset", "no preset \"{preset}\"; there are {choices}"},
    {"runner.no_decoder_for",
     "{model} is no decoder of language that llm runs; those it runs have llm in the last column "
     "of list-models --type llm"},
    {"runner.model_not_runnable",
     "no model \"{model}\" that can be run; did you mean {nearest}? All: list-models --runnable"},
    {"runner.model_not_runnable_alone",
     "no model \"{model}\"; those that can be run: list-models --runnable"},
    {"runner.model_of_llm",
     "{model} is known in the catalogue but no network that trains here; as a language model it is "
     "measured by llm -m {model} (the largest batch: -b max); those that can be run: list-models "
     "--runnable"},
    {"runner.model_only_in_catalog",
     "{model} is known in the catalogue but cannot be run here: the engine has no such network; "
     "those that can be run: list-models --runnable"},
    {"runner.input_without_file",
     "--input \"{input}\" belongs to a model file; add --model-file FILE, or leave --input out"},
    {"runner.batch_sizes_ignored",
     "--batch-sizes is ignored for {models}: there are no batches whose size could be chosen"},
    {"runner.memory_format_ignored",
     "--memory-format is ignored for {models}: there are no images that could lie in memory "
     "otherwise"},
    {"runner.image_size_ignored",
     "--image-size is ignored for {models}: there are no images whose size could be chosen"},
    {"runner.sequence_length_ignored",
     "--sequence-length is ignored for {models}: there are no sequences whose length could be "
     "chosen"},
    {"runner.option_ignored", "{option} has no effect on {models}"},
    {"runner.model_file_trains_not",
     "{path} cannot be trained: a model file has no loss and no optimizer; leave --workload out, "
     "or "
     "say --workload infer"},
    {"runner.no_model_file", "no model file {path}; check the path"},
    {"runner.input_needed",
     "the model file {path} needs --input, such as --input \"float32[8,3,224,224]\""},
    {"runner.bad_toml", "{file}, line {line}: not valid TOML: {reason}"},
    {"runner.no_config_file", "cannot read the configuration {file}; check the path"},
    {"runner.config_unknown_key",
     "{file}, line {line}: unknown key \"{key}\"; did you mean {nearest}?"},
    {"runner.config_unknown_key_alone",
     "{file}, line {line}: unknown key \"{key}\"; the keys are the long options of run --help, "
     "with _ for -, but for config, resume, force and json"},
    {"runner.config_bad_value",
     "{file}, line {line}: wrong value \"{value}\" of \"{key}\"; expected such as {expected}"},
    {"runner.config_place", "{file}, line {line}, {key}"},
    {"runner.config_table",
     "{file}, line {line}: unexpected table [{table}]; write the options at the top of the file, "
     "as in models = [\"resnet50\"]"},
    {"runner.nothing_to_resume",
     "nothing to resume: neither {file} nor {journal} exists; name the results file of the "
     "interrupted run"},
    {"runner.earlier_left_out",
     "warning: {count} of {total} earlier results in {file} do not count for this run "
     "({differences}); those still planned are measured anew, the earlier ones stay in {kept}"},
    // runner: how a case ended
    {"runner.case_timeout",
     "no result within {seconds} s, the engine was stopped; allow more with --case-timeout"},
    {"runner.case_timeout_stopped",
     "no result within {seconds} s: somebody stopped the engine process (SIGSTOP); it was ended, "
     "the case can be measured again with --resume"},
    {"runner.journal_kept",
     "note: an earlier run into {file} ended before its report; its {count} results are kept, go "
     "on from them with {command}"},
    {"runner.journal_readable",
     "note: an earlier run into {file} ended before its report; its {count} results are kept, "
     "report {kept} shows them"},
    {"runner.budget_ended_case",
     "the time budget ended this case after {seconds} s; give more with --time-budget"},
    {"runner.budget_gone",
     "skipped: the time budget of {budget} is spent; give more with --time-budget, or measure the "
     "rest with --resume"},
    {"runner.budget_spent",
     "skipped: needs about {needed}, the time budget of {budget} has {left} left; give more with "
     "--time-budget, or measure the rest with --resume"},
    {"runner.batch_lowered",
     "{model}: batch {batch} instead of {planned}, which does not fit into the {free} that are "
     "free"},
    {"runner.cannot_fit",
     "skipped: needs at least {total} of memory, {free} are free (weights {weights}, gradients "
     "{gradients}, optimizer {optimizer}, activations {activations}, libraries {overhead}); take a "
     "smaller batch or model, or force it with --try-anyway"},
    {"runner.arrays_cannot_fit",
     "skipped: needs {total} of memory, {free} are free (arrays {arrays}, libraries {overhead}); "
     "take smaller ones ({options}), or force it with --try-anyway"},
    {"runner.load_cannot_end",
     "skipped: {requests} requests at {rate} a second come in {least}, a case gets {limit}; take "
     "fewer (--requests) or allow more with --case-timeout"},
    {"runner.decoder_cannot_fit",
     "skipped: needs {total} of memory, {free} are free (weights {weights}, cache of {sequences} "
     "sequences {cache}, work space {work}, libraries {overhead}); take fewer sequences, shorter "
     "texts or a smaller model, or force it with --try-anyway"},
    {"runner.left_out",
     "left out: at the rate of the sizes before it takes about {needed}, too long for a default on "
     "a CPU; {options} asks for it"},
    {"runner.cpu_defaults",
     "on this CPU defaults do less, to end in about {time}: {changes}; what is typed is kept"},
    {"runner.cannot_end",
     "skipped: {flops} TFLOP a step, at most {rate} TFLOP/s on this device: checking and timing "
     "one "
     "takes at least {least}, a case gets {limit}; take a smaller one ({options}), allow more with "
     "--case-timeout, or force it with --try-anyway"},
    {"runner.engine_killed",
     "the engine was killed (SIGKILL) at a peak memory of {peak}: by the kernel for lack of memory "
     "({available} are available now) or by somebody; take a smaller batch if it happens again"},
    {"runner.engine_signal", "the engine crashed ({signal}); its last words: {last_words}"},
    {"runner.engine_exited",
     "the engine ended by itself with code {code} before the result; its last words: {last_words}"},
    {"runner.engine_signal_silent", "the engine crashed ({signal}) without a word"},
    {"runner.engine_exited_silent",
     "the engine ended by itself with code {code} before the result, without a word"},
    {"runner.engine_garbage",
     "the engine sent what is not a message: \"{line}\"; it was restarted, build both programs "
     "from the same version if it happens again"},
    {"runner.engine_wrong_case", "the engine answered another case ({found}); it was restarted"},
    {"runner.interrupted", "interrupted by the user"},
    {"runner.engine_restart", "the engine is started anew after: {case}"},
    {"runner.no_journal", "going on without a journal: results are kept in memory until the end"},
    // checks of a result
    {"limits.flops_above_peak",
     "{measured} TFLOP/s are {excess} % above the {limit} TFLOP/s this device can reach in {mode}: "
     "the measurement cannot be right"},
    {"limits.bandwidth_above_peak",
     "{measured} GB/s are {excess} % above the {limit} GB/s of this device's memory: the "
     "measurement cannot be right"},
    {"warning.foreign_processes",
     "{count} other process(es) used the GPU: {processes}; numbers may be too low"},
    {"warning.foreign_load",
     "other processes kept {busy} of {cores} CPU cores busy before the first case; numbers may be "
     "too low"},
    {"warning.busy_cpu",
     "other processes kept {busy} of {cores} CPU cores busy meanwhile; numbers may be too low"},
    {"warning.clocks_disagree",
     "device clock and wall clock differ by {percent} % ({device_ms} ms and {wall_ms} ms a step)"},
    {"warning.throttled", "the GPU was throttled in {percent} % of the readings: {reasons}"},
    {"warning.few_steps",
     "stopped by the time cap: {count} of the {wanted} steps wanted were measured"},
    {"warning.not_converged", "stopped by the time cap at ± {reached} %, wanted ± {target} %"},
    {"warning.from_cache",
     "{measured} GB/s are more than the memory gives ({limit} GB/s): such small arrays come from "
     "the "
     "cache; --cache cold or larger --bytes measure the memory"},
    {"warning.burst", "burst: measured without waiting for clock and temperature to settle"},
};
const Part runner = runner_entries;

}  // namespace wgf::messages::english
