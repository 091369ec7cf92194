"""A running reply has one text, which is appended to and read in place."""

from app.domain.reply_text import ReplyText


def test_a_listener_is_called_after_each_append_until_it_is_removed() -> None:
    text = ReplyText(1, "a", "b")
    heard: list[tuple[str, str, int]] = []
    stop = text.on_changed(
        lambda now: heard.append((now.answer.text, now.reasoning.text, now.length))
    )
    text.append("c", is_reasoning=True)
    text.append("d")
    stop()
    text.append("e")
    assert heard == [("a", "bc", 3), ("ad", "bc", 4)]
