// SPDX-License-Identifier: MIT
// Chinese: cli.option_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry cli_options_entries[] = {
    // every command
    {"cli.option_help", "显示本帮助并退出"},
    {"cli.option_version", "显示名称、版本和提交号并退出"},
    {"cli.option_lang", "标题、消息和帮助所用的语言：en 或 zh（默认取自 LANG）"},
    {"cli.option_catalog", "从该文件夹读取 GPU 和模型记录，代替内置记录"},
    {"cli.option_json", "输出 JSON 而不是表格"},
    // run, quick
    {"cli.option_needs_benchmark",
     "{option} 属于 --benchmark {benchmark}；请加上它，或去掉 {option}"},
    {"cli.option_light", "GPU 上约一分钟：清单短，预热短"},
    {"cli.option_standard", "几分钟：默认清单"},
    {"cli.option_extensive", "较长：更多模型和批量大小"},
    {"cli.option_models",
     "模型，用逗号分隔：resnet50,bert-base（默认：全部可运行的模型；见 list-models）"},
    {"cli.option_batch_sizes", "批量大小：1,8,32（默认），1-64*2 为翻倍，16-64+16 为等差"},
    {"cli.option_precision", "fp32（默认）、tf32、fp16、bf16"},
    {"cli.option_workload", "train（训练）、infer（推理）（默认：两者）"},
    {"cli.option_launch", "eager（默认）、graph（CUDA 图重放）"},
    {"cli.option_optimizer", "sgd、adamw（默认：CNN 用 sgd，其余用 adamw）"},
    {"cli.option_memory_format",
     "channels_last、contiguous（默认：GPU 上的 CNN 用 channels_last）"},
    {"cli.option_pure", "参数直接用低精度，而不是 autocast"},
    {"cli.option_image_size", "图像的高和宽：224（多数模型的默认值），64,128"},
    {"cli.option_sequence_length", "每个序列的词元数：128（默认），64-512*2"},
    {"cli.option_benchmark", "测内核而不是模型：matmul、bandwidth"},
    {"cli.option_size", "矩阵乘法的大小，用于 matmul：1024-8192*2，或形状 MxNxK"},
    {"cli.option_bytes", "拷贝的大小，用于 bandwidth：256MiB,1GiB"},
    {"cli.option_operation", "用于 bandwidth：copy（默认）、read、write、triad"},
    {"cli.option_model_file", "自己的模型：TorchScript .pt 或 AOTInductor .pt2"},
    {"cli.option_input", "自己模型的输入：“float32[8,3,224,224]”"},
    {"cli.option_iterations", "测量步数固定为该值（默认：测到数字足够精确）"},
    {"cli.option_warmup", "预热步数固定为该值（默认：直到步时稳定）"},
    {"cli.option_precision_target", "当中位数的 95 % 区间为 ± 该比例时停止（默认 0.5%）"},
    {"cli.option_max_time", "每项最长测量时间（默认 20s）"},
    {"cli.option_sustained", "预热直到频率和温度稳定"},
    {"cli.option_case_timeout", "每项超过该时间即放弃（默认 300s）"},
    {"cli.option_time_budget", "跳过在该时间内已放不下的项：10m"},
    {"cli.option_device", "auto（默认）、cpu、cuda、cuda:N"},
    {"cli.option_seed", "权重和数据的随机种子（默认 1）"},
    {"cli.option_repeat", "整份清单重复测量的次数"},
    {"cli.option_isolate", "每项使用新的引擎进程"},
    {"cli.option_try_anyway", "即使预测内存不足也测量"},
    {"cli.option_resume", "继续该 results.json：只测量缺少的项"},
    {"cli.option_output",
     "结果写到此处，格式取自后缀（html、json、csv、md、txt、svg、png），或用 - 加 -f "
     "写到标准输出；可多次给出"},
    {"cli.option_format", "html、json、csv、md、txt、svg 或 png，用于 -o 没有这种后缀时"},
    {"cli.option_force", "覆盖已存在的文件"},
    {"cli.option_verbose", "每完成一项输出一行，并显示引擎自己的消息"},
    {"cli.option_config", "从 TOML 文件读取选项；命令行上的选项优先"},
    // report
    {"cli.option_report_files", "run 和 quick 的结果文件"},
    {"cli.option_report_output",
     "写到此处，格式取自后缀（html、json、csv、md、txt、svg、png），或用 - 加 -f "
     "写到标准输出；可多次给出；不给则打印表格"},
    {"cli.option_report_format", "-o 没有这种后缀时的格式；单独给出：写到默认文件"},
    {"cli.option_report_chart",
     "svg 和 png "
     "中只画此图（throughput、latency、memory、timeline、radar、rank、value）；可多次给出"},
    // listing commands
    {"cli.option_sections", "要显示的部分，按此顺序：cpu、memory、os、software、gpu……（默认全部）"},
    {"cli.option_device_names", "设备（cpu、cuda:0）或其名称的一部分"},
    {"cli.option_device_type", "只列出此类型：cpu、gpu"},
    {"cli.option_usable", "只列出 LibTorch 可用的设备"},
    {"cli.option_sort_devices", "按 device、name 或 memory 排序；memory 从大到小"},
    {"cli.option_benchmark_names", "测试项：train、infer、matmul……（默认全部）"},
    {"cli.option_metric", "只列出给出此指标的测试项：flops、bandwidth……"},
    {"cli.option_parameter", "只列出带此参数的测试项：batch_size、size_mib……"},
    {"cli.option_sort_benchmarks", "按 name、parameters 或 metrics 排序；后两者按数量从多到少"},
    {"cli.option_cache", "用于 matmul：hot（默认）、cold（每次乘法前覆盖缓存）"},
    {"cli.option_vendor", "只列出该厂商：NVIDIA、AMD、Intel 等"},
    {"cli.option_architecture", "只列出该架构：Hopper、Ampere、CDNA3 等"},
    {"cli.option_min_memory", "只列出显存不小于此值的显卡：默认 GB（标称），或 GiB（可用，80GiB）"},
    {"cli.option_gpu_family", "显卡名称，或系列（如 h100 表示其全部型号）；多个用逗号分隔"},
    {"cli.option_sort_gpus",
     "排序依据：id、vendor、memory、bandwidth、fp64、fp32、tf32、fp16、bf16、fp8、int8、fp4、tdp、"
     "year、price、rental（最便宜的在前）或 "
     "value，并显示该列；数字从大到小"},
    {"cli.option_wide", "显示所有列，不论多宽（默认只显示终端或 80 列放得下的列）"},
    {"cli.option_model_type", "只列出该类型：{types}"},
    {"cli.option_model_names", "模型名称，或系列（如 llama-70b 表示其全部版本）"},
    {"cli.option_runnable", "只列出本程序可运行的模型"},
    {"cli.option_sort_models",
     "排序依据：id、family、kind、params、layers 或 gflops；数字从大到小"},
    // score
    {"cli.option_score_file", "quick 或 run 写出的 results.json"},
    {"cli.option_score_gpu", "目录中这些 GPU 的速率，以及每个速率的依据"},
    {"cli.option_score_all", "列出目录中的全部 GPU，而不只是邻近的"},
    // cloud-prices
    {"cli.option_price_gpu", "显卡或系列，例如 h100,a100,rtx4090（不填则为全部）"},
    {"cli.option_price_provider", "只列出这些服务商的报价"},
    {"cli.option_price_region",
     "只列出这些地区的报价：完整名称、开头（us-east）或其中一个词（FR）"},
    {"cli.option_price_spot", "只列出竞价价格：较便宜但服务商可随时收回的机器"},
    {"cli.option_price_min_memory",
     "只列出显存不小于此值的显卡：默认 GB（标称），或 GiB（可用，80GiB）"},
    {"cli.option_price_gpus", "只列出恰好有这么多 GPU 的机器"},
    {"cli.option_price_available", "只列出来源说明当前可租的报价"},
    {"cli.option_price_sort",
     "报价的排序：gpu-hour（默认）、tflop、gb、price（整机）、date、provider"},
    {"cli.option_price_limit", "列出的报价数：默认 15，可填其他数字或 all"},
    {"cli.option_price_refresh",
     "获取并保存较新的价格：vast、runpod、lambda、网址、文件，或 "
     "名称=网址或文件（不填值：三者全部）"},
    {"cli.option_price_file", "保存刷新后价格的文件（默认：缓存文件夹中的 prices.csv）"},
    {"cli.option_price_date", "--refresh 文件未注明日期时，其价格所属的日期（2026-11-21）"},
    {"cli.option_price_timeout", "单次下载的最长时间（默认 60s）"},
};
const Part cli_options = cli_options_entries;

}  // namespace wgf::messages::chinese
