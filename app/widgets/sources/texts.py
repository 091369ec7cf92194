"""What is said of a source: how far it is read, how large it is, where it is from."""

from PySide6.QtCore import QCoreApplication

from app.domain import ReadingState, ShownSource, SourceKind
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.time_text import short_time
from app.widgets.kit.translation import fill, translated

translate = QCoreApplication.translate


def line_of(shown: ShownSource) -> str:
    """Return what a list says of a source, in one line."""
    count = shown.source.chat_count
    chats = translate("SourceTexts", "{count:,} chats")
    if count == 1:
        chats = translate("SourceTexts", "1 chat")
    parts = [state_of(shown), fill(chats, count=count)]
    if shown.is_changed:
        parts.append(translate("SourceTexts", "changed on disk"))
    return " · ".join(parts)


def state_of(shown: ShownSource) -> str:
    """Return how far a source is read, in few words."""
    reading = shown.reading
    match reading.state:
        case ReadingState.READ if shown.is_of_other_model:
            return translate("SourceTexts", "read by another model")
        case ReadingState.READ:
            text = translate("SourceTexts", "{count:,} tokens, read")
            return fill(text, count=reading.total_tokens)
        case ReadingState.READING if reading.total_tokens:
            percent = format_number(100 * reading.read_tokens // reading.total_tokens)
            return fill(translate("SourceTexts", "reading, {percent} %"), percent=percent)
        case ReadingState.READING:
            return translate("SourceTexts", "waits to be read")
        case ReadingState.PAUSED:
            return translate("SourceTexts", "paused")
        case ReadingState.TOO_LARGE:
            return translate("SourceTexts", "too large for this model")
        case ReadingState.FAILED:
            return translate("SourceTexts", "could not be read")
    return translate("SourceTexts", "not read yet")


def figures_of(shown: ShownSource) -> str:
    """Return tokens, size on disk, when it was read, its version and where its text is from."""
    version = shown.source.newest
    lines = [_version_line(shown), _origin_line(shown)]
    if version.token_count:
        disk = format_bytes(version.disk_bytes)
        text = translate("SourceTexts", "{count:,} tokens, {disk} on disk")
        lines.insert(0, fill(text, count=version.token_count, disk=disk))
    if version.read_at is not None:
        moment = short_time(version.read_at)
        lines.insert(1, fill(translate("SourceTexts", "Read {moment}"), moment=moment))
    return "\n".join(lines)


def problem_of(shown: ShownSource) -> str:
    """Return what is to be said of a source besides how far it is; empty for nothing."""
    reading = shown.reading
    if reading.state is ReadingState.TOO_LARGE:
        text = translate(
            "SourceTexts",
            "It has {count:,} tokens, {over:,} more than this model holds ({limit:,}). Split it "
            "into parts, or choose a larger context in the settings.",
        )
        over = reading.total_tokens - reading.limit
        return fill(text, count=reading.total_tokens, over=over, limit=reading.limit)
    if reading.state is ReadingState.FAILED:
        return translated(reading.error)
    if shown.is_changed:
        return translate(
            "SourceTexts", "Its files have changed since it was read. Chats keep what they have."
        )
    if reading.state is ReadingState.READ and shown.is_of_other_model:
        return translate(
            "SourceTexts",
            "Another model has read it. The model that is loaded reads it again with the next "
            "chat.",
        )
    return ""


def _version_line(shown: ShownSource) -> str:
    version = shown.source.newest
    moment = short_time(version.created_at)
    text = translate("SourceTexts", "Version {number} of {moment}, {size}")
    size = format_bytes(version.byte_count)
    return fill(text, number=version.number, moment=moment, size=size)


def _origin_line(shown: ShownSource) -> str:
    origin = shown.source.newest.origin
    if origin.kind is SourceKind.FOLDER:
        text = translate("SourceTexts", "From the folder {path}")
        if origin.patterns:
            text = translate("SourceTexts", "From the folder {path}, only {patterns}")
        line = fill(text, path=origin.paths[0], patterns=origin.patterns)
    elif origin.kind is SourceKind.FILES:
        line = fill(translate("SourceTexts", "From {paths}"), paths=", ".join(origin.paths))
    else:
        line = translate("SourceTexts", "A text that was pasted")
    return line if not origin.part else f"{line} ({origin.part})"
