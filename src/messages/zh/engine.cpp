// SPDX-License-Identifier: MIT
// Chinese: engine.*, models.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry engine_entries[] = {
    // engine
    {"engine.takes_no_images",
     "{model} 不是图像分类网络：请用 mobilenet_v2 或 resnet50 之类的网络"},
    {"engine.more_workers_than_cores", "{workers} 个 worker 共用 {cores} 个核：它们与训练互相拖慢"},
    {"engine.no_such_device", "LibTorch 在此无法使用设备 {device}；可用设备见 list-devices"},
    {"engine.graph_needs_gpu", "--launch graph 需要 CUDA 设备；{device} 请用 --launch eager"},
    {"engine.trace_not_written", "分析器的记录无法写入 {path}"},
    {"engine.profiler_sees_no_gpu",
     "分析器看不到 GPU 的活动，因此没有分析结果；在容器中它需要 "
     "CAP_SYS_ADMIN，或驱动允许普通用户分析"
     "（NVreg_RestrictProfilingToAdminUsers=0），并且不能有其他分析器在运行"},
    {"engine.config_not_run", "{file}：{field} 为“{value}”，引擎不运行它；可运行的有 {known}"},
    {"engine.unknown_family", "{file}：引擎不运行“{family}”系列；可运行的有 {families}"},
    {"engine.kernel_not_compiled", "无法为此 GPU 编译内核：{reason}"},
    {"engine.code_not_kept", "编译好的内核无法保存到缓存文件夹，每次运行都要重新编译：{reason}"},
    {"engine.driver_failed", "GPU 驱动拒绝 {call}：{reason}"},
    {"engine.no_device_code", "{device} 没有运行时编译器 (NVRTC)"},
    {"engine.device_code_needs_8", "自有内核需要计算能力 8.0；{device} 不足"},
    {"engine.no_training_kernels",
     "自有训练内核需要 bf16 且每行为 8 个数的整数倍；改用 LibTorch 的算子训练"},
    {"engine.no_fp8_training",
     "fp8 训练需要计算能力 8.9 及以上的 GPU，且宽度与词元数为 16 的整数倍、没有专家；{device} "
     "或该形状不满足"},
    {"engine.no_offload",
     "--offload 移动 16 位权重的主副本，且只在一个进程上：-p bf16 或 fp8，不加 "
     "--dp、--tp、--pp、--cp"},
    {"engine.not_trained", "训练引擎没有这种 {family} 解码器所需的运算：{feature}"},
    {"engine.mxfp4_without_experts",
     "mxfp4 只用于专家的权重，而 {family} 系列的这种解码器没有专家"},
    {"engine.no_int4_groups", "4 位权重按每行 {group} 个一组，而 {width} 不是其倍数"},
    {"engine.no_peer_memory",
     "此处多个进程的 GPU 无法共享显存（{reason}），改用 LibTorch 自带的内核"},
    {"engine.one_rank_has_no_collective", "集合通信至少需要两个进程"},
    {"engine.wrong_collective", "{count} 个值不正确：此通信不可信"},
    {"engine.no_nccl", "{device} 上的多个进程需要 NCCL，而此 LibTorch 构建时没有包含它"},
    {"engine.ranks_not_met",
     "第 {rank} 号进程（共 {size} 个）没有与其他进程会合：{detail}；是否全部启动，并能互相连通？"},
    {"engine.other_rank_count", "该项测试需要 {wanted} 个进程，实际启动了 {there} 个"},
    {"engine.context_does_not_divide",
     "序列的 {tokens} 个词元不是 {parts}（共享进程数 --cp 的两倍）的整数倍"},
    {"engine.heads_do_not_divide",
     "{heads} 个头和 {kv_heads} 个键头不能被 ulysses 交换的 {ranks} 个进程整除"},
    {"engine.context_wants_16_bits", "GPU 上的上下文并行需要 bf16"},
    {"engine.stages_without_layers",
     "{layers} 层不够分成流水线的 {chunks} 部分（--pp 乘以 --vpp）"},
    {"engine.emulated_rank",
     "{ranks} 个进程中只有第 {rank} 号：它的内核、形状和内存是实测的，其余进程以等待代替"},
    {"engine.no_such_rank", "{ranks} 个进程中没有第 {rank} 号；从 0 开始计数"},
    {"engine.straggler", "第 {rank} 号进程计算一层的时间是其他进程的 {times} 倍，其他进程都在等它"},
    {"engine.pipeline_shares_no_more", "流水线完整保留梯度和权重：--zero {stage} 用于 --pp 1"},
    {"engine.tokens_do_not_divide",
     "微批次的 {tokens} 个词元不能被 {ranks} 个进程（--tp 加 --sp）整除"},
    {"engine.shape_does_not_divide", "{what} {count} 不能被 {ranks} 个进程（--tp）整除"},
    {"engine.experts_do_not_divide", "{experts} 个专家不能被 {ranks} 个进程（--ep）整除"},
    {"engine.no_experts", "这种 {family} 解码器没有专家（--ep、--routing、--capacity-factor）"},
    {"engine.no_multiple",
     "{file}：{field} = {value} 不是 {of} = {divisor} 的倍数；请更正 config.json"},
    {"engine.decode_not_finite", "它的下一词元概率不是数：权重中有 NaN 或无穷大；请重新下载"},
    {"engine.no_kernels_for_shape", "自有内核不支持 {family} 系列的这种解码器"},
    {"engine.beyond_positions", "{tokens} 个词元超过模型的 {most} 个位置"},
    {"engine.weights_unpacked", "权重以四位存储（{method}），测量前已展开为 {precision}"},
    {"engine.no_requests", "只有 llm-serve 能提供模型服务：这里没有人能向它提问"},
    {"engine.load_too_short",
     "所有请求在 {seconds} 秒内到达，而一个请求需要 {each} 秒：负载在稳定之前就结束了；请增加 "
     "--requests"},
    {"engine.queue_grows",
     "请求到达的速度是回答速度的 {times} 倍：等待每秒增长 {growth} "
     "秒，各时间因此只反映运行了多久；请降低 --rate"},
    {"engine.wrong_decode",
     "下一词元的概率与 float32 相差 {divergence} nat，超过舍入所能解释的 {allowed}"},
    {"engine.unknown_value", "{name} 的值“{value}”未知；可用：{choices}"},
    {"engine.unknown_model", "未知模型“{model}”；相近的有：{nearest}"},
    {"engine.unknown_model_alone", "未知模型“{model}”；全部见 list-models --runnable"},
    {"engine.wrong_answer",
     "{precision} 结果有误：偏差为典型值的 {error}，舍入只能解释 {allowed}；不报告用时"},
    {"engine.gemm_unsupported", "LibTorch 不支持 {precision} 的 {what} 矩阵乘"},
    {"engine.needs_gpu", "需要 GPU；{device} 没有独立于主机的内存"},
    {"engine.needs_two_gpus", "需要两块 GPU；此处有 {count} 块"},
    {"engine.lost_launches", "{expected} 次启动中只执行了 {counted} 次"},
    {"engine.precision_unsupported",
     "{device} 不支持 {precision}；请用 --precision 选择 fp32、bf16 或 fp16"},
    {"engine.not_implemented", "LibTorch 在 {device} 上没有对应的内核：{detail}；请换一种精度"},
    {"engine.out_of_memory",
     "{device} 内存不足（共 {total}，已用 {used}）：{detail}；请减小批大小"},
    {"engine.out_of_memory_arrays",
     "{device} 内存不足（共 {total}，已用 {used}）：{detail}；请减小数组或输入"},
    {"engine.mamf_partial",
     "网格的 {all} 个形状中只测了 {seen} 个，其余可能更快（--seconds 给更多时间，--largest "
     "用更小的网格）"},
    {"engine.keys_not_checked",
     "未核对键和值的梯度：用 float64 对 {queries} x {keys} 个分数求和耗时过长；查询的梯度已核对"},
    {"engine.no_attention_kernel",
     "LibTorch 在 {device} 上没有适用于 {precision} 和此形状的 {backend} 注意力；可用 --backend "
     "auto"},
    {"engine.device_error", "{device} 报告错误，之后将由新的引擎进程使用它：{detail}"},
    {"engine.wrong_product",
     "设备以 {precision} 计算有误：与 float64 的最大差异为典型大小的 {error} "
     "倍，按数字格式最多应为 {allowed}"},
    {"engine.error", "LibTorch 报告错误：{detail}"},
    {"engine.not_settled", "预热 {seconds} 秒后时钟和温度仍未稳定；数值可能漂移"},
    {"engine.launch_bound",
     "受限于启动：每步 {step} ms 中，主机发射内核就占 {launch} ms，因此测得的是 CPU "
     "的发射速度，重复性较差；增大批量或使用 --launch graph 才能看到 GPU 的速度"},
    {"engine.interrupted", "已由用户停止；已测得的步骤予以保留"},
    {"engine.compiled_precision",
     "{path} 是已编译的模型：-p {precision} 无法改变其计算精度；请以该精度导出，并去掉 -p"},
    {"engine.computed_otherwise",
     "要求的是 {asked}，但该模型按其文件中的类型以 {computed} 计算：测量和比较的都是后者"},
    {"engine.not_a_model",
     "{path} 不是 TorchScript（.pt）或 AOTInductor（.pt2）模型：{reason}；请用 torch.jit.save 或 "
     "aoti_compile_and_package 保存"},
    {"engine.package_input",
     "{path} 的第 {number} 个输入是按 {wanted} 编译的，而不是 "
     "{given}：请给出前者，或用该形状的示例重新编译"},
    {"engine.package_input_count",
     "{path} 是按 {wanted} 个输入编译的，而给出了 {given} 个：--input “{inputs}”"},
    {"engine.unfit_values",
     "第 {number} 个输入（{input}）是 {least} 到 {most} "
     "的随机整数，模型没有其中某些值的条目；请给出范围，例如词元类型用“int64[8,14]<2”"},
    {"engine.unfit_values_on_gpu",
     "{device} 遇到了模型没有条目的数（device-side assert）；随机整数输入为 "
     "{inputs}：请逐个给出范围，例如词元类型用“int64[8,14]<2”"},
    {"engine.package_of_file", "模型文件在测量之前就已编译，不能用 --launch package"},
    {"engine.package_not_scaled",
     "编译后的训练步骤不缩放损失，而 fp16 需要缩放；请用 --precision bf16"},
    {"engine.package_differs",
     "编译后的网络与原网络的计算结果不符：输出的最大差异 {output}，参数变化的差异 "
     "{update}；其时间不作数"},
    {"engine.package_noise",
     "该网络使用随机数（dropout）：换一个种子，其自身的损失就相差 {noise}，因此编译后网络的差异 "
     "{output} 只能与之相比"},
    {"engine.package_partly_compared",
     "{all} 个参数中，有 {compared} 个与原网络比较了编译后一步的变化：其余参数仅因舍入就会变化超过 "
     "{share}，比较没有意义；损失和缓冲区全部作了比较"},
    {"engine.not_traced", "无法为 Python 写出该网络的计算图：{reason}"},
    {"engine.no_model_file", "没有模型文件 {path}；请检查路径"},
    {"engine.bad_case", "引擎无法读取用例 {line}"},
    // what the networks cannot take
    {"models.sequence_too_long",
     "{model} 最多读取 {limit} 个 token，而要求的是 {value} 个；请给出不超过 {limit} 的序列长度"},
    {"models.image_size_fixed",
     "{model} 只接受 {size} x {size} 像素的图像，而要求的是 {value}；请不要指定图像尺寸"},
    {"models.image_size_unfit",
     "{model} 不能接受 {value} x {value} 像素的图像；请给出 {step} 的倍数，且不小于 {smallest}"},
};
const Part engine = engine_entries;

}  // namespace wgf::messages::chinese
