// SPDX-License-Identifier: MIT
// Chinese: serve.* (predict --task serve)

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry serve_entries[] = {
    {"serve.option_concurrency", "serve：同时在途的请求数（默认 32）；1,8,64 显示拐点"},
    {"serve.option_input_tokens", "serve：一个提示的 token 数，如 2000 或 8k（默认 1024）"},
    {"serve.option_output_tokens", "serve：为其生成的 token 数（默认 256）"},
    {"serve.option_slo", "serve：平均时间的上限，单位毫秒：ttft=500ms,tpot=30ms"},
    {"serve.option_scenario",
     "serve：chat（TTFT 2 s、TPOT 100 ms）、api（450 ms、40 ms）、edge（2 s、200 "
     "ms）、batch（无上限）"},
    {"serve.option_kv_precision", "serve：键值缓存的精度：bf16、fp8（默认按各软件的惯例）"},
    {"serve.option_attention_dp", "serve：专家模型引擎中的注意力组数（默认自动选择）"},
    {"serve.title", "{model}（{params} B 参数），以 {precision} 在 {cards} 上提供服务{scenario}"},
    {"serve.for_scenario", "，用于 {scenario}（--scenario）"},
    {"serve.setting",
     "输入 {input} 个、输出 {output} 个 token；{load} 个请求在途；键值缓存 {bits} 位。"},
    {"serve.setting_loads", "输入 {input} 个、输出 {output} 个 token；键值缓存 {bits} 位。"},
    {"serve.setting_precisions", "输入 {input} 个、输出 {output} 个 token；{load} 个请求在途。"},
    {"serve.setting_precisions_most",
     "输入 {input} 个、输出 {output} 个 token；各行在途请求数为上限内的最大值。"},
    {"serve.layout_loads", "软件 {software}；各负载均用布局 {layout}：最大负载下最好者。"},
    {"serve.layout_loads_fewest",
     "软件 {software}；各负载均用布局 {layout}：最大负载下最好者，GPU 数为 {counts} "
     "中在上限内放得下的最少者"
     "（若有；--gpus 1 指定一块）。"},
    {"serve.devices",
     "程序将一块 {cards} 视为 {devices} 个设备：一块卡的服务即分布其上，如同张量并行。"},
    {"serve.devices_tp",
     "程序将一块 {cards} 视为 {devices} 个设备：一块卡的服务即分布其上，如同张量并行（tp "
     "为此处所写的 {devices} 倍）。"},
    {"serve.layout_precisions", "软件 {software}；每种精度用各自最好的布局，GPU 数相同。"},
    {"serve.layout_given", "软件 {software}；布局 {layout}，按所给。"},
    {"serve.layout_tokens",
     "软件 {software}；布局 {layout}。未给出的部分自动选择：放得下的布局中每秒 token 最多者。"},
    {"serve.layout_tokens_fewest",
     "软件 {software}；布局 {layout}。{counts} 个 GPU "
     "中能容纳模型与负载且不超限值（若有可能）的最少"
     "数量；其布局中每秒 token 最多者。"},
    {"serve.layout_users",
     "软件 {software}；布局 "
     "{layout}。未给出的部分自动选择：限值内在途请求最多者，此处即按这一数量。"},
    {"serve.layout_users_fewest",
     "软件 {software}；布局 {layout}。{counts} 个 GPU 中能达到限值（若有可能）的最少"
     "数量；其布局中限值内在途请求最多者，此处即按这一数量。"},
    {"serve.figure_ttft", "TTFT，平均"},
    {"serve.figure_tpot", "TPOT，平均"},
    {"serve.figure_user", "单个用户 tokens/s"},
    {"serve.figure_tokens", "全部输出 tokens/s"},
    {"serve.figure_tokens_per_gpu", "单个 GPU 输出 tokens/s"},
    {"serve.figure_requests", "请求/s"},
    {"serve.figure_users", "{limits} 内的用户数"},
    {"serve.figure_cache_tokens", "KV 缓存，token 数"},
    {"serve.figure_cache_requests", "KV 缓存，请求数"},
    {"serve.column_token", "一个 token"},
    {"serve.column_tpot", "TPOT 的项"},
    {"serve.column_ttft", "TTFT 的项"},
    {"serve.column_memory", "每个 GPU 的 GB"},
    {"serve.memory_weights", "权重"},
    {"serve.memory_others", "上下文、图、一个分块"},
    {"serve.memory_cache", "留给缓存"},
    {"serve.memory_budget", "引擎占用"},
    {"serve.column_gpus", "GPU"},
    {"serve.left_out", "为适合 {width} 列而未列出：{columns}；--json 含全部数字。"},
    {"serve.column_users", "用户"},
    {"serve.column_weights", "GB"},
    {"serve.column_products", "乘法"},
    {"serve.column_load", "在途"},
    {"serve.column_user", "每用户"},
    {"serve.column_waiting", "等待"},
    {"serve.group_weights", "读取权重与相乘"},
    {"serve.group_cache", "对缓存的注意力"},
    {"serve.group_communication", "通信"},
    {"serve.group_host", "小算子与主机"},
    {"serve.group_prompts", "他人的提示"},
    {"serve.term_matrices", "矩阵"},
    {"serve.term_wide_matrices", "16 位矩阵"},
    {"serve.term_experts", "专家"},
    {"serve.term_imbalance", "不均衡"},
    {"serve.term_attention", "注意力"},
    {"serve.term_latent_cache", "潜在注意力"},
    {"serve.term_prompts", "提示"},
    {"serve.term_latent_prompts", "潜在提示"},
    {"serve.term_recurrent", "循环层"},
    {"serve.term_collectives", "集合通信"},
    {"serve.term_exchange", "交换"},
    {"serve.term_unpacking", "解包"},
    {"serve.term_between", "其间"},
    {"serve.term_kernels", "小算子"},
    {"serve.term_host", "主机"},
    {"serve.term_prompts_of_others", "他人的提示"},
    {"serve.term_prompt", "提示"},
    {"serve.term_request", "请求"},
    {"serve.term_waiting", "等待"},
    {"serve.term_arrivals", "到达"},
    {"serve.meaning_matrices", "与检查点窄类型权重的乘积"},
    {"serve.meaning_wide_matrices", "16 位：输出矩阵，bf16 时为全部"},
    {"serve.meaning_experts", "路由专家，token 均匀分布"},
    {"serve.meaning_imbalance", "热门专家更久"},
    {"serve.meaning_attention", "读取在运行请求的键值一次"},
    {"serve.meaning_latent_cache", "缓存为潜在表示时同上"},
    {"serve.meaning_prompts", "提示的注意力"},
    {"serve.meaning_latent_prompts", "缓存为潜在表示时同上"},
    {"serve.meaning_recurrent", "循环层的状态"},
    {"serve.meaning_collectives", "GPU 之间的求和"},
    {"serve.meaning_exchange", "把 token 送到其专家所在的 GPU 并取回"},
    {"serve.meaning_unpacking", "处理提示前将窄权重展开为 16 位"},
    {"serve.meaning_between", "归一化、激活、旋转"},
    {"serve.meaning_kernels", "每个小算子的启动"},
    {"serve.meaning_host", "调度器，两次前向之间"},
    {"serve.meaning_prompts_of_others", "两个 token 之间读取的提示"},
    {"serve.meaning_prompt", "自己的提示，单独读取"},
    {"serve.meaning_request", "网络、队列、半次进行中的前向"},
    {"serve.meaning_waiting", "等待空位或前面的请求"},
    {"serve.meaning_arrivals", "随机到达的提示"},
    {"serve.memory",
     "单个 {gpu} 的显存：权重 {weights} GB，其他 {others} GB，缓存 {cache} "
     "GB；引擎占用十分之九，即 {budget} GB。"},
    {"serve.memory_whole",
     "单个 {gpu} 的显存：权重 {weights} GB，其他 {others} GB，缓存 {cache} "
     "GB；单用户程序可占用全部 {budget} GB。"},
    {"serve.waiting", "在途请求中有 {waiting} 个在缓存中没有空位而等待：TTFT 主要由此而来。"},
    {"serve.beyond_rows",
     "已发布数据中，这么多引擎同时处理的请求不超过 {most}：不计更多，更大的负载未经检验。"},
    {"serve.beyond_limits", "达不到 {limits}：这些 GPU 在该负载下没有布局能做到。此为超出最少者。"},
    {"serve.explain_memory",
     "缓存：{share} x {memory} GB = {budget} GB，减权重 {weights} GB，减上下文、图、通信与一段提示 "
     "{others} GB（± {spread}，90 %）= 每个 GPU {free} GB。"},
    {"serve.explain_cache",
     "平均长度的请求（输入加四分之三输出）在每个 GPU 上占 {request} MB：每个引擎 {requests} "
     "个请求、{tokens} 个 token。"},
    {"serve.fitted",
     "系数：{date} 由 {rows} 条已发布数据拟合。区间来自留出拟合的数据组，并以物理极限截断：TTFT "
     "{ttft}，TPOT {tpot}，tokens/s {tokens}。"},
    {"serve.basis_card", "依据 {gpu} 上 {software} 的 {rows} 条已发布测量：{sources}。"},
    {"serve.basis_generation",
     "没有 {gpu} 上 {software} 的已发布测量：依据其规格、同代显卡的算子（{generation}：各种软件共 "
     "{rows} 条；{sources}），以及其他显卡上的 {software}。"},
    {"serve.basis_none",
     "没有 {gpu} 或同代显卡（{generation}）的已发布测量：依据其规格，以及其他显卡上的 "
     "{software}。区间未在此类显卡上检验。"},
    {"serve.cards_setting",
     "输入 {input} 个、输出 {output} 个 token；软件 {software}；每种显卡用各自最好的布局。"},
    {"serve.cards_tokens",
     "按每秒输出 token 由多到少。* 该显卡与软件没有已发布测量。区间重叠的显卡无法区分。"},
    {"serve.cards_tokens_per_gpu",
     "各用 {counts} 个 GPU 中能容纳模型与负载的最少数量；按单个 GPU 每秒输出 token 由多到少。* "
     "该显卡与软件没有已发布测量。区间重叠的显卡无法区分。"},
    {"serve.cards_users",
     "按限值内用户数由多到少，token 与时间均为该数量时。* "
     "该显卡与软件没有已发布测量。区间重叠的显卡无法区分。"},
    {"serve.cards_users_per_gpu",
     "各用 {counts} 个 GPU 中能达到限值的最少数量；按单个 GPU 限值内用户数由多到少，token "
     "与时间均为该数量时。* "
     "该显卡与软件没有已发布测量。区间重叠的显卡无法区分。"},
    {"serve.users_note", "用户：始终在途、且平均不超过 {limits} 的请求数，取容纳最多的布局。"},
    {"serve.users_layout", "另一布局在这些上限内容纳更多用户：{users}（{range}），{layout}。"},
    {"serve.users_on_layout", "在 {limits} 内，此布局可容纳 {users} 个用户（{range}）。"},
    {"serve.without_unknown_card", "无预测（没有同类已发布数据，或规格缺少所需项）：{names}。"},
    {"serve.without_no_precision", "使用该软件时不作预测：{names}。"},
    {"serve.without_not_known_to_run",
     "此软件在此显卡上未见支持（docs/method/service-forecast.md，Number formats）：{names}。"},
    {"serve.without_no_room", "放不下：{names}。"},
    {"serve.without_no_layout", "注意力头、层或专家无法如此切分：{names}。"},
    {"serve.precisions_note",
     "GB：单个 GPU "
     "的权重。KV：键值缓存的位数。乘法：显卡相乘所用的类型；_weights：存储为窄类型，以 16 "
     "位相乘。"},
    {"serve.accuracy_bf16", "基准。"},
    {"serve.accuracy_fp16", "与 bf16 相同，除非激活超过 65,504。"},
    {"serve.accuracy_fp8",
     "Llama 3.1 的 8 至 405 B 上基本无损（Kurtic 等，arXiv 2411.02355）。8 "
     "位键值缓存不在该研究之内。"},
    {"serve.accuracy_int8",
     "激活也用 8 位时 Llama 3.1 损失 1 至 3 %（Kurtic 等，arXiv 2411.02355）；此处仅权重：未知。"},
    {"serve.accuracy_int4",
     "仅权重、调校良好时与 8 位相当（Llama 3.1；Kurtic 等，arXiv 2411.02355）。llama.cpp 的 "
     "Q4_K_M：Llama 3 8B 困惑度 +0.1754（llama-quantize）。"},
    {"serve.accuracy_fp4",
     "并非必然优于 int4：直接转为 MXFP4 损失大，NVFP4 较小，专用方法可挽回大部分（arXiv "
     "2509.23202）。请以自己的任务检验。"},
    {"serve.knee_note",
     "拐点为 {load} 个在途：在无人等待空位的负载中，达到最高每秒 token 数 95 % "
     "的最小者。再多收益甚微。"},
    {"serve.still_rising",
     "至 {load} 个并发（其中无人等待空位的最大者）仍无拐点：每秒 token "
     "数比所有更小的负载高 5 % 以上。"},
    {"serve.one_fits", "其中只有 {load} 个并发时无人等待空位，看不出拐点。"},
    {"serve.no_knee", "在这些负载下，均有请求等待缓存空位。"},
    {"serve.bounds",
     "仅按物理极限，输入 {input} 个、输出 {output} 个 token：TTFT 至少 {ttft}（提示的 FLOPs / "
     "峰值），TPOT 至少 {tpot}（一个 token 的权重 / 带宽），至多 {tokens} 输出 "
     "tokens/s。这不是预测：实际服务只达到其一部分。"},
    {"serve.bounds_of_memory",
     "仅按物理极限：TTFT 至少 {ttft}，TPOT 至少 {tpot}（一个 token 的权重 / "
     "带宽；此类乘法的峰值未知，无从按提示和总吞吐给出极限）。这不是预测：实际服务只达到其一部分"
     "。"},
    {"serve.bounds_without_room",
     "其权重 {weights} GB 放不进可用的 {usable} GB：这样的服务根本无法运行。"},
    {"serve.no_bounds", "其 FLOP 数或显卡的 16 位峰值未知，此处给不出上限。"},
    {"serve.bounds_samples",
     "仅按物理极限至多 {samples} 样本/s（前向 FLOPs / 16 "
     "位峰值）。这不是预测：实际服务只达到其一部分。"},
    {"serve.bounds_sequences",
     "仅按物理极限，每个样本 {input} 个 token，至多 {samples} 样本/s（前向 FLOPs / 16 "
     "位峰值）。这不是预测：实际服务只达到其一部分。"},
    {"serve.bad_limit",
     "--slo：“{value}”不是 10 us 到 1 h 的时间；请写 30ms 或 0.5s（不带单位为毫秒）"},
    {"serve.no_tpot", "--slo：--output-tokens 1 时没有 token 之间的时间，请去掉 tpot"},
    {"serve.bad_slo", "--slo：“{value}”不是 ttft=时间 或 tpot=时间，且各一次"},
    {"serve.load_twice", "对服务而言 --batch-size 与 --concurrency 意义相同；请只给一个"},
    {"serve.too_many_loads", "--concurrency：超过 {most} 个负载"},
    {"serve.one_comparison",
     "一次只比较一项：多种显卡（--gpu、--all-gpus）、多个 --precision 或多个 --concurrency"},
    {"serve.option_of_training",
     "{option} 属于训练；--task serve 用 --concurrency、--input-tokens、--output-tokens、--slo"},
    {"serve.option_of_serving", "{option} 属于服务；请加 --task serve"},
    {"serve.stored_not_run",
     "{model} 以 {stored} 存储，{software} 在该格式下不作预测，因此结果按 {precision}；可用 "
     "--precision "
     "另指定"},
    {"serve.layers_alone",
     "{option}：{software} 按整层分到各 GPU 预测，每层只在一个 GPU 上；请去掉 {option}（数量用 "
     "--gpus 或 "
     "--pp 给出）"},
    {"serve.tensors_alone",
     "{option}：{software} 只按切分张量与层来预测；请去掉 {option}（可用 --tp、--pp）"},
    {"serve.no_precision", "{software} 在 {precision} 下不作预测；请换 --precision"},
    {"serve.not_known_to_run",
     "未见 {software} 支持在 {gpu} 上运行 {precision}（docs/method/service-forecast.md，Number "
     "formats）；请换 "
     "--precision、--software 或显卡"},
    {"serve.no_layout",
     "所给条件下 {gpus} 个 GPU 没有可行布局：注意力头、专家与层须能均匀切分，attention DP "
     "只用于专家模型"},
    {"serve.no_room",
     "{model} 以 {precision} 加一个请求，{most} 个 {gpu} "
     "也放不下；请用更窄的精度、显存更大的显卡，或以 --gpus 指定更多"},
    {"serve.no_room_fewest",
     "{model} 以 {precision} 加一个请求，此布局下 {gpus} 个 {gpu} 放不下；{fewest} 个 {gpu} 可以"},
    {"serve.unknown_card",
     "{gpu}：没有此类显卡的已发布服务或同代的算子，或规格缺少所需项，因此只给出极限"},
    {"serve.unknown_network", "{model}：它不逐 token 生成文本，而仅此类服务有模型，因此只给出极限"},
    {"serve.no_decoder_cache",
     "{model}：其解码器为自身和编码器的 token 所缓存的内容未被描述，因此只给出极限"},
    {"serve.one_user",
     "{software} 同时处理多个请求：已发布的只有单个用户，因此只给出极限；请用 --concurrency "
     "1，或以 --dp 启动同样多的程序"},
};

const Part serve = serve_entries;

}  // namespace wgf::messages::chinese
