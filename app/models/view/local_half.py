"""The right half of the models page: the models of this computer, and the selected one."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QListView, QMenu, QScrollArea, QStackedLayout, QWidget

from app.models.library_model import ModelFolderReport, ModelFolderState
from app.models.view.details import ModelDetails
from app.models.view.model_list import LocalModel, LocalModelList, ModelDelegate
from app.widgets.kit.controls import ElidedLabel, MutedLabel, PillButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.state_panel import NoticeRow, StatePanel
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
_LIST, _NOTHING = 0, 1


class FolderRow(QWidget):
    """The row with the models folder, at the bottom of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel(self)
        self.button = PillButton(self.tr("Change…"))
        self.button.setAccessibleName(self.tr("Change the models folder"))
        row = horizontal_layout(self, self.label, self.button, margins=(0, 0, 0, 0), spacing=8)
        row.setStretch(0, 1)

    def set_folder(self, folder: str) -> None:
        """Show the path of the folder."""
        self.label.setText(fill(self.tr("Models folder: {folder}"), folder=folder))


class LocalHalf(QWidget):
    """Shows a list of models; ``details`` has the buttons of the selected one."""

    folder_requested = Signal()
    folder_removed = Signal(str)
    refresh_requested = Signal()
    undo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("On this computer"))
        self.title_label = QLabel(self.windowTitle())
        self.items = LocalModelList(self)
        self.box = FilterBox(self.tr("Filter models"), self)
        self.view = QListView(self)
        self.details = ModelDetails(self)
        self.nothing = StatePanel(self, icon="folder")
        self.state_label = MutedLabel(parent=self, wraps=True)
        self.notice = NoticeRow(self)
        self.folder_row = FolderRow(self)
        self.folders_button = PillButton(self.tr("Add a folder…"))
        self.refresh_button = PillButton(self.tr("Refresh"))
        self._area = QScrollArea(widgetResizable=True)
        self._stack = QStackedLayout()
        self._build_view()
        self._build_layout()
        self._connect()
        self.set_models((), is_looking=True)

    def set_models(self, models: Iterable[LocalModel], *, is_looking: bool) -> None:
        """Show these models; the selected one stays selected if it is among them."""
        path = self.details.path
        self.items.set_models(models)
        place = self.items.place_of(path) if path else None
        self._select(self._first_row() if place is None else place)
        self._show_nothing(is_looking=is_looking)

    def set_folders(self, reports: Iterable[ModelFolderReport], added: tuple[str, ...]) -> None:
        """Show the folders that could not be searched, and offer to remove added ones."""
        troubles = (self._trouble(each, is_added=each.folder.path in added) for each in reports)
        text = "\n".join(each for each in troubles if each)
        self.state_label.setText(text)
        self.state_label.setVisible(bool(text))
        self._offer_folders(added)

    def _offer_folders(self, added: tuple[str, ...]) -> None:
        """Let the button add a folder, or open a menu if there are some to remove."""
        self.folders_button.setText(self.tr("Folders") if added else self.tr("Add a folder…"))
        old = self.folders_button.menu()
        if old is not None:
            old.deleteLater()
        self.folders_button.setMenu(None)  # type: ignore[arg-type]  # Qt takes None
        if not added:
            return
        menu = QMenu(self.folders_button)
        menu.addAction(self.tr("Add a folder…")).triggered.connect(self.folder_requested)
        for path in added:
            entry = menu.addAction(fill(self.tr("Remove {path}"), path=path.replace("&", "&&")))
            entry.setData(path)
        menu.triggered.connect(self._on_menu)
        self.folders_button.setMenu(menu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.details.delete_button.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self.view.viewport().update()

    def _trouble(self, report: ModelFolderReport, *, is_added: bool) -> str:
        if report.state is ModelFolderState.REFUSED:
            text = self.tr("No permission to read {path}.")
        elif report.state is ModelFolderState.SILENT:
            text = self.tr("{path} does not answer; its models are not listed.")
        elif report.state is ModelFolderState.MISSING and is_added:
            text = self.tr("{path} does not exist.")
        else:
            return ""
        return fill(text, path=report.folder.path)

    def _show_nothing(self, *, is_looking: bool) -> None:
        has_some = self.items.rowCount() > 0
        self._stack.setCurrentIndex(_LIST if has_some else _NOTHING)
        actions: tuple[tuple[str, str], ...] = ()
        if is_looking:
            text = self.tr("Searching for models…")
        elif self.box.text():
            text = self.tr("No matching models.")
        else:
            text = self.tr(
                "No other models here yet. Models from LM Studio, Jan, GPT4All, Ollama, llama.cpp "
                "and the Hugging Face cache show up automatically. You can add other folders."
            )
            actions = (("folder", self.tr("Add a folder…")),)
        self.nothing.show_state(text, *actions)
        self.refresh_button.setEnabled(not is_looking)

    def _build_view(self) -> None:
        view = self.view
        view.setModel(self.items)
        view.setItemDelegate(ModelDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName(self.tr("Models on this computer"))
        view.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def _build_layout(self) -> None:
        self.title_label.setFont(sized_font(self.font(), TypeSize.TITLE, is_bold=True))
        self.state_label.hide()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.nothing)
        area = self._area
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self.details)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        buttons = QWidget()
        horizontal_layout(
            buttons, self.folders_button, self.refresh_button, margins=(0, 0, 0, 0), spacing=8
        )
        head = FlowLayout(self.title_label, last=buttons)
        column = vertical_layout(self, spacing=8)
        column.addLayout(head)
        column.addWidget(self.box)
        column.addWidget(self.state_label)
        column.addLayout(self._stack, 3)
        column.addWidget(area, 4)
        column.addWidget(self.notice)
        column.addWidget(self.folder_row)

    def _connect(self) -> None:
        self.box.textChanged.connect(self._on_text_changed)
        self.box.step_pressed.connect(self._on_step_pressed)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.view.activated.connect(self._on_activated)
        self.box.returnPressed.connect(self._on_activated)
        self.refresh_button.clicked.connect(self.refresh_requested)
        self.folders_button.clicked.connect(self._on_folders_clicked)
        self.nothing.action_requested.connect(self.folder_requested)
        self.notice.button.clicked.connect(self.undo_requested)

    def _on_text_changed(self, text: str) -> None:
        self.items.set_text(text)
        self._select(self._first_row())
        self._show_nothing(is_looking=not self.refresh_button.isEnabled())

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        rows = self._model_rows()
        if not rows:
            return
        row = self.view.currentIndex().row()
        at = rows.index(row) if row in rows else 0
        wanted = at + _STEPS[Qt.Key(event.key())]
        self._select(rows[min(max(0, wanted), len(rows) - 1)])

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._show_details(current.row())

    def _on_activated(self) -> None:
        self.details.use_button.click()

    def _on_folders_clicked(self) -> None:
        if self.folders_button.menu() is None:  # otherwise a click opens the menu
            self.folder_requested.emit()

    def _on_menu(self, action: object) -> None:
        path = action.data() if hasattr(action, "data") else None
        if path:
            self.folder_removed.emit(path)

    def _model_rows(self) -> list[int]:
        rows = range(self.items.rowCount())
        return [row for row in rows if self.items.local_at(row) is not None]

    def _first_row(self) -> int:
        return next(iter(self._model_rows()), -1)

    def _select(self, row: int) -> None:
        index = self.items.index(row) if row >= 0 else QModelIndex()
        self.view.setCurrentIndex(index)
        self._show_details(row)

    def _show_details(self, row: int) -> None:
        local = self.items.local_at(row) if row >= 0 else None
        self.details.set_model(local)
        self._area.setVisible(local is not None)
