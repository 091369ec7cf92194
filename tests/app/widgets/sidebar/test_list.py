"""The item model of the conversations keeps Qt's rules for item models."""

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QAbstractItemModelTester

from app.domain import Role, SearchHit
from app.widgets.kit.theme import DARK, LIGHT, Colours
from app.widgets.sidebar.groups import BY_AGE, Age, Days, folder_group
from app.widgets.sidebar.list import ConversationList, row_changes
from app.widgets.sidebar.listed import Folds, ListedConversations
from app.widgets.sidebar.row_data import IS_HEADING_ROLE
from app.widgets.sidebar.row_look import FolderColour, colour_of
from tests.app.widgets.kit.test_theme import LEAST_MARK_CONTRAST, contrast
from tests.app.widgets.samples import summary

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


def test_the_model_keeps_qts_rules() -> None:
    model = ConversationList()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_conversations((summary("a", "A"), summary("b", "B", days_ago=1)), ("a",))
    model.update_conversations((summary("c", "C"),), ("a",), ("b", "c"))
    model.update_conversations((), (), ())
    model.set_filter("b")
    model.set_hits((SearchHit("c", "A title", 3, Role.USER, MOMENT, "a bee"),))
    model.toggle_fold(model.index(0))

    assert model.rowCount() == 3
    assert model.index(0).data(IS_HEADING_ROLE) is True


@pytest.mark.parametrize(
    ("days_ago", "age"),
    [
        (-3, Age.TODAY),
        (0, Age.TODAY),
        (1, Age.YESTERDAY),
        (2, Age.PREVIOUS_7_DAYS),
        (7, Age.PREVIOUS_7_DAYS),
        (8, Age.PREVIOUS_30_DAYS),
        (31, Age.OLDER),
        (4000, Age.OLDER),
    ],
)
def test_age_is_counted_in_days(days_ago: int, age: Age) -> None:
    noon = datetime(2026, 3, 10, 12, tzinfo=UTC).astimezone()
    days = Days(noon.date())
    assert days.age_of(noon - timedelta(days=days_ago)) is age
    assert days.age_of(datetime.max.replace(tzinfo=UTC)) is Age.TODAY


KEYS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(KEYS, KEYS, st.sets(st.sampled_from("abcdefgh")))
def test_the_steps_lead_to_the_new_rows(old: list[str], new: list[str], moved: set[str]) -> None:
    changes = row_changes(old, new, moved)
    if changes is None:
        return
    rows = list(old)
    for row in changes.removed:
        del rows[row]
    for row in changes.inserted:
        rows.insert(row, new[row])
    assert rows == new


def test_rows_that_changed_places_without_being_named_need_a_reset() -> None:
    assert row_changes(["a", "b"], ["b", "a"]) is None
    assert row_changes(["a", "b"], ["b", "a"], {"a"}) is not None


@pytest.fixture
def listed() -> ListedConversations:
    """Two conversations of today and an old one in a folder."""
    listed = ListedConversations()
    filed = replace(summary("c", "Old apples", days_ago=40), folder="work")
    listed.replace((summary("a", "Apples"), summary("b", "Bread"), filed), ("b",))
    return listed


def test_what_is_running_or_pinned_is_counted_in_its_folder(listed: ListedConversations) -> None:
    filed = replace(summary("d", "Pinned"), folder="work", is_pinned=True)
    listed.update((filed, replace(summary("b", "Bread"), folder="work")), (), ("b",))
    listed.wanted_keys()
    assert listed.sizes[folder_group("work").key] == 3


def test_folders_and_tags_stand_in_the_order_of_their_figures(listed: ListedConversations) -> None:
    names = ("Chapter 10", "Chapter 2", "Appendix")
    filed = [
        replace(summary(name, name), folder=name, tags=(f"v{index}", f"v{index + 8}"))
        for index, name in enumerate(names, start=2)
    ]
    listed.replace(tuple(filed), ())
    assert listed.folders() == ("Appendix", "Chapter 2", "Chapter 10")
    assert listed.tags() == ("v2", "v3", "v4", "v10", "v11", "v12")
    rows = [key for key in listed.wanted_keys() if key.startswith(folder_group("").key)]
    assert rows == [folder_group(name).key for name in listed.folders()]


WORK = folder_group("work").key
TODAY = BY_AGE[Age.TODAY].key


def test_folders_that_an_older_version_had_folded_are_folded() -> None:
    folds = Folds()
    folds.restore((WORK, TODAY))
    assert folds.is_folded(WORK)
    assert folds.is_folded(TODAY)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_each_colour_is_seen_on_every_ground(colours: Colours) -> None:
    for colour, ground in itertools.product(FolderColour, ("window", "hover", "bubble", "raised")):
        ratio = contrast(colour.hue(colours), getattr(colours, ground))
        assert ratio >= LEAST_MARK_CONTRAST, (colour, ground, round(ratio, 2))


def test_a_folder_keeps_the_colour_of_its_name_until_one_is_chosen() -> None:
    assert colour_of("work", {}) is colour_of("work", {"home": "red"})
    assert colour_of("work", {"work": "red"}) is FolderColour.RED
    assert colour_of("work", {"work": "of another version"}) is colour_of("work", {})
    assert len({colour_of(name, {}) for name in ("work", "home", "garden", "taxes")}) > 1
