# SPDX-License-Identifier: MIT
"""The checks of documents find what they are for: commands and outputs shown, and the size of pages."""
import contextlib
import io
import os
import pathlib
import sys
import unittest
from unittest import mock

from program import PROGRAM, SOURCE_DIR, ProgramTest

sys.path.insert(0, os.path.join(SOURCE_DIR, "tools"))
import check_docs_commands as check  # noqa: E402
import check_docs_size as size  # noqa: E402

GUIDE = ["guide/ask.md", "guide/names.md"]


class DocsCheck(ProgramTest):
    def write_page(self, name, text):
        os.makedirs(os.path.join(self.folder, os.path.dirname(name)), exist_ok=True)
        self.write(name, text)

    def write_documents(self, **documents):
        """The guide's pages `ask` and `names` with their translations, and `more.md` beside it. A translation is the
        page itself unless it is given; without `more` that document is not there."""
        pages = {"ask": "", "names": "", **documents}
        for name in ("ask", "names"):
            self.write_page(f"guide/{name}.md", pages[name])
            self.write_page(f"guide/{name}.zh-CN.md", pages.get(name + "_translated", pages[name]))
        if "more" in pages:
            self.write("more.md", pages["more"])

    def checking(self, *options):
        return mock.patch.multiple(check, ROOT=pathlib.Path(self.folder), DOCUMENTS=[*GUIDE, "more.md"], GUIDE=GUIDE), \
            mock.patch.object(sys, "argv", ["check", *options, PROGRAM])

    def faults(self, **documents):
        """What the check prints of these documents; its own exit code must agree."""
        self.write_documents(**documents)
        shown = io.StringIO()
        constants, arguments = self.checking()
        with constants, arguments, contextlib.redirect_stdout(shown), self.assertRaises(SystemExit) as ended:
            check.main()
        text = shown.getvalue()
        self.assertEqual(ended.exception.code, 0 if text.startswith("documents: ") else 1)
        return text

    def test_the_pages_of_the_guide_are_checked(self):
        for page in check.GUIDE:
            self.assertTrue((pathlib.Path(SOURCE_DIR) / page).exists(), page)
            self.assertIn(page, check.DOCUMENTS)
        self.assertEqual(check.translation("docs/guide/measure.md"), "docs/guide/measure.zh-CN.md")

    def test_a_missing_document_is_a_fault(self):
        self.assertIn("more.md: not there", self.faults(ask="nothing"))

    def test_a_page_that_is_not_listed_is_a_fault(self):
        self.write_page("guide/forgotten.md", "nothing")
        self.write_page("guide/forgotten.zh-CN.md", "nothing")
        faults = self.faults(more="")
        self.assertIn("guide/forgotten.md: not in the list", faults)
        self.assertIn("guide/forgotten.zh-CN.md: not in the list", faults)
        self.assertNotIn("guide/ask.md: not in the list", faults)

    def test_a_command_or_option_that_no_page_names_is_a_fault(self):
        faults = self.faults(ask="run", names="--batch-sizes", more="")
        self.assertIn("guide/names.md: neither it nor another page of the guide names --cache\n", faults)
        self.assertIn("guide/names.md: neither it nor another page of the guide names list-gpus\n", faults)
        self.assertNotIn("names --batch-sizes\n", faults)
        self.assertNotIn("names run\n", faults)

    def test_a_translated_page_may_differ_in_comments_only(self):
        page = "```sh\ntorch-gpu-benchmark --version   # name and version\n```\n"
        same = self.faults(ask=page, ask_translated=page.replace("name and version", "名称和版本"), more="")
        self.assertNotIn("a code block is not that of", same)
        self.assertIn("guide/names.zh-CN.md: neither it nor another page of the guide names --cache\n", same)
        for other in (page.replace("--version", "--help"), "<!-- exit: 2 -->\n" + page, page + page, ""):
            self.assertIn("guide/ask.zh-CN.md: a code block is not that of guide/ask.md",
                          self.faults(ask=page, ask_translated=other, more=""), other)

    def test_a_translated_page_shows_outputs_in_its_own_language(self):
        command = "estimate-memory --params 1b --precision fp32 --gpu h100-sxm"
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        page, translation = (f"<!-- output: {mark}{command} -->\n```\n{text}```\n"
                             for mark, text in zip(("", "--lang zh "), printed))
        good = self.faults(names=page, names_translated=translation, more="")
        self.assertNotIn("a code block is not that of", good)
        self.assertNotIn("does not print", good)
        self.assertIn("guide/names.zh-CN.md: --lang zh", self.faults(
            names=page, names_translated=translation.replace(printed[1], printed[0]), more=""))
        self.assertIn("a code block is not that of", self.faults(
            names=page, names_translated=translation.replace("1b", "2b"), more=""))

    def test_an_output_reads_a_file_of_the_document(self):
        table = ("id,source,gpu,gpus,model,seq_len,precision,dp,tp,pp,micro_batch,global_batch,recompute,metric,value,unit\n"
                 "run-1,ours/cluster,H100 SXM 80GB,8,Llama 3 8B,8192,bf16,8,1,1,1,64,full,tokens_per_s_per_gpu,6100,tokens/s\n")
        self.write("runs.csv", table)
        command = "validate --truth ."
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        self.assertIn("1 row in 1 file;", printed[0])
        file = f"<!-- file: runs.csv -->\n```\n{table}```\n"
        page, translation = (f"{file}<!-- reads: runs.csv -->\n<!-- output: {mark}{command} -->\n```\n{text}```\n"
                             for mark, text in zip(("", "--lang zh "), printed))
        good = self.faults(ask=page, ask_translated=translation, more="")
        self.assertNotIn("does not print", good)
        self.assertNotIn("a code block is not that of", good)
        self.assertIn("does not print", self.faults(ask=page.replace("<!-- reads: runs.csv -->\n", ""), more=""))

    def test_measured_blocks_have_the_same_numbers(self):
        page = "<!-- measured -->\n```\n7 results were 8 % off, now 2.5 %.\n```\n"
        same = self.faults(ask=page, ask_translated=page.replace("7 results were 8 % off, now", "7 个结果误差 8 %，现为"), more="")
        self.assertNotIn("a code block is not that of", same)
        self.assertIn("a code block is not that of", self.faults(ask=page, ask_translated=page.replace("2.5", "2.6"), more=""))
        self.assertIn("a code block is not that of", self.faults(
            ask=page, ask_translated=page.replace("<!-- measured -->\n", "").replace("off", "误差"), more=""))

    def test_outputs_are_written_anew(self):
        command = "estimate-memory --params 1b --precision fp32 --gpu h100-sxm"
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        self.assertEqual(self.renewed(command, printed[0].replace("4.00", "5.00")), printed)

    def test_dots_stand_for_the_same_paragraphs_in_both_languages(self):
        command = "estimate-memory -m gpt2 --gpu h100-sxm"
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        paragraphs = [check.paragraphs(text) for text in printed]
        shown = ["\n\n...\n".join(part[i] for i in (0, 2)) + "\n" for part in paragraphs]
        self.assertEqual(self.renewed(command, shown[0]), shown)
        shown = ["...\n" + part[1] + "\n...\n" for part in paragraphs]  # at both ends of a block
        self.assertEqual(self.renewed(command, shown[0]), shown)

    def renewed(self, command, text):
        """A block of that text in a page and in its translation, written anew."""
        self.write_documents(names=f"<!-- output: {command} -->\n```\n{text}```\n", more="nothing")
        constants, arguments = self.checking("--renew")
        with constants, arguments:
            check.main()
        texts = []
        for name, mark in (("guide/names", ""), ("guide/names.zh-CN", "--lang zh ")):
            with open(os.path.join(self.folder, name + ".md"), encoding="utf-8") as file:
                begin, end = f"<!-- output: {mark}{command} -->\n```\n", "```\n"
                written = file.read()
            self.assertTrue(written.startswith(begin), written)
            texts.append(written[len(begin):-len(end)])
        return texts

    def test_a_command_that_ends_otherwise_than_said_is_a_fault(self):
        command = "```sh\n./torch-gpu-benchmark list-gpus voodoo\n```\n"
        self.assertIn("exit code 2", self.faults(more=command))
        self.assertNotIn("exit code", self.faults(more="<!-- exit: 2 -->\n" + command))

    def test_a_block_that_its_command_does_not_print_is_a_fault(self):
        block = "<!-- output: --version -->\n```\n{}```\n"
        self.assertIn("more.md: --version\n  does not print:\nold\n", self.faults(more=block.format("old\n")))
        first, *_ = self.run_program("--version").stdout.split("\n\n")
        first = first.strip("\n") + "\n"
        for shown in (first, "...\n" + first):
            self.assertNotIn("does not print", self.faults(more=block.format(shown)))
        self.assertIn("does not print", self.faults(more=block.format(first[:-3] + "\n")))


class SizeCheck(ProgramTest):
    def faults(self, documents):
        """What the check of sizes finds in a folder with these documents."""
        for name, text in documents.items():
            os.makedirs(os.path.join(self.folder, os.path.dirname(name)), exist_ok=True)
            self.write(name, text)
        with mock.patch.object(size, "ROOT", pathlib.Path(self.folder)):
            return size.long_pages() + size.long_paragraphs()

    def test_pages_have_a_size_each_and_together(self):
        page = "line\n\n" * 150
        fits = {f"docs/guide/{name}{language}.md": page for name in "abcde" for language in ("", ".zh-CN")}
        self.assertEqual(self.faults(fits), [])
        self.assertEqual(self.faults({"docs/guide/a.md": page + "line\n"}), ["docs/guide/a.md: 301 lines, at most 300 are read"])
        self.assertEqual(self.faults({"docs/guide/a.md": page, "docs/guide/f.zh-CN.md": "line\n\n" * 101}),
                         ["docs/guide: 1702 lines in the translated pages, at most 1700 are read"])

    def test_a_guide_that_is_not_there_is_a_fault(self):
        self.assertEqual(self.faults({"README.md": "words\n"}), ["docs/guide: no page there"])

    def test_a_paragraph_has_at_most_so_many_words(self):
        most = " ".join(["word"] * 120)
        self.assertEqual(self.faults({"docs/guide/a.md": f"# A\n\n{most} - …\n"}), [])
        self.assertEqual(self.faults({"docs/guide/a.md": f"# A\n\n{most}\nmore\n"}),
                         ["docs/guide/a.md:3: a paragraph of 121 words, at most 120 are read"])
        self.assertEqual(self.faults({"docs/guide/a.md": "", "HACKING.md": f"| a | {most} |\n"}),
                         ["HACKING.md:1: a paragraph of 121 words, at most 120 are read"])
        self.assertEqual(self.faults({"HACKING.md": "", "docs/guide/a.zh-CN.md": f"{most} {most}\n"}), [])

    def test_blank_lines_items_rows_and_code_end_a_paragraph(self):
        words = " ".join(["word"] * 80)
        for between in ("\n\n", "\n- ", "\n2. ", "\n| ", "\n# ", f"\n```\n{words} {words}\n```\n",
                        f"\n\n<!-- {words}\n{words} -->\n"):
            self.assertEqual(self.faults({"docs/guide/a.md": f"{words}{between}{words}\n"}), [], between)
        self.assertEqual(len(self.faults({"docs/guide/a.md": f"- {words}\n  {words}\n"})), 1)


if __name__ == "__main__":
    unittest.main()
