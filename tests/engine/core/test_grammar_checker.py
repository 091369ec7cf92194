"""A grammar that is typed is answered once, with the position of what is wrong."""

import json
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.grammar_checker import GrammarChecker, checked, checked_template
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import CheckGrammar, CheckTemplate
from engine.messages.config import EngineConfig
from engine.messages.events import Event, GrammarChecked, TemplateChecked
from engine.text import template_probe

PATIENCE_SECONDS = 20


def never_loads(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    raise AssertionError("no model is asked for")


@pytest.mark.parametrize("text", ['root ::= "a"*', "root ::= [a-z]+\n"])
def test_a_good_grammar_has_no_fault(text: str) -> None:
    assert checked(CheckGrammar(3, text)) == GrammarChecked(3)


def test_a_good_schema_has_no_fault() -> None:
    text = json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}})
    assert checked(CheckGrammar(3, text, is_schema=True)) == GrammarChecked(3)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ('root ::= "a"\nb = "x"', (2, 3)),
        ('root ::= ("a"', (1, 14)),
        ("", (None, None)),  # there is no rule at all
        ("root ::= missing", (None, None)),
    ],
)
def test_a_bad_grammar_is_told_with_its_place(
    text: str, position: tuple[int | None, int | None]
) -> None:
    found = checked(CheckGrammar(3, text))
    assert found.error is not None
    assert found.error.kind == "InvalidSampling"
    assert (found.line, found.column) == position


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ('{\n "type": object\n}', (2, 10)),
        ('{"type": "sideways"}', (None, None)),
        ('{"type": "string", "minLength": 5000}', (None, None)),
    ],
)
def test_a_bad_schema_is_told_with_its_place(
    text: str, position: tuple[int | None, int | None]
) -> None:
    found = checked(CheckGrammar(3, text, is_schema=True))
    assert found.error is not None
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
    engine = Engine(never_loads, events.put)
    thread = threading.Thread(target=engine.run)
    thread.start()
    engine.submit(CheckGrammar(5, "root ::= ("))
    found = events.get(timeout=PATIENCE_SECONDS)
    engine.submit(Shutdown())
    thread.join(PATIENCE_SECONDS)
    assert isinstance(found, GrammarChecked)
    assert (found.request_id, found.error is not None) == (5, True)


@pytest.mark.parametrize(
    "text", ["{{ messages[-1]['content'] }}", "{% for m in messages %}{{ m.role }}{% endfor %}"]
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
