"""Chats that other machines answer: added, chosen, agreed to, answered, and brought back here."""

import threading
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.data_folders import Paths
from app.domain.messages import MessageStatus
from app.domain.tabs import TabActivity
from app.machines.model import EndpointSetting, RemoteModel
from app.settings import Settings, SettingsFile
from app.widgets.dialogs.departure_question import DepartureQuestion
from tests.flows.driving import CONTROL, SHIFT, Person, flow, hubbub
from tests.net.remote.kinds import Pages, llama_server, models, vllm
from tests.net.remote.stream_server import (
    Heard,
    Step,
    StreamServer,
    chunk,
    delta,
    event,
    finish,
    stream_head,
    usage,
)

CHAT = "/v1/chat/completions"


def answering(pages: Pages, *parts: str, gate: threading.Event | None = None) -> Pages:
    """Return the pages of a server that says this; with a gate it stops behind the first."""

    def reply(_heard: Heard) -> Iterator[Step]:
        yield stream_head()
        for number, word in enumerate(parts):
            yield delta(word)
            if gate is not None and not number:
                yield gate
        yield finish()
        yield usage(12, len(parts))
        yield event("[DONE]")
        yield chunk(b"")

    return {**pages, CHAT: reply}


def machine(server: StreamServer, name: str, model: str, window: int = 2048) -> EndpointSetting:
    models = (RemoteModel(model, window),)
    return EndpointSetting(f"id-{name}", name, server.url, models=models)


def button_of(widget: QWidget, text: str) -> QPushButton:
    return next(each for each in widget.findChildren(QPushButton) if each.text() == text)


def press_button(widget: QWidget, text: str) -> None:
    QTest.mouseClick(button_of(widget, text), Qt.MouseButton.LeftButton)


async def choose_model(person: Person, name: str) -> None:
    """Open the picker by its keys, type a name, and press Enter."""
    await person.press(Qt.Key.Key_M, CONTROL | SHIFT)
    picker = person.rooms.model_picker.picker
    assert picker is not None
    QTest.keyClicks(picker.box, name)
    QTest.keyClick(picker.box, Qt.Key.Key_Return)
    await person.until(lambda: name in person.view.header.model_button.label)
    person.view.focus_composer()


async def question_of(person: Person) -> DepartureQuestion:
    """Wait for the question."""

    def found() -> list[DepartureQuestion]:
        widgets = QApplication.topLevelWidgets()
        return [
            each for each in widgets if isinstance(each, DepartureQuestion) and each.isVisible()
        ]

    await person.until(lambda: bool(found()))
    return found()[0]


async def send_and_agree(person: Person, text: str) -> str:
    """Send a message, and agree to where it goes."""
    person.rooms.window.activateWindow()
    person.view.focus_composer()
    name = await person.send(text)
    question = await question_of(person)
    machine_name = next(
        each.text() for each in question.findChildren(QPushButton) if "Send to" in each.text()
    )
    press_button(question, machine_name)
    person.rooms.window.activateWindow()
    return name


@flow
async def test_a_machine_is_added_tried_and_answers_what_it_was_agreed_to(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def first(server: StreamServer) -> None:
        async with hubbub(qapp, tmp_path) as person:
            await add_machine(person, server)
            await choose_model(person, "small.gguf")
            assert person.view.header.model_button.label == "small.gguf · on rack"
            name = await person.send("one two three")
            question = await question_of(person)
            # Enter sent the message; another one sends nothing away.
            await person.until(lambda: question.isActiveWindow() and bool(question.focusWidget()))
            QTest.keyClick(question.focusWidget() or question, Qt.Key.Key_Return)
            await person.until_idle(name)
            assert server.posts() == []
            assert person.view.composer.draft().text == "one two three"
            await send_and_agree(person, "")
            await person.until_idle(name)
            assert await person.stored(name) == [
                ("one two three", MessageStatus.COMPLETE),
                ("Hello from afar.", MessageStatus.COMPLETE),
            ]
            person.view.focus_composer()
            await person.until_idle(await person.send("again"))
            assert len(server.posts()) == 2, "asked once"
            assert "on rack" in person.view.header.model_button.label
            file = person.rooms.paths.settings_file
            await person.until(lambda: server.url in file.read_text("utf-8"))
            assert "secret" not in file.read_text("utf-8")

    async def second(server: StreamServer) -> None:
        settings, _ = SettingsFile(Paths.under(tmp_path).settings_file).load()
        async with hubbub(qapp, tmp_path, settings=settings) as person:
            assert person.view.header.model_button.label == "small.gguf · on rack"
            name = await person.send("after a restart")
            await person.until_idle(name)
            assert len(server.posts()) == 3
            sent = server.posts()[-1]
            assert [each["content"] for each in sent.json["messages"]][-1] == "after a restart"
            assert sent.headers["authorization"] == "Bearer secret-key"
            await person.new_tab()
            assert "rack" not in person.view.header.model_button.label, "it was this chat alone"

    with StreamServer(answering(llama_server(), "Hello", " from", " afar.")) as server:
        await first(server)
        await second(server)


@flow
async def test_two_machines_and_this_one_answer_at_the_same_moment(
    qapp: QApplication, tmp_path: Path
) -> None:
    gates = threading.Event(), threading.Event()

    async def flow(rack: StreamServer, mac: StreamServer) -> None:
        machines = (machine(rack, "rack", "tiny"), machine(mac, "mac", "large"))
        trusted = tuple(replace(each, is_trusted=True) for each in machines)
        settings = Settings(temperature=0.0, endpoints=trusted, max_reply_tokens=400)
        async with hubbub(qapp, tmp_path, settings=settings) as person:
            replies, items = person.rooms.replies, person.rooms.window.panes.items
            here = await person.send("What can you do?")
            names = []
            for model in ("tiny", "large"):
                names.append(await person.new_tab())
                await choose_model(person, model)
                await person.send("Hello")
            at_work = TabActivity.WRITING
            await person.until(lambda: all(items.state(each).activity is at_work for each in names))
            assert [items.state(each).machine for each in (here, *names)] == ["", "rack", "mac"]
            panel = person.rooms.engine_panel
            assert panel is not None
            # Stop, continue and regenerate what the second machine says.
            second = names[1]
            person.view.focus_composer()
            await person.press(Qt.Key.Key_Escape)
            await person.until_idle(second)
            assert mac.aborted.wait(60), "the machine was told by a closed connection"
            assert (await person.stored(second))[-1] == ("Once", MessageStatus.CANCELLED)
            gates[1].set()
            person.rooms.window.requests.continue_requested.emit(second)
            await person.until(lambda: second in replies.running_ids)
            await person.until_idle(second)
            text, status = (await person.stored(second))[-1]
            assert (text, status) == ("OnceOnce more.", MessageStatus.COMPLETE)
            assert mac.posts()[-1].json["messages"][-1] == {"role": "assistant", "content": "Once"}
            person.rooms.window.requests.regenerate_requested.emit(second)
            await person.until_idle(second)
            assert (await person.stored(second))[-1] == ("Once more.", MessageStatus.COMPLETE)
            gates[0].set()
            await person.until_idle(here, *names)
            assert (await person.stored(names[0]))[-1] == ("Yes, sir.", MessageStatus.COMPLETE)
            assert (await person.stored(here))[-1][1] is MessageStatus.COMPLETE

    first = answering(llama_server(), "Yes", ", sir.", gate=gates[0])
    first["/v1/models"] = models("llamacpp", "tiny")
    other = answering(vllm(), "Once", " more.", gate=gates[1])
    other["/v1/models"] = models("vllm", "large", max_model_len=4096)
    with StreamServer(first) as rack, StreamServer(other) as mac:
        await flow(rack, mac)


@flow
async def test_a_machine_that_is_away_leaves_the_chat_to_this_computer(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def flow(server: StreamServer) -> None:
        trusted = replace(machine(server, "rack", "small.gguf"), is_trusted=True)
        settings = Settings(temperature=0.0, endpoints=(trusted,), max_reply_tokens=20)
        async with hubbub(qapp, tmp_path, settings=settings) as person:
            await choose_model(person, "small.gguf")
            name = await person.send("My name is Ada.")
            await person.until_idle(name)
            server.__exit__()
            await person.send("What can you do?")
            await person.until_idle(name)
            assert (await person.stored(name))[-1][1] is MessageStatus.FAILED
            messages = person.view.transcript.messages()
            shown = person.view.transcript.view_of(messages[-1].id)
            assert shown is not None
            here = shown.footer.offers.here_button
            await person.until(here.isVisible)
            QTest.mouseClick(here, Qt.MouseButton.LeftButton)
            await person.until(lambda: "rack" not in person.view.header.model_button.label)
            await person.until_idle(name)
            stored = await person.stored(name)
            assert [text for text, _ in stored[:3]] == [
                "My name is Ada.",
                "Hello.",
                "What can you do?",
            ]
            assert stored[3][1] is MessageStatus.COMPLETE
            assert stored[3][0], "the model of this computer answers, with the same history"

    with StreamServer(answering(llama_server(), "Hello", ".")) as server:
        await flow(server)


async def add_machine(person: Person, server: StreamServer) -> None:
    """Open the settings at the page, add the machine there, and close them."""
    person.rooms.window.actions_by_name.settings.trigger()
    dialog = person.rooms.settings_page.page
    assert dialog is not None
    (item,) = dialog.form.page_choice.list.findItems("Other machines", Qt.MatchFlag.MatchExactly)
    area = dialog.form.page_choice.list.visualItemRect(item)
    viewport = dialog.form.page_choice.list.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=area.center())
    await person.until(lambda: not dialog.machines.add_button.visibleRegion().isEmpty())
    dialog.machines.add_button.setFocus()
    await person.press(Qt.Key.Key_Space)
    endpoint = person.rooms.settings_page.machines.page
    assert endpoint is not None
    await person.until(endpoint.address_box.hasFocus)
    await person.type(server.url)
    await person.press(Qt.Key.Key_Tab)
    await person.type("rack")
    for _field in (endpoint.kind_box, endpoint.key_box):
        await person.press(Qt.Key.Key_Tab)
    await person.type("secret-key")
    press_button(endpoint, "Test")
    await person.until(lambda: "llama-server" in endpoint.outcome.text())
    await person.press(Qt.Key.Key_Return)  # saves
    await person.until(lambda: bool(person.rooms.settings.current.endpoints))
    await person.until(dialog.machines.add_button.hasFocus)
    await person.press(Qt.Key.Key_Escape)
    await person.until(person.view.isVisible)
    person.view.focus_composer()
