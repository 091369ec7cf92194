"""Why a process ended whose model has layers on other computers."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.ipc.lazy_text import lazy, lazy_join
from engine.ipc.supervisor import ProcessEnd

# What llama.cpp writes before it ends its process over a server, and the file that says so.
_LOST = re.compile(r"ggml-rpc|RPC server|RPC handshake")


def explained_end(end: ProcessEnd, servers: Sequence[str]) -> ProcessEnd:
    """Return it with the computers named that may have been the reason."""
    if not servers or not end.is_crash:
        return end
    names = ", ".join(servers)
    if _LOST.search(end.detail):
        text = lazy(
            "The connection to {computers} broke, where layers of the model are.", computers=names
        )
        return replace(end, text=text, is_elsewhere=True)
    hint = lazy("Layers of the model are on {computers}. Do they still answer?", computers=names)
    return replace(end, text=lazy_join((end.text, hint)))
