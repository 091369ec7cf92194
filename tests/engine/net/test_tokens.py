"""The token is the environment's, else the keyring's; without a keyring there is a sentence."""

import asyncio
import contextlib
import stat
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as ForgetfulKeyring
from keyring.errors import PasswordDeleteError

from engine.messages.net_messages import NetTrouble, TokenOrigin
from engine.messages.remote_messages import KeyOrigin
from engine.net.errors import NetError
from engine.net.key_store import SILENT, KeyringSilent, KeyStore, ask_keyring
from engine.net.tokens import HUB, Tokens, token_file
from tests.fakes import locked_keyring


class MemoryKeyring(KeyringBackend):
    """Keeps secrets for a test; counts how often it is asked."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library has no types
        self.secrets: dict[tuple[str, str], str] = {}
        self.question_count = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.question_count += 1
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.secrets[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.secrets.pop((service, username), None) is None:
            raise PasswordDeleteError


class OddKeyring(MemoryKeyring):
    """Raises what nobody has listed."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyError(service)


@pytest.fixture
async def locked(
    ring: MemoryKeyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[locked_keyring.Keyring]:
    """A keyring that is unlocked at the end at the latest."""
    monkeypatch.setenv("HOME", str(tmp_path))
    locked = locked_keyring.Keyring()
    keyring.set_keyring(locked)
    yield locked
    await locked_keyring.until_answered()


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


async def test_a_token_is_kept_and_removed(ring: MemoryKeyring) -> None:
    tokens = Tokens({})
    assert (await tokens.report(1)).origin is TokenOrigin.NONE
    assert (await tokens.keep(2, "  hf_new \n")).origin is TokenOrigin.KEYRING
    assert ring.secrets == {("Hubbub", "huggingface.co"): "hf_new"}
    assert await tokens.token_for(HUB) == "hf_new"
    assert (await tokens.keep(3, "")).origin is TokenOrigin.NONE
    assert (await tokens.keep(4, "")).origin is TokenOrigin.NONE
    assert await tokens.token_for(HUB) is None


@pytest.mark.parametrize("token", ["hf_\u00e4", "hf_a hf_b", "hf_a\nhf_b", "hf_\x00"])
async def test_what_could_not_be_sent_is_not_kept(ring: MemoryKeyring, token: str) -> None:
    with pytest.raises(NetError, match="not a complete access token"):
        await Tokens({}).keep(1, token)
    assert ring.secrets == {}


async def test_the_environment_is_stronger(ring: MemoryKeyring) -> None:
    ring.set_password("Hubbub", "huggingface.co", "hf_ring")
    tokens = Tokens({"HF_TOKEN": " hf_env "})
    assert await tokens.token_for(HUB) == "hf_env"
    assert (await tokens.report(1)).origin is TokenOrigin.ENVIRONMENT
    assert ring.question_count == 0


async def test_the_keyring_is_asked_once_and_not_for_strangers(ring: MemoryKeyring) -> None:
    tokens = Tokens({})
    assert await tokens.token_for("https://example.org") is None
    assert ring.question_count == 0
    for _ in range(3):
        await tokens.token_for(HUB)
    assert ring.question_count == 1


async def test_each_hub_has_its_own_token(ring: MemoryKeyring) -> None:
    await Tokens({}).keep(1, "hf_one")
    mirror = Tokens({"HF_ENDPOINT": "https://mirror.example/"})
    assert await mirror.token_for("https://mirror.example") is None
    assert await mirror.token_for(HUB) is None


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (NoKeyring, "This computer has no keyring. Set HF_TOKEN instead."),
        (OddKeyring, "This computer's keyring cannot be used: "),
    ],
)
async def test_without_a_keyring_there_is_a_sentence(
    ring: MemoryKeyring, broken: type[KeyringBackend], sentence: str
) -> None:
    keyring.set_keyring(broken())
    tokens = Tokens({})
    assert await tokens.token_for(HUB) is None
    report = await tokens.report(1)
    assert report.origin is TokenOrigin.NONE
    assert report.trouble.startswith(sentence)
    assert "\n" not in report.trouble


async def test_what_can_not_be_kept_is_said(ring: MemoryKeyring) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]  # as above
    with pytest.raises(NetError, match="HF_TOKEN") as caught:
        await Tokens({}).keep(1, "hf_new")
    assert caught.value.trouble is NetTrouble.NO_KEYRING


async def test_a_keyring_that_does_not_answer_is_waited_for_once(
    locked: locked_keyring.Keyring, tmp_path: Path
) -> None:
    locked.secrets["Hubbub", "a server"] = "secret"
    store = KeyStore(tmp_path)
    for _ in range(2):
        with pytest.raises(NetError, match="Unlock it, and try again") as caught:
            await store.read("a server", 0.05)
        assert caught.value.trouble is NetTrouble.NO_KEYRING
    assert locked.question_count == 1
    await locked_keyring.until_answered()
    assert await store.read("a server") == ("secret", KeyOrigin.KEYRING)


async def test_the_token_is_asked_for_again_once_the_keyring_answers(
    locked: locked_keyring.Keyring,
) -> None:
    locked.secrets["Hubbub", "huggingface.co"] = "hf_ring"
    tokens = Tokens({})
    with pytest.raises(KeyringSilent):
        await ask_keyring(lambda ring: ring.get_password("Hubbub", "other"), 0.05)
    assert await tokens.token_for(HUB) is None
    assert (await tokens.report(1)).trouble == SILENT
    await locked_keyring.until_answered()
    assert await tokens.token_for(HUB) == "hf_ring"


async def test_a_request_that_is_cancelled_while_the_keyring_waits_leaves_the_token(
    locked: locked_keyring.Keyring,
) -> None:
    locked.secrets["Hubbub", "huggingface.co"] = "hf_ring"
    tokens = Tokens({})
    asking = asyncio.create_task(tokens.token_for(HUB))
    assert await asyncio.to_thread(locked.asked.wait, 5)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    locked_keyring.unlock()
    assert await tokens.token_for(HUB) == "hf_ring"


async def test_cancelled_questions_share_a_thread_and_only_the_first_is_put(
    locked: locked_keyring.Keyring,
) -> None:
    with contextlib.suppress(KeyringSilent):
        await ask_keyring(lambda _ring: None)  # the thread is there
    before = threading.active_count()
    for _ in range(5):
        asking = asyncio.create_task(
            ask_keyring(lambda ring: ring.get_password("Hubbub", "a server"))
        )
        assert await asyncio.to_thread(locked.asked.wait, 5)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert threading.active_count() - before <= 1, "one is of asyncio"
    assert locked.question_count == 1
    await locked_keyring.until_answered()
    assert await ask_keyring(lambda ring: ring.get_password("Hubbub", "a server")) == "secret"
    assert locked.question_count == 2


async def test_a_key_is_kept_in_a_file_if_the_keyring_does_not_answer(
    locked: locked_keyring.Keyring, tmp_path: Path
) -> None:
    store = KeyStore(tmp_path)
    with pytest.raises(NetError):
        await store.read("a server", 0.05)
    assert await store.keep("a server", "key") is KeyOrigin.FILE
    assert await store.read("a server") == ("key", KeyOrigin.FILE)


async def test_a_key_that_replaced_another_stays_once_the_keyring_answers(
    locked: locked_keyring.Keyring, tmp_path: Path
) -> None:
    locked.secrets["Hubbub", "a server"] = "old"
    store = KeyStore(tmp_path)
    with pytest.raises(NetError):
        await store.read("a server", 0.05)
    assert await store.keep("a server", "new") is KeyOrigin.FILE
    await locked_keyring.until_answered()
    assert await store.read("a server") == ("new", KeyOrigin.FILE)
    assert await store.keep("a server", "newer") is KeyOrigin.KEYRING
    assert await store.read("a server") == ("newer", KeyOrigin.KEYRING)


def test_the_file_of_the_hubs_own_program_is_where_that_looks_for_it() -> None:
    home = {"HOME": "/home/me"}
    files = [
        token_file({**home, "HF_TOKEN_PATH": "/there/is", "HF_HOME": "/hf"}),
        token_file({**home, "HF_HOME": "/hf"}),
        token_file({**home, "XDG_CACHE_HOME": "/caches"}),
        token_file(home),
        token_file({}),
    ]
    assert files == [
        Path("/there/is"),
        Path("/hf/token"),
        Path("/caches/huggingface/token"),
        Path("/home/me/.cache/huggingface/token"),
        None,
    ]


async def test_the_file_is_read_where_nothing_else_is_set(
    ring: MemoryKeyring, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    tokens = Tokens({"HF_TOKEN_PATH": str(file)})
    assert await tokens.token_for(HUB) is None
    file.write_text("hf_file\n")
    assert await tokens.token_for(HUB) == "hf_file"
    assert await tokens.token_for("https://example.org") is None
    assert (await tokens.report(1)).origin is TokenOrigin.FILE
    assert (await tokens.keep(2, "hf_ring")).origin is TokenOrigin.KEYRING
    assert await tokens.token_for(HUB) == "hf_ring"
    environment = {"HF_TOKEN_PATH": str(file), "HF_TOKEN": "hf_env"}
    assert await Tokens(environment).token_for(HUB) == "hf_env"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"two\nlines", b"a" * 10_000])
async def test_a_file_without_a_token_sends_none(
    ring: MemoryKeyring, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    tokens = Tokens({"HF_TOKEN_PATH": str(file)})
    assert await tokens.token_for(HUB) is None
    assert (await tokens.report(1)).origin is TokenOrigin.NONE


@pytest.mark.parametrize("endpoint", ["ftp://x", "http://[", "nonsense", "https://"])
async def test_an_endpoint_that_is_none_gets_no_token(endpoint: str) -> None:
    tokens = Tokens({"HF_TOKEN": "t", "HF_ENDPOINT": endpoint})
    assert await tokens.token_for(HUB) is None


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
