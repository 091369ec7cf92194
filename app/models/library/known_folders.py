"""Where models lie: in the folders of other programs, as their documentation has it, and at home.

Only names are made here: nothing is read, since a home may lie on a disk that does not answer.
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from app.models.library_model import ModelFolder, ModelFolderKind

_OLLAMA_OF_THE_SYSTEM = ("/usr/share/ollama/.ollama/models", "/var/lib/ollama/models")


def known_folders(
    environment: Mapping[str, str], home: str, platform: str
) -> tuple[ModelFolder, ...]:
    """Return folders that may hold models, most of which are not there.

    ``platform`` is what ``sys.platform`` says.
    """
    kind: type[PurePath] = PureWindowsPath if platform == "win32" else PurePosixPath
    base = _BaseFolders(environment, kind(home), platform)
    found = (ModelFolder(owner, str(path)) for owner, path in _folders(base) if path.is_absolute())
    return tuple(dict.fromkeys(found))


class _BaseFolders:
    """The folders under which programs of a system keep theirs."""

    def __init__(self, environment: Mapping[str, str], home: PurePath, platform: str) -> None:
        self._environment = environment
        self.home = home
        self.is_windows = platform == "win32"
        self.is_mac = platform == "darwin"

    def named(self, name: str) -> PurePath | None:
        """Return the path that a variable of the environment names."""
        value = self._environment.get(name, "").strip()
        if value == "~" or value.startswith(("~/", "~\\")):
            return self.home / value[2:]
        return self.home.__class__(value) if value else None

    @property
    def data(self) -> PurePath:
        """Return where programs keep what must not be lost."""
        if self.is_windows:
            return self.named("APPDATA") or self.home / "AppData" / "Roaming"
        if self.is_mac:
            return self.home / "Library" / "Application Support"
        return self.named("XDG_DATA_HOME") or self.home / ".local" / "share"

    @property
    def local_data(self) -> PurePath:
        """Return where programs keep what stays on this computer."""
        if self.is_windows:
            return self.named("LOCALAPPDATA") or self.home / "AppData" / "Local"
        return self.data

    @property
    def cache(self) -> PurePath:
        """Return where programs that follow the system keep what can be fetched again."""
        if self.is_windows:
            return self.local_data
        if self.is_mac:
            return self.home / "Library" / "Caches"
        return self.dot_cache

    @property
    def dot_cache(self) -> PurePath:
        """Return where programs that know one place for all systems keep it."""
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
        for path in _OLLAMA_OF_THE_SYSTEM:
            yield ModelFolderKind.OLLAMA, PurePosixPath(path)
    yield ModelFolderKind.HOME, home / "models"  # last: what programs lay there is theirs
