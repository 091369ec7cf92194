"""Saved prompts: offered in every composer, stored, imported and exported."""

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.prompts.model import LONGEST_PROMPT_NAME, SavedPrompt, free_name
from app.prompts.prompt_files import read_prompts, write_prompts
from app.prompts.view import SavedPromptsPage
from app.widgets.composer.composer import Composer
from app.widgets.composer.prompt_picker import PromptCommand
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs import file_choice
from app.widgets.kit.small_dialogs import NameDialog
from app.widgets.kit.translation import fill, translate


class SavedPromptsController(Controller):
    """Offers the saved prompts in all composers, and handles their page."""

    def __init__(self, services: Services, replies: Replies) -> None:
        super().__init__(services)
        self._prompts: tuple[SavedPrompt, ...] = ()
        self.page: SavedPromptsPage | None = None  # while it is open
        replies.views.add(self._on_view)
        for grid in self._window.grids.grids():
            self._fill(grid.send_box.composer)
        self._window.grids.grid_added.connect(lambda grid: self._fill(grid.send_box.composer))
        requests = self._window.requests
        requests.saved_prompts_requested.connect(self.show)
        requests.save_prompt_requested.connect(self.ask_name)

    async def load(self) -> None:
        """Read the prompts, and offer them."""
        self._prompts = await self._history.saved_prompts.all()
        self._window.commands.palette.prompts = self._prompts
        views = [self._window.panes.view_of(each) for each in self._window.panes.ids()]
        boxes = [view.composer for view in views if view is not None]
        for box in (*boxes, *(grid.send_box.composer for grid in self._window.grids.grids())):
            box.prompts.set_prompts(self._prompts)

    def show(self) -> None:
        """Show the page, or bring the one that is open to the front."""
        if self.page is None:
            self.page = SavedPromptsPage(self._prompts, self._window)
            self.page.saved.connect(self._tasks.starter(self._save))
            self.page.deleted.connect(self._tasks.starter(self._delete))
            self.page.import_requested.connect(self._ask_import)
            self.page.export_requested.connect(self._ask_export)
            self.page.finished.connect(self._on_finished)
        self._window.pages.show_page(self.page)

    def ask_name(self, conversation_id: str) -> None:
        """Ask for a name to save the text of a composer as a prompt."""
        view = self._window.panes.view_of(conversation_id)
        text = "" if view is None else view.composer.edit.toPlainText().strip()
        if not text:
            self._toasts.show(
                translate("SavedPrompts", "Write the prompt into the message box first.")
            )
            return
        taken = {each.name for each in self._prompts}
        proposal = free_name(" ".join(text.split())[:40].strip(), taken)
        dialog = NameDialog(
            proposal,
            self._window.dialogs.front_window(),
            title=translate("SavedPrompts", "Save as prompt"),
        )
        dialog.named.connect(lambda name: self._tasks.start(self._keep(name, text)))
        dialog.open()

    async def _keep(self, name: str, text: str) -> None:
        """Save a text; if the name is taken, add a number to it."""
        taken = {each.name for each in self._prompts}
        name = free_name(name[:LONGEST_PROMPT_NAME], taken)
        await self._history.saved_prompts.save(SavedPrompt(name, text))
        await self.load()
        said = translate("SavedPrompts", "Saved as “{name}”. Type / to use it.")
        self._toasts.show(fill(said, name=name), kind="saved_prompt")

    async def _save(self, prompt: SavedPrompt, before: str) -> None:
        await self._history.saved_prompts.save(prompt, instead_of=before)
        await self.load()

    async def _delete(self, name: str) -> None:
        await self._history.saved_prompts.delete(name)
        await self.load()

    def _on_view(self, _conversation: Conversation, view: ConversationView) -> None:
        self._fill(view.composer)

    def _fill(self, box: Composer) -> None:
        box.prompts.set_prompts(self._prompts)
        box.prompts.command_chosen.connect(self._on_command)

    def _on_command(self, command: PromptCommand) -> None:
        self.show()
        if command is PromptCommand.NEW and self.page is not None:
            self.page.add()

    def _on_finished(self) -> None:
        self.page = None

    def _ask_import(self) -> None:
        self._window.dialogs.choose_file(
            _import_dialog, lambda paths: self._tasks.start(self._import(Path(paths[0])))
        )

    async def _import(self, path: Path) -> None:
        prompts = await asyncio.to_thread(read_prompts, path)
        added = await self._history.saved_prompts.add(prompts)
        await self.load()
        if self.page is not None:
            self.page.set_prompts(self._prompts)
        text = translate("SavedPrompts", "Imported {count:,} prompts.")
        if added == 1:
            text = translate("SavedPrompts", "Imported one prompt.")
        self._toasts.show(fill(text, count=added))

    def _ask_export(self) -> None:
        self._window.dialogs.choose_file(
            _export_dialog, lambda paths: self._tasks.start(self._export(Path(paths[0])))
        )

    async def _export(self, path: Path) -> None:
        prompts = await self._history.saved_prompts.all()
        await asyncio.to_thread(write_prompts, path, prompts)
        text = translate("SavedPrompts", "Exported {count:,} prompts to {path}.")
        if len(prompts) == 1:
            text = translate("SavedPrompts", "Exported one prompt to {path}.")
        self._toasts.show(fill(text, count=len(prompts), path=path))


def _import_dialog(folder: str, parent: QWidget) -> QFileDialog:
    dialog = file_choice.file_dialog(translate("SavedPrompts", "Import prompts"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters([_filter(), translate("FileChoice", "All files (*)")])
    return dialog


def _export_dialog(folder: str, parent: QWidget) -> QFileDialog:
    dialog = file_choice.file_dialog(translate("SavedPrompts", "Export prompts"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([_filter()])
    dialog.setDefaultSuffix(".json")
    dialog.selectFile("hubbub-prompts.json")
    return dialog


def _filter() -> str:
    return translate("SavedPrompts", "Saved prompts (*.json)")
