"""Invariants 39 to 42: bytes become text once, and prompts are what they would be cold."""

import random
from pathlib import Path

import pytest

from engine.core.input_processor import InputProcessor
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.events import FinishReason, TextDelta
from engine.messages.sampling_params import SamplingParams
from engine.text.prompt import TokenizedPrompt
from tests.engine.invariants.recorder import Recorder
from tests.engine.invariants.single_sequence import answer_cold
from tests.engine.llama.conftest import Loader, Writer
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, strict, submit
from tests.fakes.vocabulary import BOS
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]


def test_invariant_39_stream_is_text_in_the_library(load_tiny: Loader) -> None:
    """What was shown of random replies is what all of their bytes say at once."""
    recorder = Recorder(load_tiny(write_plain))
    scheduler, listener = strict(recorder)
    for number in range(8):
        wish = SamplingParams(temperature=1.5, seed=number, max_tokens=60)
        submit(scheduler, number, f"question {number}", sampling=wish)
    listener.run()
    vocabulary = recorder.vocabulary
    for number, reply in enumerate(recorder.replies):
        whole = b"".join(vocabulary.piece(token) for token in reply.tokens)
        assert listener.text(number) == whole.decode("utf-8", "replace")
    for event in listener.events:
        if isinstance(event, TextDelta):
            assert event.text.encode().decode() == event.text


@pytest.mark.parametrize("length", [1, 2, 5, 9])
def test_invariant_40_stop_strings_in_the_library(load_tiny: Loader, length: int) -> None:
    """The same behind real tokens, of which a stop string may begin and end in the middle."""
    scheduler, listener = strict(load_tiny(write_plain))
    submit(scheduler, 1, "the fox", conversation="a", sampling=limit(40))
    listener.run()
    whole = listener.text(1)
    for request, start in enumerate(range(3, 30, 4), start=2):
        stop = whole[start : start + length]
        wish = SamplingParams(temperature=0.0, max_tokens=40, stop_strings=(stop,))
        submit(scheduler, request, "the fox", conversation="a", sampling=wish)
        listener.run()
        assert listener.text(request) == whole[: whole.index(stop)]
        assert listener.reason(request) is FinishReason.STOP


TEMPLATES = {
    "writes it": "{{ bos_token }}{% for m in messages %}[{{ m.content }}]{% endfor %}",
    "writes it twice": "{{ bos_token }}{{ bos_token }}{{ messages[0].content }}",
    "does not": "{% for m in messages %}[{{ m.content }}]{% endfor %}",
    "ChatML": None,
}


@pytest.mark.parametrize("source", TEMPLATES.values(), ids=TEMPLATES.keys())
@pytest.mark.parametrize("adds_bos", [False, True])
def test_invariant_41_bos_once(source: str | None, adds_bos: bool) -> None:
    """A model that wants BOS gets it once, at the beginning, whatever its template writes."""
    backend = FakeBackend(
        context_window=4096,
        template=source,
        bos_token=BOS if adds_bos else None,
        special_texts={"bos_token": "<s>" if adds_bos else "", "eos_token": ""},
    )
    processor, remembered = InputProcessor(backend), TokenizedPrompt()
    talk = [ChatMessage(Role.USER, "hi <s> there")]
    for _ in range(3):
        prompt = processor.process(Submit(1, "a", tuple(talk), limit(16)), remembered).prompt
        assert prompt.tokens.count(BOS) == adds_bos
        assert (prompt.tokens[0] == BOS) is adds_bos
        remembered = prompt.tokenized.with_reply("well", (119, 101))
        talk += [ChatMessage(Role.ASSISTANT, "well"), ChatMessage(Role.USER, "and?")]


def _write_with_bos(path: Path) -> None:
    """Write the plain model again, whose tokenizer now says that it wants BOS."""
    content = bytearray(cached_model(write_plain).read_bytes())
    key = b"tokenizer.ggml.add_bos_token"
    flag = content.index(key) + len(key) + 4  # behind the key comes its type
    assert content[flag] == 0
    content[flag] = 1
    path.write_bytes(content)


@pytest.mark.parametrize(("write", "count"), [(write_plain, 0), (_write_with_bos, 1)])
def test_invariant_41_bos_once_in_the_library(load_tiny: Loader, write: Writer, count: int) -> None:
    """As the file says: none, or one in every turn of a conversation."""
    recorder = Recorder(load_tiny(write))
    scheduler, listener = strict(recorder)
    bos = recorder.vocabulary.tokenize("<|endoftext|>", parse_special=True)
    texts = ["hello"]
    for request in range(1, 4):
        submit(scheduler, request, *texts, conversation="a", sampling=limit(4))
        listener.run()
        prompt = recorder.replies[-1].prompt
        assert prompt.count(bos[0]) == count
        assert list(prompt[:count]) == bos[:count]
        texts += [listener.text(request), "and <|endoftext|>?"]
    assert listener.finished(3).usage.reused_tokens > 10


def _edited(history: list[str], chance: random.Random) -> list[str]:
    """Return a chat that was changed somewhere: cut, rewritten, or taken a turn further."""
    keep = chance.randrange(0, len(history) // 2 + 1) * 2
    words = chance.choices(["fox", "dog", "the quick", "weather", "tab"], k=chance.randrange(1, 20))
    return [*history[:keep], " ".join(words)]


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_42_prefix_reuse_is_sound(load_tiny: Loader, write: Writer) -> None:
    """After any edit what is kept is common with what was there, and the answer is the cold one."""
    recorder = Recorder(load_tiny(write, context_window=1024, slot_count=1))
    scheduler, listener = strict(recorder)
    chance, history = random.Random(5), ["the fox"]
    for request in range(1, 25):
        before = list(recorder.cells[0])
        submit(scheduler, request, *history, conversation="a", sampling=limit(12))
        listener.run()
        prompt = recorder.replies[-1].prompt
        common = next(
            (i for i, (old, new) in enumerate(zip(before, prompt, strict=False)) if old != new),
            min(len(before), len(prompt)),
        )
        reused = listener.started(request).usage.reused_tokens
        assert reused <= common
        if write is write_plain:
            assert reused == min(common, len(prompt) - 1)
        shown = b"".join(recorder.vocabulary.piece(token) for token in prompt)
        assert all(text.encode() in shown for text in history[::2])
        history = _edited([*history, listener.text(request)], chance)
    alone = load_tiny(write, context_window=1024, slot_count=1)
    tally = answer_cold(recorder.replies, alone)
    assert tally.compared == 24 * 12
    assert tally.is_convincing
