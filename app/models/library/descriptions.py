"""Describes a model from the headers of its files; an error becomes a sentence."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from app.errors import LazyText
from app.models.library_model import MemoryKind, ModelFacts, ModelFileKind, TemplateOrigin
from engine.gguf.chat_training import named_training
from engine.gguf.errors import ModelFileError, ModelFileMissing
from engine.gguf.header import GgufHeader, KnownLists
from engine.gguf.model_file import check_is_model, read_headers, type_of
from engine.gguf.model_name import model_name, shown_text
from engine.gguf.model_shape import (
    Hyperparameters,
    ModelShape,
    is_recurrent,
    keeps_state,
    shape_of,
    window_of,
)
from engine.gguf.projector_file import ProjectorFile, projector_of
from engine.gguf.purpose import Purpose, purpose_of
from engine.messages.metrics import ModelTraining

_KINDS = {
    "adapter": ModelFileKind.ADAPTER,
    "mmproj": ModelFileKind.PROJECTOR,
    "imatrix": ModelFileKind.OTHER,
}
_MODELS = (ModelFileKind.CHAT, ModelFileKind.EMBEDDING, ModelFileKind.RERANKER)
_DRAFT_ENDINGS = ("eagle3", "dflash", "-assistant")
MAX_NUMBER = (1 << 62) - 1  # the largest that a frame can hold
_TOOLS = re.compile(r"(?<![\w.])tools(?!\w)")
_MAX_TRIED_CHARS = 64 * 1024  # a longer template is not rendered
_MAX_KNOWN = 256


class Description(msgspec.Struct, frozen=True):
    """The description of a model whose files were read.

    Attributes:
        name: the name to show, without the quantization; empty if the files can't be read.
        shape: the input of the memory estimate; None for files that can't be loaded.
        problem: the reason why the model can't be used or read.
        projector: the facts of a projector; None for other files.
        is_lasting: it stays valid while the files are unchanged; False after a temporary error.
    """

    kind: ModelFileKind = ModelFileKind.CHAT
    name: str = ""
    facts: ModelFacts = msgspec.field(default_factory=ModelFacts)
    shape: ModelShape | None = None
    problem: LazyText | None = None
    projector: ProjectorFile | None = None
    is_lasting: bool = True


def describe_files(paths: Sequence[str], known_lists: KnownLists) -> Description:
    """Return the description of a model from its files, in their order."""
    parts = [Path(path) for path in paths]
    try:
        headers, sizes = read_headers(parts, known_lists)
    except ModelFileError as error:
        return Description(
            problem=_reason(error), is_lasting=not isinstance(error, ModelFileMissing)
        )
    kind = _kind(headers)
    problem = None
    if kind in _MODELS:
        try:
            check_is_model(parts[0].name, headers)
        except ModelFileError as error:
            problem = _reason(error)
    shape = _shape(headers) if kind in _MODELS and problem is None else None
    facts = _facts(headers, parts[0])
    projector = None
    if kind is ModelFileKind.PROJECTOR:
        projector = projector_of(parts[0].name, headers[0], sum(sizes))
    name = model_name(parts[0].name, headers[0].values)
    return Description(kind, name.text, facts, shape, problem, projector)


def _reason(error: ModelFileError) -> LazyText:
    return LazyText.of(str(error))


def _kind(headers: Sequence[GgufHeader]) -> ModelFileKind:
    values = headers[0].values
    architecture = str(values.get("general.architecture", ""))
    other = _KINDS.get(type_of(headers[0]))
    if other is not None:
        return other
    if not any(header.tensor_count for header in headers):
        return ModelFileKind.OTHER
    if architecture.endswith(_DRAFT_ENDINGS) or _lacks_first_layer(headers):
        return ModelFileKind.DRAFT
    return {
        Purpose.CHAT: ModelFileKind.CHAT,
        Purpose.EMBEDDING: ModelFileKind.EMBEDDING,
        Purpose.RANKING: ModelFileKind.RERANKER,
    }[purpose_of(headers)]


def _lacks_first_layer(headers: Sequence[GgufHeader]) -> bool:
    """Return whether a file has later layers of a model only, such as those for drafting."""
    names = [tensor.name for header in headers for tensor in header.tensors]
    layers = [name for name in names if name.startswith("blk.")]
    return bool(layers) and not any(name.startswith("blk.0.") for name in layers)


def _shape(headers: Sequence[GgufHeader]) -> ModelShape | None:
    """Return the shape of a model; None if its numbers are too large for a frame."""
    shape = shape_of(headers)
    try:
        msgspec.msgpack.encode(shape)
    except OverflowError:
        return None
    return shape


def _facts(headers: Sequence[GgufHeader], path: Path) -> ModelFacts:
    first = headers[0]
    architecture = str(first.values.get("general.architecture", ""))
    context = first.values.get(f"{architecture}.context_length")
    template = template_facts(first.chat_template) if first.chat_template else TemplateFacts()
    tools = template_facts(first.tool_template) if first.tool_template else template
    return ModelFacts(
        architecture=shown_text(architecture),
        parameter_count=min(sum(header.parameter_count for header in headers), MAX_NUMBER),
        trained_context=min(context, MAX_NUMBER)
        if isinstance(context, int) and context > 0
        else None,
        quantization=model_name(path.name, first.values).quantization,
        licence=shown_text(str(first.values.get("general.license", ""))),
        memory=_memory(first),
        template=_template_origin(first, path),
        can_switch_thinking=template.can_switch_thinking,
        can_use_tools=tools.can_use_tools,
    )


def _template_origin(header: GgufHeader, path: Path) -> TemplateOrigin:
    if header.chat_template:
        return TemplateOrigin.FILE
    return {
        ModelTraining.CHAT: TemplateOrigin.GUESSED,
        ModelTraining.BASE: TemplateOrigin.NONE,
        ModelTraining.UNKNOWN: TemplateOrigin.UNKNOWN,
    }[named_training(path.name, header.values)]


def _memory(header: GgufHeader) -> MemoryKind:
    parameters = Hyperparameters(header)
    if not parameters.architecture:
        return MemoryKind.UNKNOWN
    if is_recurrent(parameters.architecture):
        return MemoryKind.RECURRENT
    if any(keeps_state(parameters, layer) for layer in range(parameters.layer_count)):
        return MemoryKind.HYBRID
    return MemoryKind.SLIDING_WINDOW if window_of(parameters) else MemoryKind.ATTENTION


class TemplateFacts(msgspec.Struct, frozen=True):
    """The abilities of a chat template."""

    can_switch_thinking: bool = False
    can_use_tools: bool = False


@lru_cache(_MAX_KNOWN)
def template_facts(source: str) -> TemplateFacts:
    """Return the abilities of a template; takes 50 ms, and 3 s for a hostile one."""
    # Imported late: it takes as long as a whole search of models whose headers are known.
    from engine.messages.errors import ChatTemplateFailed
    from engine.text.chat_template import ChatTemplate
    from engine.text.history_probe import find_history
    from engine.text.steering import find_steering

    if len(source) > _MAX_TRIED_CHARS:
        return TemplateFacts(can_use_tools=_knows_tools(source))
    try:
        template = ChatTemplate(source, {})
        template.history = find_history(template)
        steering = find_steering(template, None)
    except ChatTemplateFailed:
        return TemplateFacts()
    return TemplateFacts(steering.info.can_switch, _knows_tools(source))


def _knows_tools(source: str) -> bool:
    return _TOOLS.search(source) is not None
