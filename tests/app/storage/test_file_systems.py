"""Network folders are known."""

from pathlib import Path

import psutil
import pytest

from app.storage import file_systems


def mounted(monkeypatch: pytest.MonkeyPatch, folder: Path, kind: str) -> None:
    parts = [("/", "ext4"), (str(folder), kind)]

    def partitions(all: bool = False) -> list[object]:  # noqa: A002  psutil's own name
        return [psutil._ntp.sdiskpart("x", place, kind, "rw") for place, kind in parts]  # noqa: SLF001

    monkeypatch.setattr(psutil, "disk_partitions", partitions)


@pytest.mark.parametrize(("kind", "is_shared"), [("nfs4", True), ("CIFS", True), ("btrfs", False)])
def test_network_folders_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, is_shared: bool
) -> None:
    mounted(monkeypatch, tmp_path.resolve(), kind)
    assert file_systems.is_shared(tmp_path / "deep" / "below") is is_shared
