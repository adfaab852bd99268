#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernel texts as C++ for emulated_block.h: translate_kernels.py TEXTS CASES OUT

A line of CASES is a name, a text and its constants. Each becomes a namespace with the structure of its arguments and a
function. Of several texts between commas each becomes one inside the name's, whose kernels() has those of all its lines. Instructions that stand as assembly become what they do; one that is not known here ends the program that
meets it.
"""
import pathlib
import re
import sys

TYPES = {"u8": "u8", "u16": "u16", "u32": "u32", "b32": "u32", "s32": "int", "f32": "float", "u64": "u64", "s64": "i64"}
NOTHING = ("griddepcontrol", "fence", "prefetch")  # of an order that fibers have anyway


def whole(texts, name):
    text = (texts / name).read_text()
    return re.sub(r'\n#include "engine/device_code/texts/([^"]+)"', lambda found: "\n" + whole(texts, found[1]), text)


def end_of(text, begin):
    """Where the bracket that opened before `begin` closes, quotes left out."""
    depth, quoted = 1, False
    for at in range(begin, len(text)):
        if text[at] == '"':
            quoted = not quoted
        elif not quoted:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            if depth == 0:
                return at
    raise ValueError("a bracket is left open")


def parts_of(statement):
    """Template, outputs and inputs, between single colons."""
    parts, depth, quoted, begin = [], 0, False, 0
    for at, letter in enumerate(statement):
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
            if letter == ":" and depth == 0:
                parts.append(statement[begin:at])
                begin = at + 1
    return [*parts, statement[begin:], "", ""][:3]


def operands(text):
    found, at = [], 0
    while match := re.compile(r'"[^"]*"\s*\(').search(text, at):
        at = end_of(text, match.end())
        found.append(text[match.end():at])
    return found


def access(template, values):
    """Of loads and stores of one number or several."""
    if match := re.match(r"ld\.[\w.:]*?(?:\.v(\d))?\.(u8|u16|u32|s32|f32|u64|s64) .*\[%\d+\];$", template):
        count, kind = int(match[1] or 1), TYPES[match[2]]
        moves = " ".join(f"{values[i]} = from_[{i}];" for i in range(count))
        return f"{{ const {kind}* from_ = (const {kind}*)(u64)({values[-1]}); {moves} }}"
    if match := re.match(r"st\.[\w.:]*?(?:\.v(\d))?\.(u32|f32) \[%0\]", template):
        count, kind = int(match[1] or 1), TYPES[match[2]]
        moves = " ".join(f"to_[{i}] = {values[1 + i]};" for i in range(count))
        return f"{{ {kind}* to_ = ({kind}*)(u64)({values[0]}); {moves} }}"
    return None


def instruction(template, outputs, inputs):
    values = outputs + inputs
    if done := access(template, values):
        return done
    known = {
        "cp.async.commit_group": "emulated::end_copies();",
        "cp.async.wait_group": "emulated::wait_for_copies({0});",
        "cp.async.cg": "emulated::copy_ahead({0}, (const void*)(u64)({1}));",
        "{.reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.cg": "if ({2}) emulated::copy_ahead({0}, (const void*)(u64)({1}));",
        "fma.rn.bf16x2": "{0} = emulated::fma_bf16({1}, {2}, {3});",
        "cvt.rn.bf16x2.f32": "{0} = emulated::pair(emulated::to_bf16({2}), emulated::to_bf16({1}));",
        "{.reg .b16 l, h; mov.b32 {l, h}, %2; cvt.f32.f16":
            "{0} = emulated::of_half({2}); {1} = emulated::of_half({2} >> 16);",
        "cvt.rn.f16x2.f32": "{0} = emulated::pair(emulated::to_half({2}), emulated::to_half({1}));",
        "mul.rn.f16x2": "{0} = emulated::multiply_halves({1}, {2});",
        "cvt.rn.satfinite.e5m2x2.f32": "{0} = emulated::to_e5m2({2}) | emulated::to_e5m2({1}) << 8;",
        "tanh.approx.f32": "{0} = std::tanh({1});",
        "sqrt.approx.f32": "{0} = std::sqrt({1});",
        "cvt.rn.satfinite.e4m3x2.f32": "{0} = emulated::to_e4m3({2}) | emulated::to_e4m3({1}) << 8;",
        "{.reg .b16 l, h; mov.b32 {l, h}, %2; cvt.rn.f16x2.e4m3x2":
            "{0} = emulated::halves_of_e4m3({2}); {1} = emulated::halves_of_e4m3({2} >> 16);",
        "lop3.b32 %0, %1, %2, %3, 0x28": "{0} = emulated::lop3({1}, {2}, {3}, 0x28);",
        "atom": "{{ u32* at_ = (u32*)(u64)({1}); {0} = *at_; ++*at_; }}",
        "bar.sync": "emulated::meet_named({0}, {1}, true);",
        "bar.arrive": "emulated::meet_named({0}, {1}, false);",
    }
    for begin, meaning in known.items():
        if template.startswith(begin):
            return meaning.format(*(f"({value})" for value in values))
    if template.startswith("mma.sync"):
        numbers = "bytes" if ".s8." in template else "half" if ".f16.f16." in template else "bf16"
        return f"{{ const u32 ab_[6] = {{{', '.join(inputs[:6])}}}; emulated::multiply_into(d, ab_, emulated::Numbers::{numbers}); }}"
    return ";" if template.startswith(NOTHING) else f"__builtin_trap(); /* {template} */"


def translated(text):
    done, at = [], 0
    while match := re.compile(r"\basm(?: volatile)?\s*\(").search(text, at):
        end = end_of(text, match.end())
        template, outputs, inputs = parts_of(text[match.end():end])
        template = "".join(re.findall(r'"([^"]*)"', template)).strip()
        done += [text[at:match.start()], instruction(template, operands(outputs), operands(inputs))]
        at = end + 2  # a semicolon follows
    text = "".join([*done, text[at:]])
    text = re.sub(r"extern __shared__ __align__\(16\) u8 shared\[\];", "__shared__ __align__(16) u8 shared[1 << 18];", text)
    text = re.sub(r"__launch_bounds__\((?:[^()]|\([^()]*\))*\)", "", text)
    return text.replace("__shared__", "static").replace('extern "C"', "static")


def main():
    texts, cases, out = map(pathlib.Path, sys.argv[1:])
    sets = {}
    code = ['#pragma once\n#include "emulated_block.h"\n#define __CUDA_ARCH__ 900\n']
    for line in cases.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, text, *constants = line.split()
        several = text.split(",") if "," in text else []
        sets.setdefault(name, []).extend(several)
        code += [f"#define {constant.replace('=', ' ', 1)}\n" for constant in constants]
        for one in several or [text]:
            place = f"{name}::{one}" if several else name
            code.append(f"namespace {place} {{\n{translated((texts / 'prelude.cu').read_text() + whole(texts, one + '.cu'))}\n}}\n")
        code += [f"#undef {constant.split('=')[0]}\n" for constant in constants]
    for name, several in sets.items():
        if several:
            listed = ", ".join(f'{{"{text}", emulated::of_arguments(&{text}::{text})}}' for text in several)
            code.append(f"namespace {name} {{ inline emulated::Kernels kernels() {{ return {{{listed}}}; }} }}\n")
    out.write_text("".join([*code, "#undef __CUDA_ARCH__\n"]))


if __name__ == "__main__":
    main()
