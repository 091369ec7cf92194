"""Projectors of which the header alone matters: it tells of a real one, and there is one number."""

from pathlib import Path

import numpy as np
from gguf import GGUFWriter


def write_projector_header(
    path: Path,
    kind: str = "qwen2vl_merger",
    row_width: int = 64,
    *,
    width: int = 64,
    hidden: int = 128,
    image_size: int = 112,
    hears: bool = False,
    merged: int = 0,
) -> Path:
    """Write a projector of this type for models of this width; return its path."""
    writer = GGUFWriter(path, "clip")
    writer.add_clip_has_vision_encoder(not hears)
    writer.add_clip_has_audio_encoder(hears)
    writer.add_clip_projector_type(kind)
    sense = "audio" if hears else "vision"
    writer.add_uint32(f"clip.{sense}.projection_dim", row_width)
    writer.add_uint32(f"clip.{sense}.embedding_length", width)
    writer.add_uint32(f"clip.{sense}.feed_forward_length", hidden)
    writer.add_uint32("clip.vision.image_size", image_size)
    writer.add_uint32("clip.vision.patch_size", 14)
    if merged:
        writer.add_uint32("clip.vision.projector.scale_factor", merged)
    writer.add_tensor("mm.0.weight", np.ones((4, 4), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
