#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds documents to a size that is read: a page of the guide, of the method and of the notes has at most PAGE_LINES lines,
all pages of the guide in one language together GUIDE_LINES, and no paragraph of an English page more than PARAGRAPH_WORDS words.

A paragraph ends at a blank line; each item of a list and each row of a table is one of its own. Code blocks and
comments are none.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE = "docs/guide"
PAGES = ["docs/guide/*.md", "docs/method/*.md", "docs/notes/*.md"]
ENGLISH = ["README.md", "HACKING.md", "docs/design.md", *PAGES]
TRANSLATED = ".zh-CN.md"
PAGE_LINES = 300
GUIDE_LINES = 1700
PARAGRAPH_WORDS = 120

BEGINS_ITEM = re.compile(r"\s*([-*+]|\d+\.)\s")
STANDS_ALONE = re.compile(r"\s*([|#]|!\[)")


def paragraphs(text):
    """Number of the first line and words of each."""
    text = re.sub(r"<!--.*?-->", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    found, fenced, open_ended = [], False, False
    for number, line in enumerate(text.splitlines(), start=1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        words = [word for word in line.split() if re.search(r"\w", word)]
        if fence or fenced or not line.strip():
            open_ended = False
        elif open_ended and not BEGINS_ITEM.match(line) and not STANDS_ALONE.match(line):
            found[-1][1].extend(words)
        else:
            found.append((number, words))
            open_ended = not STANDS_ALONE.match(line)
    return found


def long_pages():
    faults = []
    pages = sorted(page for pattern in PAGES for page in ROOT.glob(pattern))
    lines = {page: len(page.read_text(encoding="utf-8").splitlines()) for page in pages}
    guide = {page: count for page, count in lines.items() if page.parent == ROOT / GUIDE}
    for page, count in lines.items():
        if count > PAGE_LINES:
            faults.append(f"{page.relative_to(ROOT)}: {count} lines, at most {PAGE_LINES} are read")
    for kind, translated in (("English", False), ("translated", True)):
        total = sum(count for page, count in guide.items() if page.name.endswith(TRANSLATED) == translated)
        if total > GUIDE_LINES:
            faults.append(f"{GUIDE}: {total} lines in the {kind} pages, at most {GUIDE_LINES} are read")
    if not guide:
        faults.append(f"{GUIDE}: no page there")
    return faults


def long_paragraphs():
    faults = []
    for page in sorted(page for pattern in ENGLISH for page in ROOT.glob(pattern)):
        if page.name.endswith(TRANSLATED):
            continue
        faults += [f"{page.relative_to(ROOT)}:{number}: a paragraph of {len(words)} words, at most {PARAGRAPH_WORDS} "
                   "are read" for number, words in paragraphs(page.read_text(encoding="utf-8"))
                   if len(words) > PARAGRAPH_WORDS]
    return faults


def main():
    faults = long_pages() + long_paragraphs()
    print("\n".join(faults) if faults else "documents: short enough")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
