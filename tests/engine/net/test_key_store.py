"""A key is in the keyring, else in a file of its user alone; never in both, and it is said."""

import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as ForgetfulKeyring

from engine.messages.remote_messages import KeyOrigin
from engine.net.errors import NetError
from engine.net.key_store import KeyStore
from tests.engine.net.test_tokens import MemoryKeyring, OddKeyring


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


async def test_the_keyring_keeps_a_key(ring: MemoryKeyring, tmp_path: Path) -> None:
    store = KeyStore(tmp_path / "keys")
    assert await store.read("rack") == ("", KeyOrigin.NOWHERE)
    assert await store.keep("rack", "sk-1") is KeyOrigin.KEYRING
    assert await store.read("rack") == ("sk-1", KeyOrigin.KEYRING)
    assert not (tmp_path / "keys").exists()
    assert await store.keep("rack", "") is KeyOrigin.NOWHERE
    assert ring.secrets == {}


@pytest.mark.parametrize("broken", [NoKeyring, ForgetfulKeyring, OddKeyring])
async def test_else_a_file_that_its_user_alone_can_read(
    ring: MemoryKeyring, tmp_path: Path, broken: type[MemoryKeyring]
) -> None:
    keyring.set_keyring(broken())
    folder = tmp_path / "keys"
    assert await KeyStore(folder).keep("rack", "sk-1") is KeyOrigin.FILE
    assert await KeyStore(folder).read("rack") == ("sk-1", KeyOrigin.FILE)
    (file,) = folder.iterdir()
    assert "rack" not in file.name
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert await KeyStore(folder).keep("rack", "") is KeyOrigin.NOWHERE
    assert list(folder.iterdir()) == []


async def test_a_keyring_that_comes_later_takes_the_key_from_the_file(
    ring: MemoryKeyring, tmp_path: Path
) -> None:
    store = KeyStore(tmp_path / "keys")
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]  # the library has no types
    await store.keep("rack", "sk-1")
    keyring.set_keyring(ring)
    assert await store.keep("rack", "sk-2") is KeyOrigin.KEYRING
    assert list((tmp_path / "keys").iterdir()) == []


async def test_without_a_keyring_and_a_folder_it_is_told(ring: MemoryKeyring) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]  # the library has no types
    with pytest.raises(NetError, match="no keyring"):
        await KeyStore(None).keep("rack", "sk-1")
