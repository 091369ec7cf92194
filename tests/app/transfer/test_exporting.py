"""Exports are written whole or not at all."""

import gc
from pathlib import Path

import pytest

from app.transfer.exporting import MarkdownFiles, base_name
from tests.flows.seeding import tree


def test_a_zip_that_is_abandoned_writes_nothing_more(tmp_path: Path) -> None:
    with (tmp_path / "out.zip").open("wb") as file:
        archive = MarkdownFiles(file)
        archive.add(tree("a", ["ask", "answer"]))
    archive.abandon()
    del archive
    gc.collect()  # an error in ending the archive would be a warning, which fails a test


@pytest.mark.parametrize("title", ["CON", "nul", "Com1", "LPT9.txt", "aux .md", "COM¹", "CONIN$"])
def test_a_title_that_windows_takes_for_a_device_gets_another_name(title: str) -> None:
    assert base_name(title) == f"_{title}"


@pytest.mark.parametrize("title", ["Console", "Com10", "null", "auxiliary"])
def test_a_title_that_only_begins_like_a_device_stays(title: str) -> None:
    assert base_name(title) == title
