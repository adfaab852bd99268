# SPDX-License-Identifier: MIT
"""validate: the program's own measurements, folders of anybody's, rows that cannot be read, regressions."""
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
SERVING = ("id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,batch_or_concurrency,input_len,output_len,"
           "metric,value,unit,notes\n")
MEMORY = ("id,source,gpu,gpus,model,params_b,layers,hidden,heads,kv_heads,seq_len,batch,precision,parallelism,recompute,"
          "optimizer,phase,value_gib,notes\n")


def training(row, gpu="H100 SXM 80GB", metric="iteration_time", value="4.2", unit="s", source="nobody/knows file.md"):
    return f"{row},{source},{gpu},8,{LLAMA},{metric},{value},{unit},\n"


class Validate(ProgramTest):
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

    def test_goals_of_the_interval_stand_beside_those_of_the_error(self):
        self.run_program("validate", "--document", "accuracy.md")
        with open(self.path("accuracy.md"), encoding="utf-8") as file:
            table = file.read().split("| what | held out |")[1].split("\n\n")[0]
        rows = {cells[1]: cells[2:] for cells in ([cell.strip() for cell in line.split("|")]
                                                  for line in table.splitlines()[2:])}
        for what, width in (("training step time", 15), ("TPOT", 20), ("TTFT", 20), ("throughput", 20),
                            ("classic training rate", 15), ("memory", None), ("memory, this program's engine", None),
                            ("matrix product", None), ("prefill attention", None), ("decode attention", None),
                            ("experts", None), ("collective", None)):
            inside, half, goal, reached = rows[what][6:10]
            self.assertEqual(goal, "87 to 93" + (f", width {width}" if width else ""))
            is_narrow = width is None or float(half) <= width
            self.assertEqual(reached, "yes" if 87 <= float(inside) <= 93 and is_narrow else "no", what)
        held_out, rows_of_engine, median, _, goal, reached = rows["memory, this program's engine"][:6]
        self.assertIn("batch sizes", held_out)
        self.assertEqual((rows_of_engine, goal, reached), ("54", "1", "yes"))
        self.assertLess(float(median), 1)

    def test_the_terminal_the_document_and_the_table_have_the_same_figures(self):
        done = self.run_program("validate", "--document", "accuracy.md", "--table", "errors.csv")
        with open(self.path("accuracy.md"), encoding="utf-8") as file:
            section = file.read().split("| all rows | rows |")[1].split("\n\n")[0]
        document = {cells[1]: cells[2:-1] for cells in ([cell.strip() for cell in line.split("|")]
                                                        for line in section.splitlines()[2:])}
        terminal = {cells[0]: cells[1:] for cells in (re.split(r"  +", line.strip())
                                                      for line in done.stdout.split("\n\n")[1].splitlines())}
        with open(self.path("errors.csv"), encoding="utf-8", newline="") as file:
            table = {row["quantity"]: row for row in csv.DictReader(file) if row["by"] == "all"}
        self.assertGreater(len(document), 12)
        for quantity, figures in document.items():
            self.assertEqual(terminal[quantity], figures)
            row = table[quantity]
            self.assertEqual(figures, [row["rows"]] +
                             [f"{float(row[name]) * 100:.1f}" for name in ("median", "mean", "p90", "max")] +
                             [f"{float(row[name]) * 100:.0f}" for name in ("inside", "width")])

    def test_what_a_model_computed_is_no_measurement_and_nothing_impossible_is_used(self):
        done = self.run_program("validate", "-o", "rows.csv")
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("rows.csv"), encoding="utf-8", newline="") as file:
            rows = {row["id"]: row for row in csv.DictReader(file) if row["file"] == "memory.csv"}
        path = os.path.join(SOURCE_DIR, "data/truth/memory.csv")
        with open(path, encoding="utf-8", newline="") as file:
            computed = {row["id"] for row in csv.DictReader(file) if "model-derived" in row["notes"]}
        self.assertEqual(len(computed), 12)
        self.assertEqual({rows[name]["predicted"] for name in computed}, {""})
        self.assertEqual({rows[name]["reason"] for name in computed if rows[name]["breaks_physics"] == "no"},
                         {"computed by a model and not measured"})
        audited = json.loads(self.run_program("audit", path, "--json").stdout)
        impossible = {one["row"] for one in audited["impossible"]}
        self.assertEqual(impossible, {"rar-0008", "rar-0011"})
        self.assertEqual({rows[name]["breaks_physics"] for name in impossible}, {"yes"})
        with open(os.path.join(SOURCE_DIR, "data/accuracy/memory_held_out.csv"), encoding="utf-8") as file:
            self.assertNotIn("2205.05198", file.read())

    def test_an_error_that_stands_in_two_places_is_one(self):
        with open(os.path.join(SOURCE_DIR, "docs/accuracy.md"), encoding="utf-8") as file:
            held_out, shipped = file.read().split("### Memory, the interval without each repository")[1].split("### memory\n")
        for source in ("huggingface/peft", "stas00/ml-engineering"):
            row = next(line for line in held_out.splitlines() if source in line).split(" | ")
            other = next(line for line in shipped.splitlines() if source in line).split(" | ")
            self.assertEqual(row[2], other[2], source)  # the median

    def test_names_of_sources_are_whole(self):
        for language in ("en", "zh"):
            text = self.run_program("validate", "--lang", language).stdout
            self.assertNotIn("…", text)
            self.assertRegex(text, r"aiconfigurator( sglang)? +372 .*\n(sglang )?Blackwell\n")
            self.assertRegex(text, r"aiconfigurator( sglang)? +126 .*\n(sglang )?Blackwell Ultra\n")
            for line in text.splitlines():
                self.assertLessEqual(sum(2 if ord(c) > 0x2e7f else 1 for c in line), 80, line)


class Folders(Validate):
    def test_cells_that_are_not_understood_are_listed(self):
        self.put("training.csv", TRAINING + training("a", unit="ms/iter", value="4200") +
                 training("b", unit="s per 100 steps") + training("c", gpu="RTX 4090 (laptop)") +
                 training("d", metric="tokens_per_s", value="2000", unit="tokens/s/GPU"))
        _, rows = self.score()
        self.assertEqual(float(rows["a"]["measured"]), 4.2)
        self.assertEqual(rows["b"]["reason"], "unit not known")
        self.assertEqual(rows["c"]["reason"], "a laptop's card")
        self.assertAlmostEqual(float(rows["d"]["measured"]), 8 * 8192 / (2000 * 8), 5)

    def test_a_source_nobody_has_seen_is_scored_as_its_rows_say(self):
        self.put("training.csv", TRAINING + training("a") + training("b", metric="tokens_per_s_per_gpu", value="2000",
                                                                    unit="tokens/s/GPU"))
        with gzip.open(self.path("truth/more.csv.gz"), "wt", encoding="utf-8") as file:
            file.write(TRAINING + training("c", value="4200", unit="ms", gpu="A100 SXM 80GB"))
        answer, rows = self.score()
        a, b, c = rows["a"], rows["b"], rows["c"]
        self.assertEqual(list(a), ["file", "line", "id", "source", "group", "gpu", "precision", "quantity", "unit",
                                   "measured", "predicted", "low", "high", "error_percent", "inside", "reason",
                                   "breaks_physics"])
        self.assertEqual((a["group"], a["gpu"], a["precision"], a["quantity"], a["unit"], a["line"]),
                         ("nobody/knows", "h100-sxm", "bf16", "training step time", "s", "2"))
        self.assertEqual(float(a["measured"]), 4.2)
        self.assertAlmostEqual(float(b["measured"]), 8 * 8192 / (2000 * 8), 5)  # tokens of a step over the rate
        self.assertEqual(float(c["measured"]), 4.2)
        self.assertEqual(a["predicted"], b["predicted"])
        self.assertGreater(float(c["predicted"]), 1.5 * float(a["predicted"]))
        error = (float(a["predicted"]) / 4.2 - 1) * 100
        self.assertAlmostEqual(float(a["error_percent"]), error, 1)
        self.assertEqual(a["inside"], "yes" if float(a["low"]) <= 4.2 <= float(a["high"]) else "no")
        group = next(one for one in answer["errors"] if one["by"] == "source")
        self.assertEqual((group["name"], group["rows"]), ("nobody/knows", 3))
        self.assertIsNone(answer["against"])

    def test_one_bad_row_does_not_lose_the_rest(self):
        self.put("training.csv", TRAINING + training("good") + "too,few\n" + training("word", value="fast")
                 + '"no end,' + training("quote") + training("card", gpu="Voodoo 3") + training("minus", value="-1")
                 + training("huge", value="1e400") + training("last"))
        self.put("serving.csv", SERVING + "s,x/y,vLLM 0.12,H100 SXM 80GB,4,4,1,Llama 3.1 70B,70.554,fp8,16,1024,512,"
                 "tpot,12,ms,aggregated\n" + "t,x/y,vLLM,H100 SXM 80GB,4,0,-3,,,,,,,tpot,12,ms,\n")
        self.put("empty.csv", "")
        self.put("notes.csv", "a,b\n1,2\n")
        self.put("cut.csv.gz", "\x1f")
        with open(self.path("truth/cut.csv.gz"), "wb") as file:
            file.write(gzip.compress(b"id,gpu\n" * 50)[:20])
        answer, rows = self.score()
        self.assertEqual({name: row["reason"] for name, row in rows.items() if row["reason"]}, {
            "training.csv:3": "more or fewer fields than columns", "word": "no value",
            "training.csv:5": "a quote that does not end", "card": "GPU not in the catalogue",
            "minus": "value not positive", "huge": rows["huge"]["reason"], "t": rows["t"]["reason"],
            "empty.csv:1": "no table of comma-separated values", "cut.csv.gz:0": "gzip damaged"})
        self.assertTrue(rows["huge"]["reason"] and rows["t"]["reason"])
        self.assertEqual({name for name, row in rows.items() if row["predicted"]}, {"good", "last", "s"})
        self.assertEqual({file["name"]: file["is_of_measurements"] for file in answer["files"]}["notes.csv"], False)
        text = self.run_program("validate", "--truth", "truth", "--by", "gpu,precision").stdout
        self.assertIn("notes.csv", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_what_breaks_physics_is_listed_and_not_used(self):
        # 64 samples x 8,192 tokens x 6 x 8e9 FLOPs in a millisecond of eight cards: 3,000,000 TFLOPS each.
        self.put("training.csv", TRAINING + training("honest") + training("magic", value="1", unit="ms"))
        self.put("memory.csv", MEMORY + "more,x/y,RTX 4090 24GB,1,Llama 3 8B,8.03,32,4096,32,8,2048,1,bf16,single GPU,"
                 "none,AdamW,training peak,60,\n"
                 # No peak, and still more than one card has.
                 "kept,x/y,A100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,2048,1,bf16,TP8,none,AdamW,"
                 "activations per GPU,114,\n"
                 "whole,x/y,Titan RTX 24GB,2,Llama 3 8B,8.03,32,4096,32,8,,,bf16,layer split,,,"
                 '"inference weights, total over GPUs",40,\n')
        self.put("gemm.csv", "gpu,dtype,m,n,k,latency_ms_median,latency_ms_min\n"
                 "H100 SXM 80GB,bfloat16,8192,8192,8192,0.001,0.001\nH100 SXM 80GB,bfloat16,8192,8192,8192,1.6,1.5\n")
        answer, rows = self.score()
        self.assertEqual(sorted(one["id"] or str(one["line"]) for one in answer["breaks_physics"]), ["2", "kept", "magic", "more"])
        self.assertEqual(rows["magic"]["breaks_physics"], "yes")
        self.assertEqual(rows["magic"]["predicted"], "")
        self.assertTrue(rows["gemm.csv:3"]["predicted"])
        by_quantity = {one["quantity"]: one["rows"] for one in answer["errors"] if one["by"] == "all"}
        self.assertEqual(by_quantity, {"training step time": 1, "matrix product": 1, "memory": 1})

    def test_a_model_s_own_figures_are_listed_and_not_used(self):
        row = "{},x/y,A100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,2048,1,bf16,TP8,none,AdamW,activations per GPU,9,{}\n"
        self.put("memory.csv", MEMORY + row.format("paper", "Model-derived; digitised") + row.format("run", ""))
        self.put("training.csv", TRAINING + training("step").replace(",s,\n", ",s,paper figure is model-derived\n"))
        answer, rows = self.score()
        for name in ("paper", "step"):
            self.assertEqual((rows[name]["reason"], rows[name]["breaks_physics"]),
                             ("computed by a model and not measured", "no"))
        self.assertEqual({one["quantity"]: one["rows"] for one in answer["errors"] if one["by"] == "all"}, {"memory": 1})

    def test_close_to_the_peak_is_doubtful_and_breaks_no_physics(self):
        # LoRA on an RTX A6000, 4,699 tokens/s: above 90 % of its peak, which `audit` calls possible.
        with open(os.path.join(SOURCE_DIR, "data/truth/training.csv"), encoding="utf-8") as file:
            lines = file.readlines()
        row = next(line for line in lines if line.startswith("tune-0004,"))
        self.put("training.csv", lines[0] + row + row.replace("tune-0004", "twice").replace(",4699,", ",9398,"))
        answer, rows = self.score()
        self.assertEqual(rows["tune-0004"]["reason"],
                         "above 90 % of the card's peak: card, batch or kind of training doubtful")
        self.assertEqual(rows["tune-0004"]["breaks_physics"], "no")
        self.assertEqual((rows["twice"]["reason"], rows["twice"]["breaks_physics"]),
                         ("faster than the card multiplies", "yes"))
        self.assertEqual([one["id"] for one in answer["breaks_physics"]], ["twice"])
        self.assertIn("超过该卡峰值的 90 %", self.run_program("--lang", "zh", "validate", "--truth", "truth").stdout)
        audited = json.loads(self.run_program("audit", "truth/training.csv", "--json").stdout)
        self.assertEqual([one["row"] for one in audited["impossible"]], ["twice"])

    def test_memory_of_a_stranger_is_read_by_its_words(self):
        self.put("memory.csv", MEMORY
                 + "w,x/y,H100 SXM 80GB,2,Llama 3.1 70B,70.554,80,8192,64,8,,,bf16,TP2,,,serving: weights per GPU,65.71,\n"
                 + "p,x/y,H100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,8192,local 1,bf16,FSDP8,full,AdamW,"
                 "training peak,30,\nu,x/y,H100 SXM 80GB,8,Llama 3 8B,8.03,32,4096,32,8,,,bf16,FSDP8,full,AdamW,"
                 "training peak,30,\n")
        _, rows = self.score()
        self.assertAlmostEqual(float(rows["w"]["predicted"]), 70.553706496 * 2 / 2 / 1.073741824, 1)  # 2 B on 2 GPUs
        self.assertGreater(float(rows["p"]["predicted"]), 16 * 8.03 / 8 / 1.0737)  # fp32 states of 1/8
        self.assertEqual(rows["u"]["reason"], "sequence length not stated")

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
        self.put("training.csv", TRAINING + training("a"))
        answer, _ = self.score("--against", "then.csv", code=REGRESSION)
        self.assertEqual({one["figure"] for one in answer["regressions"]}, {"rows"})

    def test_bad_input(self):
        self.assert_error(self.run_program("validate", "--truth", "nowhere"), USAGE, "nowhere")
        self.assert_error(self.run_program("validate", "--truth", "truth"), ERROR, ".csv")
        self.put("notes.csv", "a,b\n1,2\n")
        self.assert_error(self.run_program("validate", "--truth", "truth"), ERROR, "truth")
        self.assert_error(self.run_program("validate", "--by", "colour"), USAGE, "colour")
        self.assert_error(self.run_program("validate", "--truth", "truth", "--document", "x.md"), USAGE, "--truth")
        self.write("there.csv", "")
        self.assert_error(self.run_program("validate", "-o", "there.csv"), USAGE, "--force")
        self.put("training.csv", TRAINING + training("a"))
        self.write("words.csv", "quantity,by,name,rows,median,mean,p90,max,inside,width\na,all,,x,1,1,1,1,1,1\n")
        self.assert_error(self.run_program("validate", "--truth", "truth", "--against", "words.csv"), ERROR, "words.csv")

    def test_the_same_in_chinese(self):
        self.put("training.csv", TRAINING + training("a") + training("card", gpu="Voodoo 3"))
        text = self.run_program("validate", "--truth", "truth", "--lang", "zh").stdout
        for part in ("训练步时间", "目录中没有这块 GPU", "中位"):
            self.assertIn(part, text)
        self.assertNotIn("validate.", text)


if __name__ == "__main__":
    unittest.main()
