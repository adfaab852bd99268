# SPDX-License-Identifier: MIT
"""The transformers: BERT, DistilBERT and GPT-2 from transformers, vision transformers from
torchvision. Configurations are written out here: nothing is downloaded."""
from import_torchvision import torchvision
import torch
import transformers
from torch.nn.functional import cross_entropy

from reference import Reference

BERT_SIZES = {"bert-tiny": (2, 128), "bert-mini": (4, 256), "bert-small": (4, 512),
              "bert-base": (12, 768), "bert-large": (24, 1024)}
GPT2_SIZES = {"gpt2": (12, 768), "gpt2-medium": (24, 1024), "gpt2-large": (36, 1280),
              "gpt2-xl": (48, 1600)}
WITH_NUMBERS = ("bert-base", "bert-tiny", "gpt2", "distilbert", "vit-base-16")
TOKENS = [2, 24]  # batch, length


def _numbers(name, inputs, target, **more):
    return dict(inputs=[inputs], target=target, **more) if name in WITH_NUMBERS else more


def _on(device, make):
    """Networks of which only shapes are recorded are built without memory."""
    with torch.device(device):
        return make()


def _device(name):
    return "cpu" if name in WITH_NUMBERS else "meta"


def _bert(name, layers, width):
    config = transformers.BertConfig(
        num_hidden_layers=layers, hidden_size=width, num_attention_heads=width // 64,
        intermediate_size=4 * width)
    return Reference(
        name=name, make=lambda: _on(_device(name), lambda: transformers.BertModel(config)),
        **_numbers(name, {"shape": TOKENS, "integers_below": config.vocab_size},
                   {"shape": TOKENS[:1], "integers_below": width},
                   forward=lambda model, inputs: model(inputs[0]).pooler_output))


def _distilbert(name):
    config = transformers.DistilBertConfig()
    return Reference(
        name=name, make=lambda: _on(_device(name), lambda: transformers.DistilBertModel(config)),
        **_numbers(name, {"shape": TOKENS, "integers_below": config.vocab_size},
                   {"shape": TOKENS[:1], "integers_below": config.dim},
                   forward=lambda model, inputs: model(inputs[0]).last_hidden_state,
                   loss=lambda output, target: cross_entropy(output[:, 0], target)))


def _gpt2(name, layers, width):
    config = transformers.GPT2Config(n_layer=layers, n_embd=width, n_head=width // 64)
    tokens = {"shape": TOKENS, "integers_below": config.vocab_size}
    return Reference(
        name=name, make=lambda: _on(_device(name), lambda: transformers.GPT2LMHeadModel(config)),
        rename=lambda key: None if key == "lm_head.weight" else key,  # tied to the embedding
        **_numbers(name, tokens, tokens,
                   forward=lambda model, inputs: model(inputs[0], use_cache=False).logits,
                   loss=lambda output, target: cross_entropy(output.flatten(0, 1),
                                                             target.flatten())))


def _vit(name, torchvision_name):
    return Reference(
        name=name,
        make=lambda: _on(_device(name),
                         lambda: getattr(torchvision.models, torchvision_name)(weights=None)),
        **_numbers(name, {"shape": [2, 3, 224, 224]}, {"shape": [2], "integers_below": 1000}))


REFERENCES = [_bert(name, *size) for name, size in BERT_SIZES.items()]
REFERENCES += [_gpt2(name, *size) for name, size in GPT2_SIZES.items()]
REFERENCES += [_distilbert("distilbert"), _vit("vit-base-16", "vit_b_16"),
               _vit("vit-large-16", "vit_l_16")]
VERSION = f"transformers {transformers.__version__}, torchvision {torchvision.__version__}"
