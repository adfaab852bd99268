// SPDX-License-Identifier: MIT
// Chinese: validate.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry validate_entries[] = {
    {"validate.description", "重新预测每条公布的测量：误差、区间、退步"},
    {"validate.no_folder", "{path}：没有这个文件夹"},
    {"validate.no_tables", "{path}：其中没有 .csv 或 .csv.gz 文件"},
    {"validate.no_rows", "{path}：没有一张表具有测量的列（docs/accuracy.md 列出了这些列）"},
    {"validate.unknown_by", "--by 接受 source、gpu 或 precision，而不是“{name}”"},
    {"validate.bad_table", "{file} 第 {line} 行：缺少数字；--table 可写出这种文件"},
    {"validate.document_of_folder", "--document 针对程序自带的测量；请去掉 --truth"},
    {"validate.counts",
     "{files} 个文件共 {rows} 行，预测了其中 {predicted} 行。误差为 |预测 / 实测 - "
     "1|，单位为百分比。"},
    {"validate.other_files", "因列不是测量的列而跳过：{files}"},
    {"validate.nothing_predicted", "没有可以预测的行。"},
    {"validate.columns_note",
     "区间内：落在 90 % 区间内的测量所占百分比；宽度：区间一半相对预测值的百分比，中位数。"},
    {"validate.option_explain", "每种量用什么预测、拟合了什么、区间如何得出"},
    {"validate.and_next", "、"},
    {"validate.explain", "{quantities}："},
    {"validate.explain_training",
     "predict --explain 所示各项之和，系数于 {date} 由 {rows} "
     "个已发表的步拟合（对数误差；各行等权，n > 30 行的来源合计按 sqrt(30 n) 行计）。区间：e^±s，s "
     "是未参与拟合的来源十分之九的步的误差，按软件与网络种类；没有数据的卡更宽。"},
    {"validate.explain_serving",
     "一次前向的算子与软件的开销，如 predict --task serve --explain 所示；系数于 {date} 由 {rows} "
     "行已发表数据拟合。区间：未参与拟合的组的误差带，各软件与时间分别计，并以物理界限截断。"},
    {"validate.explain_memory",
     "各部分的字节，如 estimate-memory --explain 所示；没有系数由这些行拟合。区间："
     "各项自身的误差与总和的 16 %（服务 4 %）平方相加。"},
    {"validate.explain_engine",
     "状态逐项数出，其余为过 H100 上两次测量、随批大小变化的直线，同 estimate-memory "
     "--engine；这里是"
     "其他批大小的行。区间：± 3.5 %，由这些行得出。"},
    {"validate.explain_classic",
     "A100 上速率的各份额之和，于 {date} "
     "由各机器的中位数拟合。区间：单卡 e^±{spread}，多卡 e^±{several}，即未参与拟合的卡十分"
     "之九的点的误差。"},
    {"validate.explain_operators",
     "显卡的峰值、带宽与功率，各种类与各代的份额由拟合得出。区间：未参与拟合的卡的误差带，按算子，"
     "并为无人测过的卡加宽。"},
    {"validate.explain_parameters", "由各层形状数出：没有拟合，也没有区间。"},
    {"validate.column_quantity", "量"},
    {"validate.column_rows", "行数"},
    {"validate.column_median", "中位"},
    {"validate.column_mean", "平均"},
    {"validate.column_p90", "p90"},
    {"validate.column_max", "最大"},
    {"validate.column_inside", "区间内"},
    {"validate.column_width", "宽度"},
    {"validate.column_reason", "未使用的原因"},
    {"validate.by_source", "来源"},
    {"validate.by_gpu", "GPU"},
    {"validate.by_precision", "精度"},
    {"validate.all_rows", "所有行"},
    {"validate.not_stated", "未说明"},
    {"validate.unused_heading", "未使用"},
    {"validate.physics_heading", "违反物理或与自身来源矛盾，仅列出而不使用：{count}"},
    {"validate.and_more", "以及另外 {count} 行（-o FILE 含全部）"},
    {"validate.regression", "退步：{quantity}，{group}：{figure} {now}，原为 {then}"},
    {"validate.no_regression", "没有任何一组比 {table} 更差。"},
    // what is predicted
    {"validate.quantity_training_step_time", "训练步时间"},
    {"validate.quantity_ttft", "首 token 时间"},
    {"validate.quantity_tpot", "每 token 时间"},
    {"validate.quantity_throughput", "吞吐量"},
    {"validate.quantity_prompt_rate", "提示处理速率"},
    {"validate.quantity_token_rate", "单用户生成速率"},
    {"validate.quantity_memory", "显存"},
    {"validate.quantity_memory_of_this_engine", "本引擎的显存"},
    {"validate.quantity_classic_training_rate", "经典网络训练速率"},
    {"validate.quantity_matrix_product", "矩阵乘"},
    {"validate.quantity_prefill_attention", "预填充注意力"},
    {"validate.quantity_decode_attention", "解码注意力"},
    {"validate.quantity_experts", "专家"},
    {"validate.quantity_collective", "集合通信"},
    {"validate.quantity_parameters", "参数量"},
};
const Part validate = validate_entries;

}  // namespace wgf::messages::chinese
