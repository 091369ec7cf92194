"""Which rows the sidebar has, without a window."""

from dataclasses import replace

import pytest

from app.widgets.sidebar.groups import folder_group
from app.widgets.sidebar.listed import ListedConversations
from tests.app.widgets.samples import summary


@pytest.fixture
def listed() -> ListedConversations:
    """Two conversations of today and an old one in a folder."""
    listed = ListedConversations()
    filed = replace(summary("c", "Old apples", days_ago=40), folder="work")
    listed.replace((summary("a", "Apples"), summary("b", "Bread"), filed), ("b",))
    return listed


def test_the_same_again_is_no_change(listed: ListedConversations) -> None:
    assert not listed.replace(listed.summaries(), ())
    assert listed.replace(tuple(reversed(listed.summaries())), ())


def test_only_rows_that_look_different_are_named(listed: ListedConversations) -> None:
    renamed = replace(listed.known(("a",))[0], title="Pears")
    assert listed.update((renamed,), (), ("b",)) == {"a"}
    assert listed.update((), (), ()) == {"b"}
    assert listed.title("a") == "Pears"


def test_a_search_finds_each_word_in_any_case(listed: ListedConversations) -> None:
    listed.set_filter("APPLES old")
    assert listed.wanted_keys() == [folder_group("work").key, "c"]


def test_a_folded_group_keeps_its_heading_and_its_size(listed: ListedConversations) -> None:
    key = folder_group("work").key
    listed.folded = {key}
    assert "c" not in listed.wanted_keys()
    assert listed.sizes[key] == 1


def test_a_folder_that_gets_another_name_stays_folded(listed: ListedConversations) -> None:
    listed.folded = {folder_group("work").key}
    assert listed.rename_folder("work", "office")
    assert not listed.rename_folder("home", "garden")
    assert listed.folded == {folder_group("office").key}


def test_what_is_not_listed_is_not_known(listed: ListedConversations) -> None:
    assert [each.id for each in listed.known(("a", "x"))] == ["a"]
    assert listed.title("x") == ""
    assert listed.folders() == ("work",)
