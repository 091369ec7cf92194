"""Whatever a hub says, it becomes a value of ours, or a ValueError, and nothing else."""

import json
from contextlib import suppress
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.hub import answers as hub_answers
from app.models.hub.answers import MOST_BYTES, is_repository_name, safe_name
from app.models.hub.hub import HubAddress, _next_cursor, parse_address
from app.models.hub.variants import variants_of
from engine.messages.framing import NET_EVENTS
from engine.messages.net_messages import HubFile, HubPage
from engine.net.http import retry_after_seconds

KEYS = st.sampled_from(
    [
        *("id", "sha", "gated", "downloads", "likes", "tags", "cardData", "license", "gguf"),
        *("total", "lastModified", "path", "type", "size", "lfs", "oid", "architecture"),
    ]
)
WORDS = st.sampled_from(["a/b", "../x", "file", "model.gguf", "auto", "0" * 64, "0" * 40, "\u202e"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=8),
    max_leaves=20,
)
REFUSED = [
    *("", ".", "..", "../x.gguf", "a/../x.gguf", "a/..", "/etc/passwd", "a//x.gguf", "a/"),
    *("..\\x.gguf", "a\\b.gguf", "C:\\x.gguf", "C:x.gguf", "\\\\server\\share\\x.gguf"),
    *("CON", "con.gguf", "a/NUL.gguf", "nul .gguf", "COM1.gguf", "lpt9", "COM¹.gguf", "CONIN$"),
    *("x.gguf.", "x.gguf ", ".hidden.gguf", "-rf.gguf", "~root.gguf", " x.gguf"),
    *("x\0.gguf", "x\n.gguf", "x\x1b[31m.gguf", "\u202efugg.exe", "x\u200f.gguf", "x\u2066.gguf"),
    *("x\u200b.gguf", "x\ufeff.gguf", "x\u2028.gguf", "x\ud800.gguf", "x\x85.gguf"),
]
FLATTENED = [
    ("model-Q4_K_M.gguf", "model-Q4_K_M.gguf"),
    ("BF16/model-00001-of-00002.gguf", "model-00001-of-00002.gguf"),
    ("ab:c?d*.gguf", "ab_c_d_.gguf"),
    ("a\u00a0b.gguf", "a_b.gguf"),
    ("Modèle é.gguf", "Modèle é.gguf"),
    ("e\u0301.gguf", "é.gguf"),
    ("模型.gguf", "模型.gguf"),
    ("console.gguf", "console.gguf"),
    ("a..b.gguf", "a..b.gguf"),
]


@given(JSON)
def test_any_json_becomes_values_that_can_be_sent(value: object) -> None:
    model = hub_answers.model_of(value, "https://hub.example")
    if model is not None:
        assert is_repository_name(model.name)
        NET_EVENTS.encode(HubPage(1, (model,)))
    with suppress(ValueError):
        assert hub_answers.is_commit(hub_answers.commit_of(value))
    with suppress(ValueError):
        for entry in hub_answers.objects_in(value):
            path = hub_answers.path_of(entry)
            file = hub_answers.file_of(entry, path) if path is not None else None
            if file is not None:
                assert safe_name(file.path) == file.save_name
                variants_of([file])


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_json_or_refused(content: bytes) -> None:
    with suppress(ValueError):
        hub_answers.decoded(content)


@given(st.lists(st.text(max_size=60).map(lambda name: f"{name}.gguf"), max_size=8))
def test_any_names_are_grouped_and_none_is_lost(names: list[str]) -> None:
    files = [HubFile(name, name, 1) for name in names]
    found = [file for variant in variants_of(files) for file in variant.files]
    assert all(file in files for file in found)
    assert len(found) <= len(files)


@given(st.text(max_size=300))
def test_any_text_is_an_address_or_none(text: str) -> None:
    for each in (text, f"https://huggingface.co/{text}", f"hf.co/{text}"):
        address = parse_address(each)
        assert address is None or is_repository_name(address.repository)


@given(st.text(max_size=200))
def test_any_header_is_read_or_left(text: str) -> None:
    retry_after_seconds({"Retry-After": text, "Date": text})
    with suppress(ValueError):
        _next_cursor(f'<{text}>; rel="next"')


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_leave_or_deceive_is_refused(text: str) -> None:
    assert safe_name(text) is None


@pytest.mark.parametrize(("text", "name"), FLATTENED)
def test_the_rest_is_made_fit_for_every_system(text: str, name: str) -> None:
    assert safe_name(text) == name


def test_long_names_are_cut_and_stay_different() -> None:
    one, other = safe_name("x" * 300 + "a.gguf"), safe_name("x" * 300 + "b.gguf")
    assert one is not None
    assert other is not None
    assert len(one.encode()) <= MOST_BYTES
    assert one.endswith(".gguf")
    assert one != other


def test_parts_of_a_long_name_stay_parts_of_one_model() -> None:
    first, second = (safe_name("模" * 300 + f"-0000{n}-of-00002.gguf") or "" for n in (1, 2))
    assert first.endswith("-00001-of-00002.gguf")
    assert first.replace("-00001-", "-00002-") == second
    assert len(first.encode()) <= MOST_BYTES


@given(st.text(max_size=400))
def test_any_text_is_one_name_in_one_folder_or_nothing(text: str) -> None:
    name = safe_name(text)
    if name is None:
        return
    assert 0 < len(name.encode()) <= MOST_BYTES
    assert PurePosixPath("/folder", name).parent == PurePosixPath("/folder")
    assert PureWindowsPath("C:/folder", name).parent == PureWindowsPath("C:/folder")
    assert name.isprintable()
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Qwen/Qwen3-4B-GGUF", True),
        ("a/b", True),
        ("a", False),
        ("a/b/c", False),
        ("../b", False),
        ("a/..", False),
        ("a/b..c", False),
        ("con/b", False),
        ("a/nul.gguf", False),
        ("a/" + "b" * 97, False),
        ("a b/c", False),
        ("a/b\n", False),
    ],
)
def test_a_repository_has_an_owner_and_a_name(text: str, answer: bool) -> None:
    assert is_repository_name(text) is answer


A = "Qwen/Qwen3-4B-GGUF"


C = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (A, HubAddress(A)),
        (f"  {A} ", HubAddress(A)),
        (f"{A}:Q4_K_M", HubAddress(A)),
        (f"https://huggingface.co/{A}", HubAddress(A)),
        (f"http://www.huggingface.co/{A}/", HubAddress(A)),
        (f"huggingface.co/{A}", HubAddress(A)),
        (f"hf.co/{A}:Q8_0", HubAddress(A)),
        (f"https://huggingface.co/{A}?library=x#y", HubAddress(A)),
        (f"https://huggingface.co/{A}/tree/main", HubAddress(A, "main")),
        (f"https://huggingface.co/{A}/discussions/3", HubAddress(A)),
        (f"https://huggingface.co/{A}/blob/{C}/a/b.gguf", HubAddress(A, C, "a/b.gguf")),
        (
            f"https://huggingface.co/{A}/resolve/main/b%20c.gguf?download=true",
            HubAddress(A, "main", "b c.gguf"),
        ),
        (f"https://mirror.example/{A}", HubAddress(A)),
    ],
)
def test_a_place_on_the_hub_is_recognized(text: str, address: HubAddress) -> None:
    assert parse_address(text, "mirror.example") == address


@pytest.mark.parametrize(
    "text",
    [
        *("", "qwen", "qwen 3 4b", "and/or what", "https://example.org/a/b", "a/b/c"),
        *("https://huggingface.co/", "https://huggingface.co/Qwen", "https://huggingface.co/api/x"),
        *("https://huggingface.co/datasets/a/b", "../..", "a/../b", "https://[", "file:///a/b"),
        *("https://huggingface.co.evil.org/a/b", "x" * 3000 + "/y"),
    ],
)
def test_all_else_is_searched_for(text: str) -> None:
    assert parse_address(text, "mirror.example") is None
