# SPDX-License-Identifier: MIT
"""cloud-prices: filters, order, both currencies, broken price files, and --refresh against a local server."""
import datetime
import json
import os
import re
import shutil
import subprocess
import time
import unittest

from price_server import PriceServer
from program import DAY, ERROR, NOT_SUPPORTED, OK, SOURCE_DIR, USAGE, ProgramTest, environment

SKYPILOT = os.path.join(SOURCE_DIR, "tests", "prices", "skypilot")
TODAY = datetime.datetime.now(datetime.timezone.utc).date()
HEADING = "provider,gpu_name,gpu_id,gpu_count,price_usd_hr,spot_price_usd_hr,price_cny_hr,snapshot_date,region\n"

VAST = {"offers": [
    {"id": 101, "gpu_name": "RTX 4090", "num_gpus": 2, "gpu_ram": 24564, "dph_total": 0.72, "min_bid": 0.4,
     "rentable": True, "rented": False, "geolocation": "Vietnam, VN"},
    {"id": 102, "gpu_name": "H100 SXM", "num_gpus": 8, "gpu_ram": 81559, "dph_total": 16.0, "min_bid": 8.0,
     "rentable": True, "rented": False, "geolocation": None}]}
RUNPOD = {"data": {"gpuTypes": [
    {"id": "NVIDIA H100 80GB HBM3", "displayName": "H100 SXM", "memoryInGb": 80, "secureCloud": True,
     "communityCloud": False, "securePrice": 2.99, "communityPrice": None, "secureSpotPrice": 1.75,
     "lowestPrice": {"stockStatus": "Low"}}]}}
LAMBDA = {"data": {"gpu_1x_a10": {
    "instance_type": {"name": "gpu_1x_a10", "gpu_description": "A10 (24 GB PCIe)", "price_cents_per_hour": 75,
                      "specs": {"vcpus": 30, "memory_gib": 200, "gpus": 1}},
    "regions_with_capacity_available": [{"name": "us-west-1"}]}}}
GPUHUNT = ("instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size\n"
           "gpu_1x_gh200,us-east-3,1.49,64,464,1,GH200,96,False,\n"
           "gpu_1x_gh200,us-east-3,0.99,64,464,1,GH200,96,True,\n")


class Prices(ProgramTest):
    def setUp(self):
        super().setUp()
        self.env = environment(XDG_CACHE_HOME=self.path("cache"), HOME=self.folder, no_proxy="127.0.0.1")

    def prices(self, *arguments):
        done = self.run_program("cloud-prices", *arguments, "--json", env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return json.loads(done.stdout)

    def text(self, *arguments):
        done = self.run_program("cloud-prices", *arguments, env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return done.stdout

    def fails(self, code, *arguments, parts=()):
        done = self.run_program("cloud-prices", *arguments, env=self.env)
        self.assert_error(done, code, *parts)


class BuiltInPrices(Prices):
    def test_a_damaged_cache_is_left_out_and_can_be_repaired(self):
        cache = os.path.join(self.env["XDG_CACHE_HOME"], "torch-gpu-benchmark")
        os.makedirs(cache)
        for content in ("garbage\n", "", "\0\1\2"):
            with open(os.path.join(cache, "prices.csv"), "w", encoding="utf-8") as file:
                file.write(content)
            for arguments in (["list-gpus", "h100"], ["score"], ["cloud-prices", "h100"]):
                done = self.run_program(*arguments, env=self.env)
                self.assertEqual(done.returncode, OK, done.stderr)
                self.assertIn("--refresh", done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        lambda_csv = self.write("lambda.csv", "instance_name,location,price,gpu_count,gpu_name,gpu_memory,spot\n"
                                              "gpu_1x_gh200,us-east-3,1.49,1,GH200,96,False\n")
        done = self.run_program("cloud-prices", "--refresh", lambda_csv, "--date", "2026-11-20", env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.run_program("score", env=self.env).stderr, "")

    def test_a_pipe_instead_of_a_cache_does_not_hang(self):
        cache = os.path.join(self.env["XDG_CACHE_HOME"], "torch-gpu-benchmark")
        os.makedirs(cache)
        os.mkfifo(os.path.join(cache, "prices.csv"))
        done = self.run_program("list-gpus", "h100", env=self.env, timeout=20)
        self.assertEqual(done.returncode, OK)
        self.assertIn("is not a file", done.stderr)
        os.mkfifo(self.path("mine.csv"))
        done = self.run_program("cloud-prices", "h100", "--price-file", "mine.csv", env=self.env, timeout=20)
        self.assert_error(done, ERROR, "mine.csv is not a file")

    def test_a_named_file_that_is_damaged_is_never_written_over(self):
        mine = self.write("mine.csv", "my notes\n")
        source = self.write("lambda.csv", "instance_name,location,price,gpu_count,gpu_name,gpu_memory,spot\n"
                                          "gpu_1x_gh200,us-east-3,1.49,1,GH200,96,False\n")
        done = self.run_program("cloud-prices", "--refresh", source, "--date", "2026-11-20", "--price-file", mine,
                                env=self.env)
        self.assert_error(done, ERROR, "mine.csv")
        with open(mine, encoding="utf-8") as file:
            self.assertEqual(file.read(), "my notes\n")

    def test_options_of_refresh_are_refused_without_it(self):
        for option in ("--date", "--timeout"):
            self.assert_error(self.run_program("cloud-prices", "h100", option, "5", env=self.env), USAGE, option,
                              "--refresh")

    def test_a_place_that_cannot_be_written_names_the_right_option(self):
        source = self.write("lambda.csv", "instance_name,location,price,gpu_count,gpu_name,gpu_memory,spot\n"
                                          "gpu_1x_gh200,us-east-3,1.49,1,GH200,96,False\n")
        done = self.run_program("cloud-prices", "--refresh", source, "--date", "2026-11-20", "--price-file",
                                "/proc/p.csv", env=self.env)
        self.assert_error(done, ERROR, "--price-file")

    def test_families_mean_all_variants(self):
        cards = {offer["gpu"] for offer in self.prices("--gpu", "h100,rtx4090")["offers"]}
        self.assertLessEqual({"h100-sxm", "h100-pcie", "h100-nvl", "rtx-4090"}, cards)
        self.assertLessEqual(cards, {"h100-sxm", "h100-pcie", "h100-nvl", "rtx-4090", "rtx-4090-d", None})

    def test_an_open_variant_counts_for_its_family_only(self):
        def names(query):
            return {o["gpu_name"] for o in self.prices("--gpu", query)["offers"] if o["gpu"] is None}
        self.assertIn("H100", names("h100"))
        self.assertEqual(names("h100-sxm"), set())

    def test_offers_are_sorted_and_cheapest_agree(self):
        for sort, field, best in (("gpu-hour", "usd_per_gpu_hour", "per_gpu_hour"),
                                  ("tflop", "usd_per_tflop_hour", "per_tflop_hour"),
                                  ("gb", "usd_per_gb_hour", "per_gb_hour")):
            answer = self.prices("--gpu", "h100,a100,l4", "--sort", sort)
            values = [offer[field] for offer in answer["offers"] if offer[field] is not None]
            self.assertEqual(values, sorted(values))
            both = [answer["cheapest"][kind][best][field] for kind in ("on_demand", "spot")]
            self.assertEqual(min(both), values[0])

    def test_numbers_of_one_offer_agree(self):
        for offer in self.prices("--gpu", "h100-sxm")["offers"]:
            per_gpu = offer["usd_per_hour"] / offer["gpus"]
            self.assertAlmostEqual(offer["usd_per_gpu_hour"], per_gpu, 9)
            self.assertAlmostEqual(offer["usd_per_gb_hour"], per_gpu / 80, 9)
            self.assertAlmostEqual(offer["usd_per_tflop_hour"], per_gpu / 989.4, 7)
            self.assertTrue(offer["source"])

    def test_old_is_stale_and_undated_is_unknown(self):
        for offer in self.prices("--gpu", "a100,t4")["offers"]:
            if offer["date"] is None:
                self.assertEqual((offer["freshness"], offer["age_days"]), ("unknown", None))
            elif offer["age_days"] > 30:
                self.assertEqual(offer["freshness"], "stale")
        text = self.text("--gpu", "a100,t4", "--limit", "all")
        self.assertIn("2024-10-10 *", text)
        self.assertIn("unknown", text)

    def test_prices_are_as_old_as_on_the_day_that_the_environment_names(self):
        def ages(seconds):
            shown = self.run_program("cloud-prices", "gh200", "--json", env=environment(SOURCE_DATE_EPOCH=seconds))
            return [offer["age_days"] for offer in json.loads(shown.stdout)["offers"] if offer["date"] is not None]

        self.assertEqual([age + 10 for age in ages("1795392000")], ages("1796256000"))
        self.assertEqual(ages("tomorrow"), ages(""))

    def test_prices_of_less_than_a_cent_keep_their_digits(self):
        file = self.write("mine.csv", HEADING + "mine,h100,h100-sxm,8,0.01,,,,\n")
        self.assertIn("0.00125  -", self.text("h100-sxm", "--price-file", file, "--provider", "mine"))

    def test_yuan_are_shown_in_both_currencies(self):
        offers = self.prices("--gpu", "t4", "--provider", "alibaba")["offers"]
        yuan = [o for o in offers if o["cny_per_hour"] is not None]
        self.assertGreater(len(yuan), 50)
        for offer in yuan:
            self.assertAlmostEqual(offer["cny_per_hour"] * offer["usd_per_cny"], offer["usd_per_hour"], 5)
            self.assertEqual(offer["usd_per_cny"], 0.138)
        text = self.text("--gpu", "t4", "--provider", "alibaba")
        self.assertIn("CNY/GPU", text)
        self.assertIn("0.138", text)

    def test_yuan_stand_below_tables_without_room_for_them(self):
        text = " ".join(self.text("--gpu", "h100,a100,rtx4090").split())
        offer = next(o for o in self.prices("--gpu", "rtx-4090-d", "--provider", "suanjiayun")["offers"])
        self.assertIn(f"In yuan (CNY) an hour and GPU: rtx-4090-d {offer['cny_per_hour'] / offer['gpus']:.2f} (suanjiayun)", text)

    def test_explain_shows_what_every_figure_is_divided_by(self):
        offer = self.prices("h100-sxm")["cheapest"]["on_demand"]["per_gpu_hour"]
        text = self.text("h100-sxm", "--explain", "--limit", "0")
        rows = [line.split() for line in text.splitlines() if " / " in line]
        self.assertTrue(any(row[-1].startswith(f"{offer['usd_per_gpu_hour']:.3f}") for row in rows), rows)
        self.assertIn("/ 989.4 TFLOP/s", text)
        self.assertIn("/ 80.00 GB", text)
        self.assertNotIn("989.4", self.text("h100-sxm", "--limit", "0"))

    def test_a_part_of_a_name_is_said(self):
        for command in ("cloud-prices", "list-gpus"):
            done = self.run_program(command, "h100-sx", env=self.env)
            self.assertIn('"h100-sx" is taken as part of h100-sxm', done.stderr, command)
            self.assertEqual(self.run_program(command, "h100", env=self.env).stderr, "")

    def test_a_region_is_every_one_that_is_called_begins_or_has_a_word_so(self):
        offers = HEADING + "".join(f"acme,L4,l4,1,1,,,2026-11-01,{region}\n" for region in (
            "US", "us-east-1", '"Texas, US"', "eu-west1", '"Sweden, SE, EU"', "aus-east"))
        file = self.path("regions.csv")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(offers)
        for typed, meant in (("us", {"US", "us-east-1", "Texas, US"}), ("eu", {"eu-west1", "Sweden, SE, EU"}),
                             ("us-east", {"us-east-1"})):
            found = self.prices("--price-file", file, "--provider", "acme", "--region", typed)["offers"]
            self.assertEqual({offer["region"] for offer in found}, meant)
        providers = {offer["provider"] for offer in self.prices("--gpu", "a100-sxm-80gb", "--region", "us")["offers"]}
        self.assertLessEqual({"aws", "vast"}, providers)

    def test_what_is_sold_out_is_listed_but_never_the_cheapest(self):
        file = self.path("sold.csv")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(HEADING.replace("\n", ",availability\n") + "acme,L4,l4,1,0.01,,,2026-11-01,x,none\n"
                         "acme,L4,l4,1,0.9,,,2026-11-01,x,available\n")
        found = self.prices("l4", "--price-file", file, "--provider", "acme")
        self.assertEqual(len(found["offers"]), 2)
        for one in (found["cheapest"]["on_demand"]["per_gpu_hour"], *found["cards"]):
            self.assertEqual(one["usd_per_hour"], 0.9)

    def test_names_are_broken_between_words_alone(self):
        text = self.text("--gpu", "h100,a100,rtx4090")
        table = text.split("\nOffers, ")[1].split("\nSources")[0]
        shown = self.prices("--gpu", "h100,a100,rtx4090")["offers"][:15]
        words = {word for offer in shown for word in re.split(r"[ -]", offer["region"] or "")}
        for word in words - {""}:
            self.assertRegex(table, r"(^|[\s-])" + re.escape(word) + r"([\s-]|$)")

    def test_tables_fit_80_columns_in_both_languages(self):
        for arguments in (["h100", "a100", "rtx4090"], ["rtx-pro-6000", "--spot"], ["t4", "--region", "cn"], [],
                          ["--limit", "all"]):
            for language in ("en", "zh"):
                text = self.text(*arguments, "--lang", language)
                self.assertNotIn("…", text)  # no name is cut
                for line in text.splitlines():
                    if line.startswith(("[", "    ")):
                        continue  # an address is not broken
                    width = sum(2 if ord(c) > 0x2e7f else 1 for c in line)
                    self.assertLessEqual(width, 80, line)
        self.assertIn("最便宜", self.text("h100", "--lang", "zh"))

    def test_wrong_values_are_named(self):
        self.assert_usage_error(["cloud-prices", "--gpu", "h1000"], "h1000", "h100")
        self.assert_usage_error(["cloud-prices", "--provider", "lambada"], "lambada", "lambda")
        for command in (["cloud-prices"], ["recommend", "-m", "llama-3.1-8b"]):
            self.assert_usage_error([*command, "--provider", "nobody"], "nobody", "; aws", "; gcp", "; azure")
            # A part of a word is no name.
            self.assert_usage_error([*command, "--provider", "aw"], '"aw"', "nearest: aws")
        self.assert_usage_error(["cloud-prices", "--gpu", "h10"], '"h10"', "h100")
        self.assert_usage_error(["predict", "-m", "gpt2", "--gpu", "h10"], '"h10"', "h100")
        self.assertTrue(self.prices("--provider", "thunder", "--limit", "1")["offers"])
        for usual, name in (("Vast.ai", "vast"), ("Lambda Labs", "lambda"), ("google", "gcp"), ("Amazon", "aws")):
            self.assertEqual({offer["provider"] for offer in self.prices("--provider", usual)["offers"]}, {name})
        self.assertTrue(self.prices("--region", "us-eas", "--limit", "1")["offers"])
        self.assert_usage_error(["cloud-prices", "--region", "mars"], "mars", "us-east-1; ")
        self.assert_usage_error(["cloud-prices", "--region", "us-eats-1"], "us-eats-1", "us-east-1")
        self.assert_usage_error(["cloud-prices", "--gpus", "0"], "--gpus", '"0"')
        self.assert_usage_error(["cloud-prices", "--gpus=-2"], "--gpus", "-2")
        self.assert_usage_error(["cloud-prices", "--min-memory", "80MB"], "--min-memory", "80MB")
        self.assert_usage_error(["cloud-prices", "--sort", "speed"], "--sort", "gpu-hour")
        self.assert_usage_error(["cloud-prices", "--limit", "many"], "--limit", "many")
        self.assert_usage_error(["cloud-prices", "--refresh", "x", "--date", "2999-01-01"], "--date", "2999-01-01")


class PriceFiles(Prices):
    def test_a_card_that_is_none_is_the_same_error_read_and_refreshed(self):
        file = self.path("bad.csv")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(HEADING + "acme,L4,l4000,1,0.5,,,2026-11-01,x\n")
        fault = 'bad.csv: no GPU "l4000" in the catalogue; nearest: l40'
        self.fails(ERROR, "--refresh", file, "--price-file", self.path("new.csv"), parts=(fault,))
        self.fails(ERROR, "l4", "--price-file", file, parts=(fault,))
        for command in (["tco", "--gpu", "l4"], ["recommend", "-m", "llama-3.1-8b"], ["select", "--capacity"]):
            self.assert_error(self.run_program(*command, "--price-file", file, env=self.env), ERROR, fault)

    def test_a_date_to_come_is_an_unknown_one_everywhere(self):
        file = self.path("future.csv")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(HEADING + "acme,L4,l4,1,0.001,,,2999-11-01,x\n")
        ask = ["--price-file", file, "--provider", "acme"]
        one = self.prices("l4", *ask)["offers"][0]
        self.assertEqual((one["freshness"], one["age_days"]), ("unknown", None))
        self.assertNotIn("2999", self.text("l4", *ask))
        for command in (["recommend", "-m", "llama-3.1-8b", *ask], ["tco", "--gpu", "l4", "--price-file", file]):
            shown = self.run_program(*command, env=self.env).stdout
            self.assertIn("date unknown", shown)
            self.assertNotIn("2999", shown)

    def test_a_price_file_replaces_its_providers(self):
        day = datetime.datetime.fromtimestamp(int(DAY), datetime.timezone.utc).date()
        file = self.write("mine.csv", HEADING + f"lambda,H100,h100-sxm,1,1.11,,,{day},home\n"
                                                f"mycorp,L4,l4,1,0.05,,,{day},\n")
        answer = self.prices("--price-file", file, "--gpu", "h100,l4")
        ours = [o for o in answer["offers"] if o["provider"] in ("lambda", "mycorp")]
        self.assertEqual([(o["provider"], o["usd_per_hour"], o["freshness"]) for o in ours],
                         [("mycorp", 0.05, "fresh"), ("lambda", 1.11, "fresh")])
        self.assertEqual(answer["cheapest_fresh"]["on_demand"]["per_gpu_hour"]["provider"], "mycorp")
        self.assertEqual(ours[1]["source"], file)

    def test_a_broken_price_file_is_named_with_line_and_field(self):
        for row, parts in (("x,L4,l4,1,free,,,,\n", ("mine.csv:2", "price_usd_hr", "free")),
                           ("x,L4,l4,1,-1,,,,\n", ("mine.csv:2", "price_usd_hr", "-1")),
                           ("x,L4,l4,many,1,,,,\n", ("mine.csv:2", "gpu_count")),
                           ("x,L4,l4,1,1,,,yesterday,\n", ("mine.csv:2", "snapshot_date")),
                           ("x,L4,l4,1\n", ("mine.csv:2", "4 fields")),
                           ('x,"L4,l4,1,1,,,,\n', ("mine.csv:2", "quotation mark"))):
            file = self.write("mine.csv", HEADING + row)
            self.fails(ERROR, "l4", "--price-file", file, parts=parts)
        self.fails(ERROR, "l4", "--price-file", self.write("mine.csv", ""), parts=("mine.csv", "empty"))

    def test_a_price_file_that_is_not_there_is_said(self):
        self.fails(ERROR, "l4", "--price-file", "none.csv", parts=("none.csv",))

    def test_control_characters_are_not_printed(self):
        file = self.write("mine.csv", HEADING + "\x1b[31mred,L4,l4,1,0.01,,,,\n")
        self.assertNotIn("\x1b", self.text("l4", "--price-file", file))


class Refresh(Prices):
    def setUp(self):
        super().setUp()
        self.env["SOURCE_DATE_EPOCH"] = str(int(time.time()))  # what is fetched has the real day
        self.server = PriceServer()
        self.addCleanup(self.server.close)
        self.kept = os.path.join(self.path("cache"), "torch-gpu-benchmark", "prices.csv")

    def refresh(self, target, *more):
        done = self.run_program("cloud-prices", "--refresh", target, *more, env=self.env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return done.stdout

    def kept_text(self):
        with open(self.kept, encoding="utf-8") as file:
            return file.read()

    def assert_old_stay(self, *arguments, parts=(), code=ERROR):
        before = self.kept_text() if os.path.exists(self.kept) else None
        self.fails(code, "--refresh", *arguments, parts=parts)
        after = self.kept_text() if os.path.exists(self.kept) else None
        self.assertEqual(before, after)

    def test_vast(self):
        answer = self.server.put("/bundles/", json.dumps(VAST))
        self.env["VAST_API_KEY"] = "secret"
        self.assertRegex(self.refresh("vast=" + self.server.url("/bundles/")), r"offers of vast kept in .*: 2\n")
        method, _, headers, body = answer.requests[0]
        self.assertEqual((method, headers["Authorization"]), ("POST", "Bearer secret"))
        self.assertIn("rentable", json.loads(body))
        offers = [o for o in self.prices("h100", "rtx4090", "--provider", "vast")["offers"]]
        self.assertEqual(len(offers), 4)  # two machines, on demand and spot
        h100 = next(o for o in offers if o["gpu"] == "h100-sxm" and o["kind"] == "on_demand")
        self.assertEqual((h100["usd_per_gpu_hour"], h100["gpus"], h100["region"]), (2.0, 8, None))
        self.assertEqual((h100["date"], h100["freshness"]), (str(TODAY), "fresh"))
        self.env["SOURCE_DATE_EPOCH"] = "1700000000"  # of what is shown, not of what is fetched
        self.refresh("vast=" + self.server.url("/bundles/"))
        self.assertIn(str(TODAY), {o["date"] for o in self.prices("h100", "--provider", "vast")["offers"]})
        self.assertEqual((h100["availability"], h100["stock_gpus"]), ("available", 8))
        self.assertEqual(len(self.prices("--available")["offers"]), 4)
        self.assertIn("free", self.text("rtx4090", "--available").split("Offers, ")[1].splitlines()[2])

    def test_runpod_key_is_in_the_address_but_never_shown(self):
        answer = self.server.put("/graphql", json.dumps(RUNPOD))
        self.env["RUNPOD_API_KEY"] = "secret"
        shown = self.refresh("runpod=" + self.server.url("/graphql"))
        self.assertIn("api_key=secret", answer.requests[0][1])
        self.assertIn("gpuTypes", json.loads(answer.requests[0][3])["query"])
        self.assertNotIn("secret", shown + self.kept_text())
        offers = self.prices("h100-sxm", "--provider", "runpod")["offers"]
        self.assertEqual([(o["kind"], o["usd_per_hour"], o["availability"]) for o in offers],
                         [("spot", 1.75, "low"), ("on_demand", 2.99, "low")])

    def test_a_login_in_the_address_is_used_and_never_shown(self):
        answer = self.server.put("/lambda.csv", GPUHUNT)
        address = self.server.url("/lambda.csv").replace("://", "://me:secret@")
        shown = self.refresh(address)
        self.assertTrue(answer.requests[0][2]["Authorization"].startswith("Basic "))
        self.assertIn("offers of lambda", shown)
        self.assertNotIn("secret", shown + self.kept_text())
        self.assertIn(self.server.url("/lambda.csv"), self.kept_text())

    def test_runpod_errors_with_status_200(self):
        self.server.put("/graphql", '{"errors":[{"message":"too many"}]}')
        self.assert_old_stay("runpod=" + self.server.url("/graphql"), parts=("too many",))

    def test_lambda_needs_a_key(self):
        answer = self.server.put("/types", json.dumps(LAMBDA))
        target = "lambda=" + self.server.url("/types")
        self.assert_old_stay(target, parts=("LAMBDA_API_KEY",))
        self.assertEqual(answer.requests, [])
        self.env["LAMBDA_API_KEY"] = "secret"
        self.refresh(target)
        self.assertEqual(answer.requests[0][2]["Authorization"], "Bearer secret")
        offer, = self.prices("a10", "--provider", "lambda")["offers"]
        self.assertEqual((offer["usd_per_hour"], offer["region"], offer["availability"]),
                         (0.75, "us-west-1", "available"))
        self.server.put("/types", "{}", status=401)
        self.assert_old_stay(target, parts=("401", "LAMBDA_API_KEY"))

    def test_skypilot_and_gpuhunt(self):
        with open(os.path.join(SKYPILOT, "nebius.csv"), encoding="utf-8") as file:
            self.server.put("/v8/nebius/vms.csv", file.read())
        self.assertIn("of nebius", self.refresh(self.server.url("/v8/nebius/vms.csv")))
        self.assertEqual({o["freshness"] for o in self.prices("h200", "--provider", "nebius")["offers"]}, {"fresh"})
        self.server.put("/x", GPUHUNT)
        self.refresh("nebius=" + self.server.url("/x"))
        self.assertEqual([(o["gpu"], o["kind"]) for o in self.prices("--provider", "nebius")["offers"]],
                         [("gh200-96gb", "spot"), ("gh200-96gb", "on_demand")])

    def test_a_file_has_the_date_that_is_said_or_none(self):
        file = os.path.join(SKYPILOT, "hyperbolic.csv")
        self.refresh(file)
        self.assertEqual({o["date"] for o in self.prices("h100", "--provider", "hyperbolic")["offers"]}, {None})
        self.refresh(file, "--date", str(TODAY))
        self.assertEqual({o["date"] for o in self.prices("h100", "--provider", "hyperbolic")["offers"]},
                         {str(TODAY)})

    def test_an_unchanged_answer_is_not_sent_again(self):
        answer = self.server.put("/lambda.csv", GPUHUNT, etag='"v1"')
        self.refresh(self.server.url("/lambda.csv"))
        text = self.kept_text().replace(str(TODAY), "2026-01-01")
        with open(self.kept, "w", encoding="utf-8") as file:
            file.write(text)
        self.assertIn("unchanged", self.refresh(self.server.url("/lambda.csv")))
        self.assertEqual(answer.requests[1][2]["If-None-Match"], '"v1"')
        self.assertEqual({o["date"] for o in self.prices("gh200", "--provider", "lambda")["offers"]}, {str(TODAY)})
        os.remove(self.kept)  # then the whole answer is wanted again
        self.assertIn("offers of lambda", self.refresh(self.server.url("/lambda.csv")))
        self.assertNotIn("If-None-Match", answer.requests[2][2])

    def test_a_text_that_cannot_be_used_leaves_the_old_prices(self):
        for text, words in (("", "empty"), ("provider,,price_usd_hr,\n", "column 2 has no name"),
                            (HEADING + "x,L4,l4,1,-1,,,,\n", "-1")):
            done = self.run_program("cloud-prices", "--refresh", "aws=" + self.write("aws.csv", text))
            self.assert_error(done, ERROR, words)
            self.assertTrue(done.stderr.endswith("; the old prices stay\n"), done.stderr)
            done = self.run_program("--lang", "zh", "cloud-prices", "--refresh", "aws=" + self.write("aws.csv", text))
            self.assertTrue(done.stderr.endswith("；保留旧价格\n"), done.stderr)

    def test_a_file_has_the_limit_of_a_download(self):
        self.assert_old_stay("lambda=/dev/zero", parts=("/dev/zero is larger than 64.0 MiB; the old prices stay",))
        with open(self.path("large.csv"), "wb") as file:
            file.truncate(64 * 2**20 + 1)
        self.assert_old_stay(self.path("large.csv"), parts=("is larger than 64.0 MiB",))

    def test_the_old_prices_are_said_to_stay_in_one_place_and_words(self):
        def sentences(language):
            folder = os.path.join(SOURCE_DIR, "src/messages", language)
            with open(os.path.join(folder, "prices.cpp"), encoding="utf-8") as file:
                return file.read().replace('"\n     "', "")
        for language, words in (("en", "the old prices stay"), ("zh", "保留旧价格")):
            text = sentences(language)
            self.assertGreater(text.count(words), 8)
            self.assertEqual(text.count(words), text.count(("; " if language == "en" else "；") + words + '"'))
        self.assertNotIn("原有价格", sentences("zh"))

    def test_counts_are_no_part_of_a_plural(self):
        file = self.write("lambda.csv", HEADING + "lambda,L4,l4,1,0.5,,,,\n")
        self.assertRegex(self.refresh(file), r"offers of lambda kept in .*: 1\n")

    def test_known_machines_settle_the_variant(self):
        self.refresh("aws=" + self.write("aws.csv", (
            "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region\n"
            "p5.48xlarge,H100,8,192,2048,\"{'Gpus': [{'MemoryInfo': {'SizeInMiB': 81920}}]}\",55,,us-east-1\n")))
        self.assertEqual([one["gpu"] for one in self.prices("h100", "--provider", "aws")["offers"]], ["h100-sxm"])

    def test_failures_leave_the_old_prices(self):
        good = self.server.url("/lambda.csv")
        self.server.put("/lambda.csv", GPUHUNT)
        self.refresh(good)
        cases = (
            ({"status": 500}, ("500",)),
            ({"status": 404}, ("404",)),
            ({"status": 429, "headers": {"Retry-After": "120"}}, ("429", "120")),
            ({"body": GPUHUNT[:-9]}, ("lambda.csv:3", "fields")),
            ({"body": GPUHUNT, "promised": 100000}, ("too early",)),
            ({"body": '{"offers":[{"gpu_name"'}, ("byte",)),
            ({"body": '{"offers":[]}'}, ("no offer",)),
            ({"body": "<html>maintenance</html>"}, ("format",)),
            ({"body": ""}, ("empty",)),
            ({"body": GPUHUNT.replace("1.49", "-1.49")}, ("price", "-1.49")),
            ({"body": GPUHUNT.replace("1.49", "1e9")}, ("price", "1e9")),
            ({"status": 302, "headers": {"Location": "file:///etc/passwd"}}, ("HTTP",)),
            ({"status": 302, "headers": {"Location": "/lambda.csv"}}, ("redirect",)),
            ({"endless": True}, ("64.0 MiB",)),
            ({"body": GPUHUNT, "promised": 10**10}, ("64.0 MiB",)))
        for answer, parts in cases:
            with self.subTest(answer=str(answer)[:60]):
                self.server.put("/lambda.csv", **answer)
                self.assert_old_stay(good, parts=parts)

    def test_a_slow_answer_is_not_waited_for(self):
        self.server.put("/lambda.csv", GPUHUNT, delay=20)
        self.assert_old_stay(self.server.url("/lambda.csv"), "--timeout", "300ms", parts=("--timeout",))

    def test_nobody_listens(self):
        url = self.server.url("/lambda.csv")
        self.server.server.shutdown()
        self.server.server.server_close()
        self.assert_old_stay(url, parts=("lambda.csv",))

    def test_a_good_redirect_is_followed(self):
        self.server.put("/lambda.csv", "gone", status=301, headers={"Location": "/new.csv"})
        self.server.put("/new.csv", GPUHUNT)
        self.assertIn("of lambda", self.refresh(self.server.url("/lambda.csv")))

    def test_what_cannot_be_a_source(self):
        self.assert_old_stay("ftp://x/y.csv", parts=("HTTP",), code=2)
        self.assert_old_stay("nothing.csv", parts=("nothing.csv",))
        self.assert_old_stay("lambda=", parts=("lambda=",), code=2)
        self.assert_old_stay("vats", parts=("vats", "vast"), code=2)
        self.write("vms.csv", "InstanceType,AcceleratorName,AcceleratorCount,Price\na,L4,1,1\n")
        self.assert_old_stay("vms.csv", parts=("NAME=FILE",), code=2)
        self.assert_old_stay(self.write("own.csv", HEADING + "x,L4,l44,1,1,,,,\n"), parts=("l44", "l4"))

    def certificate(self):
        """Of 127.0.0.1, signed by itself."""
        if not shutil.which("openssl"):
            self.skipTest("openssl makes the certificate")
        file = self.path("server.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", file, "-out", self.path("certificate.pem")],
                       check=True, capture_output=True)
        with open(file, "a", encoding="utf-8") as out, open(self.path("certificate.pem"), encoding="utf-8") as part:
            out.write(part.read())
        return file

    def https_server(self):
        server = PriceServer(self.certificate())
        self.addCleanup(server.close)
        server.put("/lambda.csv", GPUHUNT)
        return server

    def test_a_certificate_that_nobody_signed_is_refused_until_it_is_trusted(self):
        self.server.put("/lambda.csv", GPUHUNT)
        self.refresh(self.server.url("/lambda.csv"))
        server = self.https_server()
        self.env.pop("CURL_CA_BUNDLE", None)
        self.assert_old_stay(server.url("/lambda.csv"), parts=("certificate is not trusted", "the old prices stay"))
        self.env["CURL_CA_BUNDLE"] = self.path("certificate.pem")
        self.assertIn("of lambda", self.refresh(server.url("/lambda.csv")))

    def test_a_redirect_from_https_to_http_is_not_followed(self):
        server = self.https_server()
        self.env["CURL_CA_BUNDLE"] = self.path("certificate.pem")
        self.server.put("/lambda.csv", GPUHUNT)
        server.put("/lambda.csv", status=302, headers={"Location": self.server.url("/lambda.csv")})
        self.assert_old_stay(server.url("/lambda.csv"), parts=("lambda.csv",))

    def test_proxies_of_the_environment_are_used(self):
        asked = self.server.put("http://prices.invalid/lambda.csv", GPUHUNT)
        self.env["http_proxy"] = self.server.url("")
        self.assertIn("of lambda", self.refresh("http://prices.invalid/lambda.csv"))
        self.assertEqual(len(asked.requests), 1)
        server = self.https_server()
        self.env.update(https_proxy=self.server.url(""), no_proxy="", CURL_CA_BUNDLE=self.path("certificate.pem"))
        self.assertIn("of lambda", self.refresh(server.url("/lambda.csv")))
        tunnel = server.url("").removeprefix("https://")
        self.assertEqual(self.server.server.answers[tunnel].requests[0][0], "CONNECT")
        del self.env["CURL_CA_BUNDLE"]
        self.assert_old_stay(server.url("/lambda.csv"), parts=("certificate is not trusted",))

    def test_without_libcurl_it_says_what_to_do(self):
        self.env["WGF_CURL_LIBRARY"] = ""
        self.server.put("/lambda.csv", GPUHUNT)
        self.assert_old_stay(self.server.url("/lambda.csv"), parts=("libcurl4",), code=NOT_SUPPORTED)
        self.refresh("lambda=" + self.write("x.csv", GPUHUNT))  # files need none

    def test_a_price_file_keeps_them_elsewhere(self):
        self.server.put("/lambda.csv", GPUHUNT)
        self.refresh(self.server.url("/lambda.csv"), "--price-file", self.path("here.csv"))
        self.assertFalse(os.path.exists(self.kept))
        self.assertEqual(self.prices("gh200", "--price-file", self.path("here.csv"))["cheapest"]["on_demand"]
                         ["per_gpu_hour"]["usd_per_hour"], 1.49)
        done = self.run_program("cloud-prices", "--refresh", self.server.url("/lambda.csv"), "--price-file",
                                "/proc/none/prices.csv", env=self.env)
        self.assert_error(done, ERROR, "/proc/none")

    def test_json_of_a_refresh(self):
        self.server.put("/lambda.csv", GPUHUNT)
        refreshed, = self.prices("--refresh", self.server.url("/lambda.csv"), "--gpu", "gh200")["refreshed"]
        self.assertEqual((refreshed["kept"], refreshed["offers"], refreshed["providers"]), (True, 1, ["lambda"]))


if __name__ == "__main__":
    unittest.main()
