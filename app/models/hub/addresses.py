"""What somebody pasted: ``owner/name``, or the address of a repository or of a file in one."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from app.models.hub.names import is_repository_name

_HOSTS = frozenset({"huggingface.co", "www.huggingface.co", "hf.co", "hf-mirror.com"})
_MOST_LETTERS = 2000
_VIEWS = frozenset({"tree", "blob", "resolve", "raw"})
_NOT_OWNERS = frozenset({"api", "datasets", "spaces", "docs", "models", "papers", "collections"})


@dataclass(frozen=True, slots=True)
class HubAddress:
    """A place on the hub; ``revision`` and ``path`` are empty where it names none."""

    repository: str
    revision: str = ""
    path: str = ""


def parse_address(text: str, endpoint_host: str = "") -> HubAddress | None:
    """Return the place that a text names, None if it is something to search for.

    ``endpoint_host`` is the hub's where that is another one.
    """
    text = text.strip()
    if len(text) > _MOST_LETTERS or any(letter.isspace() for letter in text):
        return None
    path = _path_of(text, _HOSTS | {endpoint_host.lower()} - {""})
    parts = [unquote(part) for part in path.strip("/").split("/")] if path is not None else []
    if len(parts) < 2 or parts[0].lower() in _NOT_OWNERS:
        return None
    # As llama.cpp and Ollama write a quantization behind the name.
    repository = f"{parts[0]}/{parts[1].partition(':')[0]}"
    if not is_repository_name(repository):
        return None
    # A branch with a slash in its name is cut here; the hub writes it as %2F.
    if len(parts) > 3 and parts[2] in _VIEWS:
        return HubAddress(repository, parts[3], "/".join(parts[4:]))
    return HubAddress(repository) if len(parts) == 2 or _is_address(text) else None


def _path_of(text: str, hosts: frozenset[str]) -> str | None:
    """Return the path of an address on the hub, or the text itself where it has no host."""
    if not _is_address(text):
        host, _, rest = text.partition("/")
        return rest if host.lower() in hosts else text
    try:
        address = urlsplit(text)
        host = address.hostname or ""
    except ValueError:
        return None
    return address.path if host.lower() in hosts else None


def _is_address(text: str) -> bool:
    return text.lower().startswith(("https://", "http://"))
