# SPDX-License-Identifier: MIT
"""Output that must not change by accident, as files in tests/golden. `golden_test.py --renew` writes them anew:
read the difference before committing it."""
import os
import sys
import unittest

from program import SOURCE_DIR, ProgramTest

GOLDEN = os.path.join(SOURCE_DIR, "tests", "golden", "cli")
RENEW = "--renew" in sys.argv

COMMANDS = {
    "help.txt": ["--help"],
    "help.zh.txt": ["--help", "--lang", "zh"],
    "run-help.txt": ["run", "--help"],
    "run-help.zh.txt": ["run", "--help", "--lang", "zh"],
    "quick-help.txt": ["quick", "--help"],
    "list-benchmarks.txt": ["list-benchmarks"],
    "list-benchmarks.zh.txt": ["list-benchmarks", "--lang", "zh"],
    "list-benchmarks.json": ["list-benchmarks", "--json"],
    "error-command.txt": ["qick"],
    "error-option.txt": ["run", "--batch-size", "8"],
    "error-value.txt": ["run", "-m", "resnet50", "-b", "abc"],
    "error-value.zh.txt": ["run", "-m", "resnet50", "-b", "abc", "--lang", "zh"],
    "error-format.txt": ["run", "-f", "pdf"],
}


class Golden(ProgramTest):
    def test_output_is_as_recorded(self):
        for name, arguments in COMMANDS.items():
            with self.subTest(name):
                done = self.run_program(*arguments)
                seen = f"exit {done.returncode}\n{done.stderr}{done.stdout}"
                path = os.path.join(GOLDEN, name)
                if RENEW:
                    os.makedirs(GOLDEN, exist_ok=True)
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(seen)
                with open(path, encoding="utf-8") as file:
                    self.assertEqual(seen, file.read(), f"{name}: renew with tests/golden/renew.sh if meant")


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--renew"])
