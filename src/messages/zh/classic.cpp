// SPDX-License-Identifier: MIT
// Chinese: predict.classic_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry classic_entries[] = {
    {"predict.classic_title", "{model}，以 {precision} 训练，{gpus} x {gpu}"},
    {"predict.classic_products", "{precision}（乘法用 {products}）"},
    {"predict.classic_setting",
     "按 Lambda 基准（lambdal/deeplearning-benchmark）运行 NVIDIA 的 PyTorch "
     "示例脚本的方式：批大小占满显存；多个 GPU 在同一台机器内，数据并行。"},
    {"predict.classic_resnet50",
     "Lambda 以 NCHW 布局的合成图像训练 resnet50。16 位下 NHWC（channels last）更快：NVIDIA "
     "自己在这些脚本的 README 中用 NHWC，单块 A100 80GB 为 2,470 图像/s（Lambda 为 1,582），V100 "
     "16GB 为 1,200（Lambda 为 833）。本程序自己以 channels last 所达见 score --gpu 与 tco。"},
    {"predict.classic_of_one_gpu", "单个 GPU 的 {unit}"},
    {"predict.classic_step", "{samples} 个样本的一步"},
    {"predict.classic_memory_of", "显存，批量 {samples}"},
    {"predict.classic_largest", "放得下的最大批量"},
    {"predict.classic_too_large",
     "{gpu} 放不下（可用 {usable} GB，至多 {largest} 个样本）：批量 "
     "{batches}。以上速率属于放得下的批。"},
    {"predict.classic_far_below",
     "批量 {batches} 不给出一步的时间：速率属于占满显存的批，按 estimate-memory 此处为 {largest} "
     "个样本；少于其 {percent} 时每个样本更慢，慢多少未建模。"},
    {"predict.classic_full_unknown",
     "批量 {batches} 不给出一步的时间：速率属于占满显存的批，而多少个 {model} 样本占满尚不清楚。"},
    {"predict.classic_tight", "批量 {batch} 勉强：显存不足的风险 {risk}。"},
    {"predict.classic_part", "一个样本中"},
    {"predict.classic_gpus", "GPU 数"},
    {"predict.classic_tensor", "张量单元"},
    {"predict.classic_memory", "显存"},
    {"predict.classic_vector", "向量单元"},
    {"predict.classic_overhead", "开销"},
    {"predict.classic_exchange", "交换"},
    {"predict.classic_meaning_tensor", "矩阵，受峰值与功耗上限约束"},
    {"predict.classic_meaning_memory", "字节 / 带宽，扣除缓存省下的"},
    {"predict.classic_meaning_vector", "其余计算 / fp32 峰值"},
    {"predict.classic_meaning_overhead", "每步的开销：显存容纳的批越大越小"},
    {"predict.classic_meaning_exchange", "梯度沿各 GPU 的环传递"},
    {"predict.classic_rates",
     "{gpu} / A100 SXM 80GB 的速率：张量单元 {tensor} TFLOP/s，向量单元 {vector} TFLOP/s，显存 "
     "{memory} GB/s，{gb} GB。不计功耗上限与开销的 A100：{rate} {unit}。"},
    {"predict.classic_fitted", "系数：拟合于 {date}。区间：e^±{spread}，即拟合时留出的卡的偏差。"},
    {"predict.classic_bf16", "实测为 fp16；bf16 视为同样快。"},
    {"predict.classic_batch",
     "一步的时间按此速率与 --batch-size 计算；批未占满显存时每个样本更慢，慢多少未建模。"},
    {"predict.classic_published",
     "正是这种情形（{type}）的公开速率：{rates} {unit}（{rows} 条）。"},
    {"predict.classic_published_outside",
     "正是这种情形（{type}）的公开速率：{rates} {unit}（{rows} "
     "条），在区间之外：请以它为准；该卡与该网络的其他速率推不出它。"},
    {"predict.classic_published_column", "公开：正是这种情形的公开速率；16 位的为 fp16。"},
    {"predict.classic_published_rows",
     "公开速率在区间之外，请以它为准：{rows}。该卡与该网络的其他速率推不出它。"},
    {"predict.classic_basis_card",
     "依据该网络在 {gpu} 上的 {rows} 条公开速率（{sources}）。区间取自拟合时留出的卡。"},
    {"predict.classic_basis_generation",
     "没有该网络在 {gpu} 上的公开速率：按其规格书与其他 {generation} 卡的 {rows} "
     "条速率推算（{sources}）。区间取自拟合时留出的卡。"},
    {"predict.classic_basis_none",
     "没有该网络在 {gpu} 或其他 {generation} "
     "卡上的公开速率：按其规格书与其他网络和代际的结果推算。"},
    {"predict.classic_cards",
     "最快的在前；速度：相对第一名。* 没有该卡的公开速率，按规格书推算。区间重叠的卡无法区分。"},
    {"predict.classic_unknown", "没有预测，因为其代际或类型没有公开的此类速率：{gpus}。"},
    {"predict.classic_option", "{option}：{model} 按公开脚本的训练方式预测，没有这一选择"},
    {"predict.classic_batch_unit",
     "{model}：其速率单位为 {unit}，一批中的数目不固定；请去掉 --batch-size"},
    {"predict.classic_reach",
     "{gpu} 上的 {model}：已建模的是同一台机器内最多 {most} 个 NVIDIA GPU（Volta 至 "
     "Blackwell）上的 fp32、tf32、fp16 和 bf16，且只限卡所具备的类型"},
};
const Part classic = classic_entries;

}  // namespace wgf::messages::chinese
