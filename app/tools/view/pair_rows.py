"""Names with their values, a row for each; the values of keys and passwords are hidden."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from app.tools.servers.config_files import looks_secret
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import IconButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import code_font
from app.widgets.kit.translation import fill


class PairRow(QWidget):
    """A name and its value, with a button that shows a hidden value and one that removes both."""

    def __init__(self, title: str, name: str, value: str, hints: tuple[str, str]) -> None:
        super().__init__()
        self.name_box, self.value_box = QLineEdit(name), QLineEdit(value)
        for box, hint in ((self.name_box, hints[0]), (self.value_box, hints[1])):
            box.setFont(code_font(self.font()))
            box.setPlaceholderText(hint)
            box.setCursorPosition(0)
            Composition(box)
        self.name_box.setAccessibleName(fill(self.tr("{title}: name"), title=title))
        self.value_box.setAccessibleName(fill(self.tr("{title}: value"), title=title))
        self.show_button = IconButton("eye", self.tr("Show the value"), self)
        self.show_button.setCheckable(True)
        self.remove_button = IconButton("close", self.tr("Remove"), self, size=14)
        for button in (self.show_button, self.remove_button):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # the fields of all rows are equally wide
            button.setSizePolicy(policy)
        row = horizontal_layout(self, self.name_box, self.value_box, margins=(0, 0, 0, 0))
        row.setSpacing(4)
        row.setStretch(0, 1)
        row.setStretch(1, 1)
        row.addWidget(self.show_button)
        row.addWidget(self.remove_button)
        self.show_button.toggled.connect(lambda _is_shown: self._show())
        self.name_box.textChanged.connect(lambda _text: self._show())
        self.value_box.textChanged.connect(lambda _text: self._show())
        self._show()

    @property
    def is_empty(self) -> bool:
        """Return whether neither field has a text."""
        return not self.name_box.text() and not self.value_box.text()

    def _show(self) -> None:
        name, value = self.name_box.text().strip(), self.value_box.text().strip()
        is_reference = value.startswith("${")  # to a key that is kept elsewhere
        is_secret = looks_secret(name) or bool(value and looks_secret(name, value))
        is_secret = is_secret and bool(value) and not is_reference
        is_hidden = is_secret and not self.show_button.isChecked()
        mode = QLineEdit.EchoMode.Password if is_hidden else QLineEdit.EchoMode.Normal
        if mode is not self.value_box.echoMode():
            self.value_box.setEchoMode(mode)
        self.show_button.setVisible(is_secret)
        self.remove_button.setVisible(not self.is_empty)


class PairRows(QWidget):
    """Variables or headers; the last row is empty, and pasted lines become rows of their own."""

    def __init__(self, title: str, values: dict[str, str], sign: str, hint: str) -> None:
        """``sign`` separates name and value in a pasted line, and in ``hint``."""
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # for the key of its label
        self._title, self._sign = title, sign
        name, _sign, value = hint.partition(sign)
        self._hints = name.strip(), value.strip()
        self.rows: list[PairRow] = []
        self._column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=4)
        for each in values.items():
            self._add_row(*each)
        self._add_row()

    @property
    def texts(self) -> list[str]:
        """The texts of all fields, also of rows without a name."""
        boxes = (box for each in self.rows for box in (each.name_box, each.value_box))
        return [text for box in boxes if (text := box.text())]

    def values(self) -> dict[str, str]:
        """Return the values by their names; rows without a name are left out."""
        pairs = ((each.name_box.text(), each.value_box.text()) for each in self.rows)
        return {name.strip(): value.strip() for name, value in pairs if name.strip()}

    def paste(self, text: str) -> bool:
        """Add a row for each line with a name and a value; return whether there was one."""
        pairs = (line.partition(self._sign.strip()) for line in text.splitlines())
        found = [(name.strip(), value.strip()) for name, sign, value in pairs if sign]
        found = [(name, value) for name, value in found if name and " " not in name]
        for name, value in found:
            last = self.rows[-1]
            last.name_box.setText(name)
            last.value_box.setText(value)
        return bool(found)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_press = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and isinstance(watched, QLineEdit):
            is_paste = event.matches(QKeySequence.StandardKey.Paste) and not watched.text()
            if is_paste and self.paste(QGuiApplication.clipboard().text()):
                return True
        return super().eventFilter(watched, event)

    def _add_row(self, name: str = "", value: str = "") -> None:
        row = PairRow(self._title, name, value, self._hints)
        row.name_box.installEventFilter(self)
        for box in (row.name_box, row.value_box):
            box.textChanged.connect(lambda _text: self._keep_last_empty())
        row.remove_button.clicked.connect(partial(self._remove, row))
        self.rows.append(row)
        self._column.addWidget(row)
        self.setFocusProxy(self.rows[0].name_box)

    def _keep_last_empty(self) -> None:
        if not self.rows[-1].is_empty:
            self._add_row()

    def _remove(self, row: PairRow, *_checked: bool) -> None:
        at = self.rows.index(row)
        if len(self.rows) == 1:
            return
        self.rows.remove(row)
        self.rows[min(at, len(self.rows) - 1)].name_box.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setFocusProxy(self.rows[0].name_box)
        row.hide()
        row.deleteLater()
