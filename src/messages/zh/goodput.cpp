// SPDX-License-Identifier: MIT
// Chinese: goodput.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry goodput_entries[] = {
    {"goodput.option_goodput", "到训练完成的时间与费用（P50、P90）：中断、检查点、重启"},
    {"goodput.option_spot", "与 --goodput 一起：用竞价实例，已知其回收率时计入损失"},
    {"goodput.option_mtbf",
     "与 --goodput 一起：一块 GPU 两次中断之间的小时数，50000h（默认：已发表的训练）"},
    {"goodput.option_checkpoint_time",
     "与 --goodput 一起：写一个检查点时训练停顿多久，无单位时为秒，30s（默认：每参数 14 字节，每 "
     "GPU 0.16 "
     "GB/s，至少 3 秒）"},
    {"goodput.option_checkpoint_every",
     "与 --goodput 一起：两个检查点之间训练多久，无单位时为秒，30m（默认：最佳）"},
    {"goodput.option_restart_time",
     "与 --goodput 一起：从中断到训练恢复多久，无单位时为秒，15m（默认：10 分钟加一个检查点）"},
    {"goodput.title", "在 {gpus} 块 GPU 上完成 {tokens} 个 token 的训练："},
    {"goodput.does_not_fit", "按现状放不进这些 GPU：以下时间和费用是设法让显存够用之后的。"},
    {"goodput.title_usual",
     "在 {gpus} 块 GPU 上完成 {tokens} 个 token 的训练（每参数 20 个，arXiv:2203.15556；可用 "
     "--tokens 指定）："},
    {"goodput.column_run", "训练"},
    {"goodput.column_time", "时间"},
    {"goodput.column_cost", "费用"},
    {"goodput.column_part", "用于"},
    {"goodput.column_share", "占比"},
    {"goodput.row_work", "从不中断"},
    {"goodput.row_expected", "期望（按预测的步时间）"},
    {"goodput.row_p50", "P50：更长与更短各半"},
    {"goodput.row_p90", "P90：十次有九次更短"},
    {"goodput.part_steps", "训练步"},
    {"goodput.part_checkpoints", "写检查点"},
    {"goodput.part_repeated", "重做的训练步"},
    {"goodput.part_restarts", "等待重启"},
    {"goodput.never", "永不"},
    {"goodput.stops",
     "预计中断 {stops} 次；有效占比 {share}。P50 与 P90 也包含步时间的区间和各中断来源的差异。"},
    {"goodput.never_ends", "中断比到达下一个检查点更频繁。"},
    {"goodput.checkpoints",
     "每训练 {interval} 写一个检查点，训练停顿 {checkpoint}；从中断到恢复 {restart}。"},
    {"goodput.one_checkpoint",
     "只在 {interval} 的训练之后写一个检查点，训练为此停顿 "
     "{checkpoint}：下一个检查点之前运行已结束；"
     "中断后 {restart} 才继续。"},
    {"goodput.given_mtbf", "按给定值，一块 GPU 每 {hours} h 使训练中断一次。"},
    {"goodput.failures_of_generation", "同代显卡已发表训练的两次中断之间的 GPU 小时数：{hours}。"},
    {"goodput.failures_of_all",
     "已发表训练（A100 与 H100；本代太少）的两次中断之间的 GPU 小时数：{hours}。"},
    {"goodput.no_failures_known", "故障多久使这种显卡上的训练中断未知，未计入；可用 --mtbf 给出。"},
    {"goodput.unknown", "这种显卡上的训练多久中断未知：没有来源，也不作猜测。可用 --mtbf 给出。"},
    {"goodput.spot",
     "{provider} 的竞价实例每 GPU 小时 ${usd}（{date}），共 {machines} 台；每台每 1,000 小时被回收 "
     "{times} 次（{source}，{read}）。"},
    {"goodput.spot_times", "{low} 至 {high}"},
    {"goodput.spot_open",
     "{provider} 的竞价实例每 GPU 小时 ${usd}（{date}），共 {machines} 台；每台每 1,000 "
     "小时至少被回收 "
     "{times} 次（{source}，{read}）：时间与费用为下限。"},
    {"goodput.spot_unknown",
     "{provider} 的竞价实例每 GPU 小时 ${usd}；多久被回收未知，未计入该损失：时间与费用为下限。"},
    {"goodput.no_spot_offer", "价格数据中没有人以竞价实例出租此显卡：费用与损失未知。"},
    {"goodput.spot_cheapest",
     "最便宜的竞价报价是 {offer}，但没有来源说明多久被回收；以上为有来源说明者中最便宜的。"},
    {"goodput.spot_dearer",
     "此处 Spot 并不省钱：每 GPU 小时 {spot}，按需为 {offer}，且不会被收回。"},
    {"goodput.on_demand_cheaper",
     "这里按需更便宜：按每 GPU 小时 {offer}，预计整个训练花费 ${usd}。"},
    {"goodput.on_demand", "按需，每 GPU 小时 {offer}，预计整个训练花费 ${usd}。"},
    {"goodput.undated", "无日期"},
    {"goodput.rent", "按每 GPU 小时 ${usd}，最便宜的按需报价（{provider}，{date}）。"},
    {"goodput.no_rent", "价格数据中没有人按需出租此显卡，因此费用未知。"},
    {"goodput.needs_goodput",
     "--spot、--mtbf、--checkpoint-time、--checkpoint-every 与 --restart-time 须与 --goodput "
     "一起用"},
    {"goodput.alone", "--goodput 只接受一块显卡、一种精度和一个批大小"},
    {"goodput.bad_mtbf", "--mtbf：“{value}” 不是一块 GPU 的时间；请写 50000h 或 2000d"},
    {"goodput.bad_checkpoint", "--checkpoint-time：“{value}” 不是时间；请写 30s 或 2m"},
    {"goodput.bad_interval", "--checkpoint-every：“{value}” 不是时间；请写 30m 或 2h"},
    {"goodput.bad_restart", "--restart-time：“{value}” 不是时间；请写 15m 或 1h"},
};
const Part goodput = goodput_entries;

}  // namespace wgf::messages::chinese
