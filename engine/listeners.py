"""Those who want to hear of something, in the order in which they came."""

from collections.abc import Callable
from typing import Generic, ParamSpec

_P = ParamSpec("_P")


class Listeners(Generic[_P]):
    """Calls every listener with what it is notified of."""

    def __init__(self) -> None:
        self._listeners: list[Callable[_P, object]] = []

    def add(self, listener: Callable[_P, object]) -> Callable[[], None]:
        """Call ``listener`` from now on; return what removes it again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self, *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Call all listeners; one that removes itself meanwhile disturbs none of the others."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)
