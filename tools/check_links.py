#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every link of the documents leads to a file and a heading that are there, every file named in backticks (`src/…`, `data/…`)
is there, an index names every page beside it, and the pages that sources, data and messages name (docs/method/….md) are there."""
import glob
import os
import re
import sys

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINKED = ["docs/*.md", "docs/*/*.md", "README*.md", "CHANGELOG.md", "HACKING.md", "data/README.md", "data/truth/README.md",
          "src/README.md"]
INDEXED = ["docs/guide", "docs/method", "docs/notes"]
NAMING = ["src", "tests", "data", "tools", "api"]
CODE_BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:src|data|tests|tools|bench|python|docs|web|api)/[\w./-]+)`")


def read(path):
    with open(os.path.join(SOURCE_DIR, path), encoding="utf-8") as file:
        return file.read()


def pages(patterns):
    return sorted({os.path.relpath(path, SOURCE_DIR) for pattern in patterns
                   for path in glob.glob(os.path.join(SOURCE_DIR, pattern))})


def anchors(page):
    """As GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", CODE_BLOCK.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def dead_links(path, page):
    plain = CODE_BLOCK.sub("", page)
    for link in LINK.findall(plain):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(SOURCE_DIR, target)):
            yield f"{link}: no such file"
        elif anchor and anchor not in anchors(read(target)):
            yield f"{link}: no such heading"
    for name in NAMED.findall(plain):
        if not glob.glob(os.path.join(SOURCE_DIR, name)):
            yield f"{name}: no such file"


def unlisted(folder):
    index = read(f"{folder}/README.md")
    names = (os.path.basename(path) for path in pages([f"{folder}/*.md"]))
    return [f"{folder}/README.md: does not name {name}" for name in names
            if not name.startswith("README") and not name.endswith(".zh-CN.md") and f"({name})" not in index]


def dead_names(folder):
    for path in glob.glob(os.path.join(SOURCE_DIR, folder, "**", "*.*"), recursive=True):
        if path.endswith((".h", ".cpp", ".cu", ".cuh", ".py", ".toml", ".json", ".sh", ".txt")):
            for name in set(re.findall(r"\bdocs/(?:method|notes|guide)(?:/[\w-]{2,})?\.md\b", read(path))):
                if not os.path.exists(os.path.join(SOURCE_DIR, name)):
                    yield f"{os.path.relpath(path, SOURCE_DIR)}: {name}: no such file"


def main():
    linked = pages(LINKED)
    faults = [f"{path}: {fault}" for path in linked for fault in dead_links(path, read(path))]
    faults += [fault for folder in INDEXED for fault in unlisted(folder)]
    faults += [fault for folder in NAMING for fault in dead_names(folder)]
    print("\n".join(faults) or f"links: all of {len(linked)} documents lead somewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
