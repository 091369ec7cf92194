"""What becomes of the answers of a comparison: replies in a chat, or a file."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path

from app.comparisons.model import Comparison, ComparisonCell
from app.comparisons.question_tables import to_csv, to_markdown
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import ConversationOptions
from app.errors import SourceGone, TransferFailed
from app.transfer.exporting import base_name, part_of
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate
from engine.files import move


class ComparisonAnswers(Controller):
    """Adds answers to chats as versions of a reply, and exports comparisons."""

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
        """Store answers as replies in the chat, or in a new one, and show it.

        Raises StorageError, for example while the chat is being answered.
        """
        cells = tuple(cell for cell in comparison.cells if cell.id in cell_ids and cell.has_answer)
        if not cells:
            return
        conversation_id, message_id = comparison.conversation_id, comparison.message_id
        if conversation_id is None or message_id is None:
            conversation_id, message_id = await self._begin_chat(comparison, cells[0])
            cells = cells[1:]
        # The last stored reply is shown, so the first answer is stored last.
        await self._history.comparisons.keep(message_id, cells[::-1])
        await self._show(conversation_id)

    async def _begin_chat(self, comparison: Comparison, cell: ComparisonCell) -> tuple[str, int]:
        """Create a chat with the question, a cell's answer, and the options of the cell."""
        assert cell.status is not None
        repository, version_id = self._history.conversations, None
        source = cell.options.source
        if source is not None and source.source_id:
            with suppress(SourceGone):  # the chat then has the answer without the source
                found = await self._history.sources.link(source.source_id, source.number)
                version_id = found.version_id
        conversation = await repository.create(comparison.title, source_version_id=version_id)
        await repository.set_options(conversation.id, cell.options.over(ConversationOptions()))
        turn = await self._history.turns.start(conversation.id, comparison.question)
        await self._history.turns.finish_reply(
            turn.reply.id, cell.text, cell.status, cell.note, cell.usage, cell.reasoning
        )
        # The comparison belongs to that chat now, so that further answers become versions.
        await self._history.comparisons.attach(comparison.id, conversation.id, turn.user.id)
        return conversation.id, turn.user.id

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            self._replies.show_branch(conversation.messages, view)
        self._tabs.open_tab(conversation_id)
        # There was no turn that would update the list.
        self._conversations.update(conversation_id)
        if conversation is not None:
            said = translate("Comparisons", "The answer is in the chat “{title}”.")
            self._toasts.show(fill(said, title=conversation.title))
        self._window.pages.leave()  # otherwise the chat would be hidden by the comparison

    def ask_export(self, comparison: Comparison) -> None:
        """Ask for the file, and export the stored comparison."""
        self._window.dialogs.choose_file(
            partial(file_choice.to_save, base_name(comparison.title), (".md", ".csv")),
            lambda paths: self._tasks.start(self.export(comparison.id, Path(paths[0]))),
        )

    async def export(self, comparison_id: str, path: Path) -> None:
        """Write CSV if the suffix is .csv, otherwise Markdown. Raises TransferFailed."""
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is None:
            return
        write = to_csv if path.suffix.lower() == ".csv" else to_markdown
        # Next to the target: a rename replaces a file in one step only on the same disk.
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
            with suppress(OSError):  # it is missing if it could not be written
                await asyncio.to_thread(part.unlink)
        said = translate("Comparisons", "The answers were exported to {path}.")
        self._toasts.show(fill(said, path=path))
