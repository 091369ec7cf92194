"""How long it takes to find the models of this computer: 10,000 files, 300 of them models.

Their headers have 150,000 tokens each; twenty of them are one family, with one vocabulary. Each
figure is taken from the window's side: ``listed_seconds`` until all names are known,
``read_seconds`` until all headers are, ``again_seconds`` until both are when nothing has changed,
while the page is open: a process waits for the look. ``alone_seconds`` is the same with the start
of that process in it, and ``alone_processor_seconds`` what it takes of a processor in all, which a
busy machine changes less. ``window_gap_ms`` is the longest time for which the asking side's loop
stood still.
"""

import asyncio
import contextlib
import os
import struct
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.domain import ModelFileState, ModelFolder, ModelFolderKind
from app.library.model_library import ModelLibrary
from tests.benchmarks.report import print_table, read_options, write_json

FILE_COUNT, MODEL_COUNT, TOKEN_COUNT = 10_000, 300, 150_000
FAMILY_SIZE = 20
AGAIN_COUNT = 5
_REST_SECONDS = 1.0  # between two looks of somebody who is quick
_Look = tuple[float, float, float]  # seconds until all are listed, until all are read, the gap
LIMITS = {"listed_seconds": 2.0, "again_seconds": 0.2}
_TEMPLATE = (
    "{%- for message in messages %}{{ message.role }}: {{ message.content }}\n{%- endfor %}"
    "{%- if enable_thinking %}<think>\n{%- endif %}{%- if tools %}{{ tools | tojson }}{%- endif %}"
)


def write_models(folder: Path, *, file_count: int, model_count: int, token_count: int) -> None:
    """Fill a folder as a store of models is filled: some of each family in a folder of its own."""
    for number in range(file_count - model_count):
        owner = folder / f"owner-{number % 97}" / f"model-{number % 10}"
        owner.mkdir(parents=True, exist_ok=True)
        (owner / f"note-{number}.json").write_bytes(b"{}")
    header = b""
    for number in range(model_count):
        if number % FAMILY_SIZE == 0:
            header = model_header(number // FAMILY_SIZE, token_count)
        owner = folder / f"owner-{number % 97}" / f"Family-{number // FAMILY_SIZE}-GGUF"
        owner.mkdir(parents=True, exist_ok=True)
        with (owner / f"Family-{number}-7B-Q4_K_M.gguf").open("wb") as file:
            file.write(header)
            file.truncate(len(header) + 4096 + number)


def model_header(family: int, token_count: int) -> bytes:
    """Return the header of a model with a vocabulary and as many merges."""
    tokens = b"".join(_text(f"t{family}-{number:x}") for number in range(token_count))
    merges = b"".join(_text(f"a{number:x} b{family}") for number in range(token_count))
    values = [
        _pair("general.architecture", 8, _text("llama")),
        _pair("general.name", 8, _text(f"Family {family}")),
        _pair("general.license", 8, _text("apache-2.0")),
        _pair("llama.context_length", 4, struct.pack("<I", 32_768)),
        _pair("llama.block_count", 4, struct.pack("<I", 2)),
        _pair("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, token_count) + tokens),
        _pair("tokenizer.ggml.merges", 9, struct.pack("<IQ", 8, token_count) + merges),
        _pair(
            "tokenizer.ggml.token_type",
            9,
            struct.pack("<IQ", 5, token_count) + bytes(4 * token_count),
        ),
        _pair("tokenizer.chat_template", 8, _text(_TEMPLATE)),
    ]
    tensor = _text("token_embd.weight") + struct.pack("<IQQIQ", 2, 16, 16, 0, 0)
    return b"GGUF" + struct.pack("<IQQ", 3, 1, len(values)) + b"".join(values) + tensor


def _text(text: str) -> bytes:
    content = text.encode()
    return struct.pack("<Q", len(content)) + content


def _pair(key: str, kind: int, value: bytes) -> bytes:
    return _text(key) + struct.pack("<I", kind) + value


async def measure(folder: Path, index: Path, model_count: int) -> dict[str, float]:
    """Look once without an index, then again and again with it."""
    listed, read, gap = await _look(ModelLibrary(index), folder, model_count)
    before = _processor_seconds()
    alone = [await _look(ModelLibrary(index), folder, model_count) for _ in range(AGAIN_COUNT)]
    spent = _processor_seconds() - before
    again = await _looks_of_open_page(index, folder, model_count)
    return {
        "listed_seconds": listed,
        "read_seconds": read,
        "again_seconds": _median(again),
        "alone_seconds": _median(alone),
        "alone_processor_seconds": spent / AGAIN_COUNT,
        "window_gap_ms": 1000 * max(gap, *(each for _, _, each in (*alone, *again))),
    }


async def _looks_of_open_page(index: Path, folder: Path, model_count: int) -> list[_Look]:
    """Look as the page does while it is open: each time a process waits already."""
    library = ModelLibrary(index)
    readiness = asyncio.ensure_future(library.keep_ready())
    looks = []
    for _ in range(AGAIN_COUNT):
        await asyncio.sleep(_REST_SECONDS)
        looks.append(await _look(library, folder, model_count))
    readiness.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await readiness
    return looks


def _median(looks: Sequence[_Look]) -> float:
    return sorted(seconds for _, seconds, _ in looks)[len(looks) // 2]


def _processor_seconds() -> float:
    """Return what all processes that have ended took."""
    times = os.times()
    return times.children_user + times.children_system


async def _look(library: ModelLibrary, folder: Path, model_count: int) -> _Look:
    gaps = asyncio.ensure_future(_longest_gap())
    began = time.perf_counter()
    listed = read = 0.0
    async for state in library.scan((ModelFolder(ModelFolderKind.ADDED, str(folder)),)):
        listed = listed or time.perf_counter() - began
        if all(model.state is ModelFileState.READ for model in state.models):
            read = read or time.perf_counter() - began
    assert len(library.state.models) == model_count
    gaps.cancel()
    (gap,) = await asyncio.gather(gaps)
    return listed, read, gap


async def _longest_gap() -> float:
    longest = 0.0
    try:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - began)
            await asyncio.sleep(0.001)
    except asyncio.CancelledError:
        return longest


def main() -> None:
    """Build, measure, print."""
    options = read_options(str(__doc__))
    share = 10 if options.is_quick else 1
    with tempfile.TemporaryDirectory() as name:
        models = Path(name) / "models"
        write_models(
            models,
            file_count=FILE_COUNT // share,
            model_count=MODEL_COUNT // share,
            token_count=TOKEN_COUNT,
        )
        numbers = asyncio.run(measure(models, Path(name) / "index", MODEL_COUNT // share))
    rows = [
        [name, f"{value:,.3f}", f"{LIMITS[name]:g}" if name in LIMITS else ""]
        for name, value in numbers.items()
    ]
    print_table(["what", "measured", "at most"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
