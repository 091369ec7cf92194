"""The rows of the settings, page by page."""

from PySide6.QtCore import QObject, Signal

from app.settings import (
    CloseAction,
    KvType,
    Settings,
    Theme,
    typed_file,
    typed_host_names,
    typed_origins,
    typed_rpc_servers,
    typed_search_address,
    typed_server_address,
)
from app.tools.model import SearchProvider
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.form_rows import (
    CheckBoxRow,
    ChoiceRow,
    FileRow,
    FormRow,
    LineRow,
    NumberRow,
    Reading,
    Scale,
    TextRow,
)
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill

CONTEXT_STEP = 256
MAX_CONTEXT = 1 << 20
MAX_SLOTS = 16
RELOADING = frozenset(
    {"context_window", "slot_count", "kv_type", "rpc_servers"}
    | {"thread_count", "guesses_ahead", "gpu_layer_count"}
)
# In a folded section at the end of their page.
ADVANCED = frozenset(
    {"kv_type", "thread_count", "guesses_ahead", "model_stay_seconds", "rpc_servers"}
)
_GIGABYTE, _MEGABYTE = 1 << 30, 1 << 20
_MIN_PASTE, _MAX_PASTE = 100, 200_000  # characters
_MAX_DOWNLOADS = 10
_MIN_PORT, _MAX_PORT = 1024, 65535


class RpcRow(LineRow):
    """The addresses of RPC servers, with a button that tests them and the result."""

    test_requested = Signal(object)

    def __init__(self, name: str, *text: str, hint: str) -> None:
        self._is_offline = False
        super().__init__(name, *text, hint=hint, reading=Reading(typed_rpc_servers, _listed))
        self.test_button = PillButton(self.tr("Test"))
        self.test_button.setAccessibleName(self.tr("Test the RPC servers"))
        self.outcome_label = MutedLabel(parent=self, wraps=True)
        buttons = horizontal_layout(None, self.test_button, margins=(0, 6, 0, 0))
        buttons.addStretch(1)
        self._column.addLayout(buttons)
        self._column.addWidget(self.outcome_label)
        # The test parses the text, so the button is enabled while there is one.
        self.box.textEdited.connect(lambda text: self.test_button.setEnabled(bool(text.strip())))
        self.test_button.clicked.connect(self._on_test)
        self.show_outcome("")

    def set_value(self, value: object) -> None:
        super().set_value(value)
        self._allow_test()

    def show_outcome(self, text: str) -> None:
        """Show the result of a test; an empty text hides it."""
        self.outcome_label.setText(text)
        self.outcome_label.setVisible(bool(text))
        self._allow_test()

    def show_offline(self, *, is_offline: bool) -> None:
        """Show whether the servers are unused because of offline mode; clears a test result."""
        if is_offline == self._is_offline:
            return
        self._is_offline = is_offline
        self.show_outcome(self.tr("Not used while Hubbub works offline.") if is_offline else "")

    def show_test(self) -> None:
        """Show that a test is running."""
        self.show_outcome(self.tr("The RPC servers are being tested…"))
        self.test_button.setEnabled(False)

    def _allow_test(self) -> None:
        self.test_button.setEnabled(bool(self.value()) and not self.error_text())

    def _on_test(self) -> None:
        self.flush()
        if not self.error_text():
            self.test_requested.emit(self.value())

    def _emit(self) -> None:
        super()._emit()
        self._allow_test()


class SettingRowFactory(QObject):
    """Builds the rows of every page."""

    def all(
        self, settings: Settings, core_count: int
    ) -> tuple[tuple[str, tuple[FormRow, ...]], ...]:
        """Return the title of each page and its rows; those in ``ADVANCED`` are the last ones."""
        return (
            (self.tr("General"), self.general()),
            (self.tr("Appearance"), self.appearance()),
            (self.tr("Engine"), self.engine(settings, core_count)),
            (self.tr("Models"), self.models()),
            (self.tr("Network and privacy"), (*self.network(), *self.privacy())),
            (self.tr("Other machines"), self.machines()),
            (self.tr("Other programs"), self.programs()),
            (self.tr("Tools"), self.tools()),
            (self.tr("Storage"), self.storage()),
            (self.tr("Backups"), self.backups()),
        )

    def general(self) -> tuple[FormRow, ...]:
        """Return the rows for sending, notifications and language."""
        languages = (
            ("", self.tr("Match system")),
            ("en", "English"),
            ("de", "Deutsch"),
            ("es", "Español"),
            ("fr", "Français"),
            ("zh_CN", "简体中文"),
        )
        leaving = (
            (CloseAction.ASK, self.tr("Ask")),
            (CloseAction.BACKGROUND, self.tr("Finish in the background")),
            (CloseAction.QUIT, self.tr("Quit and keep the partial answers")),
        )
        return (
            CheckBoxRow(
                "sends_with_ctrl_enter",
                self.tr("Send with Ctrl+Enter"),
                self.tr("Enter starts a new line instead."),
            ),
            NumberRow(
                "longest_paste",
                self.tr("Paste long text as a file"),
                self.tr("Longer texts become attachments that can be opened."),
                self.tr("length limit attachment"),
                scale=Scale(_MIN_PASTE, _MAX_PASTE, 500),
                none_word=self.tr("Never"),
                unit=self.tr(" characters"),
            ),
            CheckBoxRow(
                "names_chats",
                self.tr("Name chats automatically"),
                self.tr(
                    "The model writes a title after the first answer, while it is idle. Titles "
                    "that you set are never changed."
                ),
                self.tr("title rename"),
            ),
            CheckBoxRow(
                "tells_when_done",
                self.tr("Notify me when an answer is done"),
                self.tr("Only when Hubbub is in the background."),
            ),
            CheckBoxRow(
                "switches_by_use",
                self.tr("Ctrl+Tab cycles through recent tabs"),
                self.tr("Hold Ctrl and press Tab: the tab you used last comes first."),
                self.tr("recently used MRU cycle"),
            ),
            ChoiceRow(
                "leaving",
                self.tr("If answers or downloads are running when I quit"),
                self.tr("Finishing in the background requires a system tray."),
                self.tr("exit close running background question confirm"),
                choices=leaving,
            ),
            CheckBoxRow(
                "stays_in_tray",
                self.tr("Keep running in the tray when the window is closed"),
                self.tr(
                    "Click the tray icon to reopen the window. Without a tray, closing the "
                    "window quits Hubbub."
                ),
                self.tr("minimize hide notification area background"),
            ),
            ChoiceRow(
                "language",
                self.tr("Language"),
                self.tr(
                    "Spanish, French and Chinese were translated by machine. Corrections are "
                    "welcome."
                ),
                choices=languages,
            ),
        )

    def appearance(self) -> tuple[FormRow, ...]:
        """Return the rows for colours, text size and motion."""
        themes = (
            (Theme.SYSTEM, self.tr("Match system")),
            (Theme.LIGHT, self.tr("Light")),
            (Theme.DARK, self.tr("Dark")),
        )
        return (
            ChoiceRow(
                "theme",
                self.tr("Colours"),
                "",
                self.tr("theme dark light mode colors"),
                choices=themes,
            ),
            NumberRow(
                "zoom_percent",
                self.tr("Text size"),
                self.tr("Also in the View menu."),
                self.tr("font zoom scale larger smaller"),
                scale=Scale(50, 300, 10),
                unit=self.tr("%"),
            ),
            CheckBoxRow(
                "is_still",
                self.tr("Reduce motion"),
                self.tr("No animations and no blinking."),
            ),
            CheckBoxRow(
                "has_vertical_tabs",
                self.tr("Vertical tabs"),
                self.tr("Lists tabs in the sidebar, above the other chats."),
                self.tr("side left column tab bar"),
            ),
            CheckBoxRow("is_sidebar_visible", self.tr("Show the sidebar")),
        )

    def engine(self, settings: Settings, core_count: int) -> tuple[FormRow, ...]:
        """Return the rows of the engine; most of them reload the model."""
        automatic = self.tr("Automatic")
        minutes = self.tr("After {count} minutes")
        return (
            NumberRow(
                "context_window",
                self.tr("Context length"),
                self.tr(
                    "The number of tokens that the model can read of each chat. A token is "
                    "about four characters."
                ),
                self.tr("memory context length window n_ctx"),
                scale=Scale(CONTEXT_STEP, MAX_CONTEXT, CONTEXT_STEP),
                none_word=automatic,
                unit=self.tr(" tokens"),
            ),
            NumberRow(
                "slot_count",
                self.tr("Chats answered at once"),
                self.tr("Further chats wait in a queue."),
                self.tr("parallel slots concurrent"),
                scale=Scale(1, max(MAX_SLOTS, settings.slot_count or 0)),
                none_word=automatic,
            ),
            ChoiceRow(
                "models_memory",
                self.tr("Memory for models"),
                self.tr(
                    "The limit for all models that are loaded at the same time. A model that "
                    "does not fit waits, or takes the place of one that is idle."
                ),
                self.tr("several models RAM limit maximum loaded"),
                choices=(
                    (None, self.tr("All free memory")),
                    *((count * _GIGABYTE, f"{count} GB") for count in (2, 4, 8, 16, 32, 64)),
                ),
            ),
            ChoiceRow(
                "unload_minutes",
                self.tr("Unload the model when it is idle"),
                self.tr(
                    "Frees its memory for other programs. The next message loads it again, and "
                    "chats that are cached on disk continue without being read again. Not "
                    "available while the local server is on."
                ),
                self.tr("idle timeout TTL keep alive sleep memory free RAM VRAM"),
                choices=(
                    (None, self.tr("Never")),
                    *((count, fill(minutes, count=count)) for count in (5, 15, 60)),
                ),
            ),
            NumberRow(
                "gpu_layer_count",
                self.tr("Graphics card (GPU)"),
                self.tr(
                    "How many layers of the model it computes. More are faster; 0 uses only the "
                    "processor."
                ),
                self.tr("GPU layers offload CUDA Vulkan Metal VRAM speed"),
                scale=Scale(0, 1 << 16),
                none_word=self.tr("As many as fit"),
                unit=self.tr(" layers"),
            ),
            ChoiceRow(
                "kv_type",
                self.tr("KV cache type"),
                self.tr(
                    "The precision of the chats in memory. Q8_0 takes about half the memory, "
                    "with nearly identical answers; on the processor, long chats save a quarter."
                ),
                self.tr("memory quantization quantized KV cache F16 Q8_0"),
                choices=(
                    (KvType.F16, self.tr("F16 (exact)")),
                    (KvType.Q8_0, self.tr("Q8_0 (half)")),
                ),
            ),
            NumberRow(
                "thread_count",
                self.tr("Processor threads"),
                self.tr("Automatic measures which number is fastest."),
                self.tr("CPU cores speed n_threads"),
                scale=Scale(1, max(core_count, settings.thread_count or 1)),
                none_word=automatic,
            ),
            CheckBoxRow(
                "guesses_ahead",
                self.tr("Guess ahead"),
                self.tr("Speculative decoding: speeds up answers that repeat parts of the chat."),
                self.tr("speculation speculative decoding draft prompt lookup n-gram speed"),
            ),
            ChoiceRow(
                "model_stay_seconds",
                self.tr("Minimum time in memory"),
                self.tr(
                    "When two models that do not fit together take turns, each stays "
                    "loaded at least this long."
                ),
                self.tr("several models swap turn time"),
                choices=tuple(
                    (count, fill(self.tr("{count:,} s"), count=count))
                    for count in (0, 10, 30, 60, 120)
                ),
            ),
            RpcRow(
                "rpc_servers",
                self.tr("Other computers' memory (RPC)"),
                self.tr(
                    "Splits models that are too large for this computer: other computers take "
                    "some of their layers. Start llama.cpp's “ggml-rpc-server -H 0.0.0.0” "
                    "there, and enter its address here. Others in the network can read chats "
                    "and misuse that computer."
                ),
                self.tr("distributed cluster network llama.cpp rpc-server split layers remote"),
                self.tr("Only for networks that you trust: no encryption and no password."),
                hint=self.tr("For example: 192.168.1.20:50052"),
            ),
        )

    def models(self) -> tuple[FormRow, ...]:
        """Return the rows for the answers of models."""
        return (
            NumberRow(
                "temperature",
                self.tr("Temperature"),
                self.tr("0 is predictable, 1 is creative, higher is erratic."),
                self.tr("creativity randomness sampling"),
                scale=Scale(0, 5, 0.1),
            ),
            NumberRow(
                "max_reply_tokens",
                self.tr("Maximum length"),
                self.tr("Without a limit, an answer can fill the context."),
                self.tr("reply max tokens length"),
                scale=Scale(1, 1 << 24, 64),
                none_word=self.tr("No limit"),
                unit=self.tr(" tokens"),
            ),
            CheckBoxRow(
                "ends_repetition",
                self.tr("End answers that repeat themselves"),
                self.tr(
                    "Small models sometimes repeat the same text endlessly. Such an answer "
                    "ends, and can be continued. Other programs have to request this."
                ),
                self.tr("repetition loop endless stuck degenerate"),
            ),
            TextRow(
                "system_prompt",
                self.tr("System prompt"),
                self.tr("Sent to the model at the start of every chat."),
                self.tr("instructions persona role"),
                hint=self.tr("For example: Answer briefly."),
            ),
        )

    def privacy(self) -> tuple[FormRow, ...]:
        """Return the row of the sandbox."""
        return (
            CheckBoxRow(
                "confines_engine",
                self.tr("Run the engine in a sandbox"),
                self.tr(
                    "On Linux. Keeps a malicious model from changing your files and from using "
                    "the network. Turn it off if a graphics card does not work. Takes effect at "
                    "the next start."
                ),
                self.tr("security protection Landlock seccomp"),
            ),
        )

    def network(self) -> tuple[FormRow, ...]:
        """Return the rows for offline mode, updates, the hub and downloads."""
        speed = self.tr("{count} MB/s")
        speeds = tuple(
            (count * _MEGABYTE, fill(speed, count=count)) for count in (1, 2, 5, 10, 20, 50)
        )
        return (
            CheckBoxRow(
                "is_offline",
                self.tr("Work offline"),
                self.tr("Hubbub opens no connections, whatever the other settings are."),
                self.tr("internet online connection disconnect airplane mode"),
            ),
            CheckBoxRow(
                "looks_for_updates",
                self.tr("Check for updates"),
                self.tr(
                    "Checks once a day over the network and notifies you. Nothing is installed."
                ),
                self.tr("update upgrade"),
            ),
            CheckBoxRow(
                "searches_hub",
                self.tr("Search Hugging Face for models"),
                self.tr("Sends your search terms, and downloads the models that you choose."),
                self.tr("hub download consent privacy"),
            ),
            ChoiceRow(
                "download_speed",
                self.tr("Download speed"),
                self.tr("For all downloads combined."),
                self.tr("bandwidth limit throttle"),
                choices=((None, self.tr("No limit")), *speeds),
            ),
            NumberRow(
                "downloads_at_once",
                self.tr("Downloads at once"),
                self.tr("Further downloads wait in a queue."),
                self.tr("parallel simultaneous queue"),
                scale=Scale(1, _MAX_DOWNLOADS),
            ),
        )

    def machines(self) -> tuple[FormRow, ...]:
        """Return the row for titles; the machines themselves are in a list below it."""
        return (
            CheckBoxRow(
                "titles_are_remote",
                self.tr("Let other machines write titles and recaps"),
                self.tr(
                    "For the chats that they answer. Otherwise, the model on this computer "
                    "writes them."
                ),
                self.tr("remote endpoint title summary server API"),
            ),
        )

    def tools(self) -> tuple[FormRow, ...]:
        """Return the rows of tools, and of the search of the web."""
        services = (
            (SearchProvider.WIKIPEDIA, self.tr("Wikipedia (no key)")),
            (SearchProvider.SEARXNG, self.tr("SearXNG, at your address")),
            (SearchProvider.BRAVE, "Brave Search"),
            (SearchProvider.TAVILY, "Tavily"),
            (SearchProvider.KAGI, "Kagi"),
        )
        return (
            CheckBoxRow(
                "allows_reading_tools",
                self.tr("Run local read-only tools without asking"),
                self.tr("These tools do not change or send anything."),
                self.tr("allow permission approve MCP"),
            ),
            NumberRow(
                "tool_call_limit",
                self.tr("Calls in one answer"),
                self.tr("After this many tool calls, the answer stops until you continue it."),
                self.tr("limit maximum loop agent MCP"),
                scale=Scale(1, 1000),
            ),
            ChoiceRow(
                "search_provider",
                self.tr("Search the web with"),
                self.tr("The service that the built-in search sends its queries to."),
                self.tr("search engine internet"),
                choices=services,
                is_wide=True,
            ),
            LineRow(
                "search_address",
                self.tr("Address of SearXNG"),
                self.tr("Turn on the JSON format in the settings of SearXNG."),
                self.tr("search engine internet server"),
                hint=self.tr("For example http://rack:8080"),
                reading=Reading(typed_search_address),
            ),
        )

    def programs(self) -> tuple[FormRow, ...]:
        """Return the rows of the local server."""
        return (
            CheckBoxRow(
                "server_is_on",
                self.tr("Let other programs use the model"),
                self.tr(
                    "Runs a local server for editors and scripts, compatible with OpenAI, "
                    "Anthropic and Ollama. Your chats have priority."
                ),
                self.tr("local server API OpenAI Anthropic Ollama HTTP endpoint"),
            ),
            NumberRow(
                "server_port",
                self.tr("Port"),
                self.tr("The port of the local server."),
                self.tr("local server API address listen"),
                scale=Scale(_MIN_PORT, _MAX_PORT, is_grouped=False),
            ),
            CheckBoxRow(
                "server_is_open",
                self.tr("Allow other computers"),
                self.tr(
                    "Computers in your network can connect with the token. A certificate "
                    "encrypts requests and answers."
                ),
                self.tr("listen network LAN 0.0.0.0"),
                self.tr("HTTP is not encrypted: others in the network can read along."),
            ),
            LineRow(
                "server_address",
                self.tr("Address for other computers"),
                self.tr(
                    "The server accepts their connections only at this address of this "
                    "computer. Leave it empty for all addresses, in all networks."
                ),
                self.tr("listen bind interface host IP"),
                hint=self.tr("For example 192.168.1.20"),
                reading=Reading(typed_server_address),
            ),
            FileRow(
                "server_certificate",
                self.tr("Certificate"),
                self.tr(
                    "With a certificate and its key, the server uses HTTPS, which is encrypted."
                ),
                self.tr("TLS SSL HTTPS encryption PEM cert"),
                hint=self.tr("A PEM file with the whole chain"),
                reading=Reading(typed_file),
            ),
            FileRow(
                "server_key",
                self.tr("Private key"),
                self.tr("The key of the certificate, without a password. The file is not copied."),
                self.tr("TLS SSL HTTPS encryption PEM private"),
                hint=self.tr("A PEM file"),
                reading=Reading(typed_file),
            ),
            LineRow(
                "server_origins",
                self.tr("Allowed web pages"),
                self.tr(
                    "Pages of these origins can use the server. They also need the token. Leave "
                    "it empty to allow none."
                ),
                self.tr("CORS origin browser extension"),
                hint=self.tr("For example https://app.example, http://localhost:3000"),
                reading=Reading(typed_origins, _listed),
            ),
            LineRow(
                "server_host_names",
                self.tr("Allowed host names"),
                self.tr(
                    "Programs in containers and on other computers can reach this computer by "
                    "these names. Other names are refused, because a web page can point its own "
                    "name to this computer."
                ),
                self.tr("Host header docker container DNS name"),
                hint=self.tr("For example host.docker.internal"),
                reading=Reading(typed_host_names, _listed),
            ),
        )

    def storage(self) -> tuple[FormRow, ...]:
        """Return the rows for the cache of conversations in memory and on disk."""
        sizes = tuple((count * _GIGABYTE, f"{count} GB") for count in (1, 5, 10, 20, 50))
        shares = tuple(
            (each, fill(self.tr("{percent}%"), percent=each)) for each in (0, 10, 25, 50, 100)
        )
        return (
            CheckBoxRow(
                "keeps_conversations",
                self.tr("Cache chats on disk"),
                self.tr("Old chats continue without being read again, even after a restart."),
            ),
            ChoiceRow(
                "cache_bytes",
                self.tr("Cache size limit"),
                self.tr(
                    "The least recently used chats are removed first. Your messages are never "
                    "deleted."
                ),
                choices=((None, self.tr("Automatic")), *sizes),
            ),
            ChoiceRow(
                "program_cache_percent",
                self.tr("Cache share of other programs"),
                self.tr(
                    "Other programs can use this share of the cache, in memory and on disk, and "
                    "the space that your chats leave free. Applies when the model is loaded "
                    "next."
                ),
                choices=shares,
            ),
        )

    def backups(self) -> tuple[FormRow, ...]:
        """Return the row for deleted chats in backups."""
        return (
            CheckBoxRow(
                "removes_from_backups",
                self.tr("Remove deleted chats from the backups"),
                self.tr(
                    "Chats that leave the trash after 30 days are removed from the backups as "
                    "well. Otherwise, the backups keep them for about another month."
                ),
                self.tr("privacy purge delete permanently"),
            ),
        )


def _listed(values: object) -> str:
    """Return texts joined into one line."""
    assert isinstance(values, tuple)
    return ", ".join(values)
