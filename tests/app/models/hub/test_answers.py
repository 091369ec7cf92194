"""Whatever a hub says, it becomes a value of ours, or a ValueError, and nothing else."""

import json
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from app.models.hub import answers as hub_answers
from app.models.hub.addresses import parse_address
from app.models.hub.hub import _next_cursor
from app.models.hub.names import is_repository_name, safe_name
from app.models.hub.variants import variants_of
from engine.messages.framing import NET_EVENTS
from engine.messages.net_events import HubFile, HubPage
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
