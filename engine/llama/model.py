"""A loaded model file: its weights and its metadata."""

import ctypes
import hashlib
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from engine.backend import LoadProgress
from engine.gguf.errors import ModelFileError
from engine.gguf.model_file import ModelFile, check_loadable, describe
from engine.gguf.model_shape import ModelShape
from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.capi import lib, library_errors, native_library, start_library
from engine.llama.vocabulary import LlamaVocabulary
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory

_NO_ROOM = re.compile(r"(?i)failed to allocate|unable to allocate|out of memory|bad_alloc")

# Patterns of the library's log, and their meaning for the user.
_MEANINGS: tuple[tuple[re.Pattern[str], Callable[[str, str], LazyText]], ...] = (
    (
        re.compile(r"unknown model architecture: '([^']*)'"),
        lambda name, kind: lazy(
            "{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.",
            name=name,
            kind=kind,
        ),
    ),
    (
        re.compile(r"unknown (?:pre-)?tokenizer(?: type)?: '([^']*)'"),
        lambda name, kind: lazy(
            "{name} uses a tokenizer (“{kind}”) that this version of Hubbub doesn't support.",
            name=name,
            kind=kind,
        ),
    ),
    (
        re.compile(
            r"not within the file bounds|incomplete|unexpectedly reached end|failed to read"
        ),
        lambda name, kind: lazy(
            "{name} is incomplete or damaged. Please download it again.", name=name
        ),
    ),
    (
        re.compile(r"missing tensor|wrong shape|wrong number of tensors|check_tensor_dims"),
        lambda name, kind: lazy(
            "{name} lacks parts that a model of its kind needs. Please download it again.",
            name=name,
        ),
    ),
)
_EXPERTS = rb"\.ffn_(up|down|gate|gate_up)_(ch|)exps"  # as the library's own switch has it


class CardUse(msgspec.Struct, frozen=True):
    """The distribution of a model over cards.

    Attributes:
        layer_count: layers on the cards, the last ones first; negative means all.
        keeps_experts: their experts stay in main memory.
        tensor_split: the shares of the cards; empty means by free memory.
        devices: the library's handles of the cards; empty leaves the choice to it.
        uses_none: no card is used, also for long prompts, which the library computes on cards that
            it knows even if no layer is there.
    """

    layer_count: int = 0
    keeps_experts: bool = False
    tensor_split: tuple[float, ...] = ()
    devices: tuple[int, ...] = ()
    uses_none: bool = False


class Model:
    """The weights and the vocabulary of one file.

    Attributes:
        architecture: its family, such as "llama" or "gemma3".
        layer_count: the number of its layers; one more counts for the output.
        trained_context: the context window of its training, in tokens.
        byte_count: the bytes of its weights, in all parts of a split file.
        is_recurrent: it stores a state instead of single tokens.
        is_hybrid: some of its layers store a state.
        sliding_window: the window of some layers in tokens; None without windows.
        has_mrope: each token has several positions.
        embedding: how it embeds, if that is all that it does.
    """

    def __init__(self, path: Path, card: CardUse, progress: LoadProgress) -> None:
        """Load a file. Raises ModelLoadFailed with a message."""
        start_library()
        # First: on garbage the library logs little, and may abort the process.
        described, self.shape = described_model(path)
        self.name = described.name
        self.chat_template = described.chat_template
        self.tool_template = described.tool_template
        self.training = described.training
        self.embedding = self.shape.embedding
        try:
            check_loadable(path)
        except ModelFileError as error:
            raise ModelLoadFailed(*error.args) from error
        self.path = path
        self.pointer = _load(path, card, progress)
        self.metadata = _metadata(self.pointer)
        self.architecture = self.metadata.get("general.architecture", "unknown")
        self.layer_count = int(lib.llama_model_n_layer(self.pointer))
        self.trained_context = int(lib.llama_model_n_ctx_train(self.pointer))
        self.parameter_count = int(lib.llama_model_n_params(self.pointer))
        self.byte_count = int(lib.llama_model_size(self.pointer))
        self.is_recurrent = bool(lib.llama_model_is_recurrent(self.pointer))
        self.is_hybrid = bool(lib.llama_model_is_hybrid(self.pointer))
        self.sliding_window = int(lib.llama_model_n_swa(self.pointer)) or None
        self.has_mrope = lib.llama_model_rope_type(self.pointer) in (
            lib.LLAMA_ROPE_TYPE_MROPE,
            lib.LLAMA_ROPE_TYPE_IMROPE,
            lib.LLAMA_ROPE_TYPE_VISION,
        )
        try:
            if self.embedding is None:
                self._check_can_chat()
            self._check_words()
        except ModelLoadFailed:
            self.close()
            raise
        self.vocabulary = LlamaVocabulary(self.pointer, adds_space_prefix=self._adds_space_prefix())

    def close(self) -> None:
        """Free it; safe to call twice."""
        pointer, self.pointer = self.pointer, None
        if pointer is not None:
            lib.llama_model_free(pointer)

    @property
    def has_yarn(self) -> bool:
        """Return whether its positions are stretched by YaRN."""
        scaling = f"{self.architecture}.rope.scaling"
        if self.metadata.get(f"{scaling}.type", "").lower() == "yarn":
            return _is_not(1.0, self.metadata.get(f"{scaling}.factor"))
        return _is_not(0.0, self.metadata.get(f"{scaling}.yarn_ext_factor"))

    @property
    def scales_keys(self) -> bool:
        """Return whether its rotation scales keys, so that none may be rotated twice."""
        factor = self.metadata.get(f"{self.architecture}.rope.scaling.attn_factor")
        return self.has_yarn or _is_not(1.0, factor)

    @property
    def fingerprint(self) -> bytes:
        """Return 16 bytes that identify it, as far as the file's metadata does."""
        facts = [self.parameter_count, self.byte_count, sorted(self.metadata.items())]
        return hashlib.blake2b(repr(facts).encode(), digest_size=16).digest()

    def number(self, key: str) -> int | None:
        """Return an integer from the metadata under the architecture's prefix."""
        text = self.metadata.get(f"{self.architecture}.{key}", "")
        return int(text) if text.isdigit() else None

    def _check_can_chat(self) -> None:
        name = self.path.name
        if lib.llama_model_has_encoder(self.pointer) or not lib.llama_model_has_decoder(
            self.pointer
        ):
            raise ModelLoadFailed(
                lazy("{name} is an encoder-decoder or embedding model; it cannot chat.", name=name)
            )
        if self.metadata.get(f"{self.architecture}.attention.causal") == "false":
            raise ModelLoadFailed(lazy("{name} is a reranker; it cannot chat.", name=name))
        if lib.llama_model_is_diffusion(self.pointer):
            raise ModelLoadFailed(
                lazy("{name} is a diffusion model, which is not supported.", name=name)
            )

    def _check_words(self) -> None:
        """Raise ModelLoadFailed if it has no vocabulary, or its tokens have no valid positions."""
        name = self.path.name
        vocab = lib.llama_model_get_vocab(self.pointer)
        if lib.llama_vocab_type(vocab) == lib.LLAMA_VOCAB_TYPE_NONE:
            raise ModelLoadFailed(
                lazy("{name} has no vocabulary, so it can neither read nor write.", name=name)
            )
        if lib.llama_model_rope_type(self.pointer) != lib.LLAMA_ROPE_TYPE_NONE:
            width = int(lib.llama_model_n_embd(self.pointer))
            head_count = int(lib.llama_model_n_head(self.pointer))
            check_rotation(name, self.metadata, width=width, head_count=head_count)

    def _adds_space_prefix(self) -> bool:
        kind = lib.llama_vocab_type(lib.llama_model_get_vocab(self.pointer))
        if kind == lib.LLAMA_VOCAB_TYPE_WPM:
            return True  # it adds spaces around every word
        if kind not in (lib.LLAMA_VOCAB_TYPE_SPM, lib.LLAMA_VOCAB_TYPE_UGM):
            return False
        default = "true" if kind == lib.LLAMA_VOCAB_TYPE_SPM else "false"
        return self.metadata.get("tokenizer.ggml.add_space_prefix", default) == "true"


class _ProgressCallback:
    """Passes the library's progress on; an exception ends the load and is stored."""

    def __init__(self, progress: LoadProgress) -> None:
        self._progress = progress
        self.raised: BaseException | None = None
        self.native = lib.llama_progress_callback(self._on_progress)

    def _on_progress(self, share: float, _user_data: object) -> bool:
        try:
            self._progress(min(1.0, max(0.0, share)))
        except BaseException as error:  # it cannot cross the C frames; load raises it again
            self.raised = error
            return False
        return True


def described_model(path: Path) -> tuple[ModelFile, ModelShape]:
    """Return the description of a file, and its shape. Raises ModelLoadFailed with a message."""
    try:
        described = describe(path)
    except ModelFileError as error:
        raise ModelLoadFailed(*error.args) from error
    assert described.shape is not None
    return described, described.shape


def _load(path: Path, card: CardUse, progress: LoadProgress) -> int | None:
    callback = _ProgressCallback(progress)
    params = lib.llama_model_default_params()
    kept_alive = use_cards(params, card)
    params.progress_callback = callback.native
    library_errors()  # clear lines of an earlier load
    pointer = lib.llama_model_load_from_file(os.fsencode(path), params)
    del kept_alive  # the library has read it
    if callback.raised is not None:
        raise callback.raised
    if pointer is None:
        text = library_errors()
        raise load_failure(path.name, text) from ModelLoadFailed(text)
    return int(pointer)


def _is_not(neutral: float, text: str | None) -> bool:
    """Return whether a number of the file is set and has an effect; unreadable ones may."""
    try:
        return text is not None and float(text) != neutral
    except ValueError:
        return True


def _metadata(model: int | None) -> dict[str, str]:
    """Return all scalar values of the file as texts; texts beyond 64 KiB are cut."""
    buffer = ctypes.create_string_buffer(1 << 16)
    metadata: dict[str, str] = {}
    for index in range(lib.llama_model_meta_count(model)):
        lib.llama_model_meta_key_by_index(model, index, buffer, len(buffer))
        key = buffer.value.decode("utf-8", "replace")
        lib.llama_model_meta_val_str_by_index(model, index, buffer, len(buffer))
        metadata[key] = buffer.value.decode("utf-8", "replace")
    return metadata


def load_failure(name: str, library_text: str) -> ModelLoadFailed:
    """Return the error for a load that the library refused, with a message."""
    if _NO_ROOM.search(library_text):
        return NotEnoughMemory(
            lazy("{name} does not fit into memory. Choose a smaller model.", name=name)
        )
    return ModelLoadFailed(_explained(name, library_text))


def _explained(name: str, library_text: str) -> LazyText:
    for pattern, meaning in _MEANINGS:
        match = pattern.search(library_text)
        if match is not None:
            return meaning(name, match[match.lastindex or 0])
    return lazy(
        "{name} cannot be loaded. It may be damaged or of a kind that is not supported.", name=name
    )


def check_rotation(name: str, metadata: Mapping[str, str], *, width: int, head_count: int) -> None:
    """Raise ModelLoadFailed for a model whose keys cannot be rotated as the file states.

    ``width`` is that of all heads together. Call it only for models that rotate keys.
    """
    prefix = metadata.get("general.architecture", "")
    if metadata.get(f"{prefix}.rope.scaling.finetuned") == "false":
        return  # some families then rotate no layer

    def number(key: str, default: int) -> int:
        text = metadata.get(f"{prefix}.{key}", "")
        return int(text) if text.isdecimal() else default

    key_width = number("attention.key_length", width // max(1, head_count))
    rotated = number("rope.dimension_count", key_width)
    sliding_width = number("attention.key_length_swa", key_width)
    sliding = number("rope.dimension_count_swa", rotated)
    for count, most in ((rotated, key_width), (sliding, sliding_width)):
        if count % 2 or not 0 < count <= most:
            raise ModelLoadFailed(
                lazy(
                    "{name} can't be used: it says that {count} of {most} numbers of a key are "
                    "rotated. Choose another file.",
                    name=name,
                    count=count,
                    most=most,
                )
            )


class _Override(ctypes.Structure):
    """llama_model_tensor_buft_override: tensors of these names go to this kind of buffer."""

    _fields_ = (("pattern", ctypes.c_char_p), ("buffer_type", ctypes.c_void_p))


def use_cards(params: ctypes.Structure, card: CardUse) -> list[object]:
    """Fill the library's parameters; return the objects that must outlive the load."""
    params.n_gpu_layers = card.layer_count
    kept: list[object] = []
    if card.keeps_experts:
        kept.append(_experts_in_main_memory())
        params.tensor_buft_overrides = ctypes.cast(kept[-1], ctypes.c_void_p)  # type: ignore[arg-type]
    if card.tensor_split:
        kept.append(_shares(card.tensor_split))
        params.tensor_split = ctypes.cast(kept[-1], ctypes.POINTER(ctypes.c_float))  # type: ignore[arg-type]
    if card.devices or card.uses_none:
        kept.append((ctypes.c_void_p * (len(card.devices) + 1))(*card.devices, None))
        params.devices = ctypes.cast(kept[-1], ctypes.c_void_p)  # type: ignore[arg-type]
    return kept


def _experts_in_main_memory() -> ctypes.Array[_Override]:
    """Return the list of overrides; one without a pattern ends it."""
    base = native_library("ggml-base")
    cpu = base.ggml_backend_cpu_buffer_type
    cpu.restype = ctypes.c_void_p
    return (_Override * 2)(_Override(_EXPERTS, cpu()), _Override(None, None))


def _shares(shares: tuple[float, ...]) -> ctypes.Array[ctypes.c_float]:
    """Return as many numbers as the library reads. Raises ValueError if there are more."""
    most = int(lib.llama_max_devices())
    if len(shares) > most:
        raise ValueError(f"there are {len(shares)} shares, for at most {most} cards")
    return (ctypes.c_float * most)(*shares)
