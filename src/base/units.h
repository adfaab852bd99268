// SPDX-License-Identifier: MIT
#pragma once
// Quantities that say their unit in their type. Memory is shown in GiB (2^30), bandwidth in GB/s
// (10^9).

#include <compare>
#include <cstdint>

namespace wgf {

// A number of one unit: adds and compares with its own kind, scales by plain numbers.
template <typename Tag, typename Number>
struct Quantity {
  Number value{};

  constexpr Quantity() = default;
  constexpr explicit Quantity(Number number) : value(number) {}

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity operator+(Quantity other) const { return Quantity(value + other.value); }
  constexpr Quantity operator-(Quantity other) const { return Quantity(value - other.value); }
  constexpr Quantity operator*(Number factor) const { return Quantity(value * factor); }
  constexpr Quantity operator/(Number divisor) const { return Quantity(value / divisor); }
  constexpr Quantity& operator+=(Quantity other) {
    value += other.value;
    return *this;
  }
};

using Bytes = Quantity<struct BytesTag, std::int64_t>;
using Seconds = Quantity<struct SecondsTag, double>;
using Watts = Quantity<struct WattsTag, double>;
using Joules = Quantity<struct JoulesTag, double>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag, double>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag, double>;
using Usd = Quantity<struct UsdTag, double>;
using UsdPerHour = Quantity<struct UsdPerHourTag, double>;
using UsdPerKilowattHour = Quantity<struct UsdPerKilowattHourTag, double>;
using GramsPerKilowattHour = Quantity<struct GramsPerKilowattHourTag, double>;  // of CO2
using Hours = Quantity<struct HoursTag, double>;

inline constexpr double kilo = 1e3;
inline constexpr double giga = 1e9;
inline constexpr double tera = 1e12;
inline constexpr std::int64_t mebi = std::int64_t{1} << 20;
inline constexpr std::int64_t gibi = std::int64_t{1} << 30;

constexpr double in_gib(Bytes bytes) {
  return static_cast<double>(bytes.value) / static_cast<double>(gibi);
}
constexpr double in_gb(Bytes bytes) {
  return static_cast<double>(bytes.value) / giga;
}
constexpr double in_milliseconds(Seconds time) {
  return time.value * 1e3;
}

constexpr BytesPerSecond operator/(Bytes bytes, Seconds time) {
  return BytesPerSecond(static_cast<double>(bytes.value) / time.value);
}
constexpr Joules operator*(Watts power, Seconds time) {
  return Joules(power.value * time.value);
}

}  // namespace wgf
