"""Recorded streams of all kinds: read whole, in single bytes, and cut anywhere."""

import asyncio
from pathlib import Path

import pytest

from engine.messages.events import Channel, FinishReason
from tests.net.remote import kinds
from tests.net.remote.asker import end_of, open_asker, reply_to, text_of
from tests.net.remote.stream_server import Heard, Script, StreamServer, chunk, stream_head

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
    async with open_asker() as asker:
        with StreamServer(pages) as server:
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
