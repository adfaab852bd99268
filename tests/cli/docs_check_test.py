# SPDX-License-Identifier: MIT
"""The check of the commands shown in documents finds what it is for."""
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


class DocsCheck(ProgramTest):
    def faults(self, **documents):
        """What the check prints of a folder with these documents; its own exit code must agree. The translation is
        that of the guide unless it is given."""
        for name, text in {"translation": documents.get("guide", ""), **documents}.items():
            self.write(name + ".md", text)
        shown, root = io.StringIO(), pathlib.Path(self.folder)
        with mock.patch.multiple(check, ROOT=root, DOCUMENTS=["guide.md", "more.md"], GUIDE="guide.md",
                                 TRANSLATED_GUIDE="translation.md"), \
                mock.patch.object(sys, "argv", ["check", PROGRAM]), contextlib.redirect_stdout(shown), \
                self.assertRaises(SystemExit) as ended:
            check.main()
        text = shown.getvalue()
        self.assertEqual(ended.exception.code, 0 if text.startswith("documents: ") else 1)
        return text

    def test_a_missing_document_is_a_fault(self):
        self.assertIn("more.md: not there", self.faults(guide="nothing"))

    def test_a_command_or_option_left_out_of_the_guide_is_a_fault(self):
        faults = self.faults(guide="run --batch-sizes", more="")
        self.assertIn("guide.md: says nothing of --cache\n", faults)
        self.assertIn("guide.md: says nothing of list-gpus\n", faults)
        self.assertNotIn("--batch-sizes\n", faults)

    def test_the_translated_guide_may_differ_in_comments_only(self):
        guide = "```sh\ntorch-gpu-benchmark --version   # name and version\n```\n"
        same = self.faults(guide=guide, translation=guide.replace("name and version", "名称和版本"), more="")
        self.assertNotIn("a code block is not that of", same)
        self.assertIn("translation.md: says nothing of --cache\n", same)
        for other in (guide.replace("--version", "--help"), "<!-- exit: 2 -->\n" + guide, guide + guide, ""):
            self.assertIn("translation.md: a code block is not that of guide.md",
                          self.faults(guide=guide, translation=other, more=""), other)

    def test_the_translated_guide_shows_outputs_in_its_own_language(self):
        command = "estimate-memory --params 1b --precision fp32 --gpu h100-sxm"
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        guide, translation = (f"<!-- output: {mark}{command} -->\n```\n{text}```\n"
                              for mark, text in zip(("", "--lang zh "), printed))
        good = self.faults(guide=guide, translation=translation, more="")
        self.assertNotIn("a code block is not that of", good)
        self.assertNotIn("does not print", good)
        self.assertIn("translation.md: --lang zh", self.faults(
            guide=guide, translation=translation.replace(printed[1], printed[0]), more=""))
        self.assertIn("a code block is not that of", self.faults(
            guide=guide, translation=translation.replace("1b", "2b"), more=""))

    def test_an_output_reads_a_file_of_the_document(self):
        table = ("id,source,gpu,gpus,model,seq_len,precision,dp,tp,pp,micro_batch,global_batch,recompute,metric,value,unit\n"
                 "run-1,ours/cluster,H100 SXM 80GB,8,Llama 3 8B,8192,bf16,8,1,1,1,64,full,tokens_per_s_per_gpu,6100,tokens/s\n")
        self.write("runs.csv", table)
        command = "validate --truth ."
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        self.assertIn("1 row in 1 file;", printed[0])
        file = f"<!-- file: runs.csv -->\n```\n{table}```\n"
        guide, translation = (f"{file}<!-- reads: runs.csv -->\n<!-- output: {mark}{command} -->\n```\n{text}```\n"
                              for mark, text in zip(("", "--lang zh "), printed))
        good = self.faults(guide=guide, translation=translation, more="")
        self.assertNotIn("does not print", good)
        self.assertNotIn("a code block is not that of", good)
        self.assertIn("does not print", self.faults(guide=guide.replace("<!-- reads: runs.csv -->\n", ""), more=""))

    def test_measured_blocks_have_the_same_numbers(self):
        guide = "<!-- measured -->\n```\n7 results were 8 % off, now 2.5 %.\n```\n"
        same = self.faults(guide=guide, translation=guide.replace("7 results were 8 % off, now", "7 个结果误差 8 %，现为"), more="")
        self.assertNotIn("a code block is not that of", same)
        self.assertIn("a code block is not that of", self.faults(guide=guide, translation=guide.replace("2.5", "2.6"), more=""))
        self.assertIn("a code block is not that of", self.faults(
            guide=guide, translation=guide.replace("<!-- measured -->\n", "").replace("off", "误差"), more=""))

    def test_outputs_are_written_anew(self):
        command = "estimate-memory --params 1b --precision fp32 --gpu h100-sxm"
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        self.assertEqual(self.renewed(command, printed[0].replace("4.00", "5.00")), printed)

    def test_dots_stand_for_the_same_paragraphs_in_both_languages(self):
        command = "estimate-memory -m gpt2 --gpu h100-sxm"
        printed = [self.run_program(*language, *command.split()).stdout for language in ((), ("--lang", "zh"))]
        shown = ["\n\n...\n".join(paragraphs[i] for i in (0, 2)) + "\n"
                 for paragraphs in (check.paragraphs(text) for text in printed)]
        self.assertEqual(self.renewed(command, shown[0]), shown)

    def renewed(self, command, text):
        """A block of that text in the guide and in its translation, written anew."""
        old = f"<!-- output: {command} -->\n```\n{text}```\n"
        self.write("guide.md", old)
        self.write("translation.md", old)
        self.write("more.md", "nothing")
        with mock.patch.multiple(check, ROOT=pathlib.Path(self.folder), DOCUMENTS=["guide.md", "more.md"], GUIDE="guide.md",
                                 TRANSLATED_GUIDE="translation.md"), \
                mock.patch.object(sys, "argv", ["check", "--renew", PROGRAM]):
            check.main()
        texts = []
        for name, mark in (("guide", ""), ("translation", "--lang zh ")):
            with open(os.path.join(self.folder, name + ".md"), encoding="utf-8") as file:
                begin, end = f"<!-- output: {mark}{command} -->\n```\n", "```\n"
                written = file.read()
            self.assertTrue(written.startswith(begin), written)
            texts.append(written[len(begin):-len(end)])
        return texts

    def test_a_command_that_ends_otherwise_than_said_is_a_fault(self):
        command = "```sh\n./torch-gpu-benchmark list-gpus voodoo\n```\n"
        self.assertIn("exit code 2", self.faults(guide="", more=command))
        self.assertNotIn("exit code", self.faults(guide="", more="<!-- exit: 2 -->\n" + command))

    def test_a_block_that_its_command_does_not_print_is_a_fault(self):
        block = "<!-- output: --version -->\n```\n{}```\n"
        self.assertIn("more.md: --version\n  does not print:\nold\n", self.faults(guide="", more=block.format("old\n")))
        first, *_ = self.run_program("--version").stdout.split("\n\n")
        first = first.strip("\n") + "\n"
        for shown in (first, "...\n" + first):
            self.assertNotIn("does not print", self.faults(guide="", more=block.format(shown)))
        self.assertIn("does not print", self.faults(guide="", more=block.format(first[:-3] + "\n")))


if __name__ == "__main__":
    unittest.main()
