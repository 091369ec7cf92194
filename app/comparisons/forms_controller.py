"""What the forms of comparisons and lists offer, read from files, and store."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from app.comparisons.model import (
    CellOptions,
    CellSource,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
    QuestionTable,
)
from app.comparisons.question_tables import MAX_CHARS, read_table
from app.comparisons.view.comparison_requests import ChatQuestion, OfferedModel, Offers
from app.controllers.services import Controller, Services
from app.documents.text_files import file_content, plain_text
from app.domain.chat_options import ChatModel
from app.errors import FileNotTaken
from app.machines.model import HERE, Route
from app.models.library.model_files import ModelFiles
from app.models.library.models import used_paths
from app.settings import Settings
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate


class ComparisonForms(Controller):
    """Stores what the forms submit, and reads files for them.

    ``on_stored`` gets each stored comparison, ``on_table`` the table of each file.
    """

    def __init__(
        self,
        services: Services,
        on_stored: Callable[[Comparison], Awaitable[None]],
        on_table: Callable[[str, QuestionTable], None],
        model_files: ModelFiles,
    ) -> None:
        super().__init__(services)
        self._model_files = model_files
        self._on_stored = on_stored
        self._on_table = on_table

    async def offers(self) -> Offers:
        """Return the presets, models and sources that can be chosen now."""
        presets = await self._history.presets.all()
        sources = await self._history.sources.all()
        settings = self._settings.current
        local = await self._model_files.all(used_paths(settings))
        return Offers(
            tuple(each.name for each in presets),
            _offered_models(local, settings),
            tuple(CellSource(each.id, each.newest.number, each.name) for each in sources),
        )

    def ask_file(self) -> None:
        """Ask for a file, and offer its rows as a list of questions."""
        self._window.dialogs.choose_file(
            file_choice.to_open_table,
            lambda paths: self._tasks.start(self.read_file(Path(paths[0]))),
        )

    async def read_file(self, path: Path) -> None:
        """Offer the rows of a file as a list of questions. Raises FileNotTaken."""
        self._on_table(path.stem, await asyncio.to_thread(_table_in, path))

    async def begin_answers(
        self,
        question: str,
        axes: ComparisonAxes,
        consents: tuple[str, ...],
        asked: ChatQuestion | None = None,
    ) -> None:
        """Store a question, of a chat or none, with one cell for each combination of the axes."""
        cells = tuple(ComparisonCell(0, 0, options) for options in axes.cells())
        await self._begin(
            Comparison(
                "",
                ComparisonKind.CELLS,
                "",
                question,
                datetime.now(UTC),
                None if asked is None else asked.conversation_id,
                None if asked is None else asked.message_id,
                consents=consents,
                cells=cells,
            )
        )

    async def begin_list(
        self,
        name: str,
        questions: tuple[str, ...],
        options: CellOptions,
        consents: tuple[str, ...],
    ) -> None:
        """Store a list of questions."""
        cells = tuple(ComparisonCell(0, 0, options, text) for text in questions)
        now = datetime.now(UTC)
        kind = ComparisonKind.ROWS
        await self._begin(Comparison("", kind, name, "", now, consents=consents, cells=cells))

    async def _begin(self, comparison: Comparison) -> None:
        await self._on_stored(await self._history.comparisons.add(comparison))


def _offered_models(local: tuple[ChatModel, ...], settings: Settings) -> tuple[OfferedModel, ...]:
    """Return the models that can answer now: of this computer, and of other machines."""
    text = translate("Comparisons", "This computer: {name}")
    found = [OfferedModel(fill(text, name=each.name), each) for each in local]
    if not local:
        found.append(OfferedModel(translate("Comparisons", "This computer"), HERE))
    for endpoint in () if settings.is_offline else settings.endpoints:
        origin = "" if endpoint.is_trusted else endpoint.origin
        host = "" if endpoint.is_trusted else endpoint.host
        found += [
            OfferedModel(
                f"{endpoint.name}: {each.name}", Route(endpoint.id, each.name), host, origin
            )
            for each in endpoint.models
        ]
    return tuple(found)


def _table_in(path: Path) -> QuestionTable:
    """Return the rows of a file, up to the limits of a list. Raises FileNotTaken."""
    content, size = file_content(path, MAX_CHARS)
    is_cut = size > len(content)
    try:
        text = _text_in(path.name, content, is_cut=is_cut)
    except FileNotTaken as error:
        said = translate("Comparisons", "“{name}” has no text. Save the table as CSV first.")
        raise FileNotTaken(fill(said, name=path.name)) from error
    return read_table(text, is_cut=is_cut)


def _text_in(name: str, content: bytes, *, is_cut: bool) -> str:
    try:
        return plain_text(name, content, is_cut=is_cut).text
    except FileNotTaken:
        # Some programs leave NULs in their tables.
        return plain_text(name, content.replace(b"\0", b""), is_cut=is_cut).text
