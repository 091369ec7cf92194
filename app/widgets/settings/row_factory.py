"""The rows of the settings, section by section."""

from PySide6.QtCore import QObject

from app.settings import Settings, Theme
from app.widgets.settings.rows import (
    CheckBoxRow,
    ChoiceRow,
    DecimalRow,
    NumberRow,
    RowText,
    SettingRow,
    TextRow,
)

CONTEXT_STEP = 256
LARGEST_CONTEXT = 1 << 20
MAX_SLOTS = 16
SHORTEST_LIMIT, LARGEST_LIMIT = 100, 200_000  # letters of a paste
RELOADING = frozenset(
    {"context_window", "slot_count", "thread_count", "guesses_ahead", "gpu_layer_count"}
)
_GIGABYTE = 1 << 30


class SettingRowFactory(QObject):
    """Builds the rows of every section."""

    def general(self) -> tuple[SettingRow, ...]:
        """Return the rows for sending, notifications and language."""
        languages = (("", self.tr("As the system")), ("en", "English"), ("de", "Deutsch"))
        return (
            CheckBoxRow(
                "sends_with_ctrl_enter",
                RowText(self.tr("Send with Ctrl+Enter"), self.tr("Enter then starts a new line.")),
            ),
            NumberRow(
                "longest_paste",
                RowText(
                    self.tr("Turn long pastes into files"),
                    self.tr(
                        "From this length on. The file is shown as one line and can be opened."
                    ),
                ),
                low=SHORTEST_LIMIT,
                high=LARGEST_LIMIT,
                step=500,
                none_word=self.tr("Never"),
                unit=self.tr(" letters"),
            ),
            CheckBoxRow(
                "tells_when_done",
                RowText(
                    self.tr("Notify me when an answer is done"),
                    self.tr("Only while the window is not in front."),
                ),
            ),
            ChoiceRow("language", RowText(self.tr("Language")), languages),
        )

    def appearance(self) -> tuple[SettingRow, ...]:
        """Return the rows for colours, text size and motion."""
        themes = (
            (Theme.SYSTEM, self.tr("As the system")),
            (Theme.LIGHT, self.tr("Light")),
            (Theme.DARK, self.tr("Dark")),
        )
        return (
            ChoiceRow(
                "theme",
                RowText(self.tr("Colours"), also=self.tr("theme dark light mode colors")),
                themes,
            ),
            NumberRow(
                "zoom_percent",
                RowText(
                    self.tr("Text size"),
                    self.tr("Also in the View menu."),
                    self.tr("font zoom scale larger smaller"),
                ),
                low=50,
                high=300,
                step=10,
                unit=self.tr(" %"),
            ),
            CheckBoxRow(
                "is_still",
                RowText(
                    self.tr("Reduce motion"),
                    self.tr("No animations and no blinking."),
                ),
            ),
            CheckBoxRow("is_sidebar_visible", RowText(self.tr("Show the sidebar"))),
        )

    def engine(self, settings: Settings, core_count: int) -> tuple[SettingRow, ...]:
        """Return the settings that need the model to be reloaded."""
        automatic = self.tr("Automatic")
        return (
            NumberRow(
                "context_window",
                RowText(
                    self.tr("Context length"),
                    self.tr(
                        "How many tokens the model remembers of each chat. A token is about four "
                        "letters."
                    ),
                    self.tr("memory context length window n_ctx"),
                ),
                low=CONTEXT_STEP,
                high=LARGEST_CONTEXT,
                step=CONTEXT_STEP,
                none_word=automatic,
                unit=self.tr(" tokens"),
            ),
            NumberRow(
                "slot_count",
                RowText(
                    self.tr("Chats answered at once"),
                    self.tr("Further chats wait for their turn."),
                    self.tr("parallel slots concurrent"),
                ),
                low=1,
                high=max(MAX_SLOTS, settings.slot_count),
            ),
            *self._computing(max(core_count, settings.thread_count or 1), automatic),
        )

    def models(self) -> tuple[SettingRow, ...]:
        """Return the rows for how a model answers."""
        return (
            DecimalRow(
                "temperature",
                RowText(
                    self.tr("Temperature"),
                    self.tr("0 is predictable, 1 is creative, higher is erratic."),
                    self.tr("creativity randomness sampling"),
                ),
                low=0,
                high=5,
                step=0.1,
            ),
            NumberRow(
                "max_reply_tokens",
                RowText(
                    self.tr("Longest answer"),
                    self.tr("Without a limit, an answer may fill the context."),
                    self.tr("reply max tokens length"),
                ),
                low=1,
                high=1 << 24,
                step=64,
                none_word=self.tr("No limit"),
                unit=self.tr(" tokens"),
            ),
            TextRow(
                "system_prompt",
                RowText(
                    self.tr("System prompt"),
                    self.tr("Sent to the model before every conversation."),
                    self.tr("instructions persona role"),
                ),
                self.tr("For example: Answer briefly."),
            ),
        )

    def privacy(self) -> tuple[SettingRow, ...]:
        """Return the rows for what is stored and what is sent."""
        sizes = tuple((count * _GIGABYTE, f"{count} GB") for count in (1, 5, 10, 20, 50))
        return (
            CheckBoxRow(
                "keeps_conversations",
                RowText(
                    self.tr("Keep chats warm on disk"),
                    self.tr("Old chats then continue at once, even after a restart."),
                ),
            ),
            ChoiceRow(
                "cache_bytes",
                RowText(
                    self.tr("Disk space for warm chats"),
                    self.tr("The least recently used chats are removed first. No text is lost."),
                ),
                ((None, self.tr("Automatic")), *sizes),
            ),
            CheckBoxRow(
                "confines_engine",
                RowText(
                    self.tr("Run the engine in a sandbox"),
                    self.tr(
                        "On Linux. A hostile model then can't change your files or use the "
                        "network. Turn it off if a graphics card fails. Takes effect at the next "
                        "start."
                    ),
                    self.tr("security protection Landlock seccomp"),
                ),
            ),
            CheckBoxRow(
                "looks_for_updates",
                RowText(
                    self.tr("Check for updates"),
                    self.tr(
                        "Checks once a day over the network and notifies you. Nothing is installed."
                    ),
                    self.tr("update upgrade"),
                ),
            ),
        )

    def backups(self) -> tuple[SettingRow, ...]:
        """Return the row for what the backups keep."""
        return (
            CheckBoxRow(
                "removes_from_backups",
                RowText(
                    self.tr("Remove deleted chats from the backups"),
                    self.tr(
                        "When they leave the trash after 30 days. Otherwise the backups hold them "
                        "for about another month."
                    ),
                    self.tr("privacy purge delete permanently"),
                ),
            ),
        )

    def _computing(self, most_threads: int, automatic: str) -> tuple[SettingRow, ...]:
        return (
            NumberRow(
                "thread_count",
                RowText(
                    self.tr("Processor threads"),
                    self.tr("Automatic measures how many are fastest at the moment."),
                    self.tr("CPU cores speed n_threads"),
                ),
                low=1,
                high=most_threads,
                none_word=automatic,
            ),
            CheckBoxRow(
                "guesses_ahead",
                RowText(
                    self.tr("Guess ahead"),
                    self.tr(
                        "Guesses the next words from the chat, so that answers that repeat parts "
                        "of it are written faster."
                    ),
                    self.tr("speculation speculative decoding draft prompt lookup n-gram speed"),
                ),
            ),
            NumberRow(
                "gpu_layer_count",
                RowText(
                    self.tr("Layers on the graphics card"),
                    self.tr("More are faster; 0 uses the processor only."),
                    self.tr("GPU offload CUDA Vulkan Metal VRAM speed"),
                ),
                low=0,
                high=1 << 16,
                none_word=self.tr("All that fit"),
            ),
        )
