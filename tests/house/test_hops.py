"""The counter of hops counts what a message really passes, and no more."""

import sys
import textwrap
import types
from pathlib import Path

import pytest

from tests.house.hop_path import Way, way
from tests.house.hop_trace import Record, Tracer
from tests.house.hop_values import Carriers
from tests.house.hops import ROOT, count

TEXT = "okapi"

SOURCE = """
import queue
import threading
from dataclasses import dataclass

BOX = queue.SimpleQueue()

def send(text):
    label(text)
    relay(text)

def label(text):
    return None

def relay(text):
    submit(text)

def submit(text):
    BOX.put(Packet(shortened(text)))

def shortened(text):
    return text.strip()

@dataclass
class Packet:
    text: str

def work():
    packet = BOX.get()
    for piece in again(pieces(packet)):
        arrive(piece)

def pieces(packet):
    yield packet.text

def again(pieces):
    yield from pieces

def arrive(text):
    pass

def main():
    thread = threading.Thread(target=work)
    thread.start()
    send("  okapi")
    thread.join()
"""


def walked(folder: Path, source: str = SOURCE) -> Way:
    """Run a program under the tracer, and return the way from its ``send`` to its ``arrive``."""
    path = folder / "app" / "toy.py"
    path.parent.mkdir()
    module = types.ModuleType("app.toy")
    sys.modules["app.toy"] = module  # where a dataclass looks for itself
    exec(compile(textwrap.dedent(source), str(path), "exec"), module.__dict__)
    records: list[Record] = []
    tracer = Tracer(folder, Carriers(TEXT), records.append)
    tracer.install()
    tracer.is_on = True
    module.main()
    tracer.remove()
    del sys.modules["app.toy"]
    first = next(each for each in records if each.function.endswith(":send"))
    last = next(each for each in records if each.function.endswith(":arrive"))
    return way(records, first.call, last.call, last.time)


def names(functions: tuple[tuple[int, str], ...]) -> list[str]:
    return [function.rpartition(":")[2] for _, function in functions]


def test_what_a_message_passes_is_counted(tmp_path: Path) -> None:
    found = walked(tmp_path)
    assert names(found.hands) == ["send", "relay", "submit", "work", "arrive"]
    assert {"shortened", "pieces", "again"} <= set(names(found.functions))


def test_what_leads_nowhere_is_not_counted(tmp_path: Path) -> None:
    assert "label" not in names(walked(tmp_path).functions)


def test_the_count_goes_down_when_a_relay_goes(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    before = walked(tmp_path / "before")
    after = walked(tmp_path / "after", SOURCE.replace("    relay(text)\n", "    submit(text)\n"))
    assert len(after.hands) == len(before.hands) - 1
    assert len(after.functions) == len(before.functions) - 1


def test_the_count_goes_down_when_a_generator_goes(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    before = walked(tmp_path / "before")
    after = walked(tmp_path / "after", SOURCE.replace("again(pieces(packet))", "pieces(packet)"))
    assert len(after.functions) == len(before.functions) - 1


@pytest.mark.parametrize(
    ("name", "first", "last", "most"),
    [
        # One of them picks the machine. Four that hand the command over were not seen as long as
        # a closure carried it; a job does.
        ("slot", "Composer._submit", "SlotAssigner.assign", 18),
        ("cursor", "Runner.run", "MarkdownWriter._write_inline", 29),
    ],
)
def test_few_hands_stand_between_the_window_and_the_model(
    name: str, first: str, last: str, most: int
) -> None:
    found = count(ROOT, name)
    hands = names(found.hands)
    assert (hands[0], hands[-1]) == (first, last)
    assert len(found.hands) + len(found.signals) <= most, hands


@pytest.mark.parametrize(
    "value", [f"an {TEXT} here", b"an okapi", [("a", TEXT)], {"a": TEXT}, list(TEXT.encode())]
)
def test_a_message_is_found_in_what_holds_it(value: object) -> None:
    assert Carriers(TEXT).ids_in([value])


@pytest.mark.parametrize("value", ["giraffe", b"", [1, 2], None, {}, object()])
def test_other_values_carry_nothing(value: object) -> None:
    assert not Carriers(TEXT).ids_in([value])


def test_a_token_is_found_among_tokens() -> None:
    carriers = Carriers(TEXT, token=200_003)
    assert carriers.ids_in([[1, 200_003]])
    assert not carriers.ids_in([[1, 2], 3])
