"""How a reply was made, and its figures, as text for its message and for the status line."""

from app.domain.messages import Message, RewriteKind
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.widgets.kit.controls import SEPARATOR
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate

MIN_SECONDS = 0.01
MIN_WAIT_SECONDS = 0.1
MIN_GUESSED = 0.01  # share of a reply's tokens that is worth showing


def rewrite_name(kind: RewriteKind) -> str:
    """Return the name of a change that a model can be asked for."""
    return {
        RewriteKind.SHORTER: translate("RegenerateMenu", "Shorter"),
        RewriteKind.LONGER: translate("RegenerateMenu", "Longer"),
        RewriteKind.SIMPLER: translate("RegenerateMenu", "Simpler"),
        RewriteKind.MORE_CREATIVE: translate("RegenerateMenu", "More creative"),
    }[kind]


def details_texts(message: Message) -> tuple[str, ...]:
    """Return what a reply was asked to change, and its known figures."""
    figures = () if message.usage is None else usage_texts(message.usage)
    if message.rewrite is None:
        return figures
    text = translate("ReplyUsage", "regenerated with “{name}”")
    return (fill(text, name=rewrite_name(message.rewrite.kind)), *figures)


def usage_texts(usage: ReplyUsage) -> tuple[str, ...]:
    """Return the known figures of a reply, the most important first."""
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


def short_usage_text(usage: ReplyUsage) -> str:
    """Return the speed and the whole time of a reply, as far as known, for the line below it."""
    texts = [_speed(usage)]
    if usage.first_token_seconds is not None and usage.reply_tokens:
        seconds = _seconds(usage.first_token_seconds + usage.decode_seconds)
        texts.append(fill(translate("ReplyUsage", "{seconds} s"), seconds=seconds))
    return SEPARATOR.join(text for text in texts if text)


def _speed(usage: ReplyUsage) -> str:
    speed = usage.tokens_per_second
    if speed is None:
        return ""
    text = translate("ReplyUsage", "{speed} tokens/s")
    return fill(text, speed=format_number(speed, 1 if speed < 10 else 0))


def _whole_time(usage: ReplyUsage) -> str:
    """Return the time from the request to the last token."""
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
    """Return the known parts of the time to the first token of another machine."""
    if not usage.endpoint_name:
        return []
    parts = []
    if usage.network_seconds >= MIN_SECONDS:
        text = translate("ReplyUsage", "network {seconds} s")
        parts.append(fill(text, seconds=_seconds(usage.network_seconds)))
    if usage.queue_seconds >= MIN_SECONDS:
        text = translate("ReplyUsage", "waiting {seconds} s")
        parts.append(fill(text, seconds=_seconds(usage.queue_seconds)))
    if usage.reading_seconds >= MIN_SECONDS:
        text = translate("ReplyUsage", "reading {seconds} s")
        parts.append(fill(text, seconds=_seconds(usage.reading_seconds)))
    return parts


def _cached(usage: ReplyUsage) -> str:
    """Return the number of cached tokens, and the place from which they were restored."""
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
    """Return the time in the queue of this computer."""
    if usage.endpoint_name or usage.queue_seconds < MIN_WAIT_SECONDS:
        return ""
    text = translate("ReplyUsage", "waited {seconds} s")
    return fill(text, seconds=_seconds(usage.queue_seconds))


def _seconds(seconds: float) -> str:
    shown = max(MIN_SECONDS, seconds)  # never shown as 0
    return format_number(shown, 1 if shown >= 0.1 else 2)
