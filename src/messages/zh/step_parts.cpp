// SPDX-License-Identifier: MIT
// Chinese: predict.part_*, predict.meaning_*, predict.group_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry step_parts_entries[] = {
    {"predict.group_compute", "计算"},
    {"predict.group_communication", "未被掩盖的通信"},
    {"predict.group_bubble", "流水线空泡与传递"},
    {"predict.group_optimizer", "优化器"},
    {"predict.group_launch", "启动（主机）"},
    {"predict.group_other", "其他"},
    {"predict.part_matrices", "矩阵"},
    {"predict.part_expert_matrices", "专家矩阵"},
    {"predict.part_attention", "注意力"},
    {"predict.part_between", "矩阵之间"},
    {"predict.part_recompute", "重算"},
    {"predict.part_head", "输出层"},
    {"predict.part_launch", "启动"},
    {"predict.part_tensor", "张量并行"},
    {"predict.part_experts", "专家并行"},
    {"predict.part_context", "上下文并行"},
    {"predict.part_pipeline", "流水线"},
    {"predict.part_sharding", "分片"},
    {"predict.part_data", "数据并行"},
    {"predict.part_optimizer", "优化器"},
    {"predict.part_constant", "固定"},
    {"predict.part_straggling", "掉队"},
    {"predict.meaning_matrices", "各层矩阵的 FLOP / 持续速率"},
    {"predict.meaning_expert_matrices", "专家矩阵的 FLOP / 其速率"},
    {"predict.meaning_attention", "查询与键的 FLOP / 注意力速率"},
    {"predict.meaning_between", "归一化、激活、拷贝搬运的字节"},
    {"predict.meaning_recompute", "反向时重新计算的层"},
    {"predict.meaning_head", "输出矩阵与损失"},
    {"predict.meaning_launch", "主机超出 GPU 的时间"},
    {"predict.meaning_tensor", "未被掩盖的收集与分散"},
    {"predict.meaning_experts", "token 发往专家并返回"},
    {"predict.meaning_context", "键与值的传递"},
    {"predict.meaning_pipeline", "（级数 - 1）/ 块数 个空闲微步、不均的块与传递"},
    {"predict.meaning_sharding", "收集权重、分散梯度"},
    {"predict.meaning_data", "各进程梯度求和中未掩盖的部分"},
    {"predict.meaning_optimizer", "权重、梯度、动量的字节"},
    {"predict.meaning_constant", "每步的数据读取与日志"},
    {"predict.meaning_straggling", "等待最慢的 GPU"},
};
const Part step_parts = step_parts_entries;

}  // namespace wgf::messages::chinese
