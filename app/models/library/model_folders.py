"""The folders of models: where programs keep them, and the model files in each of them.

A program's folder is read with the names and digests that the program gives to its models.
"""

import json
import os
import re
import stat
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import msgspec
from msgspec.structs import replace

from app.models.library_model import ModelFolder, ModelFolderKind
from app.settings import Settings

_OLLAMA_SYSTEM_FOLDERS = ("/usr/share/ollama/.ollama/models", "/var/lib/ollama/models")


def known_folders(
    environment: Mapping[str, str], home: str, platform: str
) -> tuple[ModelFolder, ...]:
    """Return the folders that may hold models, most of which don't exist.

    Nothing is read, since a home folder may be on a disk that does not answer. ``platform`` is the
    value of ``sys.platform``.
    """
    kind: type[PurePath] = PureWindowsPath if platform == "win32" else PurePosixPath
    base = _BaseFolders(environment, kind(home), platform)
    found = (ModelFolder(owner, str(path)) for owner, path in _folders(base) if path.is_absolute())
    return tuple(dict.fromkeys(found))


def models_folder(settings: Settings, default: Path) -> Path:
    """Return the folder in the settings, or the default."""
    named = settings.models_folder or ""
    is_folder = os.path.isabs(named) and "\0" not in named  # the file may have been edited
    return Path(named) if is_folder else default


class _BaseFolders:
    """The base folders of programs on one system."""

    def __init__(self, environment: Mapping[str, str], home: PurePath, platform: str) -> None:
        self._environment = environment
        self.home = home
        self.is_windows = platform == "win32"
        self.is_mac = platform == "darwin"

    def named(self, name: str) -> PurePath | None:
        """Return the path in an environment variable; None if it is empty."""
        value = self._environment.get(name, "").strip()
        if value == "~" or value.startswith(("~/", "~\\")):
            return self.home / value[2:]
        return self.home.__class__(value) if value else None

    @property
    def data(self) -> PurePath:
        """Return the folder of program data."""
        if self.is_windows:
            return self.named("APPDATA") or self.home / "AppData" / "Roaming"
        if self.is_mac:
            return self.home / "Library" / "Application Support"
        return self.named("XDG_DATA_HOME") or self.home / ".local" / "share"

    @property
    def local_data(self) -> PurePath:
        """Return the folder of program data that stays on this computer."""
        if self.is_windows:
            return self.named("LOCALAPPDATA") or self.home / "AppData" / "Local"
        return self.data

    @property
    def cache(self) -> PurePath:
        """Return the cache folder of the system."""
        if self.is_windows:
            return self.local_data
        if self.is_mac:
            return self.home / "Library" / "Caches"
        return self.dot_cache

    @property
    def dot_cache(self) -> PurePath:
        """Return the cache folder that some programs use on all systems."""
        return self.named("XDG_CACHE_HOME") or self.home / ".cache"


def _folders(base: _BaseFolders) -> Iterator[tuple[ModelFolderKind, PurePath]]:
    home, is_linux = base.home, not (base.is_windows or base.is_mac)
    yield ModelFolderKind.LM_STUDIO, home / ".lmstudio" / "models"
    yield ModelFolderKind.LM_STUDIO, home / ".cache" / "lm-studio" / "models"
    yield ModelFolderKind.JAN, base.data / "Jan" / "data"
    if is_linux:
        config = base.named("XDG_CONFIG_HOME") or home / ".config"
        yield ModelFolderKind.JAN, config / "Jan" / "data"
    yield ModelFolderKind.JAN, home / "jan"
    yield ModelFolderKind.GPT4ALL, base.local_data / "nomic.ai" / "GPT4All"
    yield ModelFolderKind.LLAMA_CPP, base.named("LLAMA_CACHE") or base.cache / "llama.cpp"
    hub = base.named("HF_HUB_CACHE") or base.named("HUGGINGFACE_HUB_CACHE")
    hugging_face = base.named("HF_HOME") or base.dot_cache / "huggingface"
    yield ModelFolderKind.HUGGING_FACE, hub or hugging_face / "hub"
    yield ModelFolderKind.OLLAMA, base.named("OLLAMA_MODELS") or home / ".ollama" / "models"
    if is_linux:
        for path in _OLLAMA_SYSTEM_FOLDERS:
            yield ModelFolderKind.OLLAMA, PurePosixPath(path)
    yield ModelFolderKind.HOME, home / "models"  # last: the folders of programs come first


class FoundFile(msgspec.Struct, frozen=True):
    """A GGUF file that was found in a folder; it is not opened.

    Attributes:
        path: the path as the system gives it; undecodable bytes are kept as surrogates.
        device, inode: identify the file under other names; 0 if unknown.
        name: the name that its program gives to it; empty for none.
        digest: its SHA-256, if its program names files after it.
        projectors: the projectors that its program names for it.
    """

    path: str
    folder: ModelFolder
    byte_count: int
    modified_ns: int
    device: int = 0
    inode: int = 0
    name: str = ""
    digest: str | None = None
    projectors: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Return a text that changes when the file does."""
        return f"{self.byte_count}:{self.modified_ns}:{self.inode}"


def fingerprint_of(status: os.stat_result) -> str:
    """Return the fingerprint of a file that is open."""
    return f"{status.st_size}:{status.st_mtime_ns}:{status.st_ino}"


def hashed_size(fingerprint: str) -> int:
    """Return the size in bytes of the file with a fingerprint. Raises ValueError."""
    return int(fingerprint.partition(":")[0])


def find_file(
    path: str,
    folder: ModelFolder,
    *,
    name: str = "",
    digest: str | None = None,
    projectors: tuple[str, ...] = (),
) -> FoundFile | None:
    """Return the file at a path, following links; None if it is not a readable regular file.

    Reading a pipe would block, and a device may do anything, so neither counts as a model.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return FoundFile(
        path=path,
        folder=folder,
        byte_count=status.st_size,
        modified_ns=status.st_mtime_ns,
        device=status.st_dev,
        inode=status.st_ino,
        name=name,
        digest=digest,
        projectors=projectors,
    )


MAX_DEPTH = 12
MAX_ENTRIES = 500_000  # of one folder with its subfolders
_ENDING = ".gguf"
_MAX_BYTES = 1 << 20  # read from a text file of another program
_MAX_MANIFESTS = 10_000
_DIGEST = re.compile(r"sha256[:-]([0-9a-f]{64})")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_YAML_LINE = re.compile(r"(?P<key>[a-z_0-9]+):\s*(?P<value>\S.*?)\s*")
_OLLAMA_HOST, _OLLAMA_OWNER = "registry.ollama.ai", "library"
_OLLAMA_MODEL = "application/vnd.ollama.image.model"
_OLLAMA_PROJECTOR = "application/vnd.ollama.image.projector"


class WalkProgress(msgspec.Struct):
    """The progress of a walk; another thread may read it.

    Attributes:
        step_count: grows while the disk answers.
        unread_count: the number of folders that this user may not read.
    """

    step_count: int = 0
    unread_count: int = 0


class FolderRefused(Exception):
    """The folder can't be read."""


class FolderMissing(Exception):
    """The folder does not exist."""


def check_folder(folder: str) -> None:
    """Raise FolderMissing or FolderRefused if a folder can't be read."""
    try:
        os.scandir(folder).close()
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise FolderMissing(folder) from error
    except OSError as error:
        raise FolderRefused(folder) from error


def gguf_paths(folder: str, progress: WalkProgress) -> Iterator[str]:
    """Yield the paths of all GGUF files of a folder and its subfolders, in no order.

    Raises FolderMissing, FolderRefused.
    """
    check_folder(folder)
    seen: set[tuple[int, int]] = set()
    waiting = [(folder, 0)]
    while waiting:
        path, depth = waiting.pop()
        try:
            status = os.stat(path)
            # Links may lead back up; without an inode number only the depth limits the walk.
            if (status.st_dev, status.st_ino) in seen:
                continue
            if status.st_ino:
                seen.add((status.st_dev, status.st_ino))
            with os.scandir(path) as entries:
                below = yield from _files(entries, progress)
        except (OSError, ValueError):
            progress.unread_count += 1
            continue
        if depth < MAX_DEPTH and progress.step_count < MAX_ENTRIES:
            waiting += ((each, depth + 1) for each in below)


def _files(
    entries: Iterator[os.DirEntry[str]], progress: WalkProgress
) -> Generator[str, None, list[str]]:
    """Yield the GGUF files of one folder; return its subfolders."""
    below: list[str] = []
    for entry in entries:
        progress.step_count += 1
        if entry.name.lower().endswith(_ENDING):
            yield entry.path
        elif _is_folder(entry):
            below.append(entry.path)
    return below


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a circular link
        return False


def found_in(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    """Yield the model files of a folder, in no order. Raises FolderMissing, FolderRefused."""
    return _READERS.get(folder.kind, _plain)(folder, progress)


def _plain(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    for path in gguf_paths(folder.path, progress):
        found = find_file(path, folder)
        progress.step_count += 1
        if found is not None:
            yield found


def _lm_studio(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    """Yield the files of the folder, or of the one that LM Studio is set to use instead."""
    settings = _json(os.path.join(os.path.dirname(folder.path), "settings.json"))
    moved = settings.get("downloadsFolder")
    # Reported as the known folder, which the user may remove from the list.
    if isinstance(moved, str) and os.path.isabs(moved) and os.path.isdir(moved):
        for found in _plain(replace(folder, path=moved), progress):
            yield replace(found, folder=folder)
        return
    yield from _plain(folder, progress)


def _jan(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    """Yield the downloads of Jan, and the files elsewhere that its lists name."""
    check_folder(folder.path)
    roots = [os.path.join(folder.path, *parts) for parts in (("llamacpp", "models"), ("models",))]
    present = [root for root in roots if os.path.isdir(root)]
    if not present:
        raise FolderMissing(folder.path)
    for root in present:
        known: set[str] = set()
        for entry in _manifests(root, progress):
            if os.path.basename(entry) != "model.yml":
                continue
            found = _jan_model(folder, os.path.dirname(entry), _yaml(entry))
            if found is not None:
                known.add(os.path.normpath(found.path))
                yield found
        plain = _plain(replace(folder, path=root), progress)
        yield from (
            replace(each, folder=folder)
            for each in plain
            if os.path.normpath(each.path) not in known
        )


def _jan_model(folder: ModelFolder, own_folder: str, values: Mapping[str, str]) -> FoundFile | None:
    path, projector = (
        os.path.join(folder.path, values[key]) if values.get(key) else ""
        for key in ("model_path", "mmproj_path")
    )
    if not path.lower().endswith(".gguf"):
        return None
    digest = _SHA256.fullmatch(values.get("model_sha256", ""))
    return find_file(
        path,
        folder,
        name=values.get("name", "") or os.path.basename(own_folder),
        digest=digest[0] if digest else None,
        projectors=(projector,) if projector.lower().endswith(".gguf") else (),
    )


def _hugging_face(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    """Yield the files that the cache links to; a target is named after its SHA-256."""
    for path in gguf_paths(folder.path, progress):
        found = find_file(path, folder)
        progress.step_count += 1
        if found is not None:
            yield replace(found, digest=_digest_in_link(path))


def _digest_in_link(path: str) -> str | None:
    try:
        target = os.path.basename(os.readlink(path))
    except OSError:  # not a link: without the right to make links, the cache has the files
        return None
    return target if _SHA256.fullmatch(target) else None


def _ollama(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    """Yield the files that Ollama's manifests name; the files are named by digest only."""
    manifests = os.path.join(folder.path, "manifests")
    check_folder(folder.path)
    for path in sorted(_manifests(manifests, progress)):
        layers = _json(path).get("layers")
        files: dict[str, list[str]] = {}
        for layer in layers if isinstance(layers, list) else ():
            if isinstance(layer, dict):
                digest = _DIGEST.fullmatch(str(layer.get("digest")))
                if digest is not None:
                    files.setdefault(str(layer.get("mediaType")), []).append(digest[1])
        name = _ollama_name(os.path.relpath(path, manifests))
        projectors = tuple(_blob(folder, each) for each in files.get(_OLLAMA_PROJECTOR, ()))
        for digest_text in files.get(_OLLAMA_MODEL, ()):
            found = find_file(
                _blob(folder, digest_text),
                folder,
                name=name,
                digest=digest_text,
                projectors=tuple(each for each in projectors if os.path.isfile(each)),
            )
            if found is not None:
                yield found


def _ollama_name(path: str) -> str:
    """Return the name of a model as Ollama writes it, from the path of its manifest."""
    *owners, model, tag = path.split(os.sep) if path.count(os.sep) else ("", path, "")
    owners = [each for each in owners if each not in (_OLLAMA_HOST, _OLLAMA_OWNER, "")]
    return "/".join((*owners, model)) + (f":{tag}" if tag else "")


def _blob(folder: ModelFolder, digest: str) -> str:
    blob = os.path.join(folder.path, "blobs", f"sha256-{digest}")
    # Older versions wrote a colon, which Windows does not allow.
    older = os.path.join(folder.path, "blobs", f"sha256:{digest}")
    return older if os.path.isfile(older) else blob


def _manifests(folder: str, progress: WalkProgress) -> Iterator[str]:
    """Yield the paths of all files below a folder; links to folders are not followed."""
    count = 0
    for path, _folders, names in os.walk(folder):
        for name in names:
            count += 1
            progress.step_count += 1
            if count > _MAX_MANIFESTS:
                return
            yield os.path.join(path, name)


def _json(path: str) -> Mapping[str, object]:
    try:
        value = json.loads(_small_text(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _yaml(path: str) -> Mapping[str, str]:
    """Return the plain values of the top level."""
    try:
        lines = _small_text(path).splitlines()
    except (OSError, ValueError):
        return {}
    found = filter(None, map(_YAML_LINE.fullmatch, lines))
    return {each["key"]: each["value"].strip("\"'") for each in found}


def _small_text(path: str) -> str:
    """Return the text of a regular file. Raises OSError, ValueError."""
    if not os.path.isfile(path):  # reading a pipe would block
        raise FileNotFoundError(path)
    with open(path, "rb") as file:
        return file.read(_MAX_BYTES).decode("utf-8")


_READERS: Mapping[ModelFolderKind, Callable[[ModelFolder, WalkProgress], Iterator[FoundFile]]] = {
    ModelFolderKind.LM_STUDIO: _lm_studio,
    ModelFolderKind.JAN: _jan,
    ModelFolderKind.HUGGING_FACE: _hugging_face,
    ModelFolderKind.OLLAMA: _ollama,
}
