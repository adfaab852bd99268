#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""report.html in a real Chromium: what a reader does with it, and that it never complains."""
import csv
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser
import example_results

PROGRAM = os.environ.get("WGF_PROGRAM", "")
DAY = "1795305600"  # 2026-11-22, on which prices are fresh or stale
# Where screenshots are kept to be looked at; nowhere unless named.
SCREENSHOTS = os.environ.get("WGF_SCREENSHOTS", "")


def column(page, table, number):
    """Texts of a column of the rows shown, details left out."""
    return page.eval_on_selector_all(f"{table} tbody tr:not(.details) td:nth-child({number})",
                                     "cells => cells.map(cell => cell.querySelector('.value')?.textContent ?? cell.textContent)")


def leading_number(text):
    return float(text.split()[0].replace(",", ""))


# What is wrong with the charts in an element: texts that leave their drawing, legends that reach into the panels.
CHART_FAULTS = """selector => [...document.querySelectorAll(`${selector} .chart`)].flatMap((holder) => {
  const svg = holder.querySelector("svg").getBoundingClientRect();
  const texts = [...holder.querySelectorAll("svg text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const outside = texts.filter(([, box]) => box.left < svg.left - 1 || box.right > svg.right + 1 || box.top < svg.top - 1 ||
    box.bottom > svg.bottom + 1).map(([text, box]) => `outside: ${text} (${Math.round(box.left - svg.left)} to ` +
    `${Math.round(box.right - svg.left)} of ${Math.round(svg.width)})`);
  const chart = echarts.getInstanceByDom(holder), option = chart.getOption();
  const [legend, grid] = [option.legend?.[0], option.grid?.[0]];
  if (!grid) return outside;
  const points = option.series.filter((series) => series.type === "scatter" && series.symbolSize > 0)
    .flatMap((series) => series.data.map((item) => [item, chart.convertToPixel({ gridIndex: 0 }, item.value), series.symbolSize / 2]));
  const point_names = new Set(points.map(([item]) => item.name));
  const boxes = texts.filter(([text]) => point_names.has(text)).map(([text, box]) =>
    ({ text, left: box.left - svg.left, right: box.right - svg.left, top: box.top - svg.top + 2, bottom: box.bottom - svg.top - 2 }));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  for (const box of boxes) {
    if (box.left < grid.left) outside.push(`over the axis: ${box.text}`);
    for (const [item, [x, y], half] of points)
      if (meet(box, { left: x - half, right: x + half, top: y - half, bottom: y + half })) outside.push(`${box.text} over ${item.name}`);
    for (const other of boxes) if (other !== box && meet(box, other)) outside.push(`${box.text} over ${other.text}`);
  }
  if (!legend) return outside;
  const names = new Set(legend.data.map((name) => legend.formatter(name)));
  const covering = texts.filter(([text, box]) => names.has(text) && box.left < svg.right && box.bottom - svg.top > grid.top - 10)
    .map(([text]) => `over the data: ${text}`);
  return [...outside, ...covering];
})"""


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="wgf_page_")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)
        example_results.write(os.path.join(cls.folder, "before.json"), example_results.small_run())
        example_results.write(os.path.join(cls.folder, "after.json"), example_results.small_run(speed=1.25))
        cls.page_file = cls.report("page.html", "before.json")
        cls.comparison_file = cls.report("comparison.html", "before.json", "after.json")

    @classmethod
    def report(cls, output, *files):
        subprocess.run([PROGRAM, "report", *files, "-o", output, "--force"], cwd=cls.folder, check=True, timeout=60,
                       env={**os.environ, "XDG_CACHE_HOME": os.path.join(cls.folder, "cache"), "SOURCE_DATE_EPOCH": DAY})
        return os.path.join(cls.folder, output)

    def open(self, path=None, fragment="", **more):
        page = self.browser.open(path or self.page_file, fragment, **more)
        self.addCleanup(page.context.close)
        self.addCleanup(lambda: self.assertEqual(page.complaints, []))
        return page

    def screenshot(self, page, name):
        if SCREENSHOTS:
            page.screenshot(path=os.path.join(SCREENSHOTS, name + ".png"), full_page=True)

    def test_asks_no_network_and_shows_everything(self):
        page = self.open()
        self.assertEqual([address for address in page.requested if not address.startswith(("file:", "data:", "blob:"))], [])
        for part in ("score", "machine", "charts", "results", "rank", "warnings", "reading"):
            self.assertTrue(page.is_visible(f"#{part} h2"), part)
        self.assertIn("NVIDIA H200", page.inner_text("#machine"))
        self.assertIn("61.4", page.inner_text("#score"))
        self.assertIn("memory_copy", page.inner_text("#score"))
        self.screenshot(page, "wide")

    def test_results_sort_by_any_column_both_ways(self):
        page = self.open()
        for expected in (True, False):
            page.click('#results [data-sort="rate"]')
            rates = [leading_number(text) for text in column(page, "#results", 3) if text != "–"]
            self.assertEqual(rates, sorted(rates, reverse=expected))
        self.assertEqual(page.get_attribute('#results th:nth-child(3)', "aria-sort"), "ascending")
        self.assertEqual(column(page, "#results", 3)[-1], "–", "a row without a number comes last")

    def test_filters_show_part_of_the_results(self):
        page = self.open()
        page.fill("#filter-text", "resnet50 infer")
        self.assertEqual(len(column(page, "#results", 1)), 1)
        page.fill("#filter-text", "")
        page.select_option("#filter-benchmark", "train")
        self.assertEqual(len(column(page, "#results", 1)), 3)
        page.fill("#filter-text", "no such case")
        self.assertEqual(column(page, "#results", 1), [])
        page.click("#filter-reset")
        self.assertEqual(len(column(page, "#results", 1)), 6)

    def test_csv_holds_what_is_shown_and_no_formula(self):
        page = self.open()
        page.select_option("#filter-precision", "fp32")
        with page.expect_download() as download:
            page.click("#tool-csv")
        with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(io.StringIO(file.read())))
        self.assertEqual({row["precision"] for row in rows}, {"fp32"})
        rate = [row for row in rows if row["model"] == "bert-base" and row["benchmark"] == "train" and row["metric"] == "throughput"]
        self.assertAlmostEqual(float(rate[0]["value"]), 8e3 / 22.8, places=3)
        self.assertEqual({row["model"][0] for row in rows if "cmd()" in row["model"]}, {"'"})
        self.assertEqual(download.value.suggested_filename, "results.csv")

    def test_language_is_switched_in_the_page(self):
        page = self.open()
        page.click("#tool-language")
        self.assertEqual(page.get_attribute("html", "lang"), "zh-CN")
        self.assertIn("吞吐量", page.inner_text("#results thead"))
        self.assertIn("机器与条件", page.inner_text("#machine"))
        self.assertIn("这台机器", page.title())
        page.click("#tool-language")
        self.assertIn("throughput", page.inner_text("#results thead"))

    def test_link_shows_the_same_view_again(self):
        page = self.open()
        page.click("#tool-language")
        page.select_option("#filter-benchmark", "infer")
        page.click("#tab-memory")
        page.click('#results [data-sort="time"]')
        page.fill("#rank-text", "hopper")
        page.click("#tool-link")
        page.wait_for_selector("#message:not(:empty)", state="attached")
        link = page.evaluate("navigator.clipboard.readText()")
        self.assertIn("lang=zh", link)
        again = self.open(fragment="#" + link.split("#", 1)[1])
        self.assertEqual(again.get_attribute("html", "lang"), "zh-CN")
        self.assertEqual(again.get_attribute("#tab-memory", "aria-selected"), "true")
        self.assertEqual(column(again, "#results", 1), column(page, "#results", 1))
        self.assertEqual(len(column(again, "#results", 1)), 3)
        self.assertEqual(column(again, "#rank", 2), column(page, "#rank", 2))

    def test_a_harmful_address_changes_nothing(self):
        page = self.open(fragment="#lang=__proto__&chart=<img src=x>&theme=x&sort=constructor&rank_sort=:::&text=%3Cb%3E")
        self.assertEqual(page.get_attribute("html", "lang"), "en")

    def test_conditions_appear_on_hover_and_on_focus_and_leave_with_escape(self):
        page = self.open()
        page.hover("#results tbody tr:nth-child(2) td:nth-child(3)")
        box = page.inner_text("#conditions")
        for part in ("95 % interval", "bf16 autocast", "LibTorch 2.13.0", "power_cap", "python3 (4242)"):
            self.assertIn(part, box)
        page.keyboard.press("Escape")
        self.assertFalse(page.is_visible("#conditions"))
        page.focus("#score .total")
        self.assertIn("774.4 samples/s, reference", page.inner_text("#conditions"))

    def test_warnings_stand_beside_the_numbers_they_touch(self):
        page = self.open()
        row = "#results tbody tr:nth-child(2)"
        self.assertIn("throttled", page.inner_text(f"{row} td:nth-child(3)"))
        self.assertIn("shared GPU", page.inner_text(f"{row} td:nth-child(5)"))
        self.assertNotIn("throttled", page.inner_text(f"{row} td:nth-child(5)"))
        self.assertIn("not converged", page.inner_text("#results tbody tr:nth-child(3) td:nth-child(2)"))
        self.assertIn("out of memory", page.inner_text("#results tbody tr:nth-child(6) td:nth-child(2)"))

    def test_keys_reach_everything(self):
        page = self.open()
        page.focus("#filter-reset")
        page.keyboard.press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.dataset.sort"), "case")
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        self.assertIn("sort=rate%3Adown", page.url)
        page.focus('#results [data-sort="case"]')
        for key in ("ArrowDown", "Enter"):
            page.keyboard.press(key)
        self.assertEqual(page.get_attribute("#results tbody tr:first-child button", "aria-expanded"), "true")
        page.focus("#tab-throughput")
        page.keyboard.press("ArrowRight")
        self.assertTrue(page.is_visible("#panel-latency"))
        self.assertEqual(page.evaluate("document.activeElement.id"), "tab-latency")

    def test_what_comes_from_results_is_text(self):
        page = self.open()
        page.click("#results tbody tr:nth-child(5) button")
        page.hover("#results tbody tr:nth-child(5) td:nth-child(2)")
        page.hover("#panel-throughput svg")
        self.assertIn("<img src=x", page.inner_text("#results"))
        self.assertIsNone(page.evaluate("window.harmed ?? null"))
        self.assertEqual(page.evaluate("document.querySelectorAll('img').length"), 0)
        self.assertEqual(page.evaluate("document.querySelectorAll('#page b, #page script').length ? "
                                       "[...document.querySelectorAll('#page b')].filter(b => b.textContent === '20 GiB').length : 0"), 0)

    def test_every_chart_is_drawn_in_both_languages(self):
        for language in ("en", "zh"):
            page = self.open(fragment=f"#lang={language}")
            tabs = page.eval_on_selector_all("[role=tab]", "tabs => tabs.map(tab => tab.id)")
            for name in ("throughput", "latency", "memory", "timeline", "rank"):
                self.assertIn("tab-" + name, tabs)
            for tab in tabs:
                page.click("#" + tab)
                panel = "#" + tab.replace("tab-", "panel-")
                page.wait_for_selector(f"{panel} svg")
                self.assertGreater(page.evaluate(f"document.querySelectorAll('{panel} svg path').length"), 4, tab)
                if SCREENSHOTS:
                    page.locator("#charts").screenshot(path=os.path.join(SCREENSHOTS, f"{tab}-{language}.png"))

    def test_rank_table_sorts_and_filters(self):
        page = self.open()
        self.assertEqual([text.strip() for text in column(page, "#rank", 5)], ["97.0", "88.5", "61.4", "52.0", "28.9", "8.31"])
        self.assertEqual([text.strip() for text in column(page, "#rank", 1)], ["1", "2", "3", "4", "5", "6"])
        page.click('#rank [data-sort="name"]')
        names = column(page, "#rank", 2)
        self.assertEqual(names, sorted(names, key=str.lower))
        page.select_option("#rank-kind", "published")
        self.assertEqual(len(column(page, "#rank", 2)), 2)

    def test_rank_table_has_points_per_dollar_and_where_the_price_is_from(self):
        page = self.open()
        self.assertIn("points per $/h", page.inner_text("#rank thead"))
        for expected in (True, False):
            page.click('#rank [data-sort="points"]')
            points = [leading_number(text) for text in column(page, "#rank", 9) if text.strip() != "–"]
            self.assertGreater(len(points), 3)
            self.assertEqual(points, sorted(points, reverse=expected))
        own = page.locator("#rank tbody tr.own")
        own.locator("td:nth-child(9)").hover()
        box = page.inner_text("#conditions")
        price = float(box.split(" $/h")[0].split()[-1])
        self.assertAlmostEqual(leading_number(own.locator("td:nth-child(9)").inner_text()), 61.4 / price, delta=0.06)
        with page.expect_download() as download:
            page.click("#rank-csv")
        with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
            row = next(row for row in csv.DictReader(file) if float(row["score"]) == 61.4)
        self.assertAlmostEqual(float(row["points_per_usd_hour"]), 61.4 / float(row["usd_per_hour"]))

    def test_the_own_card_takes_no_place_and_the_count_is_that_of_the_rank(self):
        made = example_results.small_run()
        made["score"]["ranking"].insert(2, example_results.ranked("h200-sxm", "Hopper", 55.0, "forecast"))
        example_results.write(os.path.join(self.folder, "own.json"), made)
        page = self.open(self.report("own.html", "own.json"))
        self.assertEqual([text.strip() for text in column(page, "#rank", 1)], ["1", "2", "3", "–", "4", "5", "6"])
        self.assertIn("Rank 3 of 6 GPUs", page.inner_text("#score"))
        self.assertIn("6 of 6 GPUs shown", page.inner_text("#rank"))

    def test_a_partial_score_is_not_ranked_among_complete_ones(self):
        partial, complete = example_results.small_run(), example_results.small_run()
        complete["score"]["cases"][1]["rate"] = 4000.0
        complete["score"].update(partial=False, missing=[])
        example_results.write(os.path.join(self.folder, "complete.json"), complete)
        example_results.write(os.path.join(self.folder, "partial.json"), partial)
        page = self.open(self.report("mixed.html", "complete.json", "partial.json"))
        self.assertNotIn("partial.json", " ".join(column(page, "#rank", 2)))
        self.assertIn("over other cases: partial.json", page.inner_text("#rank"))

    def test_charts_keep_their_texts_inside_and_their_legends_off_the_data(self):
        for path, width in ((self.page_file, 1280), (self.page_file, 400), (self.comparison_file, 400)):
            page = self.open(path, width=width)
            for tab in page.eval_on_selector_all("[role=tab]", "tabs => tabs.map(tab => tab.id)"):
                page.click("#" + tab)
                panel = "#" + tab.replace("tab-", "panel-")
                page.wait_for_selector(f"{panel} svg")
                faults = page.evaluate(CHART_FAULTS, panel)
                self.assertEqual(faults, [], f"{tab} at {width} px")
                if SCREENSHOTS:
                    page.locator("#charts").screenshot(path=os.path.join(SCREENSHOTS, f"{tab}-{width}-{os.path.basename(path)}.png"))

    def test_cards_of_score_and_price_are_named_off_the_points_at_every_width(self):
        made = example_results.small_run()
        made["score"]["ranking"] = [example_results.ranked(gpu, "any", score, "published") for gpu, score in example_results.MANY_CARDS]
        example_results.write(os.path.join(self.folder, "many.json"), made)
        path = self.report("many.html", "many.json")
        for width, fewest in ((1440, 12), (400, 7)):
            page = self.open(path, fragment="#chart=value", width=width)
            self.assertEqual(page.evaluate(CHART_FAULTS, "#panel-value"), [], f"{width} px")
            names = page.evaluate("echarts.getInstanceByDom(document.querySelector('#panel-value .chart')).getOption().series"
                                  ".flatMap(series => series.data.filter(item => item.label.show).map(item => item.name))")
            self.assertGreaterEqual(len(names), fewest, f"{width} px")
            texts = page.locator("#panel-value svg text").all_text_contents()
            self.assertEqual([name for name in names if name not in texts], [])
            self.assertIn("H200 SXM 141GB", names)

    def test_work_under_the_roof_is_named_off_the_points_at_every_width(self):
        made = example_results.small_run()
        for number, measured in enumerate(made["results"]):
            if measured["status"] == "ok":
                measured["metrics"] += [{"tag": tag, "unit": unit, "value": value} for tag, unit, value in (
                    ("flops", "TFLOP/s", 40.0 + 60 * number), ("flops_per_step", "GFLOP", 100.0 + 90 * number), ("operator_bytes_per_step", "GB", 1))]
        example_results.write(os.path.join(self.folder, "roof.json"), made)
        path = self.report("roof.html", "roof.json")
        for width, fewest in ((1440, 4), (400, 2)):
            page = self.open(path, fragment="#chart=roofline", width=width)
            self.assertEqual(page.evaluate(CHART_FAULTS, "#panel-roofline"), [], f"{width} px")
            texts = page.locator("#panel-roofline svg text").all_text_contents()
            self.assertGreaterEqual(sum(text.startswith(("train ", "infer ")) for text in texts), fewest, texts)

    def test_a_task_has_its_advice_and_its_table(self):
        made = example_results.small_run()
        made["task"] = "compare_models"
        example_results.write(os.path.join(self.folder, "task.json"), made)
        path = self.report("task.html", "task.json")
        for width in (1280, 400):
            page = self.open(path, width=width)
            self.assertIn("these samples do not tell which is the fastest", page.inner_text("#task ul"))
            self.assertEqual(column(page, "#task", 1)[0], "resnet50 bf16 b32")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.screenshot(page, f"task-{width}")
        self.assertEqual(self.open().query_selector("#task"), None)

    def test_language_models_have_tables_that_fit_and_their_curve_first(self):
        example_results.write(os.path.join(self.folder, "llm.json"), example_results.llm_run())
        for language in ("en", "zh"):
            page = self.open(self.report("llm.html", "llm.json"), f"#lang={language}", width=1280)
            over = page.eval_on_selector_all("#task .scroll", "all => all.map(one => one.scrollWidth - one.clientWidth)")
            self.assertEqual(over, [0, 0], language)
            knees = page.evaluate("""() => echarts.getInstanceByDom(document.querySelector("#charts .chart")).getOption()
              .series.map(series => series.data.map(point => point.symbol))""")
            self.assertEqual(knees, [["emptyCircle", "emptyCircle", "circle"]] * 2)
            self.screenshot(page, "llm-" + language)

    def test_efficiency_on_more_gpus_is_a_chart(self):
        example_results.write(os.path.join(self.folder, "scaling.json"), example_results.scaling_run())
        path = self.report("scaling.html", "scaling.json")
        for width in (1280, 400):
            page = self.open(path, fragment="#chart=efficiency", width=width)
            self.assertEqual(page.evaluate(CHART_FAULTS, "#panel-efficiency"), [], f"{width} px")
            points = page.evaluate("""() => echarts.getInstanceByDom(document.querySelector("#panel-efficiency .chart")).getOption()
              .series.map(series => series.data.map(point => [point.value[0], point.symbol]))""")
            self.assertEqual(points, [[[2, "circle"], [4, "circle"], [8, "emptyCircle"]]] * 2)
            self.screenshot(page, f"scaling-{width}")

    def test_narrow_rows_keep_their_names_and_numbers(self):
        page = self.open(width=400)
        texts = page.locator("#panel-throughput svg text").all_text_contents()
        self.assertIn("train resnet50 b32 bf16", texts)
        self.assertEqual(sum(text.startswith("774.8") and text.endswith("samples/s") for text in texts), 1)  # 32 in 41.3 ms

    def test_texts_of_charts_have_the_colours_of_the_page(self):
        for scheme in ("light", "dark"):
            for width in (1280, 400):
                page = self.open(scheme=scheme, width=width)
                colour, ground = page.evaluate("['--text', '--paper'].map(name => "
                                               "getComputedStyle(document.documentElement).getPropertyValue(name).trim())")
                for name in ("throughput", "latency", "memory", "value", "rank"):
                    page.click(f"#tab-{name}")
                    page.wait_for_selector(f"#panel-{name} svg")
                    texts = page.eval_on_selector_all(f"#panel-{name} svg text", "texts => texts.map(text => ['fill', 'fill-opacity', "
                                                      "'stroke'].map(name => text.getAttribute(name)))")
                    own = [stroke for fill, opacity, stroke in texts if fill == colour and opacity is None]
                    self.assertTrue(own, f"{name}, {scheme}, {width} px")
                    self.assertLessEqual({stroke for _, _, stroke in texts}, {None, "none", ground}, f"{name}, {scheme}")
                    if name == "throughput":  # no grid line through a number
                        self.assertIn(ground, own, scheme)

    def test_narrow_tables_name_no_case_column(self):
        page = self.open(self.comparison_file, width=400)
        for table in ("#comparison", "#rank"):
            self.assertEqual(page.evaluate("selector => getComputedStyle(document.querySelector(selector), '::before').display",
                                           f"{table} td.first[data-title]"), "none")

    def test_narrow_pages_need_no_sideways_scrolling(self):
        for language in ("en", "zh"):
            page = self.open(fragment=f"#lang={language}", width=400, height=800)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 400)
            self.assertLessEqual(page.evaluate("Math.max(...[...document.querySelectorAll('#results td, .chart svg, #rank td')]"
                                               ".map(part => part.getBoundingClientRect().right))"), 400)
            self.screenshot(page, f"narrow-{language}")

    def test_dark_follows_the_system_and_the_button(self):
        def background(page):
            return page.evaluate("getComputedStyle(document.body).backgroundColor")
        page = self.open(scheme="dark")
        dark = background(page)
        self.screenshot(page, "dark")
        page.click("#tool-theme")
        self.assertNotEqual(background(page), dark)
        page.click("#tool-theme")
        self.assertEqual(background(page), dark)
        self.assertIn("theme=dark", page.url)

    def test_paper_has_all_charts_and_no_buttons(self):
        page = self.open(scheme="dark")
        pdf = page.pdf(format="A4", margin={side: "15mm" for side in ("top", "bottom", "left", "right")})
        self.assertGreater(len(pdf), 50_000)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        charts = page.evaluate("document.querySelectorAll('[role=tab]').length")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.panel')].filter(panel => panel.offsetHeight > 100 && "
                                       "panel.querySelector('svg')).length"), charts)
        self.assertFalse(page.is_visible("#tool-language"))
        self.assertFalse(page.is_visible("th .arrow"))
        self.assertEqual(page.evaluate(CHART_FAULTS, "#charts"), [])
        if SCREENSHOTS:
            with open(os.path.join(SCREENSHOTS, "paper.pdf"), "wb") as file:
                file.write(pdf)

    def test_several_files_become_a_comparison(self):
        page = self.open(self.comparison_file)
        self.assertEqual(page.inner_text("#comparison thead").split()[:3], ["case", "before.json", "after.json"])
        verdict = page.inner_text("#comparison tbody tr:first-child td:nth-child(3)")
        self.assertIn("FASTER", verdict)
        self.assertIn("-20.00 %", verdict)  # of the time, at 1.25 times the speed
        self.assertIn("after.json", page.inner_text("#results tbody"))
        self.assertNotIn("`", page.inner_text("#comparison"))
        self.screenshot(page, "comparison")

    def test_cases_of_other_work_are_invalid_and_undecided_ones_say_why(self):
        other = example_results.small_run(speed=1.012)
        other["results"][0]["case"] = example_results.case("train", "resnet50", 64, "bf16")
        example_results.write(os.path.join(self.folder, "other.json"), other)
        page = self.open(self.report("other.html", "before.json", "other.json"))
        text = page.inner_text("#comparison")
        self.assertIn("INVALID, 1 case: not comparable: other work, batch_size 32 -> 64", text)
        self.assertIn("one process a side: widened", text)
        row = page.locator("#comparison tbody tr", has_text="train resnet50 b32 bf16").inner_text()
        self.assertIn("INVALID", row)
        self.assertIn("train resnet50 b64 bf16", row)  # what stands there instead, and not in a row of its own
        self.assertNotIn("not in this run", row)
        self.assertEqual(len(column(page, "#comparison", 1)), 6)
        self.screenshot(page, "invalid")

    def test_a_case_that_failed_in_one_run_is_said_and_keeps_the_unit_of_the_others(self):
        broken = example_results.small_run()
        of_case = broken["results"][0]["case"]
        broken["results"][0] = example_results.failed(of_case, "failed", "engine.out_of_memory",
                                                      {"device": "cuda:0", "used": "1 GiB", "total": "2 GiB", "detail": "-"})
        example_results.write(os.path.join(self.folder, "broken.json"), broken)
        page = self.open(self.report("lost.html", "before.json", "broken.json", "after.json"))
        text = page.inner_text("#comparison")
        self.assertIn("Regression: 1 ran in before.json and gave no result in broken.json", text)
        self.assertNotIn("gave no result in after.json", text)
        row = page.locator("#comparison tbody tr", has_text="train resnet50 b32 bf16")
        self.assertEqual(row.locator("td:nth-child(3) .badge", has_text="lost").count(), 1)
        self.assertEqual(row.locator("td:nth-child(4) .badge", has_text="lost").count(), 0)
        for number in (2, 4):
            self.assertIn("samples/s", row.locator(f"td:nth-child({number}) .value").inner_text())
        self.screenshot(page, "lost")
        page.click("#tool-language")
        self.assertIn("性能回退：1 项在 before.json 中跑完，而在 broken.json 中", page.inner_text("#comparison"))

    def test_engine_processes_of_a_run_are_one_row(self):
        for name, speed in (("first", 1.0), ("second", 1.25)):
            example_results.write(os.path.join(self.folder, f"{name}.json"),
                                  example_results.repeated_run([0.8 * speed, speed, 1.25 * speed]))
        path = self.report("repeated.html", "first.json", "second.json")
        page = self.open(path)
        cases = column(page, "#comparison", 1)
        self.assertEqual(len(cases), 6)
        self.assertEqual(len(set(cases)), 6)
        row = page.locator("#comparison tbody tr", has_text="train resnet50 b32 bf16")
        rate = 32e3 / 41.3  # the geometric mean of 0.8, 1 and 1.25 times that
        self.assertAlmostEqual(leading_number(row.locator("td:nth-child(2) .value").inner_text()), rate, delta=0.01 * rate)
        row.locator("td:nth-child(3)").hover()
        self.assertIn("engine processes: 3, joined", page.inner_text("#conditions"))
        self.assertEqual(row.locator("td:nth-child(2) .badge", has_text="burst").count(), 1)
        names = page.evaluate("echarts.getInstanceByDom(document.querySelector('#panel-throughput .chart')).getOption()"
                              ".yAxis.flatMap(axis => axis.data)")
        self.assertEqual(len(names), 10)  # five cases that ran, two runs
        self.assertEqual(len(column(page, "#results", 1)), 36)  # each process for itself
        for width in (1280, 400):
            page = self.open(path, width=width)
            for tab in page.eval_on_selector_all("[role=tab]", "tabs => tabs.map(tab => tab.id)"):
                page.click("#" + tab)
                panel = "#" + tab.replace("tab-", "panel-")
                page.wait_for_selector(f"{panel} svg")
                self.assertEqual(page.evaluate(CHART_FAULTS, panel), [], f"{tab} at {width} px")
                if tab == "tab-memory":
                    rows = page.evaluate("echarts.getInstanceByDom(document.querySelector('#panel-memory .chart')).getOption().yAxis[0].data")
                    self.assertEqual(rows.count("first.json"), 5)
                    self.assertEqual(rows.count("second.json"), 5)
                    headings = {row["value"] for row in rows if isinstance(row, dict)}
                    self.assertEqual(len(headings), 5)
                    texts = " ".join(page.locator("#panel-memory svg text").all_text_contents())
                    for name in headings - {name for name in headings if example_results.HARMFUL_NAME in name}:
                        self.assertIn(name, texts)
                if SCREENSHOTS:
                    page.locator("#charts").screenshot(path=os.path.join(SCREENSHOTS, f"{tab}-{width}-repeated.png"))


if __name__ == "__main__":
    unittest.main()
