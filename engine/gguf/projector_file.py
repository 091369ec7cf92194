"""Projector files for vision and audio: described, and checked against the model, before a load.

The library compares neither: a projector of another family whose rows have the same width is
loaded, and its output is meaningless to the model.
"""

import math
from collections.abc import Mapping
from pathlib import Path

import msgspec

from engine.gguf.errors import NotAModelFile, WrongProjector
from engine.gguf.header import GgufHeader, TensorInfo, Value
from engine.gguf.memory_plan import ProjectorPlan
from engine.gguf.model_file import read_headers, type_of
from engine.ipc.lazy_text import LazyText, lazy

# By ``clip.projector_type``: the architectures whose models were trained with it. Types that are
# missing, such as "mlp", "pixtral", "idefics3" or "internvl", were used with models of many
# families.
_FAMILIES: dict[str, frozenset[str]] = {
    "qwen2vl_merger": frozenset({"qwen2vl"}),
    "qwen2.5vl_merger": frozenset({"qwen2vl"}),
    "qwen2.5o": frozenset({"qwen2vl"}),
    "qwen3vl_merger": frozenset({"qwen3vl", "qwen3vlmoe", "qwen35", "qwen35moe", "qwen4exp"}),
    "gemma3": frozenset({"gemma3"}),
    "gemma3nv": frozenset({"gemma3n"}),
    "gemma3na": frozenset({"gemma3n"}),
    "gemma4v": frozenset({"gemma4"}),
    "gemma4uv": frozenset({"gemma4"}),
    "gemma4a": frozenset({"gemma4"}),
    "gemma4ua": frozenset({"gemma4"}),
    "llama4": frozenset({"llama4"}),
    "cogvlm": frozenset({"cogvlm"}),
    "glm4v": frozenset({"glm4", "glm4moe"}),
    "hunyuanvl": frozenset({"hunyuan_vl"}),
    "lfm2": frozenset({"lfm2", "lfm2moe"}),
    "lfm2a": frozenset({"lfm2", "lfm2moe"}),
    "kimivl": frozenset({"deepseek2"}),
    "kimik25": frozenset({"deepseek2"}),
    "deepseekocr": frozenset({"deepseek2-ocr"}),
    "deepseek4v": frozenset({"deepseek4"}),
    "exaone4_5": frozenset({"exaone4"}),
}
# A picture's positions have rows and columns there: only projectors trained for that provide them.
_WITH_ROWS_AND_COLUMNS = frozenset({"qwen2vl", "qwen3vl", "qwen3vlmoe"})
# All rows of a picture attend to each other: they must be computed in one pass of the library.
_SEES_ITSELF = frozenset({"gemma3", "gemma4v", "gemma4uv", "deepseek4v"})
_CAUSAL_GEMMA4 = (1536, 2560)  # widths of the small models, which read pictures like texts
# The embeddings of a picture depend on its position in the text: they cannot be cached for another.
_DEPENDS_ON_TEXT = frozenset({"deepseek4v", "hunyuanvl"})
# There ``projection_dim`` is the width of the encoder that they are derived from.
_WIDTH_IS_OF_ENCODER = frozenset({"mlp", "mlp_norm", "ldp", "ldpv2", "resampler", "adapter"})
_MOST = 1 << 20  # limit of any number; a larger one is invalid
_PATCHES_PER_ROW = 4  # the usual value: two by two become one
_NUMBER_BYTES = 4
_LONGEST_WORD = 40
_MERGED_BY_GEMMA = 4  # along each side
_LAYER = ("v.blk.0.attn_q.weight", "v.blk.0.attn_qkv.weight")
_PATCHES = "v.patch_embd.weight"
_POSITIONS = "v.position_embd.weight"
_WHISPER_LAYER = "a.blk.0.attn_q.weight"
_WHISPER_INPUT = "a.conv1d.1.weight"
_WHISPER_POSITIONS = "a.position_embd.weight"
_WHISPER_BIASES = ("a.blk.0.attn_q.bias", "a.blk.0.attn_v.bias", "a.blk.0.ln1.bias")
_POSITIONS_OF_A_WINDOW = 1500
_HEAD_STEP = 8  # of Qwen's encoders, whose heads are rotated in four parts


def belongs(kind: str, architecture: str) -> bool:
    """Return whether a projector of this type may belong to a model of this architecture."""
    family = _FAMILIES.get(kind)
    if family is None:
        return architecture not in _WITH_ROWS_AND_COLUMNS
    return architecture in family


def is_causal(kind: str, model_width: int) -> bool:
    """Return whether a picture's rows attend only to those before them, so that they can be cut."""
    if kind == "gemma4v" and model_width in _CAUSAL_GEMMA4:
        return True
    return kind not in _SEES_ITSELF


class ProjectorFile(msgspec.Struct, frozen=True):
    """A projector as described by its header; missing numbers are 0.

    Attributes:
        name: the name of its file.
        kind: ``clip.projector_type`` for pictures, or for sounds if it has no vision.
        row_width: numbers of each output row; equal to the model's width.
        width: numbers of a patch within it.
        hidden: numbers within its widest layer.
        image_size: the side in pixels of the training pictures.
        patch_size: the side in pixels of a patch.
        merged: patches along each side that become one row.
    """

    name: str
    size_bytes: int
    kind: str
    sees: bool
    hears: bool
    row_width: int
    width: int
    hidden: int
    image_size: int
    patch_size: int
    merged: int

    def rows(self, limit: int) -> int:
        """Return the approximate rows of the largest picture; ``limit`` is the wanted maximum."""
        if self.kind != "gemma3" or not self.patch_size:
            return limit
        # It scales every picture to a single square.
        side = self.image_size // self.patch_size // max(1, self.merged)
        return max(1, side * side)

    def encoding_bytes(self, limit: int) -> int:
        """Return the approximate bytes used while a picture of ``rows`` rows is encoded.

        Measured with 1,024 rows, 512 numbers and fused attention: 85 MB, and 92 by this rule.
        """
        merged = self.merged**2 if self.merged else _PATCHES_PER_ROW
        pieces = self.rows(limit) * merged
        return _NUMBER_BYTES * pieces * (3 * self.width + 2 * self.hidden)

    def plan(self, model_width: int, limit: int) -> ProjectorPlan:
        """Return the memory that it takes for a model of this width, ``limit`` rows at most."""
        is_cut = is_causal(self.kind, model_width)
        return ProjectorPlan(
            weight_bytes=self.size_bytes,
            encoding_bytes=self.encoding_bytes(limit),
            least_pass=0 if is_cut else self.rows(limit),
        )


def describe_projector(path: Path) -> ProjectorFile:
    """Read the description of a projector file. Raises ModelFileError with a message."""
    headers, sizes = read_headers([path])
    header = headers[0]
    if type_of(header) != "mmproj":
        raise NotAModelFile(
            lazy("“{name}” is not a projector: no model can see pictures with it.", name=path.name)
        )
    return projector_of(path.name, header, sizes[0])


def projector_of(name: str, header: GgufHeader, size_bytes: int) -> ProjectorFile:
    """Return the description in a projector's header; any field may be missing."""
    values = header.values
    both = _word(values.get("clip.projector_type"))
    of_pictures = _word(values.get("clip.vision.projector_type")) or both
    of_sounds = _word(values.get("clip.audio.projector_type")) or both
    hears = bool(values.get("clip.has_audio_encoder"))
    # Files of the first converters had vision and did not say so.
    sees = bool(values.get("clip.has_vision_encoder", not hears))
    sense = "vision" if sees else "audio"
    return ProjectorFile(
        name=name,
        size_bytes=size_bytes,
        kind=of_pictures if sees else of_sounds,
        sees=sees,
        hears=hears,
        row_width=_number(values, f"clip.{sense}.projection_dim"),
        width=_number(values, f"clip.{sense}.embedding_length"),
        hidden=_number(values, f"clip.{sense}.feed_forward_length"),
        image_size=_number(values, "clip.vision.image_size"),
        patch_size=_number(values, "clip.vision.patch_size"),
        merged=_merged(values, of_pictures),
    )


def refusal(projector: ProjectorFile, architecture: str, model_width: int) -> LazyText | None:
    """Return a message why a projector does not belong to this model; None if it may."""
    if not belongs(projector.kind, architecture):
        return lazy(
            "“{name}” belongs to another family of models ({kind}), not to {architecture}.",
            name=projector.name,
            kind=projector.kind or "?",
            architecture=_word(architecture) or "?",
        )
    if projector.kind in _DEPENDS_ON_TEXT:
        return lazy(
            "“{name}” is of a kind ({kind}) that Hubbub does not support yet.",
            name=projector.name,
            kind=projector.kind,
        )
    is_told = projector.kind not in _WIDTH_IS_OF_ENCODER and projector.row_width and model_width
    if is_told and projector.row_width != model_width:
        return lazy(
            "“{name}” belongs to a model of another size: its rows have {width:,} numbers, and "
            "this model's have {model_width:,}.",
            name=projector.name,
            width=projector.row_width,
            model_width=model_width,
        )
    return None


def checked_projector(path: Path, architecture: str, model_width: int) -> ProjectorFile:
    """Return a projector that may belong to the model. Raises ModelFileError with a message."""
    found = describe_projector(path)
    reason = refusal(found, architecture, model_width)
    if reason is not None:
        raise WrongProjector(reason)
    return found


def _merged(values: Mapping[str, Value], kind: str) -> int:
    """Return how many patches along each side become one row."""
    keys = ("clip.vision.projector.scale_factor", "clip.vision.spatial_merge_size")
    told = next(filter(None, (_number(values, key) for key in keys)), 0)
    if told or kind != "gemma3":
        return told
    return _MERGED_BY_GEMMA  # its first files do not state it


def _word(value: object) -> str:
    text = value if isinstance(value, str) else ""
    return text if text.isprintable() and len(text) <= _LONGEST_WORD else ""


def _number(values: Mapping[str, Value], key: str) -> int:
    value = values.get(key)
    return value if isinstance(value, int) and 0 < value < _MOST else 0


def check_projector(path: Path) -> None:
    """Check a file that ``describe_projector`` has accepted. Raises ModelFileError."""
    headers, _ = read_headers([path])
    if not _is_computable(headers[0]):
        raise NotAModelFile(
            lazy(
                "“{name}” describes a projector that cannot be computed; download it again.",
                name=path.name,
            )
        )


def _is_computable(header: GgufHeader) -> bool:
    """Return whether the weights match the header; other encoders are not checked."""
    tensors = {tensor.name: tensor for tensor in header.tensors}
    if _WHISPER_INPUT in tensors and not _is_whisper(header, tensors):
        return False
    layer = next((tensors[name] for name in _LAYER if name in tensors), None)
    if layer is None:
        return True
    return (
        _said(header, "block_count") > 0
        and _has_heads(header, layer)
        and _has_patches(header, tensors.get(_PATCHES))
        and _is_epsilon(header.values.get("clip.vision.attention.layer_norm_epsilon", 0.0))
        and _is_whole_square(header, tensors.get(_POSITIONS))
    )


def _is_whisper(header: GgufHeader, tensors: dict[str, TensorInfo]) -> bool:
    """Return whether an audio encoder has the weights for each window of half a minute."""
    layer, positions = tensors.get(_WHISPER_LAYER), tensors.get(_WHISPER_POSITIONS)
    if layer is None or positions is None or not all(name in tensors for name in _WHISPER_BIASES):
        return False
    width, count = (
        _said(header, key, "audio") for key in ("embedding_length", "attention.head_count")
    )
    return (
        _said(header, "block_count", "audio") > 0
        and 0 < count <= width == layer.dimensions[0] == positions.dimensions[0]
        and width % count == 0
        and positions.dimensions[-1] >= _POSITIONS_OF_A_WINDOW
        and tensors[_WHISPER_INPUT].dimensions[1:2] == (_said(header, "num_mel_bins", "audio"),)
    )


def _has_heads(header: GgufHeader, layer: TensorInfo) -> bool:
    width, count = (
        _said(header, "embedding_length"),
        _said(header, "attention.head_count"),
    )
    if layer.dimensions[0] != width or not 0 < count <= width or width % count:
        return False
    is_qwen = str(header.values.get("clip.projector_type")).startswith("qwen")
    return not is_qwen or width // count % _HEAD_STEP == 0


def _has_patches(header: GgufHeader, patches: TensorInfo | None) -> bool:
    if patches is None:
        return False
    size = _said(header, "patch_size")
    return size > 0 and (len(patches.dimensions) != 4 or patches.dimensions[:2] == (size, size))


def _is_epsilon(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and value >= 0


def _is_whole_square(header: GgufHeader, positions: TensorInfo | None) -> bool:
    """Return whether Gemma's single square has a position for each patch, and merges evenly."""
    if header.values.get("clip.projector_type") != "gemma3":
        return True
    side = _said(header, "image_size") // max(1, _said(header, "patch_size"))
    if positions is None or positions.dimensions[-1] != side * side:
        return False
    merged = header.values.get("clip.vision.projector.scale_factor", 1)
    return isinstance(merged, int) and 0 < merged <= side and side % merged == 0


def _said(header: GgufHeader, key: str, sense: str = "vision") -> int:
    value = header.values.get(f"clip.{sense}.{key}")
    return value if isinstance(value, int) else 0
