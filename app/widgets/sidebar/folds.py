"""Which groups of the sidebar are folded, as the user left them."""

from collections.abc import Iterable

from app.widgets.sidebar.groups import is_closed_at_first

_OPENED = "+"  # before the key of a group that is closed at first


class Folds:
    """Days are open and folders are closed until the user changes that.

    Only what was changed is remembered, under names that settings keep.
    """

    def __init__(self) -> None:
        self._changed: set[str] = set()

    def is_folded(self, key: str) -> bool:
        """Return whether a group shows nothing but its heading."""
        return is_closed_at_first(key) != (key in self._changed)

    def set_folded(self, key: str, *, is_folded: bool) -> bool:
        """Fold a group or open it; return whether that changed anything."""
        if self.is_folded(key) == is_folded:
            return False
        self._changed ^= {key}
        return True

    def rename(self, old: str, new: str) -> bool:
        """Let one group be as another one was; return whether that changed anything."""
        return self.set_folded(new, is_folded=self.is_folded(old))

    def names(self) -> tuple[str, ...]:
        """Return what settings keep."""
        marked = (_OPENED + key if is_closed_at_first(key) else key for key in self._changed)
        return tuple(sorted(marked))

    def restore(self, names: Iterable[str]) -> bool:
        """Take over what settings kept; return whether that changed anything.

        Older versions named folders that were folded; these are closed at first now.
        """
        changed = {
            name.removeprefix(_OPENED)
            for name in names
            if name.startswith(_OPENED) == is_closed_at_first(name.removeprefix(_OPENED))
        }
        is_other = changed != self._changed
        self._changed = changed
        return is_other
