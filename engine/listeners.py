"""A list of callbacks, called in the order in which they were added."""

from collections.abc import Callable
from typing import Generic, ParamSpec

_P = ParamSpec("_P")


class Listeners(Generic[_P]):
    """Calls every listener with each notification."""

    def __init__(self) -> None:
        self._listeners: list[Callable[_P, object]] = []

    def add(self, listener: Callable[_P, object]) -> Callable[[], None]:
        """Call ``listener`` from now on; return a function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self, *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Call all listeners; a listener may remove itself meanwhile."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)
