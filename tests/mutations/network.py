"""Bugs of what speaks to the network."""

from tests.mutations.mutation import Mutation

CLIENT = "tests/engine/client/test_net_client.py"
HEADER = "tests/engine/net/test_remote_header.py"
HTTP = "tests/engine/net/test_http.py"
HUB = "tests/engine/net/test_hub.py"
NAMES = "tests/engine/net/test_names.py"
RELEASES = "tests/engine/net/test_releases.py"
TOKEN = "tests/app/controllers/engine/test_hub_token.py"
TOKENS = "tests/engine/net/test_tokens.py"
UPDATES = "tests/app/controllers/window/test_updates.py"
VARIANTS = "tests/engine/net/test_variants.py"

NETWORK_MUTATIONS = (
    Mutation(
        "the token is shown to every host",
        "engine/net/tokens.py",
        "if hub is None or origin != origin_of(hub):",
        "if hub is None:",
        HTTP,
    ),
    Mutation(
        "the token crosses an open network",
        "engine/net/tokens.py",
        'if hub.scheme != "https" and hub.host not in _LOOPBACK:',
        "if False:",
        HTTP,
    ),
    Mutation(
        "the file of another program is stronger than the keyring",
        "engine/net/tokens.py",
        "self._own or await self._from_keyring() or await self._from_file()",
        "self._own or await self._from_file() or await self._from_keyring()",
        TOKENS,
    ),
    Mutation(
        "any file that is called token is sent to the hub",
        "engine/net/token_file.py",
        'return token if len(token) <= _LONGEST_BYTES and token.isprintable() else ""',
        "return token",
        TOKENS,
    ),
    Mutation(
        "a process is started for the token while Hubbub works offline",
        "app/controllers/engine/hub_token.py",
        "        if self._settings.current.is_offline:\n",
        "        if False:\n",
        TOKEN,
    ),
    Mutation(
        "a token that was typed stays in its field",
        "app/widgets/settings/token_view.py",
        "            self.box.clear()\n",
        "",
        TOKEN,
    ),
    Mutation(
        "the keyring is asked for each request",
        "engine/net/tokens.py",
        "                self._is_read = True\n",
        "                pass\n",
        TOKENS,
    ),
    Mutation(
        "a redirect leaves a secret connection",
        "engine/net/http.py",
        ' or (old.scheme == "https" and new.scheme == "http")',
        "",
        HTTP,
    ),
    Mutation(
        "what a redirect says besides is read",
        "engine/net/http.py",
        "                target = _next_target(response)\n",
        "                target = _next_target(response)\n                await response.aread()\n",
        HTTP,
    ),
    Mutation(
        "a body of any length is read",
        "engine/net/http.py",
        "        if len(content) > most_bytes:",
        "        if len(content) > most_bytes * 2:",
        RELEASES,
    ),
    Mutation(
        "a body may drip for ever",
        "engine/net/http.py",
        "        if self._bytes < LEAST_BYTES:",
        "        if self._bytes < 0:",
        HTTP,
    ),
    Mutation(
        "a name climbs out in the middle of a path",
        "engine/net/names.py",
        "    if not all(map(_is_harmless, parts)):",
        "    if not _is_harmless(parts[-1]):",
        NAMES,
    ),
    Mutation(
        "a file is called like a device",
        "engine/net/names.py",
        '        and not _DEVICES.fullmatch(part.partition(".")[0].rstrip(" "))\n',
        "",
        NAMES,
    ),
    Mutation(
        "parts of a long name get names of different models",
        "engine/net/names.py",
        "    tail = _PART.search(name) or _ENDING.search(name)\n",
        "    tail = _ENDING.search(name)\n",
        NAMES,
    ),
    Mutation(
        "a split model that lacks a part is called whole",
        "engine/net/variants.py",
        "is_complete=[part.number for part in parts] == [*range(1, parts[0].count + 1)]",
        "is_complete=True",
        VARIANTS,
    ),
    Mutation(
        "a busy hub is asked again before it wants that",
        "engine/net/hub.py",
        "return pause if pause <= _LONGEST_PAUSE_SECONDS else None",
        "return min(pause, 0.0)",
        HUB,
    ),
    Mutation(
        "a tree of any length is read",
        "engine/net/hub.py",
        "for _ in range(_MOST_TREE_PAGES):",
        "for _ in range(1000):",
        HUB,
    ),
    Mutation(
        "the commit is whatever the hub says",
        "engine/net/hub_answers.py",
        "if not isinstance(commit, str) or not is_commit(commit):",
        "if not isinstance(commit, str):",
        HUB,
    ),
    Mutation(
        "a header's beginning is read again and again",
        "engine/net/remote_header.py",
        "        had = len(beginning)\n",
        "        had = 0\n        beginning.clear()\n",
        HEADER,
    ),
    Mutation(
        "another part of the file is taken for the wanted one",
        "engine/net/remote_header.py",
        "    if match is None or int(match[1]) != had:",
        "    if match is None:",
        HEADER,
    ),
    Mutation(
        "offline a process is started",
        "engine/client/net_client.py",
        "        if self._is_offline:\n",
        "        if False:\n",
        CLIENT,
    ),
    Mutation(
        "going offline leaves the process running",
        "engine/client/net_client.py",
        "        self._is_offline = is_offline\n        if is_offline:\n",
        "        self._is_offline = is_offline\n        if False:\n",
        CLIENT,
    ),
    Mutation(
        "who no longer waits goes on downloading",
        "engine/client/net_client.py",
        "            self.cancel(command.request_id)\n",
        "",
        CLIENT,
    ),
    Mutation(
        "a request to a process that gave up waits for ever",
        "engine/client/net_process.py",
        "            self.supervisor.restart()\n",
        "            pass\n",
        CLIENT,
    ),
    Mutation(
        "offline there is a check for updates",
        "app/controllers/window/updates.py",
        "settings.looks_for_updates and not settings.is_offline",
        "settings.looks_for_updates",
        UPDATES,
    ),
)
