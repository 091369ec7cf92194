"""The container: what is written comes back, and nothing else is ever taken for it."""

import hashlib
import io
import os
import struct

import msgspec
import pytest
from msgspec.structs import replace

from engine.backend import Checkpoint
from engine.kv.cache_keys import shared_key
from engine.kv.container import (
    CHUNK_BYTES,
    FORMAT_VERSION,
    Header,
    Kind,
    Miss,
    ModelIdentity,
    make_header,
    read_container,
    read_header,
    write_container,
)
from engine.kv.slot_copy import SlotCopy
from engine.messages.request_options import Rank
from engine.text.media_spans import MediaSpan
from engine.text.prompt import Prompt, Segment, TokenizedPrompt

IDENTITY = ModelIdentity(weights=b"this model", form="f16 keys")
COPY = SlotCopy(
    key="a",
    tokens=tuple(range(70)),
    checkpoints=(Checkpoint(10, b"ten"), Checkpoint(20, b"")),
    state=b"state" * 20,
    prompt=TokenizedPrompt((Segment("Hällo", (1, 2)), Segment("you", (3,), 0)), 2),
    token_seconds=0.25,
)


_SPAN = {
    "start": 20,
    "rows": 16,
    "positions": 4,
    "is_causal": True,
    "is_mrope": True,
    "media": {"digest": "d", "kind": "image", "width": 16, "height": 16},
}


def _content(copy: SlotCopy = COPY) -> bytes:
    file = io.BytesIO()
    write_container(file, copy, make_header(copy, IDENTITY)[1], lambda: True)
    return file.getvalue()


def _read(content: bytes, identity: ModelIdentity = IDENTITY, key: str = "a") -> SlotCopy | Miss:
    return read_container(io.BytesIO(content), len(content), identity, key)


def _with_fields(**fields: object) -> bytes:
    """Return a file whose header has other or additional fields, and a right checksum."""
    header, start = make_header(COPY, IDENTITY)
    body = msgspec.msgpack.encode(msgspec.to_builtins(header, builtin_types=(bytes,)) | fields)
    prefix = struct.pack("<8sII", start[:8], FORMAT_VERSION, len(body)) + body
    checksum = hashlib.sha256(prefix).digest()[:16]
    return prefix + checksum + _content()[len(start) :]


def test_a_state_of_several_chunks_comes_back() -> None:
    copy = replace(COPY, state=os.urandom(2 * CHUNK_BYTES + 5))
    assert _read(_content(copy)) == replace(copy, load_seconds=0.0)


def test_pictures_come_back_and_an_older_reader_is_warned() -> None:
    span = msgspec.convert(_SPAN, MediaSpan)
    within = msgspec.structs.replace(span, start=0)
    prompt = TokenizedPrompt((Segment("\ufdd3d\ufdd4", tuple(range(-16, 0)), 0, (within,)),))
    copy = replace(COPY, spans=(span,), prompt=prompt)
    assert _read(_content(copy)) == replace(copy, load_seconds=0.0)
    assert make_header(copy, IDENTITY)[0].requires == ("media",)
    assert make_header(COPY, IDENTITY)[0].requires == ()
    assert copy.held_count == 70 - 16 + 4


def test_a_header_carries_the_rank_and_without_one_a_file_is_the_windows() -> None:
    def rank_in(content: bytes) -> int:
        header = read_header(io.BytesIO(content), len(content))
        assert not isinstance(header, Miss)
        return header.rank

    _, start = make_header(COPY, IDENTITY, Rank.PROGRAM)
    content = start + _content()[len(make_header(COPY, IDENTITY)[1]) :]
    assert rank_in(content) == Rank.PROGRAM
    header = msgspec.to_builtins(make_header(COPY, IDENTITY)[0], builtin_types=(bytes,))
    del header["rank"]
    body = msgspec.msgpack.encode(header)
    prefix = struct.pack("<8sII", start[:8], FORMAT_VERSION, len(body)) + body
    payload = _content()[len(make_header(COPY, IDENTITY)[1]) :]
    assert rank_in(prefix + hashlib.sha256(prefix).digest()[:16] + payload) == Rank.TAB


@pytest.mark.parametrize("bit", [0, 7])
def test_a_flipped_bit_anywhere_is_found(bit: int) -> None:
    whole = _content()
    for at in range(len(whole)):
        content = bytearray(whole)
        content[at] ^= 1 << bit
        assert isinstance(_read(bytes(content)), Miss), at


def test_a_file_of_any_other_length_is_not_taken() -> None:
    whole = _content()
    for length in range(len(whole)):
        assert isinstance(_read(whole[:length]), Miss), length
    assert _read(whole + b"\0") is Miss.CUT_SHORT


def test_two_chunks_in_the_wrong_order_are_found() -> None:
    first, second = bytes(CHUNK_BYTES), b"\1" * CHUNK_BYTES
    content = _content(replace(COPY, state=first + second, checkpoints=()))
    start = content[: -2 * CHUNK_BYTES]
    assert isinstance(_read(start + first + second), SlotCopy)
    assert _read(start + second + first) is Miss.DAMAGED


@pytest.mark.parametrize("version", [0, 1, FORMAT_VERSION + 1])
def test_another_version_is_a_miss(version: int) -> None:
    content = bytearray(_content())
    struct.pack_into("<I", content, 8, version)
    assert _read(bytes(content)) is Miss.OTHER_FORMAT


def test_another_model_or_another_form_of_it_is_a_miss() -> None:
    other_form = ModelIdentity(weights=IDENTITY.weights, form="q8_0 keys")
    other_model = ModelIdentity(weights=b"another model", form=IDENTITY.form)
    assert _read(_content(), other_form) is Miss.OTHER_MODEL
    assert _read(_content(), other_model) is Miss.OTHER_MODEL


def test_another_conversation_is_a_miss() -> None:
    assert _read(_content(), key="b") is Miss.OTHER_CONVERSATION


def test_a_field_of_a_later_version_is_skipped() -> None:
    found = _read(_with_fields(media=[{"at": 3, "rows": 256}], kv_types="q8_0"))
    assert found == replace(COPY, load_seconds=0.0)


def test_what_a_later_version_requires_is_a_miss() -> None:
    assert _read(_with_fields(requires=["sounds"])) is Miss.OTHER_FORMAT


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "something else"},
        {"chunk_bytes": 0},
        {"state_bytes": -1},
        {"checkpoints": [{"token_count": -1, "byte_count": 0}]},
        {"packed_tokens": b"odd"},
        {"segments": [{"text": "", "tokens": b"odd"}]},
        {"state_bytes": 1 << 60},
        {"checksums": b""},
        {"key": 7},
        {"spans": [_SPAN | {"rows": 0}]},
        {"spans": [_SPAN | {"start": 70}]},
        {"spans": [_SPAN, _SPAN]},
        {"segments": [{"text": "", "tokens": b"four", "media": [_SPAN]}]},
    ],
    ids=str,
)
def test_a_header_that_contradicts_itself_is_a_miss(fields: dict[str, object]) -> None:
    assert isinstance(_read(_with_fields(**fields)), Miss)


def test_a_header_tells_what_the_file_is_of() -> None:
    prompt = Prompt(COPY.tokens, 0, TokenizedPrompt())
    key = shared_key(prompt, len(COPY.tokens))
    assert key is not None
    kinds = []
    for copy in (COPY, replace(COPY, key=key)):
        content = _content(copy)
        header = read_header(io.BytesIO(content), len(content))
        assert isinstance(header, Header)
        assert (header.tokens, header.prompt) == (COPY.tokens, COPY.prompt)
        kinds.append(header.kind)
    assert kinds == [Kind.CONVERSATION, Kind.SHARED_PREFIX]
