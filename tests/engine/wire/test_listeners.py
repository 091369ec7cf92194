"""Listeners are called in their order until they are removed."""

from engine.wire.listeners import Listeners


def test_listeners_are_called_in_their_order_until_removed() -> None:
    heard: list[tuple[str, int]] = []
    numbers = Listeners[int]()
    remove = numbers.add(lambda number: heard.append(("first", number)))
    numbers.add(lambda number: heard.append(("second", number)))
    numbers.notify(1)
    remove()
    numbers.notify(2)
    assert heard == [("first", 1), ("second", 1), ("second", 2)]


def test_a_listener_that_removes_itself_disturbs_no_other() -> None:
    heard: list[str] = []
    calls = Listeners[[]]()

    def once() -> None:
        heard.append("once")
        remove()

    remove = calls.add(once)
    calls.add(lambda: heard.append("always"))
    calls.notify()
    calls.notify()
    assert heard == ["once", "always", "always"]
