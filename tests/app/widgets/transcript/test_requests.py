"""One signal for each request of a message, whoever asks."""

import pytest
from PySide6.QtTest import QSignalSpy

from app.widgets.transcript.actions import MessageAction
from app.widgets.transcript.requests import MessageRequests


@pytest.mark.parametrize(
    ("action", "signal", "values"),
    [
        (MessageAction.REGENERATE, "regenerate_requested", [7]),
        (MessageAction.CONTINUE, "continue_requested", [7]),
        (MessageAction.REGENERATE_WITH, "regenerate_with_requested", [7]),
        (MessageAction.DELETE, "delete_requested", [7]),
        (MessageAction.VARIANTS, "variants_requested", [7]),
        (MessageAction.COMPARE, "compare_requested", [7]),
        (MessageAction.FORK, "fork_requested", [7]),
        (MessageAction.PIN, "pin_toggled", [7, True]),
        (MessageAction.UNPIN, "pin_toggled", [7, False]),
        (MessageAction.EARLIER_SIBLING, "sibling_requested", [7, -1]),
        (MessageAction.LATER_SIBLING, "sibling_requested", [7, 1]),
    ],
)
def test_an_action_becomes_its_request(
    action: MessageAction, signal: str, values: list[object]
) -> None:
    requests = MessageRequests()
    spy = QSignalSpy(getattr(requests, signal))
    requests.request(7, action)

    assert [spy.at(index) for index in range(spy.count())] == [values]


@pytest.mark.parametrize("action", [MessageAction.COPY, MessageAction.EDIT])
def test_what_a_message_does_itself_is_no_request(action: MessageAction) -> None:
    with pytest.raises(ValueError, match="message itself"):
        MessageRequests().request(7, action)
