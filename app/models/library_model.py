"""The models on this computer: their files, folders, and abilities."""

import enum

import msgspec

from app.errors import LazyText


class ModelFolderKind(enum.Enum):
    """The owner of a folder of models; a model that is in several counts for the first."""

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
    """The outcome of searching a folder."""

    READ = "read"
    MISSING = "missing"
    REFUSED = "refused"
    SILENT = "silent"


class ModelFileKind(enum.Enum):
    """The kind of a GGUF file."""

    CHAT = "chat"
    EMBEDDING = "embedding"
    RERANKER = "reranker"
    PROJECTOR = "projector"
    DRAFT = "draft"
    ADAPTER = "adapter"
    OTHER = "other"


class ModelFileState(enum.Enum):
    """The state of a model's files."""

    LISTED = "listed"
    READ = "read"
    INCOMPLETE = "incomplete"
    DAMAGED = "damaged"
    UNREACHABLE = "unreachable"


class MemoryKind(enum.Enum):
    """How a model remembers a chat, which decides the memory that a chat takes."""

    UNKNOWN = "unknown"
    ATTENTION = "attention"
    SLIDING_WINDOW = "sliding window"
    HYBRID = "hybrid"
    RECURRENT = "recurrent"


class ModelFolder(msgspec.Struct, frozen=True):
    """A folder that is searched for models. Hubbub writes to its own folder only."""

    kind: ModelFolderKind
    path: str


class ModelFolderReport(msgspec.Struct, frozen=True):
    """The outcome of searching one folder.

    Attributes:
        file_count: the number of GGUF files in it.
        unread_count: the number of subfolders that this user may not read.
    """

    folder: ModelFolder
    state: ModelFolderState
    file_count: int = 0
    unread_count: int = 0


class TemplateOrigin(enum.Enum):
    """The origin of a model's chat template.

    FILE is a template in the file. Without one, a template is GUESSED for a model whose name says
    that it chats; a base model has NONE. UNKNOWN is decided when the model is loaded: a template is
    guessed if the vocabulary has its markers.
    """

    FILE = "file"
    GUESSED = "guessed"
    NONE = "none"
    UNKNOWN = "unknown"


class ModelFacts(msgspec.Struct, frozen=True):
    """The facts in the header of a model; a missing one is empty.

    Attributes:
        architecture: the architecture, as llama.cpp names it.
        parameter_count: the number of parameters.
        trained_context: the context length of the training, in tokens.
        quantization: the quantization, as "Q4_K_M".
        licence: the licence as the file names it, as "apache-2.0".
        memory: how the model remembers a chat.
        template: the origin of its chat template.
        can_switch_thinking: the template can turn thinking on and off.
        can_use_tools: the template supports tools.
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


class LibraryModel(msgspec.Struct, frozen=True):
    """One model on this computer: a file, or all files that it is split into.

    Attributes:
        path: the file to load; the first part of a split model.
        name: the name to show, on one line.
        folder: the folder that it was found in.
        byte_count: the size of all its files.
        needed_bytes: the memory that it takes with its chats, as they were set at the search; 0 if
            unknown.
        bytes_per_token: the weights that are read to compute one token; 0 if unknown.
        problem: the reason why it can't be used; None if it can.
        digest: the SHA-256 of the file, or of the first part; None if it is not computed.
        parts: all files of a split model; empty for others.
        projectors: the projectors that may belong to it.
        projector: the projector that is used unless another is set; empty for none.
        projector_problem: the reason why none of the projectors can be used.
        can_see: it reads pictures; judged by the names of files until these are read.
        can_hear: it reads sounds.
        drafts: the draft models that belong to it.
        also_in: the owners of other folders that have the same file.
    """

    path: str
    name: str
    folder: ModelFolder
    byte_count: int = 0
    kind: ModelFileKind = ModelFileKind.CHAT
    state: ModelFileState = ModelFileState.LISTED
    facts: ModelFacts = msgspec.field(default_factory=ModelFacts)
    needed_bytes: int = 0
    bytes_per_token: int = 0
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
        """Return whether the model can be loaded to chat with, as far as is known."""
        return self._is_usable and self.kind is ModelFileKind.CHAT

    @property
    def only_embeds(self) -> bool:
        """Return whether the model can be loaded, but only to embed texts."""
        return self._is_usable and self.kind is ModelFileKind.EMBEDDING

    @property
    def _is_usable(self) -> bool:
        return self.state in (ModelFileState.LISTED, ModelFileState.READ)


class ModelLibraryState(msgspec.Struct, frozen=True):
    """All models that are known, and the progress of the search.

    Attributes:
        models: all models, also those that can't chat.
        is_listed: every folder has been searched or skipped.
        is_read: every header has been read.
    """

    models: tuple[LibraryModel, ...] = ()
    folders: tuple[ModelFolderReport, ...] = ()
    is_listed: bool = False
    is_read: bool = False
