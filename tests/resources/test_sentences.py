"""What the rooms without a window say: all of it can be said in another language."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import app.errors
import engine.messages.errors
from app.controllers.engine.status_text import engine_status
from app.controllers.settings_controller import Language
from app.controllers.toasts import Toasts
from app.domain.messages import Message, MessageStatus, Role
from app.errors import FileNotTaken, lazy, lazy_bytes
from app.widgets.kit.translation import translated
from app.widgets.transcript.message_footer import MessageNote
from app.widgets.window.main_window import MainWindow
from engine.client.client import EnginePhase, EngineState
from resources.translations.sentences import CONTEXT, Said, said_in
from resources.translations.update import LANGUAGES, WINDOW, templates
from tests.house.source_files import name_of, python_files, tree_of
from tests.resources.test_translations import HINT
from tests.resources.test_translations import translated as translations

ROOMS = (
    "engine/",
    *(
        f"app/{name}/"
        for name in (
            "chat",
            "comparisons",
            "documents",
            "media",
            "models",
            "presets",
            "sources",
            "storage",
            "transfer",
        )
    ),
)
# What templates are tried with.
UNSEEN = (
    "engine/text/history_probe.py",
    "engine/text/steering.py",
    "engine/text/template_probe.py",
    "engine/text/tool_format_learner.py",
)
# What other programs are told; what the window shows of their server is said with ``lazy``.
ENGLISH = (
    "app/__main__.py",
    "app/main.py",
    "app/serve.py",
    "app/demo.py",
    "app/domain/tabs.py",
)  # said before the window, and in the demo of a terminal
FOR_PROGRAMS = ("engine/server/", "engine/dialects/")
SHOWN = ("engine/server/local_server.py", "engine/dialects/errors.py")
# What is said to the model, and orders to the database.
NOT_FOR_USERS = re.compile(
    r"(SELECT|UPDATE|DELETE|VACUUM|Write a title for|Below is the|Sum up what|Sum up this"
    r"|Answer in|Write your last answer|Write a longer answer,) "
)
SENTENCE = re.compile(r"[A-Z“{].* .*[.…?!]", re.DOTALL)
PLACE = re.compile(r"\{(\w+)")
KNOWN_TROUBLE = {
    name
    for module in (app.errors, engine.messages.errors)
    for name in vars(module)
    if name[0].isupper()
}


def files() -> list[Path]:
    """Return the files of the rooms that know no window."""
    return [
        path
        for path in [*python_files("engine"), *python_files("app")]
        if (name_of(path).startswith(ROOMS) and not WINDOW.match(name_of(path)))
        or name_of(path).count("/") == 1
    ]


def unsaid(tree: ast.Module) -> Iterator[str]:
    """Yield the sentences of a program that stand outside of ``lazy``."""
    passed = {child for node in ast.walk(tree) if _is_passed(node) for child in ast.walk(node)}
    for node in ast.walk(tree):
        if node in passed:
            continue
        if isinstance(node, ast.Raise) and _raises_known_trouble_in_a_text(node):
            yield ast.unparse(node)
        text = text_of(node)
        if SENTENCE.fullmatch(text) and not NOT_FOR_USERS.match(text):
            yield text


def _is_passed(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        return called == "lazy" or called.startswith("_log.")
    return isinstance(node, ast.Assert) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _raises_known_trouble_in_a_text(node: ast.Raise) -> bool:
    call = node.exc
    return (
        isinstance(call, ast.Call)
        and ast.unparse(call.func) in KNOWN_TROUBLE
        and any(text_of(argument) for argument in call.args)
    )


def text_of(node: ast.AST) -> str:
    """Return a literal, with {} for the values of an f-string; empty for other nodes."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(each) or "{}" for each in node.values)
    return ""


def lazy_texts() -> Iterator[tuple[str, Said]]:
    """Yield all calls of ``lazy``, with the files that they stand in."""
    for path in [*python_files("engine"), *python_files("app")]:
        yield from ((name_of(path), each) for each in said_in(path))


def test_no_sentence_stands_where_nobody_translates_it() -> None:
    wrong = [
        f"{name_of(path)}: {each}"
        for path in files()
        if name_of(path) not in (*UNSEEN, *ENGLISH)
        and (not name_of(path).startswith(FOR_PROGRAMS) or name_of(path) in SHOWN)
        for each in unsaid(tree_of(path))
    ]
    assert wrong == [], "say it with lazy(…), see engine/ipc/lazy_text.py"


def test_every_sentence_is_written_out_with_the_values_that_it_names() -> None:
    wrong = [
        f"{name}:{each.line}"
        for name, each in lazy_texts()
        if each.template is None or set(PLACE.findall(each.template)) != each.value_names
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_lacks_its_translation(language: str) -> None:
    known = translations(language)
    assert [each for each in sorted(templates()) if (CONTEXT, each) not in known] == [], HINT


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """Let the window speak German."""
    language = Language(qapp, "de")
    yield
    language.remove()


REFUSED = lazy(
    "“{name}” can't be read: {reason}.",
    name="a.txt",
    reason=PermissionError(13, "Permission denied"),
)


def test_english_stays_english() -> None:
    assert translated(REFUSED) == REFUSED == "“a.txt” can't be read: Permission denied."


@pytest.mark.usefixtures("german")
def test_trouble_is_told_in_german_with_german_figures() -> None:
    sentence = lazy(
        "Choose a context of at most {tokens:,} tokens, or fewer chats at once.", tokens=12345
    )
    assert "12.345" in translated(sentence)
    assert translated(lazy_bytes(1_288_490_189)) == "1,2 GB"
    assert translated(REFUSED) == "„a.txt“ kann nicht gelesen werden: die Erlaubnis fehlt."
    assert translated("What nobody knows.") == "What nobody knows."


@pytest.mark.usefixtures("german")
def test_a_toast_and_a_note_and_the_footer_speak_german(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda shown: shown.force_close())
    toasts = Toasts(window)
    toasts.report(FileNotTaken(REFUSED))
    assert toasts.shown == ["„a.txt“ kann nicht gelesen werden: die Erlaubnis fehlt."]

    stopped = lazy(
        "{program} stopped unexpectedly ({signal}).", program=lazy("The engine"), signal="SIGKILL"
    )
    restarted = lazy("{end} Restarting…", end=stopped)
    status = engine_status(EngineState(EnginePhase.RESTARTING, restarted))
    assert status.text == "Die Engine endete unerwartet (SIGKILL). Sie wird neu gestartet …"

    note = MessageNote(window)
    failed = Message(
        id=2,
        conversation_id="a",
        parent_id=1,
        sequence_number=2,
        role=Role.ASSISTANT,
        text="",
        status=MessageStatus.FAILED,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        note=lazy("The model could not compute this answer. Try again."),
    )
    note.show_for(failed, is_cut=False)
    assert note.text() == (
        "Diese Antwort ist fehlgeschlagen. Das Modell konnte diese Antwort nicht berechnen. "
        "Versuchen Sie es noch einmal."
    )
