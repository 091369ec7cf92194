"""Notes on a request: the parts that the model does not see, or sees in another form."""

from collections import Counter

MAX_NOTE_KINDS = 32  # of one sentence; a program chooses the names
MAX_KIND_LENGTH = 60
MAX_PLACE_LENGTH = 200


class Notes:
    """Collects the notes of one request; they become one sentence for each kind of thing.

    ``sentences`` are printable ASCII without semicolons, so that they fit into a response header.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, Counter[str]] = {}

    def leave_out(self, things: str, kind: str) -> None:
        """Record that one of the ``things`` (a plural, such as "tools") was left out."""
        self._add(f"Left out {things}", kind)

    def tell(self, things: str, kind: str) -> None:
        """Record that one of the ``things`` was given to the model as text."""
        self._add(f"Given as text, {things}", kind)

    def pass_over(self, things: str, place: str) -> None:
        """Record that one of the ``things`` has no effect; ``place`` is where it is in the body."""
        self._add(f"{things} passed over", place, MAX_PLACE_LENGTH)

    def sentences(self) -> tuple[str, ...]:
        """Return the notes in the order of the first of each kind."""
        return tuple(f"{head}: {_listed(kinds)}." for head, kinds in self._kinds.items())

    def _add(self, head: str, kind: str, most: int = MAX_KIND_LENGTH) -> None:
        kinds = self._kinds.setdefault(head, Counter())
        name = _clean(kind)[:most] or "(no type)"
        if name in kinds or len(kinds) < MAX_NOTE_KINDS:
            kinds[name] += 1


def _listed(kinds: Counter[str]) -> str:
    return ", ".join(kind if count == 1 else f"{kind} ({count})" for kind, count in kinds.items())


def _clean(text: str) -> str:
    """Return a text of printable ASCII without semicolons."""
    ascii_text = text.encode("ascii", "replace").decode()
    return "".join(each if each.isprintable() and each != ";" else "?" for each in ascii_text)
