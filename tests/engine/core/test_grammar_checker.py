"""A grammar that is typed is answered once, with the position of what is wrong."""

import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.grammar_checker import GrammarChecker, checked, checked_template
from engine.messages.commands import CheckGrammar, CheckTemplate
from engine.messages.config import EngineConfig
from engine.messages.events import Event, GrammarChecked, TemplateChecked
from engine.text import template_probe
from tests.fakes.running_engine import running

PATIENCE_SECONDS = 20


def never_loads(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    raise AssertionError("no model is asked for")


@pytest.mark.parametrize(
    ("text", "is_schema"),
    [
        ('root ::= "a"*', False),
        ("root ::= [a-z]+\n", False),
        ('{"type": "object", "properties": {"a": {"type": "integer"}}}', True),
    ],
)
def test_a_good_grammar_or_schema_has_no_fault(text: str, is_schema: bool) -> None:
    assert checked(CheckGrammar(3, text, is_schema=is_schema)) == GrammarChecked(3)


@pytest.mark.parametrize(
    ("text", "is_schema", "position"),
    [
        ('root ::= "a"\nb = "x"', False, (2, 3)),
        ('root ::= ("a"', False, (1, 14)),
        ("", False, (None, None)),  # there is no rule at all
        ("root ::= missing", False, (None, None)),
        ('{\n "type": object\n}', True, (2, 10)),
        ('{"type": "sideways"}', True, (None, None)),
        ('{"type": "array", "uniqueItems": true}', True, (None, None)),
    ],
)
def test_a_bad_grammar_or_schema_is_told_with_its_place(
    text: str, is_schema: bool, position: tuple[int | None, int | None]
) -> None:
    found = checked(CheckGrammar(3, text, is_schema=is_schema))
    assert found.error is not None
    assert found.error.kind == "InvalidSampling"
    assert (found.line, found.column) == position


def test_it_is_checked_beside_and_in_order() -> None:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    gate = threading.Event()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(gate.wait)
        checker = GrammarChecker(events.put, thread)
        for number in (1, 2):
            checker.check(CheckGrammar(number, 'root ::= "a"'))
        assert events.empty(), "the thread is busy, and nobody waits for it"
        gate.set()
        answers = [events.get(timeout=PATIENCE_SECONDS) for _ in range(2)]
    assert answers == [GrammarChecked(1), GrammarChecked(2)]


def test_an_engine_without_a_model_answers() -> None:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with running(Engine(never_loads, events.put)) as engine:
        engine.submit(CheckGrammar(5, "root ::= ("))
        found = events.get(timeout=PATIENCE_SECONDS)
    assert isinstance(found, GrammarChecked)
    assert (found.request_id, found.error is not None) == (5, True)


@pytest.mark.parametrize(
    "text",
    [
        "{{ messages[-1]['content'] }}",
        "{% for m in messages %}{{ m.role }}{{ m.content }}{% endfor %}",
    ],
)
def test_a_good_template_has_no_fault(text: str) -> None:
    assert checked_template(CheckTemplate(3, text)) == TemplateChecked(3)


@pytest.mark.parametrize(
    "text",
    [
        "{% for m in messages %}",  # never ends
        "{{ messages[7].content }}",  # reads, but answers nobody
        "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
        "x" * (256 * 1024 + 1),
    ],
)
def test_a_template_with_which_no_chat_could_be_answered_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_probe, "PROBE_SECONDS", 0.05)
    found = checked_template(CheckTemplate(3, text))
    assert found.request_id == 3
    assert found.error is not None
    assert "template" in str(found.error.text)
