"""Where the time of a token goes: what a step consists of, and the processor time of each process.

A step is one token of each chat, with the starter model. All figures are in milliseconds.

loop: ``llama_decode`` in a loop with flash attention, as llama-server computes, and with plain
    matrix products, as the engine computes with long contexts; by tokens that each chat holds.
engine: what a step of the engine consists of: calls of the library, sampling, and the rest.
served: a step of ``hubbub serve`` and of llama-server, and the processor time per step of the
    processes. That of an engine includes its compute threads, which spin while they wait.
remote: the processor time per token of each process if four chats of a window are answered by
    ``hubbub serve``; one is visible.
"""

import asyncio
import itertools
import os
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import closing
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # keys are kept in files

import psutil
import qasync
from PySide6.QtWidgets import QApplication

from app.chat.reply_runner import FRAME_SECONDS
from app.domain.reply_text import ReplyText
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme_switch import ThemeSwitch
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.llama.threadpool import thread_limit
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, TextDelta
from engine.messages.remote_messages import Endpoint
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.runner import Options, print_no_peer, run_benchmark
from tests.benchmarks.sides import (
    BareLoop,
    HttpSide,
    Load,
    open_side,
    question,
    speed_of,
)
from tests.benchmarks.window import REPLY_ID, growing, pages, settle
from tests.models.talker import STARTER_ENDS, STARTER_MODEL
from tests.remote.clients import Served, served

COUNTS = (4, 8, 16)
HELD = (100, 500, 900)  # tokens of each chat
TOKENS, QUICK_TOKENS = 200, 64
LOOP_CALLS = 25  # so that the number of tokens held changes little
REMOTE_CHATS = 4
NAMES = {"engine.core.process": "engine", "app.net_process.process": "net"}


def measure(options: Options) -> dict[str, float]:
    """Measure the chosen parts."""
    token_count = QUICK_TOKENS if options.is_quick else TOKENS
    figures: dict[str, float] = {}
    if "loop" in options.parts:
        for count in COUNTS:
            for held in HELD:
                figures |= measure_loop(count, held)
    for count in COUNTS:
        if "engine" in options.parts:
            figures |= measure_engine(count, token_count)
        if "served" in options.parts:
            figures |= measure_served(count, token_count, options)
    if "remote" in options.parts:
        figures |= measure_remote(token_count)
    return figures


def measure_loop(count: int, held: int) -> dict[str, float]:
    """Return the median duration of a call over a row of each chat, by kind of attention."""
    figures: dict[str, float] = {}
    for name, may_fuse in (("flash", True), ("plain", False)):
        loop = BareLoop(
            STARTER_MODEL,
            slot_count=count,
            context_window=2048,
            thread_count=thread_limit(),
            prompt_length=held,
            may_fuse_attention=may_fuse,
        )
        with closing(loop):
            loop.write(count, 3)  # its first call copies the prompt
            times = loop.write(count, LOOP_CALLS)[0].times
        gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
        figures[f"{name}_{count}_{held}_ms"] = 1000 * statistics.median(gaps)
    return figures


def measure_engine(count: int, token_count: int) -> dict[str, float]:
    """Return the means of the parts of a step."""
    config = EngineConfig(slot_count=count)
    with EngineHarness(STARTER_MODEL, config) as harness:
        for limit in (16, token_count):
            harness.clear_steps()
            replies = [
                harness.ask(
                    f"c{index}", [question(index)], max_tokens=limit, banned_tokens=STARTER_ENDS
                )
                for index in range(count)
            ]
            harness.wait(*replies)
    steps = [each for each in harness.steps if len(each.decode_slots) == count]
    steps = [each for each in steps if not each.prefill_tokens]
    of_parts = {
        "decode": [each.decode_seconds for each in steps],
        "sample": [each.sample_seconds for each in steps],
        "rest": [each.seconds - each.decode_seconds - each.sample_seconds for each in steps],
    }
    return {f"engine_{name}_{count}_ms": 1000 * statistics.mean(v) for name, v in of_parts.items()}


def measure_served(count: int, token_count: int, options: Options) -> dict[str, float]:
    """Return a step of both servers, and the processor time of the processes in it."""
    figures: dict[str, float] = {}
    load = Load(STARTER_MODEL, count)
    for name in ("served", "server") if options.peer else ("served",):
        with open_side(name, load, options.peer) as side:
            assert isinstance(side, HttpSide)
            load = Load(STARTER_MODEL, count, context_window=side.context_window)
            side.write(count, 16)
            before = by_process(side.process_id)
            replies = side.write(count, token_count)
            used = spent_since(before, by_process(side.process_id))
        figures[f"{name}_step_{count}_ms"] = 1000 * count / speed_of(replies)
        for process, seconds in used.items():
            figures[f"{name}_{process}_{count}_ms"] = 1000 * seconds / token_count
    if options.peer is None:
        print_no_peer()
    return figures


def by_process(process_id: int) -> dict[str, float]:
    """Return the processor seconds so far of a program and its children, by kind of process."""
    program = psutil.Process(process_id)
    found = {"program": processor_seconds_of(program)}
    for child in program.children(recursive=True):
        name = next((NAMES[each] for each in child.cmdline() if each in NAMES), "other")
        found[name] = found.get(name, 0.0) + processor_seconds_of(child)
    return found


def processor_seconds_of(process: psutil.Process) -> float:
    """Return the processor time of a process without its children."""
    times = process.cpu_times()
    return float(times.user + times.system)


def spent_since(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """Return the differences, without processes that did nothing."""
    spent = {name: seconds - before.get(name, 0.0) for name, seconds in after.items()}
    return {name: seconds for name, seconds in spent.items() if seconds > 0}


def measure_remote(token_count: int) -> dict[str, float]:
    """Return the processor time per token of the window's and the server's processes."""
    application = QApplication.instance() or QApplication([])
    ThemeSwitch(application)  # type: ignore[arg-type]
    stack, shown = pages(REMOTE_CHATS, 20)
    for page in shown:
        page.transcript.append_message(growing())
    settle()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(STARTER_MODEL, slot_count=REMOTE_CHATS) as server,
        asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner,
    ):
        figures = runner.run(_remote(server, folder, shown, token_count))
    stack.close()
    return figures


async def _remote(
    server: Served, folder: str, shown: Sequence[ConversationView], token_count: int
) -> dict[str, float]:
    net, window = NetClient(folder=f"{folder}/models", keys=f"{folder}/keys"), psutil.Process()
    remote, endpoint = RemoteClient(net), Endpoint("e", server.address)
    try:
        await remote.probe(endpoint, server.token)
        await remote.keep_key(endpoint, server.token)
        before: tuple[dict[str, float], dict[str, float]] = ({}, {})
        for limit in (16, token_count):
            before = by_process(window.pid), by_process(server.process_id)
            requests = [
                remote.submit(
                    f"c{number}",
                    [ChatMessage(Role.USER, question(number))],
                    SamplingParams(
                        max_tokens=limit, logit_bias=tuple((each, -100.0) for each in STARTER_ENDS)
                    ),
                    endpoint=endpoint,
                    model="",
                )
                for number in range(REMOTE_CHATS)
            ]
            counts = await asyncio.gather(*map(_show, requests, shown))
        own = spent_since(before[0], by_process(window.pid))
        theirs = spent_since(before[1], by_process(server.process_id))
    finally:
        await net.close()
    total = sum(counts)
    # The window starts the server, so the server's processes are among its children.
    own = {"window": own["program"], "net": own["net"] - theirs["net"]}
    theirs = {f"server_{name}": seconds for name, seconds in theirs.items()}
    return {f"remote_{name}_ms": 1000 * seconds / total for name, seconds in (own | theirs).items()}


async def _show(request: Request, page: ConversationView) -> int:
    """Draw a reply as ``chat/reply_runner.py`` does; return the number of its tokens."""
    text = ReplyText(REPLY_ID)
    page.transcript.follow_reply(text)
    count = 0
    async for event in request.events():
        if isinstance(event, TextDelta):
            text.append(event.text)
            await asyncio.sleep(FRAME_SECONDS)
        elif isinstance(event, Finished):
            assert event.error is None, event.error
            count = event.usage.reply_tokens
    return count


if __name__ == "__main__":
    run_benchmark(__doc__, measure, parts=("loop", "engine", "served", "remote"))
