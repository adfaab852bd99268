// SPDX-License-Identifier: MIT
#pragma once
// Numbers that kernels are given, and how far what they make of them is from the answer in float64.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "emulated_block.h"

namespace wgf {

using Bf16 = std::uint16_t;
using Bf16s = std::vector<Bf16>;

class Numbers {
 public:
  float one(float least, float most) {
    return std::uniform_real_distribution<float>(least, most)(generator_);
  }
  std::uint32_t whole(std::uint32_t end) { return static_cast<std::uint32_t>(generator_() % end); }
  Bf16s bf16(std::size_t count, float most = 1) {
    Bf16s numbers(count);
    for (Bf16& number : numbers) number = static_cast<Bf16>(emulated::to_bf16(one(-most, most)));
    return numbers;
  }
  std::vector<float> floats(std::size_t count, float least, float most) {
    std::vector<float> numbers(count);
    for (float& number : numbers) number = one(least, most);
    return numbers;
  }

 private:
  std::mt19937 generator_{7};
};

inline double value(Bf16 number) {
  return emulated::of_bf16(number);
}
inline double value(std::uint8_t e4m3) {
  const int exponent = e4m3 >> 3 & 15, fraction = e4m3 & 7;
  const double size =
      exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, exponent - 10);
  return e4m3 & 0x80 ? -size : size;
}

// The largest error, as a share of the number and a little more.
class Errors {
 public:
  void add(double got, double wanted) {
    const double error = std::abs(got - wanted) / (0.1 + std::abs(wanted));
    largest_ = std::isfinite(error) ? std::max(largest_, error) : 1e30;
  }
  void add(Bf16 got, double wanted) { add(value(got), wanted); }
  double largest() const { return largest_; }

 private:
  double largest_ = 0;
};

// Roundings of 8 bits: of a result, and of one before it.
inline constexpr double rounded_once = 1.0 / 256, rounded_twice = 2.5 / 256;

// One over the root of the mean square, of squares by 16 numbers.
inline double norm_of(const float* squares, std::size_t width) {
  double sum = 0;
  for (std::size_t i = 0; i < width / 16; ++i) sum += squares[i];
  return 1 / std::sqrt(sum / static_cast<double>(width) + 1e-5);
}

// [rows, inner], of all matrices, as e4m3 or whole numbers of 8 bits with a scale a row.
struct ByteMatrix {
  std::vector<std::uint8_t> numbers;
  std::vector<float> row_scales;
  std::vector<double> wide;

  const void* scales() const { return row_scales.data(); }

  ByteMatrix(Numbers& from, std::size_t rows, std::size_t inner, bool is_float)
      : row_scales(from.floats(rows, 0.001F, 0.01F)) {
    for (std::size_t i = 0; i < rows * inner; ++i) {
      auto bits = static_cast<std::uint8_t>(from.whole(256));
      if (is_float && (bits & 127) == 127) bits = 0;  // no number
      numbers.push_back(bits);
      wide.push_back((is_float ? value(bits) : static_cast<std::int8_t>(bits)) *
                     static_cast<double>(row_scales[i / inner]));
    }
  }
};

// [matrices, rows, inner] in whole numbers of four bits as matrix.h keeps them.
struct FourBitMatrix {
  std::vector<std::uint8_t> numbers;
  Bf16s group_scales;
  std::vector<double> wide;

  FourBitMatrix(Numbers& from, std::size_t matrices, std::size_t rows, std::size_t inner)
      : numbers(matrices * rows * inner / 2),
        group_scales(from.bf16(matrices * inner / 128 * rows, 0.3F)) {
    for (std::size_t i = 0; i < matrices * rows * inner; ++i) {
      const std::uint32_t bits = from.whole(16);
      // Even ones of eight in the lower two bytes, odd ones in the upper.
      const std::size_t place = i % 2 * 4 + i % 8 / 2;
      numbers[i / 8 * 4 + place / 2] |= static_cast<std::uint8_t>(bits << place % 2 * 4);
      const std::size_t row = i / inner, step = row / rows * (inner / 128) + i % inner / 128;
      wide.push_back((static_cast<double>(bits) - 8) *
                     value(group_scales[step * rows + row % rows]));
    }
  }
};

// [matrices, rows, inner] in mxfp4 as matrix.h keeps it, with what it stands for.
struct BlockMatrix {
  std::vector<std::uint8_t> numbers, exponents;
  std::vector<double> wide;

  const void* scales() const { return exponents.data(); }

  BlockMatrix(Numbers& from, std::size_t matrices, std::size_t rows, std::size_t inner)
      : numbers(matrices * rows * inner / 2),
        exponents(matrices * ((inner + 127) / 128) * rows * 4),
        wide(matrices * rows * inner) {
    const std::size_t steps = (inner + 127) / 128;
    for (std::size_t row = 0; row < matrices * rows; ++row)
      for (std::size_t block = 0; block < inner / 32; ++block) {
        const std::uint32_t exponent = 118 + from.whole(6);
        exponents[((row / rows * steps + block / 4) * rows + row % rows) * 4 + block % 4] =
            static_cast<std::uint8_t>(exponent);
        for (std::size_t half = 0; half < 8; ++half) {  // sixteen bits
          std::uint32_t bits = 0;
          for (std::size_t place = 0; place < 4; ++place) {
            const std::uint32_t code = from.whole(16);
            bits |= placed(code, place);
            constexpr double magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
            wide[row * inner + block * 32 + half / 2 * 8 + place * 2 + half % 2] =
                std::ldexp(magnitudes[code & 7], static_cast<int>(exponent) - 127) *
                (code < 8 ? 1 : -1);
          }
          const std::size_t at = row * inner / 2 + block * 16 + half * 2;
          numbers[at] = static_cast<std::uint8_t>(bits);
          numbers[at + 1] = static_cast<std::uint8_t>(bits >> 8);
        }
      }
  }

 private:
  static std::uint32_t placed(std::uint32_t code, std::size_t place) {
    const std::uint32_t sign = code >> 3, rest = code & 7;
    if (place == 3) return sign << 14 | rest >> 2 << 13 | (rest & 3) << 10;
    return sign << (15 - 3 * place) | rest << (6 - 3 * place);
  }
};

}  // namespace wgf
