"""A model file is described in a moment, and what is none is named in words."""

import math
import os
import struct
import tracemalloc
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import gguf
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.models.library.descriptions import describe_files
from app.models.library_model import TemplateOrigin
from engine.gguf.chat_training import chat_format, named_training
from engine.gguf.errors import ModelFileError, ModelFileMissing, ModelFileTruncated, NotAModelFile
from engine.gguf.header import GgufHeader, HeaderCutShort, KnownLists, chosen_templates, read_header
from engine.gguf.model_file import MAX_TOP_K, PREFIX, ModelFile, advised_sampling, describe
from engine.gguf.tensor_types import BLOCKS
from engine.messages.metrics import ChatFormat, ModelTraining
from tests.engine.gguf.gguf_files import (
    PARAMETER_COUNT,
    TRAINED_CONTEXT,
    finished,
    write_model,
)

MAX_BYTES = 32 * 1024 * 1024
OWN, CHATML, CONTINUES = ChatFormat.OWN, ChatFormat.CHATML, ChatFormat.CONTINUATION
CHAT, BASE, UNKNOWN = ModelTraining.CHAT, ModelTraining.BASE, ModelTraining.UNKNOWN
# File name, general.name, general.finetune, has a template; for a vocabulary without the markers of
# ChatML: how it is used. The names are those of published files.
MODELS = [
    ("Qwen3.5-4B-Q4_K_M.gguf", "Qwen3.5-4B", "", True, OWN),
    ("Meta-Llama-3-8B.Q4_K_M.gguf", "Meta-Llama-3-8B", "", False, CONTINUES),
    ("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "Meta Llama 3.1 8B Instruct", "Instruct", True, OWN),
    ("Meta-Llama-3-8B-Instruct.Q8_0.gguf", "hub", "", False, CHATML),
    ("llama-2-7b.Q4_K_M.gguf", "LLaMA v2", "", False, CONTINUES),
    ("llama-2-7b-chat.Q4_K_M.gguf", "LLaMA v2", "", False, CHATML),
    (
        "mistral-7b-instruct-v0.1.Q4_K_M.gguf",
        "mistralai_mistral-7b-instruct-v0.1",
        "",
        False,
        CHATML,
    ),
    ("Mistral-7B-v0.3-Q4_K_M.gguf", "Mistral 7B v0.3", "", False, CONTINUES),
    ("gemma-2-2b-it-Q4_K_M.gguf", "Gemma 2 2b It", "it", False, CHATML),
    ("gemma-3-4b-pt-q4_0.gguf", "Gemma 3 4b Pt", "pt", False, CONTINUES),
    ("gemma-3-4b-it-qat-q4_0.gguf", "", "", False, CHATML),
    ("Qwen3-0.6B-Base-Q8_0.gguf", "Qwen3 0.6B Base", "Base", False, CONTINUES),
    ("SmolLM2-135M-Instruct-Q4_1.gguf", "Smollm2 135M 8k Lc100K Mix1 Ep2", "", False, CHATML),
    ("SmolLM2-360M.Q4_K_M.gguf", "SmolLM2 360M", "", False, CONTINUES),
    ("tinyllama-1.1b-chat-v1.0.Q4_K_M.gguf", "tinyllama_tinyllama-1.1b-chat-v1.0", "", True, OWN),
    ("openchat_3.5.Q4_K_M.gguf", "openchat_openchat_3.5", "", False, CHATML),
    ("phi-2.Q4_K_M.gguf", "Phi2", "", False, CONTINUES),
    ("granite-7b-base.Q4_K_M.gguf", "LLaMA v2", "", False, CONTINUES),
    ("ggml-model-Q4_K_M.gguf", "DeepSeek-R1-Distill", "Reasoning", False, CHATML),
    ("deepseek-coder-6.7b-instruct.Q4_K_M.gguf", "deepseek-ai_deepseek-coder", "", False, CHATML),
    ("stories15M-q4_0.gguf", "llama", "", False, CONTINUES),
    ("model.gguf", "Llama 3.2 1B", "Instruct", False, CHATML),
]
TOOLS = "{% if tools %}{{ tools | tojson }}{% endif %}{{ messages[0].content }}"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "tiny.gguf")


def test_a_model_is_described_by_its_own_words(model: Path) -> None:
    assert describe(model) == ModelFile(
        path=model,
        size_bytes=model.stat().st_size,
        name="Tiny Model",
        architecture="llama",
        parameter_count=PARAMETER_COUNT,
        trained_context=TRAINED_CONTEXT,
    )


def test_a_model_in_an_odd_place_is_described(tmp_path: Path) -> None:
    folder = tmp_path / "with 🙂 and spaces"
    folder.mkdir()
    assert describe(write_model(folder / "x.bin")).architecture == "llama"


def test_a_large_vocabulary_is_passed_over(tmp_path: Path) -> None:
    pieces = [f"piece {number}" for number in range(200_000)]
    path = write_model(tmp_path / "big.gguf", more=lambda writer: writer.add_token_merges(pieces))
    assert describe(path).parameter_count == PARAMETER_COUNT


def test_our_table_of_types_agrees_with_the_format_s_own() -> None:
    theirs = {int(kind): sizes for kind, sizes in gguf.GGML_QUANT_SIZES.items()}
    assert {kind: sizes for kind, sizes in BLOCKS.items() if kind in theirs} == theirs


@pytest.mark.parametrize("lost_bytes", [1, 100, 4000])
def test_a_file_that_lost_its_end_is_told_in_sizes(model: Path, lost_bytes: int) -> None:
    os.truncate(model, model.stat().st_size - lost_bytes)
    with pytest.raises(ModelFileTruncated, match=r"tiny\.gguf.*kB of .*kB\)"):
        describe(model)


def test_every_beginning_of_a_file_is_told_to_be_cut_short(model: Path) -> None:
    content = model.read_bytes()
    for length in range(0, len(content), 97):
        model.write_bytes(content[:length])
        with pytest.raises((ModelFileTruncated, NotAModelFile), match=r"tiny\.gguf"):
            describe(model)


@pytest.mark.parametrize(
    ("content", "pieces"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1", "pointer of Git LFS"),
        (b"<!DOCTYPE html><html>Sign in</html>", "web page"),
        (b"PK\x03\x04" + b"\0" * 100, "ZIP archive"),
        (struct.pack("<Q", 60) + b'{"weight":{"dtype":"F16"}}', "safetensors"),
        (b"tjgg" + b"\0" * 100, "old GGJT form"),
        (b'{"a": 1}', "JSON"),
        (b"once upon a time", "not a GGUF model"),
        (b"GGUF" + struct.pack("<IQQ", 1, 1, 1), "version 1"),
        (b"GGUF" + struct.pack(">IQQ", 3, 1, 1), "big-endian"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 1 << 60), "damaged header"),
    ],
)
def test_what_is_no_model_is_named(tmp_path: Path, content: bytes, pieces: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    with pytest.raises(NotAModelFile, match=pieces):
        describe(path)


def test_a_split_model_is_one_model(tmp_path: Path) -> None:
    parts = [write_model(tmp_path / f"big-{n:05}-of-00003.gguf") for n in (1, 2, 3)]
    for part in parts:
        described = describe(part)
        assert described.path == parts[0]
        assert described.part_count == 3
        assert described.parameter_count == 3 * PARAMETER_COUNT
    parts[1].unlink()
    with pytest.raises(ModelFileMissing, match=r"3 files, and “big-00002-of-00003\.gguf”"):
        describe(parts[0])


def test_a_part_that_lost_its_end_is_named(tmp_path: Path) -> None:
    parts = [write_model(tmp_path / f"big-{n:05}-of-00002.gguf") for n in (1, 2)]
    os.truncate(parts[1], parts[1].stat().st_size - 10)
    with pytest.raises(ModelFileTruncated, match="00002-of-00002"):
        describe(parts[0])


MUTATIONS = st.lists(
    st.tuples(st.integers(0, 6000), st.sampled_from([b"\0", b"\xff", b"\xff" * 8, b"\x7f" * 4])),
    min_size=1,
    max_size=8,
)


@given(mutations=MUTATIONS)
@settings(max_examples=150, deadline=None)
def test_damaged_headers_end_in_words_and_take_little_memory(
    tmp_path_factory: pytest.TempPathFactory, mutations: list[tuple[int, bytes]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.gguf"
    content = bytearray(write_model(path).read_bytes())
    for position, value in mutations:
        content[position : position + len(value)] = value
    path.write_bytes(content)
    tracemalloc.start()
    with suppress(ModelFileError):
        describe(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MAX_BYTES


@pytest.mark.parametrize("count", [1 << 22, 1 << 40, (1 << 64) - 1])
def test_a_hostile_list_ends_soon(tmp_path: Path, count: int) -> None:
    path = tmp_path / "hostile.gguf"
    key = struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 8, count)
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + key + b"\0" * 100_000)
    with pytest.raises((NotAModelFile, ModelFileTruncated)):
        describe(path)


def with_key(length: int) -> bytes:
    """Return a header with one key of this length, and a text of eight million letters."""
    keys = struct.pack("<Q", length) + b"k" * length + struct.pack("<I", 4) + bytes(4)
    for name in (b"a", b"b"):
        text = struct.pack("<Q", 4 << 20) + b"\xff" * (4 << 20)
        keys += struct.pack("<Q", 1) + name + struct.pack("<I", 8) + text
    return b"GGUF" + struct.pack("<IQQ", 3, 0, 3) + keys


def test_long_texts_are_passed_over_and_take_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.gguf"
    path.write_bytes(with_key(8))
    tracemalloc.start()
    with path.open("rb") as file:
        header = read_header(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert header.values == {"k" * 8: 0}
    assert header.keys == {"k" * 8, "a", "b"}
    assert peak < 2 * path.stat().st_size


def test_a_key_of_any_length_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / "long.gguf"
    path.write_bytes(with_key(1 << 16))
    with pytest.raises(NotAModelFile, match="damaged header"):
        describe(path)


def test_the_headers_of_all_parts_are_bounded_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [write_model(tmp_path / f"big-{n:05}-of-00003.gguf") for n in (1, 2, 3)]
    with parts[0].open("rb") as file:
        length = read_header(file).byte_count
    monkeypatch.setattr("engine.gguf.model_file.MAX_HEADER_BYTES", 3 * length)
    assert describe(parts[0]).part_count == 3
    monkeypatch.setattr("engine.gguf.model_file.MAX_HEADER_BYTES", 3 * length - 1)
    with pytest.raises(NotAModelFile, match="00003-of-00003"):
        describe(parts[0])


def test_a_model_of_too_many_files_is_none(tmp_path: Path) -> None:
    with pytest.raises(NotAModelFile, match="99,999 files"):
        describe(tmp_path / "big-00001-of-99999.gguf")


def test_the_header_says_where_the_data_must_end(model: Path) -> None:
    with model.open("rb") as file:
        header = read_header(file)
    padding = model.stat().st_size - header.needed_bytes
    assert 0 <= padding < 32
    assert header.tensor_count == 2


def read_all(paths: list[Path], known_lists: KnownLists | None = None) -> list[GgufHeader]:
    headers = []
    for path in paths:
        with path.open("rb") as file:
            headers.append(read_header(file, known_lists=known_lists))
    return headers


def test_lists_that_are_known_change_no_header(tmp_path: Path) -> None:
    words = [f"word {number}" for number in range(3000)]
    vocabularies = (words, words, [*words[:-1], "other"], [*words, "more"], [*words[:-1], ""])
    paths = [
        write_model(tmp_path / f"{number}.gguf", vocabulary=vocabulary)
        for number, vocabulary in enumerate(vocabularies)
    ]
    assert read_all(paths, KnownLists()) == read_all(paths)


def test_a_known_list_that_a_file_ends_in_is_cut_short(tmp_path: Path) -> None:
    words = [f"word {number}" for number in range(3000)]
    path = write_model(tmp_path / "whole.gguf", vocabulary=words)
    known = KnownLists()
    read_all([path], known)
    content = path.read_bytes()
    for end in (content.index(b"word 2999"), content.index(b"word 2999") + 3):
        path.write_bytes(content[:end])
        with path.open("rb") as file, pytest.raises(HeaderCutShort):
            read_header(file, known_lists=known)


def test_known_lists_are_forgotten_when_there_are_too_many() -> None:
    known = KnownLists()
    for number in range(70):
        known.add(5000, bytes([number]) * (1 << 20))
    assert 0 < sum(map(len, known.of(5000))) <= 64 << 20


def test_the_chat_template_is_kept_whole(tmp_path: Path) -> None:
    template = "{# " + "long " * 20_000 + "#}"
    writer = gguf.GGUFWriter(tmp_path / "long.gguf", "llama")
    writer.add_chat_template(template)
    (header,) = read_all([finished(writer, tmp_path / "long.gguf")])
    assert header.chat_template == template
    assert "tokenizer.chat_template" not in header.values


def _advise(writer: gguf.GGUFWriter) -> None:
    writer.add_sampling_temp(0.6)
    writer.add_sampling_top_k(20)
    writer.add_sampling_top_p(0.95)
    writer.add_sampling_min_p(0.0)
    writer.add_sampling_penalty_repeat(1.05)
    writer.add_sampling_sequence("temperature;top_k")


def test_the_advice_of_a_file_is_read(tmp_path: Path) -> None:
    found = describe(write_model(tmp_path / "a.gguf", more=_advise)).sampling
    assert found == {
        "temperature": 0.6,
        "top_k": 20,
        "top_p": 0.95,
        "min_p": 0.0,
        "repeat_penalty": 1.05,
    }


def test_a_file_without_advice_has_none(tmp_path: Path) -> None:
    assert describe(write_model(tmp_path / "a.gguf")).sampling == {}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("temp", math.nan),
        ("temp", -1.0),
        ("temp", True),
        ("top_p", 0.0),
        ("min_p", "much"),
        ("penalty_last_n", -1),
        ("xtc_probability", [0.5]),
        ("mirostat", 1),
    ],
)
def test_what_cannot_be_used_takes_nothing_else_along(key: str, value: object) -> None:
    assert advised_sampling({PREFIX + key: value, PREFIX + "top_k": 5}) == {"top_k": 5}


def test_no_limit_of_candidates_is_said_in_our_way() -> None:
    assert advised_sampling({PREFIX + "top_k": 0}) == {"top_k": MAX_TOP_K}


def test_mirostat_comes_with_its_numbers() -> None:
    values = {PREFIX + "mirostat": 2, PREFIX + "mirostat_tau": 4.0, PREFIX + "mirostat_eta": 0.2}
    assert advised_sampling(values) == {"mirostat": {"tau": 4.0, "eta": 0.2}}


@pytest.mark.parametrize(("file", "name", "finetune", "has_template", "expected"), MODELS)
def test_a_model_is_used_as_its_names_say(
    file: str, name: str, finetune: str, has_template: bool, expected: ChatFormat
) -> None:
    values = {"general.name": name, "general.finetune": finetune}
    training = named_training(file, values)
    found = chat_format(training, has_template=has_template, knows_chatml=False)
    assert found is expected


@pytest.mark.parametrize(
    ("training", "knows_chatml", "expected"),
    [
        (CHAT, False, CHATML),
        (CHAT, True, CHATML),
        (BASE, False, CONTINUES),
        (BASE, True, CONTINUES),
        (UNKNOWN, False, CONTINUES),
        (UNKNOWN, True, CHATML),
    ],
)
def test_the_vocabulary_decides_where_no_name_does(
    training: ModelTraining, knows_chatml: bool, expected: ChatFormat
) -> None:
    assert chat_format(training, has_template=False, knows_chatml=knows_chatml) is expected


@pytest.mark.parametrize(
    "file", ["Do-it.gguf", "it-tales-1b.gguf", "pt-br-tales.gguf", "database-7b.gguf", "model.gguf"]
)
def test_parts_of_other_words_say_nothing(file: str) -> None:
    assert named_training(file, {}) is UNKNOWN


def test_a_base_model_that_was_tuned_chats() -> None:
    assert named_training("Qwen3-1.7B-Base-SFT.gguf", {}) is CHAT
    assert named_training("x.gguf", {"general.name": 7, "general.finetune": None}) is UNKNOWN


@pytest.mark.parametrize(
    ("named", "chat", "tools"),
    [
        ({}, None, None),
        ({"": "a"}, "a", None),
        ({"": "a", "tool_use": "t"}, "a", "t"),
        ({"default": "d", "tool_use": "t", "rag": "r"}, "d", "t"),
        ({"rag": "r", "chatml": "c", "tool_use": "t"}, "c", "t"),
        ({"tool_use": "t"}, "t", None),
        ({"rag": "r", "rerank": "x"}, None, None),
        ({"": "", "default": "d"}, "d", None),
        ({"default": "d", "tool_use": 7}, "d", None),
    ],
)
def test_the_right_template_is_taken(
    named: Mapping[str, object], chat: str | None, tools: str | None
) -> None:
    keys = {f"tokenizer.chat_template.{name}".rstrip("."): text for name, text in named.items()}
    assert chosen_templates({"tokenizer.chat_templates": "x", **keys}) == (chat, tools)


def test_a_file_whose_templates_are_all_named_has_one(tmp_path: Path) -> None:
    path = tmp_path / "named.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    long = "{{ messages[0].content }}" + "{# #}" * 20_000
    writer.add_chat_template(
        [{"name": "tool_use", "template": TOOLS}, {"name": "rag", "template": "{{ rag }}"}]
    )
    writer.add_string("tokenizer.chat_template.default", long)
    writer.add_tensor("token_embd.weight", np.ones((4, 4), np.float32))
    found = describe(finished(writer, path))
    assert (found.chat_template, found.tool_template) == (long, TOOLS)
    facts = describe_files([str(path)], KnownLists()).facts
    assert (facts.template, facts.can_use_tools) == (TemplateOrigin.FILE, True)
