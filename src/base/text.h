// SPDX-License-Identifier: MIT
#pragma once
// Text as the terminal shows it and as people type it: widths, number formats, names folded and
// guessed.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "base/units.h"

namespace wgf {

// "RTX 4090", "rtx_4090" and "RTX-4090" are one name: lower case without spaces, dashes,
// underscores.
std::string fold_name(std::string_view name);

// The candidates nearest to what was typed, best first and each once: those that contain it,
// shortest first, or where none does those at most max(2, a third of its length) edits away, on
// folded names. Nothing near: nothing.
std::vector<std::string> nearest_names(std::string_view typed,
                                       std::span<const std::string> candidates,
                                       std::size_t limit = 3);
// As above, joined as "a, b, c" for a message.
std::string nearest_names_text(std::string_view typed, std::span<const std::string> candidates);
// The message for a name nobody knows: `message` with the argument "nearest", or where nothing is
// near the one of the key "…_alone", which says only where the list is.
Message with_nearest(Message message, std::string_view typed,
                     std::span<const std::string> candidates);

// Columns the text takes on a terminal: CJK characters two, combining marks none.
std::size_t display_width(std::string_view utf8);
std::string pad_right(std::string_view utf8, std::size_t columns);
std::string pad_left(std::string_view utf8, std::size_t columns);

// At most so many columns, the last one "…" where something was cut off.
std::string shortened(std::string_view utf8, std::size_t columns);
// Lines of at most so many columns, broken at blanks and between CJK characters; a longer word
// keeps its line. Those behind the first begin with `indent` blanks.
std::string wrapped(std::string_view utf8, std::size_t columns, std::size_t indent = 0);

std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);
std::string lower_case(std::string_view text);  // of ASCII letters; others stay
std::string join(std::span<const std::string> parts, std::string_view separator);

// Whole-string numbers; nothing where anything but a number stands there.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_number(std::string_view text);
// "90", "90s", "10m", "1.5h"
std::optional<Seconds> parse_duration(std::string_view text);
// Whether it can be waited for: no NaN, not negative, no longer than people live.
bool is_time(Seconds time);

// "41.3", "1,234", "0.0123": digits significant figures, thousands separated, never exponents below
// 1e15.
std::string format_number(double value, int digits = 4);
// "1.50 GiB", "23.0 MiB"
std::string format_bytes(Bytes bytes);
// "1m 05s", "3.2 s", "45.1 ms"
std::string format_duration(Seconds time);

}  // namespace wgf
