"""From what was recorded in both processes to the functions that lie on one message's way.

Each record says that the message went from one call to another: into a call from the one that
made it, out of a call to the one that waits for it. Where a call knows a message that nobody gave
to it, another one left it there: in a queue, a task, an attribute, a pipe. That is the call that
put the same object there, else the last one before that had it. A call lies on the way if the
message came to it from the first call, in the order of time, and came from it to the last one.
What is told on the way and leads no further (a tab that is repainted, a draft that is saved) does
not lie on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.house.hop_trace import Record

Call = tuple[int, int]  # process, frame
Hand = tuple[int, str]  # process, function


@dataclass(frozen=True, slots=True)
class Step:
    """The message went from one call to another."""

    time: int
    source: Call
    target: Call


@dataclass(frozen=True, slots=True)
class Way:
    """Distinct functions, in the order in which the message first came to them.

    Attributes:
        hands: those of the shortest way that the message really took: who is only asked on the
            way, gets the message and gives it back in another form, is none of them.
        functions: all that it came through.
        signals: those that are relayed by another signal.
    """

    hands: tuple[Hand, ...]
    functions: tuple[Hand, ...]
    signals: tuple[str, ...]


def way(records: Iterable[Record], first: Call, last: Call, end: int) -> Way:
    """Return the way from one call to another that it has reached by the time ``end``."""
    seen = sorted((each for each in records if each.time <= end), key=lambda each: each.time)
    names = {each.call: each.function for each in seen}
    names |= {each.parent_call: each.parent_function for each in seen if each.parent_call}
    taken = _taken(_steps(seen, first), first)
    ways = _shortest(taken, first)
    assert last in ways, "the message can be followed to its end"
    on_way = _leading(taken, last)
    calls = dict.fromkeys(
        [first, *(call for step in on_way for call in (step.source, step.target))]
    )
    return Way(
        hands=tuple(dict.fromkeys((call[0], names[call]) for call in ways[last])),
        functions=tuple(dict.fromkeys((call[0], names[call]) for call in calls)),
        signals=tuple(_relays(seen, on_way)),
    )


def _taken(steps: Iterable[Step], first: Call) -> list[Step]:
    """Return the steps that begin where the message has come to."""
    reached, taken = {first}, []
    for step in steps:
        if step.source in reached:
            reached.add(step.target)
            taken.append(step)
    return taken


def _leading(steps: list[Step], last: Call) -> list[Step]:
    """Return the steps that lead to the last call."""
    needed, leading = {last}, []
    for step in reversed(steps):
        if step.target in needed:
            needed.add(step.source)
            leading.append(step)
    return leading[::-1]


def _shortest(steps: list[Step], first: Call) -> dict[Call, tuple[Call, ...]]:
    """Return for every call the shortest way to it that the message took."""
    ways: dict[Call, tuple[Call, ...]] = {first: (first,)}
    for step in steps:
        found = (*ways[step.source], step.target)
        if step.target not in ways or len(found) < len(ways[step.target]):
            ways[step.target] = found
    return ways


def _steps(records: list[Record], first: Call) -> Iterable[Step]:
    knowing: set[Call] = {first}
    before: list[Record] = []
    left: dict[tuple[int, int], Call] = {}  # by what was returned: who returned it to none of us
    for each in records:
        before.append(each)
        if each.kind not in ("in", "out"):
            continue
        into = each.parent_call is not None and each.kind == "in"
        holder = each.parent_call if each.parent_call and into else each.call
        known = left.get((each.process, each.ids[0]))
        if known is not None and known != holder:
            yield Step(each.time, known, holder)
        elif holder not in knowing:
            yield from _handed_over(before[:-1], each, holder)
        knowing.add(holder)
        if each.parent_call is None:
            if each.kind == "out":
                left[each.process, each.ids[0]] = each.call
            continue
        other = each.call if into else each.parent_call
        yield Step(each.time, holder, other)
        knowing.add(other)


def _handed_over(before: list[Record], record: Record, target: Call) -> Iterable[Step]:
    """Yield the step by which a call came to know what nobody gave to it."""
    others = [each for each in before if each.call != target]
    owner = record.owner if record.call == target else record.parent_owner
    for number in record.ids:
        same = [each for each in others if each.process == record.process and number in each.ids]
        if same:
            kept = [each for each in same if each.is_kept]
            here = [each for each in kept if each.owner == owner]
            # Who put it there first; where nobody did, a task or a generator was handed on.
            source = (here or kept or same[-1:])[0]
            # What came out of a call is in the hands of whoever waited for it.
            holder = source.parent_call if source.kind == "out" else None
            yield Step(record.time, holder or source.call, target)
            return
    far = [each for each in others if each.process != record.process and each.is_frame]
    if far and record.is_frame:
        yield Step(record.time, far[-1].call, target)


def _relays(records: list[Record], on_way: list[Step]) -> Iterable[str]:
    """Return the signals that were relayed where an emitted one lies on the way."""
    found: dict[str, None] = {}
    for emit in (each for each in records if each.kind == "emit"):
        own = [each for each in records if each.call == emit.call and each.time > emit.time]
        until = min((each.time for each in own if each.kind in ("emit", "out")), default=2**63)
        if any(step.source == emit.call and emit.time < step.time < until for step in on_way):
            # Who is connected last hears last: the signal that was emitted, after its relays.
            heard = [each.signal for each in own if each.kind == "signal" and each.time < until]
            emitted = [name for name in heard if name.partition(".")[2] == emit.signal][-1:]
            found |= dict.fromkeys(name for name in heard if name not in emitted)
    return found
