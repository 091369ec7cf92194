"""The user's settings: one frozen value, checked on creation, and the file that keeps it."""

import enum
import ipaddress
import json
import stat
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from app.domain.chat_options import ThinkingOptions
from app.errors import InvalidSettings, SettingsNotSaved, lazy
from app.machines.model import EndpointSetting, Route
from engine.files import atomic_write, move
from engine.messages.config import MAX_SLOT_COUNT, check_range, checked_addresses, rpc_addresses
from engine.messages.config import KvType as KvType
from engine.messages.page_origin import checked_origins, page_origins

_check = partial(check_range, InvalidSettings)

# A file is read whole into memory before anybody knows what it holds.
_MAX_BYTES = 16 * 1024 * 1024


class Theme(enum.Enum):
    """Which colours the window takes; stored by value, which is the name in small letters."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class CloseAction(enum.Enum):
    """What quitting does while answers are written or models downloaded; stored by value."""

    ASK = "ask"
    BACKGROUND = "background"  # the window goes, and the program when they are done
    QUIT = "quit"  # what is written so far is kept


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the user can set. Raises InvalidSettings on creation.

    Attributes:
        context_window: tokens that each chat may hold; None is automatic.
        slot_count: chats that can be answered at the same moment.
        kv_type: what the model remembers of chats is kept as.
        thread_count: CPU threads; None lets the engine measure which number is fastest.
        guesses_ahead: words that a chat already has are guessed, and computed several at once.
        gpu_layer_count: layers on the GPU; None takes all that fit.
        rpc_servers: other computers that take layers, as host:port; not while it is offline.
        unload_minutes: without a message behind which the model leaves memory until the next one;
            None is never.
        model_path: the model file; None is the starter model.
        recent_models: the files of models that were loaded, the last one first.
        model_folders: looked through for models, besides Hubbub's own and those of other programs.
        temperature: 0 always takes the likeliest token.
        max_reply_tokens: ends a reply; None lets it fill the context window.
        system_prompt: stands before every conversation; empty for none.
        keeps_conversations: whether the disk keeps what the model remembers of conversations, so
            that they come back warm after a restart.
        cache_bytes: what that may take of the disk; None is 10 GB, at most a twentieth of it.
        program_cache_percent: the share of that, and of the cache in RAM, that programs can use
            even if the window's chats need it. Applies when a model is loaded next.
        confines_engine: the engine runs in a sandbox where the system has one; from the next start.
        longest_paste: letters that are pasted as text; more become a file. None is any number.
        chat_panel_width: in points, of the panel with the settings of the chat in front.
        folded_panel_parts: of that panel, under the names that it gave them.
        language: of the window, as "de"; empty is the system's.
        ends_repetition: an answer that repeats itself without end is ended.
        names_chats: the model writes titles when it has nothing else to do.
        leaving: what quitting does while answers are written or models downloaded.
        stays_in_tray: closing the window leaves the program in the tray, where there is one.
        tells_when_done: a notification when an answer ends that nobody sees.
        is_still: no animations.
        has_vertical_tabs: tabs stand in a column beside the page.
        switches_by_use: Ctrl+Tab goes to the tab used before, not to the next of the row.
        has_seen_tour: the hints of the first minute were read or put away.
        looks_for_updates: asks once a day on the network whether there is a newer version.
        is_offline: no process of ours opens a connection, whatever else is set.
        endpoints: the machines that chats may be answered by; their keys are elsewhere.
        default_route: where chats that begin are answered; None is this computer.
        titles_are_remote: titles and recaps of a chat come from the machine that answers it.
        searches_hub: the user has agreed once that the hub of models is asked.
        download_speed: most bytes a second of all downloads together; None is any number.
        downloads_at_once: how many are fetched at the same time; others wait.
        models_folder: into which models are downloaded; None is the one in the data folder.
        server_is_on: other programs may ask the model.
        server_port: where they find it.
        server_is_open: so may those of other computers.
        server_address: the only one of this computer's that they reach it at; empty is any.
        server_certificate, server_key: files for HTTPS; both or none.
        server_origins: web pages that may ask, as "https://app.example".
        removes_from_backups: what leaves the trash leaves the backups as well.
        window_geometry: what Qt wants back to place the window, in base64.
        window_panels: the same for what stands at its sides.
        extra_windows: the same for each further window, in their order.
        sidebar_width: in points; 0 is the one that it has by itself.
        tab_column_width: of vertical tabs, in points; 0 is the usual one.
        split_share: what the left one of two panes beside each other has of the room.
        grid_windows: those that show their tabs as a grid; 0 is the first one.
        folded_groups: of the sidebar, under the names that it gave them.
        folder_colours: of the sidebar's folders, those that were chosen, by their names.
        last_folder: where a file was opened or saved last.
        interrupted_ids: conversations whose answers the end of the program cut off; each stays
            until it goes on, or the offer to continue them was put away.
        thinking: how models think where a chat does not say, under the names of their files.
        command_uses: how often commands were chosen in the palette, by their names.
        keys: of the commands whose keys are not the usual ones, under their names; as "Ctrl+T".
    """

    context_window: int | None = None
    slot_count: int = 4
    kv_type: KvType = KvType.F16
    thread_count: int | None = None
    guesses_ahead: bool = True
    gpu_layer_count: int | None = None
    rpc_servers: tuple[str, ...] = ()
    unload_minutes: int | None = None
    model_path: str | None = None
    recent_models: tuple[str, ...] = ()
    model_folders: tuple[str, ...] = ()
    temperature: float = 0.7
    max_reply_tokens: int | None = None
    system_prompt: str = ""
    theme: Theme = Theme.SYSTEM
    sends_with_ctrl_enter: bool = False
    longest_paste: int | None = 3_000
    is_sidebar_visible: bool = True
    is_chat_panel_visible: bool = False
    chat_panel_width: int = 320
    folded_panel_parts: tuple[str, ...] = ("advanced",)
    zoom_percent: int = 100
    language: str = ""
    ends_repetition: bool = True
    names_chats: bool = True
    leaving: CloseAction = CloseAction.ASK
    stays_in_tray: bool = False
    tells_when_done: bool = True
    is_still: bool = False
    has_vertical_tabs: bool = False
    switches_by_use: bool = False
    has_seen_tour: bool = False
    keeps_conversations: bool = True
    cache_bytes: int | None = None
    program_cache_percent: int = 25
    confines_engine: bool = True
    looks_for_updates: bool = False
    is_offline: bool = False
    endpoints: tuple[EndpointSetting, ...] = ()
    default_route: Route | None = None
    titles_are_remote: bool = False
    server_is_on: bool = False
    server_port: int = 11435
    server_is_open: bool = False
    server_address: str = ""
    server_certificate: str = ""
    server_key: str = ""
    server_origins: tuple[str, ...] = ()
    searches_hub: bool = False
    download_speed: int | None = None
    downloads_at_once: int = 3
    models_folder: str | None = None
    removes_from_backups: bool = True
    window_geometry: str = ""
    window_panels: str = ""
    extra_windows: tuple[str, ...] = ()
    sidebar_width: int = 0
    tab_column_width: int = 0
    split_share: float = 0.5
    grid_windows: tuple[int, ...] = ()
    folded_groups: tuple[str, ...] = ()
    folder_colours: dict[str, str] = msgspec.field(default_factory=dict)
    last_folder: str = ""
    interrupted_ids: tuple[str, ...] = ()
    thinking: dict[str, ThinkingOptions] = msgspec.field(default_factory=dict)
    command_uses: dict[str, int] = msgspec.field(default_factory=dict)
    keys: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(lazy("context per chat"), self.context_window, 256, 1 << 24)
        _check(lazy("number of chats answered at once"), self.slot_count, 1, MAX_SLOT_COUNT)
        _check(lazy("number of threads"), self.thread_count, 1, 512)
        _check(lazy("number of GPU layers"), self.gpu_layer_count, 0, 1 << 16)
        _check(lazy("minutes until the model is unloaded"), self.unload_minutes, 1, 1 << 20)
        _check(lazy("temperature"), self.temperature, 0, 5)
        _check(lazy("longest answer"), self.max_reply_tokens, 1, 1 << 24)
        _check(lazy("disk space for conversations"), self.cache_bytes, 1 << 20, 1 << 50)
        _check(lazy("share of programs in the cache"), self.program_cache_percent, 0, 100)
        _check(lazy("longest paste"), self.longest_paste, 100, 1 << 24)
        _check(lazy("download speed"), self.download_speed, 1 << 10, 1 << 40)
        _check(lazy("downloads at once"), self.downloads_at_once, 1, 10)
        _check(lazy("port"), self.server_port, 1024, 65535)
        _check(lazy("zoom"), self.zoom_percent, 25, 500)
        checked_addresses(self.rpc_servers, InvalidSettings)
        checked_origins(self.server_origins, InvalidSettings)
        typed_server_address(self.server_address)


def typed_rpc_servers(text: str) -> tuple[str, ...]:
    """Return the addresses that somebody typed. Raises InvalidSettings."""
    return rpc_addresses(text, InvalidSettings)


def typed_origins(text: str) -> tuple[str, ...]:
    """Return the origins of web pages that somebody typed. Raises InvalidSettings."""
    return page_origins(text, InvalidSettings)


def typed_server_address(text: str) -> str:
    """Return the address of this computer that somebody typed. Raises InvalidSettings."""
    address = text.strip().strip("[]")
    try:
        return str(ipaddress.ip_address(address)) if address else ""
    except ValueError as error:
        raise InvalidSettings(
            lazy(
                "“{address}” is no address of a computer. Write it in numbers, like 192.168.1.20.",
                address=address,
            )
        ) from error


def typed_file(text: str) -> str:
    """Return the path of a file that is there. Raises InvalidSettings."""
    path = text.strip()
    if path and not (Path(path).is_absolute() and Path(path).is_file()):
        raise InvalidSettings(
            lazy("There is no file “{path}”. Name it with its folder.", path=path)
        )
    return path


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
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
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
