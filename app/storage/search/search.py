"""Search over titles and messages.

Two indexes are used: one of words, in which "cafe" finds "café", and one of trigrams, which finds
parts of words and languages without spaces. Their results are compared again character by
character, for the order and the highlights.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import text as sql
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.domain.conversations import SearchHit, SearchQuery, TextRange
from app.domain.messages import Role
from app.domain.snippets import without_marks
from app.storage.search import terms as search_terms
from app.storage.search.index import (
    MESSAGE_CHARS,
    MESSAGE_WORDS,
    TITLE_CHARS,
    TITLE_WORDS,
    Index,
)
from app.storage.search.terms import Found
from app.storage.tables import Moment

# For a word in every message only the newest messages are read; otherwise the search would read
# all messages.
_MAX_CANDIDATES = 200
_BEFORE_CHARS, _SNIPPET_CHARS = 40, 160
_READ_CHARS = 3 * _SNIPPET_CHARS  # from which marks are removed
_SPACES = {ord(letter): " " for letter in "\n\r\t\v\f\x85\u2028\u2029"}


def find(session: Session, *, query: SearchQuery) -> tuple[SearchHit, ...]:
    """Return hits with every word and phrase: titles first, best and newest matches first."""
    terms = search_terms.terms_of(query.text)
    if not terms or query.limit <= 0:
        return ()
    wants_titles = query.role is None
    titles = _titles(session, query, terms) if wants_titles else []
    ranked = sorted(titles, key=_rank) + sorted(_messages(session, query, terms), key=_rank)
    return tuple(hit for _, _, hit in ranked[: query.limit])


_Ranked = tuple[int, int, SearchHit]


def _rank(ranked: _Ranked) -> tuple[int, int]:
    quality, number, _ = ranked
    return -quality, -number


def _titles(session: Session, query: SearchQuery, terms: tuple[str, ...]) -> list[_Ranked]:
    conditions, values = _filters(query, "conversation.updated_at")
    hits: dict[str, _Ranked] = {}
    for index, wanted in _asked(TITLE_WORDS, TITLE_CHARS, terms):
        statement = sql(
            "SELECT conversation.id, conversation.title, updated_at, activity_number "
            f"FROM {index.name} CROSS JOIN conversation ON number = {index.name}.rowid "
            f"WHERE {index.name} MATCH :wanted AND {conditions} "
            f"ORDER BY {index.name}.rowid DESC LIMIT :most"
        )
        asked = {**values, "wanted": wanted, "most": _MAX_CANDIDATES}
        try:
            rows = session.execute(statement, asked)
        except OperationalError as error:
            if _is_split(error):
                continue
            raise
        for id_, title, updated_at, number in rows:
            found = None if id_ in hits else search_terms.find(title, terms)
            if found is not None:
                hit = _hit(id_, title, None, None, updated_at, title, found)
                hits[id_] = (found.quality, number, hit)
        if len(hits) >= query.limit:
            break
    return list(hits.values())


def _messages(session: Session, query: SearchQuery, terms: tuple[str, ...]) -> list[_Ranked]:
    conditions, values = _filters(query, "message.created_at")
    if query.role is not None:
        conditions += " AND message.role = :role"
        values["role"] = query.role.name
    hits: dict[int, _Ranked] = {}
    for index, wanted in _asked(MESSAGE_WORDS, MESSAGE_CHARS, terms):
        bounds = _bounds(query, index)
        statement = sql(
            "SELECT message.id, conversation_id, conversation.title, role, message.created_at, "
            f"{index.text_of('message')} "
            f"FROM {index.name} CROSS JOIN message ON message.id = {index.name}.rowid "
            "CROSS JOIN conversation ON conversation.id = conversation_id "
            f"WHERE {index.name} MATCH :wanted AND {conditions}{bounds} "
            f"ORDER BY {index.name}.rowid DESC LIMIT :most"
        )
        asked = {**values, "wanted": wanted, "most": _MAX_CANDIDATES}
        try:
            rows = session.execute(statement, asked)
        except OperationalError as error:
            if _is_split(error):
                continue
            raise
        for id_, conversation_id, title, role, written_at, text in rows:
            found = None if id_ in hits else search_terms.find(text, terms)
            if found is not None:
                known_role = Role.__members__.get(role)
                hit = _hit(conversation_id, title, id_, known_role, written_at, text, found)
                hits[id_] = (found.quality, id_, hit)
        if len(hits) >= query.limit:
            break
    return list(hits.values())


def _is_split(error: OperationalError) -> bool:
    """Return whether the index splits a word of the query in two.

    It uses an older Unicode version, in which some newer characters separate words, and it has no
    positions for phrases. The trigram index finds such characters.
    """
    return "phrase queries are not supported" in str(error.orig)


def _asked(
    word_index: Index, letter_index: Index, terms: tuple[str, ...]
) -> Iterator[tuple[Index, str]]:
    """Yield the index queries, those with the best matches and the fastest first."""
    for index, wanted in (
        (word_index, search_terms.word_query(terms)),
        (letter_index, search_terms.trigram_query(terms)),
        (word_index, search_terms.beginning_query(terms)),
    ):
        if wanted is not None:
            yield index, wanted


def _filters(query: SearchQuery, moment: str) -> tuple[str, dict[str, object]]:
    # A conversation that is still being imported has messages, but no last sequence number.
    is_whole = (
        "(last_sequence_number > 0 OR NOT EXISTS (SELECT 1 FROM message AS part "
        "WHERE part.conversation_id = conversation.id))"
    )
    conditions = ["deleted_at IS NULL", is_whole]
    values: dict[str, object] = {}
    if query.folder is not None:
        conditions.append("folder = :folder")
        values["folder"] = query.folder
    if query.model_name is not None:
        conditions.append(
            "conversation.id IN (SELECT id FROM conversation WHERE model_name = :model UNION "
            "SELECT message.conversation_id FROM reply_usage JOIN message "
            "ON message.id = reply_usage.message_id WHERE reply_usage.model_name = :model)"
        )
        values["model"] = query.model_name
    if query.since is not None:
        conditions.append(f"{moment} >= :since")
        values["since"] = _stored(query.since)
    if query.until is not None:
        conditions.append(f"{moment} < :until")
        values["until"] = _stored(query.until)
    return " AND ".join(conditions), values


def _bounds(query: SearchQuery, index: Index) -> str:
    """Return the range of message ids of the wanted days."""
    bounds = ""
    if query.since is not None:
        bounds += (
            f" AND {index.name}.rowid >= (SELECT coalesce(min(first_message_id), 0) "
            "FROM written_day WHERE day >= substr(:since, 1, 10))"
        )
    if query.until is not None:
        bounds += (
            f" AND {index.name}.rowid <= (SELECT coalesce(max(last_message_id), 0) "
            "FROM written_day WHERE day <= substr(:until, 1, 10))"
        )
    return bounds


def _stored(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _hit(
    conversation_id: str,
    title: str,
    message_id: int | None,
    role: Role | None,
    written_at: str,
    text: str,
    found: Found,
) -> SearchHit:
    snippet, highlights = text, found.ranges
    if message_id is not None:
        snippet, highlights = _plain(text, found.ranges)
    snippet = snippet[:_SNIPPET_CHARS].translate(_SPACES)
    highlights = tuple(
        TextRange(each.start, min(each.end, len(snippet)))
        for each in highlights
        if each.start < len(snippet)
    )
    return SearchHit(
        conversation_id=conversation_id,
        title=title,
        message_id=message_id,
        role=role,
        written_at=Moment.read(written_at),
        snippet=snippet,
        highlights=highlights,
    )


def _plain(text: str, found: tuple[TextRange, ...]) -> tuple[str, tuple[TextRange, ...]]:
    """Return the text around the first match, without Markdown marks."""
    first = found[0].start
    start = max(0, first - _BEFORE_CHARS) if len(text) > _SNIPPET_CHARS else 0
    end = start + _READ_CHARS
    ranges = [
        TextRange(each.start - start, min(each.end, end) - start)
        for each in found
        if start <= each.start < end
    ]
    return without_marks(text[start:end], ranges)
