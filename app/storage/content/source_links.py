"""In which source a conversation lives, as it is read with the conversation."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.domain import SourceLink
from app.storage.tables import ConversationRow, SourceRow, SourceVersionRow


def link_of(session: Session, row: ConversationRow) -> SourceLink | None:
    """Return the version of the source that a conversation lives in."""
    if row.source_version_id is None:
        return None
    version = session.get(SourceVersionRow, row.source_version_id)
    return None if version is None else link_to(session, version)


def link_to(session: Session, version: SourceVersionRow) -> SourceLink | None:
    """Return what a conversation knows of a version of a source that it lives in."""
    source = session.get(SourceRow, version.source_id)
    if source is None:
        return None  # of a damaged file
    # So that the header can tell of a newer version without reading all of them.
    newest = session.scalar(
        select(func.max(SourceVersionRow.number)).where(SourceVersionRow.source_id == source.id)
    )
    return SourceLink(
        source_id=source.id,
        version_id=version.id,
        name=source.name,
        number=version.number,
        newest_number=newest or version.number,
        instruction=version.instruction,
        digest=version.digest,
    )
