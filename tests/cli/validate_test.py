# SPDX-License-Identifier: MIT
"""validate on the way through: the program's own measurements, a folder of anybody's, regressions, both languages. How
rows are read and judged: src/truth."""
import csv
import gzip
import json
import os
import re
import unittest

from program import ERROR, OK, REGRESSION, SOURCE_DIR, USAGE, ProgramTest

TRAINING = ("id,source,gpu,gpus,model,params_b,layers,hidden,ffn_hidden,heads,kv_heads,vocab,seq_len,precision,dp,tp,pp,"
            "micro_batch,global_batch,recompute,flash_attention,metric,value,unit,notes\n")
LLAMA = "Llama 3 8B,8.03,32,4096,14336,32,8,128256,8192,bf16,8,1,1,1,8,full,yes"


def training(row, gpu="H100 SXM 80GB", value="4.2", unit="s"):
    return f"{row},nobody/knows file.md,{gpu},8,{LLAMA},iteration_time,{value},{unit},\n"


class OwnMeasurements(ProgramTest):
    def test_nothing_is_worse_than_committed_and_the_document_is_of_today(self):
        done = self.run_program("validate", "--document", "accuracy.md", "--table", "errors.csv", "--json",
                                "--against", os.path.join(SOURCE_DIR, "data/accuracy/errors.csv"))
        self.assertEqual(done.returncode, OK, done.stdout[-2000:] + done.stderr)
        for made, kept in (("accuracy.md", "docs/accuracy.md"), ("errors.csv", "data/accuracy/errors.csv")):
            with open(self.path(made), encoding="utf-8") as one, \
                    open(os.path.join(SOURCE_DIR, kept), encoding="utf-8") as other:
                self.assertEqual(one.read(), other.read(), f"{kept}: write it anew with validate")
        answer = json.loads(done.stdout)
        groups = {(one["quantity"], one["by"], one["name"]): one for one in answer["errors"]}
        self.assertEqual(groups["training step time", "all", ""]["rows"], 905)
        self.assertLess(groups["training step time", "all", ""]["median"], 0.06)
        self.assertGreater(sum(file["predicted"] for file in answer["files"]), 80000)
        self.assertTrue(answer["breaks_physics"])

    def test_the_terminal_and_the_document_have_the_same_figures(self):
        done = self.run_program("validate")
        with open(os.path.join(SOURCE_DIR, "docs/accuracy.md"), encoding="utf-8") as file:
            section = file.read().split("| all rows | rows |")[1].split("\n\n")[0]
        document = {cells[1]: cells[2:-1] for cells in ([cell.strip() for cell in line.split("|")]
                                                        for line in section.splitlines()[2:])}
        terminal = {cells[0]: cells[1:] for cells in (re.split(r"  +", line.strip())
                                                      for line in done.stdout.split("\n\n")[1].splitlines())}
        self.assertGreater(len(document), 12)
        for quantity, figures in document.items():
            self.assertEqual(terminal[quantity], figures)

    def test_names_of_sources_are_whole(self):
        text = self.run_program("validate", "--lang", "zh").stdout
        self.assertNotIn("…", text)
        self.assertRegex(text, r"aiconfigurator( sglang)? +372 .*\n(sglang )?Blackwell\n")
        for line in text.splitlines():
            self.assertLessEqual(sum(2 if ord(c) > 0x2e7f else 1 for c in line), 80, line)


class Folders(ProgramTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("truth"))

    def put(self, name, text):
        self.write(os.path.join("truth", name), text)

    def score(self, *arguments, code=OK):
        """What --json says, and the rows of -o by their ids."""
        done = self.run_program("validate", "--truth", "truth", "--json", "-o", "rows.csv", "--force", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        with open(self.path("rows.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return json.loads(done.stdout), {row["id"] or f"{row['file']}:{row['line']}": row for row in rows}

    def test_rows_and_groups_of_a_folder(self):
        self.put("training.csv", TRAINING + training("a") + training("magic", value="1", unit="ms"))
        with gzip.open(self.path("truth/more.csv.gz"), "wt", encoding="utf-8") as file:
            file.write(TRAINING + training("c", value="4200", unit="ms", gpu="A100 SXM 80GB"))
        answer, rows = self.score()
        a = rows["a"]
        self.assertEqual(list(a), ["file", "line", "id", "source", "group", "gpu", "precision", "quantity", "unit",
                                   "measured", "predicted", "low", "high", "error_percent", "inside", "reason",
                                   "breaks_physics"])
        self.assertEqual((a["group"], a["gpu"], a["precision"], a["quantity"], a["unit"], a["line"]),
                         ("nobody/knows", "h100-sxm", "bf16", "training step time", "s", "2"))
        self.assertAlmostEqual(float(a["error_percent"]), (float(a["predicted"]) / 4.2 - 1) * 100, 1)
        self.assertEqual(a["inside"], "yes" if float(a["low"]) <= 4.2 <= float(a["high"]) else "no")
        self.assertEqual((rows["magic"]["breaks_physics"], rows["magic"]["predicted"]), ("yes", ""))
        self.assertEqual([one["id"] for one in answer["breaks_physics"]], ["magic"])
        group = next(one for one in answer["errors"] if one["by"] == "source")
        self.assertEqual((group["name"], group["rows"]), ("nobody/knows", 2))
        self.assertIsNone(answer["against"])

    def test_files_that_cannot_be_read_do_not_lose_the_others(self):
        self.put("training.csv", TRAINING + training("good") + "too,few\n" + training("card", gpu="Voodoo 3"))
        self.put("notes.csv", "a,b\n1,2\n")
        with open(self.path("truth/cut.csv.gz"), "wb") as file:
            file.write(gzip.compress(b"id,gpu\n" * 50)[:20])
        answer, rows = self.score()
        self.assertEqual({name: row["reason"] for name, row in rows.items() if row["reason"]}, {
            "training.csv:3": "more or fewer fields than columns", "card": "GPU not in the catalogue",
            "cut.csv.gz:0": "gzip damaged"})
        self.assertEqual({file["name"]: file["is_of_measurements"] for file in answer["files"]}["notes.csv"], False)
        text = self.run_program("validate", "--truth", "truth", "--by", "gpu,precision").stdout
        self.assertIn("notes.csv", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_a_group_that_is_worse_is_named_and_ends_with_3(self):
        self.put("training.csv", TRAINING + training("a") + training("b"))
        self.score("--table", "then.csv")
        self.score("--against", "then.csv")
        with open(self.path("then.csv"), encoding="utf-8") as file:
            text = file.read().splitlines()
        fields = text[1].split(",")
        fields[4] = "0.0001"  # the median that it had then
        self.write("better.csv", "\n".join([text[0], ",".join(fields)]) + "\n")
        answer, _ = self.score("--against", "better.csv", code=REGRESSION)
        self.assertEqual([one["figure"] for one in answer["regressions"]], ["median"])
        done = self.run_program("validate", "--truth", "truth", "--against", "better.csv")
        self.assertEqual(done.returncode, REGRESSION)
        self.assertRegex(done.stdout, r"regression: training step time, all rows: median [0-9.]+ %, was 0.0 %")

    def test_bad_input(self):
        self.assert_error(self.run_program("validate", "--truth", "nowhere"), USAGE, "nowhere")
        self.assert_error(self.run_program("validate", "--truth", "truth"), ERROR, ".csv")
        self.assert_error(self.run_program("validate", "--by", "colour"), USAGE, "colour")
        self.assert_error(self.run_program("validate", "--truth", "truth", "--document", "x.md"), USAGE, "--truth")
        self.write("there.csv", "")
        self.assert_error(self.run_program("validate", "-o", "there.csv"), USAGE, "--force")
        self.put("training.csv", TRAINING + training("a"))
        self.write("words.csv", "quantity,by,name,rows,median,mean,p90,max,inside,width\na,all,,x,1,1,1,1,1,1\n")
        self.assert_error(self.run_program("validate", "--truth", "truth", "--against", "words.csv"), ERROR, "words.csv")

    def test_the_same_in_chinese(self):
        self.put("training.csv", TRAINING + training("a") + training("card", gpu="Voodoo 3"))
        text = self.run_program("validate", "--truth", "truth", "--lang", "zh", "--explain").stdout
        for part in ("训练步时间", "目录中没有这块 GPU", "中位"):
            self.assertIn(part, text)
        self.assertNotIn("validate.", text)


if __name__ == "__main__":
    unittest.main()
