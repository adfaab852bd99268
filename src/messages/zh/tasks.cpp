// SPDX-License-Identifier: MIT
// Chinese: tasks.*, images.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry tasks_entries[] = {
    // the commands and their options
    {"tasks.compare_models_description", "模型占用多少内存和时间：内存用在哪里，一个 epoch 要多久"},
    {"tasks.max_batch_description", "能训练的最大批大小，以及一路上的内存和吞吐量"},
    {"tasks.optimizers_description", "SGD、Adam 和 AdamW 在相同批次上，融合与否：时间、内存、损失"},
    {"tasks.option_models", "模型，用逗号分隔（默认：simple_cnn,resnet18,mobilenet_v2）"},
    {"tasks.option_model", "要训练的模型（默认：mobilenet_v2）"},
    {"tasks.option_batch_size_32", "每步的样本数（默认 32）"},
    {"tasks.option_batches", "一个 epoch 的批次数（默认 100）"},
    {"tasks.option_steps", "测量的步数（默认 50），之前预热 5 步"},
    {"tasks.option_from", "第一个批大小（默认 8）；之后每次翻倍"},
    {"tasks.option_up_to", "不超过这个批大小（默认：直到内存用尽）"},
    {"tasks.option_exact", "然后二分，直到把最大批大小确定到单个样本"},
    {"tasks.option_utilisation", "建议可以占用的内存份额（默认 0.9）"},
    {"tasks.option_memory_limit",
     "在 CPU 上：进程可用的内存，如 4GiB（默认：容器的上限，否则全部内存）"},
    // wrong usage
    {"tasks.one_model", "这个命令只训练一个模型，而不是 {models}；请只写一个"},
    {"tasks.one_case",
     "这个命令只对一个用例扫描；这些选项表示 {count} 个：请只给一个精度、优化器和尺寸"},
    {"tasks.limit_of_cpu",
     "--memory-limit 用于 CPU；在 {device} 上以显存为限：请去掉它，或加上 --device cpu"},
    {"tasks.limit_below_program",
     "--memory-limit {value} 小于程序在没有网络时自身的占用（超过 {least}）；请给出更大的值，例如 "
     "4GiB"},
    {"tasks.over_limit", "内存不足：进程峰值 {peak}，上限是 {limit}"},
    // columns
    {"tasks.column_model", "模型"},
    {"tasks.column_parameters", "参数量"},
    {"tasks.column_driver", "系统所见"},
    {"tasks.column_reserved", "保留"},
    {"tasks.column_peak", "分配峰值"},
    {"tasks.column_allocated", "两步之间"},
    {"tasks.column_state", "模型状态"},
    {"tasks.column_activations", "激活"},
    {"tasks.column_batches", "批次"},
    {"tasks.column_epoch", "epoch"},
    {"tasks.column_throughput", "吞吐量"},
    {"tasks.column_batch", "批大小"},
    {"tasks.column_memory", "内存"},
    {"tasks.column_forecast", "预测"},
    {"tasks.column_difference", "偏差"},
    {"tasks.column_step", "每步"},
    {"tasks.column_optimizer", "优化器"},
    {"tasks.column_implementation", "实现"},
    {"tasks.column_optimizer_time", "优化器时间"},
    {"tasks.column_share", "占一步"},
    {"tasks.column_loss", "最后的损失"},
    // advice
    {"tasks.advice_activations",
     "内存：{least} 最少（{least_memory}），{most} 最多（{most_memory}，是前者的 {ratio} "
     "倍）；其中 {percent} % 是激活，减小批大小即可释放。"},
    {"tasks.advice_model_state",
     "内存：{least} 最少（{least_memory}），{most} 最多（{most_memory}，是前者的 {ratio} "
     "倍）；其中 {percent} % 是模型状态，减小批大小也不会释放。"},
    {"tasks.advice_parameters",
     "参数量不等于内存：{few} 的参数只有 {many} 的 {share} %，内存却是它的 {ratio} 倍。"},
    {"tasks.times_as_long", "时间为 {ratio} 倍"},
    {"tasks.times_as_long_within", "时间为 {ratio} 倍，95 % 区间 {low} 至 {high}"},
    {"tasks.advice_fastest",
     "速度：{fastest} 最快：一个 epoch 用 {time}；{slowest} 用 {slow_time}（{times}）。"},
    {"tasks.advice_fastest_near",
     "速度：{fastest} 的一个 epoch 用 {time}，这些样本分不出它与 {near} 谁更快；{slowest} 用 "
     "{slow_time}（{times}）。"},
    {"tasks.advice_fastest_untold",
     "速度：这些样本分不出谁最快：{fastest} 的一个 epoch 用了 {time}，{slowest} 用了 "
     "{slow_time}（{times}）。"},
    {"tasks.advice_largest",
     "跑通的最大批大小是 {batch}（{memory}，上限 {limit}）；{failed} 内存不足。--exact "
     "能在两者之间找到最大值。"},
    {"tasks.advice_largest_exact",
     "最大批大小是 {batch}（{memory}，上限 {limit}）：{failed} 内存不足。"},
    {"tasks.advice_none_fits", "第一个批大小 {failed} 就放不下：请用 --from 从更小的开始。"},
    {"tasks.advice_one_activations",
     "{model} 峰值占用 {memory}，其中 {percent} % 是激活值，减小批大小可释放。"},
    {"tasks.advice_one_model_state",
     "{model} 峰值占用 {memory}，其中 {percent} % 是模型状态，减小批大小也无法释放。"},
    {"tasks.advice_name_several", "用 -m 给出多个模型即可比较。"},
    {"tasks.advice_search_stopped",
     "跑通的最大批大小是 {batch}（{memory}，上限 {limit}）；{failed} "
     "内存不足。搜索在完成前被中止。"},
    {"tasks.advice_search_broken",
     "跑通的最大批大小是 {batch}（{memory}，上限 {limit}）；{broken} "
     "因内存以外的原因（见上）结束，因此最大值未知。"},
    {"tasks.search_out_of_time",
     "搜索用满 {time} 后在此结束：{batch} 个样本的一步约需 {step}；可用 --up-to {batch} 继续"},
    {"tasks.advice_no_limit_met", "试过的最大批大小是 {batch}（{memory}，上限 {limit}）：放得下。"},
    {"tasks.advice_within", "建议用 {batch}：{memory}，不超过内存的 {percent} %。"},
    {"tasks.advice_none_within",
     "试过的批大小都超过内存的 {percent} %；请用 --from 从更小的开始。"},
    {"tasks.advice_knee",
     "就速度而言 {batch} 已足够：{rate}，与最好的（{best} 时 {best_rate}）相差不到 5 "
     "%；再大只多占内存，收益很小。"},
    {"tasks.advice_no_knee", "吞吐量仍在增长：最大的 {batch} 时 {rate}；内存更多就能更快。"},
    {"tasks.advice_no_knee_tried",
     "吞吐量仍在增长：试过的最大批大小 {batch} 时 {rate}；更大的可能更快（--up-to）。"},
    {"tasks.advice_forecast", "内存预测的偏差为 {percent}（这些批大小的中位数）。"},
    {"tasks.advice_way",
     "{optimizer}：{fastest} 最快：{time}；{slowest} 用 {slow_time}（{times}）。相差一步的 "
     "{percent}。"},
    {"tasks.advice_way_near",
     "{optimizer}：{fastest} 用 {time}，这些样本分不出它与 {near} 谁更快；{slowest} 用 "
     "{slow_time}（{times}）。相差一步的 {percent}。"},
    {"tasks.advice_way_untold",
     "{optimizer}：这些样本分不出哪种实现最快：{fastest} 用了 {time}，{slowest} 用了 "
     "{slow_time}（{times}）。"},
    {"tasks.advice_whole_steps",
     "{optimizer}：整步看不出差别：用 {fastest} 为 {time}，用 {slowest} 为 "
     "{slow_time}（{times}）。"},
    {"tasks.advice_moments", "AdamW 比带动量的 SGD 多占 {extra}。"},
    {"tasks.advice_same_loss",
     "同一优化器的各种实现得到相同的损失（相差不超过 {percent}）：只需看时间和内存。"},
    {"tasks.advice_other_loss",
     "同一优化器的各种实现的损失相差 {percent}；求和的舍入顺序不同，步数多了差别就放大。"},
    // workers
    {"tasks.workers_description", "用真实的 JPEG 文件时，多少个加载线程能让 GPU 保持忙碌"},
    {"tasks.option_batch_size_64", "每步的样本数（默认 64）"},
    {"tasks.option_workers", "加载线程数，用逗号分隔（默认：0,2,4,8）；0：训练线程自己加载"},
    {"tasks.option_data", "ImageNet 布局的 JPEG 文件夹 DIR/CLASS/*.jpg（默认：生成的一组）"},
    {"tasks.option_strict", "遇到第一个不能用的文件就停止（默认：列出并跳过）"},
    {"tasks.option_interval", "一个利用率所取的时间，无单位时为秒，至少 100ms（默认 0.5s）"},
    {"tasks.option_batches_least", "至少这么多批次（默认 100）"},
    {"tasks.option_time", "并且至少这么久，无单位时为秒（默认 20s）"},
    {"tasks.column_workers", "worker"},
    {"tasks.column_images", "图像/秒"},
    {"tasks.column_total", "时间"},
    {"tasks.column_gpu_busy", "GPU 忙碌"},
    {"tasks.column_thread_busy", "训练线程忙碌"},
    {"tasks.column_deviation", "± 标准差"},
    {"tasks.column_idle", "空闲"},
    {"tasks.column_wait", "等待"},
    {"tasks.column_cpu", "CPU"},
    {"tasks.column_worker_rate", "每个 worker 图像/秒"},
    {"tasks.column_skipped", "跳过"},
    {"tasks.advice_workers",
     "{workers} 个 worker 已足够：{rate} 图像/秒；最好的是 {best} 个时的 {best_rate}。"},
    {"tasks.advice_workers_waits",
     "{workers} 个 worker 已足够：{rate} 图像/秒；训练只有 {wait} 的时间在等待图像，{best} 个时的 "
     "{best_rate} 不会是因为 worker 更多。"},
    {"tasks.advice_workers_best", "{workers} 个 worker 已足够：{rate} 图像/秒，为最好。"},
    {"tasks.limit_gpu", "受 GPU 本身限制：{workers} 个 worker 时训练等待 {wait} 的时间。"},
    {"tasks.limit_training",
     "受训练本身限制：{workers} 个 worker 时训练有 {wait} 的时间在等待图像。"},
    {"tasks.limit_processors",
     "受处理器限制：{workers} 个 worker 时它们已忙 {cpu}，而训练仍有 {wait} "
     "的时间在等待；请解码更小的图像，或增加核数。"},
    {"tasks.limit_loader",
     "受加载器限制：训练有 {wait} 的时间在等待，而处理器只忙 {cpu}；更多的 worker "
     "或更快的磁盘可能有用。"},
    // profile
    {"tasks.profile_description", "训练一步的时间花在哪里、受什么限制、去掉每项开销能换回多少"},
    {"tasks.option_workers_4", "加载线程数（默认 4）；0：由训练线程自己加载"},
    {"tasks.option_profiled_steps", "记录的步数，也是每种情形至少测量的步数（默认 20）"},
    {"tasks.option_time_5", "且至少测这么久，无单位时为秒（默认 5s）"},
    {"tasks.option_trace_dir",
     "存放 profiler_trace.json 和 profiler_logs 的文件夹（默认：当前文件夹）"},
    {"tasks.trace_files",
     "记录的步写入 {trace}（供 ui.perfetto.dev 和 chrome://tracing 打开），并写入 {folder} 供 "
     "TensorBoard 打开"},
    {"tasks.as_it_is", "现状"},
    {"tasks.data_ready", "数据已在设备上"},
    {"tasks.launches_free", "启动不花时间（图重放）"},
    {"tasks.copies_hidden", "拷贝被隐藏"},
    {"tasks.synthetic", "合成数据"},
    {"tasks.column_variant", "步"},
    {"tasks.column_speedup", "加速倍数"},
    {"tasks.column_part", "部分"},
    {"tasks.column_of_step", "占一步"},
    {"tasks.column_operation", "算子"},
    {"tasks.column_calls", "每步调用"},
    {"tasks.column_a_step", "每步"},
    {"tasks.column_share_of_all", "占总量"},
    {"tasks.title_shares", "所记录的步的时间去向："},
    {"tasks.load_share", "等待数据"},
    {"tasks.copy_share", "未被计算隐藏的拷贝"},
    {"tasks.compute_share", "计算"},
    {"tasks.communication_share", "未被计算隐藏的通信"},
    {"tasks.no_work_share", "空闲"},
    {"tasks.top_cpu", "占主机时间最多（不含其调用的算子）："},
    {"tasks.top_gpu", "占 GPU 时间最多："},
    {"tasks.top_memory", "申请内存最多："},
    {"tasks.input_bound",
     "受数据输入限制：数据就绪时一步快到 {ratio} 倍；训练线程有 {load} "
     "的时间在等批次（其间 GPU 可能仍在执行已排队的工作）。增加加载线程、缩小图像或加快解码"
     "会有帮助（用 `workers` 测量）。"},
    {"tasks.input_bound_processors",
     "受数据输入限制：数据就绪时一步快到 {ratio} 倍，虽然它只有 {load} "
     "的时间在等批次：解码占用了处理器。减少加载线程、"
     "缩小图像或增加核心会有帮助。"},
    {"tasks.machine_not_steady",
     "数据就绪时一步快到 {ratio} 倍，但它只有 {load} "
     "的时间在等批次，解码一个批次所需的也远少于此：期间有其他工作占用了机器。请在空闲时重新测量"
     "。"},
    {"tasks.launch_bound",
     "受启动限制：用图重放时一步快到 {ratio} 倍；主机启动期间 GPU 有 {idle} "
     "的时间空闲。使用图或更大的批会有帮助。"},
    {"tasks.copy_bound",
     "受拷贝限制：在一步期间拷贝下一批时快到 {ratio} 倍；未被隐藏的拷贝占 {copy} "
     "的时间。请预取到设备。"},
    {"tasks.limit_not_certain",
     "这些步不足以判断是什么限制了一步：“{variant}”时快到 {ratio} 倍，95 % 区间 {low} 至 {high}。"
     "更多的步（--time）可以判断。"},
    {"tasks.memory_bound",
     "受显存带宽限制：数据、启动和拷贝都不拖慢这一步；每字节 {intensity} "
     "FLOP，上限是内存带宽，达到其 {percent}"
     "（{rate} TFLOP/s）。更低精度或融合算子会有帮助。"},
    {"tasks.compute_bound",
     "受计算限制：数据、启动和拷贝都不拖慢这一步；每字节 {intensity} FLOP，上限是算力，达到其 "
     "{percent}（{rate} "
     "TFLOP/s）。更低精度会有帮助，占比小时更大的矩阵乘也会。"},
    {"tasks.operations_bound",
     "限制来自算子本身：等待数据的代价不超过 5 "
     "%。是算力还是内存，取决于这颗处理器的峰值：`{command}` 两者都测。"},
    {"tasks.operations_alone",
     "只测了这一步自己的算子：它的数据不用等待，也没有别的开销可以去掉。是算力还是内存，取决于这颗"
     "处理器的峰值：`{command}` 两者都测。"},
    {"tasks.advice_kernels",
     "内核每步运行 {kernels} ms，另有 {gaps} 次合计 {time} ms 的停顿（不算等待数据）；计算隐藏了 "
     "{overlap} 的拷贝。"},
    {"tasks.ready_as_synthetic", "数据就绪时一步所需时间与合成数据相同（相差 {percent} 以内）。"},
    {"tasks.ready_unlike_synthetic",
     "数据就绪时一步与合成数据相差 {percent}：真实图像除加载外还有别的开销，或机器不稳定。"},
    {"tasks.advice_recording",
     "记录时的步是测量时的 {ratio} 倍长：占比与合计取自记录的步，速度取自测量的步。"},
    {"tasks.advice_full_queues",
     "记录的步在加载队列中已有现成的批次，等待占 {recorded}；测量的步会用空队列，等待占 "
     "{measured}。"},
    {"tasks.advice_loader_varied",
     "测量各情形期间，一个 worker 每秒制作 {least} 至 {most} "
     "张图像：等待加载器的步因此也有差别，超出其区间。"},
    // image files
    {"images.no_library",
     "读取 JPEG 文件需要 libjpeg-turbo 的 {library}，它没有安装；Debian 上：apt-get install "
     "libjpeg62-turbo"},
    {"images.cannot_encode", "有一幅图像无法编码为 JPEG"},
    {"images.no_folder", "无法读取文件夹 {path}：{reason}"},
    {"images.no_files",
     "{path} 里没有图像文件：应当每个类别一个文件夹，里面是 JPEG 文件，如 {path}/cat/1.jpg"},
    {"images.cannot_keep",
     "无法把生成的图像写到 {folder}：{reason}；请用 --data 指定 JPEG 文件夹，或用 XDG_CACHE_HOME "
     "指定别的缓存"},
    {"images.none_usable", "文件夹中没有可用的 JPEG 图像（查看了 {count} 个文件）"},
    {"images.empty", "{total} 个文件中跳过 {count} 个：空文件（{names}）"},
    {"images.not_jpeg", "{total} 个文件中跳过 {count} 个：不是 JPEG（{names}）"},
    {"images.broken", "{total} 个文件中跳过 {count} 个：损坏或被截断（{names}）"},
    {"images.cmyk", "{total} 个文件中跳过 {count} 个：CMYK 而不是 RGB（{names}）"},
    {"images.too_deep", "{total} 个文件中跳过 {count} 个：每色超过 8 位（{names}）"},
    {"images.too_large", "{total} 个文件中跳过 {count} 个：超过 8900 万像素（{names}）"},
    {"images.unreadable", "{total} 个文件中跳过 {count} 个：无法读取（{names}）"},
    {"images.grey", "按 RGB 使用的灰度图像：{count} 幅（{names}）"},
    {"images.refused_empty", "--strict：{path} 是空文件"},
    {"images.refused_not_jpeg", "--strict：{path} 不是 JPEG 文件"},
    {"images.refused_broken", "--strict：{path} 损坏或被截断"},
    {"images.refused_cmyk", "--strict：{path} 是 CMYK 而不是 RGB"},
    {"images.refused_too_deep", "--strict：{path} 每色超过 8 位"},
    {"images.refused_too_large", "--strict：{path} 超过 8900 万像素"},
    {"images.refused_unreadable", "--strict：{path} 无法读取"},
};
const Part tasks = tasks_entries;

}  // namespace wgf::messages::chinese
