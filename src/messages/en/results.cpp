// SPDX-License-Identifier: MIT
// English: results.*, phase.*, status.*, benchmark.*, metric.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry results_entries[] = {
    // results files and --input
    {"results.wrong_type", "the value {value} of \"{name}\" has the wrong type"},
    {"results.unknown_metric", "unknown metric \"{tag}\""},
    {"results.input_form",
     "--input: \"{part}\" is not a type with its sizes in brackets; write it as in "
     "\"float32[8,3,224,224]\", several with ; between"},
    {"results.input_type",
     "--input \"{input}\": no element type \"{part}\"; use one of {known}, as in "
     "\"float32[8,3,224,224]\""},
    {"results.input_extent",
     "--input \"{input}\": the size \"{part}\" is not a whole number of at least 1; write it as in "
     "\"float32[8,3,224,224]\""},
    {"results.input_too_large",
     "--input \"{input}\" is larger than any memory from \"{part}\" on; take smaller sizes"},
    {"results.unknown_value", "unknown value \"{value}\""},
    {"results.bad_interval", "the interval of {metric} is not two numbers, low and high"},
    {"results.not_json",
     "{file} is not a results file of this program: no JSON at line {line}, column {column}; name "
     "a .json that run or quick wrote"},
    {"results.empty_file", "{file} is empty; name a .json that run or quick wrote"},
    {"results.ends_early",
     "{file} ends early (line {line}): it was cut, or never written to its end; copy it again, or "
     "measure again"},
    {"results.no_number",
     "{file}: {value} is no JSON number (line {line}); where nothing was measured write null"},
    {"results.foreign_file",
     "{file} is JSON, but not of this program: it has no schema_version; name a .json that run or "
     "quick wrote"},
    {"results.missing_field",
     "{file} is not a whole results file of this program: \"{name}\" is missing; name a .json that "
     "run or quick wrote"},
    {"results.wrong_kind",
     "{file} is not a results file of this program: a value is of the JSON type {found} where "
     "{wanted} belongs; name a .json that run or quick wrote"},
    {"results.number_too_large",
     "{file}: the number {number} is larger than any that can be kept; correct it, or measure "
     "again"},
    {"results.bad_file", "{file} is not a results file of this program: {reason}"},
    {"results.other_schema_in",
     "{file} has schema version {found}, this program reads version {known}; use the program that "
     "wrote it, or measure again"},
    // phases and outcomes of a case
    {"phase.load", "loading"},
    {"phase.warmup", "warming up"},
    {"phase.settle", "settling"},
    {"phase.measure", "measuring"},
    {"status.ok", "ok"},
    {"status.skipped", "skipped"},
    {"status.unsupported", "unsupported"},
    {"status.out_of_memory", "out of memory"},
    {"status.timeout", "timeout"},
    {"status.crashed", "crashed"},
    {"status.failed", "failed"},
    {"status.invalid", "invalid"},
    {"status.interrupted", "interrupted"},
    // benchmarks
    {"benchmark.train", "training steps of a model: forward, backward, optimizer"},
    {"benchmark.train_from_files",
     "training fed by JPEG files: reading, decoding and augmentation by worker threads"},
    {"benchmark.infer", "inference of a model: latency and throughput"},
    {"benchmark.matmul", "one matrix product (m x k) times (k x n)"},
    {"benchmark.bandwidth", "memory bandwidth of a simple operation"},
    {"benchmark.product_check",
     "whether the device computes rightly: a product or attention against float64 on the CPU"},
    {"benchmark.user_model", "inference of your own TorchScript or AOTInductor file"},
    // metrics
    {"metric.step_time", "time per step"},
    {"metric.loading_time", "loading and copying the batch"},
    {"metric.forward_time", "forward"},
    {"metric.backward_time", "backward"},
    {"metric.optimizer_time", "optimizer"},
    {"metric.latency", "latency"},
    {"metric.wall_step_time", "time per step, wall clock"},
    {"metric.throughput", "throughput"},
    {"metric.token_throughput", "token throughput"},
    {"metric.load_time", "load time"},
    {"metric.loader_rate", "images a worker makes"},
    {"metric.files_skipped", "files skipped"},
    {"metric.parameters", "parameters"},
    {"metric.flops_per_step", "work per step"},
    {"metric.flops", "computing rate"},
    {"metric.mfu", "share of the compute peak (MFU)"},
    {"metric.bytes_per_step", "bytes per step"},
    {"metric.bandwidth", "memory bandwidth"},
    {"metric.bandwidth_utilization", "share of the peak bandwidth"},
    {"metric.memory_model_state", "memory: model state"},
    {"metric.memory_allocated", "memory: allocated between steps"},
    {"metric.memory_allocated_peak", "memory: allocated peak"},
    {"metric.memory_reserved_peak", "memory: reserved peak"},
    {"metric.memory_device_peak", "memory: device-wide peak"},
    {"metric.memory_process_peak", "memory: peak of the process"},
    {"metric.memory_container_peak", "memory: peak of the container"},
    {"metric.memory_limit", "memory: what there is"},
    {"metric.memory_budget", "memory: the share to be used"},
    {"metric.memory_forecast", "memory: forecast"},
    {"metric.gpu_utilization", "GPU utilization"},
    {"metric.busy_mean", "busy, mean of the intervals"},
    {"metric.busy_deviation", "busy, standard deviation"},
    {"metric.idle_share", "share of idle intervals"},
    {"metric.loader_wait_share", "waiting for the loader"},
    {"metric.cpu_utilization", "CPU utilization"},
    {"metric.power", "power"},
    {"metric.energy_per_step", "energy per step"},
    {"metric.energy_per_sample", "energy per sample"},
    {"metric.sm_clock", "SM clock"},
    {"metric.memory_clock", "memory clock"},
    {"metric.temperature", "temperature"},
    {"metric.throttled_share", "share of time throttled"},
    {"metric.warmup_steps", "warm-up steps"},
    {"metric.warmup_time", "warm-up time"},
    {"metric.measured_steps", "measured steps"},
    {"metric.measured_time", "measured time"},
    {"metric.relative_precision", "precision reached"},
    {"metric.relative_error", "largest error"},
    {"metric.error_tolerance", "error that is allowed"},
    {"metric.final_loss", "final loss"},
};
const Part results = results_entries;

}  // namespace wgf::messages::english
