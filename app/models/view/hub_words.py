"""Texts about models of the hub, and about downloads."""

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QDate, QLocale

from app.models.hub_model import HubOffer, HubResult, ModelPurpose, Transfer, TransferState
from app.models.view.hub_rows import HubRow
from app.models.view.model_words import (
    fit_colour,
    fit_reason,
    fit_words,
    parameter_words,
    speed_words,
)
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.translation import fill, translate

_LICENCES = {"apache-2.0": "Apache 2.0", "mit": "MIT", "lfm1.0": "LFM 1.0"}
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def result_row(result: HubResult) -> HubRow:
    """Return the row of a repository: with the sentence of a recommended one, or its figures."""
    mark, colour = _mark(result)
    size = format_bytes(result.byte_count) if result.byte_count else ""
    if result.about:
        parts = (size, purpose_words(result.purposes), result.about)
        detail = " · ".join(part for part in parts if part)
    else:
        detail = result_line(result)
    title = result.title or result.name
    return HubRow(
        result.name,
        title,
        detail or " ",  # two lines, as all rows
        mark,
        colour,
        tooltip=f"<p>{escape(result.name)}</p><p>{escape(detail)}</p>",
        spoken=", ".join(part for part in (title, mark, detail) if part),
    )


def result_line(result: HubResult) -> str:
    """Return the figures of a repository."""
    downloads = translate("HubModels", "{count} downloads")
    likes = translate("HubModels", "{count} likes")
    parts = (
        parameter_words(result.parameter_count),
        fill(downloads, count=short_number(result.downloads)) if result.downloads else "",
        fill(likes, count=short_number(result.likes)) if result.likes else "",
        date_text(result.updated),
        licence_words(result.licence),
    )
    return " · ".join(part for part in parts if part)


def computer_line(result: HubResult) -> str:
    """Return the download, the speed, the memory and the licence of a recommended model."""
    download = translate("HubModels", "{size} download")
    memory = translate("HubModels", "{size} memory")
    parts = (
        fill(download, size=format_bytes(result.byte_count)),
        speed_words(result.fit),
        fill(memory, size=format_bytes(result.fit.needed_bytes)),
        licence_words(result.licence),
    )
    return " · ".join(part for part in parts if part)


def size_and_speed(result: HubResult) -> str:
    """Return the size of a recommended model and its expected speed."""
    parts = (format_bytes(result.byte_count), speed_words(result.fit))
    return " · ".join(part for part in parts if part)


def purpose_words(purposes: Iterable[ModelPurpose]) -> str:
    """Return the uses of a model, as "Chat, code"."""
    words = {
        ModelPurpose.CHAT: translate("HubModels", "chat"),
        ModelPurpose.CODE: translate("HubModels", "code"),
        ModelPurpose.PICTURES: translate("HubModels", "pictures"),
    }
    text = ", ".join(words[each] for each in purposes)
    return text[:1].upper() + text[1:]


def licence_words(licence: str) -> str:
    """Return the common name of a licence, as "Apache 2.0" for ``apache-2.0``."""
    return _LICENCES.get(licence.lower(), licence)


def offer_row(offer: HubOffer) -> HubRow:
    """Return one file of a repository, or one split model, as a row."""
    parts = [format_bytes(offer.byte_count)]
    if offer.file_count > 1:
        text = translate("HubModels", "{count:,} files")
        parts.append(fill(text, count=offer.file_count))
    if offer.is_in_pieces:
        parts.append(translate("HubModels", "in pieces"))
    elif not offer.is_complete:
        parts.append(translate("HubModels", "incomplete"))
    if not offer.is_verifiable:
        parts.append(translate("HubModels", "can't be verified"))
    mark = fit_words(offer.fit) if offer.fit.needed_bytes or offer.fit_text else ""
    if offer.is_here:
        mark = translate("HubModels", "On this computer")
    title = " · ".join([offer.quantization or offer.name, *parts])
    spoken = ", ".join(part for part in (title, mark, fit_reason(offer.fit)) if part)
    return HubRow(
        offer.path,
        title,
        mark=mark,
        mark_colour=fit_colour(offer.fit),
        tooltip=f"<p>{escape(offer.name)}</p><p>{escape(fit_reason(offer.fit))}</p>",
        spoken=spoken,
    )


def transfer_text(transfer: Transfer) -> str:
    """Return the state and progress of a download, in one line."""
    state = transfer.state
    if state is TransferState.FETCHING:
        return _fetching_text(transfer)
    if state is TransferState.CHECKING:
        text = translate("HubModels", "Verifying… {percent}%")
        return fill(text, percent=round(transfer.share * 100))
    text = {
        TransferState.QUEUED: translate("HubModels", "Waiting for other downloads"),
        TransferState.WAITING: translate("HubModels", "The connection was lost."),
        TransferState.NO_ROOM: translate("HubModels", "Not enough space on the disk"),
        TransferState.OFFLINE: translate("HubModels", "Paused: Hubbub works offline"),
        TransferState.PAUSED: translate("HubModels", "Paused"),
        TransferState.FAILED: translate("HubModels", "Failed"),
        TransferState.DONE: _done_text(transfer),
    }[state]
    # The reason is a sentence with more detail.
    text = transfer.reason or text
    if transfer.retry_seconds is not None:
        text = f"{text} {_retry_text(transfer.retry_seconds)}"
    if state in (TransferState.DONE, TransferState.FAILED) or not transfer.total_bytes:
        return text
    return f"{_bytes_text(transfer)} · {text}"


def duration_text(seconds: float) -> str:
    """Return a duration, rounded."""
    if seconds < _MINUTE:
        return fill(translate("HubModels", "{count} s"), count=max(1, round(seconds)))
    if seconds < _HOUR:
        return fill(translate("HubModels", "{count} min"), count=round(seconds / _MINUTE))
    if seconds < _DAY:
        hours, rest = divmod(round(seconds / _MINUTE), 60)
        return fill(translate("HubModels", "{hours} h {minutes} min"), hours=hours, minutes=rest)
    return fill(translate("HubModels", "{count} days"), count=format_number(seconds / _DAY, 1))


def short_number(count: int) -> str:
    """Return a count in short form: 950, 12 k, 3.4 M."""
    if count >= 1_000_000:
        return fill(translate("HubModels", "{count} M"), count=format_number(count / 1e6, 1))
    if count >= 10_000:
        return fill(translate("HubModels", "{count} k"), count=format_number(count / 1e3))
    return format_number(count)


def date_text(day: str) -> str:
    """Return a date in the format of the locale; empty if it is not valid."""
    date = QDate.fromString(day[:10], "yyyy-MM-dd")
    return QLocale().toString(date, QLocale.FormatType.ShortFormat) if date.isValid() else ""


def _mark(result: HubResult) -> tuple[str, str]:
    if result.is_gated:
        return translate("HubModels", "Conditions to accept"), "warning"
    if result.fit.needed_bytes:
        return fit_words(result.fit), fit_colour(result.fit)
    return "", "muted"


def _fetching_text(transfer: Transfer) -> str:
    parts = [_bytes_text(transfer)]
    if transfer.bytes_per_second:
        speed = format_bytes(round(transfer.bytes_per_second))
        parts.append(fill(translate("HubModels", "{speed}/s"), speed=speed))
    if transfer.seconds_left is not None:
        left = duration_text(transfer.seconds_left)
        parts.append(fill(translate("HubModels", "{time} left"), time=left))
    return " · ".join(parts)


def _retry_text(seconds: float) -> str:
    if not seconds:
        return translate("HubModels", "Connecting again…")
    return fill(translate("HubModels", "Trying again in {time}."), time=duration_text(seconds))


def _bytes_text(transfer: Transfer) -> str:
    text = translate("HubModels", "{done} of {total}")
    total = format_bytes(transfer.total_bytes)
    return fill(text, done=format_bytes(transfer.done_bytes), total=total)


def _done_text(transfer: Transfer) -> str:
    if transfer.is_verified:
        return translate("HubModels", "Downloaded and verified")
    return translate("HubModels", "Downloaded (not verified)")
