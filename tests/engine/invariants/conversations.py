"""Schedulers that are checked in every step, and small talk for them."""

from engine.backend import Backend
from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.conversations import Listener


def strict(backend: Backend, config: EngineConfig | None = None) -> tuple[Scheduler, Listener]:
    """Return a scheduler that raises when a ledger is wrong, and who listens to it."""
    scheduler = Scheduler(backend, config or EngineConfig(), AuditMode.ASSERT)
    return scheduler, Listener(scheduler)


def limit(tokens: int) -> SamplingParams:
    """Return a wish for the likeliest tokens, so many."""
    return SamplingParams(temperature=0.0, max_tokens=tokens)
