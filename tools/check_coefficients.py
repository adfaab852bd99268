#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every coefficient that docs/method.md gives a number, "`bubble` (1.04)", is the fitted one of data/efficiency, and its
table of operators' errors has those of data/accuracy/operators_held_out.csv."""
import csv
import glob
import os
import re
import sys

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GIVEN = re.compile(r"`([a-z_0-9.]+)` (?:\((?:prior [\d.]+, fitted )?)?([\d,]+(?:\.\d+)?)( ms| µs|)")
SCALES = {"": 1.0, " ms": 1e-3, " µs": 1e-6}
FEWEST = 15  # fewer found: the pattern no longer reads the document
OPERATORS = {"matrix product": "matrix", "attention, prefill": "prefill", "attention, decode": "decode",
             "experts": "experts", "collective": "collective"}
OPERATOR_ROW = re.compile(r"^\| (?:\*\*(.+)\*\*|([a-z0-9 ]+)) \| \d+ \| [\d.]+ / [\d.]+ \|.*$", re.MULTILINE)


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


def operator_row(name, errors):
    shown = [" / ".join(f"{100 * float(errors[f'{held}_{part}']):.1f}" for part in ("median", "p90"))
             for held in ("fitted", "card", "generation")]
    return f"| {name} | {errors['rows']} | {' | '.join(shown)} |"


def wrong_operator_rows(text):
    with open(os.path.join(SOURCE_DIR, "data", "accuracy", "operators_held_out.csv"), encoding="utf-8") as file:
        groups = {row["group"]: row for row in csv.DictReader(file)}
    wrong, kind, found = [], "", 0
    for row in OPERATOR_ROW.finditer(text):
        whole, part = row.groups()
        kind = OPERATORS.get(whole, kind) if whole else kind
        errors = groups.get(kind if whole else f"{kind}/{part.replace(' ', '_')}")
        expected = errors and operator_row(f"**{whole}**" if whole else part, errors)
        found += 1
        if row.group() != expected:
            wrong.append(f"docs/method.md: {row.group()}\n  should be {expected}")
    of_types = sum(group.count("/") < 2 for group in groups)
    return wrong if found == of_types else [*wrong, f"docs/method.md: {found} rows of operators, {of_types} were fitted"]


def main():
    fitted = fitted_coefficients()
    with open(os.path.join(SOURCE_DIR, "docs", "method.md"), encoding="utf-8") as file:
        text = file.read()
    given = [match for match in GIVEN.findall(text) if match[0] in fitted]
    wrong = [f"docs/method.md: `{name}` is {number}{unit}, fitted {', '.join(map(str, fitted[name]))}"
             for name, number, unit in given
             if not any(is_rounded(number, SCALES[unit], value) for value in fitted[name])]
    wrong += wrong_operator_rows(text)
    if len(given) < FEWEST:
        wrong.append(f"docs/method.md: only {len(given)} coefficients found")
    print("\n".join(wrong) or f"coefficients: {len(given)} as fitted, and the operators' errors")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
