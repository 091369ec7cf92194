"""Tables of the settings as a screen reader is told of them."""

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from app.engine_snapshot import CachedConversation
from app.widgets.settings.cache_view import CacheView


def test_no_cell_is_nameless_or_said_to_take_the_keyboard(qtbot: QtBot) -> None:
    view = CacheView()
    qtbot.addWidget(view)
    view.set_kept(
        (CachedConversation("a", "A story", 0, 12), CachedConversation("b", "Keys", 1, 0)), ""
    )
    view.show()
    (table,) = view.findChildren(QTableWidget)
    interface = QAccessible.queryAccessibleInterface(table)
    assert interface is not None
    children = [interface.child(number) for number in range(interface.childCount())]
    cells = [each for each in children if each and each.role() is QAccessible.Role.Cell]
    names = [each.text(QAccessible.Text.Name) for each in cells]
    assert len(names) == 8
    assert all(names)
    assert "Clear the cache of “A story”" in names
    assert not [each for each in cells if each.state().focusable]
