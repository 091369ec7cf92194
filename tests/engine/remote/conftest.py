"""No test here asks the keyring of whoever runs it."""

import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring


@pytest.fixture(autouse=True)
def without_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]  # has no types
    yield
    keyring.set_keyring(before)


@pytest.fixture
def server_tls(tmp_path: Path) -> ssl.SSLContext:
    """Return what a server with a certificate of its own making uses."""
    files = [str(tmp_path / name) for name in ("key.pem", "cert.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=elsewhere.example", "-keyout", files[0], "-out", files[1]]
    subprocess.run([*command, *names], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    return context
