#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every command the documents show: the lines of their ```sh blocks that call torch-gpu-benchmark, in order,
one empty folder per document.

Listing commands run as they are. Measuring ones get an engine that answers at once (tests/cli/scripted_engine.py) and
a machine without GPU, so that every option, case list and output is gone through in seconds. Comments in a document
tell what else is expected of the block below them:

    <!-- exit: 5 -->            the commands end with that exit code (0 otherwise)
    <!-- file: sweep.toml -->   the block is a file the following commands read
    <!-- empty: net.pt -->      so is an empty file of that name
    <!-- output: gemm ... -->   the block is what that command prints, or whole paragraphs of it; lines of "..." stand
                                for other paragraphs
    <!-- reads: a.csv -->       the command of the output reads that file, a block of the document
    <!-- measured -->           the block is what a command printed of a machine that is not here

Prices are as stale in the outputs as they were on DAY, so that no block grows old.

With --renew the blocks of outputs are written anew: the paragraphs of the output from the one most like the first of
the block to the one most like its last. Read the difference.

A document that is not there is a fault, and so is a page in the guide's folder that is not in its list, and a command or
option of the program that no page of the guide names, in either language. Chinese pages (x.zh-CN.md) are not run: their
code blocks have to be those of the English page, but for their comments, and for outputs: there the same command with
--lang zh in front stands in the mark, and what that prints in the block. Of measured ones the numbers have to be the
same, in any words.
"""
import argparse
import datetime
import difflib
import itertools
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE = [f"docs/guide/{page}.md"
         for page in ("README", "measure", "several-gpus", "kernels", "results", "fit-and-speed", "choose-and-buy",
                      "reference")]
TRANSLATED = "--lang zh "  # in front of the command of an output in a translated page
DOCUMENTS = ["README.md", "README.zh-CN.md", *GUIDE, "HACKING.md"]
ENGINE = ROOT / "tests" / "cli" / "scripted_engine.py"
BLOCK = re.compile(r"(?P<marks>(?:<!--.*?-->\s*\n)*)```(?P<language>\w*)\n(?P<text>.*?)```", re.DOTALL)
TIMEOUT_S = 60
DAY = datetime.datetime(2026, 11, 23, tzinfo=datetime.timezone.utc)  # as data/prices/ last changed, or after
NO_NETWORK = {name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "HTTPS_PROXY")}


def translation(page):
    return page.removesuffix(".md") + ".zh-CN.md"


def commands(text):
    for line in text.replace("\\\n", " ").splitlines():
        if re.match(r"(\w+=\S+ +)*(\./)?torch-gpu-benchmark\b", line):
            yield line


def environment(folder):
    """No GPU, no language, no engine but the scripted one."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("WGF_", "LC_", "LANG", "XDG_"))}
    clean.update(PATH=f"{folder}:{clean['PATH']}", HOME=str(folder),
                 WGF_NVML_LIBRARY="", WGF_ROCM_SMI_LIBRARY="", SOURCE_DATE_EPOCH=str(int(DAY.timestamp())),
                 WGF_ENGINE_PATH=str(ENGINE), WGF_SCRIPT_STATE=str(folder / ".taken"))
    return clean


def check(document, program):
    """How many commands ran, and what went wrong."""
    ran, faults = 0, []
    with tempfile.TemporaryDirectory(prefix="wgf_docs_") as name:
        folder = pathlib.Path(name)
        (folder / "torch-gpu-benchmark").symlink_to(program)
        for block in BLOCK.finditer((ROOT / document).read_text(encoding="utf-8")):
            marks = dict(re.findall(r"<!--\s*(exit|file):\s*(\S+)", block["marks"]))
            for empty in re.findall(r"<!--\s*empty:\s*(\S+)", block["marks"]):
                (folder / empty).touch()
            if "file" in marks:
                (folder / marks["file"]).write_text(block["text"], encoding="utf-8")
            if block["language"] != "sh":
                continue
            # <!-- network -->: run too, but cut off from it; a wrong option would be exit code 2, not 1.
            needs_network = re.search(r"<!--\s*network\s*-->", block["marks"])
            for command in commands(block["text"]):
                ran += 1
                variables = {**environment(folder), **(NO_NETWORK if needs_network else {})}
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=variables, text=True,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      timeout=TIMEOUT_S, check=False)
                if done.returncode != (1 if needs_network else int(marks.get("exit", 0))):
                    faults.append(f"{document}: {command}\n  exit code {done.returncode}: {done.stdout.strip()[-600:]}")
    return ran, faults


def files_read(block, text):
    """Names and contents of the document's files that the command of the block's output reads."""
    names = set(re.findall(r"<!--\s*reads:\s*(\S+)", block["marks"]))
    files = {name: other["text"] for other in BLOCK.finditer(text)
             for name in re.findall(r"<!--\s*file:\s*(\S+)", other["marks"])}
    return {name: files[name] for name in names}


def output_of(command, program, files):
    with tempfile.TemporaryDirectory(prefix="wgf_docs_") as name:
        for file, text in files.items():
            (pathlib.Path(name) / file).write_text(text, encoding="utf-8")
        return subprocess.run([program, *shlex.split(command)], cwd=name, env=environment(pathlib.Path(name)),
                              text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=TIMEOUT_S, check=False).stdout


def output_marks(block):
    return re.findall(r"<!--\s*output:\s*(.*?)\s*-->", block["marks"])


def parts_of(text):
    return re.split(r"^(?:\.\.\.|…)\n", text, flags=re.MULTILINE)


def outdated_outputs(document, program):
    """Blocks with an output mark that are not what their command prints."""
    faults = []
    text = (ROOT / document).read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        for command in output_marks(block):
            printed = output_of(command, program, files_read(block, text))
            faults += [f"{document}: {command}\n  does not print:\n{part}" for part in parts_of(block["text"])
                       if not is_printed(part, printed)]
    return faults


def is_printed(part, printed):
    """As whole paragraphs: of those a translation can show the same."""

    def framed(text):
        return "\n\n" + text.strip("\n") + "\n\n"

    return not part.strip() or framed(part) in framed(printed)


def paragraphs(text):
    return text.strip("\n").split("\n\n")


def places(part, printed):
    """From which paragraph of what is printed to which this part of a block is, or was before it changed."""

    def place(paragraph):
        there = paragraphs(printed)
        return max(range(len(there)), key=lambda i: difflib.SequenceMatcher(None, paragraph, there[i]).ratio())

    shown = paragraphs(part)
    return slice(place(shown[0]), place(shown[-1]) + 1)


def renewed(text, printed, translated):
    """A block anew: parts that are printed stay; of a translation the paragraphs that the original shows."""

    def anew(part):
        if not part.strip() or (is_printed(part, printed) and translated is None):
            return part
        end = part[len(part.rstrip("\n")):]
        return "\n\n".join(paragraphs(translated or printed)[places(part, printed)]) + end

    return "...\n".join(map(anew, parts_of(text)))


def renew_outputs(document, program, original=None):
    """Of a translation the original's texts say which paragraphs its blocks show."""
    texts = {command: block["text"] for block in BLOCK.finditer(original or "") for command in output_marks(block)}

    file = ROOT / document
    text = file.read_text(encoding="utf-8")

    def anew(block):
        for command in output_marks(block):
            plain, files = command.removeprefix(TRANSLATED), files_read(block, text)
            printed = output_of(plain, program, files)
            translated = output_of(TRANSLATED + plain, program, files) if original else None
            new = renewed(texts.get(plain, block["text"]), printed, translated)
            marks = block["marks"].replace(command, TRANSLATED + plain) if original else block["marks"]
            return f"{marks}```{block['language']}\n{new}```"
        return block[0]

    file.write_text(BLOCK.sub(anew, text), encoding="utf-8")


def blocks(document):
    """Marks, language and text of each code block, commands without the comments behind them, outputs without text,
    measured ones as their numbers."""

    def text_of(block):
        if output_marks(block):
            return "\n...\n" * (len(parts_of(block["text"])) - 1)
        if re.search(r"<!--\s*measured\s*-->", block["marks"]):
            return " ".join(sorted(re.findall(r"\d[\d.,]*", block["text"])))
        return re.sub(r" +# .*", "", block["text"]) if block["language"] == "sh" else block["text"]

    text = (ROOT / document).read_text(encoding="utf-8")
    return [(re.sub(rf"(<!--\s*output:\s*){TRANSLATED}", r"\1", block["marks"]), block["language"], text_of(block))
            for block in BLOCK.finditer(text)]


def translation_differs(page):
    """The first code block in which the translated page is not the original, which is the one that runs."""
    for here, there in itertools.zip_longest(blocks(page), blocks(translation(page))):
        if here != there:
            return [f"{translation(page)}: a code block is not that of {page}:\n"
                    f"{there[2] if there else '(missing)'}\n  there:\n{here[2] if here else '(missing)'}"]
    return []


def unlisted_pages():
    """Pages in the guide's folders that nothing here would look at."""
    listed = {ROOT / name for page in GUIDE for name in (page, translation(page))}
    return [f"{page.relative_to(ROOT)}: not in the list of the guide's pages"
            for folder in sorted({page.parent for page in listed}) for page in sorted(folder.glob("*.md"))
            if page not in listed]


def names_left_out(program, pages):
    """Commands and options of --help that none of these pages mentions."""

    def help_of(*command):
        return subprocess.run([program, *command, "--help"], text=True, stdout=subprocess.PIPE, check=True).stdout

    top = help_of()
    known = re.findall(r"^  ([a-z][a-z-]+) ", top, re.MULTILINE)
    names = set(known)
    for command in [(), *((name,) for name in known)]:
        names.update(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", help_of(*command), re.MULTILINE))
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    return [f"{pages[-1]}: neither it nor another page of the guide names {name}" for name in sorted(names)
            if not re.search(f"{name}(?![a-z-])", text)]


def main():
    parser = argparse.ArgumentParser(description="runs the commands of the documents and compares what they show")
    parser.add_argument("--renew", action="store_true", help="write the blocks of outputs anew, check nothing")
    parser.add_argument("program", nargs="?", default=ROOT / "torch-gpu-benchmark", type=pathlib.Path)
    options = parser.parse_args()
    program = options.program.resolve()
    if options.renew:
        for document in DOCUMENTS:
            renew_outputs(document, program)
        for page in GUIDE:
            renew_outputs(translation(page), program, (ROOT / page).read_text(encoding="utf-8"))
        return
    translations = [translation(page) for page in GUIDE]
    missing = [document for document in [*DOCUMENTS, *translations] if not (ROOT / document).exists()]
    total, faults = 0, [f"{document}: not there" for document in missing] + unlisted_pages()
    for document in DOCUMENTS:
        if document in missing:
            continue
        ran, found = check(document, program)
        total += ran
        faults += found + outdated_outputs(document, program)
    for page in GUIDE:
        if not {page, translation(page)} & set(missing):
            faults += translation_differs(page) + outdated_outputs(translation(page), program)
    for pages in (GUIDE, translations):
        if not set(pages) & set(missing):
            faults += names_left_out(program, pages)
    if total == 0:
        faults.append("no command found in any document")
    print("\n".join(faults) if faults else f"documents: {total} commands run")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
