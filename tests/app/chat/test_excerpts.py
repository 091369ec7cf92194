"""What another chat gives to a message is a text with who wrote what."""

from app.chat.excerpts import LONGEST_NAME, excerpt, last_turn, recap
from app.domain import Message, Role
from tests.app.widgets.samples import message

USER, MODEL = Role.USER, Role.ASSISTANT


def messages_of(*texts: tuple[Role, str]) -> tuple[Message, ...]:
    return tuple(message(number, role, text) for number, (role, text) in enumerate(texts, 1))


def test_it_tells_who_wrote_what_and_leaves_out_what_is_empty() -> None:
    file = excerpt(
        "Trip", messages_of((USER, "Rome?\n"), (MODEL, "Yes."), (USER, "When?"), (MODEL, " "))
    )
    assert file.text == "User:\nRome?\n\nAssistant:\nYes.\n\nUser:\nWhen?"
    assert (file.name, file.media_type) == ("@Trip", "text/markdown")


def test_the_last_turn_is_the_last_question_that_was_answered() -> None:
    messages = messages_of(
        (USER, "a"), (MODEL, "b"), (USER, "c"), (MODEL, "d"), (USER, "e"), (MODEL, "")
    )
    assert [each.text for each in last_turn(messages)] == ["c", "d"]
    assert [each.text for each in last_turn(messages[:1])] == ["a"]
    assert last_turn(()) == ()


def test_a_long_title_makes_a_short_name() -> None:
    name = recap("long\n" * 50, "so").name
    assert len(name) == LONGEST_NAME + 1
    assert "\n" not in name
