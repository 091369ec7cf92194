"""Reads servers from pasted text and from the files of other programs.

READMEs and programs agree on little: the map has a dozen names, the server's keys have more, and
the JSON has comments, trailing commas, missing braces and unescaped Windows paths. Each readable
part becomes a server; each other part is named in a sentence.
"""

import base64
import binascii
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from msgspec.structs import replace

from app.errors import LazyText, lazy
from app.tools.servers.model import (
    DEFAULT_PATIENCE_SECONDS,
    ServerKind,
    ToolServer,
    speaks_sse,
    usable_name,
)

MAX_CHARS = 1_000_000
MAX_FILE_CHARS = 32_000_000  # a program may keep its projects and histories in the same file
MAX_SERVERS = 200
_MAX_DEPTH = 6

# The last part of a key such as "amp.mcpServers", without case and underscores.
_MAPS = frozenset({"mcpservers", "contextservers", "servers", "mcp"})
_COMMAND_KEYS = ("command", "cmd", "executable")
_ADDRESS_KEYS = ("url", "serverUrl", "httpUrl", "endpoint", "uri", "baseUrl")
_ENVIRONMENT_KEYS = ("env", "environment", "envs")
_FOLDER_KEYS = ("cwd", "workingDirectory", "working_directory", "workdir")
_HEADER_KEYS = ("headers", "http_headers", "httpHeaders")
_HIDDEN_KEYS = ("disabledTools", "excludeTools", "disabled_tools")
_TIMEOUT_KEYS = ("timeout", "tool_timeout_sec")
_UNUSABLE_KINDS = {"sse": "SSE", "ws": "WebSocket", "websocket": "WebSocket"}
_STARTERS = ("npx", "uvx", "uv", "bunx", "deno", "docker", "podman", "node", "python", "python3")
_MAX_TIMEOUT_SECONDS = 24 * 60 * 60
_MILLISECONDS_FROM = 1000  # no program means that many seconds

_FENCE = re.compile(r"```[\w-]*\n(.*?)```", re.DOTALL)
_TOKENS = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|,(?=\s*(?://[^\n]*\s*)*[}\]])', re.DOTALL
)
_DRIVE = re.compile(r'^"[A-Za-z]:\\(?!\\)|^"\\\\(?!\\)[A-Za-z0-9]')
_ELLIPSIS = re.compile(r"^\s*(?:\.\.\.|…),?\s*$", re.MULTILINE)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"'})
_SHELL_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]*)?\}")
_OTHER_VARIABLE = re.compile(r"(?<!\$)\{env:([^}]+)\}")
_SECRET_VARIABLE = re.compile(r"\$\{\{\s*(?:secrets|inputs)\.([\w.-]+)\s*\}\}")
_INPUT_DEFAULT = re.compile(r"\$\{input:([^}:]+):[^}]*\}")
_PLACEHOLDER = re.compile(
    r"<[^<>]*(?:your|insert|token|key|secret|id|name|url|path)[^<>]*>|\{\{[^}]*\}\}"
    r"|\b(?:YOUR|INSERT|REPLACE)[A-Z0-9_-]{2,}\b|\byour[-_][\w.-]+\b|\b\w{2,5}[-_](?:\*{3,}|\.{3}|x{4,})"
    r"|^\*{3,}$|^\.{3}$|^x{4,}$|^REPLACE_ME$",
    re.IGNORECASE,
)
_EXAMPLE_PATH = re.compile(
    r"/path/to/|/absolute/path|^/?Users/(?:username|you|me|your)|path\\to\\|<[^>]*user[^>]*>",
    re.IGNORECASE,
)


class WantedInput(msgspec.Struct, frozen=True):
    """A value that the user has to enter, which stands as ``${input:NAME}`` in servers."""

    name: str
    description: str = ""
    is_secret: bool = False


class ConfigRead(msgspec.Struct, frozen=True):
    """The servers that a text contains.

    Attributes:
        servers: with secrets in plain text, which ``ToolServers.keep_secrets`` moves to the
            keyring before they are saved.
        inputs: values that the user has to enter first; see ``filled``.
        problems: a sentence for each part that could not be read, or has to be looked at.
    """

    servers: tuple[ToolServer, ...] = ()
    inputs: tuple[WantedInput, ...] = ()
    problems: tuple[LazyText, ...] = ()


class ConfigFile(msgspec.Struct, frozen=True):
    """A file in which another program keeps its servers."""

    program: str
    path: Path


def read(text: str, taken: frozenset[str] = frozenset(), max_chars: int = MAX_CHARS) -> ConfigRead:
    """Read servers from a pasted text: JSON, TOML, a command line, an address or an install link.

    Their names differ from each other and from those in ``taken``.
    """
    if len(text) > max_chars:
        return _problem(lazy("This text is too long to be the settings of servers."))
    text = text.strip().lstrip("\ufeff")
    if not text:
        return _problem(lazy("There is no text. Paste the JSON that the server's page shows."))
    fenced = _FENCE.search(text)
    text = fenced[1].strip() if fenced else text
    try:
        value = _parsed(text)
    except (ValueError, RecursionError) as error:
        return _problem(_why_unreadable(text, error))
    return _Reader(taken).read(value)


def filled(server: ToolServer, inputs: Mapping[str, str]) -> ToolServer:
    """Return a server with the values that the user entered; unknown ones stay."""

    def fill(text: str) -> str:
        for name, value in inputs.items():
            text = text.replace(f"${{input:{name}}}", value)
        return text

    return with_texts(server, fill)


def with_texts(server: ToolServer, change: Callable[[str], str]) -> ToolServer:
    """Return a server with each of its texts changed."""
    return replace(
        server,
        command=change(server.command),
        arguments=tuple(map(change, server.arguments)),
        environment={name: change(value) for name, value in server.environment.items()},
        folder=change(server.folder),
        address=change(server.address),
        headers={name: change(value) for name, value in server.headers.items()},
    )


def known_files(
    home: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    system: str = sys.platform,
) -> tuple[ConfigFile, ...]:
    """Return where other programs keep their servers on this system; does not look at the disk."""
    home = home or Path.home()
    if system == "win32":
        settings = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
        data = settings
    elif system == "darwin":
        settings = data = home / "Library" / "Application Support"
    else:
        settings = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
        data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    zed = settings / "Zed" if system == "win32" else home / ".config" / "zed"
    code = settings / "Code" / "User"
    cline = code / "globalStorage" / "saoudrizwan.claude-dev" / "settings"
    return (
        ConfigFile("LM Studio", home / ".lmstudio" / "mcp.json"),
        ConfigFile("LM Studio", home / ".cache" / "lm-studio" / "mcp.json"),
        ConfigFile("Claude Desktop", settings / "Claude" / "claude_desktop_config.json"),
        ConfigFile("Claude Code", home / ".claude.json"),
        ConfigFile("VS Code", code / "mcp.json"),
        ConfigFile("VS Code", code / "settings.json"),
        ConfigFile("Cursor", home / ".cursor" / "mcp.json"),
        ConfigFile("Windsurf", home / ".codeium" / "windsurf" / "mcp_config.json"),
        ConfigFile("Cline", cline / "cline_mcp_settings.json"),
        ConfigFile("Zed", zed / "settings.json"),
        ConfigFile("Jan", data / "Jan" / "data" / "mcp_config.json"),
        ConfigFile("Gemini CLI", home / ".gemini" / "settings.json"),
        ConfigFile("Codex", home / ".codex" / "config.toml"),
        ConfigFile("opencode", home / ".config" / "opencode" / "opencode.json"),
    )


def find_files(files: Sequence[ConfigFile] | None = None) -> tuple[ConfigFile, ...]:
    """Return the files that exist; waits for the disk."""
    found = known_files() if files is None else files
    return tuple(each for each in found if _is_file(each.path))


def read_file(file: ConfigFile, taken: frozenset[str] = frozenset()) -> ConfigRead:
    """Read the servers in a file of another program; waits for the disk."""
    try:
        if not _is_file(file.path):  # opening a pipe would block
            raise FileNotFoundError(file.path)
        with file.path.open("rb") as opened:
            content = opened.read(MAX_FILE_CHARS + 1)
    except OSError as error:
        return _problem(lazy("{path} can't be read: {reason}.", path=file.path, reason=error))
    return read(content.decode("utf-8-sig", "replace"), taken, MAX_FILE_CHARS)


class _Reader:
    """Collects the servers of one parsed text."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken = set(taken)
        self._seen: set[tuple[str, str]] = set()
        self._servers: list[ToolServer] = []
        self._inputs: dict[str, WantedInput] = {}
        self._problems: list[LazyText] = []

    def read(self, value: object) -> ConfigRead:
        entries = list(_entries(value))
        if not entries:
            self._problems.append(
                lazy("This text contains no server. Paste the part that begins with “mcpServers”.")
            )
        for name, entry in entries[:MAX_SERVERS]:
            self._add_entry(name, entry)
        if len(entries) > MAX_SERVERS:
            self._problems.append(
                lazy("Only the first {count} servers were read.", count=MAX_SERVERS)
            )
        self._describe_inputs(value)
        return ConfigRead(tuple(self._servers), tuple(self._inputs.values()), tuple(self._problems))

    def _add_entry(self, name: str, entry: object) -> None:
        if not isinstance(entry, dict):
            self._say(name, lazy("it is not an object"))
            return
        server = self._server(name, entry)
        if server is None:
            return
        content = (name, repr(replace(server, name="")))
        if content in self._seen:  # programs repeat servers for each project
            return
        self._seen.add(content)
        self._taken.add(server.name)
        self._servers.append(server)
        for wanted in server.missing_inputs:
            self._inputs.setdefault(wanted, WantedInput(wanted, is_secret=looks_secret(wanted)))
        for text in (*server.arguments, server.command, server.folder):
            if _EXAMPLE_PATH.search(text):
                self._problems.append(
                    lazy(
                        "“{path}” of “{name}” is an example. Replace it by a path of this "
                        "computer.",
                        path=text,
                        name=server.name,
                    )
                )

    def _server(self, given_name: str, entry: dict[str, object]) -> ToolServer | None:
        used: set[str] = set()

        def take(*keys: str) -> object:
            for key in keys:
                if key in entry:
                    used.add(key)
                    return entry[key]
            return None

        command, arguments, environment = take(*_COMMAND_KEYS), take("args", "arguments"), None
        address = take(*_ADDRESS_KEYS)
        nested = entry.get("settings")
        if command is None and address is None and isinstance(nested, dict):
            address = next((nested[key] for key in _ADDRESS_KEYS if key in nested), None)
        if isinstance(command, dict):  # Zed before 2025
            environment, arguments = command.get("env"), command.get("args", arguments)
            command = command.get("path")
        if isinstance(command, list):  # opencode
            command, arguments = (command or [None])[0], command[1:]
        words = _words(arguments)
        if isinstance(command, str) and not words and _is_command_line(command):
            command, *words = _split(command)
        kind = str(take("type", "transport", "transportType") or "").casefold()
        called = given_name or take("name")
        if not isinstance(called, str) or not called.strip():
            called = _guessed_name(command, words, address)
        name = usable_name(called, frozenset(self._taken))
        if kind in _UNUSABLE_KINDS and isinstance(address, str) and not speaks_sse(address):
            self._say(
                name,
                lazy(
                    "it uses {kind}, which is not supported at this address. Enter the address of "
                    "its streamable HTTP endpoint, which often ends in “/mcp”",
                    kind=_UNUSABLE_KINDS[kind],
                ),
            )
            return None
        headers = self._texts(name, take(*_HEADER_KEYS))
        token = take("bearer_token_env_var")
        if isinstance(token, str):
            headers["Authorization"] = f"Bearer ${{env:{token}}}"
        environment = self._texts(name, environment or take(*_ENVIRONMENT_KEYS))
        disabled, enabled = take("disabled"), take("enabled", "isActive", "active")
        folder, hidden = take(*_FOLDER_KEYS), take(*_HIDDEN_KEYS)
        if take("envFile", "env_file") is not None:
            self._say(name, lazy("its file with variables was not read: enter them here"))
        server = ToolServer(
            name,
            environment=environment,
            folder=folder if isinstance(folder, str) else "",
            is_on=disabled is not True and enabled is not False,
            patience_seconds=_patience(take(*_TIMEOUT_KEYS)),
            hidden_tools=tuple(_words(hidden)),
        )
        if isinstance(address, str) and address and not isinstance(command, str):
            server = replace(server, kind=ServerKind.ADDRESS, address=address, headers=headers)
            if urlsplit(address).scheme not in ("http", "https") and "${" not in address:
                self._say(name, lazy("“{address}” is not a web address", address=address))
                return None
        elif isinstance(command, str) and command.strip():
            server = replace(server, command=command.strip(), arguments=tuple(words))
        else:
            self._say(name, lazy("it has neither a command nor an address"))
            return None
        other = {key: each for key, each in entry.items() if key not in used}
        server = with_texts(server, _variables)
        server = replace(server, other=json.dumps(other) if other else "")
        return _with_placeholders(server)

    def _texts(self, name: str, value: object) -> dict[str, str]:
        """Return a map of texts; numbers and truths are written as JSON does."""
        if isinstance(value, list):  # "NAME=value"
            pairs = (str(each).partition("=") for each in value)
            return {key: text for key, sign, text in pairs if sign}
        if not isinstance(value, dict):
            return {}
        made: dict[str, str] = {}
        for key, each in value.items():
            if isinstance(each, str):
                made[key] = each
            elif isinstance(each, bool | int | float):
                made[key] = json.dumps(each)
            elif each is not None:
                self._say(name, lazy("the value of “{key}” is not a text", key=key))
        return made

    def _describe_inputs(self, value: object) -> None:
        """Use the descriptions that VS Code keeps next to its servers."""
        for each in _lists_of(value, "inputs"):
            if isinstance(each, dict) and isinstance(name := each.get("id"), str):
                wanted = self._inputs.get(name)
                if wanted is not None:
                    text = str(each.get("description") or "")
                    is_secret = each.get("password") is True or wanted.is_secret
                    self._inputs[name] = WantedInput(name, text, is_secret)

    def _say(self, name: str, reason: LazyText) -> None:
        self._problems.append(lazy("“{name}”: {reason}.", name=name, reason=reason))


# --- secrets and placeholders ---------------------------------------------------------------

_SECRET_NAME = re.compile(
    r"(?:^|[_\W])(?:api_?)?(?:key|token|secret|password|passwd|pwd|pass|pat|auth|authorization"
    r"|credentials?|cookie|session|bearer|dsn)s?$|api_?key|access_?key|private_?key|secret|token|password"
    r"|connection_?string|database_?url",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(
    r"^(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|hf|ntn|secret|AKIA|AIza|tvly|fc|BSA|eyJ)"
    r"[-_A-Za-z0-9]{12,}|://[^/\s:@]+:[^/\s@]+@|^(?:Bearer|Basic)\s+\S{8,}"
)
_PLAIN = re.compile(r"^(?:(?:true|false|\d{1,6}|\$\{[^}]*\})$|[./~]|[A-Za-z]:[\\/])", re.IGNORECASE)


def looks_secret(name: str, value: str = "") -> bool:
    """Return whether a variable, a header or an option holds a secret, by its name or value."""
    if value and _SECRET_VALUE.search(value):
        return True
    return bool(_SECRET_NAME.search(name)) and not (value and _PLAIN.match(value))


def with_secret_texts(server: ToolServer, change: Callable[[str], str]) -> ToolServer:
    """Return a server with those of its texts changed that look like secrets.

    Of an option such as ``--api-key=VALUE`` only the value is changed.
    """
    arguments: list[str] = []
    option = ""
    for each in server.arguments:
        name, sign, value = each.partition("=")
        if option and looks_secret(option, each) and not each.startswith("-"):
            arguments.append(change(each))
        elif sign and name.startswith("-") and looks_secret(name.lstrip("-"), value):
            arguments.append(f"{name}={change(value)}")
        elif _SECRET_VALUE.search(each):
            arguments.append(change(each))
        else:
            arguments.append(each)
        option = each.lstrip("-") if each.startswith("-") and not sign else ""

    def changed(texts: Mapping[str, str]) -> dict[str, str]:
        return {
            name: change(value) if value and looks_secret(name, value) else value
            for name, value in texts.items()
        }

    query = urlsplit(server.address).query
    address = server.address
    for name, values in parse_qs(query).items():
        for value in values:
            if looks_secret(name, value):
                address = address.replace(f"{name}={value}", f"{name}={change(value)}")
    return replace(
        server,
        arguments=tuple(arguments),
        environment=changed(server.environment),
        headers=changed(server.headers),
        address=address,
    )


def _with_placeholders(server: ToolServer) -> ToolServer:
    """Return a server whose placeholders, such as YOUR_API_KEY, are inputs to be entered."""

    def wanted(name: str) -> Callable[[str], str]:
        return lambda text: _PLACEHOLDER.sub(lambda _: f"${{input:{name}}}", text, count=1)

    def plain_name(option: str, found: str) -> str:
        return option.strip("-").partition("=")[0] or found.strip("<>{} ") or "value"

    arguments: list[str] = []
    option = ""
    for each in server.arguments:
        found = _PLACEHOLDER.search(each)
        if found and not _EXAMPLE_PATH.search(each) and not each.startswith("@"):
            each = wanted(plain_name(each if "=" in each else option, found[0]))(each)
        option = each if each.startswith("-") else ""
        arguments.append(each)
    address = server.address
    if found := _PLACEHOLDER.search(address):
        address = wanted(plain_name("", found[0]))(address)
    return replace(
        server,
        arguments=tuple(arguments),
        environment={name: wanted(name)(value) for name, value in server.environment.items()},
        headers={name: wanted(name)(value) for name, value in server.headers.items()},
        address=address,
    )


def _variables(text: str) -> str:
    """Write the variables of other programs as ours."""
    text = text.replace("${userHome}", "~").replace("${pathSeparator}", os.sep)
    text = text.replace("${/}", os.sep).replace("${workspaceFolderBasename}", "${workspaceFolder}")
    text = text.replace("${workspaceFolder}", "${input:workspaceFolder}")
    text = _SECRET_VARIABLE.sub(r"${input:\1}", _INPUT_DEFAULT.sub(r"${input:\1}", text))
    text = _OTHER_VARIABLE.sub(r"${env:\1}", text)
    return _SHELL_VARIABLE.sub(lambda it: f"${{env:{it[1]}{it[2] or ''}}}", text)


# --- finding the servers --------------------------------------------------------------------


def _entries(value: object) -> Iterator[tuple[str, object]]:
    """Yield the servers in a parsed text with their names."""
    maps = list(_server_maps(value, 0))
    if maps:
        for each in maps:
            yield from _named(each)
    elif isinstance(value, dict):
        if _is_server(value):
            yield "", value
        else:
            yield from ((name, each) for name, each in value.items() if _is_server(each))
    elif isinstance(value, list):
        yield from _named(value)


def _server_maps(value: object, depth: int) -> Iterator[object]:
    if not isinstance(value, dict) or depth > _MAX_DEPTH:
        return
    for key, each in value.items():
        name = str(key).rpartition(".")[2].replace("_", "").replace("-", "").casefold()
        inner = list(_server_maps(each, depth + 1))
        if name in _MAPS and not inner and isinstance(each, dict | list) and not _is_server(each):
            yield each
        else:
            yield from inner


def _named(servers: object) -> Iterator[tuple[str, object]]:
    if isinstance(servers, dict):
        for name, each in servers.items():
            # "mcp" of opencode and VS Code also holds settings that are no servers.
            if isinstance(each, dict) or name not in ("inputs", "enabled", "timeout", "discovery"):
                yield str(name), each
    elif isinstance(servers, list):
        for each in servers:
            name = each.get("name") if isinstance(each, dict) else None
            yield str(name or ""), each


def _is_server(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    if any(isinstance(value.get(key), str) for key in (*_COMMAND_KEYS, *_ADDRESS_KEYS)):
        return True
    command = value.get("command")
    return isinstance(command, list) or (isinstance(command, dict) and "path" in command)


def _lists_of(value: object, key: str, depth: int = 0) -> Iterator[object]:
    if isinstance(value, dict) and depth <= _MAX_DEPTH:
        for name, each in value.items():
            if name == key and isinstance(each, list):
                yield from each
            else:
                yield from _lists_of(each, key, depth + 1)


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return _split(value)
    if not isinstance(value, list):
        return []
    return [each if isinstance(each, str) else json.dumps(each) for each in value]


def _patience(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
        return DEFAULT_PATIENCE_SECONDS
    seconds = value / 1000 if value >= _MILLISECONDS_FROM else value
    return max(1, min(round(seconds), _MAX_TIMEOUT_SECONDS))


def _guessed_name(command: object, words: Sequence[str], address: object) -> str:
    """Return a name from the package or the host: "time" of "mcp-server-time"."""
    if isinstance(address, str) and address:
        host = urlsplit(address).hostname or address
        parts = [each for each in host.split(".") if each not in ("mcp", "www", "api")]
        return parts[0] if parts else host
    plain = [each for each in words if not each.startswith("-") and each not in ("run", "exec")]
    package = next((each for each in plain), str(command or ""))
    last = re.split(r"[/\\]", package)[-1].partition("@")[0].rpartition("==")[2]
    last = re.sub(r"\.(?:js|mjs|ts|py|exe|cmd)$", "", last)
    return re.sub(r"^(?:mcp-)?server-|^mcp-|-mcp(?:-server)?$|-server$", "", last) or last


# --- text -------------------------------------------------------------------------------------


def _parsed(text: str) -> object:
    """Return the value of a text. Raises ValueError, RecursionError."""
    if re.search(r"^\[mcp_servers[.\]]", text, re.MULTILINE):
        import tomllib  # late: read once a user adds a server

        return tomllib.loads(text)
    if link := _install_link(text):
        return link
    if not text.startswith(("{", "[", '"', "/", "“")):
        return _command_line(text)
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        pass
    repaired = _TOKENS.sub(_repaired, _ELLIPSIS.sub("", text))
    if '"' not in text and "“" in text:
        repaired = _TOKENS.sub(_repaired, text.translate(_QUOTES))
    repaired = repaired.strip().rstrip(",")
    if repaired.startswith('"'):
        repaired = f"{{{repaired}}}"
    return json.loads(repaired, strict=False)


def _repaired(token: re.Match[str]) -> str:
    text = token[0]
    if not text.startswith('"'):
        return ""  # a comment, or a comma before a bracket
    if _DRIVE.match(text):
        return text.replace("\\", "\\\\")
    return re.sub(r"\\(?![\"\\/bfnrtu])", r"\\\\", text)


def _why_unreadable(text: str, error: Exception) -> LazyText:
    if re.search(r"^\s*-?\s*\w+:\s*$", text, re.MULTILINE) and "{" not in text:
        return lazy("This looks like YAML, which is not supported. Paste the JSON of the server.")
    if isinstance(error, json.JSONDecodeError):
        return lazy(
            "The JSON can't be read in line {line}, column {column}: {reason}.",
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        )
    if isinstance(error, RecursionError):
        return lazy("The JSON is nested too deeply.")
    return lazy("This text can't be read: {reason}.", reason=error)


def _is_command_line(command: str) -> bool:
    first, space, _ = command.strip().partition(" ")
    return bool(space) and not ("/" in first or "\\" in first)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text, posix="\\" not in text)
    except ValueError:
        return text.split()


def _command_line(text: str) -> object:
    """Return the server of a command line, or of an address. Raises ValueError."""
    words = _split(text.replace("\\\n", " ").removeprefix("$ "))
    if len(words) == 1 and urlsplit(words[0]).scheme in ("http", "https"):
        return {"url": words[0]}
    if words[1:3] == ["mcp", "add"]:  # of claude, codex, gemini, amp, code
        return _added(words[3:])
    if words[1:3] == ["mcp", "add-json"] and len(words) > 4:
        return {words[3]: json.loads(words[4])}
    name = re.split(r"[/\\]", words[0])[-1] if words else ""
    if name.removesuffix(".exe").removesuffix(".cmd") in _STARTERS:
        return {"command": words[0], "args": words[1:]}
    raise ValueError("neither JSON nor the command of a server")


def _added(words: Sequence[str]) -> object:
    """Return the server of a command such as ``claude mcp add NAME -- COMMAND``."""
    plain: list[str] = []
    environment: dict[str, str] = {}
    headers: dict[str, str] = {}
    at = 0
    while at < len(words):
        word = words[at]
        if word == "--":
            plain += words[at + 1 :]
            break
        following = words[at + 1] if at + 1 < len(words) else ""
        if word in ("-e", "--env"):
            name, _, value = following.partition("=")
            environment[name] = value
        elif word in ("-H", "--header"):
            name, _, value = following.replace(
                "=", ":", 1 if ":" not in following else 0
            ).partition(":")
            headers[name.strip()] = value.strip()
        elif word in ("--url",):
            plain.append(following)
        elif word not in ("-t", "--transport", "-s", "--scope"):
            if word.startswith("-") and len(plain) < 2:
                at += 1
                continue
            plain.append(word)
            at += 1
            continue
        at += 2
    if len(plain) < 2:
        raise ValueError("the name or the command is missing")
    name, target, *arguments = plain
    if urlsplit(target).scheme in ("http", "https"):
        return {name: {"url": target, "headers": headers}}
    return {name: {"command": target, "args": arguments, "env": environment}}


def _install_link(text: str) -> object:
    """Return the server of an install link of LM Studio, Cursor or VS Code; None for others."""
    if any(each.isspace() for each in text) or "install" not in text:
        return None
    parts = urlsplit(text)
    if parts.scheme == "vscode":
        return json.loads(unquote(parts.query))
    query = parse_qs(parts.query)
    if "url" in query and query["url"][0].startswith("vscode:"):
        return _install_link(query["url"][0])
    config = query.get("config", [""])[0]
    if not config:
        return None
    if not config.startswith("{"):
        try:
            padded = config.replace(" ", "+") + "=" * (-len(config) % 4)
            config = base64.b64decode(padded).decode()
        except (binascii.Error, UnicodeDecodeError) as error:
            raise ValueError("the link is damaged") from error
    server = json.loads(config)
    name = query.get("name", [""])[0]
    inputs = json.loads(query["inputs"][0]) if "inputs" in query else []
    return {"servers": {name: server} if name else [server], "inputs": inputs}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _problem(text: LazyText) -> ConfigRead:
    return ConfigRead(problems=(text,))
