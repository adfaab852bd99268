// SPDX-License-Identifier: MIT
// Chinese: plan.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry plan_entries[] = {
    {"plan.description", "在若干 GPU 上训练时，Megatron-Core 所接受的全部并行布局中最快的一种"},
    {"plan.option_gpus", "GPU 组：64xh100，或多组：64xh100,32xb200"},
    {"plan.option_global_batch", "所有 GPU 一步的序列数（或图像数）[400 万个 token，4,096 幅图像]"},
    {"plan.option_precision", "要搜索的精度：fp32、tf32、bf16、fp8、fp4 [bf16，卡支持时还有 fp8]"},
    {"plan.option_tp", "张量并行固定为此值 [搜索]"},
    {"plan.option_pp", "流水线级数固定为此值 [搜索]"},
    {"plan.option_vpp", "每级的层块数固定为此值 [搜索]"},
    {"plan.option_cp", "上下文并行固定为此值 [搜索]"},
    {"plan.option_ep", "专家并行固定为此值 [搜索]"},
    {"plan.option_zero", "ZeRO 级别固定为此值，0 到 3；0：不分摊 [搜索]"},
    {"plan.option_recompute", "none、selective（仅注意力）或 full [搜索]"},
    {"plan.option_micro_batch", "微批的序列数固定为此值 [搜索]"},
    {"plan.option_recipe",
     "梯度以 fp32 累加：megatron；如 NVIDIA 配方以 16 位累加：megatron-16 [megatron]"},
    {"plan.option_measure", "随后实测本机能运行的 N 个最快方案，并说明预测的偏差"},
    {"plan.measure_other_card", "这些方案不是为本机的 {card} 做的（--measure）"},
    {"plan.measure_no_gpu",
     "{device} 不是目录中的 GPU；请在装有方案所用 GPU 的机器上使用 --measure"},
    {"plan.measure_none", "训练引擎不能训练其中任何方案（--measure）"},
    {"plan.option_top", "显示的方案数 [5]"},
    {"plan.option_explain", "启动器的参数、取舍、最快方案一步的每一项与来源"},
    {"plan.needs_gpus", "缺少 --gpus；请给出数量和型号：--gpus 64xh100"},
    {"plan.bad_pool", "--gpus“{value}”不是 GPU 组；请写数量和型号：64xh100"},
    {"plan.bad_count", "--gpus“{value}”：GPU 数量须为 1 到 {most}"},
    {"plan.too_many", "--top 最多显示 {most} 个方案"},
    {"plan.impossible", "--{name} {value} 在此不可能；可以是：{possible}"},
    {"plan.ep_of_dense", "--ep {ep} 切分专家，而 {model} 没有专家；请去掉该选项"},
    {"plan.product", "{layout} 的乘积是 {product}，不能整除 {gpus} 个 GPU"},
    {"plan.uneven_machines",
     "{gpus} 个 GPU 无法均分到每台至多 {machine} 个 GPU 的机器上；请取 {fewer} 或 {more} 个"},
    {"plan.micro_batch",
     "--micro-batch {micro} 不能整除全局批 {global}；请换一个约数，或改 --global-batch"},
    {"plan.no_layers",
     "{model} 的各层未知或未建模，无法布局；plan "
     "用于目录中的解码器与编码器（list-models）、--config "
     "或 --params"},
    {"plan.no_layout_vpp",
     "{model} 无法以 --vpp {vpp}、此批量和这些限制在 {cards} "
     "上布局：分块需要多个流水级，总块数至多为层数加 2 "
     "（嵌入和损失各算一层），且微批数须为流水级数的整数倍"},
    {"plan.no_layout_zero",
     "{model} 无法以 --zero {zero}、此批量和这些限制布局在 {cards} 上：1 至 3 "
     "在多个数据并行进程间分摊，2 和 3 不能有流水线"},
    {"plan.no_layout",
     "在此批大小和限制下，{model} 无法布局在 {cards} 上；请给出能被数据并行数整除的 "
     "--global-batch，或减少限制"},
    {"plan.nothing_fits",
     "{model} 放不进 {cards}：最省的布局（{layout}）十次中有九次每块 GPU 不超过 {needed} "
     "GB，而可用 "
     "{usable} GB；请用更多 GPU 或显存更大的卡"},
    {"plan.nothing_fits_in_fp32",
     "{model} 放不进 {cards}：最省的布局（{layout}）十次中有九次每块 GPU 不超过 {needed} "
     "GB，而可用 "
     "{usable} GB；以 16 位累加梯度（--recipe megatron-16）即可放下"},
    {"plan.card_unknown",
     "{gpu} 上的训练时间未知：没有该代的公开测量；predict --gpu {gpu} 给出物理界限"},
    {"plan.card_lack_peak",
     "{gpu} 上的训练时间未知：其规格没有 16 位稠密峰值；predict --gpu {gpu} 给出物理界限"},
    {"plan.card_lack_figure",
     "{gpu} 上的训练时间未知：其记录缺少功耗上限或显存带宽；predict --gpu {gpu} 给出物理界限"},
    {"plan.title", "{model}（{params} B 参数），序列 {sequence}，全局批 {global}"},
    {"plan.title_assumed",
     "{model}（{params} B 参数），序列 {sequence}，全局批 {global}（假定：400 万个 "
     "token；--global-batch）"},
    {"plan.title_images",
     "{model}（{params} B 参数），每幅图像 {sequence} 个图块，全局批 {global}"},
    {"plan.title_assumed_images",
     "{model}（{params} B 参数），每幅图像 {sequence} 个图块，全局批 {global}（假定：与 ViT 的训练"
     "相同，4,096 幅图像；--global-batch）"},
    {"plan.pool",
     "{cards}：计算了 {evaluated} 种布局的时间，{pruned} 种因显存不足的风险高于十分之一而排除"},
    {"plan.pool_on_a_screen", "{cards}，{evaluated} 种布局中最快的："},
    {"plan.with_16_bit_gradients",
     "以 16 位累加梯度（--recipe megatron-16），{layout} 每步 {seconds}，少 {percent} %。"},
    {"plan.narrow_on_a_screen", "{type} 可能发散：请留意损失。--precision bf16 则不用它。"},
    {"plan.behind_explain",
     "--explain：Megatron-LM 与 torchtitan "
     "的参数、第二名差在哪里、与显存和费用的取舍、批量、一步的每一项。"},
    {"plan.column_layout", "布局"},
    {"plan.column_type", "类型"},
    {"plan.column_recompute", "重算"},
    {"plan.column_micro", "微批"},
    {"plan.column_step", "每步"},
    {"plan.column_seconds", "秒/步"},
    {"plan.column_rate", "tok/s/GPU"},
    {"plan.column_rate_images", "图/s/GPU"},
    {"plan.column_free", "剩余 GB"},
    {"plan.column_cards", "卡"},
    {"plan.column_usd", "$/10 亿"},
    {"plan.column_usd_images", "$/百万图"},
    {"plan.runner_up", "第二名（{layout}）慢 {percent} %，每步 {seconds}：{parts}。"},
    {"plan.named_recompute", "重算 {recompute}"},
    {"plan.named_micro_batch", "微批 {batch}"},
    {"plan.rest", "其余"},
    {"plan.mfu", "MFU：无论何种类型，均相对 16 位稠密峰值。"},
    {"plan.accuracy", "{type} 的精度已知情况：{known}--precision bf16 则不用它。"},
    {"plan.free", "剩余 GB：每个 GPU 可供训练使用的 {usable} GB 减去十次中有九次不超过的占用。"},
    {"plan.narrow_gradients",
     "梯度以 fp32 累加（--recipe megatron）。如 NVIDIA 的配方以 16 "
     "位累加并重叠张量并行的通信（--recipe megatron-16），有 {evaluated} "
     "种布局不超出显存，其中最快的（{layout}）需 {seconds}，少 {percent} %。"},
    {"plan.narrow_gradients_pcie",
     "梯度以 fp32 累加（--recipe megatron）。若以 16 位累加（--recipe megatron-16），有 "
     "{evaluated} "
     "种布局不超出显存，其中最快的（{layout}）需 {seconds}，少 {percent} %。"},
    {"plan.not_told_apart",
     "它的时间在第一名的 90 % 区间之内（{low} 到 "
     "{high}）：两者不能确定地区分，尽管大部分误差是共同的。"},
    {"plan.no_rent", "价格数据中没有人按需出租 {gpu}，因此费用未知。"},
    {"plan.cost", "用第一名，10 亿个 token 花费 ${usd}（所有 GPU 按需每小时 ${per_hour}）。"},
    {"plan.cost_images", "用第一名，100 万幅图像花费 ${usd}（所有 GPU 按需每小时 ${per_hour}）。"},
    {"plan.front",
     "时间、剩余显存和费用的最佳折中（{count} 种互不全面胜出的方案中的 {shown} "
     "种；不含比同卡最快者慢一倍以上的）："},
    {"plan.batch",
     "全局批：每步 {tokens} 百万 token，{judged}。本地批：{global} / dp {dp} = {local} 个序列，分 "
     "{steps} 个微步，每步 {micro} 个。"},
    {"plan.batch_images",
     "全局批：每步 {global} 幅图像。本地批：{global} / dp {dp} = {local} 幅图像，分 {steps} "
     "个微步，每步 {micro} 个。"},
    {"plan.batch_small", "低于 GPT 类网络通常的 0.5 到 4.2 百万：GPU 空闲过多"},
    {"plan.batch_usual", "在 GPT 类网络通常的 0.5 到 4.2 百万之内"},
    {"plan.batch_large", "高于 GPT 类网络通常的 0.5 到 4.2 百万：总共可能需要更多 token"},
    {"plan.flags", "最快的方案（{cards}），按启动器的写法："},
    {"plan.no_torchtitan", "torchtitan 没有对应的参数：它以 fp8、bf16 或 fp32 训练解码器。"},
    {"plan.torchtitan_experts",
     "torchtitan 没有对应的参数：它把专家分到整组 tp x cp 张 GPU 上，而 ep {ep} 不是 tp {tp} x cp "
     "{cp} 的倍数。"},
    {"plan.torchtitan_stages",
     "torchtitan 没有对应的参数：它把 {layers} 层切成的块数不是 {chunks}。"},
    {"plan.torchtitan_sharing", "torchtitan 没有对应的参数：它总是分摊梯度和优化器状态。"},
    {"plan.torchtitan_gradients", "torchtitan 没有对应的参数：它只以 fp32 累加梯度。"},
    {"plan.torchtitan_attention",
     "torchtitan 不能只重算注意力（其 selective 模式重算一半的矩阵乘）：用 flash attention "
     "时这不省显存，故略去。"},
    {"plan.no_launcher", "Megatron-LM 与 torchtitan 对 token 的训练都不接受此网络。"},
    {"plan.explained", "{cards} 上最快方案（{layout}）的一步，逐项："},
    {"plan.rests_on",
     "依据：训练模型及其留出误差（--explain "
     "显示每一项）、各卡通常的节点和网络、Megatron-Core (transformer_engine) "
     "软件。精确搜索：节点内 "
     "tp、pp、每级的层块（vpp；层数不能整除时只取最均匀的分法）、cp、ep、dp、ZeRO、重算、64 以内 2 "
     "的幂的微批。"},
};

const Part plan = plan_entries;

}  // namespace wgf::messages::chinese
