"""The requests of the comparisons page, and the choices that it offers."""

import msgspec
from PySide6.QtCore import QObject, Signal

from app.comparisons.model import CellSource
from app.domain.chat_options import ChatModel
from app.machines.model import Route
from app.widgets.transcript.message_requests import MessageRequests


class OfferedModel(msgspec.Struct, frozen=True):
    """A model that can answer cells: of this computer, or by a route to another machine.

    ``host`` is empty for this computer.
    """

    name: str
    model: Route | ChatModel
    host: str = ""
    origin: str = ""


class Offers(msgspec.Struct, frozen=True):
    """The choices for a comparison."""

    preset_names: tuple[str, ...] = ()
    models: tuple[OfferedModel, ...] = ()
    sources: tuple[CellSource, ...] = ()


class ChatQuestion(msgspec.Struct, frozen=True):
    """A question of a chat; its answers can become versions of the reply there."""

    conversation_id: str
    message_id: int
    text: str
    title: str


class ComparisonRequests(QObject):
    """The signals of the page; requests about cells have their ids.

    ``texts`` has the requests of the user in the texts of the answers.
    """

    comparison_selected = Signal(str)  # of the list
    answers_submitted = Signal(str, object, tuple)  # question, ComparisonAxes, consents
    list_submitted = Signal(str, tuple, object, tuple)  # name, questions, CellOptions, consents
    models_ticked = Signal(tuple)  # those of this computer
    file_requested = Signal()
    stop_requested = Signal()
    resume_requested = Signal()
    cell_stop_requested = Signal(int)
    cell_again_requested = Signal(int)
    keep_requested = Signal(tuple)
    copied = Signal()
    export_requested = Signal()
    delete_requested = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.texts = MessageRequests(self)
