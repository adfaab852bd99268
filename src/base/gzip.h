// SPDX-License-Identifier: MIT
#pragma once
// Text that was embedded in its gzip form (wgf_embed … GZIP). The only place that includes zlib.

#include <string>
#include <string_view>

namespace wgf {

// The content of one gzip member; throws Error(files.bad_gzip) where it is cut or damaged.
std::string unpack_gzip(std::string_view gzip);

}  // namespace wgf
