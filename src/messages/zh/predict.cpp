// SPDX-License-Identifier: MIT
// Chinese: predict.*, but for what stands in classic.cpp and step_parts.cpp

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry predict_entries[] = {
    {"predict.description", "训练或推理服务在任意显卡上有多快，附 90 % 区间"},
    {"predict.title", "{model}（{params} B 参数），以 {precision} 在 {gpus} x {gpu} 上训练"},
    {"predict.each_card", "每种显卡"},
    {"predict.each_precision", "各种精度"},
    {"predict.setting",
     "每个数据并行进程批量 {batch}，每条 {tokens} 个 token，每步 {global} "
     "条序列{micro_steps}；{optimizer}，重算 {recompute}。"},
    {"predict.setting_images",
     "每个数据并行进程批量 {batch} 张图像，每张 {tokens} 个图块，每步 {global} "
     "张图像{micro_steps}；{optimizer}，重算 {recompute}。"},
    {"predict.micro_steps", "（{count} 个微步）"},
    {"predict.setting_batches",
     "每个数据并行进程的批由若干序列组成，每条 {tokens} 个 token{a_step}；{optimizer}，重算 "
     "{recompute}。"},
    {"predict.setting_batches_images",
     "每个数据并行进程的批由若干图像组成，每张 {tokens} 个图块{a_step}；{optimizer}，重算 "
     "{recompute}。"},
    {"predict.batch_large",
     "每步 {tokens} 百万个 token，高于 GPT 类网络通常的 0.5 到 4.2 百万：总共可能需要更多 token。"},
    {"predict.other_chunks", "批量 {batch} 用 vpp {vpp}：其微批数不是流水级数的整数倍。"},
    {"predict.micro_batch", "微批为 1：predict 不搜索其他大小，更大的（-b）可能更快。"},
    {"predict.recompute_attention", "selective（仅注意力）"},
    {"predict.recompute_per_operator", "selective（每两个矩阵乘重算一个，及其间全部）"},
    {"predict.batches_a_step", "，每步共 {global}"},
    {"predict.layout", "软件 {software}；布局 {layout}。"},
    {"predict.layout_chosen",
     "软件 {software}；布局 {layout}。未给出的由小范围搜索选取其中最快的；只有全都超过 10 % "
     "时才取显存不足风险更高的。"},
    {"predict.layout_chosen_shared",
     "软件 {software}；布局 {layout}。未给出的由小范围搜索在有多个进程可分摊的布局中选取最快的；"
     "只有它们全都超过 10 % 时才取显存不足风险更高的。"},
    {"predict.layout_kept",
     "软件 {software}；布局 {layout}。未给出的由小范围搜索选取：放得下的里面 PyTorch "
     "最快的，因 Megatron-Core 不到它的 {times} 倍而保留；后者可达 {rate} "
     "{unit}（{other_layout}；重算 {other_recompute}）：--software {other_software}。"},
    {"predict.layout_smallest",
     "软件 {software}；布局 {layout}。未给出的由小范围搜索选取：都放不下，故取显存大致最少的。"},
    {"predict.layout_smallest_shared",
     "软件 {software}；布局 "
     "{layout}"
     "。未给出的由小范围搜索选取：都放不下，故在有多个进程可分摊的布局中取显存大致最少的。"},
    {"predict.interval", "{low} 至 {high}"},
    {"predict.column_figure", "指标"},
    {"predict.column_forecast", "预测"},
    {"predict.column_interval", "90 % 区间"},
    {"predict.column_part", "一步之中"},
    {"predict.column_time", "时间"},
    {"predict.column_share", "占比"},
    {"predict.column_term", "项"},
    {"predict.column_meaning", "含义"},
    {"predict.column_tokens", "token/s"},
    {"predict.column_images", "图像/s"},
    {"predict.column_run", "时间"},
    {"predict.column_layout", "布局"},
    {"predict.column_precision", "类型"},
    {"predict.column_speed", "速度"},
    {"predict.column_runs_as", "运算单元"},
    {"predict.column_batch", "批量"},
    {"predict.column_step", "一步"},
    {"predict.column_gpus", "GPU 数"},
    {"predict.column_efficiency", "效率"},
    {"predict.column_published", "公开"},
    {"predict.column_bound", "一步至少需要"},
    {"predict.figure_tokens", "token/s"},
    {"predict.figure_tokens_per_gpu", "每个 GPU 的 token/s"},
    {"predict.figure_images", "图像/s"},
    {"predict.figure_images_per_gpu", "每个 GPU 的图像/s"},
    {"predict.figure_samples", "序列/s"},
    {"predict.figure_step", "一步"},
    {"predict.figure_mfu", "MFU（相对 16 位峰值）"},
    {"predict.figure_memory", "每个 GPU 的显存"},
    {"predict.figure_run_time", "整个训练的时间"},
    {"predict.figure_run_cost", "整个训练的费用"},
    {"predict.figure_run_cost_on_demand", "整个训练（按需）的费用"},
    {"predict.rates",
     "所用速率：矩阵 {matrices} TFLOP/s，注意力 {attention}（16 位稠密峰值 {peak}）；显存 {memory} "
     "GB/s；{node} 个 GPU 之间每 GPU 单向 {link} GB/s，之外 {network} GB/s。"},
    {"predict.expert_rate",
     "专家矩阵：每 GPU 每步 {work} TFLOP，速率 {rate} "
     "TFLOP/s：窄专家达到矩阵速率的 {grouped}，宽度为 {width} "
     "时再达到其余部分的一半；每个专家只乘少量 token、而所有专家的权重都要读取时更低。"},
    {"predict.clock",
     "{gpu} 的实际频率约为其峰值所用标称频率的 {times} 倍（由 GeForce "
     "卡拟合），故速率可能高于该峰值。"},
    {"predict.fitted",
     "系数：{date} 由 {rows} 行已发表数据拟合。区间：e^±{spread}，即未参与拟合的来源的误差，并以 "
     "FLOP 上限截断。"},
    {"predict.fitted_rows",
     "系数：{date} 由 {rows} 条公开数据拟合。各项含义见单独一个预测的 --explain。"},
    {"predict.explained_first", "只列出 {count} 个中的前 {shown} 个；要看其余的，请少问几个。"},
    {"predict.rate_matrices", "矩阵，TFLOP/s"},
    {"predict.rate_experts", "专家矩阵，TFLOP/s"},
    {"predict.rate_attention", "注意力，TFLOP/s"},
    {"predict.rate_memory", "显存，GB/s"},
    {"predict.rate_spread", "区间"},
    {"predict.source", "  {rows} 行来自 {source}"},
    {"predict.fits", "{gpu}（可用 {usable} GB）放得下；显存不足的风险 {risk}。"},
    {"predict.does_not_fit",
     "{gpu}（可用 {usable} GB）放不下，显存不足的风险 "
     "{risk}：只有设法让显存够用，上述速度才成立（estimate-memory 给出办法）。"},
    {"predict.rent",
     "整个训练：{tokens} 个 token，每 GPU 小时 "
     "${usd}，为最便宜的按需报价（{provider}，{date}）。费用区间来自时间；其他报价不同。"},
    {"predict.smaller_machines",
     "这是 {least} 至 {most} 个 GPU 的机器的价格：价格数据中没有人出租单台或多台（每台至少 8 "
     "个）合计 {gpus} 个 GPU 的机器，而预测以此为准。"},
    {"predict.machines_of",
     "这是 {least} 个 GPU 的机器的价格：价格数据中没有人出租单台或多台（每台至少 8 个）合计 {gpus} "
     "个 GPU 的机器，而预测以此为准。"},
    {"predict.no_rent", "整个训练：{tokens} 个 token。价格数据中没有 {gpu} 的按需报价，费用未知。"},
    {"predict.basis_card", "依据：{gpu} 上的 {rows} 次已发表训练：{sources}。"},
    {"predict.basis_generation",
     "没有 {gpu} 的已发表训练：用其规格与同代的效率（{generation}：{rows} "
     "次；{sources}）。区间因此更宽。"},
    {"predict.basis_none",
     "没有 {gpu} "
     "或同代（{generation}）显卡的已发表训练：用其规格与未经训练实测的效率。区间因此更宽。"},
    {"predict.assumed", "网络形状按规模推定；区间因此更宽。"},
    {"predict.cards_note",
     "放得下的在前，各取最快的软件和布局。* "
     "没有该卡的已发表训练：区间更宽。rc：重算各层，sel：重算其中一部分。区间重叠即不能分出高下。"},
    {"predict.cards_rent_note",
     "$：按各卡装得下的机器中最便宜的按需报价计算的费用；- 表示无人出租。"},
    {"predict.cards_smaller", "没有人出租装得下的机器，故 $ 按其他机器计：{gpus}。"},
    {"predict.cards_unknown", "没有预测，因其同代没有已发表的训练：{gpus}。"},
    {"predict.cards_lack_peak", "没有预测，因其规格没有 16 位稠密峰值：{gpus}。"},
    {"predict.cards_lack_figure", "没有预测，因其记录缺少功耗上限或显存带宽：{gpus}。"},
    {"predict.cards_no_layout", "按所给条件没有可行的布局：{gpus}。"},
    {"predict.own_units", "自有"},
    {"predict.other_units", "按 {type}"},
    {"predict.other_type", "{gpu} 没有 {precision}：矩阵以 {type} 相乘，数字即按此。"},
    {"predict.network_assumed",
     "每台机器 {gpus} 个 GPU；机器之间每 GPU 单向 {network} "
     "GB/s，按该卡的惯例假定：没有报价说明其网络。"},
    {"predict.network_of_all",
     "机器之间每 GPU 单向 {low} GB/s，按各卡的惯例假定（见 --json 的 node）：没有报价说明其网络。"},
    {"predict.networks_assumed",
     "机器之间每 GPU 单向 {low} 至 {high} GB/s，按各卡的惯例假定（见 --json 的 "
     "node）：没有报价说明其网络。"},
    {"predict.beyond_published", "所依据的已发表训练都不超过 {most} 个 GPU：超出后区间可能偏窄。"},
    {"predict.cards_software", "各卡软件：{software}。"},
    {"predict.cards_software_most", "软件：{software}，另有说明者除外。"},
    {"predict.cards_software_of", "用 {software}：{gpus}。"},
    {"predict.cards_type", "没有 {precision}，故以 {type} 计：{gpus}。"},
    {"predict.accuracy_heading", "已知的精度影响："},
    {"predict.accuracy_fp32", "基准。"},
    {"predict.accuracy_tf32",
     "80 多个网络上与 fp32 相比无损失（NVIDIA，Accelerating AI Training with TF32 Tensor "
     "Cores，2021；Stosic 与 Micikevicius）。"},
    {"predict.accuracy_bf16",
     "步数与设置不变，结果与 fp32 相同（Kalamkar 等，arXiv 1905.12322）。"},
    {"predict.accuracy_fp16",
     "配合 fp32 主副本与损失缩放则同 fp32；不缩放会丢失小梯度（Micikevicius 等，arXiv "
     "1710.03740）。"},
    {"predict.accuracy_fp8",
     "至 175 B 参数与 16 位相当（Micikevicius 等，arXiv 2209.05433）；分块缩放时损失与 bf16 "
     "相差不到 0.25 %（DeepSeek-V3，arXiv 2412.19437）。逐张量缩放可能发散：注意损失。"},
    {"predict.accuracy_fp4",
     "NVFP4，一个 12 B 网络、10 T token：MMLU-Pro 62.58 %，fp8 为 62.62 %，部分层保持 16 "
     "位（NVIDIA，arXiv 2509.25149）。其他：未知。"},
    {"predict.accuracy_of_other", "在此卡上按 {type} 运行，因此同 {type}。"},
    {"predict.same_in_each",
     "软件与布局是为 {precision} 选取的；--precision 只给一种类型时会为该类型选取，可能更快。"},
    {"predict.knee", "<- 拐点"},
    {"predict.rising", "<- 仍在上升"},
    {"predict.tight", "勉强：按预测放得下，但超过 {percent} 的此类训练会显存不足。"},
    {"predict.still_rising",
     "至批量 {batch}（其中放得下的最大者）仍无拐点：它比所有更小的批量快 5 % 以上。"},
    {"predict.one_fits", "其中只有批量 {batch} 放得下，看不出拐点。"},
    {"predict.knee_note",
     "拐点是批量 {batch}：与放得下的最快者相差 5 % 以内的最小批量。再大只占显存，收益很小。"},
    {"predict.no_knee", "这些批量在 {gpu} 上都放不下，或显存不足的风险过高。"},
    {"predict.bound_flops", "FLOP / 峰值"},
    {"predict.bound_bytes", "权重 / 带宽"},
    {"predict.bound_note",
     "因此无论用什么软件，每块 GPU 批大小为 {batch} 时至多 {samples} 样本/s，任何批大小下至多 "
     "{most} 样本/s。这只是物理上限，不是预测：实际训练只达到其一部分。"},
    {"predict.bound_note_bytes",
     "因此无论用什么软件，每块 GPU 批大小为 {batch} 时至多 {samples} "
     "样本/s。这只是物理上限，不是预测：实际训练只达到其一部分。"},
    {"predict.bound_clock",
     "峰值 {peak} TFLOP/s 按该卡的最高时钟（{clock} MHz）计，任何训练都不能超过；厂商的 {quoted} "
     "TFLOP/s 按较低的时钟计。"},
    {"predict.bound_cached", "权重放得进 {mb} MB 的缓存"},
    {"predict.kind_data", "数据"},
    {"predict.kind_tensor", "张量"},
    {"predict.kind_pipeline", "流水线"},
    {"predict.nothing_shared",
     "{sharding} 在此不分摊任何内容：按这些 GPU、批量和选项，没有布局有一个以上的数据并行进程。"},
    {"predict.sharding_does_not_fit",
     "{sharding} 在 {gpus} 上不分摊任何内容：那里有多个进程可分摊的布局都放不下。"},
    {"predict.scaling_setting",
     "每种并行单独使用，每行每步都是 {global} 条序列；微批量 {batch}，每条 {tokens} 个 "
     "token。token/s、效率、每个 GPU 的显存。"},
    {"predict.scaling_setting_images",
     "每种并行单独使用，每行每步都是 {global} 张图像；微批量 {batch}，每张 {tokens} "
     "个图块。图像/s、效率、每个 GPU 的显存。"},
    {"predict.scaling_software_alone", "软件 {software}。"},
    {"predict.scaling_software", "软件 {software}；数据并行的分片：{sharding}。"},
    {"predict.scaling_software_chosen", "软件 {software}（未指定）；数据并行的分片：{sharding}。"},
    {"predict.scaling_note",
     "效率：相对显存足以保留全部激活的单个 GPU "
     "的倍数。r：为省显存而重算各层（s：重算其中一部分），不需重算处效率因此跃升。!"
     "：放不下。f：FSDP（ZeRO "
     "3），指定、更快，或数据并行用其他方式放不下或勉强时。-：头数、层数或节点不允许。"},
    {"predict.scaling_tight", "t：勉强：按预测放得下，但超过 {percent} 的此类训练会显存不足。"},
    {"predict.scaling_cards",
     "该卡用 {software} 放得下所需的最少 GPU 数，以及用 {gpus} 个放得下且效率不低于 {percent} "
     "的显卡，最快的在前："},
    {"predict.scaling_kind", "{kind}：最少 {count} 个 GPU；{cards}"},
    {"predict.scaling_kind_tight", "{kind}：最少 {count} 个 GPU，{tight} 个起勉强；{cards}"},
    {"predict.scaling_kind_never_tight",
     "{kind}：{tight} 个 GPU 起勉强，除此直到 {count} 个都不行；{cards}"},
    {"predict.scaling_kind_never", "{kind}：直到 {count} 个 GPU 都放不下；{cards}"},
    {"predict.no_card", "没有显卡"},
    {"predict.no_adapters", "predict 不预测 {task} 训练；estimate-memory --task {task} 计算其显存"},
    {"predict.no_such_recompute",
     "{software} 没有这种重算：按 PyTorch 的方式预测（每两个矩阵乘重算一个，及其间全部）。"},
    {"predict.option_task", "train、serve（默认 train）"},
    {"predict.option_gpu", "显卡，或多个以比较：h100、h100,a100"},
    {"predict.option_all_gpus", "给目录中所有显卡排名"},
    {"predict.option_gpus", "GPU 数（默认为布局的乘积，或 1；serve：放得下的最少数量）"},
    {"predict.option_batch_size",
     "每个数据并行进程同时处理的序列数（默认 1）；1,2,4,8 显示拐点；serve：同 --concurrency"},
    {"predict.option_global_batch", "每步全部进程的序列数（默认 批量 x GPU 数）"},
    {"predict.option_precision",
     "fp32、tf32、bf16、fp16、fp8、fp4；serve：bf16、fp16、fp8、int8、int4、fp4（默认 "
     "bf16）；多个或 all 则比较"},
    {"predict.option_software",
     "pytorch、compiled、megatron、transformer_"
     "engine、deepspeed、native；serve：vllm（默认）、sglang、trtllm、llama."
     "cpp（ollama 同）、exllama、mlc、transformers"},
    {"predict.option_recompute", "none、selective 或 full（默认取放得下的里面最快的）"},
    {"predict.option_zero",
     "0 至 3：ZeRO 分摊的内容（默认由程序选择）；未指定 --software 时 3 即 FSDP"},
    {"predict.option_tp", "张量并行（默认由程序选择）"},
    {"predict.option_pp", "流水线级数（默认由程序选择）"},
    {"predict.option_vpp", "每级交错的层块数（默认：Megatron 由程序选择，其他为 1）"},
    {"predict.option_cp", "上下文并行（默认 1）"},
    {"predict.option_ep", "专家并行（默认由程序选择）"},
    {"predict.option_dp", "数据并行（默认为剩余部分）；serve：引擎数"},
    {"predict.option_tokens", "训练的 token 数：300M、2B、1.5T；显示时间与租金"},
    {"predict.option_scaling", "数据、张量、流水线并行对照，从 1 到 --gpus（默认 8）"},
    {"predict.option_explain", "一步的每一项、速率与来源；多个预测则并列"},
    {"predict.bad_tokens",
     "--tokens：“{value}” 不是 1k 至 10000T 的 token 数；请写 300M、2B 或 1.5T"},
    {"predict.all_alone", "--precision all 已比较所有类型；请去掉其他"},
    {"predict.too_many_batches", "--batch-size：超过 {most} 个"},
    {"predict.too_many_gpus", "{asked}：超过 {most} 个 GPU，这是预测的上限"},
    {"predict.layout_product", "{layout}：与 --gpus {gpus} 的数目不符；请去掉其中之一"},
    {"predict.layout_not_divisible", "{layout} 占 {product} 个 GPU，--gpus {gpus} 不是其整数倍"},
    {"predict.both_of_gpus", "--all-gpus 给所有显卡排名，--gpu 指定其中几种：请只给其一"},
    {"predict.one_of_gpus", "请用 --gpu 指定显卡，或用 --all-gpus"},
    {"predict.one_comparison",
     "一次只比较一样：多个显卡（--gpu、--all-gpus）、多个 --precision、多个 --batch-size，或 "
     "--scaling"},
    {"predict.scaling_layout", "--scaling 自行布局；请去掉 --tp、--pp、--vpp、--cp、--ep 和 --dp"},
    {"predict.global_batch",
     "--global-batch {global} 不是 --dp {dp} x --batch-size {batch} 的倍数"},
    {"predict.vpp_too_many",
     "--vpp {vpp}：对 {layers} 层加嵌入和损失（各算一层）而言，每级的层块过多；--pp "
     "{pp}（此处最少的级数）时 --vpp 最大为 {most}"},
    {"predict.vpp_software",
     "--vpp {vpp}：--software deepspeed 的流水线没有交错的级；请用 --vpp 1 或 --software "
     "transformer_engine"},
    {"predict.zero_of_pipeline",
     "{option}：--software {software} 的流水线不切分梯度和权重；请用 --zero 1 或 --pp 1"},
    {"predict.vpp_rounds",
     "--vpp {vpp} 需要流水线级的整数轮：pp {pp} x dp {dp} x 批量 {batch} = {round} "
     "个序列，而 --global-batch {global} 不是其倍数；请用 {multiple}"},
    {"predict.column_largest", "最大批量"},
    {"predict.no_layout_software",
     "{software} 只用数据并行训练，按所给条件 {gpus} 个 GPU 没有这样的布局；其他 --software 可以"},
    {"predict.no_layout",
     "按所给条件，{gpus} 个 GPU 没有可行的布局；请改 --gpus、--global-batch、--batch-size 或布局"},
    {"predict.card_unknown", "{gpu}：其同代没有已发表的训练，因此只给出上限"},
    {"predict.card_lack_peak", "{gpu}：规格没有 16 位稠密峰值，而训练时间由它算出，因此只给出上限"},
    {"predict.card_lack_figure",
     "{gpu}：记录缺少功耗上限或显存带宽，而训练时间由它们算出，因此只给出上限"},
    {"predict.card_several",
     "{gpu}：其同代没有已发表的训练，或规格缺少计算训练时间所需的项（16 "
     "位稠密峰值、功耗上限、显存带宽），因此只给出上限"},
    {"predict.unknown_network",
     "{model}：不建模这样一步的时间（已建模的是解码器及其混合专家、编码器，以及 "
     "resnet50、ssd300、gnmt、"
     "tacotron2、waveglow、ncf 和 transformer-xl 在至多 8 块 NVIDIA GPU（Volta 至 Blackwell）上的 "
     "16 或 32 位训练），因此只给出上限"},
};
const Part predict = predict_entries;

}  // namespace wgf::messages::chinese
