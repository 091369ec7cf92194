"""The digest of a message: it tells whether what is read is what was stored."""

import hashlib
import hmac

from app.storage.tables import MessageRow

_BYTES = 16


def digest_of(row: MessageRow) -> bytes:
    """Return the digest of what a message says, who said it, and where it belongs."""
    parent = "" if row.parent_id is None else str(row.parent_id)
    position = (row.conversation_id, str(row.sequence_number), parent)
    digest = hashlib.blake2b(digest_size=_BYTES)
    for part in (*position, row.role, row.text, row.reasoning):
        content = str(part).encode("utf-8", "surrogatepass")
        # The length keeps "ab" + "c" apart from "a" + "bc".
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.digest()


def seal(row: MessageRow) -> None:
    """Give a message the digest of what it holds now."""
    row.digest = digest_of(row)


def is_damaged(row: MessageRow) -> bool:
    """Return whether a message is not what was stored."""
    stored = row.digest
    return not isinstance(stored, bytes) or not hmac.compare_digest(stored, digest_of(row))
