"""The facts in a header are limited and printable, also in a hostile one."""

from collections.abc import Callable
from pathlib import Path

import gguf
import msgspec
import numpy as np
import pytest

from app.errors import LazyText
from app.models.library.descriptions import Description, describe_files
from app.models.library.model_folders import find_file
from app.models.library.model_groups import groups_of, model_of
from app.models.library_model import (
    LibraryModel,
    MemoryKind,
    ModelFileKind,
    ModelFolder,
    ModelFolderKind,
    TemplateOrigin,
)
from engine.gguf.errors import NotAModelFile
from engine.gguf.header import KnownLists
from engine.gguf.model_file import check_can_chat, describe
from tests.engine.gguf.gguf_files import (
    PARAMETER_COUNT,
    TRAINED_CONTEXT,
    More,
    finished,
    nothing_more,
    write_model,
    write_vocabulary,
)
from tests.faults.gguf_mutator import GgufMutator
from tests.faults.mutants import KINDS
from tests.models.cache import cached_model

THINKS = (
    "{% for m in messages %}{{ m.content }}{% endfor %}{% if enable_thinking %}<think>{% endif %}"
)
TOOLS = "{% if tools %}{{ tools | tojson }}{% endif %}{{ messages[0].content }}"
FOLDER = ModelFolder(ModelFolderKind.OWN, "/models")
_EMBEDDING = (
    ("nomic-bert", 0, ""),
    ("gemma-embedding", 0, ""),
    ("llama-embed", 0, ""),
    ("t5encoder", 0, ""),
    ("qwen3", 1, ""),
    ("qwen3", 3, ""),
)
_RERANKING = (("qwen3", 4, ""), ("qwen3", 0, "cls.output.weight"))


def described(path: Path) -> Description:
    return describe_files([str(path)], KnownLists())


def model(tmp_path: Path, more: More = nothing_more, architecture: str = "llama") -> Description:
    return described(write_model(tmp_path / "tiny.gguf", architecture, more))


def test_a_model_says_what_it_is(tmp_path: Path) -> None:
    def more(writer: gguf.GGUFWriter) -> None:
        writer.add_file_type(15)
        writer.add_license("apache-2.0")

    found = model(tmp_path, more)
    facts = found.facts
    assert (found.kind, found.name, found.problem) == (ModelFileKind.CHAT, "Tiny Model", None)
    assert (facts.architecture, facts.parameter_count) == ("llama", PARAMETER_COUNT)
    assert (facts.quantization, facts.licence) == ("Q4_K_M", "apache-2.0")
    assert (facts.trained_context, facts.memory) == (TRAINED_CONTEXT, MemoryKind.ATTENTION)


@pytest.mark.parametrize(
    ("template", "thinking", "tools"), [(THINKS, True, False), (TOOLS, False, True), ("{{", 0, 0)]
)
def test_a_template_says_what_it_knows(
    tmp_path: Path, template: str, *, thinking: bool, tools: bool
) -> None:
    writer = gguf.GGUFWriter(tmp_path / "t.gguf", "llama")
    writer.add_chat_template(template)
    writer.add_tensor("token_embd.weight", np.ones((4, 4), np.float32))
    facts = described(finished(writer, tmp_path / "t.gguf")).facts
    assert facts.template is TemplateOrigin.FILE
    assert (facts.can_switch_thinking, facts.can_use_tools) == (thinking, tools)


@pytest.mark.parametrize(
    ("file", "origin"),
    [
        ("tales-1b-instruct.gguf", TemplateOrigin.GUESSED),
        ("tales-1b-base.gguf", TemplateOrigin.NONE),
        ("tales-1b.gguf", TemplateOrigin.UNKNOWN),
    ],
)
def test_what_a_chat_is_written_with_is_known_without_a_template(
    tmp_path: Path, file: str, origin: TemplateOrigin
) -> None:
    writer = gguf.GGUFWriter(tmp_path / file, "llama")
    writer.add_tensor("token_embd.weight", np.ones((4, 4), np.float32))
    facts = described(finished(writer, tmp_path / file)).facts
    assert facts.template is origin


@pytest.mark.parametrize(
    ("architecture", "key", "memory"),
    [
        ("llama", "llama.unheard_of", MemoryKind.ATTENTION),
        ("gemma3", "gemma3.attention.sliding_window", MemoryKind.SLIDING_WINDOW),
        ("phi3", "phi3.attention.sliding_window", MemoryKind.ATTENTION),
        ("falcon-h1", "falcon-h1.ssm.state_size", MemoryKind.HYBRID),
        ("lfm2", "lfm2.shortconv.l_cache", MemoryKind.HYBRID),
        ("mamba2", "mamba2.ssm.state_size", MemoryKind.RECURRENT),
    ],
)
def test_how_a_model_remembers(
    tmp_path: Path, architecture: str, key: str, memory: MemoryKind
) -> None:
    def more(writer: gguf.GGUFWriter) -> None:
        writer.add_uint32(key, 4)
        writer.add_block_count(2)

    found = model(tmp_path, more, architecture)
    assert found.facts.memory is memory


@pytest.mark.parametrize(
    ("architecture", "more", "kind"),
    [
        ("clip", nothing_more, ModelFileKind.PROJECTOR),
        ("llama", lambda writer: writer.add_type("mmproj"), ModelFileKind.PROJECTOR),
        ("llama", lambda writer: writer.add_type("adapter"), ModelFileKind.ADAPTER),
        ("llama", lambda writer: writer.add_type("imatrix"), ModelFileKind.OTHER),
        ("eagle3", nothing_more, ModelFileKind.DRAFT),
    ],
)
def test_what_a_file_is_good_for(
    tmp_path: Path, architecture: str, more: More, kind: ModelFileKind
) -> None:
    found = model(tmp_path, more, architecture)
    assert (found.kind, found.problem) == (kind, None)


def test_a_vocabulary_alone_is_not_a_model(tmp_path: Path) -> None:
    assert described(write_vocabulary(tmp_path / "v.gguf")).kind is ModelFileKind.OTHER


@pytest.mark.parametrize("name", ["models", r"D:\my\models", "/home/me/model", "a" * 40, ".", ""])
def test_where_a_model_was_made_is_not_its_name(tmp_path: Path, name: str) -> None:
    writer = gguf.GGUFWriter(tmp_path / "t.gguf", "llama")
    writer.add_name(name)
    writer.add_tensor("token_embd.weight", np.ones((4, 4), np.float32))
    assert described(finished(writer, tmp_path / "t.gguf")).name == "t"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"GGUF", "incomplete"),
        (b"<!doctype html>", "web page"),
        (b"GGUF\x09" + bytes(100), "version 9"),
    ],
)
def test_trouble_is_a_sentence(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "x.gguf").write_bytes(content)
    found = described(tmp_path / "x.gguf")
    assert reason in str(found.problem)
    assert found.is_lasting


def test_numbers_beyond_all_measure_are_sent_as_none(tmp_path: Path) -> None:
    def more(writer: gguf.GGUFWriter) -> None:
        writer.add_block_count(2)
        writer.add_embedding_length(1 << 31)
        writer.add_uint64("llama.attention.head_count", 1 << 63)
        writer.add_uint64("llama.attention.key_length", 1 << 63)

    assert msgspec.msgpack.encode(model(tmp_path, more))


def test_damaged_models_are_described_or_refused_in_words(tmp_path: Path) -> None:
    mutators = [GgufMutator(cached_model(write).read_bytes()) for write in KINDS]
    path, known_lists = tmp_path / "mutant.gguf", KnownLists()
    for number in range(200):
        _way, content = mutators[number % len(mutators)].mutant(number)
        path.write_bytes(content)
        assert msgspec.msgpack.encode(
            describe_files([str(path)], known_lists), enc_hook=LazyText.parts
        )


def test_what_can_not_be_opened_now_may_be_later(tmp_path: Path) -> None:
    found = described(tmp_path / "gone.gguf")
    assert found.problem
    assert not found.is_lasting


def _more(architecture: str, pooling: int, tensor: str) -> Callable[[gguf.GGUFWriter], None]:
    def more(writer: gguf.GGUFWriter) -> None:
        writer.add_uint32(f"{architecture}.pooling_type", pooling)
        if tensor:
            writer.add_tensor(tensor, np.ones((2, 32), np.float32))

    return more


def _listed(path: Path) -> LibraryModel:
    (group,) = groups_of([file for file in [find_file(str(path), FOLDER)] if file is not None])
    return model_of(group, describe_files([str(path)], KnownLists()))


@pytest.mark.parametrize(("architecture", "pooling", "tensor"), _EMBEDDING)
def test_an_embedding_model_can_be_used_but_not_for_chats(
    tmp_path: Path, architecture: str, pooling: int, tensor: str
) -> None:
    path = write_model(tmp_path / "x.gguf", architecture, _more(architecture, pooling, tensor))
    listed = _listed(path)
    assert (listed.kind, listed.problem) == (ModelFileKind.EMBEDDING, None)
    assert (listed.can_chat, listed.only_embeds) == (False, True)
    with pytest.raises(NotAModelFile, match=r"“x\.gguf” is an embedding model: .* cannot chat"):
        check_can_chat(describe(path))


@pytest.mark.parametrize(("architecture", "pooling", "tensor"), _RERANKING)
def test_a_reranker_is_refused_in_a_sentence(
    tmp_path: Path, architecture: str, pooling: int, tensor: str
) -> None:
    path = write_model(tmp_path / "x.gguf", architecture, _more(architecture, pooling, tensor))
    with pytest.raises(NotAModelFile, match=r"“x\.gguf” is a reranking model: .* cannot chat"):
        describe(path)
    listed = _listed(path)
    assert (listed.kind, listed.can_chat) == (ModelFileKind.RERANKER, False)
    assert not listed.only_embeds
    assert "reranking model" in str(listed.problem)


@pytest.mark.parametrize("pooling", [0, 0xFFFFFFFF])
def test_a_model_without_pooling_can_chat(tmp_path: Path, pooling: int) -> None:
    path = write_model(tmp_path / "x.gguf", "qwen3", _more("qwen3", pooling, ""))
    assert describe(path).architecture == "qwen3"
    assert describe_files([str(path)], KnownLists()).kind is ModelFileKind.CHAT
