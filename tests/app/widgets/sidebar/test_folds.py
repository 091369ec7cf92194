"""Days are open and folders are closed until the user changes that, and it is remembered."""

from app.widgets.sidebar.folds import Folds
from app.widgets.sidebar.groups import BY_AGE, MORE_FOLDERS, PINNED, Age, folder_group

WORK = folder_group("work").key
TODAY = BY_AGE[Age.TODAY].key


def test_folders_are_closed_at_first_and_all_else_is_open() -> None:
    folds = Folds()
    assert folds.is_folded(WORK)
    assert folds.is_folded(MORE_FOLDERS.key)
    assert not folds.is_folded(TODAY)
    assert folds.names() == ()


def test_what_was_changed_is_the_same_after_a_restart() -> None:
    folds, again = Folds(), Folds()
    assert folds.set_folded(WORK, is_folded=False)
    assert folds.set_folded(TODAY, is_folded=True)
    assert not folds.set_folded(TODAY, is_folded=True)
    assert again.restore(folds.names())
    assert not again.restore(folds.names())
    assert (again.is_folded(WORK), again.is_folded(TODAY), again.is_folded(PINNED.key)) == (
        False,
        True,
        False,
    )


def test_folders_that_an_older_version_had_folded_are_folded() -> None:
    folds = Folds()
    folds.restore((WORK, TODAY))
    assert folds.is_folded(WORK)
    assert folds.is_folded(TODAY)


def test_a_folder_is_as_open_as_it_was_under_its_other_name() -> None:
    folds = Folds()
    assert not folds.rename(WORK, folder_group("office").key)
    folds.set_folded(WORK, is_folded=False)
    assert folds.rename(WORK, folder_group("office").key)
    assert not folds.is_folded(folder_group("office").key)
