// SPDX-License-Identifier: MIT
// Chinese: cli.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry cli_entries[] = {
    // the program and its help
    {"cli.error", "错误：{text}"},
    {"cli.note", "注意：{text}"},
    {"cli.description", "测量 PyTorch 在本机 GPU 或 CPU 上有多快。"},
    {"cli.group_commands", "命令"},
    {"cli.group_options", "选项"},
    {"cli.help_usage", "用法"},
    {"cli.help_heading", "{title}："},
    {"cli.help_options", "选项"},
    {"cli.help_command", "命令"},
    {"cli.help_value", "值"},
    {"cli.help_positionals", "参数"},
    {"cli.commit", "提交"},
    {"cli.list_benchmarks_description", "列出可以测量的内容及其参数和指标"},
    {"cli.run_description", "测量所选的模型、批量大小和精度"},
    {"cli.quick_description", "测量一份现成的清单；写出 results.json、report.md 和 report.html"},
    {"cli.report_description", "以表格、网页和图片显示结果文件；多个文件并列"},
    {"cli.list_gpus_description", "列出目录中的 GPU：显存、带宽、峰值"},
    {"cli.cloud_prices_description", "租用 GPU 的价格：最便宜的报价及其日期和来源"},
    {"cli.list_models_description", "列出目录中的模型以及本程序可运行的模型"},
    {"cli.score_description", "重新计算结果文件的评分；不给文件时列出目录中的 GPU"},
    // wrong usage
    {"cli.unknown_language", "没有语言“{name}”；请用 --lang en 或 --lang zh"},
    {"cli.unknown_command", "没有命令“{name}”；是否想用 {nearest}？全部命令见 {help}"},
    {"cli.unknown_command_alone", "没有命令“{name}”；全部命令见 {help}"},
    {"cli.unknown_option", "没有选项 {name}；是否想用 {nearest}？全部选项见 {help}"},
    {"cli.unknown_option_alone", "没有选项 {name}；全部选项见 {help}"},
    {"cli.unexpected_argument",
     "“{name}”不属于任何选项；列表用逗号分隔、不加空格（1,8,32）；全部选项见 {help}"},
    {"cli.value_missing", "{option} 需要一个值；见 {help}"},
    {"cli.given_twice", "{option} 给了两次：“{first}”和“{second}”；请只给一次"},
    {"cli.wrong_usage", "{reason}；见 {help}"},
    {"cli.bad_list", "“{value}”不是 {option} 的列表；请用逗号分隔各名称，不留空位"},
    {"cli.bad_count", "{option} 要求不小于 {minimum} 的整数，而不是“{value}”"},
    {"cli.bad_duration", "{option} 要求时间，如 90s、10m 或 1.5h，而不是“{value}”"},
    {"cli.bad_share", "{option} 要求 0 与 1 之间的比例，如 0.005 或 0.5%，而不是“{value}”"},
    {"cli.bad_shape",
     "{option} 要求边长（如 4096）、范围（如 1024-8192*2）或 MxNxK，而不是“{value}”"},
    {"cli.bad_bytes", "{option} 要求大小，如 256MiB 或 1G，而不是“{value}”"},
    {"cli.device_not_supported", "本程序不支持设备“{device}”；请用 auto、cpu、cuda 或 cuda:N"},
    {"cli.config_yaml",
     "{path}：--config 现在读取 TOML；请写成 {toml}，内容如 models = [\"resnet50\"]、batch_sizes = "
     "[1, 8]、precision = [\"fp32\"]、iterations = 100"},
    {"cli.model_file_suffix",
     "--model-file {path}：应为 TorchScript 的 .pt 或 AOTInductor 的 .pt2 文件；按名称选模型请用 "
     "-m"},
    {"cli.not_a_kernel",
     "--benchmark 可取 matmul 或 bandwidth，而不是 {benchmark}；train 和 infer 用 --workload "
     "选择，模型文件用 --model-file"},
    {"cli.resume_needs_work",
     "--resume 时的 {option}：除非本命令自己指定要测的内容，否则以 {file} 中的计划为准；请加上 -m "
     "模型名，或去掉 {option} 以测量缺少的部分"},
    {"cli.one_preset", "{options} 互相排斥；请只给其中一个"},
    {"cli.unknown_filter_value", "{option}：没有“{value}”；可用：{known}"},
    {"cli.bad_card_memory",
     "{option} 需要以 GB 为单位的数值，例如 80、80GB 或 80GiB，而不是“{value}”"},
    // names of earlier versions and of their plans: what replaces them
    {"cli.earlier_gpu_ids",
     "--gpu-ids 现为 --device cuda:N，每次运行测一块 GPU；可见的 GPU 由 CUDA_VISIBLE_DEVICES 决定"},
    {"cli.earlier_multi_gpu",
     "不提供 --multi-gpu：每次运行只测一块 GPU；请依次使用 --device cuda:0、--device cuda:1……"},
    {"cli.earlier_monitor_gpu",
     "不再需要 --monitor-gpu：利用率、功率、时钟和温度已在每个结果中；请去掉它"},
    {"cli.earlier_compare_baseline",
     "--compare-baseline 现为单独的命令：baseline save NAME 保存一次运行，baseline compare NAME "
     "与之比较"},
    {"cli.earlier_custom_models",
     "--custom-models 现为：自己的模型逐个用 --model-file FILE --input SHAPE，或在 --config "
     "FILE.toml 中写 model_file 和 input"},
    {"cli.earlier_batch_sweep",
     "--batch-sweep 现为 -b/--batch-sizes 的范围：-b 1-64*2 倍增，-b 16-64+16 递增"},
    {"cli.earlier_history", "不提供 history：每次运行都是单独的文件，用 -o 命名"},
    {"cli.earlier_recommend",
     "不提供 recommend；各卡的标称能力见 list-gpus --sort bandwidth，本机的实际能力见 quick"},
    {"cli.earlier_compile_test",
     "不提供 compile-test：torch.compile 属于 Python；run -m … --launch eager,graph 可比较 CUDA "
     "图，run --model-file x.pt2 可测编译后的模型"},
    // tables
    {"cli.column_parameter", "参数"},
    {"cli.column_values", "取值"},
    {"cli.column_default", "默认值"},
    {"cli.metrics", "指标：{metrics}"},
    {"cli.no_benchmark_found", "没有测试项符合这些条件。"},
    {"cli.columns_left_out",
     "为适应 {width} 列宽而省略：{columns}。--wide 全部显示，--json 含所有字段。"},
    {"cli.peaks_note", "峰值为稠密值，单位 TFLOPS（int8 为 TOPS）。"},
    {"cli.column_value", "每 $/h 分数"},
    {"cli.value_note",
     "$/h：单 GPU 按需租金的最低和最高值；分数：分值除以单 GPU "
     "的最低租金，星级五等分。*：没有未过时的价格（见 cloud-prices）。"},
    {"cli.sparsity_note",
     "峰值为稠密值，单位 TFLOPS（int8 为 TOPS）。厂商常标注高一倍的“稀疏”值：它只适用于按 4 取 2 "
     "剪枝的权重。"},
    {"cli.column_gpu", "GPU"},
    {"cli.column_memory_gb", "显存 GB"},
    {"cli.column_bandwidth", "带宽 GB/s"},
    {"cli.column_sparse", "稀疏"},
    {"cli.column_tdp", "功耗 W"},
    {"cli.column_year", "年份"},
    {"cli.column_vendor", "厂商"},
    {"cli.column_price", "美元"},
    {"cli.column_architecture", "架构"},
    {"cli.column_model", "模型"},
    {"cli.column_family", "系列"},
    {"cli.column_kind", "类型"},
    {"cli.column_parameters", "参数量"},
    {"cli.column_layers", "层数"},
    {"cli.column_gflops", "224 输入 GFLOP"},
    {"cli.column_runnable", "运行名称"},
    {"cli.nothing_found", "目录中没有符合这些条件的记录。"},
    // while a command runs, and how it ended
    {"cli.cannot_print", "无法写到标准输出：磁盘已满或管道已关闭；可用 -o 写入文件"},
    {"cli.out_of_memory", "本机已没有内存供程序自身使用；请结束其他程序后再试"},
    {"cli.internal_error", "程序内部出现意外错误：{reason}；请连同所输入的命令一起报告"},
    {"cli.written", "已写入：{files}"},
    {"cli.earlier_kept", "没有一项能够测量：{kept} 保持原样，本次运行的记录在 {files}"},
    {"cli.progress_remaining", "还需 {time}"},
    {"cli.all_models",
     "注意：不带 -m 时测量所有可运行的模型，共 {count} 项；可用 -m 指定，或用 --time-budget "
     "提前结束"},
    {"cli.partial",
     "在 {total} 项中完成 {done} 项后停止；结果保存在 {file}，用 run --resume {file} 测量其余各项"},
    {"cli.partial_nothing", "在 {total} 项中的第一项测完之前就停止了；请重新输入该命令"},
    {"cli.partial_no_file",
     "在 {total} 项中完成 {done} 项后停止；只保留了上面的输出；用 -o 写 .json 文件才能以后继续"},
    {"cli.cases_failed", "{total} 项中有 {count} 项没有得到有效数字；第一项的原因：{reason}"},
    {"cli.nothing_measured", "{total} 项中没有一项能够测量；第一项的原因：{reason}"},
};
const Part cli = cli_entries;

}  // namespace wgf::messages::chinese
