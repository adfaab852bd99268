#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes golden_tokenizers.json anew: small byte-level BPE tokenizers with the patterns of published ones, and the ids that
the tokenizers package (pip install tokenizers) gives texts of many scripts. With --many FILE it writes other texts there."""
import argparse
import json
import pathlib
import random
import unicodedata

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OUT = pathlib.Path(__file__).resolve().parent / "golden_tokenizers.json"
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"
          r"\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
TEKKEN = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|"
          r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|"
          r"\s*[\r\n]+|\s+(?!\S)|\s+")
TEXTS = [
    "", " ", "Hello, world!", "The quick brown fox jumps over the lazy dog.", "I'm sure they'LL say it's YOU'VE don't",
    "3.14159 and 1234567890 and ²³ and Ⅷ", "  two  blanks   three\ttab\n\nlines \r\n end  ", "def f(x):\n    return x**2  # 例\n",
    "人工智能正在改变世界，速度很快。", "Привет, как дела? Γειά σου Κόσμε", "مرحبا بالعالم שלום עולם", "नमस्ते दुनिया สวัสดีชาวโลก",
    "😀😃 👨‍👩‍👧‍👦 🇩🇪 ❤️", "e\u0301 a\u0308 \u1100\u1161 \ufb01 \u212b \u00c5 \ubdf0\u11a7 \u1100\u1161\u11a8", "a\u0085b\u00a0c\u2003d\u3000e\u200bf\ufefff\u180eg",
    "<|begin|>user<|end|>  <tool> x</tool>", "<|be gin|> <|end", "\u017fs 'S 'ſ", "http://example.com/a_b-c?d=e&f=%20", "x" * 300,
    "aaaaaaaaaa" * 20, "\x00\x01\x7f", "´`¨ ~^°", "日本語テキストと한국어 텍스트"]


def random_texts(count, seed):
    """Of letters of every kind, blanks among them."""
    rng = random.Random(seed)
    ranges = [(32, 127), (32, 127), (9, 14), (128, 0x250), (0x300, 0x370), (0x370, 0x600), (0x900, 0xE80), (0x1100, 0x1200),
              (0x2000, 0x2070), (0x2100, 0x2200), (0x3000, 0x3100), (0x4E00, 0x9FFF), (0xAC00, 0xD7A4), (0xFE00, 0xFFF0),
              (0x1F300, 0x1F700), (0x1D400, 0x1D7FF)]
    texts = []
    for _ in range(count):
        text = ""
        for _ in range(rng.randrange(1, 12)):
            low, high = rng.choice(ranges)
            text += "".join(chr(rng.randrange(low, high)) for _ in range(rng.randrange(1, 8)))
            text += rng.choice(["", " ", " ", "\n", "'s"])
        # Tables of two Unicode versions differ in letters that are newer than the older of them.
        texts.append("".join(c for c in text if unicodedata.category(c) not in ("Cn", "Cs", "Co")))
    return texts


def trained(pre_tokenizer, normalizer=None, template=None, ignore_merges=False, compact=False):
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.decoder = decoders.ByteLevel()
    if normalizer:
        tokenizer.normalizer = normalizer
    corpus = [(ROOT / "docs" / "guide" / name).read_text(encoding="utf-8")
              for name in ("measure.md", "measure.zh-CN.md", "results.md", "results.zh-CN.md")]
    trainer = trainers.BpeTrainer(vocab_size=600, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator(corpus, trainer)
    tokenizer.add_special_tokens(["<|begin|>", "<|end|>"])
    tokenizer.add_tokens([AddedToken("<tool>", rstrip=True), AddedToken("</tool>", lstrip=True)])
    if template:
        begin = tokenizer.token_to_id("<|begin|>")
        tokenizer.post_processor = processors.Sequence([
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(single=template, special_tokens=[("<|begin|>", begin)])])
    return tokenizer


def split(*patterns):
    steps = [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns]
    return pre_tokenizers.Sequence(steps + [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def all_tokenizers():
    return {
        "gpt2": trained(pre_tokenizers.ByteLevel(add_prefix_space=False)),
        "gpt2_blank": trained(pre_tokenizers.ByteLevel(add_prefix_space=True)),
        "llama3": trained(split(LLAMA3), template="<|begin|> $A", ignore_merges=True),
        "qwen2": trained(split(QWEN2), normalizer=normalizers.NFC()),
        "tekken": trained(split(TEKKEN), template="<|begin|> $A"),
        "digits": trained(pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True),
                                                   pre_tokenizers.ByteLevel(add_prefix_space=False)])),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--many", help="file of 20,000 other texts and their ids")
    arguments = parser.parse_args()
    texts = random_texts(20000, 2) if arguments.many else TEXTS + random_texts(60, 1)
    golden = {"texts": texts, "tokenizers": {}}
    for name, tokenizer in all_tokenizers().items():
        encoded = [tokenizer.encode(text).ids for text in texts]
        golden["tokenizers"][name] = {
            "json": json.loads(tokenizer.to_str()), "ids": encoded,
            "without_template": [tokenizer.encode(text, add_special_tokens=False).ids for text in texts[:3]],
            "decoded": [tokenizer.decode(ids) for ids in encoded]}
    out = pathlib.Path(arguments.many) if arguments.many else OUT
    out.write_text(json.dumps(golden, ensure_ascii=True, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
