"""Refuses a projector whose header and weights disagree: its first picture ends the process."""

import math
from pathlib import Path

from engine.gguf.errors import NotAModelFile
from engine.gguf.header import GgufHeader, TensorInfo
from engine.gguf.model_file import read_headers
from engine.ipc.lazy_text import lazy

_LAYER = ("v.blk.0.attn_q.weight", "v.blk.0.attn_qkv.weight")
_PATCHES = "v.patch_embd.weight"
_POSITIONS = "v.position_embd.weight"
_WHISPER_LAYER = "a.blk.0.attn_q.weight"
_WHISPER_INPUT = "a.conv1d.1.weight"
_WHISPER_POSITIONS = "a.position_embd.weight"
_WHISPER_BIASES = ("a.blk.0.attn_q.bias", "a.blk.0.attn_v.bias", "a.blk.0.ln1.bias")
_POSITIONS_OF_A_WINDOW = 1500
_HEAD_STEP = 8  # of Qwen's encoders, whose heads are rotated in four parts


def check_projector(path: Path) -> None:
    """Check what ``describe_projector`` has taken. Raises ModelFileError with a sentence."""
    headers, _ = read_headers([path])
    if not _is_computable(headers[0]):
        raise NotAModelFile(
            lazy(
                "“{name}” describes a projector that can't be computed; download it again.",
                name=path.name,
            )
        )


def _is_computable(header: GgufHeader) -> bool:
    """Return whether the weights are as the header says; other encoders are not looked into."""
    tensors = {tensor.name: tensor for tensor in header.tensors}
    if _WHISPER_INPUT in tensors and not _is_whisper(header, tensors):
        return False
    layer = next((tensors[name] for name in _LAYER if name in tensors), None)
    if layer is None:
        return True
    return (
        _number(header, "block_count") > 0
        and _has_heads(header, layer)
        and _has_patches(header, tensors.get(_PATCHES))
        and _is_epsilon(header.values.get("clip.vision.attention.layer_norm_epsilon", 0.0))
        and _is_whole_square(header, tensors.get(_POSITIONS))
    )


def _is_whisper(header: GgufHeader, tensors: dict[str, TensorInfo]) -> bool:
    """Return whether an encoder of sounds has what each window of half a minute needs."""
    layer, positions = tensors.get(_WHISPER_LAYER), tensors.get(_WHISPER_POSITIONS)
    if layer is None or positions is None or not all(name in tensors for name in _WHISPER_BIASES):
        return False
    width, count = (
        _number(header, key, "audio") for key in ("embedding_length", "attention.head_count")
    )
    return (
        _number(header, "block_count", "audio") > 0
        and 0 < count <= width == layer.dimensions[0] == positions.dimensions[0]
        and width % count == 0
        and positions.dimensions[-1] >= _POSITIONS_OF_A_WINDOW
        and tensors[_WHISPER_INPUT].dimensions[1:2] == (_number(header, "num_mel_bins", "audio"),)
    )


def _has_heads(header: GgufHeader, layer: TensorInfo) -> bool:
    width, count = _number(header, "embedding_length"), _number(header, "attention.head_count")
    if layer.dimensions[0] != width or not 0 < count <= width or width % count:
        return False
    is_qwen = str(header.values.get("clip.projector_type")).startswith("qwen")
    return not is_qwen or width // count % _HEAD_STEP == 0


def _has_patches(header: GgufHeader, patches: TensorInfo | None) -> bool:
    if patches is None:
        return False
    size = _number(header, "patch_size")
    return size > 0 and (len(patches.dimensions) != 4 or patches.dimensions[:2] == (size, size))


def _is_epsilon(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and value >= 0


def _is_whole_square(header: GgufHeader, positions: TensorInfo | None) -> bool:
    """Return whether the one square of a Gemma has a position for each piece, and merges evenly."""
    if header.values.get("clip.projector_type") != "gemma3":
        return True
    side = _number(header, "image_size") // max(1, _number(header, "patch_size"))
    if positions is None or positions.dimensions[-1] != side * side:
        return False
    merged = header.values.get("clip.vision.projector.scale_factor", 1)
    return isinstance(merged, int) and 0 < merged <= side and side % merged == 0


def _number(header: GgufHeader, key: str, sense: str = "vision") -> int:
    value = header.values.get(f"clip.{sense}.{key}")
    return value if isinstance(value, int) else 0
