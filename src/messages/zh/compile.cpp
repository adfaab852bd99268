// SPDX-License-Identifier: MIT
// 中文：compile.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry compile_entries[] = {
    {"compile.description",
     "编译网络是否划算：eager、CUDA graph、AOTInductor 包及两者结合，并与 torch.compile 对照"},
    {"compile.option_models", "模型，用逗号分隔（默认 resnet50,bert-base；CPU 上为 simple_cnn）"},
    {"compile.option_task", "infer、train 或 all（默认 all）"},
    {"compile.option_batch_size", "每步的样本数（默认 32；CPU 上为 4）"},
    {"compile.option_steps", "恰好测量这么多步（默认：直到中位数确定）"},
    {"compile.option_python",
     "用于编译的 Python，其 torch 版本须与引擎相同（默认：构建时所用 LibTorch 的 Python，否则 "
     "python3）"},
    {"compile.option_no_beside", "不另测 torch.compile，省去一次编译"},
    {"compile.option_beside", "在 CPU 上也测 torch.compile（默认不测）"},
    {"compile.option_keep", "把计算图和包保留在此文件夹（默认不保留）"},
    {"compile.option_limit", "编译一个网络允许的时间，无单位时为秒（默认 30m）"},
    {"compile.beside_or_not", "--beside 与 --no-beside 相互矛盾；请只给一个"},
    {"compile.unknown_task", "未知任务“{value}”；可用：infer、train、all"},
    {"compile.compiling", "Python 正在编译 {case}（最多 {limit}）"},
    // why there is no package
    {"compile.no_python",
     "无法启动 {python}：{reason}；不测编译方式，请用 --python 指定带 torch 的 Python"},
    {"compile.other_torch",
     "{python} 的 torch 是 {theirs}，引擎是 {ours}：包只适用于自己的版本；请用 --python "
     "指定另一个"},
    {"compile.python_without_gpu",
     "{python} 的 torch {torch} 不能使用 GPU；请用 --python 指定带 CUDA 版 torch 的 Python"},
    {"compile.python_without_torch",
     "无法制作包：{reason}；请用 --python 指定 torch 版本与引擎相同的 Python"},
    {"compile.helper_error", "编译出错：{reason}"},
    {"compile.helper_killed", "负责编译的 Python 被 {signal} 终止；若因内存不足，请编译更小的批"},
    {"compile.helper_hangs", "编译超过 {limit}，已终止；可用 --compile-timeout 延长"},
    {"compile.not_a_time", "负责编译的 Python 报告 {name} = {value}，这不是时间；其数字不予采用"},
    {"compile.no_package",
     "编译用的 Python 称已完成，但没有生成可读取的包；它必须用与引擎同版本的 torch "
     "运行交给它的脚本（python/make_package.py）"},
    {"compile.interrupted", "Python 编译完成之前被用户停止"},
    {"compile.no_answer", "负责编译的 Python 没有给出答复；其最后一行：{line}"},
    {"compile.no_graph", "eager 运行没有留下可编译的计算图：原因见其警告"},
    {"compile.left_out",
     "未测：再编译一个会超过默认值在 CPU 上的 {time}；可用 --task train 编译它"},
    // table
    {"compile.column_case", "网络"},
    {"compile.column_mode", "方式"},
    {"compile.column_speedup", "加速比"},
    {"compile.column_compile", "编译"},
    {"compile.column_pays", "回本步数"},
    {"compile.column_difference", "最大差异"},
    {"compile.never", "永不"},
    {"compile.not_certain", "不确定"},
    {"compile.mode_eager", "eager"},
    {"compile.mode_graph", "CUDA graph"},
    {"compile.mode_package", "包"},
    {"compile.mode_package_graph", "包加 CUDA graph"},
    {"compile.mode_torch_compile", "对照：torch.compile"},
    // advice
    {"compile.advice_nothing",
     "{case}：eager 没有可比的对象：其他方式都没有得到数字，原因见上表。"},
    {"compile.advice_eager", "{case}：没有其他方式确定快于 eager；保持不变。"},
    {"compile.advice_recorded", "{case}：请用{mode}：速度是 eager 的 {factor} 倍，且无需编译。"},
    {"compile.advice_compiled",
     "{case}：请用{mode}：速度是 eager 的 {factor} 倍；{seconds} 的编译时间在 {steps} "
     "步（{time}）后收回。"},
    {"compile.advice_beside",
     "{case}：不用 Python 的{mode}，速度是 torch.compile 的 {factor} 倍（95 % 区间 {low} 至 "
     "{high}）。"},
    {"compile.advice_beside_untold",
     "{case}：从这些步看不出不用 Python 的{mode}与 torch.compile 谁更快：速度是其 {factor} 倍，95 "
     "% "
     "区间 {low} 至 {high}。"},
};

const Part compile = compile_entries;

}  // namespace wgf::messages::chinese
