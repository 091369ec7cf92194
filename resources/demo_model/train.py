"""Train the demo model on its corpus and write the GGUF file.

    python -m resources.demo_model.train --minutes 40 --work build/demo_model

It needs torch, tokenizers and gguf, which the app does not. The learning rate follows the clock,
so a slower machine takes fewer steps in the same time. The work folder keeps the vocabulary and
a checkpoint; where it has them already, training goes on from there. With --resume it goes on from
a released file instead, as after an addition to the lists.
"""

import argparse
import itertools
import pathlib
import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from tokenizers import Tokenizer
from torch.nn import functional

import resources.demo_model as demo_model
from resources.demo_model import convert, network, vocabulary
from resources.demo_model.make_corpus import Corpus, Message, corpus
from resources.demo_model.network import Shape, Weights

_TOKENS_PER_STEP = 2048
_ROW_LENGTHS = (256, 512, 1024, 2048)
_ROW_CHANCES = (0.55, 0.25, 0.12, 0.08)
_LONG_ROW = 1024
_WARM_UP_STEPS = 30
_SAVE_EVERY_SECONDS = 120.0
_AVERAGED_COUNT = 5
"""How many of the last checkpoints the file is the mean of: it answers better than each of them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to train, how fast to learn, and where checkpoints go."""

    seconds: float
    rate: float
    work: pathlib.Path


def main() -> None:
    """Train for the minutes given and convert."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, default=demo_model.path())
    parser.add_argument("--resume", type=pathlib.Path, help="a released GGUF file to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--threads", type=int, default=2)
    wishes = parser.parse_args()
    wishes.work.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(wishes.threads)
    shape = Shape()
    if wishes.resume is not None:
        _unpack(wishes.resume, wishes.work)
    tokenizer = _vocabulary(wishes.work, shape, wishes.seed)
    weights = _weights(wishes.work, shape, wishes.seed)
    print(f"{network.parameter_count(weights):,} parameters")
    plan = Plan(60 * wishes.minutes, wishes.rate, wishes.work)
    mean = _train(shape, weights, _rows(tokenizer, wishes.seed), plan)
    convert.write_gguf(wishes.out, shape, mean, tokenizer)
    print(f"{wishes.out}: {wishes.out.stat().st_size:,} bytes")


def _unpack(released: pathlib.Path, work: pathlib.Path) -> None:
    """Make a released file the work folder's vocabulary and checkpoint, unless it has its own."""
    if (work / "checkpoint.pt").exists():
        return
    weights, tokenizer = convert.read_gguf(released)
    tokenizer.save(str(work / "vocabulary.json"))
    torch.save(weights, work / "checkpoint.pt")


def _weights(work: pathlib.Path, shape: Shape, seed: int) -> Weights:
    checkpoint = work / "checkpoint.pt"
    if not checkpoint.exists():
        return network.fresh(shape, seed)
    loaded: Weights = torch.load(checkpoint)
    return {name: weight.requires_grad_() for name, weight in loaded.items()}


def _vocabulary(work: pathlib.Path, shape: Shape, seed: int) -> Tokenizer:
    saved = work / "vocabulary.json"
    if saved.exists():
        return vocabulary.load(saved)
    dialogues = itertools.islice(corpus(seed).dialogues(), 20_000)
    texts = (message.text for dialogue in dialogues for message in dialogue)
    tokenizer = vocabulary.train(
        itertools.chain(texts, ["user\n", "assistant\n", "system\n"]), shape.vocabulary
    )
    tokenizer.save(str(saved))
    return tokenizer


def _rows(tokenizer: Tokenizer, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield steps without end: token rows of one length, and the weights of their tokens."""
    source = corpus(seed)
    short = source.dialogues()
    draw = random.Random(seed)
    while True:
        length = draw.choices(_ROW_LENGTHS, _ROW_CHANCES)[0]
        ids, weights = [], []
        for _ in range(_TOKENS_PER_STEP // length):
            row = _row(tokenizer, source, short, length)
            ids.append(row.ids[: length + 1])
            weights.append(row.weights[1 : length + 1])
        yield torch.tensor(ids), torch.tensor(weights)


def _row(
    tokenizer: Tokenizer, source: Corpus, short: Iterator[list[Message]], length: int
) -> vocabulary.Tokens:
    """Return a row filled with several short dialogues, or a long row with one long dialogue."""
    row = vocabulary.Tokens([], [])
    while len(row.ids) <= length:
        dialogue = next(short) if length < _LONG_ROW else source.dialogue(length // 25)
        tokens = vocabulary.encode(tokenizer, dialogue)
        row.ids.extend(tokens.ids)
        row.weights.extend(tokens.weights)
    return row


def _train(
    shape: Shape,
    weights: Weights,
    rows: Iterator[tuple[torch.Tensor, torch.Tensor]],
    plan: Plan,
) -> Weights:
    """Train the weights and return the mean of the last checkpoints, the end being one of them."""
    optimizers = _optimizers(weights)
    start = saved = time.monotonic()
    last: deque[Weights] = deque(maxlen=_AVERAGED_COUNT)
    mean = 0.0
    for step in itertools.count():
        elapsed = time.monotonic() - start
        if elapsed >= plan.seconds:
            break
        rate = plan.rate * min(1.0, (step + 1) / _WARM_UP_STEPS) * (1 - elapsed / plan.seconds)
        loss = _step(shape, weights, optimizers, next(rows), rate)
        mean = loss if step == 0 else 0.98 * mean + 0.02 * loss
        if step % 50 == 0:
            print(f"step {step:5} {elapsed:6.0f} s  loss {mean:.4f}", flush=True)
        if time.monotonic() - saved > _SAVE_EVERY_SECONDS:
            last.append(_saved(weights, plan.work))
            saved = time.monotonic()
    last.append(_saved(weights, plan.work))
    print(f"{step} steps, {step * _TOKENS_PER_STEP:,} tokens, loss {mean:.4f}")
    return {name: torch.stack([each[name] for each in last]).mean(0) for name in weights}


def _saved(weights: Weights, work: pathlib.Path) -> Weights:
    """Write a checkpoint and return a copy of it."""
    torch.save(weights, work / "checkpoint.pt")
    return {name: weight.detach().clone() for name, weight in weights.items()}


def _optimizers(weights: Weights) -> list[torch.optim.Optimizer]:
    """Return Muon for the matrices of the blocks, AdamW for the rest."""
    matrices = [weight for name, weight in weights.items() if weight.ndim == 2 and "blk" in name]
    others = [weight for name, weight in weights.items() if weight.ndim == 1 or "blk" not in name]
    return [
        torch.optim.Muon(matrices, weight_decay=0.1, adjust_lr_fn="match_rms_adamw"),
        torch.optim.AdamW(others, betas=(0.9, 0.95), weight_decay=0.0),
    ]


def _step(
    shape: Shape,
    weights: Weights,
    optimizers: list[torch.optim.Optimizer],
    rows: tuple[torch.Tensor, torch.Tensor],
    rate: float,
) -> float:
    """Learn from one step's rows; return the mean loss of the tokens of answers and questions."""
    ids, importance = rows
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = network.logits(shape, weights, ids[:, :-1])
    losses = functional.cross_entropy(
        scores.float().flatten(0, 1), ids[:, 1:].flatten(), reduction="none"
    )
    loss = (losses * importance.flatten()).sum() / importance.sum()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        optimizer.zero_grad()
    return float(loss.item())


if __name__ == "__main__":
    main()
