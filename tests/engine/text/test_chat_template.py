"""A template is somebody else's program: it says what it likes, but not for long."""

import time

import pytest

from engine.errors import ChatTemplateFailed
from engine.protocol import ChatMessage, Role
from engine.text import chat_template
from engine.text.chat_template import ChatTemplate

_CHAT = [
    ChatMessage(Role.USER, "one"),
    ChatMessage(Role.ASSISTANT, "two"),
    ChatMessage(Role.USER, "three"),
]
_LOOP = "{% for a in range(99999) %}"
_ENDLESS = {
    "nested loops": 3 * _LOOP + 3 * "{% endfor %}",
    "loops that filter": 3 * "{% for a in range(99999) if a %}" + 3 * "{% endfor %}",
    "loops under another name": "{% set watched = 1 %}" + 3 * _LOOP + 3 * "{% endfor %}",
    "a macro that calls itself": (
        "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(60) }}"
    ),
    "a loop that calls itself": (
        "{% for x in [1, 2] recursive %}{{ loop([1, 2]) if loop.depth < 60 }}{% endfor %}"
    ),
    "long work in few turns": _LOOP + "{{ range(99999)|list|sort|length }}{% endfor %}",
}


@pytest.mark.parametrize("source", _ENDLESS.values(), ids=_ENDLESS.keys())
def test_an_endless_template_ends(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_template, "RENDER_SECONDS", 0.1)
    template = ChatTemplate(source, {})
    started = time.monotonic()
    with pytest.raises(ChatTemplateFailed, match="takes too long"):
        template.render(_CHAT)
    assert time.monotonic() - started < 10


def test_each_rendering_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    template = ChatTemplate("{% for m in messages %}{{ m.content|upper }}{% endfor %}", {})
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 1000)
    assert template.render(_CHAT) == "ONETWOTHREE"


def test_loops_know_where_they_are() -> None:
    source = (
        "{% for m in messages if m.role == 'user' %}"
        "{{ loop.index }}/{{ loop.length }}{{ ' last ' if loop.last else ' ' }}{{ m.content }};"
        "{% else %}none{% endfor %}"
    )
    assert ChatTemplate(source, {}).render(_CHAT) == "1/2 one;2/2 last three;"
    assert ChatTemplate(source, {}).render(_CHAT[1:2]) == "none"
