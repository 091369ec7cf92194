"""The application: builds and connects all components, and closes them in reverse order."""

import asyncio
import os
import sys
from functools import partial

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from app.chat.recap_requests import Recaps
from app.chat.router import RequestRouter
from app.chat.title_proposals import Titles
from app.chat.turns import Turns
from app.comparisons.controller import ComparisonsController
from app.controllers.conversations.branches_controller import (
    BranchesController,
    EarlierPoints,
    VariantsController,
)
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.export_controller import TransferController
from app.controllers.conversations.folders import ArchiveController, Folders
from app.controllers.conversations.grid_controller import GridController
from app.controllers.conversations.import_controller import ImportController
from app.controllers.conversations.maintenance import Maintenance
from app.controllers.conversations.message_changes import MessageChanges
from app.controllers.conversations.recap_controller import RecapController
from app.controllers.conversations.suggestions import Suggestions
from app.controllers.conversations.tabs_controller import RestoredTabs, TabsController
from app.controllers.conversations.thinking_controller import ThinkingController
from app.controllers.conversations.title_controllers import AutomaticTitles, TitleGenerator
from app.controllers.conversations.trash_controller import DeletionController, TrashController
from app.controllers.engine.context_controller import ContextController
from app.controllers.engine.engine_panel_controller import EnginePanelController
from app.controllers.engine.loaded_models import LoadedModelsController
from app.controllers.engine.rpc_servers import RpcServersController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.composer_controller import ComposerController
from app.controllers.messages.mentioned_chats import MentionedChats
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import DepartureQuestions, RoutesController
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Services
from app.controllers.settings_controller import Language, SettingsController, chat_settings_of
from app.controllers.tasks import Tasks
from app.controllers.toasts import Toasts
from app.controllers.undo import UndoOffers
from app.controllers.window.about_controller import AboutController
from app.controllers.window.examples import Examples
from app.controllers.window.headers import HeadersController
from app.controllers.window.interrupted import InterruptedReplies
from app.controllers.window.leaving import LeavingController, UnsavedTexts
from app.controllers.window.notifications import NotificationController
from app.controllers.window.now_controller import NowController
from app.controllers.window.onboarding import OnboardingController
from app.controllers.window.palette_controller import PaletteController
from app.controllers.window.settings_pages import SettingsPageController
from app.controllers.window.updates_controller import UpdatesController
from app.controllers.window.view_controller import ArrangementController, ViewController
from app.data_folders import Paths
from app.documents.controller import SentFilesController
from app.engine_settings import cache_limit
from app.engine_snapshot import AnsweringCounts
from app.errors import StorageError, lazy
from app.machines.controller import MachinesController
from app.media.attached import Pictures
from app.media.decoder import PictureDecoder
from app.media.program_media import ProgramMedia
from app.models.controllers.chat_models import ChatModelsController
from app.models.controllers.downloads import DownloadsController, LeftoversController
from app.models.controllers.folder import ModelsFolderController
from app.models.controllers.hub_repository import HubRepositoryController
from app.models.controllers.hub_search import HubSearchController
from app.models.controllers.hub_token import HubTokenController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.loading import LoadCanceller, ModelController
from app.models.controllers.local_models import ModelsPageController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.controllers.more_slots import MoreSlots
from app.models.controllers.picker import ModelPickerController
from app.models.controllers.recommendations import FirstModels
from app.models.controllers.speed import WeightSpeeds
from app.models.host.host import ModelHost
from app.models.host.local_models import LocalModels
from app.models.host.specs import ModelSpecs
from app.models.library.model_files import ModelFiles
from app.models.library.model_folders import known_folders, models_folder
from app.models.library.model_library import ModelLibrary
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library_model import ModelFolder, ModelFolderKind
from app.presets.controller import PresetsController
from app.programs.controller import OfferedModelsController, ProgramsController
from app.prompts.controller import SavedPromptsController
from app.settings import Settings, SettingsFile
from app.single_instance import LaunchRequest
from app.sources.controller import SourceChats, SourcesController
from app.sources.editing_controller import SourceEditing
from app.sources.readings import SourceReadings
from app.storage.history import History
from app.tools.built_in.built_in_tools import BuiltInTools
from app.tools.controller import CallCards, ChatTools
from app.tools.servers.tool_servers import ToolServers
from app.tools.servers_controller import ServersController
from app.tools.settings_controller import ToolSettingsController
from app.tools.toolbox import Toolbox
from app.updates import newest_version
from app.widgets.kit.small_dialogs import hide_dialogs
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.dialogs import BugReporter
from app.widgets.window.main_window import MainWindow
from app.widgets.window.tray_icon import TrayIcon
from engine.client.client import EngineClient
from engine.client.listening_socket import ListeningSocket
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.server_client import ServerClient

_CLOSED_NOTE = lazy("Hubbub ended while this answer was being written.")


class Application:
    """The components that live as long as the window."""

    def __init__(self, application: QApplication, paths: Paths, history: History) -> None:
        """Build the rooms around an open history; nothing runs yet."""
        self.paths = paths
        settings_file = SettingsFile(paths.settings_file)
        settings, self._settings_notice = settings_file.load()
        # Before the window: a translator installed later does not change texts on the screen.
        self.language = Language(application, settings.language)
        # Colours and fonts too: applying them to a built window takes longer.
        theme = ThemeSwitch(application)
        theme.set_theme(settings.theme)
        theme.set_zoom(settings.zoom_percent)
        self.window = MainWindow()
        self.bugs = BugReporter(self.window)
        self.toasts = Toasts(self.window)
        self.tasks = Tasks(self.toasts.report)
        self.history = history
        # Before the engine and the net process, which request pixels from it.
        decoder = PictureDecoder()
        self.pictures = Pictures(history, decoder)
        self.program_media = ProgramMedia(decoder, self.pictures.give)
        self.settings = SettingsController(settings, settings_file, self.tasks)
        self._build_models(settings)
        self._build_network(settings)
        chat_settings = chat_settings_of(settings)
        questions = DepartureQuestions(self.window, self.settings)
        built_in = BuiltInTools(history, self.net, lambda: self.settings.current)
        self.tool_servers = ToolServers(
            settings.tool_servers,
            keys=str(self.paths.keys),
            media=self.pictures,
            is_offline=settings.is_offline,
        )
        self.toolbox = Toolbox((built_in, self.tool_servers))
        self.turns = Turns(
            history,
            self.client,
            chat_settings,
            self.toasts.report,
            self._router,
            questions.ask,
            self.toolbox,
        )
        self.replies = Replies(self.window, self.turns, self.tasks)
        self._services = services = Services(
            self.window,
            history,
            self.client,
            self.settings,
            self.tasks,
            self.toasts,
            self.models,
        )
        self._build_conversations(services)
        self._build_engine(services)
        self._build_window(services, theme)
        self.settings.changes.add(self._on_settings_changed)
        self.wants_restart = False
        self.backup_name = ""  # restored by the caller before the next application is built
        self._quit = asyncio.get_running_loop().create_future()

    def _build_models(self, settings: Settings) -> None:
        """Build the engine of the default model, and the host of all models."""
        paths = self.paths
        folders = (str(paths.conversation_cache), str(paths.gpu_packs))

        def make_client() -> EngineClient:
            return EngineClient(
                folders=folders if settings.confines_engine else (),
                channel=ListeningSocket.create(),  # for programs
                give_media=self.program_media.give,
            )

        self.client = make_client()
        self._settings_store = ModelSettingsStore(self.history.known_models, paths.model_index)
        self._model_files = ModelFiles(
            self.history.known_models, self.history.conversations, paths.model_index
        )
        self.specs = ModelSpecs(
            lambda: self.settings.current, paths, self._settings_store, self._model_files
        )
        host = ModelHost(
            make_client,
            paths.conversation_cache,
            first=self.client,
            cache_bytes=cache_limit(settings),
        )
        self.models = LocalModels(self.client, host, self.specs.of_chat)

    def _build_network(self, settings: Settings) -> None:
        """Build the clients of the net process; nothing is started."""
        self.net = NetClient(
            folder=str(models_folder(settings, self.paths.models)),
            keys=str(self.paths.keys),
            is_confined=settings.confines_engine,
            is_offline=settings.is_offline,
        )
        self.net.media.give = self.pictures.give
        self.net.media.read = self.program_media.read
        # One process for all network access, so that one switch ends it.
        self.remote = RemoteClient(self.net)
        self.server = ServerClient(self.net)
        self._router = RequestRouter(self.models, self.remote)

    def _build_conversations(self, services: Services) -> None:
        replies, turns, history = self.replies, self.turns, services.history
        forms = AnswerForms(services)
        self.queues = SendQueues(self.window, history, turns, replies, self.tasks, forms)
        self.tabs = TabsController(services, replies)
        self.drafts = Drafts(services, replies)
        self._undo = undo = UndoOffers(self.window, self.toasts)
        self.deletion = DeletionController(services, replies, self.tabs, undo)
        self.conversations = ConversationsController(services, replies, self.tabs, self.deletion)
        self.folders = Folders(services, self.conversations, self.tabs, undo)
        self.archive = ArchiveController(services, self.conversations, self.tabs, undo)
        self.routes = routes = RoutesController(services, turns, replies)
        source_editing = SourceEditing(services, replies)
        titles = Titles(history, self.client, turns.requests, self._router)
        self.automatic_titles = AutomaticTitles(
            services, titles, replies, self.conversations, routes.writes_titles
        )
        self.title_generator = TitleGenerator(services, titles, replies, self.conversations)
        self.chat_panel = ChatPanelController(services, turns, replies, forms)
        self.presets = PresetsController(services, self.chat_panel)
        self.thinking = ThinkingController(services, turns, replies, routes)
        # The same options are shown and changed in two places.
        self.thinking.stored.add(lambda _id, _thinking: self.chat_panel.refresh())
        self.chat_panel.changes.add(self.thinking.show_options)
        self.presets.changes.add(self.thinking.show_presets)
        self.composer = ComposerController(services, turns.requests, replies, self.pictures, routes)
        self.call_cards = CallCards(services, turns, replies)
        self.chat_tools = ChatTools(services, turns, replies, self.toolbox, self.tool_servers)
        self.servers = ServersController(services, replies, self.tool_servers, self.pictures)
        self.chat_tools.changes.add(lambda _id: self.chat_panel.refresh())
        self.chat_panel.changes.add(lambda id_, _options: self.chat_tools.refresh(id_))
        self.presets.changes.add(self.chat_tools.refresh_all)
        self.saved_prompts = SavedPromptsController(services, replies)
        self.grid = GridController(
            services, replies, self.queues, self.drafts, self.composer, routes
        )
        readings = SourceReadings(history, self.models, turns.requests)
        chats = SourceChats(services, self.tabs, replies, readings)
        self.sources = SourcesController(services, readings, source_editing, chats)
        self.suggestions = Suggestions(
            services, replies, self.tabs, routes, forms, self.sources.ask_about_folder
        )
        self.sent_files = SentFilesController(self.window, history, replies, self.tasks)
        self.branches = BranchesController(services, turns, replies, self.tabs, forms)
        self.earlier_points = EarlierPoints(services, turns, self.branches)
        self.comparisons = ComparisonsController(
            services,
            turns,
            replies,
            self.tabs,
            self.conversations,
            undo,
            self._model_files,
            self.composer.pictures,
        )
        self.variants = VariantsController(services, turns, replies, self.branches)
        self.message_changes = MessageChanges(
            services,
            turns,
            replies,
            self.branches,
            self.conversations,
            undo,
            self._model_files,
        )
        self.trash = TrashController(services, self.deletion)
        self.transfer = TransferController(services)
        self.imports = ImportController(
            services, self.conversations, self.deletion, self.tabs, self.pictures
        )
        self.maintenance = Maintenance(services)

    def _build_engine(self, services: Services) -> None:
        models = models_folder(self.settings.current, self.paths.models)
        folders = (
            ModelFolder(ModelFolderKind.OWN, str(models)),
            *known_folders(os.environ, os.path.expanduser("~"), sys.platform),
        )
        library = ModelLibrary(self.paths.model_index)
        self.model_library = ModelLibraryController(services, library, folders)
        store = self._settings_store
        self.model_settings = ModelSettingsController(
            services, store, self.model_library, self._model_files
        )
        self.turns.requests.settings_of = self.model_settings.chat_settings_of
        self.presets.changes.add(self.model_settings.refresh)
        self.model_settings.changes.add(self._apply_chat_settings)
        recaps = Recaps(self.history, self.client, self.turns.requests, self._router)
        self.mentioned_chats = MentionedChats(services, self.replies, self.composer.files, recaps)
        self.recaps = RecapController(services, recaps, self.replies, self._undo)
        self.context = ContextController(
            services,
            self.replies,
            self.branches,
            self.chat_panel,
            self.recaps,
            self.model_settings,
        )
        self.model = ModelController(services, self.replies, self.specs, self.model_settings)
        self.more_slots = MoreSlots(
            services, self.turns, self.replies, self.queues, self.model_settings, self._undo
        )
        self.load_canceller = LoadCanceller(services, self.model.open)
        self.chat_models = ChatModelsController(
            services,
            self.replies,
            self.conversations,
            self.routes,
            self.chat_panel,
            self.presets,
            self.model_library,
            self._model_files,
            self._undo,
        )
        self.model_picker = ModelPickerController(
            services, self.replies, self.model_library, self.routes, self.chat_models
        )
        self.model_picker.on_cancel = self.load_canceller.cancel
        self.downloads = DownloadsController(services, self.net, self.model_library, models)
        repository = HubRepositoryController(
            services, self.net, self.model_library, self.downloads, models
        )
        leftovers = LeftoversController(services, self.downloads, models)
        self.hub_search = HubSearchController(
            services, self.net, repository, self.downloads, leftovers
        )
        self.models_folder = ModelsFolderController(services, self.net, store, self.paths.models)
        self.models_folder.on_restart = self.restart
        self.models_page = ModelsPageController(
            services, self.model_library, self.hub_search, self.models_folder
        )
        self.weight_speeds = WeightSpeeds(services)
        self.first_models = FirstModels(
            services, self.replies, self.routes, self.net, self.downloads, self.weight_speeds
        )
        self.engine_panel = EnginePanelController(
            self.window, self.client, self.settings, self._answering_counts
        )
        self.loaded_models = LoadedModelsController(services, self.engine_panel)

    def _build_window(self, services: Services, theme: ThemeSwitch) -> None:
        self.now = NowController(services, self.replies)
        self.headers = HeadersController(services, self.replies, self.conversations, self.routes)
        self.about = AboutController(self.window, self.tasks)
        self.view = ViewController(theme, services, self.drafts)
        self.arrangement = ArrangementController(services, self.tabs)
        self.tray = TrayIcon(self.window.requests, self.window)
        self.notifications = NotificationController(services, self.replies, self.tabs, self.tray)
        self.leaving = LeavingController(
            services,
            self.replies,
            UnsavedTexts(self.drafts, self.turns),
            self.downloads,
            self.comparisons.runs,
            self.tray,
            self.quit,
        )
        self.interrupted = InterruptedReplies(
            services, self.turns, self.replies, self.tabs, self.deletion
        )
        token = HubTokenController(services, self.net)
        machines = MachinesController(services, self.remote)
        rpc_servers = RpcServersController(services, self.net, self.paths.gpu_packs)
        self.programs = ProgramsController(services, self.server)
        self.offered_models = OfferedModelsController(
            services, self.server, self.model_library, self._model_files, self._settings_store
        )
        self.model_settings.changes.add(self.offered_models.refresh)
        self.tool_settings = ToolSettingsController(
            services, self.toolbox, self.tool_servers, self.remote
        )
        self.settings_page = SettingsPageController(
            services,
            self.paths,
            self.model_settings,
            token,
            machines,
            rpc_servers,
            self.programs,
            self.tool_settings,
        )
        self.palette = PaletteController(services)
        self.onboarding = OnboardingController(services)
        self.examples = Examples(services, self.saved_prompts, self.presets)
        self.settings_page.on_tour = self.onboarding.start_tour
        self.settings_page.on_restart = self.restart
        self.settings_page.backups.on_restore = self.restart
        self.updates = UpdatesController(
            self.settings, self.toasts, self.tasks, partial(newest_version, self.net)
        )

    async def start(self, model: str | None = None) -> None:
        """Show the window with the tabs of the last run, and start the engine with this model."""
        await self.client.start()
        try:
            cut_off = await self.history.turns.interrupt_unfinished(_CLOSED_NOTE)
            self.interrupted.remember(cut_off)
        except StorageError as error:
            self.toasts.report(error)  # all text is still readable
        await RestoredTabs(self._services, self.tabs).open()
        await self.conversations.refresh()
        self.arrangement.show_windows()
        # From here on, what the first sight of the window does not need. The engine's process is
        # still starting, so that this does not delay its model.
        if model is None:
            self.model.load_at_start()
        else:
            self.model.open(model)
        self.tasks.start(self.saved_prompts.load())
        self.tasks.start(self.comparisons.runs.start())
        self.tasks.start(self.interrupted.offer())
        for text in (*self.history.warnings, self._settings_notice):
            if text:
                self.toasts.show(text, stays=True)
        self.maintenance.start()
        self.updates.start()
        self.programs.start()
        self.downloads.start()

    def show_again(self, request: LaunchRequest) -> None:
        """Raise the window, and handle the request of a second start."""
        if request.activation_token:
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation_token  # Qt takes it from there
        self.leaving.come_back()
        if request.model is not None:
            self.model.open(request.model)
        elif request.file is not None:
            self.window.requests.chat_model_requested.emit(request.file)

    def quit(self) -> None:
        """Make ``wait_for_quit`` return."""
        if not self._quit.done():
            self._quit.set_result(None)

    def restart(self, backup_name: str = "") -> None:
        """Quit with ``wants_restart`` set, so that the caller builds the application again.

        It gets the content of a backup, if one is named. Text that can't be saved is asked about.
        """
        self.leaving.restart(partial(self._restart_now, backup_name))

    def _restart_now(self, backup_name: str) -> None:
        self.backup_name = backup_name
        self.wants_restart = True
        self.quit()

    async def wait_for_quit(self) -> None:
        """Return when ``quit`` was called."""
        await self._quit

    async def close(self) -> None:
        """Stop all work, store its output, and close everything."""
        self.leaving.close()
        self.interrupted.remember(sorted(self.replies.running_ids))
        self.arrangement.close()
        self.settings_page.close()
        # Early: the tasks that store them are awaited below.
        self.drafts.flush()
        self.window.hide_all()
        hide_dialogs(self.window)
        self.maintenance.close()
        self.automatic_titles.close()
        self.title_generator.close()
        self.recaps.close()
        self.sources.close()
        self.updates.close()
        self.downloads.close()
        self.imports.close()
        self.comparisons.runs.close()
        await self.replies.close()
        await self.turns.save_unsaved()
        # After everything that starts tasks, and before the engine that some of them use.
        await self.tasks.close()
        await self.tool_servers.close()
        await self.pictures.close()
        await self.net.close()
        await self.models.close()
        await self.tasks.finish()  # those that the ends of the others have started
        self.window.force_close()
        self.language.remove()

    def _on_settings_changed(self, _old: Settings, new: Settings) -> None:
        self._apply_chat_settings()
        self.net.set_offline(new.is_offline)

    def _answering_counts(self) -> AnsweringCounts:
        """Return the numbers of running requests: local and remote chats, and programs."""
        programs, counts = self.server.state, self.routes.counts()
        waiting = programs.waiting_count
        return replace(
            counts,
            programs=programs.running_count,
            waiting_programs=waiting,
            comparisons=len(self.comparisons.runs.ids),
        )

    def _apply_chat_settings(self) -> None:
        settings = chat_settings_of(self.settings.current)
        self.turns.requests.settings = self.model_settings.chat_settings(settings)
        self.chat_panel.refresh()
