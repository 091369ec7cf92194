"""How long tabs are, and which part of a row is in sight: arithmetic that needs no window."""

NARROWEST, WIDEST = 90, 240  # of a tab; where text is large, the letters decide
FEWEST_LETTERS, MOST_LETTERS = 12, 34
PINNED_LETTERS = 13
CROSS_LETTERS = 22  # in a narrower tab the title needs the room of the cross
CRAMPED = 72  # mark and cross, where the window has no room for more


def tab_width(room: int, count: int, letter: int) -> int:
    """Return the width of each of so many tabs that share this room."""
    least = max(NARROWEST, FEWEST_LETTERS * letter)
    most = max(WIDEST, MOST_LETTERS * letter)
    share = min(most, room // max(1, count))
    # In a narrow window the tab in front stays whole, with its close button.
    return min(max(least, share), max(CRAMPED, room))


def scrolled_to(offset: int, start: int, end: int, *, room: int, length: int) -> int:
    """Return where a row is scrolled to, so that ``start`` to ``end`` are in sight.

    It moves no further than it must, and no room stays empty while tabs are out of sight.
    """
    offset = min(max(offset, end - room), start)
    return max(0, min(offset, length - room))
