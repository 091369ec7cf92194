"""F12: the panel shows the real engine while it answers, and costs nothing while it is hidden."""

from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.flows.driving import hubbub


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
            person.view.focus_composer()
            asked = await person.send("Tell me a story about tabs")
            described = panel.slot_chart.accessibleDescription
            await person.until(lambda: "is answering “" in described())
            await person.until_idle(asked)
            title = person.rooms.window.tabs.bar.title
            await person.until(lambda: f"keeps “{title(asked)}” warm" in described())
            lines = dict(panel.lines())
            assert lines["Writing, all chats"].endswith("tokens/s")
            assert lines["Token gap, median"].endswith("ms")
            assert lines["Engine, with the model"].endswith("MB")
            assert panel.step_chart.words().startswith("The longest step")

            await person.press(Qt.Key.Key_F12)
            assert not controller.is_drawing
            person.rooms.view.remember_geometry()
            assert person.rooms.settings.current.window_panels

    qt_loop.run_until_complete(flow())
