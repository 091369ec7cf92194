"""Which rows the sidebar has, without a window."""

from dataclasses import replace

import pytest

from app.widgets.sidebar.groups import FOLDERS, folder_group
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
    assert listed.wanted_keys() == [FOLDERS.key, folder_group("work").key, "c"]


def test_a_folded_group_keeps_its_heading_and_its_size(listed: ListedConversations) -> None:
    key = folder_group("work").key
    assert "c" not in listed.wanted_keys()
    assert listed.sizes[key] == 1
    assert listed.set_folded(key, is_folded=False)
    keys = listed.wanted_keys()
    assert keys[keys.index(key) + 1] == "c"


def test_what_is_running_or_pinned_is_counted_in_its_folder(listed: ListedConversations) -> None:
    filed = replace(summary("d", "Pinned"), folder="work", is_pinned=True)
    listed.update((filed, replace(summary("b", "Bread"), folder="work")), (), ("b",))
    listed.wanted_keys()
    assert listed.sizes[folder_group("work").key] == 3


def test_what_is_not_listed_is_not_known(listed: ListedConversations) -> None:
    assert [each.id for each in listed.known(("a", "x"))] == ["a"]
    assert listed.title("x") == ""
    assert listed.folders() == ("work",)


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
