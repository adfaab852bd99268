// SPDX-License-Identifier: MIT
// English: cli.option_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry cli_options_entries[] = {
    // every command
    {"cli.option_help", "show this help and exit"},
    {"cli.option_version", "show name, version and commit and exit"},
    {"cli.option_lang", "language of headings, messages and help: en or zh (default: from LANG)"},
    {"cli.option_catalog",
     "read GPU and model records from this folder instead of the built-in ones"},
    {"cli.option_json", "print JSON instead of a table"},
    // run, quick
    {"cli.option_needs_benchmark",
     "{option} belongs to --benchmark {benchmark}; add that or leave {option} out"},
    {"cli.option_light", "a minute on a GPU: small list, short warm-up"},
    {"cli.option_standard", "a few minutes: the default"},
    {"cli.option_extensive", "long: more models and batch sizes"},
    {"cli.option_models",
     "models, with commas: resnet50,bert-base (default: all that can run; see list-models)"},
    {"cli.option_batch_sizes", "batch sizes: 1,8,32 (the default), 1-64*2 doubles, 16-64+16 steps"},
    {"cli.option_precision", "fp32 (default), tf32, fp16, bf16"},
    {"cli.option_workload", "train, infer (default: both)"},
    {"cli.option_launch", "eager (default), graph (CUDA graph replay)"},
    {"cli.option_optimizer", "sgd, adamw (default: sgd for CNNs, adamw for the rest)"},
    {"cli.option_memory_format",
     "channels_last, contiguous (default: channels_last for CNNs on a GPU)"},
    {"cli.option_pure", "keep parameters in the low precision instead of autocast"},
    {"cli.option_image_size", "height and width of images: 224 (the default of most), 64,128"},
    {"cli.option_sequence_length", "tokens per sequence: 128 (the default), 64-512*2"},
    {"cli.option_benchmark", "kernels instead of models: matmul, bandwidth"},
    {"cli.option_size", "sizes of products, for matmul: 1024-8192*2, or shapes MxNxK"},
    {"cli.option_bytes", "sizes of copies, for bandwidth: 256MiB,1GiB"},
    {"cli.option_operation", "for bandwidth: copy (default), read, write, triad"},
    {"cli.option_model_file", "your own model: TorchScript .pt or AOTInductor .pt2"},
    {"cli.option_input", "input of your own model: \"float32[8,3,224,224]\""},
    {"cli.option_iterations",
     "exactly so many measured steps (default: until the number is precise)"},
    {"cli.option_warmup", "exactly so many warm-up steps (default: until steps are steady)"},
    {"cli.option_precision_target",
     "stop when the 95 % interval of the median is ± this share (default 0.5%)"},
    {"cli.option_max_time", "longest measuring time of a case (default 20s)"},
    {"cli.option_sustained", "warm up until clock and temperature settle"},
    {"cli.option_case_timeout", "give up on a case after this time (default 300s)"},
    {"cli.option_time_budget", "skip cases that no longer fit into this time: 10m"},
    {"cli.option_device", "auto (default), cpu, cuda, cuda:N"},
    {"cli.option_seed", "seed of weights and data (default 1)"},
    {"cli.option_repeat", "measure the whole list so many times"},
    {"cli.option_isolate", "a fresh engine process for each case"},
    {"cli.option_try_anyway", "measure although the forecast says memory does not suffice"},
    {"cli.option_resume", "go on with this results.json: measure only what is missing"},
    {"cli.option_output",
     "write results here, format from the suffix (html, json, csv, md, txt, svg, png), or - for "
     "stdout with -f; may be given again"},
    {"cli.option_format", "html, json, csv, md, txt, svg or png where -o has no such suffix"},
    {"cli.option_force", "overwrite files that are there already"},
    {"cli.option_verbose", "a line per finished case, and the engine's own messages"},
    {"cli.option_config", "read options from a TOML file; options typed here win"},
    // report
    {"cli.option_report_files", "results files of run and quick"},
    {"cli.option_report_output",
     "write here, format from the suffix (html, json, csv, md, txt, svg, png), or - for stdout "
     "with -f; may be given again; without it the table is printed"},
    {"cli.option_report_format", "format where -o has no such suffix; alone: its default file"},
    {"cli.option_report_chart",
     "only this chart in svg and png (throughput, latency, memory, timeline, radar, rank, value); "
     "may be given again"},
    // listing commands
    {"cli.option_sections",
     "sections to print, in this order: cpu, memory, os, software, gpu, … (default: all)"},
    {"cli.option_device_names", "a device (cpu, cuda:0) or part of its name"},
    {"cli.option_device_type", "only this type: cpu, gpu"},
    {"cli.option_usable", "only devices LibTorch can use"},
    {"cli.option_sort_devices", "order by device, name or memory; memory largest first"},
    {"cli.option_benchmark_names", "benchmarks: train, infer, matmul, … (default: all)"},
    {"cli.option_metric", "only benchmarks that give this metric: flops, bandwidth, …"},
    {"cli.option_parameter", "only benchmarks that take this parameter: batch_size, size_mib, …"},
    {"cli.option_sort_benchmarks",
     "order by name, parameters or metrics; numbers of them largest first"},
    {"cli.option_cache",
     "for matmul: hot (default), cold (the cache is overwritten before each product)"},
    {"cli.option_vendor", "only this vendor: NVIDIA, AMD, Intel, …"},
    {"cli.option_architecture", "only this architecture: Hopper, Ampere, CDNA3, …"},
    {"cli.option_min_memory", "only cards with at least this much memory (GB as sold)"},
    {"cli.option_gpu_family",
     "cards by name, or a family such as h100 for all its variants; several with commas"},
    {"cli.option_sort_gpus",
     "order by id, vendor, memory, bandwidth, fp64, fp32, tf32, fp16, bf16, fp8, int8, fp4, tdp, "
     "year or price, whose column is then shown; numbers largest first"},
    {"cli.option_wide",
     "every column, however wide (default: those that fit the terminal, or 80 columns)"},
    {"cli.option_model_type", "only this type: {types}"},
    {"cli.option_model_names",
     "models by name, or a family such as llama-70b for all its versions"},
    {"cli.option_runnable", "only models the program itself runs"},
    {"cli.option_sort_models",
     "order by id, family, kind, params, layers or gflops; numbers largest first"},
    // score
    {"cli.option_score_file", "results.json of quick or run"},
    {"cli.option_score_gpu", "rates of these GPUs of the catalogue, and what each rests on"},
    {"cli.option_score_all", "every GPU of the catalogue, not only the neighbours"},
};
const Part cli_options = cli_options_entries;

}  // namespace wgf::messages::english
