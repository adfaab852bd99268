// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace wgf::report {

// Pixels as cairo draws them: rows of `stride` bytes, each pixel as blue, green, red and one more.
struct Pixels {
  const unsigned char* rows;
  unsigned width, height;
  std::size_t stride;
};

// Opens libpng; error and exit 5 where there is none.
void open_png_encoder();

// A PNG of 8-bit RGB, whatever the fourth byte says. Rows are written as they are and packed
// lightly: a chart takes 0.03 s and less room than with a filter chosen for every row (0.15 s).
std::string encode_png(const Pixels& pixels);

}  // namespace wgf::report
