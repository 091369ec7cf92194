"""Reads the JSON of the hub: types and formats are checked before a value is used."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from typing import TypeGuard

import msgspec

from engine.messages.net_messages import Gate, HubFile, HubModel

MAX_BYTES = 200  # file systems allow 255; a download adds endings
_PART = re.compile(r"-\d{5}-of-\d{5}(?=\.[^.]*$)")
_ENDING = re.compile(r"\.[A-Za-z0-9_]{1,12}$")
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*]')
_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")
_OWNER_OR_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_-])?")
# Control characters, invisible format characters, lone surrogates, and line separators.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_MAX_CHARS = 100
_MAX_PATH_CHARS = 1000
_MAX_COUNT = 1 << 60
_SHA256_CHARS = 64
_COMMIT_CHARS = (40, 64)
_HEXADECIMAL = frozenset("0123456789abcdef")
_GATES = {"auto": Gate.AUTOMATIC, "manual": Gate.MANUAL, True: Gate.MANUAL}
_LICENCE = "license:"
JsonObject = dict[str, object]


def safe_name(text: str) -> str | None:
    """Return the name to store a file of a repository under; None if the path is refused.

    It is the last part of the path. Paths that leave the folder, name a device or a hidden file, or
    have invisible characters are refused. Characters that a system does not allow are replaced, and
    a long name is cut, with a hash; the parts of a split model keep their numbers.
    """
    if "\\" in text or text.startswith("/") or _DRIVE.match(text):
        return None
    parts = unicodedata.normalize("NFC", text).split("/")
    if not all(map(_is_harmless, parts)):
        return None
    name = "".join(each if each.isprintable() else "_" for each in parts[-1])
    return _shortened(_NOT_ON_WINDOWS.sub("_", name))


def is_repository_name(text: str) -> bool:
    """Return whether a text is a valid ``owner/name``, which is also safe as a path."""
    owner, slash, name = text.partition("/")
    return bool(slash) and all(
        _OWNER_OR_NAME.fullmatch(part)
        and _is_harmless(part)
        and ".." not in part
        and "--" not in part
        for part in (owner, name)
    )


def _is_harmless(part: str) -> bool:
    return (
        bool(part)
        and not part.startswith((".", " ", "~", "-"))
        and not part.endswith((".", " "))
        and not any(unicodedata.category(each) in _INVISIBLE for each in part)
        and not _DEVICES.fullmatch(part.partition(".")[0].rstrip(" "))
    )


def _shortened(name: str) -> str:
    if len(name.encode()) <= MAX_BYTES:
        return name
    tail = _PART.search(name) or _ENDING.search(name)
    at = tail.start() if tail else len(name)
    stem, end = name[:at], name[at:]
    # Of the stem only: parts of one model must have the same stem.
    mark = "~" + hashlib.sha256(stem.encode()).hexdigest()[:8]
    room = MAX_BYTES - len((mark + end).encode())
    return stem.encode()[:room].decode("utf-8", "ignore") + mark + end


def decoded(content: bytes) -> object:
    """Return the value of JSON. Raises ValueError for other content, such as HTML."""
    try:
        value: object = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError("not JSON") from error
    return value


def objects_in(value: object) -> Iterator[JsonObject]:
    """Yield the objects of a list; other items are skipped. Raises ValueError."""
    if not isinstance(value, list):
        raise ValueError("not a list")
    yield from (each for each in value if _is_object(each))


def model_of(value: object, endpoint: str) -> HubModel | None:
    """Return a repository; None if it has no valid name."""
    if not _is_object(value):
        return None
    name = _text(value.get("id"))
    if not is_repository_name(name):
        return None
    gguf = value.get("gguf")
    about = gguf if _is_object(gguf) else {}
    gated = value.get("gated")
    return HubModel(
        name=name,
        page=f"{endpoint}/{name}",
        downloads=_count(value.get("downloads")) or 0,
        likes=_count(value.get("likes")) or 0,
        updated=_text(value.get("lastModified") or value.get("createdAt")),
        licence=_licence(value),
        gate=_GATES.get(gated, Gate.OPEN) if isinstance(gated, str | bool) else Gate.OPEN,
        architecture=_text(about.get("architecture")),
        parameter_count=_count(about.get("total")),
    )


def commit_of(value: object) -> str:
    """Return the current commit of a repository. Raises ValueError."""
    commit = value.get("sha") if _is_object(value) else None
    if not isinstance(commit, str) or not is_commit(commit):
        raise ValueError("no commit")
    return commit


def is_commit(text: str) -> bool:
    """Return whether a text has the form of a commit id."""
    return len(text) in _COMMIT_CHARS and set(text) <= _HEXADECIMAL


def path_of(entry: JsonObject) -> str | None:
    """Return the path of a file in a tree; None for a folder or an invalid path."""
    path = entry.get("path")
    is_path = isinstance(path, str) and 0 < len(path) <= _MAX_PATH_CHARS
    return path if isinstance(path, str) and is_path and entry.get("type") == "file" else None


def file_of(entry: JsonObject, path: str) -> HubFile | None:
    """Return a file of a tree; None if its name is refused or its size is unknown."""
    # On some mirrors the outer size is that of the LFS pointer.
    lfs = entry.get("lfs")
    large = lfs if _is_object(lfs) else {}
    size = _count(large.get("size", entry.get("size")))
    save_name = safe_name(path)
    if save_name is None or size is None:
        return None
    return HubFile(path, save_name, size, _sha256(large.get("oid")))


def shown(path: str) -> str:
    """Return a path with unprintable characters replaced, for display."""
    return "".join(each if each.isprintable() else "�" for each in path[:_MAX_CHARS])


def _licence(value: JsonObject) -> str:
    card = value.get("cardData")
    named = card.get("license") if _is_object(card) else None
    if isinstance(named, list) and named:
        named = named[0]
    if not named:
        tags = value.get("tags")
        texts = [each for each in tags if isinstance(each, str)] if isinstance(tags, list) else []
        named = next((tag for tag in texts if tag.startswith(_LICENCE)), "")
    return _text(named).removeprefix(_LICENCE)


def _sha256(value: object) -> str:
    text = value.lower() if isinstance(value, str) else ""
    return text if len(text) == _SHA256_CHARS and set(text) <= _HEXADECIMAL else ""


def _text(value: object) -> str:
    is_fine = isinstance(value, str) and len(value) <= _MAX_CHARS and value.isprintable()
    return value if isinstance(value, str) and is_fine else ""


def _count(value: object) -> int | None:
    # True is an int in Python, but not a count.
    is_fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_COUNT
    return value if isinstance(value, int) and is_fine else None


def _is_object(value: object) -> TypeGuard[JsonObject]:
    return isinstance(value, dict)
