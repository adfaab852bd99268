// SPDX-License-Identifier: MIT
// Every kernel text of training for one shape: included once for each, inside a namespace of its
// own and between definitions of HIDDEN, MIDDLE, HAS_MEAN, IS_GATED, HAS_SUMS, HEAD_SIZE, HEADS,
// KV_HEADS, IS_FLOAT, THREADS and BLOCKS. Defines kernels(): what runs each by its name.

#define WIDTH HIDDEN
namespace norm {
#include "engine/device_code/texts/train_norm.cu"
}
namespace norm_again {
#include "engine/device_code/texts/train_norm_again.cu"
}
namespace norm_backward {
#include "engine/device_code/texts/train_norm_backward.cu"
}
namespace embed {
#include "engine/device_code/texts/train_embed.cu"
}
namespace embed_backward {
#include "engine/device_code/texts/train_embed_backward.cu"
}
#undef WIDTH
#define WIDTH MIDDLE
namespace activation {
#include "engine/device_code/texts/train_activation.cu"
}
namespace activation_backward {
#include "engine/device_code/texts/train_activation_backward.cu"
}
#undef WIDTH
namespace sum_parts {
#include "engine/device_code/texts/train_sum_parts.cu"
}
namespace columns {
#include "engine/device_code/texts/train_columns.cu"
}
namespace heads {
#include "engine/device_code/texts/train_heads.cu"
}
#if HEAD_SIZE % 64 == 0
namespace head_norms {
#include "engine/device_code/texts/train_head_norms.cu"
}
namespace head_norms_backward {
#include "engine/device_code/texts/train_head_norms_backward.cu"
}
#endif
namespace loss {
#include "engine/device_code/texts/train_loss.cu"
}
namespace loss_backward {
#include "engine/device_code/texts/train_loss_backward.cu"
}
namespace adamw {
#include "engine/device_code/texts/train_adamw.cu"
}
namespace largest {
#include "engine/device_code/texts/train_largest.cu"
}
namespace round {
#include "engine/device_code/texts/train_round.cu"
}

inline std::map<std::string, std::function<void(const void*)>> kernels() {
  const auto with = [](auto* kernel) {
    return [kernel](const void* arguments) { run_with(kernel, arguments); };
  };
  return {
    {"train_norm", with(&norm::train_norm)},
        {"train_norm_again", with(&norm_again::train_norm_again)},
        {"train_norm_backward", with(&norm_backward::train_norm_backward)},
        {"train_embed", with(&embed::train_embed)},
        {"train_embed_backward", with(&embed_backward::train_embed_backward)},
        {"train_activation", with(&activation::train_activation)},
        {"train_activation_backward", with(&activation_backward::train_activation_backward)},
        {"train_sum_parts", with(&sum_parts::train_sum_parts)},
        {"train_columns", with(&columns::train_columns)},
        {"train_heads", with(&heads::train_heads)},
#if HEAD_SIZE % 64 == 0
        {"train_head_norms", with(&head_norms::train_head_norms)},
        {"train_head_norms_backward", with(&head_norms_backward::train_head_norms_backward)},
#endif
        {"train_loss", with(&loss::train_loss)},
        {"train_loss_backward", with(&loss_backward::train_loss_backward)},
        {"train_adamw", with(&adamw::train_adamw)},
        {"train_largest", with(&largest::train_largest)},
        {"train_round", with(&round::train_round)},
  };
}
