# SPDX-License-Identifier: MIT
"""The command report: every format, several files, pictures, files that are no results."""
import json
import os
import struct
import unittest

from program import ERROR, NOT_SUPPORTED, OK, SOURCE_DIR, USAGE, ProgramTest, environment

H200 = os.path.join(SOURCE_DIR, "tests", "cli", "h200_results.json")
PNG_START = b"\x89PNG\r\n\x1a\n"


class Report(ProgramTest):
    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write_run(self, name, **changes):
        with open(H200, encoding="utf-8") as file:
            run = json.load(file)
        return self.write(name, json.dumps({**run, **changes}))

    def test_without_an_output_the_table_is_printed(self):
        done = self.run_program("report", H200)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("NVIDIA H200", done.stdout)
        self.assertEqual(os.listdir(self.folder), [])

    def test_several_outputs_at_once(self):
        names = ["a.html", "a.json", "a.csv", "a.md", "a.txt", "a.svg", "a.png"]
        done = self.run_program("report", H200, *[word for name in names for word in ("-o", name)])
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], "written: " + ", ".join(names))
        self.assertTrue(self.read("a.svg").startswith(b"<svg "))
        self.assertIn(b"samples/s", self.read("a.svg"))
        with open(H200, encoding="utf-8") as file:
            self.assertEqual(json.loads(self.read("a.json"))["results"], json.load(file)["results"])

    def test_a_png_is_whole_and_as_wide_as_it_should_be(self):
        done = self.run_program("report", H200, "-o", "a.png", "--chart", "throughput")
        self.assertEqual(done.returncode, OK, done.stderr)
        data = self.read("a.png")
        self.assertTrue(data.startswith(PNG_START))
        self.assertEqual(data[-8:-4], b"IEND")
        self.assertEqual(struct.unpack(">I", data[16:20])[0], 1440)

    def test_several_files_are_named_in_the_picture(self):
        for name in ("before.json", "after.json"):
            self.write_run(name)
        done = self.run_program("report", "before.json", "after.json", "-o", "both.svg", "-o", "both.csv")
        self.assertEqual(done.returncode, OK, done.stderr)
        for name in (b"before.json", b"after.json"):
            self.assertIn(name, self.read("both.svg"))
        self.assertEqual(self.read("both.csv").count(b"interval_low"), 1)  # one heading
        self.assert_usage_error(["report", "before.json", "after.json", "-o", "both.json"], "one run", "html")

    def test_nothing_is_overwritten_unasked(self):
        self.write("a.svg", "mine")
        self.assert_usage_error(["report", H200, "-o", "a.svg"], "a.svg", "--force")
        self.assertEqual(self.read("a.svg"), b"mine")

    def test_files_that_are_no_results(self):
        with open(H200, encoding="utf-8") as file:
            cut = self.write("cut.json", file.read()[:5000])
        for name, text in (("empty.json", ""), ("foreign.json", '{"a": 1}'), ("list.json", "[1, 2]")):
            self.assert_error(self.run_program("report", self.write(name, text), "-o", "x.svg"), ERROR, name)
        self.assert_error(self.run_program("report", cut), ERROR, "cut.json")
        self.assert_error(self.run_program("report", "missing.json"), ERROR, "missing.json")
        later = self.write_run("later.json", schema_version=99)
        self.assert_error(self.run_program("report", later, "-o", "x.svg"), ERROR, "later.json", "99")
        self.assertFalse(os.path.exists(self.path("x.svg")))

    def test_unknown_formats_and_charts(self):
        self.assert_usage_error(["report", H200, "-o", "a.pdf"], "pdf", "svg, png")
        self.assert_usage_error(["report", H200, "-o", "a.svg", "--chart", "pie"], "pie", "throughput")

    def test_a_picture_of_nothing_is_said(self):
        self.write_run("none.json", results=[], devices=[], plan=[])
        done = self.run_program("report", "none.json", "-o", "none.svg")
        self.assert_error(done, NOT_SUPPORTED, "nothing to draw")
        self.assertFalse(os.path.exists(self.path("none.svg")))

    def test_a_machine_without_librsvg_says_what_to_install(self):
        done = self.run_program("report", H200, "-o", "a.png", env=environment(WGF_RSVG_LIBRARY=""))
        self.assert_error(done, NOT_SUPPORTED, "librsvg2-2")

    def test_a_machine_without_fonts_says_what_to_install(self):
        config = self.write("fonts.conf", "<?xml version='1.0'?><fontconfig></fontconfig>")
        done = self.run_program("report", H200, "-o", "a.png", env=environment(FONTCONFIG_FILE=config))
        self.assert_error(done, NOT_SUPPORTED, "fonts-dejavu-core")

    def test_without_a_chinese_font_the_labels_are_english(self):
        config = self.write("fonts.conf", "<?xml version='1.0'?><fontconfig>"
                                          "<dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>")
        done = self.run_program("--lang", "zh", "report", H200, "-o", "a.png", "--chart", "throughput",
                                env=environment(FONTCONFIG_FILE=config))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("fonts-wqy-microhei", done.stderr)


if __name__ == "__main__":
    unittest.main()
