// SPDX-License-Identifier: MIT
#include "answers/claims/claim_chinese.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace wgf::answers {
namespace {

// Longer ones before those they begin with.
constexpr std::pair<std::string_view, std::string_view> chinese[] = {
    {"每个显卡", " per gpu "},
    {"每张显卡", " per gpu "},
    {"每块显卡", " per gpu "},
    {"每张卡", " per gpu "},
    {"每卡", " per gpu "},
    {"每个用户", " per user "},
    {"每用户", " per user "},
    {"每秒", " per second "},
    {"/秒", "/s "},
    {"毫秒", "ms "},
    {"微秒", "us "},
    {"训练", " training "},
    {"微调", " training "},
    {"推理", " inference "},
    {"解码", " decode "},
    {"生成", " decode "},
    {"预填充", " prefill "},
    {"提示词", " prompt "},
    {"提示", " prompt "},
    {"输入", " input "},
    {"输出", " output "},
    {"批量大小", " batch "},
    {"批大小", " batch "},
    {"批量", " batch "},
    {"序列长度", " seq "},
    {"上下文长度", " seq "},
    {"条序列", " sequences "},
    {"个序列", " sequences "},
    {"序列", " seq "},
    {"张图像", " images "},
    {"张图片", " images "},
    {"图像", " images "},
    {"图片", " images "},
    {"个样本", " samples "},
    {"样本", " samples "},
    {"个词元", " tokens "},
    {"词元", " tokens "},
    {"万", " ten-thousand "},
    {"矩阵乘法", " matmul "},
    {"显存带宽", " bandwidth "},
    {"带宽", " bandwidth "},
    {"显卡", " "},
    {"单卡", " 1 x "},
    {"张", " x "},
    {"块", " x "},
    {"卡", " x "},
    {"×", " x "},
    {"吞吐量", " "},
    {"吞吐", " "},
    {"速度", " "},
    {"性能", " "},
    {"达到", " "},
    {"可达", " "},
    {"使用", " "},
    {"大约", " "},
    {"在", " "},
    {"上", " "},
    {"用", " "},
    {"以", " "},
    {"为", " "},
    {"时", " "},
    {"下", " "},
    {"约", " "},
    {"个", " "},
    {"的", " "},
    {"，", " "},
    {"。", " "},
    {"、", " "},
    {"：", " "},
    {"％", "%"},
};

// "x" stands between a number and a card alone: of "H100 卡" it says nothing.
bool is_behind_number(const std::string& text) {
  const std::size_t last = text.find_last_not_of(' ');
  return last != std::string::npos && text[last] >= '0' && text[last] <= '9';
}

}  // namespace

std::string in_english_words(const std::string& text) {
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = std::find_if(std::begin(chinese), std::end(chinese), [&](const auto& pair) {
      return std::string_view(text).substr(at).starts_with(pair.first);
    });
    if (found == std::end(chinese)) {
      words += text[at++];
      continue;
    }
    const bool is_count = found->second == " x ";
    words += is_count && !is_behind_number(words) ? std::string_view(" ") : found->second;
    at += found->first.size();
  }
  return words;
}

}  // namespace wgf::answers
