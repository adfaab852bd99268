# SPDX-License-Identifier: MIT
"""menu on a terminal of its own, and without one."""
import time
import unittest

from program import OK, PROGRAM, USAGE, ProgramTest, environment
from terminal import Terminal


class Menu(ProgramTest):
    def talk(self, *lines, arguments=()):
        """What stood on the terminal, and the exit code; each line is typed when the menu waits for it."""
        terminal = Terminal([PROGRAM, "menu", *arguments], cwd=self.folder, env=environment(TERM="dumb"), start_new_session=True)
        waiting, quiet_since = list(lines), time.monotonic()
        while not terminal.has_ended:
            if terminal.read(0.05):
                quiet_since = time.monotonic()
            elif waiting and time.monotonic() - quiet_since > 0.3:
                terminal.type(waiting.pop(0) + "\n")
                quiet_since = time.monotonic()
        code = terminal.close()
        return terminal.text, code

    def test_without_a_terminal_it_is_one_line(self):
        self.assert_usage_error(["menu"], "needs a terminal")

    def test_a_choice_shows_its_command_and_runs_it(self):
        seen, code = self.talk("14", "", "q")
        self.assertEqual(code, OK)
        self.assertIn("What do you want to know?", seen)
        self.assertRegex(seen, r"\$ \S*torch-gpu-benchmark info\n")
        self.assertIn("CPU", seen.split("info\n", 1)[1])

    def test_answers_become_options_and_defaults_are_left_out(self):
        seen, _ = self.talk("3", "resnet18,alexnet", "", "20", "n", "q")
        self.assertRegex(seen, r"\$ \S*torch-gpu-benchmark compare-models --models resnet18,alexnet --batches 20\n")

    def test_a_kernel_is_named_by_its_answer(self):
        seen, _ = self.talk("9", "bandwidth", "n", "9", "", "n", "q")
        self.assertIn("gemm, …", seen)
        self.assertRegex(seen, r"\$ \S*torch-gpu-benchmark bandwidth\n")
        self.assertRegex(seen, r"\$ \S*torch-gpu-benchmark gemm\n")

    def test_a_kernel_may_have_options_and_must_be_one(self):
        seen, _ = self.talk("9", "launch --kernels 5", "n", "9", "lunch", "q")
        self.assertRegex(seen, r"\$ \S*torch-gpu-benchmark launch --kernels 5\n")
        self.assertIn("No kernel lunch; there are gemm, ", seen)
        self.assertEqual(seen.count("Enter runs it"), 1)

    def test_a_dash_typed_is_the_default_that_is_shown_so(self):
        seen, _ = self.talk("5", "", "-", "n", "q")
        self.assertRegex(seen, r"\$ \S*torch-gpu-benchmark workers\n")

    def test_a_command_that_fails_says_its_code(self):
        seen, code = self.talk("11", "none.json", "", "q")
        self.assertEqual(code, OK)
        self.assertIn("exit code 1", seen)

    def test_nonsense_is_asked_again_and_the_end_of_input_ends_it(self):
        seen, code = self.talk("99", "\x04")
        self.assertEqual(code, OK)
        self.assertIn("from 1 to 15", seen)

    def test_in_chinese(self):
        seen, _ = self.talk("7", "", "n", "q", arguments=("--lang", "zh"))
        self.assertIn("您想知道什么？", seen)
        self.assertRegex(seen, r"optimizers --lang zh\n")


if __name__ == "__main__":
    unittest.main()
