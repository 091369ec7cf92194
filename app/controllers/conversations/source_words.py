"""What is said of a text before it becomes a source: how large it is, and what is not in it."""

from app.chat.sources.folder_walk import (
    MAX_DEPTH,
    MOST_ENTRIES,
    MOST_FILE_BYTES,
    GatheringWatch,
    SkipReason,
)
from app.chat.sources.gathering import Gathered
from app.widgets.kit.translation import fill, translate, translated

_MOST_COMPLAINTS = 3


def progress_text(watch: GatheringWatch) -> str:
    """Return how far a folder is gone through."""
    if watch.read_count:
        text = translate("SourceEditing", "Reading … {count:,} files so far")
        return fill(text, count=watch.read_count)
    text = translate("SourceEditing", "Looking … {count:,} files and folders so far")
    return fill(text, count=watch.entry_count)


def size_text(found: Gathered, count: int, window: int) -> str:
    """Return how many tokens a text has, whether the model holds them, and what is left out."""
    text = translate("SourceEditing", "About {count:,} tokens.")
    if found.file_count > 1:
        text = translate("SourceEditing", "{files:,} files, about {count:,} tokens.")
    parts = [fill(text, files=found.file_count, count=count)]
    if window and count > window:
        text = translate(
            "SourceEditing",
            "That is {over:,} more than this model holds ({window:,}): it can be added in parts.",
        )
        parts.append(fill(text, over=count - window, window=window))
    if found.has_more:
        text = translate("SourceEditing", "Only {count:,} files and folders were looked at.")
        parts.append(fill(text, count=MOST_ENTRIES))
    if found.is_cut:
        parts.append(translate("SourceEditing", "There is more than a source may hold."))
    parts += [translated(each) for each in found.refusals[:_MOST_COMPLAINTS]]
    return " ".join([*parts, _skipped_text(found)]).rstrip()


def _skipped_text(found: Gathered) -> str:
    """Return what of a folder is left out, by the reason; empty for nothing."""
    count = found.skipped.get
    ignored = translate("SourceEditing", "ignored by .gitignore: {count:,}")
    rules = translate("SourceEditing", "folders whose .gitignore is too long: {count:,}")
    folders = translate("SourceEditing", "folders of builds and packages: {count:,}")
    hidden = translate("SourceEditing", "hidden folders: {count:,}")
    deep = translate("SourceEditing", "folders at a depth of more than {depth}: {count:,}")
    filtered = translate("SourceEditing", "left out by the filter: {count:,}")
    links = translate("SourceEditing", "links: {count:,}")
    large = translate("SourceEditing", "larger than {megabytes} MB: {count:,}")
    binary = translate("SourceEditing", "without text: {count:,}")
    megabytes = MOST_FILE_BYTES >> 20
    texts = {
        SkipReason.IGNORED: fill(ignored, count=count(SkipReason.IGNORED, 0)),
        SkipReason.UNUSABLE_RULES: fill(rules, count=count(SkipReason.UNUSABLE_RULES, 0)),
        SkipReason.FOLDER: fill(folders, count=count(SkipReason.FOLDER, 0)),
        SkipReason.HIDDEN: fill(hidden, count=count(SkipReason.HIDDEN, 0)),
        SkipReason.DEEP: fill(deep, count=count(SkipReason.DEEP, 0), depth=MAX_DEPTH),
        SkipReason.FILTERED: fill(filtered, count=count(SkipReason.FILTERED, 0)),
        SkipReason.LINK: fill(links, count=count(SkipReason.LINK, 0)),
        SkipReason.LARGE: fill(large, count=count(SkipReason.LARGE, 0), megabytes=megabytes),
        SkipReason.BINARY: fill(binary, count=count(SkipReason.BINARY, 0)),
    }
    reasons = [text for reason, text in texts.items() if count(reason)]
    said = translate("SourceEditing", "Not in it: {reasons}.")
    return fill(said, reasons=", ".join(reasons)) if reasons else ""
