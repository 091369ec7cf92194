"""Each library of the application is found with its licence, whatever its folder is called."""

import sysconfig
from pathlib import Path

import pytest

from licence_texts import TEXTS_OF_OURS, _folders_of, _texts_in, distributions
from tests.house.source_files import ROOT

SITE = Path(sysconfig.get_path("purelib"))


@pytest.mark.parametrize(
    "name", ["httpx2", "keyring", "jaraco-classes", "more-itertools", "starlette", "uvicorn"]
)
def test_a_library_is_found_by_the_name_that_the_lock_has(name: str) -> None:
    assert name in distributions(ROOT)
    assert len(_folders_of(SITE, name)) == 1


def test_each_library_that_is_here_has_a_licence() -> None:
    without = [
        name
        for name in distributions(ROOT)
        if (folders := _folders_of(SITE, name))
        and not _texts_in(folders)
        and name not in TEXTS_OF_OURS
    ]
    assert without == []
