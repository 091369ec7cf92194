"""How often commands were chosen, so that the usual ones come first: small, and it forgets."""

from collections.abc import Mapping

MOST_COMMANDS = 40
MOST_USES = 20  # of one command; then all are halved, so that habits of long ago fade


def with_use(uses: Mapping[str, int], name: str) -> dict[str, int]:
    """Return the uses with one more of a command."""
    counted = {each: count for each, count in uses.items() if count > 0}
    counted[name] = counted.get(name, 0) + 1
    if counted[name] > MOST_USES:
        counted = {each: count // 2 for each, count in counted.items() if count > 1}
    if len(counted) > MOST_COMMANDS:
        others = (each for each in counted if each != name)
        del counted[min(others, key=counted.__getitem__)]
    return counted


def bonus(uses: Mapping[str, int], name: str) -> int:
    """Return what its uses add to how well a command fits what was typed."""
    return max(0, min(uses.get(name, 0), MOST_USES))
