"""The token that the hub's own program keeps: ``hf auth login`` writes it to a file."""

import os
from collections.abc import Mapping
from pathlib import Path

_LONGEST_BYTES = 4096


def token_file(environment: Mapping[str, str]) -> Path | None:
    """Return where that program keeps its token; None where there is no home to look in."""
    named = environment.get("HF_TOKEN_PATH", "").strip()
    if named:
        return Path(os.path.expanduser(named))
    caches = environment.get("XDG_CACHE_HOME", "").strip()
    home = environment.get("HOME") or environment.get("USERPROFILE", "")
    if not caches and home:
        caches = os.path.join(home, ".cache")
    default = os.path.join(caches, "huggingface") if caches else ""
    folder = environment.get("HF_HOME", "").strip() or default
    return Path(os.path.expanduser(folder), "token") if folder else None


def read_token(file: Path) -> str:
    """Return the token in a file, empty where there is none; waits for the disk."""
    try:
        if not file.is_file():  # a pipe of this name would be waited for
            return ""
        with file.open("rb") as opened:
            token = opened.read(_LONGEST_BYTES + 1).decode("ascii").strip()
    except (OSError, ValueError):
        return ""
    return token if len(token) <= _LONGEST_BYTES and token.isprintable() else ""
