"""The house's own figures: they are counted rightly, and what was won is not lost again."""

from functools import cache

from tests.house import figures
from tests.house.figures import Source

FOLDER_FILES = 36
RELAYED_SIGNALS = 25
COMMENT_PERCENT = 1.2

# Classes of more than 25 methods, with the reason: "folder/file.py:Class".
EXCEPTIONS: dict[str, str] = {}


@cache
def sources() -> list[Source]:
    """The files of the house, parsed once for all tests."""
    return figures.sources()


def source(*lines: str, name: str = "app/room/file.py") -> Source:
    return Source(name, "\n".join(lines) + "\n")


def large_classes() -> set[str]:
    counts = figures.method_counts(sources())
    return {name for name, count in counts.items() if count > figures.MOST_METHODS}


def test_a_class_holds_one_thought() -> None:
    assert large_classes() - EXCEPTIONS.keys() == set()


def test_no_exception_outlives_its_reason() -> None:
    assert EXCEPTIONS.keys() - large_classes() == set()


def test_no_folder_is_a_heap() -> None:
    sizes = figures.folder_sizes(sources())
    assert {name: size for name, size in sizes.items() if size > FOLDER_FILES} == {}


def test_requests_go_through_hubs_instead_of_relays() -> None:
    assert len(figures.relayed_signals(sources())) <= RELAYED_SIGNALS


def test_intricate_places_have_their_reasons() -> None:
    assert figures.figures(sources()).comment_share_percent >= COMMENT_PERCENT


def test_a_signal_that_another_one_passes_on_is_relayed() -> None:
    file = source(
        "class Bar(QWidget):",
        "    closed = Signal()",
        "    def __init__(self) -> None:",
        "        self._button.clicked.connect(self.closed)",
        "        self._button.clicked.connect(self.close)",
        "        self._row.closed.connect(lambda: self.closed.emit())",
    )
    assert figures.relayed_signals([file]) == ["app/room/file.py:4"]


def test_a_method_that_only_hands_on_is_a_forwarder() -> None:
    file = source(
        "class View:",
        "    def show(self, text: str, *, width: int) -> None:",
        '        """Show it."""',
        "        self._rows.show(text, width=width)",
        "    async def title(self, number: int) -> str:",
        "        return await self._history.title(number)",
        "    def clear(self) -> None:",
        "        self._rows.show('', width=0)",
        "    def count(self, text: str) -> int:",
        "        return len(text)",
        "    def grow(self, text: str) -> None:",
        "        self._text += text",
    )
    names = [name.rpartition(".")[2] for name in figures.forwarders([file])]
    assert names == ["show", "title"]


def test_comments_and_docstrings_are_no_code() -> None:
    file = source(
        '"""What it is,',
        'in two lines."""',
        "",
        "# why",
        "NUMBER = 1  # not a line of its own",
        "",
        "def number() -> int:",
        '    """Return it."""',
        "    return NUMBER",
    )
    assert figures.code_line_count(file) == 3
    assert figures.comment_lines(file) == {4}


def test_a_small_file_that_one_other_file_imports_is_a_lone_helper() -> None:
    files = [
        source("x = 1", name="app/room/small.py"),
        source("x = 1", name="app/room/shared.py"),
        source("x = 1", *["y = 2"] * 60, name="app/room/large.py"),
        source(
            "from app.room import small",
            "from app.room.shared import x",
            "from app.room.large import y",
            name="app/room/one.py",
        ),
        source("from app.room.shared import x", name="app/room/two.py"),
    ]
    assert figures.lone_helpers(files) == ["app/room/small.py"]


def test_every_function_of_a_class_is_a_method() -> None:
    file = source(
        "class Part:",
        "    def __init__(self) -> None: ...",
        "    @property",
        "    def size(self) -> int: ...",
        "    async def close(self) -> None:",
        "        def inner() -> None: ...",
    )
    assert figures.method_counts([file]) == {"app/room/file.py:Part": 3}
