# SPDX-License-Identifier: MIT
"""GPT-2 in stages under torch.distributed.pipelining's schedule ZB-V: the peer of `train --schedule zb-v` in train_peers.py."""


def block(width, heads):
    from torch import nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attention, self.projection = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            query, key, value = (part.unflatten(-1, (heads, -1)).transpose(1, 2)
                                 for part in self.attention(self.norm_1(x)).chunk(3, -1))
            mixed = nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
            x = x + self.projection(mixed.transpose(1, 2).flatten(2))
            return x + self.down(nn.functional.gelu(self.up(self.norm_2(x)), approximate="tanh"))

    return Block()


def stage_module(config, number, stages):
    """Blocks of one stage of so many; the first begins with the embedding, the last ends with norm and output."""
    import torch
    from torch import nn

    width, layers = config["n_embd"], config["n_layer"]

    class Stage(nn.Module):
        def __init__(self):
            super().__init__()
            first, last = layers * number // stages, layers * (number + 1) // stages
            self.blocks = nn.ModuleList(block(width, config["n_head"]) for _ in range(first, last))
            self.tokens = nn.Embedding(config["vocab_size"], width) if number == 0 else None
            self.places = nn.Embedding(config["n_positions"], width) if number == 0 else None
            self.norm = nn.LayerNorm(width) if number == stages - 1 else None
            self.output = nn.Linear(width, config["vocab_size"], bias=False) if number == stages - 1 else None

        def forward(self, x):
            if self.tokens is not None:
                x = self.tokens(x) + self.places(torch.arange(x.shape[1], device=x.device))
            for one in self.blocks:
                x = one(x)
            return x if self.output is None else self.output(self.norm(x))

    return Stage()


def make(peer, device, loss_function):
    """(Modules of this rank, schedule): each rank has two stages, which lie as a V."""
    import torch
    import torch._functorch.config
    from torch.distributed.pipelining import PipelineStage
    from torch.distributed.pipelining.schedules import ScheduleZBVZeroBubble

    torch._functorch.config.donated_buffer = False  # the loss is compiled, and its backward pass is split in two
    rank, stages = torch.distributed.get_rank(), 2 * peer["ranks"]
    numbers = [rank, stages - 1 - rank]
    where = torch.device(device, rank) if device == "cuda" else torch.device(device)
    with where:
        modules = [stage_module(peer["config"], number, stages) for number in numbers]
    if device == "cuda":
        modules = [module.bfloat16() for module in modules]
    parts = [PipelineStage(module, number, stages, where) for module, number in zip(modules, numbers)]
    return torch.nn.ModuleList(modules), ScheduleZBVZeroBubble(parts, peer["micro_batches"], loss_fn=loss_function)


def pass_all(schedule, rank, ids, targets):
    """Forward and backward of a batch: the first rank has the first stage and the last."""
    if rank == 0:
        schedule.step(ids, target=targets, losses=[])
    else:
        schedule.step()
