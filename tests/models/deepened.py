"""The starter model, and the same with three times as many layers more, which add nothing.

The deepened one writes what the starter model writes, and takes as long as a model of 0.45 B. So
the starter model drafts for it as well as a good draft model does for a large one.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter, LlamaFileType, quants

from tests.models.talker import STARTER_MODEL

_LAYER = re.compile(r"blk\.(\d+)\.(.+)")
_OUTPUTS = ("attn_output.weight", "ffn_down.weight")  # what a layer adds to its input
_SKIPPED = ("GGUF.", "general.architecture", "general.file_type", "llama.block_count")


def write_starter_f16(path: Path) -> None:
    """Write the starter model with its matrices in half precision."""
    _write(path, 1)


def write_deepened_f16(path: Path) -> None:
    """Write the deepened model with its matrices in half precision."""
    _write(path, 4)


def _write(path: Path, copies: int) -> None:
    reader = GGUFReader(STARTER_MODEL)
    writer = GGUFWriter(None, "llama")
    layer_count = int(reader.fields["llama.block_count"].contents())
    for name, field in reader.fields.items():
        if not name.startswith(_SKIPPED):
            inner = field.types[-1] if field.types[0] is GGUFValueType.ARRAY else None
            writer.add_key_value(name, field.contents(), field.types[0], inner)
    writer.add_block_count(copies * layer_count)
    writer.add_file_type(int(LlamaFileType.MOSTLY_F16))
    for tensor in reader.tensors:
        weights = quants.dequantize(tensor.data, tensor.tensor_type)
        found = _LAYER.fullmatch(tensor.name)
        if found is None:
            _add(writer, tensor.name, weights)
            continue
        own, part = int(found[1]), found[2]
        for copy in range(copies):
            is_empty = copy > 0 and part in _OUTPUTS
            copied = np.zeros_like(weights) if is_empty else weights
            _add(writer, f"blk.{own + copy * layer_count}.{part}", copied)
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add(writer: GGUFWriter, name: str, weights: "npt.NDArray[Any]") -> None:
    is_matrix = weights.ndim > 1
    kind = GGMLQuantizationType.F16 if is_matrix else GGMLQuantizationType.F32
    writer.add_tensor(name, weights.astype(np.float16 if is_matrix else np.float32), raw_dtype=kind)
