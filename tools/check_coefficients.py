#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every coefficient that docs/method.md gives a number, "`bubble` (1.04)", is the fitted one of data/efficiency."""
import glob
import os
import re
import sys

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GIVEN = re.compile(r"`([a-z_0-9.]+)` (?:\((?:prior [\d.]+, fitted )?)?([\d,]+(?:\.\d+)?)( ms| µs|)")
SCALES = {"": 1.0, " ms": 1e-3, " µs": 1e-6}
FEWEST = 15  # fewer found: the pattern no longer reads the document


def fitted_coefficients():
    fitted = {}
    for path in glob.glob(os.path.join(SOURCE_DIR, "data", "efficiency", "*.toml")):
        with open(path, encoding="utf-8") as file:
            for name, value in re.findall(r"^([a-z_0-9.]+) = ([-\d.e+]+)", file.read(), re.MULTILINE):
                fitted.setdefault(name, []).append(float(value))
    return fitted


def is_rounded(text, scale, value):
    digits = len(text.partition(".")[2])
    return abs(value - float(text.replace(",", "")) * scale) <= 0.501 * 10**-digits * scale


def main():
    fitted = fitted_coefficients()
    with open(os.path.join(SOURCE_DIR, "docs", "method.md"), encoding="utf-8") as file:
        given = [match for match in GIVEN.findall(file.read()) if match[0] in fitted]
    wrong = [f"docs/method.md: `{name}` is {text}{unit}, fitted {', '.join(map(str, fitted[name]))}"
             for name, text, unit in given
             if not any(is_rounded(text, SCALES[unit], value) for value in fitted[name])]
    if len(given) < FEWEST:
        wrong.append(f"docs/method.md: only {len(given)} coefficients found")
    print("\n".join(wrong) or f"coefficients: {len(given)} as fitted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
