"""Settings that no engine could run with are refused on creation, in words."""

import msgspec
import pytest

from engine.messages.config import EngineConfig
from engine.messages.errors import InvalidConfig


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"context_window": 255}, "context per chat must lie between 256"),
        ({"slot_count": 0}, "number of chats answered at once"),
        ({"slot_count": 257}, "between 1 and 256, not 257"),
        ({"batch_size": 3}, "batch size must lie between 4"),
        ({"micro_batch_size": 4096}, "micro batch size"),
        ({"max_active": 5}, "number of replies written at once"),
        ({"gpu_layer_count": -1}, "number of GPU layers"),
        ({"cache_bytes": -1}, "disk space"),
        ({"program_cache_percent": 101}, "share of programs in the cache"),
        ({"step_target_seconds": 0.0}, "step target must be between 1 ms and 10 s"),
        ({"write_back_seconds": -1.0}, "pause before writing"),
        ({"overdue_seconds": 1e9}, "longest wait for a pause"),
    ],
)
def test_an_impossible_setting_is_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidConfig, match=reason):
        msgspec.structs.replace(EngineConfig(), **values)
