"""Which of the chat templates of a model file is used: some files have several, by name."""

from collections.abc import Mapping

_KEY = "tokenizer.chat_template"
_DEFAULT, _TOOL_USE = "default", "tool_use"
_FOR_OTHERS = frozenset(("rag", "rerank", _TOOL_USE))


def is_template_key(key: str) -> bool:
    """Return whether a key of a header holds a template: the unnamed one, or one with a name."""
    return key == _KEY or key.startswith(f"{_KEY}.")


def chosen_templates(values: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Return the template for chats, and the one for chats with tools where that is another one.

    The unnamed template comes first, then "default", then any that is not for another purpose;
    a file that has only "tool_use" is chatted with by that.
    """
    texts = {
        key.removeprefix(_KEY).removeprefix("."): value
        for key, value in sorted(values.items())
        if is_template_key(key) and isinstance(value, str) and value
    }
    tools = texts.get(_TOOL_USE)
    others = (name for name in texts if name not in _FOR_OTHERS)
    name = next((each for each in ("", _DEFAULT, *others, _TOOL_USE) if each in texts), None)
    chat = None if name is None else texts[name]
    return chat, None if tools == chat else tools
