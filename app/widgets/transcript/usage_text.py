"""What a reply cost, in words: under its message and over the message box."""

from app.domain.usage import ReplyUsage, ReuseOrigin
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate

SHORTEST_TIME = 0.01
SHORTEST_WAIT = 0.1
MIN_GUESSED = 0.01  # of a reply's tokens; nobody notices fewer


def usage_texts(usage: ReplyUsage) -> tuple[str, ...]:
    """Return the figures of a reply, as far as they are known, the most wanted first."""
    texts = (
        usage.model_name,
        _speed(usage),
        _whole_time(usage),
        _first_token(usage),
        _cached(usage),
        _guessed(usage),
        _waited(usage),
    )
    return tuple(text for text in texts if text)


def _speed(usage: ReplyUsage) -> str:
    speed = usage.tokens_per_second
    if speed is None:
        return ""
    text = translate("ReplyUsage", "{speed} tokens/s")
    return fill(text, speed=format_number(speed, 1 if speed < 10 else 0))


def _whole_time(usage: ReplyUsage) -> str:
    """Return how long it took from the request to the last token."""
    if usage.first_token_seconds is None or not usage.reply_tokens:
        return ""
    text = translate("ReplyUsage", "{count:,} tokens in {seconds} s")
    if usage.reply_tokens == 1:
        text = translate("ReplyUsage", "1 token in {seconds} s")
    seconds = _seconds(usage.first_token_seconds + usage.decode_seconds)
    return fill(text, count=usage.reply_tokens, seconds=seconds)


def _first_token(usage: ReplyUsage) -> str:
    if usage.first_token_seconds is None:
        return ""
    text = translate("ReplyUsage", "{seconds} s to first token")
    parts = ", ".join(_first_token_parts(usage))
    if parts:
        text = translate("ReplyUsage", "{seconds} s to first token ({parts})")
    return fill(text, seconds=_seconds(usage.first_token_seconds), parts=parts)


def _first_token_parts(usage: ReplyUsage) -> list[str]:
    """Return where another machine spent the time to its first token, as far as it is known."""
    if not usage.endpoint_name:
        return []
    parts = []
    if usage.network_seconds >= SHORTEST_TIME:
        text = translate("ReplyUsage", "network {seconds} s")
        parts.append(fill(text, seconds=_seconds(usage.network_seconds)))
    if usage.queue_seconds >= SHORTEST_TIME:
        text = translate("ReplyUsage", "waiting {seconds} s")
        parts.append(fill(text, seconds=_seconds(usage.queue_seconds)))
    if usage.reading_seconds >= SHORTEST_TIME:
        text = translate("ReplyUsage", "reading {seconds} s")
        parts.append(fill(text, seconds=_seconds(usage.reading_seconds)))
    return parts


def _cached(usage: ReplyUsage) -> str:
    """Return how much was not read again, and where it was if it had to be brought back."""
    if usage.prompt_tokens <= 0:
        return ""
    text = {
        ReuseOrigin.MEMORY: translate(
            "ReplyUsage", "{reused:,} of {total:,} tokens cached, from memory, {seconds} s"
        ),
        ReuseOrigin.DISK: translate(
            "ReplyUsage", "{reused:,} of {total:,} tokens cached, from disk, {seconds} s"
        ),
        ReuseOrigin.SHARED_PROMPT: translate(
            "ReplyUsage", "{reused:,} of {total:,} tokens cached, from a shared system prompt"
        ),
    }.get(usage.reused_from, translate("ReplyUsage", "{reused:,} of {total:,} tokens cached"))
    seconds = usage.restore_seconds
    return fill(
        text,
        reused=usage.reused_tokens,
        total=usage.prompt_tokens,
        seconds=format_number(seconds, 1 if seconds >= 0.1 else 2),
    )


def _guessed(usage: ReplyUsage) -> str:
    if usage.accepted_tokens <= MIN_GUESSED * usage.reply_tokens:
        return ""
    text = translate("ReplyUsage", "{count:,} of {total:,} tokens guessed ahead")
    return fill(text, count=usage.accepted_tokens, total=usage.reply_tokens)


def _waited(usage: ReplyUsage) -> str:
    """Return how long it waited on this computer until it was read and written."""
    if usage.endpoint_name or usage.queue_seconds < SHORTEST_WAIT:
        return ""
    text = translate("ReplyUsage", "waited {seconds} s")
    return fill(text, seconds=_seconds(usage.queue_seconds))


def _seconds(seconds: float) -> str:
    shown = max(SHORTEST_TIME, seconds)  # nothing takes no time
    return format_number(shown, 1 if shown >= 0.1 else 2)
