#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pages that can be read: of those below, none has more than 300 lines or a paragraph, list item or table cell of more than
120 words; every link leads to a file and a heading that are there, every file named in backticks (`src/…`, `data/…`) is there,
an index names every page beside it, and the pages that sources, data and messages name (docs/method/….md) are there."""
import glob
import os
import re
import sys

SOURCE_DIR = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
READABLE = ["docs/method/*.md", "docs/notes/*.md", "docs/design.md"]
LINKED = [*READABLE, "docs/accuracy.md", "docs/ci.md", "docs/models.md", "docs/glossary*.md", "HACKING.md", "data/README.md",
          "data/truth/README.md"]
INDEXED = ["docs/method", "docs/notes"]
NAMING = ["src", "tests", "data", "tools", "api"]
MOST_LINES, MOST_WORDS = 300, 120
CODE_BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:src|data|tests|tools|bench|python|docs|web|api)/[\w./-]+)`")


def read(path):
    with open(os.path.join(SOURCE_DIR, path), encoding="utf-8") as file:
        return file.read()


def pages(patterns):
    return sorted({os.path.relpath(path, SOURCE_DIR) for pattern in patterns
                   for path in glob.glob(os.path.join(SOURCE_DIR, pattern))})


def paragraphs(page):
    """Each alone: those of prose, items of lists, cells of tables."""
    for block in re.split(r"\n\s*\n", CODE_BLOCK.sub("", page)):
        if block.lstrip().startswith("|"):
            yield from block.replace("\n", "|").split("|")
        else:
            yield from re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", block)


def words(text):
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def long_parts(page):
    lines = page.count("\n")
    if lines > MOST_LINES:
        yield f"{lines} lines, {MOST_LINES} at most"
    for paragraph in paragraphs(page):
        if words(paragraph) > MOST_WORDS:
            yield f"{words(paragraph)} words, {MOST_WORDS} at most: {' '.join(paragraph.split())[:60]} …"


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
    return [f"{folder}/README.md: does not name {name}" for name in
            (os.path.basename(path) for path in pages([f"{folder}/*.md"])) if name != "README.md" and f"({name})" not in index]


def dead_names(folder):
    for path in glob.glob(os.path.join(SOURCE_DIR, folder, "**", "*.*"), recursive=True):
        if path.endswith((".h", ".cpp", ".cu", ".cuh", ".py", ".toml", ".json", ".sh", ".txt")):
            for name in set(re.findall(r"\bdocs/(?:method|notes|guide)(?:/[\w-]+)?\.md\b", read(path))):
                if not os.path.exists(os.path.join(SOURCE_DIR, name)):
                    yield f"{os.path.relpath(path, SOURCE_DIR)}: {name}: no such file"


def main():
    readable, linked = pages(READABLE), pages(LINKED)
    faults = [f"{path}: {fault}" for path in readable for fault in long_parts(read(path))]
    faults += [f"{path}: {fault}" for path in linked for fault in dead_links(path, read(path))]
    faults += [fault for folder in INDEXED for fault in unlisted(folder)]
    faults += [fault for folder in NAMING for fault in dead_names(folder)]
    print("\n".join(faults) or f"pages: {len(readable)} short enough, links and files of {len(linked)} there")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
