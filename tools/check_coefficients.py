#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The numbers that docs/method gives are those of the program.

Held are, on every page:
- coefficients in text, "`bubble` (1.04)", and in tables headed "coefficient" or "band": those of data/efficiency, fitted or
  prior, of a generation, a software or an end as the column says;
- rows of tables headed "constant" whose name stands in backticks: a constexpr of that name in the folders that the page
  names as its source;
- the table of operators' errors: data/accuracy/operators_held_out.csv; the bands of ratings: data/score/bands.toml."""
import ast
import csv
import glob
import operator
import os
import re
import sys

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GIVEN = re.compile(r"`([a-z_0-9.]+)` (?:\((?:prior [\d.]+, fitted )?)?([\d,]+(?:\.\d+)?)( ms| µs|)")
NUMBER = re.compile(r"([-−]?[\d,]*\.?\d+(?:e-?\d+)?) ?(%|[µnm]?s\b|[MG]iB|G?Hz|GB/s|)")
SCALES = {"": 1.0, "%": 1e-2, "s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "MiB": 2.0**20, "GiB": 2.0**30, "Hz": 1.0,
          "GHz": 1e9, "GB/s": 1e9}
FEWEST = {"coefficients": 280, "constants": 105}  # fewer found: the patterns no longer read the pages
OPERATORS = {"matrix product": "matrix", "attention, prefill": "prefill", "attention, decode": "decode",
             "experts": "experts", "collective": "collective"}
OPERATOR_ROW = re.compile(r"^\| (?:\*\*(.+)\*\*|([a-z0-9 ]+)) \| \d+ \| [\d.]+ / [\d.]+ \|.*$", re.MULTILINE)
RATED = {"mfu": "MFU", "bandwidth_utilization": "of peak bandwidth", "gpu_utilization": "GPU utilization",
         "matmul": "matrix products", "memory": "copying memory", "step": "any"}
UNITS = {"gib": 2.0**30, "gibi": 2.0**30, "mebi": 2.0**20, "giga": 1e9, "mega": 1e6, "tera": 1e12}
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
              ast.LShift: lambda a, b: int(a) << int(b)}


def read(*path):
    with open(os.path.join(SOURCE_DIR, *path), encoding="utf-8") as file:
        return file.read()


def coefficients():
    """By name: what the data files have, under "prior.NAME" where a fit starts."""
    found = {}

    def add(name, value):
        found.setdefault(name, []).append(float(value))

    for path in glob.glob(os.path.join(SOURCE_DIR, "data", "efficiency", "*.toml")):
        top, *tables = re.split(r"^\[\[", read(path), flags=re.MULTILINE)
        for name, value, prior in re.findall(r"^([\w.-]+) = ([-\d.e+]+)(?:  # prior ([-\d.e+]+))?", top, re.MULTILINE):
            add(name, value)
            if prior:
                add("prior." + name, prior)
        for table in tables:
            fields = dict(re.findall(r'^(\w+) = "?([^"\n]+)"?$', table, re.MULTILINE))
            for name, value in fields.items():
                if re.fullmatch(r"[-\d.e+]+", value):
                    add(name, value)
                    add(f"{table.partition(']]')[0]}.{fields.get('type')}.{name}.{fields.get('generation')}", value)
    for path in glob.glob(os.path.join(SOURCE_DIR, "src", "advisor", "operators", "*.cpp")):
        for name, prior in re.findall(r'\{"(\w+)", &\w+::\w+, ([\d.e-]+), [\d.]+\}', read(path)):
            add("prior." + name, prior)
    return found


def value_of(node, known):
    if isinstance(node, ast.Constant):
        return float(node.value)
    if isinstance(node, ast.Name):
        return known[node.id]
    if isinstance(node, ast.Call) and len(node.args) == 1:  # Bytes(x), double(x)
        return value_of(node.args[0], known)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -value_of(node.operand, known)
    return OPERATIONS[type(node.op)](value_of(node.left, known), value_of(node.right, known))


def constants_of(text):
    """Name and value of each number that is a constexpr."""
    known = dict(UNITS)
    for declaration in re.findall(r"constexpr [\w:]+ (\w+ ?[={][^;\"]*);", re.sub(r"//.*", "", text)):
        for name, equals, braced in re.findall(r"(\w+) ?(?:= ([^,{}]+)|\{([^,{}]+)\})", declaration):
            plain = re.sub(r"(?<=\d)'(?=\d)|static_cast<\w+>|std::\w+|(?<=\d)F\b|\s", "", equals or braced)
            try:
                known[name] = value_of(ast.parse(plain, mode="eval").body, known)
            except (SyntaxError, KeyError, AttributeError, TypeError, ValueError):
                continue  # no number
            yield name, known[name]


def source_constants(page):
    """Those of the folders named before the page's first section."""
    found = {}
    for place in set(re.findall(r"`(src/[\w/.-]+)`", page.partition("\n## ")[0])):
        folder = os.path.join(SOURCE_DIR, place if place.endswith("/") else os.path.dirname(place))
        for path in glob.glob(os.path.join(folder, "**", "*.[ch]*"), recursive=True):
            if not path.endswith("_test.cpp"):
                for name, value in constants_of(read(path)):
                    found.setdefault(name, []).append(value)
    return found


def is_given(text, unit, value):
    """Whether the text is the value, rounded, in its unit or in a constant's own."""
    mantissa, _, power = text.replace(",", "").replace("−", "-").partition("e")
    step = 10 ** -len(mantissa.partition(".")[2]) * 10 ** int(power or 0)
    number = float(mantissa) * 10 ** int(power or 0)
    return any(abs(value - number * scale) <= 0.501 * step * scale for scale in {SCALES[unit.strip()], 1.0})


def tables_of(page):
    """Header and rows of each table, cells stripped."""
    for table in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()]
        yield rows[0], rows[2:]


def keys(name, column):
    if column == "fitted":
        return [name]
    if column == "prior":
        return ["prior." + name]
    first, _, rest = name.partition(".")
    return [f"{name}.{column}", f"{name}_{column}", f"{first}.{column}.{rest}"]


def check_tables(page, fitted, counts):
    constants = source_constants(page)
    for header, rows in tables_of(page):
        kind = header[0]
        columns = header[1:2] if kind == "constant" else [name for name in header[1:] if " " not in name and name not in
                                                          ("meaning", "times", "source")]
        if kind not in ("constant", "coefficient", "band"):
            continue
        for row in rows:
            names = re.findall(r"`([\w.-]+)`", row[0])
            for column in columns if names else []:
                given = NUMBER.findall(row[header.index(column)])
                if len(given) != len(names):
                    yield f"{row[0]}: no number in column {column}"
                for name, (text, unit) in zip(names, given):
                    known = constants.get(name, []) if kind == "constant" else [
                        value for key in keys(name, column) for value in fitted.get(key, [])]
                    counts["constants" if kind == "constant" else "coefficients"] += 1
                    if not any(is_given(text, unit, value) for value in known):
                        yield f"`{name}`, {column} {text} {unit}: {', '.join(map(str, known)) or 'not found'}"


def check_text(page, fitted, counts):
    for name, text, unit in GIVEN.findall(page):
        if name not in fitted:
            continue
        counts["coefficients"] += 1
        if not any(is_given(text, unit, value) for value in fitted[name]):
            yield f"`{name}` is {text}{unit}, fitted {', '.join(map(str, fitted[name]))}"


def operator_row(name, errors):
    shown = [" / ".join(f"{100 * float(errors[f'{held}_{part}']):.1f}" for part in ("median", "p90"))
             for held in ("fitted", "card", "generation")]
    return f"| {name} | {errors['rows']} | {' | '.join(shown)} |"


def wrong_operator_rows(text):
    groups = {row["group"]: row for row in csv.DictReader(read("data", "accuracy", "operators_held_out.csv").splitlines())}
    wrong, kind, found = [], "", 0
    for row in OPERATOR_ROW.finditer(text):
        whole, part = row.groups()
        kind = OPERATORS.get(whole, kind) if whole else kind
        errors = groups.get(kind if whole else f"{kind}/{part.replace(' ', '_')}")
        expected = errors and operator_row(f"**{whole}**" if whole else part, errors)
        found += 1
        if row.group() != expected:
            wrong.append(f"{row.group()}\n  should be {expected}")
    of_types = sum(group.count("/") < 2 for group in groups)
    return wrong if found == of_types else [*wrong, f"{found} rows of operators, {of_types} were fitted"]


def missing_bands(text):
    for band in read("data", "score", "bands.toml").split("[[band]]")[1:]:
        fields = dict(re.findall(r"^(\w+) = (.+)$", band, re.MULTILINE))
        metric, task = (fields[name].strip('"') for name in ("metric", "task"))
        precisions = ", ".join(re.findall(r'"(\w+)"', fields.get("precisions", ""))) or "any"
        shares = " | ".join(fields[level] + " %" for level in ("fair", "good", "excellent"))
        row = f"| {RATED[metric]} | {RATED.get(task, task.replace('_', ' '))} | {precisions} | {shares} |"
        if row not in text:
            yield f"no row {row}"


def main():
    fitted, counts = coefficients(), dict.fromkeys(FEWEST, 0)
    wrong = []
    for path in sorted(glob.glob(os.path.join(SOURCE_DIR, "docs", "method", "*.md"))):
        page, name = read(path), os.path.relpath(path, SOURCE_DIR)
        faults = [*check_text(page, fitted, counts), *check_tables(page, fitted, counts)]
        if name.endswith("operators.md"):
            faults += wrong_operator_rows(page)
        if name.endswith("score.md"):
            faults += missing_bands(page)
        wrong += [f"{name}: {fault}" for fault in faults]
    wrong += [f"docs/method: only {counts[kind]} {kind} found" for kind, fewest in FEWEST.items() if counts[kind] < fewest]
    print("\n".join(wrong) or f"numbers of docs/method: {counts['coefficients']} coefficients and {counts['constants']} constants "
          "as in data and source, the operators' errors, the bands")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
