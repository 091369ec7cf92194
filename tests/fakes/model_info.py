"""What a fake backend says that it has loaded."""

from engine.wire.lazy_text import lazy
from engine.wire.metrics import ModelInfo


def no_model(
    *, context_window: int, slot_count: int, thread_count: int, kv_bytes: int
) -> ModelInfo:
    """Return a model of no size."""
    return ModelInfo(
        path="fake",
        name="Fake",
        architecture="fake",
        parameter_count=0,
        file_bytes=0,
        vocabulary_size=259,
        context_window=context_window,
        trained_context=context_window,
        slot_count=slot_count,
        thread_count=thread_count,
        gpu_layer_count=0,
        layer_count=0,
        device=lazy("none"),
        device_reason=lazy("It is a fake."),
        kv_bytes=kv_bytes,
    )
