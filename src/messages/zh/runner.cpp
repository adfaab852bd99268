// SPDX-License-Identifier: MIT
// Chinese: runner.*, limits.*, warning.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry runner_entries[] = {
    // runner: starting programs
    {"runner.no_engine",
     "本程序旁没有测试引擎 torch-gpu-benchmark-engine（已查找 {folder}）；请用 make build "
     "构建，或用 WGF_ENGINE_PATH 指定"},
    {"runner.engine_path_wrong", "WGF_ENGINE_PATH 指定的 {path} 不是程序；请改正或取消设置"},
    {"runner.engine_cannot_start",
     "引擎 {program} 启动后立即退出（{how}）：{last_words}；若缺少库，请把 WGF_TORCH_DIR 设为 "
     "LibTorch 目录"},
    {"runner.engine_cannot_start_silent",
     "引擎 {program} 启动后立即退出（{how}），没有任何输出；若缺少库，请把 WGF_TORCH_DIR 设为 "
     "LibTorch 目录"},
    {"runner.engine_silent",
     "引擎 {program} 在 {seconds} 秒内没有应答；请重试，或用 make build 重新构建"},
    {"runner.engine_other_protocol",
     "引擎 {program} 的协议版本为 {found}，本程序为 {known}；请用同一版本构建两者"},
    {"runner.failed_on_rank", "第 {rank} 号进程最先失败；其余进程已被结束"},
    {"runner.rank_stood_still", "它被暂停（SIGSTOP 或调试器），其他进程一直在等待它"},
    // runner: devices
    {"runner.unknown_device", "没有设备“{device}”；请用 auto、cpu、cuda 或 cuda:N"},
    {"runner.no_gpu_here", "这台机器没有 NVIDIA GPU；请用 --device cpu，或换一台有 GPU 的机器"},
    {"runner.torch_without_cuda",
     "这台机器有 NVIDIA GPU，但引擎所用的 LibTorch {torch} 只支持 CPU；请用 CUDA 版 LibTorch "
     "构建（WGF_TORCH_DIR），或用 --device cpu 测量 CPU"},
    {"runner.driver_too_old",
     "NVIDIA 驱动太旧，不支持本引擎的 CUDA {cuda}（{reason}）；请升级驱动，或用 --device cpu 测量 "
     "CPU"},
    {"runner.cuda_unusable",
     "这台机器有 NVIDIA GPU，但 CUDA 无法使用（{reason}）；请检查 nvidia-smi 和 "
     "CUDA_VISIBLE_DEVICES，或用 --device cpu 测量 CPU"},
    {"runner.no_such_gpu",
     "没有设备 {device}：这台机器有 {count} 块可用 GPU，cuda:0 到 cuda:{last}"},
    // runner: options
    {"runner.bad_sweep",
     "{option} 接受 1,8,32 这样的数字或 1-64*2、512-4096+512 这样的范围，不接受“{value}”"},
    {"runner.value_too_large", "{option} {value} 太大；最大为 {largest}"},
    {"runner.value_too_small", "{option} {value} 太小；至少为 {minimum}"},
    {"runner.sweep_too_long", "{option} {value} 超过 1000 个值；请加大步长"},
    {"runner.unknown_value", "{option} 不认识“{value}”；可用：{choices}"},
    {"runner.unknown_benchmark", "没有测试项“{benchmark}”；是否指 {nearest}？见 list-benchmarks"},
    {"runner.unknown_benchmark_alone", "没有测试项“{benchmark}”；全部见 list-benchmarks"},
    {"runner.unknown_preset", "没有预设“{preset}”；可用：{choices}"},
    {"runner.no_decoder_for",
     "{model} 不是 llm 能运行的语言解码器；可运行的在 list-models --type llm 末列标有 llm"},
    {"runner.model_not_runnable",
     "没有可运行的模型“{model}”；是否指 {nearest}？全部见 list-models --runnable"},
    {"runner.model_not_runnable_alone", "没有模型“{model}”；可运行的见 list-models --runnable"},
    {"runner.model_of_llm",
     "{model} 在目录中，但不是这里可训练的网络；作为语言模型用 llm -m {model} 测量（最大批量：-b "
     "max）；可运行的网络：list-models --runnable"},
    {"runner.model_only_in_catalog",
     "{model} 在目录中，但此处无法运行：引擎没有这个网络；可运行的见 list-models --runnable"},
    {"runner.input_without_file",
     "--input“{input}”须与模型文件一起用；请加上 --model-file FILE，或去掉 --input"},
    {"runner.batch_sizes_ignored", "对 {models} 忽略 --batch-sizes：没有可选大小的批"},
    {"runner.memory_format_ignored",
     "对 {models} 忽略 --memory-format：没有可按不同方式存放的图像"},
    {"runner.image_size_ignored", "对 {models} 忽略 --image-size：其输入没有可选大小的图像"},
    {"runner.sequence_length_ignored",
     "对 {models} 忽略 --sequence-length：其输入没有可选长度的序列"},
    {"runner.option_ignored", "{option} 对 {models} 没有作用"},
    {"runner.model_file_trains_not",
     "{path} 不能训练：模型文件没有损失函数和优化器；请去掉 --workload，或用 --workload infer"},
    {"runner.no_model_file", "没有模型文件 {path}；请检查路径"},
    {"runner.input_needed", "模型文件 {path} 需要 --input，例如 --input \"float32[8,3,224,224]\""},
    {"runner.bad_toml", "{file} 第 {line} 行：不是有效的 TOML：{reason}"},
    {"runner.no_config_file", "无法读取配置 {file}；请检查路径"},
    {"runner.config_unknown_key", "{file} 第 {line} 行：未知的键“{key}”；是否指 {nearest}？"},
    {"runner.config_unknown_key_alone",
     "{file} 第 {line} 行：未知的键“{key}”；键名即 run --help 中的长选项，- 写作 "
     "_，但 config、resume、force 和 json 除外"},
    {"runner.config_bad_value", "{file} 第 {line} 行：“{key}”的值“{value}”不对；应如 {expected}"},
    {"runner.config_place", "{file} 第 {line} 行 {key}"},
    {"runner.config_table",
     "{file} 第 {line} 行：不应有表 [{table}]；请把选项写在文件顶层，如 models = [\"resnet50\"]"},
    {"runner.nothing_to_resume",
     "没有可继续的结果：{file} 和 {journal} 都不存在；请指定被中断的结果文件"},
    {"runner.earlier_left_out",
     "警告：{file} 中 {total} 项先前结果有 {count} "
     "项不适用于本次运行（{differences}）；仍在计划中的将重新测量，先前的结果保留在 {kept}"},
    // runner: how a case ended
    {"runner.case_timeout", "{seconds} 秒内没有结果，引擎已被停止；可用 --case-timeout 延长"},
    {"runner.case_timeout_stopped",
     "{seconds} 秒内没有结果：引擎进程被暂停（SIGSTOP）；已结束它，可用 --resume 重新测量"},
    {"runner.journal_kept",
     "注意：写入 {file} 的上一次运行在出报告之前就结束了；其 {count} 个结果已保留，可用 "
     "{command} 接着测量"},
    {"runner.journal_readable",
     "注意：写入 {file} 的上一次运行在出报告之前就结束了；其 {count} 个结果已保留，可用 report "
     "{kept} 查看"},
    {"runner.budget_ended_case", "时间预算在 {seconds} 秒后结束了此项；可用 --time-budget 增加"},
    {"runner.budget_gone",
     "已跳过：时间预算 {budget} 已用完；可用 --time-budget 增加，或用 --resume 测量其余各项"},
    {"runner.budget_spent",
     "已跳过：约需 {needed}，时间预算 {budget} 只剩 {left}；可用 --time-budget 增加，或用 --resume "
     "测量其余项"},
    {"runner.batch_lowered",
     "{model}：批量由 {planned} 降为 {batch}，因为 {planned} 放不进可用的 {free}"},
    {"runner.cannot_fit",
     "已跳过：至少需要 {total} 内存，可用 {free}（权重 {weights}，梯度 {gradients}，优化器 "
     "{optimizer}，激活 {activations}，库 {overhead}）；请减小批量或模型，或用 --try-anyway "
     "强制测量"},
    {"runner.arrays_cannot_fit",
     "已跳过：需要 {total} 内存，可用 {free}（数组 {arrays}，库 "
     "{overhead}）；请减小（{options}），或用 --try-anyway 强制测量"},
    {"runner.load_cannot_end",
     "已跳过：{requests} 个请求以每秒 {rate} 个到达需要 {least}，一项只有 "
     "{limit}；请减少请求（--requests）或用 --case-timeout 放宽"},
    {"runner.decoder_cannot_fit",
     "已跳过：需要 {total} 内存，可用 {free}（权重 {weights}，{sequences} 个序列的缓存 "
     "{cache}，工作空间 {work}，库 {overhead}）；请减少序列、缩短文本或换更小的模型，或用 "
     "--try-anyway 强制测量"},
    {"runner.left_out",
     "未测：按之前各尺寸的速度约需 {needed}，作为 CPU 上的默认值太久；可用 {options} 指定"},
    {"runner.cpu_defaults",
     "在这个 CPU 上默认值已调小，约 {time} 内结束：{changes}；明确给出的选项不变"},
    {"runner.cannot_end",
     "已跳过：每步 {flops} TFLOP，此设备最多 {rate} TFLOP/s：检查并计时一次至少需 "
     "{least}，一个用例的时限为 {limit}；请减小（{options}），用 --case-timeout 放宽，或用 "
     "--try-anyway 强制测量"},
    {"runner.engine_killed",
     "引擎被杀死（SIGKILL），内存峰值 {peak}：可能是内核因内存不足所为（现在可用 "
     "{available}），也可能是他人所为；若再次发生请减小批量"},
    {"runner.engine_signal", "引擎崩溃（{signal}）；最后输出：{last_words}"},
    {"runner.engine_exited", "引擎在给出结果前自行退出，代码 {code}；最后输出：{last_words}"},
    {"runner.engine_signal_silent", "引擎崩溃（{signal}），没有任何输出"},
    {"runner.engine_exited_silent", "引擎在给出结果前自行退出，代码 {code}，没有任何输出"},
    {"runner.engine_garbage",
     "引擎发来的不是消息：“{line}”；已重启引擎，若再次发生请用同一版本构建两个程序"},
    {"runner.engine_wrong_case", "引擎回答的是另一项（{found}）；已重启引擎"},
    {"runner.interrupted", "被用户中断"},
    {"runner.engine_restart", "引擎重新启动，此前：{case}"},
    {"runner.no_journal", "继续运行但不写日志：结果在结束前只保存在内存中"},
    // checks of a result
    {"limits.flops_above_peak",
     "{measured} TFLOP/s 比此设备 {mode} 所能达到的 {limit} TFLOP/s 高 {excess} %：测量不可能正确"},
    {"limits.bandwidth_above_peak",
     "{measured} GB/s 比此设备内存的 {limit} GB/s 高 {excess} %：测量不可能正确"},
    {"warning.foreign_processes", "另有 {count} 个进程使用该 GPU：{processes}；数值可能偏低"},
    {"warning.foreign_load",
     "第一项开始之前，其他进程占用了 {cores} 个 CPU 核心中的 {busy} 个；数字可能偏低"},
    {"warning.busy_cpu", "测量期间其他进程占用了 {cores} 个 CPU 核心中的 {busy} 个；数字可能偏低"},
    {"warning.clocks_disagree",
     "设备时钟与墙上时钟相差 {percent} %（每步 {device_ms} 毫秒与 {wall_ms} 毫秒）"},
    {"warning.throttled", "{percent} % 的读数中 GPU 被降频：{reasons}"},
    {"warning.few_steps", "因时间上限停止：所需 {wanted} 步中只测了 {count} 步"},
    {"warning.not_converged", "因时间上限停止，精度 ± {reached} %，目标 ± {target} %"},
    {"warning.from_cache",
     "{measured} GB/s 超过内存所能提供的（{limit} GB/s）：这么小的数组来自缓存；要测内存请用 "
     "--cache cold "
     "或更大的 --bytes"},
    {"warning.burst", "突发值：未等待时钟和温度稳定"},
};
const Part runner = runner_entries;

}  // namespace wgf::messages::chinese
