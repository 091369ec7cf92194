"""Names that a server gives: made harmless for every system, or refused."""

import hashlib
import re
import unicodedata

MOST_BYTES = 200  # every file system takes 255, and a download needs a few for endings of its own
_PART = re.compile(r"-\d{5}-of-\d{5}(?=\.[^.]*$)")
_ENDING = re.compile(r"\.[A-Za-z0-9_]{1,12}$")
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*]')
_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:")
_OWNER_OR_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_-])?")
# Controls, marks that turn the direction of writing or join letters unseen, half letters, and
# separators of lines.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def safe_name(text: str) -> str | None:
    """Return the name to store a file of a repository under; None where it is refused.

    Of a path in folders it is the last part. What could leave the folder, is a device, starts
    hidden, or reads otherwise than it is written is refused. Letters that a system may lack are
    replaced, and what is long is cut, with a hash; the parts of a split model keep their numbers.
    """
    if "\\" in text or text.startswith("/") or _DRIVE.match(text):
        return None
    parts = unicodedata.normalize("NFC", text).split("/")
    if not all(map(_is_harmless, parts)):
        return None
    name = "".join(each if each.isprintable() else "_" for each in parts[-1])
    return _shortened(_NOT_ON_WINDOWS.sub("_", name))


def is_repository_name(text: str) -> bool:
    """Return whether this can be ``owner/name`` on the hub, and a folder in a folder here."""
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
        and not any(unicodedata.category(letter) in _UNSEEN for letter in part)
        and not _DEVICES.fullmatch(part.partition(".")[0].rstrip(" "))
    )


def _shortened(name: str) -> str:
    if len(name.encode()) <= MOST_BYTES:
        return name
    tail = _PART.search(name) or _ENDING.search(name)
    at = tail.start() if tail else len(name)
    stem, end = name[:at], name[at:]
    # Of the beginning alone: parts of one model must go on sharing it.
    mark = "~" + hashlib.sha256(stem.encode()).hexdigest()[:8]
    room = MOST_BYTES - len((mark + end).encode())
    return stem.encode()[:room].decode("utf-8", "ignore") + mark + end
