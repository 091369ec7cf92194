"""F12: the panel shows the real engine while it answers, and costs nothing while it is hidden."""

from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain import OutgoingMessage
from tests.flows.driving import hubbub

TAB_COUNT = 10  # some wait, and all together take longer than the engine waits between two reports


def test_the_panel_shows_the_engine_at_work(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            controller = person.rooms.engine_panel
            panel = controller.dock.panel
            assert not controller.is_drawing

            await person.press(Qt.Key.Key_F12)
            await person.until(lambda: controller.is_drawing)
            assert "Slot 4 is free" in panel.slot_chart.accessibleDescription()
            described = panel.slot_chart.accessibleDescription
            tabs = await person.rooms.tabs.open_empty_tabs(TAB_COUNT)
            for each in tabs:
                person.rooms.replies.send(each, OutgoingMessage("Tell me a story about tabs"))
            await person.until(lambda: "is answering “" in described())
            await person.until(lambda: panel.waiting_label.text().startswith("1. "))
            await person.until_idle(*tabs)
            await person.until(lambda: "is answering “" not in described())
            assert "Slot 1 caches “" in described()
            assert panel.waiting_label.text() == "No chat is waiting."
            lines = dict(panel.lines())
            assert lines["Writing, all chats"].endswith("tokens/s")
            assert lines["Token gap, median"].endswith("ms")
            assert lines["Engine, with the model"].endswith("MB")
            assert panel.step_chart.text().startswith("The longest step")

            person.view.focus_composer()
            await person.press(Qt.Key.Key_F12)
            assert not controller.is_drawing
            person.rooms.arrangement.remember()
            assert person.rooms.settings.current.window_panels

    qt_loop.run_until_complete(flow())
