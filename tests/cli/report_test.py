# SPDX-License-Identifier: MIT
"""The command report: every format, several files, pictures, files that are no results, names meant to do harm."""
import csv
import html.parser
import io
import json
import os
import resource
import struct
import sys
import unittest
import xml.etree.ElementTree

import schema_1_test
from program import ERROR, NOT_SUPPORTED, OK, SOURCE_DIR, USAGE, ProgramTest, environment

sys.path.insert(0, os.path.join(SOURCE_DIR, "tests", "page"))
import example_results  # noqa: E402

H200 = os.path.join(SOURCE_DIR, "tests", "cli", "h200_results.json")
PNG_START = b"\x89PNG\r\n\x1a\n"
# A spreadsheet would calculate the first ones, a browser run the last two.
HARMFUL_NAMES = ["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(A1)", "\t=1+1", "\r=1+1", "=A1,\"x\"",
                 "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>"]


class Tags(html.parser.HTMLParser):
    """How often each element occurs in a page, and which attributes run a script."""

    def __init__(self, text):
        super().__init__()
        self.counts, self.handlers = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


class Report(ProgramTest):
    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write_run(self, name, **changes):
        with open(H200, encoding="utf-8") as file:
            run = json.load(file)
        return self.write(name, json.dumps({**run, **changes}))

    def write_run_of_models(self, name, models):
        """The first result once for each model, on a GPU and with a file called like the last of them."""
        with open(H200, encoding="utf-8") as file:
            run = json.load(file)
        results = []
        for model in models:
            result = json.loads(json.dumps(run["results"][0]))
            result["case"]["parameters"]["model"] = model
            result["device"]["name"] = models[-1]
            results.append(result)
        run["devices"][0]["name"] = models[-1]
        return self.write(name, json.dumps({**run, "results": results}))

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
            self.assertEqual(json.loads(self.read("a.json")), schema_1_test.upgraded(json.load(file)))

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
        files = [row["file"] for row in csv.DictReader(io.StringIO(self.read("both.csv").decode(), newline=""))]
        self.assertEqual(list(dict.fromkeys(files)), ["before.json", "after.json"])
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

    def test_files_cut_in_half_or_of_other_kinds_of_json(self):
        with open(H200, encoding="utf-8") as file:
            whole = file.read()
        run = json.loads(whole)
        name = run["results"][0]["device"]["name"]
        for text, part in ((whole[:len(whole) // 2], "ends early (line 1)"),
                           (whole.replace('"schema_version":1', '"schema_version":1.5'), "schema_version is no whole number"),
                           (whole.replace(f'"{name}"', "NaN"), "NaN is no JSON number (line 1)"),
                           (whole.replace(f'"{name}"', "1e999"), "1e999 is larger than any"),
                           (whole.replace(f'"{name}"', "7"), "type number where string belongs"),
                           ("[" * 100_000, "nests deeper than 200 levels at line 1"),
                           ("[" * 100_000 + "]" * 100_000, "nests deeper than 200 levels at line 1"),
                           ('{"schema_version": 1}', '"started_at" is missing'),
                           (whole.replace('"metrics":[{', '"metrics":[{"interval":[1],', 1), "throughput is not two numbers"),
                           ("", "is empty"),
                           ("\x00\x01", "no JSON at line 1, column 1")):
            done = self.run_program("report", self.write("bad.json", text), "-o", "x.csv")
            self.assert_error(done, ERROR, "bad.json", part)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertEqual(os.listdir(self.folder), ["bad.json"])

    def test_a_file_of_100_mb_is_read_within_its_memory(self):
        """Some 6 s on a slow core, most of it reading: 87,000 cases, seven times the size in memory."""
        with open(H200, encoding="utf-8") as file:
            run = json.load(file)
        cases = [json.dumps(result) for result in run["results"]]
        repeats = 100_000_000 // len(",".join(cases))
        head, tail = json.dumps({**run, "results": ["HERE"]}).split('"HERE"')
        path = self.write("large.json", head + ",".join(cases * repeats) + tail)
        self.assertGreater(os.path.getsize(path), 99_000_000)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = self.run_program("report", path, "-o", "large.csv", timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(done.returncode, OK, done.stderr)
        metrics = sum(max(1, len(result["metrics"])) for result in run["results"])
        self.assertEqual(self.read("large.csv").count(b"\r\n"), 1 + repeats * metrics)
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 30)
        self.assertLess(after.ru_maxrss, 1_000_000)  # KiB

    def test_no_name_is_a_formula_in_a_csv(self):
        done = self.run_program("report", self.write_run_of_models("a.json", HARMFUL_NAMES), "-o", "a.csv")
        self.assertEqual(done.returncode, OK, done.stderr)
        rows = list(csv.DictReader(io.StringIO(self.read("a.csv").decode(), newline="")))
        self.assertEqual(list(dict.fromkeys(row["model"] for row in rows)),
                         ["'" + name if name[0] in "=+-@\t\r" else name for name in HARMFUL_NAMES])
        for row in rows:
            for title in ("case", "benchmark", "device", "device_name", "reason", "warnings"):
                self.assertNotRegex(row[title], r"^[=+\-@\t\r]")

    def test_no_name_becomes_an_element_of_a_page_or_a_picture(self):
        plain = self.write_run_of_models("plain.json", [f"net{i}" for i in range(len(HARMFUL_NAMES))])
        harmful = self.write_run_of_models("harmful.json", HARMFUL_NAMES)
        for path in (plain, harmful):
            done = self.run_program("report", path, "-o", path + ".html", "-o", path + ".svg", "-o", path + ".md")
            self.assertEqual(done.returncode, OK, done.stderr)
        pages = [Tags(self.read(name + ".json.html").decode()) for name in ("plain", "harmful")]
        self.assertEqual(pages[1].counts, pages[0].counts)
        self.assertEqual(pages[1].handlers, [])
        picture = xml.etree.ElementTree.fromstring(self.read("harmful.json.svg"))
        self.assertIn("<script>alert(1)</script>", "".join(picture.itertext()))
        for element in picture.iter():
            self.assertNotIn(element.tag.rpartition("}")[2], ("script", "img", "image", "foreignObject", "a"))
            self.assertFalse([name for name in element.attrib if name.startswith("on")])
        self.assertNotRegex(self.read("harmful.json.md").decode(), r"<(script|img)")

    def test_control_characters_of_a_name_reach_neither_picture_nor_terminal(self):
        path = self.write_run_of_models("a.json", ["a\x01b\x1b[31mred\nx\x7f", "plain\x9b2J\ufffe"])
        done = self.run_program("report", path, "-o", "a.svg", "-o", "a.png", "-o", "a.md", "-o", "a.csv")
        self.assertEqual(done.returncode, OK, done.stderr)
        picture = "".join(xml.etree.ElementTree.fromstring(self.read("a.svg")).itertext())
        self.assertIn("a\ufffdb\ufffd[31mred", picture)
        self.assertTrue(self.read("a.png").startswith(PNG_START))
        printed = self.run_program("report", path).stdout
        for text in (printed, picture, self.read("a.md").decode(), self.read("a.csv").decode()):
            self.assertNotRegex(text, "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe]")
        rows = [line for line in printed.splitlines() if "red x" in line]
        self.assertRegex(rows[0], "^train a\ufffdb\ufffd\\[31mred x\ufffd .* samples/s")
        self.assertNotIn("\x1b", self.run_program("compare", path, path).stdout)

    def test_the_smallest_number_there_is_can_be_drawn(self):
        with open(H200, encoding="utf-8") as file:
            run = json.load(file)
        run["results"][0]["metrics"].append({"tag": "step_time", "unit": "ms", "value": 1.5, "samples": [5e-324] * 20 + [1.5] * 21})
        path = self.write("tiny.json", json.dumps(run))
        done = self.run_program("report", path, "-o", "tiny.html", "-o", "tiny.svg")
        self.assertEqual(done.returncode, OK, done.stderr)

    def test_charts_without_a_picture_are_said_to_be_ignored(self):
        for options in ([], ["-o", "a.txt"], ["-o", "a.html"]):
            done = self.run_program("report", H200, "--chart", "rank", *options)
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertIn("note: --chart is ignored: it is for svg and png", done.stderr)
        done = self.run_program("report", H200, "--chart", "throughput", "-o", "b.html", "-o", "b.svg")
        self.assertNotIn("--chart", done.stderr)
        done = self.run_program("report", H200, "--chart", "throughput", "-f", "svg", "-o", "-")
        self.assertEqual(done.stderr, "")

    def test_prices_are_drawn_with_their_age_and_broken_ones_are_no_fault(self):
        cache = self.path("cache")
        env = environment(XDG_CACHE_HOME=cache)
        self.write_run("scored.json", score=example_results.score())
        draw = ["report", "scored.json", "--chart", "value", "-f", "svg", "-o", "-"]
        done = self.run_program(*draw, env=env)
        self.assertEqual((done.returncode, done.stderr), (OK, ""))
        self.assertRegex(done.stdout, ">this machine, (price of the last 30 days|older price|undated price)<")
        self.assertIn("US$ an hour (logarithmic)", done.stdout)
        os.makedirs(os.path.join(cache, "torch-gpu-benchmark"))
        with open(os.path.join(cache, "torch-gpu-benchmark", "prices.csv"), "w", encoding="utf-8") as file:
            file.write("provider\nnobody\n")
        broken = self.run_program(*draw, env=env)
        self.assertEqual((broken.returncode, broken.stdout), (OK, done.stdout))
        self.assertRegex(broken.stderr, "^note: .*prices.csv.*\n$")

    def test_unknown_formats_and_charts(self):
        self.assert_usage_error(["report", H200, "-o", "a.pdf"], "pdf", "svg, png")
        self.assert_usage_error(["report", H200, "-o", "a.svg", "--chart", "pie"], "pie", "throughput")

    def test_a_file_without_results_is_an_error_in_any_form(self):
        self.write_run("none.json", results=[], devices=[], plan=[])
        for form in ("svg", "html", "txt"):
            done = self.run_program("report", H200, "none.json", "-o", "none." + form)
            self.assert_error(done, ERROR, "none.json", "nothing was measured")
            self.assertFalse(os.path.exists(self.path("none." + form)))

    def test_a_picture_of_nothing_is_said(self):
        with open(H200, encoding="utf-8") as file:
            results = json.load(file)["results"]
        for result in results:
            result.update(status="skipped", metrics=[], sensors=[])
        self.write_run("skipped.json", results=results, devices=[])
        done = self.run_program("report", "skipped.json", "-o", "none.svg")
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
