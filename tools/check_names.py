#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No two files may define types of one name in one namespace: each compiles, and what is linked of them takes the one
for the other. Tests are left out, whose types stand in namespaces without a name."""
import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"
COMMENTS_AND_TEXTS = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
BRACES = re.compile(r"""\bnamespace\s*(?P<namespace>[\w:]*)\s*\{
                      |\b(?:struct|class|enum\s+class|enum)\s+(?:alignas\(\w+\)\s*)?(?P<type>\w+)\s*(?:final\s*)?(?::(?!:)[^;{]*)?\{
                      |[{}]""", re.VERBOSE)
NO_NAME = "<none>"


def types_of(text):
    """Of external linkage, outside of other types, with their namespaces."""
    around = []  # what each open brace belongs to: a namespace, or nothing
    for brace in BRACES.finditer(COMMENTS_AND_TEXTS.sub('""', text)):
        if brace[0] == "}":
            if around:
                around.pop()
        elif brace["type"]:
            if None not in around and NO_NAME not in around:
                yield "::".join([*around, brace["type"]])
            around.append(None)
        else:
            around.append(None if brace["namespace"] is None else brace["namespace"] or NO_NAME)


def main():
    places = collections.defaultdict(list)
    for path in sorted([*SOURCES.rglob("*.h"), *SOURCES.rglob("*.cpp")]):
        if not path.stem.endswith("_test"):
            for name in set(types_of(path.read_text(encoding="utf-8"))):
                places[name].append(str(path.relative_to(SOURCES.parent)))
    twice = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in twice.items():
        print(f"{name} is defined in {' and '.join(files)}: rename one")
    print(f"names: {len(places)} types, {len(twice)} defined twice")
    sys.exit(1 if twice else 0)


if __name__ == "__main__":
    main()
