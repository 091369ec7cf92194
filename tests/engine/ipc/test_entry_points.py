"""The program starts itself again from its package."""

import sys

import pytest

from engine.ipc.entry_points import FROZEN_FLAGS, own_command


@pytest.mark.parametrize("module", FROZEN_FLAGS)
def test_a_package_is_called_with_a_flag(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command(module) == [sys.executable, FROZEN_FLAGS[module]]
