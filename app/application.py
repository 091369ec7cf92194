"""The rooms, built and joined; closed again in reverse order."""

import asyncio
import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.chat.request_builder import ChatSettings
from app.chat.titles import Titles
from app.chat.turns import Turns
from app.controllers.banners import Banners
from app.controllers.conversations.branches import BranchesController
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.deletion import DeletionController
from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.folders import Folders
from app.controllers.conversations.imports import ImportController
from app.controllers.conversations.maintenance import Maintenance
from app.controllers.conversations.options import OptionsController
from app.controllers.conversations.restored_tabs import RestoredTabs
from app.controllers.conversations.suggestions import Suggestions
from app.controllers.conversations.tabs import TabsController
from app.controllers.conversations.titles import AutomaticTitles, TitleGenerator
from app.controllers.conversations.transfer import TransferController
from app.controllers.conversations.trash import TrashController
from app.controllers.conversations.variants import VariantsController
from app.controllers.engine.context import ContextController
from app.controllers.engine.model import ModelController
from app.controllers.engine.panel import EnginePanelController
from app.controllers.messages.composer import ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.messages.send_queues import SendQueues
from app.controllers.messages.sent_files import SentFilesController
from app.controllers.services import Services
from app.controllers.settings import Language, SettingsController
from app.controllers.tasks import Tasks
from app.controllers.window.about import AboutController
from app.controllers.window.notifications import NotificationController
from app.controllers.window.onboarding import OnboardingController
from app.controllers.window.settings_dialog import SettingsDialogController
from app.controllers.window.updates import UpdatesController
from app.controllers.window.view import ViewController
from app.data_folders import Paths
from app.errors import StorageError, lazy
from app.settings import Settings, SettingsFile
from app.single_instance import LaunchRequest
from app.storage.history import History
from app.widgets.window.bug_dialog import BugReporter
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient
from engine.wire.sampling_params import SamplingParams

_CLOSED_NOTE = lazy("Hubbub ended while this answer was being written.")


class Application:
    """Everything that lives as long as the window does."""

    def __init__(self, application: QApplication, paths: Paths, history: History) -> None:
        """Build the rooms around an open history; nothing runs yet."""
        self.paths = paths
        settings_file = SettingsFile(paths.settings_file)
        settings, self._settings_notice = settings_file.load()
        # Before the window: a translator that comes later does not reach the texts on screen.
        self.language = Language(application, settings.language)
        self.window = MainWindow()
        self.bugs = BugReporter(self.window)
        self.banners = Banners(self.window)
        self.tasks = Tasks(self.banners.report)
        self.history = history
        folders = (str(paths.conversation_cache), str(paths.gpu_packs))
        self.client = EngineClient(folders=folders if settings.confines_engine else ())
        self.settings = SettingsController(settings, settings_file, self.tasks)
        self.turns = Turns(history, self.client, chat_settings(settings), self.banners.report)
        self.replies = Replies(self.window, self.turns, self.tasks)
        self._services = services = Services(
            self.window, history, self.client, self.settings, self.tasks, self.banners
        )
        self._build_conversations(services)
        self._build_engine(services)
        self._build_window(services, application)
        self.settings.changes.add(self._on_settings_changed)
        self.wants_restart = False
        self.backup_name = ""  # what the builder restores before it builds again
        self._quit = asyncio.get_running_loop().create_future()
        self.window.requests.quit_requested.connect(self.quit)

    def _build_conversations(self, services: Services) -> None:
        replies, turns, history = self.replies, self.turns, services.history
        self.queues = SendQueues(self.window, history, turns, replies, self.tasks)
        self.tabs = TabsController(services, replies)
        self.drafts = Drafts(services, replies)
        self.suggestions = Suggestions(services, replies, self.tabs)
        self.deletion = DeletionController(services, replies, self.tabs)
        self.conversations = ConversationsController(services, replies, self.tabs, self.deletion)
        self.folders = Folders(services, self.conversations)
        titles = Titles(history, self.client, turns.requests)
        self.automatic_titles = AutomaticTitles(services, titles, replies, self.conversations)
        self.title_generator = TitleGenerator(services, titles, replies, self.conversations)
        self.options = OptionsController(services, turns, replies)
        self.composer = ComposerController(services, turns.requests, replies)
        self.sent_files = SentFilesController(self.window, history, replies, self.tasks)
        self.branches = BranchesController(services, turns, replies, self.tabs)
        self.variants = VariantsController(services, turns, replies, self.branches)
        self.trash = TrashController(services, self.deletion)
        self.transfer = TransferController(services)
        self.imports = ImportController(services, self.conversations, self.deletion, self.tabs)
        self.maintenance = Maintenance(services)

    def _build_engine(self, services: Services) -> None:
        self.context = ContextController(services, self.replies, self.branches, self.options)
        self.model = ModelController(services, self.replies, self.paths)
        self.engine_panel = EnginePanelController(self.window, self.client)

    def _build_window(self, services: Services, application: QApplication) -> None:
        self.about = AboutController(self.window, self.tasks)
        self.view = ViewController(application, services, self.drafts)
        self.notifications = NotificationController(services, self.replies, self.tabs)
        self.settings_dialog = SettingsDialogController(services, self.paths)
        self.onboarding = OnboardingController(services)
        self.settings_dialog.on_tour = self.onboarding.start_tour
        self.settings_dialog.on_restart = self.restart
        self.settings_dialog.backups.on_restore = self.restore
        self.updates = UpdatesController(self.settings, self.banners, self.tasks)

    async def start(self, model: str | None = None) -> None:
        """Show the window with the tabs of last time, and start the engine, with this model."""
        await self.client.start()
        if model is None:
            self.model.load_at_start()
        else:
            self.model.open(model)
        try:
            await self.history.turns.interrupt_unfinished(_CLOSED_NOTE)
        except StorageError as error:
            self.banners.report(error)  # all text can be read nevertheless
        await RestoredTabs(self._services, self.tabs).open()
        await self.conversations.refresh()
        self.view.show_windows()
        for text in (*self.history.warnings, self._settings_notice):
            if text:
                self.banners.show(text)
        self.maintenance.start()
        self.updates.start()

    def show_again(self, request: LaunchRequest) -> None:
        """Come to the front, and do what a second start was asked to do."""
        if request.activation_token:
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation_token  # Qt takes it from there
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        if request.model is not None:
            self.model.open(request.model)

    def quit(self) -> None:
        """Make ``wait_for_quit`` return."""
        if not self._quit.done():
            self._quit.set_result(None)

    def restart(self) -> None:
        """Quit, to be built again at once; ``wants_restart`` tells the builder."""
        self.wants_restart = True
        self.quit()

    def restore(self, backup_name: str) -> None:
        """Restart on the content of a backup, once nothing uses the histories any more."""
        self.backup_name = backup_name
        self.restart()

    async def wait_for_quit(self) -> None:
        """Return when the user has asked for the end."""
        await self._quit

    async def close(self) -> None:
        """Stop what runs, store its output, and close everything."""
        self.view.remember_geometry()
        # Early: the tasks that store them are awaited below.
        self.drafts.flush()
        self.window.hide_all()
        self.maintenance.close()
        self.automatic_titles.close()
        self.title_generator.close()
        self.updates.close()
        self.imports.close()
        await self.replies.close()
        await self.turns.save_unsaved()
        # Behind all that starts tasks, and before the engine that some of them ask.
        await self.tasks.finish()
        await self.client.close()
        self.window.force_close()
        self.language.remove()

    def _on_settings_changed(self, _old: Settings, new: Settings) -> None:
        self.turns.settings = chat_settings(new)


def chat_settings(settings: Settings) -> ChatSettings:
    """Return the chat's part of the settings."""
    sampling = SamplingParams(
        temperature=settings.temperature, max_tokens=settings.max_reply_tokens
    )
    return ChatSettings(settings.system_prompt, sampling)
