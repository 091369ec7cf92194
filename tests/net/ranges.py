"""What a request's Range header asks for, as a server reads it."""

import re
from collections.abc import Mapping

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


def requested_range(
    headers: Mapping[str, str], size_bytes: int, etag: str
) -> tuple[int, int] | None:
    """Return from where to where, ``stop`` excluded; None is all; an empty one is refused (416).

    With an If-Range that is not this ETag all is sent.
    """
    match = _RANGE.fullmatch(headers.get("range", ""))
    if match is None or headers.get("if-range", etag) != etag:
        return None
    first, last = match.groups()
    if first:
        return int(first), min(int(last) + 1 if last else size_bytes, size_bytes)
    if not last:
        return None
    return max(0, size_bytes - int(last)), size_bytes
