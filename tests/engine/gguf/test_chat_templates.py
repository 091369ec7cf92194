"""Of the templates of a file the right one is taken, for chats and for chats with tools."""

from collections.abc import Mapping
from pathlib import Path

import gguf
import numpy as np
import pytest

from app.library.descriptions import describe_files
from engine.gguf.header import KnownLists, chosen_templates
from engine.gguf.model_file import describe
from tests.engine.gguf.gguf_files import finished

TOOLS = "{% if tools %}{{ tools | tojson }}{% endif %}{{ messages[0].content }}"


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
    assert (facts.has_template, facts.can_use_tools) == (True, True)
