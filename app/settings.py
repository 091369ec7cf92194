"""The user's settings: one frozen value, checked on creation, and the file that keeps it."""

import enum
import json
import stat
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from app.errors import InvalidSettings, SettingsNotSaved, lazy
from engine.files import atomic_write, move
from engine.wire.config import MAX_SLOT_COUNT, check_range

_check = partial(check_range, InvalidSettings)

# A file is read whole into memory before anybody knows what it holds.
_MOST_BYTES = 16 * 1024 * 1024


class Theme(enum.Enum):
    """Which colours the window takes; stored by value, which is the name in small letters."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the user can set. Raises InvalidSettings on creation.

    Attributes:
        context_window: tokens that each chat may hold; None is automatic.
        slot_count: chats that can be answered at the same moment.
        thread_count: CPU threads; None lets the engine measure which number is fastest.
        guesses_ahead: words that a chat already has are guessed, and computed several at once.
        gpu_layer_count: layers on the GPU; None takes all that fit.
        model_path: the model file; None is the built-in model.
        temperature: 0 always takes the likeliest token.
        max_reply_tokens: ends a reply; None lets it fill the context window.
        system_prompt: stands before every conversation; empty for none.
        keeps_conversations: whether the disk keeps what the model remembers of conversations, so
            that they come back warm after a restart.
        cache_bytes: what that may take of the disk; None is 10 GB, at most a twentieth of it.
        confines_engine: the engine runs in a sandbox where the system has one; from the next start.
        longest_paste: letters that are pasted as text; more become a file. None is any number.
        language: of the window, as "de"; empty is the system's.
        tells_when_done: a notification when an answer ends that nobody sees.
        is_still: no animations.
        has_seen_tour: the hints of the first minute were read or put away.
        looks_for_updates: asks once a day on the network whether there is a newer version.
        removes_from_backups: what leaves the trash leaves the backups as well.
        window_geometry: what Qt wants back to place the window, in base64.
        window_panels: the same for what stands at its sides.
        extra_windows: the same for each further window, in their order.
        folded_groups: of the sidebar, under the names that it gave them.
        last_folder: where a file was opened or saved last.
        keys: of the commands whose keys are not the usual ones, under their names; as "Ctrl+T".
    """

    context_window: int | None = None
    slot_count: int = 4
    thread_count: int | None = None
    guesses_ahead: bool = True
    gpu_layer_count: int | None = None
    model_path: str | None = None
    temperature: float = 0.7
    max_reply_tokens: int | None = None
    system_prompt: str = ""
    theme: Theme = Theme.SYSTEM
    sends_with_ctrl_enter: bool = False
    longest_paste: int | None = 3_000
    is_sidebar_visible: bool = True
    zoom_percent: int = 100
    language: str = ""
    tells_when_done: bool = True
    is_still: bool = False
    has_seen_tour: bool = False
    keeps_conversations: bool = True
    cache_bytes: int | None = None
    confines_engine: bool = True
    looks_for_updates: bool = False
    removes_from_backups: bool = True
    window_geometry: str = ""
    window_panels: str = ""
    extra_windows: tuple[str, ...] = ()
    folded_groups: tuple[str, ...] = ()
    last_folder: str = ""
    keys: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(lazy("context per chat"), self.context_window, 256, 1 << 24)
        _check(lazy("number of chats answered at once"), self.slot_count, 1, MAX_SLOT_COUNT)
        _check(lazy("number of threads"), self.thread_count, 1, 512)
        _check(lazy("number of GPU layers"), self.gpu_layer_count, 0, 1 << 16)
        _check(lazy("temperature"), self.temperature, 0, 5)
        _check(lazy("longest answer"), self.max_reply_tokens, 1, 1 << 24)
        _check(lazy("disk space for conversations"), self.cache_bytes, 1 << 20, 1 << 50)
        _check(lazy("longest paste"), self.longest_paste, 100, 1 << 24)
        _check(lazy("zoom"), self.zoom_percent, 25, 500)


class SettingsFile:
    """Settings in a JSON file that people may edit, and break."""

    def __init__(self, path: Path) -> None:
        """Remember the path; nothing is read yet."""
        self._path = path

    def load(self) -> tuple[Settings, str | None]:
        """Return the settings and, where not all could be read, a sentence about it.

        One bad value falls back to its default; a broken file is put aside, never deleted.
        """
        try:
            stored = json.loads(self._read())
        except FileNotFoundError:
            return Settings(), None
        except OSError as error:
            return Settings(), lazy(
                "The settings in {path} can't be read: {reason}. All settings have their "
                "default values now.",
                path=self._path,
                reason=error,
            )
        except (ValueError, RecursionError):
            return Settings(), self._put_aside()
        if not isinstance(stored, dict):
            return Settings(), self._put_aside()
        return self._understood(stored)

    def _read(self) -> bytes:
        # A pipe would be waited for, for ever; a device may never end.
        status = self._path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            raise ValueError("this is no file of settings")
        return self._path.read_bytes()

    def save(self, settings: Settings) -> None:
        """Replace the file in one go, so that it holds the old settings or the new.

        Waits for the disk. Raises SettingsNotSaved.
        """
        # Escapes, unlike UTF-8, can hold the name of any file.
        text = json.dumps(msgspec.to_builtins(settings), indent=2) + "\n"
        try:
            atomic_write(self._path, text.encode())
        except OSError as error:
            raise SettingsNotSaved(
                lazy(
                    "The settings could not be saved to {path}: {reason}. They hold until Hubbub "
                    "ends.",
                    path=self._path,
                    reason=error,
                )
            ) from error

    def _understood(self, stored: Mapping[str, object]) -> tuple[Settings, str | None]:
        good: dict[str, object] = {}
        bad: list[str] = []
        for field in msgspec.structs.fields(Settings):
            if field.name not in stored:
                continue
            value = {field.name: stored[field.name]}
            try:
                msgspec.convert(value, Settings)
            except (msgspec.ValidationError, InvalidSettings):
                bad.append(field.name)
            else:
                good.update(value)
        settings = msgspec.convert(good, Settings)
        if not bad:
            return settings, None
        return settings, (
            lazy(
                "Some settings in {path} could not be understood and were reset to their "
                "defaults: {names}.",
                path=self._path,
                names=", ".join(bad),
            )
        )

    def _put_aside(self) -> str:
        moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
        aside = self._path.with_name(f"{self._path.stem}.damaged-{moment}{self._path.suffix}")
        try:
            move(self._path, aside)
        except OSError as error:
            return lazy(
                "The settings in {path} are damaged and stay there: {reason}.",
                path=self._path,
                reason=error,
            )
        return lazy(
            "The settings in {path} are damaged. The file was put aside as “{aside}”, and "
            "all settings were reset to their defaults.",
            path=self._path,
            aside=aside.name,
        )
