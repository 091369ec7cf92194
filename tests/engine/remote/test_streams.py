"""Streams of all servers are read alike: each spelling, each omission, each odd end."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from engine.messages.events import (
    Channel,
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    StepEvents,
    TextDelta,
)
from engine.messages.metrics import ReplyUsage
from engine.messages.request_options import RequestOptions
from engine.remote.reply_reader import INTERVAL_SECONDS, MAX_TEXT, StepReporter
from tests.net.remote import kinds
from tests.net.remote.asker import asking, end_of, reply_to, text_of
from tests.net.remote.stream_server import (
    Heard,
    Script,
    answer,
    chunk,
    delta,
    event,
    finish,
    stream_head,
    streamed,
    usage,
)

HELLO = (delta("Hel"), delta("lo"), finish(), usage(20, 2))
FOLDER = Path(kinds.__file__).with_name("streams")
CHAT, OLLAMA_CHAT = "/v1/chat/completions", "/api/chat"
CUT_STEP = 11  # bytes: a shorter stream is cut at every second one in test_faults.py
PAGES = {
    "llama-server.sse": kinds.llama_server(),
    "vllm.sse": kinds.vllm(),
    "sglang.sse": kinds.sglang(),
    "lm-studio.sse": kinds.lm_studio(),
    "openai.sse": kinds.plain(),
    "ollama.ndjson": kinds.ollama(),
}
# What they say, what they thought, tokens of prompt, cached and reply.
TEXTS = {
    "llama-server.sse": ("Press **Ctrl", "", 18, 17, 3),
    "vllm.sse": ("der w __Wri", "", 13, 0, 4),
    "sglang.sse": ("Grüße", "Short.", 21, 16, 4),
    "lm-studio.sse": ("Grüße", "Short.", 21, 0, 4),
    "openai.sse": ("Grüße", "", 21, 16, 4),
    "ollama.ndjson": ("Grüße", "Short.", 21, 0, 4),
}


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "thinking"])
async def test_thinking_has_three_names(name: str) -> None:
    script = (delta(**{name: "Hm. "}), delta(**{name: "So."}), delta("Yes"), finish())
    events = await reply_to({**kinds.plain(), CHAT: lambda _: streamed(*script)})
    assert text_of(events, Channel.REASONING) == "Hm. So."
    assert text_of(events) == "Yes"


async def test_thinking_that_is_left_in_the_answer_is_told_apart() -> None:
    script = (delta("<thi"), delta("nk>Hm."), delta("</think>\n\nYes"), finish())
    events = await reply_to({**kinds.plain(), CHAT: lambda _: streamed(*script)})
    assert (text_of(events, Channel.REASONING), text_of(events)) == ("Hm.", "Yes")


@pytest.mark.parametrize(
    "odd",
    [
        {"prompt_tokens_details": None, "completion_tokens_details": None},
        {"prompt_tokens": "many"},
        {"prompt_tokens": -5},
        {"prompt_tokens": 1e300},
    ],
)
async def test_figures_that_nobody_understands_cost_no_text(odd: dict[str, object]) -> None:
    figures = {"prompt_tokens": 9, "completion_tokens": 1, **odd}
    both = event({"choices": [{"delta": {"content": "a"}, "index": None}], "usage": figures})
    events = await reply_to({**kinds.plain(), CHAT: lambda _: streamed(both, finish())})
    assert (text_of(events), end_of(events).reason) == ("a", FinishReason.STOP)
    assert end_of(events).usage.prompt_tokens >= 1


async def test_a_llama_servers_times_and_progress_are_shown() -> None:
    progress = {"total": 50, "cache": 20, "processed": 20, "time_ms": 10}
    timings = {
        "cache_n": 20,
        "prompt_n": 30,
        "prompt_ms": 500.0,
        "predicted_n": 2,
        "predicted_ms": 40.0,
        "draft_n": 3,
        "draft_n_accepted": 1,
    }
    script = (
        event({"choices": [{"index": 0, "delta": {"content": None}}], "prompt_progress": progress}),
        delta("ab"),
        finish("length", timings=timings),
    )
    events = await reply_to({**kinds.llama_server(), CHAT: lambda _: streamed(*script)})
    shown = [each for each in events if isinstance(each, PrefillProgress)]
    assert [(each.done_tokens, each.prompt_tokens) for each in shown] == [(20, 50)]
    end = end_of(events)
    assert end.reason is FinishReason.LENGTH
    assert (end.usage.prompt_tokens, end.usage.reused_tokens, end.usage.reply_tokens) == (50, 20, 2)
    assert (end.usage.decode_seconds, end.usage.reading_seconds) == (0.04, 0.5)
    assert (end.usage.drafted_tokens, end.usage.accepted_tokens) == (3, 1)


async def test_the_time_to_the_first_token_is_split_as_far_as_it_is_known() -> None:
    metrics = {"time_to_first_token_ms": 900.0, "queue_time_ms": 250.0, "generation_time_ms": 80.0}
    script = streamed(delta("a"), finish(), event({"choices": [], "metrics": metrics}))
    usage = end_of(await reply_to({**kinds.vllm(), CHAT: lambda _: script})).usage
    assert (usage.queue_seconds, usage.decode_seconds) == (0.25, 0.08)
    assert usage.reading_seconds == pytest.approx(0.65)
    assert usage.first_token_seconds is not None
    assert 0 < usage.network_seconds < usage.first_token_seconds
    assert usage.endpoint_name == "rack"


NOISE = chunk(": keep-alive\n\n" * 5000)
UNKNOWN = (event({"type": "ping"}, name="ping"), event("no json", name="tick"))
UNSTREAMED = {"choices": [{"message": {"content": "Hello"}, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    "page",
    [
        [*streamed(*HELLO, is_done=False)],
        [stream_head(), *HELLO, event("[DONE]"), 600.0],  # which is not waited for
        [*streamed(NOISE, delta("Hel"), *UNKNOWN, NOISE, delta("lo"), finish())],
        answer(UNSTREAMED),
    ],
    ids=["no mark at the end", "more after the mark", "comments and other events", "no stream"],
)
async def test_every_form_of_a_whole_answer_is_read(page: Script) -> None:
    events = await reply_to({**kinds.plain(), CHAT: lambda _: page})
    assert (text_of(events), end_of(events).reason) == ("Hello", FinishReason.STOP)


@pytest.mark.parametrize(
    "page",
    [
        [*streamed(delta("Hel"), event("{not json"))],
        [stream_head(), chunk(b"data: "), *[chunk(b"x" * (1 << 20))] * 64],
    ],
    ids=["not JSON", "an endless event"],
)
async def test_what_is_not_understood_ends_it(page: Script) -> None:
    end = end_of(await reply_to({**kinds.plain(), CHAT: lambda _: page}))
    assert end.error is not None
    assert end.error.kind == "EndpointFault"


async def test_an_end_that_may_be_a_broken_connection_is_said() -> None:
    head = b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    script = [head, b'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n']
    events = await reply_to({**kinds.plain(), CHAT: lambda _: script})
    end = end_of(events)
    assert (text_of(events), end.reason) == ("Hel", FinishReason.FAILED)
    assert end.error is not None
    assert end.error.kind == "EndpointUnreachable"


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        ({"error": {"message": "out of memory", "code": 500}}, "EndpointFault"),
        ({"error": "CUDA error"}, "EndpointFault"),
        ({"error": {"message": "slow down", "code": 429}}, "EndpointBusy"),
        ({"object": "error", "message": "gone", "code": 404}, "EndpointFault"),
    ],
)
async def test_an_error_in_mid_answer_is_said_and_keeps_the_text(
    sent: dict[str, object], kind: str
) -> None:
    script = [*streamed(delta("Hel"), event(sent), delta("never"))]
    events = await reply_to({**kinds.plain(), CHAT: lambda _: script})
    error = end_of(events).error
    assert text_of(events) == "Hel"
    assert error is not None
    assert error.kind == kind
    assert "127.0.0.1" in error.text


async def test_half_letters_become_whole_or_a_mark() -> None:
    halves = [
        chunk(b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n'),
        chunk(b'data: {"choices":[{"delta":{"content":"\\ude00b\\udc00"}}]}\n\n'),
    ]
    script = [*streamed(*halves, finish())]
    events = await reply_to({**kinds.plain(), CHAT: lambda _: script})
    assert text_of(events) == "a😀b�"


async def test_an_event_of_ten_megabytes_is_one_piece_of_text() -> None:
    long = "x" * 10_000_000
    pages = {**kinds.plain(), CHAT: [*streamed(delta(long), finish())]}
    async with asking(pages) as (asker, server):
        events = await asker.reply(asker.command(server.url))
    assert text_of(events) == long
    assert end_of(events).reason is FinishReason.STOP
    longest = max(
        sum(len(each.text) for each in step.events if isinstance(each, TextDelta))
        for step in asker.steps
    )
    assert longest <= 3 << 20


async def test_a_reply_that_repeats_itself_is_not_read_further_where_that_is_asked() -> None:
    sentence = "The machine says this again. "
    script = (*(delta(sentence) for _ in range(200)), finish())
    asked = RequestOptions(ends_repetition=True)
    async with asking({**kinds.plain(), CHAT: lambda _: streamed(*script)}) as (asker, server):
        ended = await asker.reply(asker.command(server.url, options=asked))
        whole = await asker.reply(asker.command(server.url))
    assert end_of(ended).reason is FinishReason.REPETITION
    assert 2000 <= len(text_of(ended)) < 2100
    assert end_of(whole).reason is FinishReason.STOP
    assert text_of(whole) == sentence * 200


def pages_of(name: str, script: Script) -> kinds.Pages:
    return {**PAGES[name], CHAT: lambda _: script, OLLAMA_CHAT: lambda _: script}


def recorded(name: str) -> bytes:
    kind = "application/x-ndjson" if name.endswith("ndjson") else "text/event-stream"
    content = (FOLDER / name).read_bytes()
    return stream_head(kind) + chunk(content) + chunk(b"")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("is_single", [False, True], ids=["whole", "bytes"])
async def test_it_is_read(name: str, *, is_single: bool) -> None:
    stream = recorded(name)
    script = [stream[i : i + 1] for i in range(len(stream))] if is_single else [stream]
    events = await reply_to(pages_of(name, script))
    end = end_of(events)
    usage = end.usage
    assert end.reason in (FinishReason.STOP, FinishReason.LENGTH)
    assert TEXTS[name] == (
        text_of(events),
        text_of(events, Channel.REASONING),
        usage.prompt_tokens,
        usage.reused_tokens,
        usage.reply_tokens,
    )


@pytest.mark.parametrize("name", PAGES)
async def test_cut_anywhere_it_ends_once(name: str) -> None:
    stream, (text, thought, *_) = recorded(name), TEXTS[name]

    def cut_off(heard: Heard) -> Script:
        return [stream[: int(heard.headers["x-session-id"])]]

    pages = {**PAGES[name], CHAT: cut_off, OLLAMA_CHAT: cut_off}
    cuts = range(0, len(stream), CUT_STEP)
    async with asking(pages) as (asker, server):
        for batch in (cuts[start : start + 50] for start in cuts[::50]):
            commands = [asker.command(server.url, session=str(cut)) for cut in batch]
            for events in await asyncio.gather(*map(asker.reply, commands)):
                end = end_of(events)
                assert text.startswith(text_of(events))
                assert thought.startswith(text_of(events, Channel.REASONING))
                assert (end.error is None) is (end.reason is not FinishReason.FAILED)


async def test_an_ollama_servers_times_are_in_nanoseconds() -> None:
    usage = end_of(await reply_to(pages_of("ollama.ndjson", [recorded("ollama.ndjson")]))).usage
    assert usage.queue_seconds == pytest.approx(0.25)
    assert usage.reading_seconds == pytest.approx(0.5)
    assert usage.decode_seconds == pytest.approx(0.1)


class Steps:
    """What was reported, and when."""

    def __init__(self) -> None:
        self.steps: list[StepEvents] = []
        self.times: list[float] = []

    def note(self, event: msgspec.Struct) -> None:
        assert isinstance(event, StepEvents)
        self.steps.append(event)
        self.times.append(asyncio.get_running_loop().time())


def text(number: int, letters: str, channel: Channel = Channel.ANSWER) -> TextDelta:
    return TextDelta(number, letters, len(letters), channel)


async def test_the_first_goes_at_once_and_the_rest_together() -> None:
    steps = Steps()
    reporter = StepReporter(steps.note)
    reporter.put(text(1, "a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(steps.steps) == 1
    for letter in "bcd":
        reporter.put(text(1, letter))
        reporter.put(text(2, letter))
    await asyncio.sleep(3 * INTERVAL_SECONDS)
    together = (TextDelta(1, "bcd", 1), TextDelta(2, "bcd", 1))
    assert [each.events for each in steps.steps[1:]] == [together]
    assert steps.times[1] - steps.times[0] >= INTERVAL_SECONDS * 0.99


async def test_what_differs_is_not_merged() -> None:
    steps = Steps()
    reporter = StepReporter(steps.note)
    end = Finished(1, FinishReason.STOP, ReplyUsage())
    events: list[GenerationEvent] = [
        PrefillProgress(1, 5, 9),
        text(1, "a", Channel.REASONING),
        text(1, "b"),
        text(2, "x"),
        end,
    ]
    reporter.put(PrefillProgress(1, 1, 9))
    for each in events:
        reporter.put(each)
    await asyncio.sleep(3 * INTERVAL_SECONDS)
    assert [each for step in steps.steps for each in step.events] == events


async def test_megabytes_go_in_frames_that_fit() -> None:
    steps = Steps()
    reporter = StepReporter(steps.note)
    long = "x" * MAX_TEXT
    for _ in range(7):
        reporter.put(text(1, long))
    await asyncio.sleep(8 * INTERVAL_SECONDS)
    told = [each for step in steps.steps for each in step.events]
    assert sum(len(each.text) for each in told if isinstance(each, TextDelta)) == 7 * len(long)
    assert max(len(step.events) for step in steps.steps) <= 3
