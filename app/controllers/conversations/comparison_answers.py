"""What becomes of the answers of a comparison: replies of a chat, or a file."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Comparison, ComparisonCell, ConversationOptions
from app.errors import SourceGone, TransferFailed
from app.transfer.comparisons import to_csv, to_markdown
from app.transfer.exporting import base_name, part_of
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate
from engine.files import move


class ComparisonAnswers(Controller):
    """Puts answers beside the others of their question, and writes all of them to files."""

    def __init__(
        self,
        services: Services,
        replies: Replies,
        tabs: TabsController,
        conversations: ConversationsController,
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._tabs = tabs
        self._conversations = conversations

    async def keep(self, comparison: Comparison, cell_ids: tuple[int, ...]) -> None:
        """Store answers as replies of the chat, of a new one where there is none, and show it.

        Raises StorageError, as where the chat is just being answered.
        """
        cells = tuple(cell for cell in comparison.cells if cell.id in cell_ids and cell.has_answer)
        if not cells:
            return
        conversation_id, message_id = comparison.conversation_id, comparison.message_id
        if conversation_id is None or message_id is None:
            conversation_id, message_id = await self._begin_chat(comparison, cells[0])
            cells = cells[1:]
        # The first is to be shown: it is stored last.
        await self._history.comparisons.keep(message_id, cells[::-1])
        await self._show(conversation_id)

    async def _begin_chat(self, comparison: Comparison, cell: ComparisonCell) -> tuple[str, int]:
        """Begin a chat with the question and its first answer, asked as that cell was."""
        assert cell.status is not None
        repository, version_id = self._history.conversations, None
        source = cell.options.source
        if source is not None and source.source_id:
            with suppress(SourceGone):  # the chat then has the answer, and not the text
                found = await self._history.sources.link(source.source_id, source.number)
                version_id = found.version_id
        conversation = await repository.create(comparison.title, source_version_id=version_id)
        await repository.set_options(conversation.id, cell.options.over(ConversationOptions()))
        turn = await self._history.turns.start(conversation.id, comparison.question)
        await self._history.turns.finish_reply(
            turn.reply.id, cell.text, cell.status, cell.note, cell.usage, cell.reasoning
        )
        # From now on it belongs to that chat, so that further answers become its versions.
        await self._history.comparisons.attach(comparison.id, conversation.id, turn.user.id)
        return conversation.id, turn.user.id

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            self._replies.show_branch(conversation.messages, view)
        self._tabs.open_tab(conversation_id)
        # No turn was asked that the list would hear of.
        self._conversations.update(conversation_id)
        if conversation is not None:
            said = translate("Comparisons", "The answer is in the chat “{title}”.")
            self._toasts.show(fill(said, title=conversation.title))
        self._window.raise_()  # from behind the comparison, where nobody would see it
        self._window.activateWindow()

    def ask_export(self, comparison: Comparison) -> None:
        """Ask for the file, and write what is stored then."""
        self._window.dialogs.choose_file(
            partial(file_choice.to_save, base_name(comparison.title), (".md", ".csv")),
            lambda paths: self._tasks.start(self.export(comparison.id, Path(paths[0]))),
        )

    async def export(self, comparison_id: str, path: Path) -> None:
        """Write Markdown, or CSV where the name says so. Raises TransferFailed."""
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is None:
            return
        write = to_csv if path.suffix.lower() == ".csv" else to_markdown
        # Beside the target: only on the same disk a rename replaces a file in one step.
        part = part_of(path)
        try:
            text = await asyncio.to_thread(write, comparison)
            await asyncio.to_thread(part.write_bytes, text.encode("utf-8", "replace"))
            await asyncio.to_thread(move, part, path)
        except OSError as error:
            said = translate(
                "Transfer", "The file {path} could not be written: {reason}. Choose another folder."
            )
            raise TransferFailed(fill(said, path=path, reason=error)) from error
        finally:
            with suppress(OSError):  # it is missing where it could not be written
                await asyncio.to_thread(part.unlink)
        said = translate("Comparisons", "The answers were exported to {path}.")
        self._toasts.show(fill(said, path=path))
