"""The button says how the model thinks, offers what it can be told, and nothing else."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from app.domain.chat_options import NO_BUDGET, ThinkingOptions
from app.widgets.composer.thinking_button import ThinkingButton, ThinkingState
from tests.app.widgets.menus import action_named

ALL = ThinkingState(
    can_switch=True, is_on=True, efforts=("low", "high"), effort="high", has_budget=True
)


def button_of(qtbot: QtBot, state: ThinkingState) -> ThinkingButton:
    button = ThinkingButton()
    qtbot.addWidget(button)
    button.set_state(state)
    return button


def opened(button: ThinkingButton) -> QMenu:
    button.fill_menu()
    return button.menu_of_choices


def emitted(qtbot: QtBot, button: ThinkingButton, action: QAction) -> ThinkingOptions:
    with qtbot.waitSignal(button.options_chosen) as signal:
        action.trigger()
    found = signal.args[0]
    assert isinstance(found, ThinkingOptions)
    return found


def test_there_is_no_button_where_the_model_cannot_be_told_anything(qtbot: QtBot) -> None:
    assert button_of(qtbot, ThinkingState()).isHidden()
    assert not button_of(qtbot, ThinkingState(has_budget=True)).isHidden()


@pytest.mark.parametrize(
    ("own", "text"),
    [
        (ThinkingOptions(), "Thinking: on, effort high"),
        (ThinkingOptions(is_on=False), "Thinking: off"),
        (ThinkingOptions(True, "low", 512), "Thinking: on, effort low, at most 512 tokens"),
        (ThinkingOptions(budget=NO_BUDGET), "Thinking: on, effort high"),
    ],
)
def test_its_name_says_what_holds(qtbot: QtBot, own: ThinkingOptions, text: str) -> None:
    state = ThinkingState(True, True, ("low", "high"), "high", has_budget=True, own=own)
    button = button_of(qtbot, state)
    assert (button.accessibleName(), button.toolTip()) == (text, text)
    assert button.text() == ("No thinking" if own.is_on is False else "Thinking")


def test_the_switch_is_turned(qtbot: QtBot) -> None:
    button = button_of(qtbot, ALL)
    switch = action_named(opened(button), "Think before answering")
    assert switch.isChecked()
    assert emitted(qtbot, button, switch) == ThinkingOptions(is_on=False)


def test_an_effort_turns_thinking_on(qtbot: QtBot) -> None:
    state = ThinkingState(True, True, ("low", "high"), own=ThinkingOptions(is_on=False, budget=9))
    button = button_of(qtbot, state)
    (menu,) = (each for each in opened(button).findChildren(QMenu) if each.title() == "Effort")
    low = action_named(menu, "low")
    assert emitted(qtbot, button, low) == ThinkingOptions(is_on=True, effort="low", budget=9)


def test_a_budget_is_chosen_or_typed(qtbot: QtBot) -> None:
    button = button_of(qtbot, ThinkingState(has_budget=True, own=ThinkingOptions(budget=700)))
    (menu,) = opened(button).findChildren(QMenu)
    texts = [each.text() for each in menu.actions()]
    assert texts[:5] == ["No limit", "512 tokens", "700 tokens", "2,048 tokens", "8,192 tokens"]
    free = action_named(menu, "No limit")
    assert emitted(qtbot, button, free) == ThinkingOptions(budget=NO_BUDGET)
    action_named(menu, "Another number…").trigger()
    (dialog,) = button.findChildren(QInputDialog)
    assert dialog.intValue() == 700
    dialog.setIntValue(33)
    with qtbot.waitSignal(button.options_chosen) as signal:
        dialog.accept()
    assert signal.args == [ThinkingOptions(budget=33)]


def test_what_a_model_cannot_is_not_offered(qtbot: QtBot) -> None:
    menu = opened(button_of(qtbot, ThinkingState(can_switch=True)))
    assert menu.findChildren(QMenu) == []
    texts = [each.text() for each in menu.actions() if each.text()]
    assert texts == [
        "Think before answering",
        "Use for all chats with this model",
        "Reset to the model's default",
    ]


def test_what_holds_becomes_the_default_of_the_model(qtbot: QtBot) -> None:
    default = ThinkingOptions(effort="low", budget=5)
    state = ThinkingState(True, True, own=ThinkingOptions(budget=9), default=default)
    button = button_of(qtbot, state)
    with qtbot.waitSignal(button.default_chosen) as signal:
        action_named(opened(button), "Use for all chats with this model").trigger()
    assert signal.args == [ThinkingOptions(effort="low", budget=9)]
    reset = action_named(opened(button), "Reset to the model's default")
    assert emitted(qtbot, button, reset) == ThinkingOptions()


def test_nothing_of_its_own_has_nothing_to_reset(qtbot: QtBot) -> None:
    menu = opened(button_of(qtbot, ALL))
    assert not action_named(menu, "Reset to the model's default").isEnabled()
    assert not action_named(menu, "Use for all chats with this model").isEnabled()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (3412, "Changing this re-reads 3,412 tokens"),
        (0, "Changing this re-reads nothing"),
        (None, ""),
    ],
)
def test_the_menu_says_what_a_change_costs(qtbot: QtBot, count: int | None, text: str) -> None:
    button = button_of(qtbot, ALL)
    menu = opened(button)
    button.show_cost(count)
    assert [each.text() for each in menu.actions() if each.isVisible()][-1:] == (
        [text] if text else ["Reset to the model's default"]
    )


def test_menus_of_earlier_openings_do_not_stay(qtbot: QtBot) -> None:
    button = button_of(qtbot, ALL)
    for _ in range(5):
        opened(button)
    qtbot.wait(0)
    qtbot.waitUntil(lambda: len(button.menu_of_choices.findChildren(QMenu)) == 2)
