// SPDX-License-Identifier: MIT
// Chinese: audit.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry audit_entries[] = {
    {"audit.description", "按物理判断所称的速率或文件中的每个结果是否可能"},
    {"audit.option_claim",
     "“MODEL seq N RATE samples/s on NxGPU”；也可用 tokens/s、TPOT 20 ms、TTFT 1 s、step 0.1 "
     "s、MFU "
     "40%、TFLOPS、GB/s（all-reduce）；"
     "training、lora 或 inference、fp16 等；中文亦可；或文件：results.json、CSV"},
    {"audit.impossible", "不可能：{claim}，是物理上限的 {factor} 倍。"},
    {"audit.above_its_peak",
     "不可能，或者所依的峰值并非这块卡的：{claim}。MFU 是占稠密峰值的份额，任何工作都不会超过 100 "
     "%。"},
    {"audit.within_rounding",
     "恰在上限：{claim}，为其上限的 {share} %。峰值与所述数字都经过舍入：超出 100 % 不到 1 % "
     "时不判为不可能。"},
    {"audit.possible", "不违反物理：{claim}，为其上限的 {share}。"},
    {"audit.no_room_for_it", "显存放不下权重：{claim} 只有在权重来自显存之外时才可能。"},
    {"audit.no_room_undecided",
     "无法判定：{claim}。显存放不下权重，其余部分从显存之外读入有多快，此处不得而知。"},
    {"audit.streamed",
     "显存放不下权重：{claim} 在权重由主机经 {link} 传送时可能，为该上限的 {share}。"},
    {"audit.streamed_within",
     "显存放不下权重：{claim} 在由主机传送权重时可能，为其上限的 {share}。"},
    {"audit.no_room_step",
     "{model} 仅权重就需 {gb} GB（每个 {bits} 位），{cards} 共有 {room} "
     "GB：由主机传送权重时，一步要传送 {passes} "
     "遍，受 {link} 限制至少需 {most}，其间该说法需要 {amount} "
     "以上；只有由主机计算一部分时才可更少。"},
    {"audit.no_room_within",
     "{model} 仅权重就需 {gb} GB（每个 {bits} 位），{cards} 共有 {room} GB：由主机经 {link} "
     "传送时仍可跟上上述上限，即 {most}。"},
    {"audit.read_as_prompts",
     "按提示词理解，每遍权重处理 {tokens} 个 token；若指生成的 token（每个序列每遍一个），请写 "
     "\"generation\"。"},
    {"audit.read_as_generation",
     "未给出长度，按生成理解，每遍权重生成 {tokens} 个 token；若指提示词，请写 \"prefill\" 或 "
     "\"seq 2048\"。"},
    {"audit.explain_streamed_step", "一步传送 {passes} 遍：{time}。"},
    {"audit.beyond_streamed",
     "显存放不下权重：{claim} 是权重由主机传送时上限的 {factor} "
     "倍，只有主机也计算一部分才可能。"},
    {"audit.no_room_pass",
     "仅 {model} 的权重就需 {gb} GB（每个 {bits} 位），{cards} 只有 {room} "
     "GB：由主机传送权重时，按 {link} "
     "每遍历一次权重至少 {most}，按该说法每遍至少须处理 "
     "{amount}；只有主机也计算一部分才可更少。"},
    {"audit.unit_tokens", "{count} 个 token"},
    {"audit.unit_samples", "{count} 个样本"},
    {"audit.explain_streamed",
     "每遍由主机传送：超出显存 {room} GB 的权重 {streamed} GB / （{gpus} x {rate} GB/s 的 "
     "{link}） = {time}。"},
    {"audit.no_room",
     "仅 {model} 的权重就需 {gb} GB（每个 {bits} 位），{cards} 只有 {room} "
     "GB：只有每步由主机重新传送权重，"
     "或由主机计算一部分，才能运行，速率不得而知。"},
    {"audit.no_room_unified",
     "仅 {model} 的权重就需 {gb} GB（每个 {bits} 位），{cards} 只有与主机共用的 {room} "
     "GB：只有每步从磁盘重新读取权重才能运行，速率不得而知。"},
    {"audit.no_room_rate",
     "仅 {model} 的权重就需 {gb} GB（每个 {bits} 位），{cards} 只有 {room} "
     "GB：由主机传送权重时，按 {link} 至多 "
     "{most}；只有主机也计算一部分才会更高。"},
    {"audit.no_room_first",
     "仅 {model} 的权重就需 {gb} GB（每个 {bits} 位），{cards} 只有 {room} "
     "GB：由主机传送权重时，按 {link} "
     "首个 token 至少 {most}；只有主机也计算一部分才会更短。"},
    {"audit.no_room_time",
     "仅 {model} 的权重就需 {gb} GB（每个 {bits} 位），{cards} 只有 {room} "
     "GB：由主机传送权重时，按 {link} "
     "每个 token 至少 {most}；只有主机也计算一部分才会更短。"},
    {"audit.kindest_variant", "{name} 在此指 {chosen}，即其各型号中上限最高的一种；另有：{others}"},
    {"audit.number_format",
     "{name} 按 {chosen} 处理；名称中的 {format} 不予采用：未写明类型（fp8、int8 等）时权重按 4 "
     "位计，为此处已知的最少位数"},
    {"audit.number_format_taken", "{name} 按 {chosen} 处理，类型以其名称为准"},
    {"audit.needs", "至少需要 {needed}{reading}；{cards} 至多有 {available}（{basis}）。"},
    {"audit.reading_rate", ""},
    {"audit.reading_share", "（MFU 按稠密 {type} 峰值计，每块 {peak}）"},
    {"audit.reading_training", "（训练：前向的三倍）"},
    {"audit.reading_steps", "（步数按训练理解，除非写明推理：前向的三倍）"},
    {"audit.reading_adapters", "（适配器：前向的两倍，冻结的权重没有梯度）"},
    {"audit.reading_inference", "（推理：只有前向）"},
    {"audit.reading_unstated", "（未说明训练或推理，按只有前向的推理计）"},
    {"audit.basis_bandwidth", "显存带宽"},
    {"audit.basis_type", "所称类型或更宽类型在最高频率下的稠密峰值"},
    {"audit.basis_fastest", "其最快类型在最高频率下的稠密峰值"},
    {"audit.basis_floating", "其最快浮点类型在最高频率下的稠密峰值"},
    {"audit.clock", "峰值按 {highest} MHz 计，即此类显卡时钟可达的上限；额定为 {rated} MHz。"},
    {"audit.at_most", "至多可能：{most}。"},
    {"audit.at_most_steps", "至多可能：{steps}（批量 {batch}），即 {most}。"},
    {"audit.at_least", "可能：每个 token 至少 {time}。"},
    {"audit.at_least_first", "可能：首个 token 至少 {time}。"},
    {"audit.at_most_training", "训练至多：{most}；所称为其 {factor} 倍。"},
    {"audit.of_all", "按全部 {gpus} 块 GPU 合计理解；若为每块的速率，请写“per GPU”。"},
    {"audit.not_shown_true", "可能不等于属实：predict 给出大概的数字。"},
    {"audit.no_claim", "请写出要核查的说法：\"gpt2-xl seq 1024 20 samples/s on 1xA100\""},
    {"audit.no_rate",
     "“{value}”：其中没有速率；请写 245 samples/s、3000 tokens/s、400 TFLOPS 或 2000 GB/s "
     "这样的速率"},
    {"audit.no_time",
     "“{value}”：时间须是每个 token 或每步的：请写 “TPOT 20 ms”、“TTFT 200 ms” 或 “step 0.1 s”"},
    {"audit.no_share", "“{value}”：MFU 是峰值的占比：请写 “MFU 40%”"},
    {"audit.rates_conflict", "不可能同时成立：“{first}”与“{second}”相差 {factor} 倍。"},
    {"audit.rates_agree", "各速率彼此相符；下面逐一对照物理。"},
    {"audit.rates_apart", "各速率彼此无关；下面逐一对照物理。"},
    {"audit.other_memory",
     "{gpu} 有 {gb} GB，而不是 {claimed}：请写出有这么多显存的卡，或者不写显存"},
    {"audit.no_gpu", "“{value}”：其中没有 GPU；请写 \"on 8xh100\""},
    {"audit.no_model", "“{value}”：其中没有网络，样本与 token 的速率需要它"},
    {"audit.no_sequence", "“{value}”：每个样本多少 token？请写 \"seq {example}\""},
    {"audit.no_batch", "“{value}”：每秒步数须有批量：请写 “batch 32”"},
    {"audit.no_number", "“{value}” 后面须是不小于 1 的数"},
    {"audit.bad_count", "“{value}”：GPU 数为 1 至 1048576"},
    {"audit.at_most_generated",
     "若为生成的 token（同时 {batch} 个序列），在 {gpu} 上至多：{most}；所称为其 {factor} 倍（写上 "
     "generation "
     "即按此核查）。"},
    {"audit.unknown_peak",
     "{model}（{gpu}）：该卡的峰值未知，无从核查读入的 token；若是生成的 "
     "token，可按显存带宽核查，请写 "
     "generation batch 1"},
    {"audit.unknown_half",
     "{model}：一个 token 经过编码器或解码器之一，无从得知是哪个，因此除训练外不核查 token "
     "数；请写 samples/s 并附 seq 512"},
    {"audit.unknown_work", "{model}（{gpu}）：其 FLOP 或显卡峰值未知，无从核查"},
    {"audit.basis_link", "每块的互联，单向"},
    {"audit.reading_all_reduce",
     "（all-reduce，经每块的互联；所称按总线带宽理解，即 nccl-tests 的 busbw）"},
    {"audit.reading_collective", "（经每块的互联；所称按总线带宽理解，即 nccl-tests 的 busbw）"},
    {"audit.reading_product", "（矩阵乘法：即其自身的 FLOP）"},
    {"audit.no_product_rate", "“{value}”：矩阵乘法的速率以 TFLOPS 计；请写 700 TFLOPS matmul"},
    {"audit.unknown_unit", "没有速率单位“{value}”；最接近的是：{nearest}"},
    {"audit.unknown_unit_alone",
     "没有速率单位“{value}”；速率的单位为 samples/s、tokens/s、TFLOPS 或 GB/s"},
    {"audit.explain_clock",
     "此峰值按 {highest} MHz 计，即显卡的最高时钟，任何结果都不能超过；list-gpus "
     "所列为厂商在较低时钟下给出的数字（bf16：{quoted}，而非 {peak} TFLOP/s）。"},
    {"audit.no_link_rate", "“{value}”：集合通信的速率以 GB/s 计；请写 400 GB/s all-reduce"},
    {"audit.one_gpu_link", "“{value}”：互联至少在两块 GPU 之间；请写 \"on 8xh100\""},
    {"audit.unknown_columns",
     "{file}：既不是本程序的结果（results.json，或其 CSV：case、metric、value、device、"
     "device_"
     "name、status），也不是已发表的训练、经典网络、推理服务、显存、矩阵乘法或集合通信的测量表（列"
     "见 data/truth/README.md），audit 只读这些；单个速率请作为说法核查：audit "
     "\"gpt2 training seq 1024 20 samples/s on "
     "1xh100\""},
    {"audit.empty_file",
     "{file} 是空的：请指定结果文件（results.json 或其 CSV），或已发表测量的表"},
    {"audit.folder", "{path} 是文件夹；请指定其中一个文件"},
    {"audit.device", "{path} 是设备而不是文件；请指定 results.json、其 CSV 或已发表测量的表"},
    {"audit.several_files", "给出了 {count} 个文件；audit 一次只读一个"},
    {"audit.file_summary",
     "{file}：{rows} 个结果，{checked} 个已对照物理，{impossible} 个不可能。"},
    {"audit.file_fault", "- {name}：{what}"},
    {"audit.file_unread", "{count} 个无法核查："},
    {"audit.file_unread_reason", "- {count}：{reason}（{names}）"},
    {"audit.and_more", "；另有 {count} 个"},
    {"audit.unknown_device", "目录中没有此设备"},
    {"audit.no_limit", "所测的量没有已知的上限"},
    {"audit.share_above_peak", "MFU {share} % 超过了显卡的全部峰值"},
    {"audit.option_explain", "逐项给出算式"},
    {"audit.reading_weights",
     "：{batch} 个序列每生成一个 token 要读一遍 {gb} GB 权重（以 {type} 计）"},
    {"audit.reading_prompt", "：一个提示词至少要读一遍 {gb} GB 权重（以 {type} 计）"},
    {"audit.not_speculative", "指生成的 token：提示词的 token 和投机解码接受的草稿不必各读一遍。"},
    {"audit.beyond_longest", "{model} 至多 {longest} 个 token，少于所称的 {sequence}。"},
    {"audit.explain_flops",
     "{tokens} 个 token 的前向：矩阵 {matrices} + 注意力 {attention} + 输出 {head} = {total} "
     "GFLOP。"},
    {"audit.four_bits", "4 位"},
    {"audit.explain_reading",
     "读一遍：权重 {gb} GB 减去 {cards} 的缓存所容 {cached} GB = {left} GB，供 {batch} 个 token。"},
    {"audit.explain_needed", "需要：{claim} x 每个 {each} = {needed}。"},
    {"audit.explain_available", "可用：{gpus} x {one} = {available}；需要 / 可用 = {factor}。"},
    {"audit.too_large", "“{value}”：没有机器能到如此速率；请核对数字与单位"},
    {"audit.negative", "“{value}”：速率与长度为正数"},
    {"audit.unknown_word",
     "“{value}” 既不是说法中的词，也不是网络或 GPU（见 list-models、list-gpus）"},
    {"audit.unknown_word_alone",
     "“{value}” 既不是文件，也不是含速率、网络和 GPU 的说法；请这样写：\"gpt2-xl seq 1024 20 "
     "samples/s on 1xA100\""},
    {"audit.no_such_file", "没有可供 audit 的文件 {path}；请检查文件名和文件夹"},
    {"audit.row_flops", "需要 {needed} TFLOP/s，{cards} 只有 {available}（{factor} 倍）"},
    {"audit.row_bandwidth", "需要读取 {needed} GB/s，{cards} 只有 {available}（{factor} 倍）"},
    {"audit.row_link",
     "每块 GPU 发送 {needed} GB/s，{cards} 的互联只有 {available}（{factor} 倍）"},
    {"audit.row_memory", "一块 GPU 占用 {needed} GiB，{cards} 只有 {available}（{factor} 倍）"},
    {"audit.rate_above_peak",
     "{rate} samples/s，按网络的 FLOP 与显卡峰值至多 {most}（{factor} 倍）"},
    {"audit.memory_above_card", "占用 {used} GiB，而显卡只有 {most}"},
    {"audit.marked_invalid", "测量时已标为超出显卡上限"},
};
const Part audit = audit_entries;

}  // namespace wgf::messages::chinese
