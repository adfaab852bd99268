# SPDX-License-Identifier: MIT
"""info and the listing commands: filters, order, JSON."""
import json
import os
import subprocess
import unicodedata
import unittest

from program import OK, PROGRAM, USAGE, ProgramTest, environment
from terminal import lines_on_terminal


class Lists(ProgramTest):
    def rows(self, *arguments):
        done = self.run_program(*arguments, "--json")
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def names(self, *arguments, key="name"):
        return [row[key] for row in self.rows(*arguments)]

    def on_terminal(self, columns, *arguments):
        """Lines on a terminal of so many columns, none wider than it, and the exit code."""
        lines, code = lines_on_terminal([PROGRAM, *arguments], columns, cwd=self.folder, env=environment(TERM="dumb"))
        for line in lines:
            width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)
            self.assertLessEqual(width, columns, line)
        return lines, code

    def test_lists_and_errors_fit_narrow_terminals(self):
        for language in ("en", "zh"):
            for arguments in (("list-gpus", "h100,rtx4090"), ("list-gpus", "--compare", "h100,a100,b200"),
                              ("estimate-memory", "-m", "llama-3.1-8b", "--task", "train", "--gpu", "h100")):
                lines, code = self.on_terminal(60, "--lang", language, *arguments)
                self.assertEqual(code, OK, lines)
                self.assertGreater(len(lines), 5, lines)
        lines, code = self.on_terminal(60, "list-gpus", "--compare", "h100,a100", "--scenario", "nothing of the kind")
        self.assertEqual(code, USAGE)
        self.assertGreater(len(lines), 1, lines)

    def test_benchmarks_by_name_metric_and_parameter(self):
        self.assertEqual(self.names("list-benchmarks", "matmul,bandwidth"), ["matmul", "bandwidth"])
        self.assertEqual(self.names("list-benchmarks", "--metric", "gemm_m"), ["mamf"])
        self.assertEqual(self.names("list-benchmarks", "--parameter", "optimizer"), ["train", "train_from_files", "optimizer_step"])
        self.assertEqual(self.names("list-benchmarks", "--parameter", "input,launch"), ["train", "train_decoder", "train_from_files", "infer", "launch", "user_model"])

    def test_benchmarks_in_order(self):
        names = self.names("list-benchmarks", "--sort", "name")
        self.assertEqual(names, sorted(names))
        counts = [len(row["metrics"]) for row in self.rows("list-benchmarks", "--sort", "metrics")]
        self.assertEqual(counts, sorted(counts, reverse=True))

    def test_benchmarks_that_nothing_passes(self):
        done = self.run_program("list-benchmarks", "matmul", "--metric", "latency")
        self.assertEqual((done.returncode, done.stdout), (OK, "No benchmark passes these filters.\n"))
        self.assertEqual(self.rows("list-benchmarks", "matmul", "--metric", "latency"), [])

    def test_unknown_filters_name_the_known_ones(self):
        self.assert_usage_error(["list-benchmarks", "--metric", "speed"], "--metric", "speed", "step_time")
        self.assert_usage_error(["list-benchmarks", "--sort", "size"], "--sort", "size", "parameters")
        self.assert_usage_error(["list-benchmarks", "matmull"], "matmull", "matmul")
        self.assert_usage_error(["list-devices", "--type", "tpu"], "--type", "tpu", "cpu, gpu")
        self.assert_usage_error(["list-devices", "--sort", "speed"], "--sort", "speed", "memory")
        self.assert_usage_error(["info", "engine"], "engine", "cpu, memory")

    def test_devices_by_name_and_type(self):
        self.assertEqual(self.names("list-devices", key="id"), ["cpu"])
        self.assertEqual(self.names("list-devices", "cpu", "--type", "cpu", "--sort", "memory", key="id"), ["cpu"])
        self.assertEqual(self.rows("list-devices", "--type", "gpu"), [])
        self.assertEqual(self.rows("list-devices", "h100"), [])
        # Usable or not depends on whether an engine was built beside the program.
        usable = [row["id"] for row in self.rows("list-devices") if row["usable"] == "yes"]
        self.assertEqual(self.names("list-devices", "--usable", key="id"), usable)
        done = self.run_program("list-devices", "cuda")
        self.assertEqual((done.returncode, done.stdout), (OK, "No device passes these filters.\n"))

    def test_info_of_a_gpu_that_is_not_there_says_so(self):
        done = self.run_program("info", "gpu")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("No GPU was found", done.stdout)

    def test_sections_of_info_in_the_order_named(self):
        self.assertEqual(list(self.rows("info", "os", "cpu")), ["os", "cpu"])
        self.assertEqual(list(self.rows("info", "memory")), ["memory"])

    def test_table_of_gpus_fits_80_columns_and_shows_what_it_is_sorted_by(self):
        for sort, column in ((None, "fp32"), ("price", "USD"), ("int8", "int8")):
            done = self.run_program("list-gpus", *(["--sort", sort] if sort else []))
            self.assertEqual(done.returncode, OK, done.stderr)
            table = done.stdout.split("\n\n")[0].splitlines()
            self.assertLessEqual(max(map(len, table)), 80)
            self.assertIn(column, table[0].split())
            self.assertIn("fp16  sparse", table[0])
            self.assertIn('"sparse" figure', " ".join(done.stdout.split()))
            self.assertIn("--wide", done.stdout)
        wide = self.run_program("list-gpus", "--wide").stdout.splitlines()[0].split()
        self.assertEqual((wide.count("sparse"), wide[-2:]), (5, ["year", "USD"]))

    def test_nothing_is_said_of_sparsity_where_none_is_shown(self):
        done = self.run_program("list-gpus", "v100")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("Peaks are dense", done.stdout)
        self.assertNotIn('"sparse" figure', done.stdout)

    def test_least_memory_is_a_number_that_is_not_negative(self):
        for text in ("-5", "1-6", "8_0", "-", "gb"):
            with self.subTest(text):
                self.assert_usage_error(["list-gpus", f"--min-memory={text}"], "--min-memory", f'"{text}"')
        for text in ("80", "80GB", " 80 gb "):
            self.assertEqual(self.names("list-gpus", "h100", "--min-memory", text, key="id"),
                             ["h100-sxm", "h100-pcie", "h100-nvl"])

    def test_lists_of_nothing_are_refused(self):
        for command in (["list-gpus"], ["list-models"], ["list-benchmarks"], ["run", "-m"]):
            self.assert_usage_error([*command, ","], '"," is no list', "commas")
        self.assert_usage_error(["list-gpus", "--vendor", "nvidia,,amd"], "--vendor", '"nvidia,,amd"')

    def test_gpus_by_a_part_of_their_name(self):
        self.assertEqual(self.names("list-gpus", "3060", key="id"), ["rtx-3060-12gb"])
        self.assertEqual(self.names("list-gpus", "4090", "3090", key="id"), ["rtx-4090", "rtx-4090-d", "rtx-3090"])
        self.assert_usage_error(["list-gpus", "hopper"], "--architecture")

    def test_cards_side_by_side(self):
        done = self.run_program("list-gpus", "--compare", "h100,a100-sxm-80gb,rtx4090")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("h100-sxm here", done.stderr)  # of a family its default, and it says so
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split(), ["h100-sxm", "a100-sxm-80gb", "rtx-4090"])
        rows = {line[:14].strip(): line[14:].split("  ") for line in lines[2:]}
        self.assertIn("989.4 ▲", "  ".join(rows["bf16"]))
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)
        for word in ("cores", "link, GB/s", "rent, $/h", "tokens/s", "LLM serving"):
            self.assertIn(word, rows)
        answer = json.loads(self.run_program("list-gpus", "--compare", "l4,h100-sxm", "--json").stdout)
        l4, h100 = answer["cards"]
        self.assertEqual((l4["id"], h100["cores"], h100["suits"][0]), ("l4", 16896, "pretraining"))
        self.assertLess(h100["rate"]["low"], h100["rate"]["value"])
        # dollars an hour over tokens an hour
        self.assertAlmostEqual(h100["rate"]["usd_per_million"], 1e6 * h100["rental"]["low_usd_per_gpu_hour"] /
                               (3600 * h100["rate"]["value"]), places=9)
        images = json.loads(self.run_program("list-gpus", "--compare", "l4,h100-sxm", "--scenario",
                                             "training-resnet50", "--json").stdout)
        self.assertEqual(images["scenario"], {"name": "training-resnet50", "unit": "image"})
        self.assertGreater(images["cards"][1]["rate"]["conversion"], 1)
        self.assertLess(images["cards"][1]["rate"]["low"], images["cards"][1]["rate"]["value"])
        text = self.run_program("list-gpus", "--compare", "l4,h100-sxm", "--scenario", "training-resnet50").stdout
        self.assertRegex(text, r"rate is +forecast +published x 1\.\d\d\n")
        self.assertIn("predict --model resnet50", " ".join(text.split()))
        self.assertNotIn("predict --model", self.run_program("list-gpus", "--compare", "l4,h100-sxm").stdout)
        # More cards than 80 columns have room for stand in tables one below the other.
        services = self.run_program("list-gpus", "--compare", "mi250,t4", "--scenario", "llm-inference").stdout
        self.assertIn("Programs see 2 devices in one card of mi250: ", services)
        self.assertNotIn("Programs see", self.run_program("list-gpus", "--compare", "mi250,t4", "--scenario", "training-resnet50").stdout)
        many = self.run_program("list-gpus", "--compare", "h100,a100,rtx4090,l4,l40s,b200").stdout
        self.assertEqual(sum(line.startswith("architecture") for line in many.splitlines()), 2)

    def test_points_are_at_the_cheapest_fresh_offer_else_at_an_old_one_and_explained(self):
        cards = json.loads(self.run_program("score", "--json").stdout)["price_performance"]
        self.assertTrue([one for one in cards if one["freshness"] == "fresh"])
        for card in cards[:3] + [one for one in cards if one["freshness"] == "fresh"][:5]:
            offers = json.loads(self.run_program("cloud-prices", card["gpu"], "--gpus", "1", "--json").stdout)["offers"]
            single = [one for one in offers if one["kind"] == "on_demand" and one["gpu"] == card["gpu"]]
            lowest = min(one["usd_per_gpu_hour"] for one in single)
            fresh = [one["usd_per_gpu_hour"] for one in single if one["freshness"] == "fresh"]
            self.assertEqual(card["usd_per_hour"], min(fresh) if fresh else lowest)
            self.assertEqual(card["freshness"] == "fresh", bool(fresh))
            self.assertAlmostEqual(card["points_per_usd_hour"], card["score"] / card["usd_per_hour"])
            self.assertEqual(card["any_age"] and card["any_age"]["usd_per_hour"],
                             lowest if lowest < card["usd_per_hour"] else None)
        first = f"{cards[0]['score']:.1f} points / "
        self.assertIn(first, self.run_program("score", "--explain").stdout)
        self.assertNotIn(first, self.run_program("score").stdout)
        compared = self.run_program("list-gpus", "--compare", "h100-sxm,l4", "--explain").stdout
        self.assertRegex(compared, r"h100-sxm: [0-9.]+ points / [0-9.]+ \$/h = [0-9.]+; of [0-9]+ cards")
        self.assertRegex(compared, r"l4: [0-9.]+ \$/h / 3600 / [0-9.k]+/s x 10\^6 = [0-9.]+ \$ per M tokens")

    def test_models_and_gpus_by_family(self):
        self.assertEqual(self.names("list-models", "--family", "resnet50", key="id"), ["resnet50"])
        self.assertIn("h100-sxm", self.names("list-gpus", "--family", "h100", key="id"))


if __name__ == "__main__":
    unittest.main()
