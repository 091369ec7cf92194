"""The settings of the user as one frozen value, and the file that stores them."""

import enum
import ipaddress
import json
import stat
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from app.domain.chat_options import ChatModel, ThinkingOptions
from app.errors import InvalidSettings, SettingsNotSaved, lazy
from app.machines.model import EndpointSetting, Route
from app.tools.model import Permission, SearchProvider
from app.tools.servers.model import ToolServer, usable_name
from engine.files import atomic_write, move
from engine.messages.config import MAX_SLOT_COUNT, check_range, checked_addresses, rpc_addresses
from engine.messages.config import KvType as KvType
from engine.messages.page_origin import (
    checked_host_names,
    checked_origins,
    host_names,
    page_origins,
)

_check = partial(check_range, InvalidSettings)

# The whole file is read into memory before its content is checked.
_MAX_BYTES = 16 * 1024 * 1024
_MAX_ADDRESS_CHARS = 1_000
AUTOMATIC_SLOTS = 4  # until chats have waited


class Theme(enum.Enum):
    """The theme of the window; stored by value."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class CloseAction(enum.Enum):
    """The action on quitting during answers or downloads; stored by value."""

    ASK = "ask"
    BACKGROUND = "background"  # closes the window now, and quits when they are done
    QUIT = "quit"  # keeps the partial answers


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of the user, and stored state of the window.

    Raises InvalidSettings on creation.

    Attributes:
        context_window: tokens per chat; None is automatic.
        slot_count: the number of chats that can be answered at the same time; None is automatic:
            more once chats have waited, as far as memory allows.
        raised_slots: the automatic number of models that have more, by file name.
        kv_type: the type of the KV cache.
        thread_count: CPU threads; None lets the engine measure which number is fastest.
        guesses_ahead: tokens that repeat a part of the chat are drafted (speculative decoding).
        gpu_layer_count: layers on the GPU; None is as many as fit.
        rpc_servers: other computers that take layers, as host:port; not used offline.
        unload_minutes: idle time after which the model is unloaded until the next message; None
            is never.
        models_memory: the main memory in bytes that all loaded models may take together; None is
            what is free.
        model_stay_seconds: how long a model keeps its place in memory at least, if two that do not
            fit together are asked in turn.
        model_path: the model file; None is the starter model.
        recent_models: the files of loaded models, the last one first.
        model_folders: folders searched for models, besides those of Hubbub and other programs.
        temperature: the sampling temperature; 0 always takes the likeliest token.
        max_reply_tokens: the maximum length of a reply; None is the rest of the context window.
        system_prompt: the start of every conversation; may be empty.
        keeps_conversations: the KV cache of conversations is stored on disk, so that they
            continue without being read again after a restart.
        cache_bytes: the limit of that on disk; None is 10 GB, at most a twentieth of the disk.
        program_cache_percent: the share of the cache, on disk and in RAM, that other programs can
            use even if the window's chats need it. Applies when a model is loaded next.
        confines_engine: the engine runs in a sandbox if the system has one; from the next start.
        longest_paste: the maximum number of characters that are pasted as text; a longer paste
            becomes a file. None is unlimited.
        chat_panel_width: the width of the chat settings panel, in device-independent pixels.
        folded_panel_parts: the keys of the folded sections of that panel.
        unfolded_sections: the keys of the sections of other pages and panels that are unfolded.
        language: the language of the window, such as "de"; empty is that of the system.
        ends_repetition: an answer that repeats itself endlessly is ended.
        names_chats: the model writes titles while it is idle.
        leaving: the action on quitting during answers or downloads.
        stays_in_tray: closing the window keeps the program in the tray, if there is one.
        tells_when_done: show a notification when an answer ends while the window is inactive.
        is_still: no animations.
        has_vertical_tabs: tabs are in the sidebar.
        switches_by_use: Ctrl+Tab switches to the tab used last, not to the next one.
        has_seen_tour: the welcome tips were read or dismissed.
        looks_for_updates: check for a newer version once a day.
        is_offline: no process of Hubbub opens a connection, whatever else is set.
        endpoints: the other machines that can answer chats; their keys are stored elsewhere.
        default_route: the machine and model that answer new chats; None is this computer.
        titles_are_remote: the machine that answers a chat also writes its titles and recaps.
        searches_hub: the user has agreed to requests to the hub.
        download_speed: the limit of all downloads together in bytes per second; None is unlimited.
        downloads_at_once: the number of simultaneous downloads; others wait.
        models_folder: the folder of downloaded models; None is the one in the data folder.
        server_is_on: other programs can use the model.
        server_port: the port of the local server.
        server_is_open: programs on other computers can use it, too.
        server_address: the only address on which they reach it; empty is all addresses.
        server_certificate, server_key: PEM files for HTTPS; both or none.
        server_origins: origins of web pages that can use it, as "https://app.example".
        server_host_names: names of this computer that programs use, as "host.docker.internal".
        removes_from_backups: conversations that leave the trash are removed from the backups.
        window_geometry: Qt's saved geometry of the window, in base64.
        window_panels: Qt's saved state of the window's docks, in base64.
        extra_windows: the geometry of each further window, in their order.
        sidebar_width: in device-independent pixels; 0 is the default width.
        split_share: the share of the width that the left pane of a split view has.
        grid_windows: the indices of windows that show their tabs as a grid; 0 is the first one.
        four_chat_windows: those of ``grid_windows`` whose grid shows four chats on a page.
        folded_groups: the keys of the folded groups in the sidebar.
        folder_colours: the chosen colours of the sidebar's folders, by folder name.
        folder_models: the models of new chats in folders that have chosen one, by folder name.
        last_folder: the folder in which a file was opened or saved last.
        interrupted_ids: conversations whose answers were cut off when the program ended, until
            they are continued or the offer to continue them is dismissed.
        weight_speeds: the measured bytes of weights computed per second, by kind of device.
        thinking: the default thinking options per model, by file name.
        default_tools: the keys of the tools that new chats offer.
        tool_permissions: the tools that always or never run, by key; others ask.
        tool_digests: of the tools that always run, as they were when allowed, by key.
        allows_reading_tools: tools that only read and send nothing run without asking.
        tool_call_limit: the maximum number of calls in one turn.
        search_provider: the service of the tool that searches the web; keys are stored elsewhere.
        search_address: of SearXNG, such as "http://rack:8080"; empty for none.
        tool_servers: the MCP servers; their secrets are in the keyring.
        command_uses: how often each command was chosen in the palette, by its name.
        keys: the changed keys of commands, by their names; such as "Ctrl+T".
    """

    context_window: int | None = None
    slot_count: int | None = None
    raised_slots: dict[str, int] = msgspec.field(default_factory=dict)
    kv_type: KvType = KvType.F16
    thread_count: int | None = None
    guesses_ahead: bool = True
    gpu_layer_count: int | None = None
    rpc_servers: tuple[str, ...] = ()
    unload_minutes: int | None = None
    models_memory: int | None = None
    model_stay_seconds: int = 30
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
    unfolded_sections: tuple[str, ...] = ("model_sampling",)
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
    server_host_names: tuple[str, ...] = ()
    searches_hub: bool = False
    download_speed: int | None = None
    downloads_at_once: int = 3
    models_folder: str | None = None
    removes_from_backups: bool = True
    window_geometry: str = ""
    window_panels: str = ""
    extra_windows: tuple[str, ...] = ()
    sidebar_width: int = 0
    split_share: float = 0.5
    grid_windows: tuple[int, ...] = ()
    four_chat_windows: tuple[int, ...] = ()
    folded_groups: tuple[str, ...] = ()
    folder_colours: dict[str, str] = msgspec.field(default_factory=dict)
    folder_models: dict[str, ChatModel] = msgspec.field(default_factory=dict)
    last_folder: str = ""
    interrupted_ids: tuple[str, ...] = ()
    weight_speeds: dict[str, float] = msgspec.field(default_factory=dict)
    thinking: dict[str, ThinkingOptions] = msgspec.field(default_factory=dict)
    default_tools: tuple[str, ...] = ()
    tool_permissions: dict[str, Permission] = msgspec.field(default_factory=dict)
    tool_digests: dict[str, str] = msgspec.field(default_factory=dict)
    allows_reading_tools: bool = False
    tool_call_limit: int = 20
    search_provider: SearchProvider = SearchProvider.WIKIPEDIA
    search_address: str = ""
    tool_servers: tuple[ToolServer, ...] = ()
    command_uses: dict[str, int] = msgspec.field(default_factory=dict)
    keys: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(lazy("context per chat"), self.context_window, 256, 1 << 24)
        _check(lazy("number of chats answered at once"), self.slot_count, 1, MAX_SLOT_COUNT)
        for count in self.raised_slots.values():
            _check(lazy("number of chats answered at once"), count, 1, MAX_SLOT_COUNT)
        _check(lazy("number of threads"), self.thread_count, 1, 512)
        _check(lazy("number of GPU layers"), self.gpu_layer_count, 0, 1 << 16)
        _check(lazy("minutes until the model is unloaded"), self.unload_minutes, 1, 1 << 20)
        _check(lazy("memory for models"), self.models_memory, 1 << 28, 1 << 50)
        _check(lazy("seconds that a model stays"), self.model_stay_seconds, 0, 3600)
        _check(lazy("temperature"), self.temperature, 0, 5)
        _check(lazy("longest answer"), self.max_reply_tokens, 1, 1 << 24)
        _check(lazy("disk space for chats"), self.cache_bytes, 1 << 20, 1 << 50)
        _check(lazy("share of programs in the cache"), self.program_cache_percent, 0, 100)
        _check(lazy("longest paste"), self.longest_paste, 100, 1 << 24)
        _check(lazy("download speed"), self.download_speed, 1 << 10, 1 << 40)
        _check(lazy("downloads at once"), self.downloads_at_once, 1, 10)
        _check(lazy("calls of tools in one turn"), self.tool_call_limit, 1, 1000)
        _check(lazy("port"), self.server_port, 1024, 65535)
        _check(lazy("zoom"), self.zoom_percent, 25, 500)
        checked_addresses(self.rpc_servers, InvalidSettings)
        checked_origins(self.server_origins, InvalidSettings)
        checked_host_names(self.server_host_names, InvalidSettings)
        typed_server_address(self.server_address)
        typed_search_address(self.search_address)
        _check_tool_servers(self.tool_servers)


def _check_tool_servers(servers: tuple[ToolServer, ...]) -> None:
    taken = set[str]()
    for each in servers:
        if each.name in taken or usable_name(each.name) != each.name:
            raise InvalidSettings(
                lazy(
                    "“{name}” is empty or taken, or contains “/”. Rename the tool server.",
                    name=each.name,
                )
            )
        taken.add(each.name)
        _check(lazy("timeout of a tool server"), each.patience_seconds, 1, 24 * 60 * 60)


def with_section(settings: Settings, key: str, *, is_folded: bool) -> Settings:
    """Return the settings with a section folded or unfolded."""
    others = tuple(each for each in settings.unfolded_sections if each != key)
    unfolded = others if is_folded else (*others, key)
    return msgspec.structs.replace(settings, unfolded_sections=unfolded)


def with_tool_permission(
    settings: Settings, key: str, permission: Permission, digest: str = ""
) -> Settings:
    """Return the settings with a permission of a tool; ALWAYS holds for its ``digest`` only."""
    permissions = {name: each for name, each in settings.tool_permissions.items() if name != key}
    digests = {name: each for name, each in settings.tool_digests.items() if name != key}
    if permission is not Permission.ASK:
        permissions[key] = permission
    if permission is Permission.ALWAYS and digest:
        digests[key] = digest
    return msgspec.structs.replace(settings, tool_permissions=permissions, tool_digests=digests)


def typed_rpc_servers(text: str) -> tuple[str, ...]:
    """Parse a list of addresses of RPC servers. Raises InvalidSettings."""
    return rpc_addresses(text, InvalidSettings)


def typed_origins(text: str) -> tuple[str, ...]:
    """Parse a list of origins of web pages. Raises InvalidSettings."""
    return page_origins(text, InvalidSettings)


def typed_host_names(text: str) -> tuple[str, ...]:
    """Parse a list of names of this computer. Raises InvalidSettings."""
    return host_names(text, InvalidSettings)


def typed_server_address(text: str) -> str:
    """Parse an IP address; an empty text is allowed. Raises InvalidSettings."""
    address = text.strip().strip("[]")
    try:
        return str(ipaddress.ip_address(address)) if address else ""
    except ValueError as error:
        raise InvalidSettings(
            lazy(
                "“{address}” is not an IP address. Enter one such as 192.168.1.20.",
                address=address,
            )
        ) from error


def typed_search_address(text: str) -> str:
    """Parse the address of a SearXNG server, or an empty text. Raises InvalidSettings."""
    address = text.strip()
    if not address:
        return ""
    address = (address if "://" in address else f"http://{address}").rstrip("/")
    try:
        parts = urlsplit(address)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname)
        is_valid = is_valid and "@" not in parts.netloc and (parts.port or 1) > 0
    except ValueError:
        is_valid = False
    if not is_valid or len(address) > _MAX_ADDRESS_CHARS:
        raise InvalidSettings(
            lazy(
                "“{address}” is not the address of a SearXNG server. Enter one such as "
                "http://rack:8080.",
                address=text[:100],
            )
        )
    return address


def typed_file(text: str) -> str:
    """Parse the absolute path of an existing file, or an empty text. Raises InvalidSettings."""
    path = text.strip()
    if path and not (Path(path).is_absolute() and Path(path).is_file()):
        raise InvalidSettings(lazy("There is no file “{path}”. Enter its full path.", path=path))
    return path


class SettingsFile:
    """A JSON file with the settings, which the user can edit."""

    def __init__(self, path: Path) -> None:
        """Store the path; the file is read by ``load``."""
        self._path = path

    def load(self) -> tuple[Settings, str | None]:
        """Return the settings, and a sentence about the problem if not all could be read.

        An invalid value is replaced by its default. An unreadable file is renamed, never deleted.
        """
        try:
            stored = json.loads(self._read())
        except FileNotFoundError:
            return Settings(), None
        except OSError as error:
            return Settings(), lazy(
                "The settings in {path} can't be read: {reason}. All settings have their "
                "default values.",
                path=self._path,
                reason=error,
            )
        except (ValueError, RecursionError):
            return Settings(), self._put_aside()
        if not isinstance(stored, dict):
            return Settings(), self._put_aside()
        return self._understood(stored)

    def _read(self) -> bytes:
        # Reading a pipe could block forever, and a device can be endless.
        status = self._path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            raise ValueError("not a regular file, or too large")
        return self._path.read_bytes()

    def save(self, settings: Settings) -> None:
        """Replace the file atomically. Blocks until it is on disk. Raises SettingsNotSaved."""
        # Escapes can represent any file name, unlike UTF-8.
        text = json.dumps(msgspec.to_builtins(settings), indent=2) + "\n"
        try:
            atomic_write(self._path, text.encode())
        except OSError as error:
            raise SettingsNotSaved(
                lazy(
                    "The settings could not be saved to {path}: {reason}. They apply until Hubbub "
                    "quits.",
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
        if "raised_slots" not in stored and good.get("slot_count") == AUTOMATIC_SLOTS:
            good["slot_count"] = None  # the default of versions in which it was not automatic
        settings = msgspec.convert(good, Settings)
        if not bad:
            return settings, None
        return settings, (
            lazy(
                "Some settings in {path} are not valid and were reset to their defaults: {names}.",
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
                "The settings in {path} are damaged, and the file could not be renamed: {reason}.",
                path=self._path,
                reason=error,
            )
        return lazy(
            "The settings in {path} are damaged. The file was renamed to “{aside}”, and all "
            "settings were reset to their defaults.",
            path=self._path,
            aside=aside.name,
        )
