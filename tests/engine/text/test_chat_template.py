"""A template is somebody else's program: it says what it likes, but not for long."""

import itertools
import time
import tracemalloc

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.text import template_sandbox
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
    monkeypatch.setattr(template_sandbox, "COMMAND_SECONDS", 0.1)
    template = ChatTemplate(source, {})
    started = time.thread_time()
    with pytest.raises(ChatTemplateFailed, match="takes too long"):
        template.render(_CHAT)
    assert time.thread_time() - started < 10


def _grown(first: str, step: str) -> str:
    loop = "{% for i in range(40) %}{% set n.s = " + step + " %}{% endfor %}"
    return "{% set n = namespace(s=" + first + ") %}" + loop


_HUGE = {
    "doubled by +": _grown("'x'", "n.s + n.s"),
    "doubled by ~": _grown("'x'", "n.s ~ n.s"),
    "a doubled list": _grown("[1]", "n.s + n.s"),
    "a list of itself, written": _grown("[1]", "[n.s, n.s]") + "{{ n.s }}",
    "a list of itself as JSON": _grown("[1]", "[n.s, n.s]") + "{{ n.s|tojson }}",
    "kept texts": 30 * _grown("[]", "n.s + ['x' * 1000000]"),
    "written again and again": "{% set s = 'x' * 1000000 %}" + _LOOP + "{{ s }}{% endfor %}",
    "a macro": "{% macro m() %}" + _LOOP + "{{ 'x' * 1000 }}{% endfor %}{% endmacro %}{{ m() }}",
    "a power of powers": "{{ (((10**64)**64)**64)**64 }}",
    "a product of products": _grown("10", "n.s * n.s"),
    "a wide number": "{{ '%9999999999d' % 1 }}",
    "a wide filter": "{{ '%9999999999d'|format(1) }}",
    "a wide field": "{{ '{:>9999999999}'.format(1) }}",
    "a field of given width": "{{ '{:>{}}'.format(1, 9999999999) }}",
    "many fields": "{{ ('{0}' * 300000).format('x' * 1000000) }}",
    "centred": "{{ 'x'|center(9999999999) }}",
    "filled": "{{ 'x'.ljust(9999999999) }}",
    "a wide tab": "{{ ('\\t' * 1000000).expandtabs(1000000) }}",
    "indented": "{{ ('x\\n' * 100000)|indent(1000000) }}",
    "indented JSON": "{{ (range(99999)|list)|tojson(indent=1000000) }}",
    "a long batch": "{{ [1]|batch(9999999999, 'x')|list }}",
    "replaced": "{{ ('x' * 1000000)|replace('x', 'y' * 1000000) }}",
    "replaced by a method": "{{ ('x' * 1000000).replace('x', 'y' * 1000000) }}",
    "translated": "{{ ('x' * 1000000).translate({120: 'y' * 1000000}) }}",
    "lists added up": "{{ ([[1]] * 99999)|sum(start=[]) }}",
    "joined": "{{ range(99999)|join('y' * 1000000) }}",
    "joined by a method": "{{ ('y' * 1000000).join('x' * 1000000) }}",
}


@pytest.mark.parametrize("source", _HUGE.values(), ids=_HUGE.keys())
def test_a_template_that_wants_all_memory_gets_little(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The limits are a 32nd of the real ones: most of the time is taken by filling memory.
    monkeypatch.setattr(template_sandbox, "_LONGEST_TEXT", 1 << 21)
    monkeypatch.setattr(template_sandbox, "_MOST_MADE", 1 << 25)
    tracemalloc.start()
    try:
        with pytest.raises(ChatTemplateFailed):
            ChatTemplate(source, {}).render(_CHAT)
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


def test_many_texts_that_are_not_too_long_are_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_sandbox, "COMMAND_SECONDS", 60)
    monkeypatch.setattr(template_sandbox, "_MOST_MADE", 1 << 22)
    with pytest.raises(ChatTemplateFailed, match="too much memory"):
        ChatTemplate("{% for i in range(50) %}{% set s = 'x' * 99999 %}{% endfor %}", {}).render([])


@pytest.mark.parametrize(
    "source",
    [
        25 * "{% for a in [1] %}" + 25 * "{% endfor %}",
        120 * "{% if 1 %}" + 120 * "{% endif %}",
        "{% break %}",
        "{{ 'x'|xmlattr }}",
        "{{ 5|dictsort }}",
        "{{ cycler() }}",
        "{{ 'abc'|truncate(-5) }}",
        "{{ raise_exception('\\ud800' + 'x' * 1000000) }}",
    ],
)
def test_whatever_a_template_does_wrong_is_a_short_sentence(source: str) -> None:
    with pytest.raises(ChatTemplateFailed) as told:
        ChatTemplate(source, {}).render(_CHAT)
    assert len(str(told.value).encode()) < 1000


def test_what_templates_put_together_is_put_together() -> None:
    source = (
        "{{ 1 ~ 'a' + 'b' ~ [1] }};{{ '%s-%03d' % ('a', 7) }};{{ '{:>3}'.format('c') }};"
        "{{ [1, 2]|join(',') }};{{ ','.join(['d', 'e']) }};{{ 'aXa'|replace('X', 'b') }};"
        "{{ {'f': [1]}|tojson(indent=1) }};{{ 2 ** 10 * 3 % 7 }};{{ 'g'|center(3) }}"
    )
    written = ChatTemplate(source, {}).render(_CHAT)
    assert written == '1ab[1];a-007;  c;1,2;d,e;aba;{\n "f": [\n  1\n ]\n};6; g '


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


SLOW = "{% for i in range(1300) %}{% endfor %}{% for m in messages %}{{ m.content }}{% endfor %}"


@pytest.fixture
def _ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A millisecond passes between any two looks at the clock: ``SLOW`` takes 1.3 seconds."""
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) / 1000)


@pytest.mark.usefixtures("_ticking")
def test_the_renderings_of_a_command_share_its_time() -> None:
    template = ChatTemplate(SLOW, {})
    template.begin(2.0)
    assert template.render(_CHAT) == "onetwothree"
    assert 0.6 < template.seconds_left < 0.7
    with pytest.raises(ChatTemplateTooSlow, match="takes too long for this chat"):
        template.render(_CHAT)
    assert template.seconds_left == 0
    template.begin(2.0)
    assert template.render(_CHAT) == "onetwothree"


@pytest.mark.usefixtures("_ticking")
def test_what_takes_too_long_is_not_tried_without_its_system_message() -> None:
    template = ChatTemplate(SLOW, {})
    template.begin(1.0)
    with pytest.raises(ChatTemplateTooSlow):
        template.render([ChatMessage(Role.SYSTEM, "zero"), *_CHAT])
    assert time.thread_time() < 1.5
