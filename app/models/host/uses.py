"""The uses of models, each of which waits for its model and then keeps it loaded until its end."""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable

import msgspec

from app.errors import LazyText, ModelBusy, ModelFileError, ModelUnavailable
from app.models.host.broker import Wait, WaitKind
from app.models.host.plans import PlannedModel
from engine.client.client import EngineClient

_SOON = (WaitKind.LOAD, WaitKind.UNLOAD)
_RETRY_SECONDS = 10.0


class WaitState(msgspec.Struct, frozen=True):
    """The reason why a use waits.

    Attributes:
        progress: the share of the model's file that was read.
        seconds: the time until the wait ends at the earliest, if that is known.
    """

    kind: WaitKind
    text: LazyText
    progress: float | None = None
    seconds: float | None = None


class LoadOrder(msgspec.Struct, frozen=True):
    """What happens if several models are asked for at once.

    Attributes:
        later: the positions of those that wait until the answers of others have ended.
        texts: the models that are unloaded, and those that never fit, in sentences.
    """

    later: frozenset[int] = frozenset()
    texts: tuple[LazyText, ...] = ()


OnWait = Callable[[WaitState], object]


class Use(msgspec.Struct):
    """A use that has not ended; ``who`` is a conversation's id, or what the window calls it.

    Attributes:
        max_wait_seconds: how long it waits for other models, its load not included; for memory that
            other programs occupy it does not wait then. None is without limit.
    """

    number: int
    who: str
    key: str
    planned: PlannedModel
    path: str
    on_wait: OnWait
    granted: asyncio.Future[EngineClient]
    max_wait_seconds: float | None = None
    shown: WaitState | None = None
    _timer: asyncio.TimerHandle | None = None
    _is_late: bool = False

    def grant(self, client: EngineClient) -> None:
        """End the wait with the engine of the model."""
        if not self.granted.done():
            self.granted.set_result(client)

    def fail(self, error: ModelUnavailable | ModelFileError) -> None:
        """End the wait with an error."""
        if not self.granted.done():
            self.granted.set_exception(error)

    def show(self, wait: Wait, progress: float | None) -> None:
        """Report why it waits, if that has changed; ``progress`` is that of its load."""
        if self.granted.done():
            return
        seconds = None if wait.until is None else max(0.0, wait.until - time.monotonic())
        state = WaitState(wait.kind, wait.text, progress, seconds)
        if state != self.shown:
            self.shown = state
            self._limit_wait(state.kind)
            self.on_wait(state)

    def end(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _limit_wait(self, kind: WaitKind) -> None:
        if self.max_wait_seconds is None or kind in _SOON:
            return
        if self._is_late or kind is WaitKind.MEMORY:
            self._give_up()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self.max_wait_seconds, self._give_up)

    def _give_up(self) -> None:
        """End the wait, unless the model is about to be loaded."""
        self._is_late = True
        if self.shown is not None and self.shown.kind not in _SOON:
            self.fail(ModelBusy(self.shown.text, self.shown.seconds or _RETRY_SECONDS))


class Uses:
    """The uses that have not ended. Lives on one asyncio loop."""

    def __init__(self) -> None:
        self._uses: dict[int, Use] = {}
        self._numbers = itertools.count(1)

    def next_number(self) -> int:
        """Return a number that no use has."""
        return next(self._numbers)

    def begin(
        self,
        who: str,
        key: str,
        planned: PlannedModel,
        path: str,
        on_wait: OnWait,
        max_wait_seconds: float | None,
    ) -> Use:
        """Add a use, whose future gets the engine of its model."""
        granted = asyncio.get_running_loop().create_future()
        number = self.next_number()
        use = Use(number, who, key, planned, path, on_wait, granted, max_wait_seconds)
        self._uses[use.number] = use
        return use

    def end(self, use: Use) -> None:
        """Remove a use."""
        use.end()
        self._uses.pop(use.number, None)

    def __getitem__(self, number: int) -> Use:
        return self._uses[number]

    def get(self, number: int) -> Use | None:
        """Return a use; None if it has ended."""
        return self._uses.get(number)

    def of(self, key: str) -> list[Use]:
        """Return the uses of a model."""
        return [each for each in self._uses.values() if each.key == key]

    def names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return who has these uses."""
        return tuple(self._uses[each].who for each in numbers if each in self._uses)

    def fail_all(self, error: ModelUnavailable) -> None:
        """End the wait of all uses with an error."""
        for use in self._uses.values():
            use.fail(error)
