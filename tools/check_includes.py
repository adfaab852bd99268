#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every #include under src/: between folders against the table "Who may include whom" in src/README.md; between
the rooms of a folder that they form no circle; in src/cli that no room includes another.

The table is the only place that says what a folder may include; this script knows which header belongs to which library.
"""
import collections
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src"

# Arrows between rooms that are still to go. One that is gone is a fault until its line here is gone too.
KNOWN = set()

LIBRARY_HEADERS = {
    "toml++": r"toml\+\+/|toml\.hpp",
    "nlohmann-json": r"nlohmann/",
    "LibTorch": r"torch/|ATen/|c10/|caffe2/|kineto/",
    "CUDA runtime headers": r"cu[a-z0-9_]+\.h|cuda/|nccl\.h|hip/",
    "CLI11": r"CLI/",
    "Duktape": r"duktape\.h",
    "QuickJS": r"quickjs\.h",
    "zlib": r"zlib\.h",
    "libcurl headers": r"curl/",
    "PCRE2": r"pcre2\.h",
    "utf8proc": r"utf8proc\.h",
    "fmt": r"fmt/",
    "GoogleTest": r"gtest/|gmock/",
}
EVERYWHERE = {"base", "messages"}
EVERYWHERE_LIBRARIES = {"fmt"}
READ = {".h", ".cpp", ".in", ".cu", ".cuh"}
SHARED_IN_CLI = {"cli", "cli/words"}
SYSTEM = re.compile(r"[a-z0-9_]+(\.h)?$|(sys|linux|arpa|net|netinet|asm)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')

# path: of the file below src/, as text; bracket: '"' or '<'.
Include = collections.namedtuple("Include", "path line bracket header")


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


def read_includes(source):
    """Every include of every file, in the order of their paths, and the paths of all files."""
    includes, paths = [], []
    for file in sorted(source.rglob("*")):
        if file.suffix not in READ or not file.is_file():
            continue
        path = file.relative_to(source).as_posix()
        paths.append(path)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = INCLUDE.match(line)
            if found:
                includes.append(Include(path, number, *found.groups()))
    return includes, paths


def library_of(header):
    for name, pattern in LIBRARY_HEADERS.items():
        if re.match(pattern, header):
            return name
    return None


def fault(table, folder, is_test, bracket, header):
    """What is wrong with this include by the table, or None."""
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


def table_faults(table, includes, paths):
    faults = [f"src/{path}: the folder {path.partition('/')[0]} is not in the table of src/README.md"
              for path in paths if path.partition("/")[0] not in table]
    for one in includes:
        folder = one.path.partition("/")[0]
        is_test = re.search("test|_check$", pathlib.Path(one.path).stem)  # x_test.cpp, and what several of them share
        problem = folder in table and fault(table, folder, is_test, one.bracket, one.header)
        if problem:
            faults.append(f"src/{one.path}:{one.line}: {one.header}: {problem}")
    return faults


def room_of(path):
    """"report/page" of report/page/texts.h; of a file that lies in the folder itself, the folder."""
    return "/".join(path.split("/")[:-1][:2])


def is_test_of_room(path):
    """A test may use what stands above its subject, and what stands in for a device."""
    return pathlib.PurePosixPath(path).stem.endswith("_test")


def room_arrows(includes):
    """{(room, room): its first include} of rooms of one folder."""
    arrows = {}
    for one in includes:
        here, there = room_of(one.path), room_of(one.header)
        is_inside = one.bracket == '"' and here != there and here.split("/")[0] == there.split("/")[0]
        if is_inside and not (is_test_of_room(one.path) and not here.startswith("cli")):
            arrows.setdefault((here, there), one)
    return arrows


def is_across_cli(here, there):
    return here.startswith("cli") and there not in SHARED_IN_CLI and here != there


def circles(arrows):
    """Rooms that reach each other, each circle as a set (Tarjan)."""
    targets = collections.defaultdict(list)
    for here, there in arrows:
        targets[here].append(there)
    index, lowest, stack, found = {}, {}, [], []

    def visit(room):
        index[room] = lowest[room] = len(index)
        stack.append(room)
        for other in targets[room]:
            if other not in index:
                visit(other)
                lowest[room] = min(lowest[room], lowest[other])
            elif other in stack:
                lowest[room] = min(lowest[room], index[other])
        if lowest[room] == index[room]:
            members = set(stack[stack.index(room):])
            del stack[stack.index(room):]
            if len(members) > 1:
                found.append(members)

    for room in sorted({here for here, _ in arrows}):
        if room not in index:
            visit(room)
    return found


def arrow_text(here, there):
    return f"{here} -> {there}"


def room_faults(includes, known):
    """Circles of rooms, rooms of cli that include another, and lines of `known` that have become true."""
    arrows = room_arrows(includes)
    faults = [f"{name}: no longer there: its line in KNOWN of tools/check_includes.py goes"
              for name in sorted(known - {arrow_text(*arrow) for arrow in arrows})]
    left = {arrow: first for arrow, first in arrows.items() if arrow_text(*arrow) not in known}
    for (here, there), first in sorted(left.items()):
        if is_across_cli(here, there):
            faults.append(f"src/{first.path}:{first.line}: {first.header}: {here} may include cli, cli/words and itself of cli, "
                          f"not {there}")
    for members in circles({arrow: first for arrow, first in left.items() if not is_across_cli(*arrow)}):
        inside = {arrow: first for arrow, first in sorted(left.items()) if members.issuperset(arrow)}
        faults.append("a circle of rooms:\n" + "\n".join(
            f"  {arrow_text(*arrow)}: src/{first.path}:{first.line}: {first.header}" for arrow, first in inside.items()))
    return faults


def main():
    table = read_table((SOURCE / "README.md").read_text(encoding="utf-8"))
    includes, paths = read_includes(SOURCE)
    faults = table_faults(table, includes, paths) + room_faults(includes, KNOWN)
    print("\n".join(faults) if faults else f"includes: {len(includes)} agree with the table of src/README.md; no circle of rooms")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
