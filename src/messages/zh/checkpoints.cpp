// SPDX-License-Identifier: MIT
// Chinese: checkpoint.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry checkpoint_entries[] = {
    {"checkpoint.other_tokenizer",
     "{file}：此处不读取 {what}：只支持 Llama 3、Qwen、Mistral、GPT-2 所用的字节级 BPE"},
    {"checkpoint.bad_chat_template",
     "{file}：无法读取其对话模板：{reason}；去掉它，对话便作为“角色: 文本”的行"},
    {"checkpoint.chat_refused", "模型的对话模板拒绝了此请求：{reason}"},
    {"checkpoint.bad_field", "{file}：张量 {tensor} 的 {field} 是 {given}，格式不允许；请重新下载"},
    {"checkpoint.extra_tensor",
     "{file}：张量 {tensor} 在 {family} 系列的解码器中没有位置；config.json "
     "与权重不是同一个模型的"},
    {"checkpoint.header_not_json",
     "{file}：文件头不是 JSON 对象，这不是 safetensors 文件；请重新下载"},
    {"checkpoint.header_too_long",
     "{file}：{bytes} 字节的文件不可能有 {given} 字节的文件头：文件被截断，或不是 safetensors "
     "文件；请重新下载"},
    {"checkpoint.in_two_files", "{file}：张量 {tensor} 也在 {other} 中；请重新下载"},
    {"checkpoint.index_leaves_folder",
     "{file}：张量 {tensor} 据称在 {given} 中，那不是此文件夹的文件"},
    {"checkpoint.missing_tensor", "{folder}：缺少张量 {tensor}；请重新下载，或更正 config.json"},
    {"checkpoint.no_such_group",
     "{file}：张量 {tensor}：某个输入属于第 {given} 组，而总共只有 {groups} 组"},
    {"checkpoint.no_weight_map",
     "{file}：缺少 weight_map（每个张量所在的文件），或它是空的；请重新下载"},
    {"checkpoint.no_weights",
     "{folder}：这里没有 model.safetensors 或 "
     "model.safetensors.index.json；要用随机权重，请给出其中的 config.json"},
    {"checkpoint.not_in_eights", "{file}：张量 {tensor}：{given} 的矩阵无法每字存放八个数"},
    {"checkpoint.not_in_part", "{file}：张量 {tensor} 不在 {part} 中；请重新下载"},
    {"checkpoint.not_packed",
     "{folder}：config.json 说是 {method}，但没有这样存储的权重；config.json "
     "与权重不是同一个模型的"},
    {"checkpoint.not_named", "{model}：请再用 -m 给出检查点的文件夹：指纹 {wanted}"},
    {"checkpoint.not_the_same", "{folder}：文件不是要测量的那些：指纹为 {given}，应为 {wanted}"},
    {"checkpoint.outside_file",
     "{file}：张量 {tensor} 从第 {begin} 字节到第 {end} 字节，共 {bytes} "
     "字节：文件被截断，或没有这个位置；请重新下载"},
    {"checkpoint.overlap", "{file}：张量 {tensor} 与 {other} 重叠；请重新下载"},
    {"checkpoint.quantisation_not_read", "{file}：{field} 是 {given}；可读取的有：{known}"},
    {"checkpoint.tensor_twice", "{file}：张量 {tensor} 出现两次；请重新下载"},
    {"checkpoint.too_short", "{file}：{given} 字节不成 safetensors 文件；请重新下载"},
    {"checkpoint.unknown_type", "{file}：张量 {tensor} 的类型 {given} 不支持读取"},
    {"checkpoint.unused_bytes",
     "{file}：共 {bytes} 字节，从第 {place} 字节起不属于任何张量；请重新下载"},
    {"checkpoint.wrong_length",
     "{file}：张量 {tensor} 有 {given} 字节，按其类型和大小应为 {wanted}；请重新下载"},
    {"checkpoint.wrong_sizes",
     "{file}：张量 {tensor} 是 {given}，而 config.json 说 {wanted}；config.json "
     "与权重不是同一个模型的"},
    {"checkpoint.scale_is_no_number", "{file}：张量 {tensor}：指数 255 不是数"},
    {"checkpoint.wrong_type", "{file}：张量 {tensor} 的类型是 {given}，应为 {wanted}"},
};
const Part checkpoints = checkpoint_entries;

}  // namespace wgf::messages::chinese
