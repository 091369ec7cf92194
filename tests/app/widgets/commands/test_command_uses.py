"""Commands that are chosen often come first; what is counted stays small and forgets."""

from app.widgets.commands.command_uses import MOST_COMMANDS, MOST_USES, bonus, with_use


def test_each_use_counts() -> None:
    uses = with_use(with_use({}, "new_tab"), "new_tab")
    assert uses == {"new_tab": 2}
    assert bonus(uses, "new_tab") > bonus(uses, "quit") == 0


def test_habits_of_long_ago_fade() -> None:
    uses = {"new_tab": MOST_USES, "rename": 3, "quit": 1}
    assert with_use(uses, "new_tab") == {"new_tab": (MOST_USES + 1) // 2, "rename": 1}


def test_of_many_commands_the_rarest_is_forgotten() -> None:
    uses = {f"command_{number}": 2 for number in range(MOST_COMMANDS - 1)} | {"rare": 1}
    counted = with_use(uses, "new")
    assert len(counted) == MOST_COMMANDS
    assert "new" in counted
    assert "rare" not in counted


def test_nonsense_from_a_file_that_people_edit_does_no_harm() -> None:
    assert with_use({"a": -5, "b": 10**12}, "b")["b"] > 0
    assert bonus({"a": -5, "b": 10**12}, "a") == 0
    assert bonus({"a": -5, "b": 10**12}, "b") == MOST_USES
