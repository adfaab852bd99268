// SPDX-License-Identifier: MIT
// Chinese: select.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry select_entries[] = {
    {"select.description", "按规模选训练、按场景选推理、按预算选卡、看哪种 GPU 放得下什么模型"},
    {"select.option_capacity", "模型与 GPU 的矩阵：token/s 与每千 token 美元，或所需显存"},
    {"select.option_task", "training（训练）或 inference（推理）"},
    {"select.option_model_size", "训练的规模：7b、13b、70b 或 175b [四种都列]"},
    {"select.option_scenario", "推理的场景：chat、api、batch 或 edge [四种都列]"},
    {"select.option_tier", "under-5k、5k-15k、15k-50k、over-50k（买 GPU 的美元数）或 all（全部）"},
    {"select.option_model",
     "--capacity 的模型，用逗号隔开 [llama-3.1-8b,llama-3.1-70b,gpt3-175b]；其他情形一个模型 "
     "[训练：由规模定；推理：llama-3.1-8b]"},
    {"select.option_gpu",
     "--capacity 的卡，用逗号隔开 [rtx-4090,l40s,a100-sxm-80gb,h100-sxm,h200-sxm,b200,mi300x]"},
    {"select.option_precision",
     "--capacity：bf16、fp16、fp8、int8、int4、fp4 之一 [bf16]；其他情形同 recommend"},
    {"select.option_train_tokens", "整个训练的 token 数：100B [每个参数 20 个]"},
    {"select.option_deadline",
     "训练须在此时间内结束，无单位时为秒：12h、30d、8w [不限；--budget-tier：90d]"},
    {"select.option_max_gpus", "GPU 上限 [64；edge：1]"},
    {"select.option_users",
     "同时有请求在处理的用户数 [chat：100 和 1000，api：1000，batch：最便宜的数量，edge：1 和 10]"},
    {"select.option_requests", "必须同时放得下的请求数 [16]"},
    {"select.option_input_tokens", "提示的 token 数，如 2000 或 8k [1024]"},
    {"select.option_output_tokens", "回答的 token 数 [256；--capacity：1024；网络长度不足时更少]"},
    {"select.option_priority",
     "speed、cost、memory、energy 或 balanced [训练：balanced，推理：cost]"},
    {"select.option_explain", "--capacity：每格的显存与美元；其他情形：选择背后的各项指标和得分"},
    {"select.which",
     "请说明要选什么：--task training、--task inference、--budget-tier all 或 "
     "--capacity（在终端里不带选项的 select 会提问）"},
    {"select.belongs", "{option} 属于 {flags}；请去掉它，或改问那一项"},
    {"select.two_answers", "{first} 和 {second} 是两种回答；请只给一个"},
    {"select.one_precision", "--capacity 一次只显示一种精度"},
    {"select.one_model", "一次只写一个模型或一种规模"},
    {"select.capacity_title",
     "单个 GPU，{precision}，同时 {requests} 个请求，每个输入 {input}、输出 {output} 个 "
     "token，vLLM：输出 token/s 与每千 token 美元，或全部所需的显存"},
    {"select.capacity_lengths", "{models}：输入 {input}、输出 {output} 个 token。"},
    {"select.capacity_note",
     "❌：单个 GPU 需要有的可用显存，含权重、全部请求的缓存与软件自身占用。$：单个 GPU "
     "的最低按需租金（cloud-prices）；-：没有单独出租的，或没有预测。token/s 下面是其 90 % 区间。"},
    {"select.training_title", "训练：最多租 {gpus} 个 GPU，优先{priority}，每种规模的首选"},
    {"select.training_note",
     "模型：7b 为 llama-2-7b，13b 为 llama-2-13b，70b 为 llama-3.1-70b，175b 为 "
     "gpt3-175b；没有给出的 token 数按每个参数 20 个计。第二行为 90 % "
     "区间。rc：重算各层，sel：重算其中一部分。--model-size "
     "显示三个选择，以及 ZeRO、重计算和 LoRA 的作用。"},
    {"select.inference_title",
     "推理 {model}，输入 {input}、输出 {output} 个 token；TTFT 与 TPOT 上限：chat 2 s、100 "
     "ms；api 450 ms、40 ms；edge 2 s、200 ms；batch 无上限；按{priority}的首选"},
    {"select.inference_note",
     "时限指平均时间。chat、api、batch 为租用（美元/小时）；edge 为购买一个不超过 "
     "$5,000 的 GPU。场景后的数字为同时的用户数。第二行为 90 % 区间。--scenario 显示各三个选择。"},
    {"select.nothing", "{name}（{users} 个用户）：{reason}"},
    {"select.nothing_trains", "{name}：{reason}"},
    {"select.any_users", "不限"},
    {"select.column_size", "规模"},
    {"select.column_tokens", "token 数"},
    {"select.column_strategy", "并行方式"},
    {"select.column_time", "用时"},
    {"select.column_scenario", "场景"},
    {"select.column_memory", "显存 GB"},
    {"select.column_dollars", "每千 token 美元"},
    {"select.capacity_explained",
     "显存：（权重 + 其他 + 请求数 x 单个请求最长时的缓存）/ 引擎占用的可用显存比例。美元：每小时 "
     "$ / 3600 "
     "秒 / 每秒 token 数 x 1,000。"},
    {"select.advice", "另外的办法（就首选而言，每个 GPU）："},
    {"select.advice_alone", "另外的办法："},
    {"select.sharing",
     "- {how} 把每个 GPU 本要整份保存的状态分摊：{gb}，不分摊则 {without}，可用 {usable}。"},
    {"select.recompute", "- 重计算（梯度检查点，{how}）：{gb}，不用则 {other}，可用 {usable}。"},
    {"select.no_recompute",
     "- 不需要重计算（梯度检查点）：{gb}，可用 {usable}；全部重计算则为 {other}。"},
    {"select.adapters",
     "- 改用 {name} 微调：单个 GPU {gb}，每次一个序列，重计算；1 x {gpu}，{price} 美元/小时起。"},
    {"select.adapters_nowhere",
     "- 改用 {name} 微调：单个 GPU {gb}，每次一个序列，重计算；没有能单独容下它的租用 GPU。"},
    {"select.qlora_release",
     "{gpu} 上 QLoRA 的 4 位权重需要 bitsandbytes {release} 或更新版本"
     "（huggingface.co/docs/bitsandbytes）。"},
    {"select.tier_under", "低于 ${to}"},
    {"select.tier_over", "高于 ${from}"},
    {"select.use_train", "训练最大到 {model}"},
    {"select.use_adapt", "用 QLoRA 在一个 {gpu} 上微调最大到 {model}"},
    {"select.use_serve", "推理最大到 {model}"},
    {"select.uses", "用途：{uses}。这些卡适合：{suits}。"},
    {"select.tier_work", "{task}：{model}"},
    {"select.tier_trains_nothing", "训练：连 {model} 也不行。"},
    {"select.tier_trains_nothing_cheapest", "训练：连 {model} 也不行，它至少需要 ${usd}：{what}。"},
    {"select.tier_trains_nothing_most",
     "训练：连 {model} 也不能按时完成；不论价格最快为 {rate} token/s（{what}），--deadline "
     "可放宽期限。"},
    {"select.tier_serves_nothing", "推理：连 {model} 也不行。"},
    {"select.tier_serves_nothing_cheapest", "推理：连 {model} 也不行，它至少需要 ${usd}：{what}。"},
    {"select.tier_serves_nothing_most",
     "推理：连 {model} 也不能满足这些限值；最接近的是 {what}，{rate} token/s。"},
    {"select.tiers_note",
     "价格只含 GPU，最多 {gpus} 个。模型取 "
     "gpt3-175b、llama-3.1-70b、llama-2-13b、llama-2-7b、llama-3.2-3b、llama-3.2-1b "
     "中最大的：按每个参数 20 个 token 训练能在 {deadline}（--deadline）内结束的，以及同时至少 "
     "{users} 个用户都能在 500 ms 内得到首个 token、其后每个在 100 ms 内 "
     "的。最后一列为训练用时，或同时的用户数。第二行为 90 % "
     "区间。次序同 recommend 的 balanced。"},
    {"select.mark_old_rent", "*：已知最便宜的租金已超过 30 天或日期未知（cloud-prices）。"},
    {"select.mark_old_purchase", "*：最近十二个月内没有已知价格。"},
    {"select.mark_old_both",
     "*：已知最便宜的租金已超过 30 "
     "天或日期未知（cloud-prices）；购买的，最近十二个月内没有已知价格。"},
    {"select.mark_risk", "!：限制落在 90 % 区间之内，可能超出。"},
    {"select.mark_four_bits",
     "fp4、int4：权重用四位，因为更宽的都不能满足要求；回答会损失一些准确度。"},
    {"select.price_of", "{gpu} ${price}（{basis}）"},
    {"select.prices", "单卡价格的依据：{prices}。"},
    {"select.list_semicolon", "；"},
    {"select.same", "不提问的同一命令：{command}"},
    {"select.ask_kind", "GPU 用来做什么？（输入编号或名称；回车：1）"},
    {"select.ask_size", "模型多大？"},
    {"select.ask_tokens", "训练读多少 token？（如 100B；回车：每个参数 20 个）"},
    {"select.ask_gpus", "最多多少个 GPU？（回车：64）"},
    {"select.ask_scenario", "哪种场景？"},
    {"select.ask_model", "哪个模型？（list-models 里的名称；回车：llama-3.1-8b）"},
    {"select.ask_users", "同时多少用户？（回车：按场景）"},
    {"select.ask_tier", "买 GPU 的预算是多少？"},
    {"select.ask_precision", "哪种精度？"},
    {"select.ask_requests", "同时多少请求？（回车：16）"},
    {"select.ask_again", "请输入 1 到 {last}，或名称。"},
    {"select.answer_training", "training：训练模型"},
    {"select.answer_inference", "inference：推理服务"},
    {"select.answer_budget", "budget：一笔钱能买什么"},
    {"select.answer_capacity", "capacity：哪些 GPU 放得下哪些模型"},
    {"select.answer_7b", "7b"},
    {"select.answer_13b", "13b"},
    {"select.answer_70b", "70b"},
    {"select.answer_175b", "175b：1750 亿参数及以上"},
    {"select.answer_chat", "chat：有人边读边等，100 到 1,000 用户"},
    {"select.answer_api", "api：答复要快，1,000 用户以上"},
    {"select.answer_batch", "batch：无人等待，重吞吐量"},
    {"select.answer_edge", "edge：一个 GPU，1 到 10 用户"},
    {"select.answer_under_5k", "under-5k：低于 $5,000"},
    {"select.answer_5k_15k", "5k-15k：$5,000 到 $15,000"},
    {"select.answer_15k_50k", "15k-50k：$15,000 到 $50,000"},
    {"select.answer_over_50k", "over-50k：高于 $50,000"},
    {"select.answer_bf16", "bf16"},
    {"select.answer_fp8", "fp8"},
    {"select.answer_int8", "int8"},
    {"select.answer_int4", "int4"},
};
const Part select = select_entries;

}  // namespace wgf::messages::chinese
