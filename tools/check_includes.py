#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every #include under src/ against the table "Who may include whom" in src/README.md.

The table is the only place that says what is allowed; this script knows which header belongs to which library.
"""
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src"

LIBRARY_HEADERS = {
    "toml++": r"toml\+\+/|toml\.hpp",
    "nlohmann-json": r"nlohmann/",
    "LibTorch": r"torch/|ATen/|c10/|caffe2/|kineto/",
    "CUDA runtime headers": r"cu[a-z0-9_]+\.h|cuda/|nccl\.h|hip/",
    "CLI11": r"CLI/",
    "Duktape": r"duktape\.h",
    "zlib": r"zlib\.h",
    "libcurl headers": r"curl/",
    "fmt": r"fmt/",
    "GoogleTest": r"gtest/|gmock/",
}
EVERYWHERE = {"base", "messages"}
EVERYWHERE_LIBRARIES = {"fmt"}
SYSTEM = re.compile(r"[a-z0-9_]+(\.h)?$|(sys|linux|arpa|net|netinet|asm)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def read_table(text):
    """{folder: (folders it may include, libraries)}, in the order of the table."""
    table = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 3 or cells[0] == "folder" or set(cells[0]) <= {"-", " "}:
            continue
        folder, folders, libraries = cells
        if folders.startswith("all of the above"):
            excluded = folders.partition("except")[2].split()
            allowed = set(table) - set(excluded)
        else:
            allowed = set(re.findall(r"[a-z]+", folders))
        unknown = allowed - set(table)
        if unknown:
            sys.exit(f"check_includes: the table lets {folder} include {', '.join(sorted(unknown))}, which is not above it: a cycle")
        table[folder] = (allowed, {name for name in LIBRARY_HEADERS if name in libraries})
    if "base" not in table:
        sys.exit(f"check_includes: no table of folders in {SOURCE / 'README.md'}")
    return table


def library_of(header):
    for name, pattern in LIBRARY_HEADERS.items():
        if re.match(pattern, header):
            return name
    return None


def fault(table, folder, is_test, bracket, header):
    """What is wrong with this include, or None."""
    allowed, libraries = table[folder]
    if bracket == '"':
        target = header.partition("/")[0]
        if "/" not in header:
            return "our own headers are named from src/ on"
        permitted = allowed | {folder, "embedded"} | (set() if folder in EVERYWHERE else EVERYWHERE)
        if target in permitted:
            return None
        return f"{folder} may not include {target}" if target in table else "not one of our folders; use <>"
    library = library_of(header)
    if library is None:
        return None if SYSTEM.match(header) else "a library the table does not name"
    if library in libraries | EVERYWHERE_LIBRARIES or (library == "GoogleTest" and is_test):
        return None
    return f"{folder} may not use {library}"


def main():
    table = read_table((SOURCE / "README.md").read_text(encoding="utf-8"))
    faults = []
    checked = 0
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix not in {".h", ".cpp", ".in"} or not path.is_file():
            continue
        relative = path.relative_to(SOURCE)
        folder = relative.parts[0]
        if folder not in table:
            faults.append(f"src/{relative}: the folder {folder} is not in the table of src/README.md")
            continue
        is_test = re.search("test|_check$", path.stem)  # x_test.cpp, and what several of them share
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            checked += 1
            problem = fault(table, folder, is_test, *found.groups())
            if problem:
                faults.append(f"src/{relative}:{number}: {found.group(2)}: {problem}")
    print("\n".join(faults) if faults else f"includes: {checked} agree with the table of src/README.md")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
