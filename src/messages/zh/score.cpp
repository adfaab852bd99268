// SPDX-License-Identifier: MIT
// Chinese: score.*, rating.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry score_entries[] = {
    // score
    {"score.unknown_kind",
     "{file}:{line}：{record}：{field} = “{value}”；请用 convolutional、transformer、bandwidth 或 "
     "capacity"},
    {"score.no_cases",
     "{file} 中没有评分所用的项目（ResNet-50、BERT-base 或 GPT-2 的训练或推理，或内存复制）；请用 "
     "quick 测量"},
    {"score.not_both", "--gpu 显示目录中的速率，不接受结果文件；请去掉 {file}"},
    {"score.not_ranked", "{gpu}：没有已知速率，也无法预测：这一代从未测量过"},
    {"score.same_as_stored", "与文件中的评分逐位相同"},
    {"score.not_as_stored", "与文件中的评分 {stored} 不同：结果或目录已不是当时计算所用的"},
    {"score.earlier_version",
     "按文件自己的第 {version} 版评分；本程序的评分是第 {current} 版，两者不可比较"},
    {"score.other_version", "文件中的评分 {stored} 属于版本 {version}，不可比较"},
    {"score.kind_measured", "实测"},
    {"score.kind_published", "已发表"},
    {"score.kind_forecast", "预测"},
    {"score.kind_converted", "已发表 x {factor}"},
    {"score.note_converted",
     "已发表 x {factor}：Lambda 基准运行 NVIDIA 示例脚本所得（图像为 NCHW "
     "布局），乘以本程序（channels "
     "last）在 {gpus} 上实测与由此类速率所作预测之比；范围同预测。"},
    {"score.note_of_predict",
     "train_resnet50 为本程序自己的训练，channels last；predict --model resnet50 回答的是 Lambda "
     "的基准（NCHW），较慢。"},
    {"score.note_range",
     "预测和换算的速率 x 代表 x / 1.26 至 x / "
     "0.74：对未参与拟合的显卡的预测十有九次落在其中（--json）。"},
    {"score.kind_share", "{kind}（{total} 项中 {count} 项）"},
    {"score.column_basis", "依据"},
    // ratings in words
    {"rating.line", "{metric} {percent} %：对于{task}属于{level}"},
    {"rating.range", "{low} 至 {high}"},
    {"rating.mfu", "MFU"},
    {"rating.bandwidth_utilization", "占峰值带宽"},
    {"rating.gpu_utilization", "GPU 利用率"},
    {"rating.level_poor", "差"},
    {"rating.level_fair", "一般"},
    {"rating.level_good", "良好"},
    {"rating.level_excellent", "优秀"},
    {"rating.task_transformer_training", "{precision}Transformer 训练"},
    {"rating.task_transformer_inference", "{precision}Transformer 推理"},
    {"rating.task_convolutional_training", "{precision}卷积网络训练"},
    {"rating.task_convolutional_inference", "{precision}卷积网络推理"},
    {"rating.task_matmul", "{precision}矩阵乘法"},
    {"rating.task_memory", "内存复制"},
};
const Part score = score_entries;

}  // namespace wgf::messages::chinese
