"""Certificates that sign themselves, made by OpenSSL."""

import shutil
import subprocess
from pathlib import Path

OPENSSL = shutil.which("openssl")


def certificate_in(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """Return the files of a certificate for a name, and of its key."""
    assert OPENSSL is not None
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-keyout", str(key), "-out", str(certificate), "-subj", f"/CN={name}"]
    more = ["-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run([*command, *files, *more], check=True, capture_output=True)
    return certificate, key
