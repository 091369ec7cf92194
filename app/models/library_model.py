"""The models that lie on this computer: what each is, where it was found, and what it can do."""

import enum
from dataclasses import dataclass, field

from app.errors import LazyText


class ModelFolderKind(enum.Enum):
    """Whose folder models were found in; of a model that lies in several, the first counts."""

    OWN = "own"
    ADDED = "added"
    LM_STUDIO = "lm studio"
    JAN = "jan"
    GPT4ALL = "gpt4all"
    LLAMA_CPP = "llama.cpp"
    HUGGING_FACE = "hugging face"
    OLLAMA = "ollama"
    HOME = "home"


class ModelFolderState(enum.Enum):
    """What became of a folder when it was looked through."""

    READ = "read"
    MISSING = "missing"
    REFUSED = "refused"
    SILENT = "silent"


class ModelFileKind(enum.Enum):
    """What a GGUF file is good for."""

    CHAT = "chat"
    EMBEDDING = "embedding"
    PROJECTOR = "projector"
    DRAFT = "draft"
    ADAPTER = "adapter"
    OTHER = "other"


class ModelFileState(enum.Enum):
    """What is known of a model's files."""

    LISTED = "listed"
    READ = "read"
    INCOMPLETE = "incomplete"
    DAMAGED = "damaged"
    UNREACHABLE = "unreachable"


class MemoryKind(enum.Enum):
    """How a model remembers a chat, which decides what that costs."""

    UNKNOWN = "unknown"
    ATTENTION = "attention"
    SLIDING_WINDOW = "sliding window"
    HYBRID = "hybrid"
    RECURRENT = "recurrent"


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A folder that is looked through for models. All but the own one are only read."""

    kind: ModelFolderKind
    path: str


@dataclass(frozen=True, slots=True)
class ModelFolderReport:
    """What became of a folder.

    Attributes:
        file_count: GGUF files that were found in it.
        unread_count: folders in it that this user may not read.
    """

    folder: ModelFolder
    state: ModelFolderState
    file_count: int = 0
    unread_count: int = 0


class TemplateOrigin(enum.Enum):
    """Where the chat template of a model is from.

    FILE is its own. Without one it is GUESSED for a model whose names say that it chats; a base
    model needs NONE. UNKNOWN is guessed if the vocabulary, which is not read, has its markers.
    """

    FILE = "file"
    GUESSED = "guessed"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the header of a model says; what it does not say is empty.

    Attributes:
        architecture: the family that the library must know.
        parameter_count: numbers in its tensors.
        trained_context: tokens that it was trained to read at once.
        quantization: how its numbers are stored, as "Q4_K_M".
        licence: as the file names it, as "apache-2.0".
        memory: how it remembers.
        template: where its chat template is from.
        can_switch_thinking: its template can be told to think, or not to.
        can_use_tools: its template knows tools.
    """

    architecture: str = ""
    parameter_count: int = 0
    trained_context: int | None = None
    quantization: str = ""
    licence: str = ""
    memory: MemoryKind = MemoryKind.UNKNOWN
    template: TemplateOrigin = TemplateOrigin.UNKNOWN
    can_switch_thinking: bool = False
    can_use_tools: bool = False


@dataclass(frozen=True, slots=True)
class LibraryModel:
    """One model on this computer: a file, or all files that it is split into.

    Attributes:
        path: the file to load; of a split model the first part.
        name: to be shown, on one line.
        folder: where it was found.
        byte_count: of all its files.
        needed_bytes: of memory, with its chats, as they were set when it was looked for; 0 where
            nobody knows.
        problem: why it can't be used, in a sentence; empty where it can.
        digest: SHA-256 of the file, or None where nobody has made it; of a split model that of the
            first part.
        parts: all its files where it is split; else empty.
        projectors: files with which it may see pictures.
        projector: the one of them that it is loaded with unless another is set; empty for none.
        projector_problem: why none of those that are there can be used.
        can_see: it sees pictures; by the names of files, while these are not read.
        can_hear: it hears sounds.
        drafts: files that guess ahead for it.
        also_in: other programs that have the same file.
    """

    path: str
    name: str
    folder: ModelFolder
    byte_count: int = 0
    kind: ModelFileKind = ModelFileKind.CHAT
    state: ModelFileState = ModelFileState.LISTED
    facts: ModelFacts = field(default_factory=ModelFacts)
    needed_bytes: int = 0
    problem: LazyText | None = None
    digest: str | None = None
    parts: tuple[str, ...] = ()
    projectors: tuple[str, ...] = ()
    projector: str = ""
    projector_problem: LazyText | None = None
    can_see: bool = False
    can_hear: bool = False
    drafts: tuple[str, ...] = ()
    also_in: tuple[ModelFolderKind, ...] = ()

    @property
    def can_chat(self) -> bool:
        """Return whether it can be loaded to chat with, as far as is known."""
        is_usable = self.state in (ModelFileState.LISTED, ModelFileState.READ)
        return is_usable and self.kind is ModelFileKind.CHAT


@dataclass(frozen=True, slots=True)
class ModelLibraryState:
    """All models that are known, and how far the looking has come.

    Attributes:
        models: those that can be chatted with and those that can't, by name.
        is_listed: every folder has been looked through, or given up.
        is_read: every header has been read.
    """

    models: tuple[LibraryModel, ...] = ()
    folders: tuple[ModelFolderReport, ...] = ()
    is_listed: bool = False
    is_read: bool = False
