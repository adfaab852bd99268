# SPDX-License-Identifier: MIT
"""The check of includes finds what it is for: folders outside the table, circles of rooms, rooms of cli that know each other."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

from program import SOURCE_DIR

sys.path.insert(0, os.path.join(SOURCE_DIR, "tools"))
import check_includes as check  # noqa: E402

TABLE = """| folder | may include | libraries |
| --- | --- | --- |
| base | – | zlib |
| messages | base | |
| advisor | base | nlohmann-json |
| answers | base advisor | nlohmann-json |
| engine | base | CUDA runtime headers |
| cli | all of the above except engine | CLI11 |
"""


class IncludesCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = pathlib.Path(folder.name)
        self.write("README.md", TABLE)

    def write(self, path, text):
        file = self.source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def faults(self, known=(), **files):
        """What the check prints of these files, {path with __ for /: header it includes}; its exit code must agree."""
        for path, headers in files.items():
            *folders, name = path.split("__")
            stem, ending = name.rsplit("_", 1)
            self.write("/".join([*folders, f"{stem}.{ending}"]), "".join(
                f"#include {header if header.startswith('<') else chr(34) + header + chr(34)}\n" for header in headers.split()))
        shown = io.StringIO()
        with mock.patch.multiple(check, SOURCE=self.source, KNOWN=set(known)), contextlib.redirect_stdout(shown), \
                self.assertRaises(SystemExit) as ended:
            check.main()
        text = shown.getvalue()
        self.assertEqual(ended.exception.code, 0 if text.startswith("includes: ") else 1)
        return text

    def test_what_the_table_allows_agrees(self):
        self.assertIn("includes: 4 agree", self.faults(cli__main_cpp="base/text.h answers/outcome.h <CLI/CLI.hpp> <vector>"))

    def test_folders_and_libraries_outside_the_table_are_faults(self):
        self.assertIn("base may not include advisor", self.faults(base__text_cpp="advisor/score.h"))
        self.assertIn("base may not use CLI11", self.faults(base__text_cpp="<CLI/CLI.hpp>"))
        self.assertIn("named from src/ on", self.faults(base__text_cpp="text.h"))
        self.assertIn("src/base/text.cpp:2: nowhere/text.h", self.faults(base__text_cpp="base/text.h nowhere/text.h"))
        self.assertIn("the folder store is not in the table", self.faults(base__text_cpp="", store__store_h=""))

    def test_a_table_in_which_a_folder_includes_one_below_it_is_refused(self):
        self.write("README.md", TABLE + "| report | server | |\n| server | report | |\n")
        with mock.patch.object(check, "SOURCE", self.source), self.assertRaisesRegex(SystemExit, "server.*a cycle"):
            check.main()

    def test_answers_know_no_command_line(self):
        self.assertIn("answers may not include cli", self.faults(answers__memory_cpp="cli/terminal.h"))

    def test_device_code_is_read(self):
        self.assertIn("src/engine/kernels/sum.cu:1", self.faults(engine__kernels__sum_cu="advisor/score.h"))
        self.assertIn("src/engine/kernels/sum.cuh:1", self.faults(engine__kernels__sum_cuh="advisor/score.h"))

    def test_a_circle_of_rooms_is_named_with_its_arrows(self):
        text = self.faults(advisor__memory__a_h="advisor/plan/b.h", advisor__plan__b_h="advisor/training/c.h",
                           advisor__training__c_cpp="advisor/memory/a.h advisor/score.h", advisor__score_h="base/text.h")
        self.assertEqual(text, "a circle of rooms:\n"
                         "  advisor/memory -> advisor/plan: src/advisor/memory/a.h:1: advisor/plan/b.h\n"
                         "  advisor/plan -> advisor/training: src/advisor/plan/b.h:1: advisor/training/c.h\n"
                         "  advisor/training -> advisor/memory: src/advisor/training/c.cpp:1: advisor/memory/a.h\n")

    def test_the_folder_itself_is_a_room(self):
        self.assertIn("  advisor -> advisor/plan", self.faults(advisor__a_h="advisor/plan/b.h", advisor__plan__b_h="advisor/a.h"))

    def test_two_circles_are_two_faults(self):
        text = self.faults(advisor__a__x_h="advisor/b/x.h", advisor__b__x_h="advisor/a/x.h", engine__c__x_h="engine/d/x.h",
                           engine__d__x_h="engine/c/x.h")
        self.assertEqual(text.count("a circle of rooms"), 2)

    def test_tests_close_no_circle(self):
        self.assertIn("includes: ", self.faults(advisor__a__x_test_cpp="advisor/b/x.h", advisor__b__x_h="advisor/a/x.h"))

    def test_rooms_of_cli_include_the_root_words_and_themselves(self):
        self.assertIn("includes: ", self.faults(cli__plan__plan_cpp="cli/command.h cli/words/unit.h cli/plan/plan.h answers/plan.h"))
        self.assertIn("src/cli/plan/text.cpp:2: cli/predict/text.h: cli/plan may include",
                      self.faults(cli__plan__text_cpp="cli/command.h cli/predict/text.h"))

    def test_root_and_words_of_cli_include_no_room(self):
        self.assertIn("cli may include", self.faults(cli__info_cpp="cli/plan/plan.h"))
        self.assertIn("cli/words may include", self.faults(cli__words__unit_cpp="cli/plan/plan.h"))

    def test_a_known_arrow_is_no_fault_until_it_is_gone(self):
        known = ["cli/plan -> cli/predict"]
        self.assertIn("includes: ", self.faults(known, cli__plan__text_cpp="cli/predict/text.h"))
        self.assertIn("cli/plan -> cli/predict: no longer there", self.faults(known, cli__plan__text_cpp="cli/command.h"))

    def test_a_known_arrow_closes_no_circle(self):
        files = {"advisor__a__x_h": "advisor/b/x.h", "advisor__b__x_h": "advisor/a/x.h"}
        self.assertIn("includes: ", self.faults(["advisor/b -> advisor/a"], **files))


if __name__ == "__main__":
    unittest.main()
