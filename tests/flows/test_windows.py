"""Tabs beside each other and in two windows, on one engine; all of it is there after a restart."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from tests.flows.driving import CONTROL, SHIFT, Person, flow, hubbub
from tests.flows.seeding import seed, tree

STORY = "Tell me a story about tabs"


@flow
async def test_two_windows_are_answered_by_one_engine_and_closing_one_brings_its_tabs_back(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        layout = person.rooms.window.pane_layout
        first = await person.send(STORY)
        second = await person.new_tab()
        await person.press(Qt.Key.Key_N, CONTROL | SHIFT)
        (extra,) = layout.extra_windows
        assert extra.isVisible()
        assert extra.pane.bar.ids() == (second,)
        await person.send(STORY)
        running = person.rooms.replies.running_ids
        assert running == {first, second}, "both windows write"
        third = await person.new_tab()
        assert extra.pane.bar.ids() == (second, third), "a new tab opens where the keyboard is"
        extra.close()
        assert layout.extra_windows == ()
        assert person.tab_ids == (first, second, third)
        await person.until_idle(first, second)
        for conversation in (first, second):
            assert (await person.stored(conversation))[1][1] is MessageStatus.COMPLETE


@flow
async def test_panes_windows_and_pins_are_there_after_a_restart(
    qapp: QApplication, tmp_path: Path
) -> None:
    async def first() -> tuple[str, ...]:
        async with hubbub(qapp, tmp_path) as person:
            ids = [person.view.conversation_id]
            for _ in range(4):
                await person.type("a draft")  # an empty tab would not be kept
                ids.append(await person.new_tab())
            await person.type("a draft")
            window = person.rooms.window
            window.actions_by_name.pin.trigger()
            await person.until(lambda: window.panes.items.is_pinned(ids[4]))
            await press_in(person, ids[1], Qt.Key.Key_Backslash, CONTROL)
            await press_in(person, ids[2], Qt.Key.Key_N, CONTROL | SHIFT)
            assert person.tab_ids == (ids[4], ids[0], ids[3], ids[1], ids[2])
            return person.tab_ids

    async def second(ids: tuple[str, ...]) -> None:
        async with hubbub(qapp, tmp_path) as person:
            window = person.rooms.window
            assert person.tab_ids == ids
            assert window.pane_layout.numbers() == (0, 0, 0, 1, 2)
            assert window.panes.items.is_pinned(ids[0])
            assert not window.panes.items.is_pinned(ids[1])
            (extra,) = window.pane_layout.extra_windows
            assert extra.isVisible()

    await second(await first())


@flow
async def test_what_was_deleted_or_closed_in_a_window_that_is_gone_comes_back_in_the_first(
    qapp: QApplication, tmp_path: Path
) -> None:
    await seed(tmp_path, [tree(each, ["ask", "answer"]) for each in ("c1", "c2")])
    async with hubbub(qapp, tmp_path) as person:
        layout = person.rooms.window.pane_layout
        for each, key, undo in (
            ("c1", (Qt.Key.Key_Backspace, CONTROL | SHIFT), (Qt.Key.Key_Z, CONTROL)),
            ("c2", (Qt.Key.Key_W, CONTROL), (Qt.Key.Key_T, CONTROL | SHIFT)),
        ):
            person.rooms.tabs.open_tab(each)
            await person.until(lambda each=each: person.view.conversation_id == each)  # type: ignore[misc]
            await person.press(Qt.Key.Key_N, CONTROL | SHIFT)
            assert len(layout.extra_windows) == 1
            await person.press(*key)
            await person.until(lambda: layout.extra_windows == ())
            await person.until(person.rooms.window.isActiveWindow)
            await person.until(person.view.composer.edit.hasFocus)
            await person.press(*undo)
            await person.until(lambda each=each: person.view.conversation_id == each)  # type: ignore[misc]
            assert person.view.isVisible()
            assert person.rooms.window.isAncestorOf(person.view)


@flow
async def test_a_page_of_another_window_is_shown_in_the_first_and_what_runs_goes_on(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        comparisons = person.rooms.comparisons
        await person.new_tab()
        await person.press(Qt.Key.Key_N, CONTROL | SHIFT)
        (extra,) = person.rooms.window.pane_layout.extra_windows
        await person.until(extra.isActiveWindow)
        await comparisons.show()
        page = comparisons.page
        assert page is not None
        assert page.window() is person.rooms.window
        assert page.isVisible()
        page.answers_form.question_box.setPlainText("on and on")
        page.answers_form.footer.start_button.click()
        await person.until(lambda: len(comparisons.runs.ids) == 1)
        extra.close()
        await person.until(lambda: person.rooms.window.pane_layout.extra_windows == ())
        assert len(comparisons.runs.ids) == 1
        await comparisons.show()
        assert comparisons.page is page
        assert page.isVisible()


@flow
async def test_a_window_without_its_last_tab_gets_an_empty_one(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        window = person.rooms.window
        only = person.view.conversation_id
        window.pane_layout.detach(only)
        await person.until(lambda: len(person.tab_ids) == 2)
        (extra,) = window.pane_layout.extra_windows
        assert extra.pane.bar.ids() == (only,)
        assert window.panes.active_id() == only, "the keyboard stays with the tab that moved"


async def press_in(
    person: Person, conversation_id: str, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    person.rooms.window.panes.activate(conversation_id)
    await person.press(key, modifiers)
