"""Manners of asking: with pinned turns, in the background, and going on with a reply."""

import math

import msgspec
import pytest

from engine.backend import Capabilities
from engine.core.input_processor import InputProcessor
from engine.core.scheduler import Scheduler
from engine.ipc.frames import BrokenFrame
from engine.messages.commands import ChatMessage, CountTokens, Prewarm, Role, Submit
from engine.messages.errors import InvalidSampling
from engine.messages.events import FinishReason, Slid
from engine.messages.framing import COMMANDS
from engine.messages.metrics import ReuseOrigin
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import Dry, Mirostat, SamplingParams
from engine.scheduling.sliding import choose_discards
from engine.text.prompt import TokenizedPrompt
from tests.fakes.backend import PLAIN, RECURRENT, YARN, FakeBackend
from tests.fakes.conversations import messages_of, rendered, solo_reply, strict, submit

PINNED = "the password is swordfish"
RICH = SamplingParams(
    temperature=0.0,
    typical_p=0.9,
    xtc_probability=0.5,
    repeat_penalty=0.5,
    dry=Dry(window=0, breakers=("\n",)),
    mirostat=Mirostat(tau=3.0),
    logit_bias=((5, -math.inf), (6, 2.0), (" cat", -1.0)),
    json_schema='{"type": "string"}',
    seed=-(1 << 63),
    max_tokens=1,
    stop_strings=("end",),
)


def _ask(
    scheduler: Scheduler, request_id: int, *texts: str, pinned: tuple[int, ...], limit: int
) -> None:
    options, sampling = RequestOptions(pinned=pinned), SamplingParams(max_tokens=limit)
    submit(scheduler, request_id, *texts, conversation="a", sampling=sampling, options=options)


def _held(backend: FakeBackend, slot: int = 0) -> str:
    return bytes(token for token in backend.cells[slot] if token < 256).decode()


@pytest.mark.parametrize("kind", [PLAIN, YARN, RECURRENT], ids=["plain", "yarn", "mamba"])
@pytest.mark.parametrize("index", [0, 2], ids=["first", "second"])
def test_a_pinned_turn_stays_when_the_others_slide_out(kind: Capabilities, index: int) -> None:
    backend = FakeBackend(context_window=512, capabilities=kind, reply_share=0)
    scheduler, listener = strict(backend)
    texts = ["one " * 12, "fine", "two " * 12, "good", "three " * 6, "yes", "go"]
    texts[index] = PINNED
    _ask(scheduler, 1, *texts, pinned=(index,), limit=420)
    listener.run()
    slid = [event for event in listener.events if isinstance(event, Slid)]
    assert slid, "the window was met"
    assert all(event.is_read_again is not kind.can_slide for event in slid)
    held = _held(backend)
    assert PINNED in held
    assert "three" not in held
    assert len(listener.text(1)) == 420, "it went on to its limit"


def test_a_pinned_reply_keeps_its_question() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    texts = ["what is it?", PINNED, "two " * 12, "good", "three " * 6, "yes", "go"]
    _ask(scheduler, 1, *texts, pinned=(1,), limit=440)
    listener.run()
    assert f"what is it?\nassistant\n{PINNED}" in _held(backend)


@pytest.mark.parametrize("index", [0, 2], ids=["first", "second"])
def test_the_next_prompt_finds_pinned_turns_and_what_was_kept(index: int) -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    texts = ["one " * 12, "I see", "two " * 12, "good", "three " * 6, "yes", "go"]
    texts[index] = PINNED
    _ask(scheduler, 1, *texts, pinned=(index,), limit=400)
    listener.run()
    texts += [listener.text(1), "and now?"]
    _ask(scheduler, 2, *texts, pinned=(index,), limit=5)
    listener.run()
    started = listener.started(2)
    assert started.usage.prompt_tokens - started.usage.reused_tokens < 60
    assert started.usage.dropped_messages == 6
    assert PINNED in _held(backend)


def test_a_prompt_that_outgrew_its_window_moves_what_is_behind_a_pinned_turn() -> None:
    backend = FakeBackend(context_window=2048, reply_share=0)
    scheduler, listener = strict(backend)
    texts = [PINNED, "I see"]
    for number in range(8):
        texts += [f"{number} question " * 10, f"{number} answer " * 10]
    _ask(scheduler, 1, *texts, "go on", pinned=(0,), limit=5)
    listener.run()
    texts += ["go on", listener.text(1), "long " * 40]
    _ask(scheduler, 2, *texts, pinned=(0,), limit=5)
    listener.run()
    started = listener.started(2)
    assert started.usage.dropped_messages > 2
    unread = started.usage.prompt_tokens - started.usage.reused_tokens
    assert unread < len("long " * 40) + 60, "only what is new is read"
    assert PINNED in _held(backend)


def test_reading_ahead_finds_what_the_prompt_will_hold() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    texts = [PINNED, "I see", "two " * 12, "good", "three " * 6, "yes", "go"]
    _ask(scheduler, 1, *texts, pinned=(0,), limit=400)
    listener.run()
    texts.append(listener.text(1))
    scheduler.prewarm(Prewarm("a", messages_of(texts), RequestOptions(pinned=(0,))))
    listener.run()
    _ask(scheduler, 2, *texts, "and now?", pinned=(0,), limit=5)
    listener.run()
    header = len("user\nand now?\nassistant\n") + 8
    assert (
        listener.started(2).usage.prompt_tokens - listener.started(2).usage.reused_tokens < header
    )


def test_turns_between_pinned_ones_go_from_the_last_to_the_first() -> None:
    starts = [(10, 0), (20, 2), (40, 4), (70, 6), (100, 8)]
    discards = choose_discards(starts, cap=120, wanted=45, pinned=frozenset({2}))
    assert [(each.keep_count, each.discard_count) for each in discards] == [(40, 60), (10, 10)]
    assert {each.first_message for each in discards} == {8}


def test_where_all_is_pinned_nothing_goes() -> None:
    starts = [(10, 0), (20, 2), (40, 4)]
    assert choose_discards(starts, cap=60, wanted=None, pinned=frozenset({0, 2})) == ()
    assert choose_discards([], cap=60, wanted=None) == ()


def test_a_reply_that_was_cut_is_gone_on_with_where_it_stopped() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "tell me", conversation="a", sampling=SamplingParams(max_tokens=20))
    listener.run()
    submit(
        scheduler,
        2,
        "tell me",
        listener.text(1),
        conversation="a",
        sampling=SamplingParams(max_tokens=15),
    )
    listener.run()
    started = listener.started(2)
    assert started.usage.prompt_tokens - started.usage.reused_tokens == 1, (
        "only its last token is read again"
    )
    whole = solo_reply(rendered(backend, "tell me"), backend, 35)
    assert listener.text(1) + listener.text(2) == whole
    submit(scheduler, 3, "tell me", whole, "and?", conversation="a")
    scheduler.cancel(3)
    submit(
        scheduler, 4, "tell me", whole, "x", conversation="a", sampling=SamplingParams(max_tokens=1)
    )
    listener.run()
    warm = len(rendered(backend, "tell me")) + 35
    assert listener.started(4).usage.reused_tokens >= warm - 1, (
        "both parts are remembered as one reply"
    )


def test_a_reply_goes_on_behind_what_was_thought() -> None:
    template = (
        "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
        "{% if add_generation_prompt %}<assistant><think>\n{% endif %}"
    )
    processor = InputProcessor(FakeBackend(context_window=4096, template=template))
    talk = (ChatMessage(Role.USER, "hi"), ChatMessage(Role.ASSISTANT, "well, I"))
    sequence = processor.process(Submit(1, "a", talk, SamplingParams()), TokenizedPrompt())
    assert bytes(sequence.tokens).decode() == ("<user>hi<assistant><think>\n\n</think>\n\nwell, I")


def _in_background(scheduler: Scheduler, request_id: int) -> None:
    talk = (ChatMessage(Role.USER, "a title, please"),)
    options = RequestOptions(rank=Rank.BACKGROUND)
    scheduler.submit(Submit(request_id, "t", talk, SamplingParams(max_tokens=5), options))


def test_what_is_asked_in_the_background_takes_the_slot_of_a_chat_that_rests_and_is_kept() -> None:
    backend = FakeBackend(slot_count=2, context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    for request in (1, 2):
        submit(scheduler, request, "hello " * 20, sampling=SamplingParams(max_tokens=5))
    listener.run()
    _in_background(scheduler, 3)
    listener.run()
    assert listener.started(3).slot == 0, "that of the chat used longest ago"
    scheduler.discard("t")
    texts = ("hello " * 20, listener.text(1), "and?")
    submit(scheduler, 4, *texts, conversation="c1", sampling=SamplingParams(max_tokens=5))
    listener.run()
    usage = listener.finished(4).usage
    assert (usage.reused_from, usage.reused_tokens > 100) == (ReuseOrigin.MEMORY, True)


def test_what_is_asked_in_the_background_comes_last() -> None:
    backend = FakeBackend(slot_count=1, context_window=256, reply_share=0)
    scheduler, listener = strict(backend)
    _in_background(scheduler, 1)
    for request in range(2, 9):
        submit(scheduler, request, "hello", sampling=SamplingParams(max_tokens=3))
    while len(listener.start_order()) < 7:
        listener.step()
    assert listener.start_order() == list(range(2, 9)), "it was overtaken by all, and never first"
    scheduler.cancel_all()
    listener.run()
    assert listener.reason(1) is FinishReason.CANCELLED


def test_a_text_is_counted_beside_what_its_conversation_holds() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "hello", conversation="a", sampling=SamplingParams(max_tokens=5))
    listener.run()
    counted = scheduler.reports.token_count(CountTokens(7, "a", "twelve bytes"))
    assert (counted.request_id, counted.token_count, counted.is_known) == (7, 12, True)
    assert counted.held_tokens == len(backend.cells[0]) > 0
    long = scheduler.reports.token_count(CountTokens(8, "b", "x" * 100_000))
    assert (long.token_count, long.held_tokens) == (100_000, 0)


def body_of(sampling: SamplingParams) -> bytes:
    command = Submit(1, "a", (ChatMessage(Role.USER, "hi"),), sampling)
    return COMMANDS.encode_body(command)


def test_a_rich_wish_arrives_as_it_was_sent() -> None:
    command = COMMANDS.decode(body_of(RICH))
    assert isinstance(command, Submit)
    assert command.sampling == RICH


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"temperature": -0.1}, "temperature must be at least 0 and at most 100, not -0.1"),
        ({"temperature": math.nan}, "temperature"),
        ({"temperature": math.inf}, "temperature"),
        ({"top_k": 0}, "top-k must be at least 1 and"),
        ({"top_p": 0.0}, "top-p must be above 0 and at most 1"),
        ({"min_p": 1.0}, "min-p must be at least 0 and below 1"),
        ({"typical_p": 1.1}, "typical p"),
        ({"dynatemp_range": -1.0}, "dynamic temperature range"),
        ({"dynatemp_exponent": 0.0}, "dynamic temperature exponent"),
        ({"top_n_sigma": -1.0}, "top-n-sigma"),
        ({"adaptive_target": 1.5}, "adaptive-p target"),
        ({"adaptive_decay": 1.0}, "adaptive-p decay"),
        ({"xtc_probability": 1.1}, "XTC probability"),
        ({"xtc_threshold": -0.1}, "XTC threshold"),
        ({"repeat_penalty": 0.0}, "repetition penalty"),
        ({"frequency_penalty": 101}, "frequency penalty"),
        ({"presence_penalty": -math.inf}, "presence penalty"),
        ({"penalty_window": -1}, "penalty window"),
        ({"seed": 1 << 63}, "seed"),
        ({"max_tokens": 0}, "reply tokens"),
        ({"logit_bias": ((-1, 0.0),)}, "bias"),
        ({"logit_bias": ((1, math.nan),)}, "bias"),
        ({"logit_bias": ((1, math.inf),)}, "bias"),
        ({"logit_bias": ((1, 0.0),) * 1025}, "bias"),
        ({"logit_bias": (("", 0.0),)}, "its text"),
        ({"logit_bias": (("x" * 201, 0.0),)}, "its text"),
        ({"logit_bias": (("a\0", 0.0),)}, "its text"),
        ({"stop_strings": ("x",) * 65}, "stop strings"),
        ({"stop_strings": ("x" * 1001,)}, "stop strings"),
        ({"grammar": 'root ::= "a"', "json_schema": "{}"}, "be combined"),
    ],
)
def test_impossible_wishes_are_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidSampling, match=reason):
        msgspec.structs.replace(SamplingParams(), **values)


@pytest.mark.parametrize(
    "values",
    [
        {"multiplier": -1.0},
        {"base": 0.5},
        {"allowed_length": 0},
        {"window": -1},
        {"breakers": ("",)},
        {"breakers": ("x" * 11,)},
        {"breakers": ("\0",)},
    ],
)
def test_an_impossible_dry_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(InvalidSampling):
        msgspec.structs.replace(Dry(), **values)


@pytest.mark.parametrize("values", [{"tau": 0.0}, {"eta": 0.0}, {"tau": math.nan}])
def test_an_impossible_mirostat_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(InvalidSampling):
        msgspec.structs.replace(Mirostat(), **values)


def test_a_frame_with_an_impossible_wish_is_refused() -> None:
    body = body_of(SamplingParams(top_k=77)).replace(b"top_k\x4d", b"top_k\x00")
    with pytest.raises(BrokenFrame, match="top-k"):
        COMMANDS.decode(body)
