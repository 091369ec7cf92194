"""Files that other programs read: checked as far as that goes on any machine."""

import plistlib
import re
import shutil
import subprocess
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml  # type: ignore[import-untyped]  # its types are a package of their own

from app.main import APP_ID
from linux_packages import APP_ID as PACKAGED_ID
from tests.house.source_files import ROOT, tracked_files
from trimming import EXPECTED

PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
DESKTOP_FILE = LINUX / f"{PACKAGED_ID}.desktop"
METADATA = LINUX / f"{PACKAGED_ID}.metainfo.xml"
MIME = LINUX / f"{PACKAGED_ID}.mime.xml"
RELEASE = ROOT / ".github" / "workflows" / "release.yml"
SHELL_SCRIPTS = [path for path in tracked_files() if path.suffix == ".sh"]


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def desktop_entry() -> dict[str, str]:
    parser = RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their letters
    parser.read(DESKTOP_FILE, "utf-8")
    return dict(parser["Desktop Entry"])


def test_the_window_and_its_desktop_file_have_one_name() -> None:
    assert APP_ID == PACKAGED_ID
    root = ElementTree.parse(METADATA).getroot()
    assert root.findtext("id") == APP_ID
    assert root.findtext("launchable") == DESKTOP_FILE.name
    assert desktop_entry()["Icon"] == APP_ID


def test_the_desktop_file_opens_models() -> None:
    entry = desktop_entry()
    kind = entry["MimeType"].rstrip(";")
    assert entry["Exec"] == "hubbub %f"
    types = [node.get("type") for node in ElementTree.parse(MIME).getroot()]
    assert types == [kind]
    assert ElementTree.parse(METADATA).getroot().findtext("provides/mediatype") == kind


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="the tool is not here")
def test_the_desktop_file_is_valid() -> None:
    answer = subprocess.run(
        ["desktop-file-validate", "--no-hints", str(DESKTOP_FILE)], capture_output=True, check=False
    )
    assert (answer.returncode, answer.stdout) == (0, b"")


@pytest.mark.parametrize("path", SHELL_SCRIPTS, ids=lambda path: path.name)
@pytest.mark.skipif(not shutil.which("sh"), reason="Windows has no sh")
def test_a_shell_script_can_be_read_by_a_shell(path: Path) -> None:
    assert subprocess.run(["sh", "-n", str(path)], check=False).returncode == 0


@pytest.mark.parametrize("name", ["Info.plist", "entitlements.plist"])
def test_a_property_list_can_be_read(name: str) -> None:
    assert plistlib.loads((PACKAGING / "macos" / name).read_bytes())


def test_the_application_for_macos_knows_its_files() -> None:
    properties = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())
    (kind,) = properties["UTImportedTypeDeclarations"]
    (document,) = properties["CFBundleDocumentTypes"]
    assert document["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["gguf"]


@pytest.mark.parametrize("name", ["hubbub", "hubbub-cuda"])
def test_packages_of_both_kinds_name_what_they_need(name: str) -> None:
    description = read_yaml(LINUX / f"{name}.yaml")
    assert description["name"] == name
    assert set(description["overrides"]) == {"deb", "rpm"}
    for kind in description["overrides"].values():
        assert kind["depends"]
    assert description["license"].startswith(_project()["license"])


def test_every_file_that_windows_is_told_about_is_there() -> None:
    text = (PACKAGING / "windows" / "hubbub.iss").read_text("utf-8")
    sections = re.findall(r"^\[(\w+)\]$", text, re.MULTILINE)
    assert {"Setup", "Files", "Icons", "Registry", "Code"} <= set(sections)
    given = set(re.findall(r'f?"/D(\w+)=', (PACKAGING / "windows_setup.py").read_text("utf-8")))
    asked = set(re.findall(r"\{#(\w+)\}", text)) - {"SourcePath"}
    assert asked == given
    assert text.count("begin") == text.count("end;")
    assert "PrivilegesRequired=lowest" in text


def test_actions_of_others_are_named_by_commit() -> None:
    used = re.findall(r"uses: (\S+)@(\S+)( # v[\d.]+)?\n", RELEASE.read_text("utf-8"))
    assert used
    for name, commit, version in used:
        assert re.fullmatch(r"[0-9a-f]{40}", commit), name
        assert version, name
        assert name.startswith(("actions/", "astral-sh/")), "with keys at hand, few are trusted"


def test_the_flatpak_installs_files_that_exist() -> None:
    manifest = read_yaml(LINUX / f"{PACKAGED_ID}.flatpak.yaml")
    assert manifest["app-id"] == APP_ID
    assert "--share=network" not in manifest["finish-args"]
    commands = " ".join(manifest["modules"][-1]["build-commands"])
    for path in re.findall(r"packaging/linux/[\w.]+", commands):
        assert (ROOT / path).is_file(), path


def test_packages_name_every_library_that_the_folder_expects() -> None:
    overrides = read_yaml(LINUX / "hubbub.yaml")["overrides"]["rpm"]
    named = {name.split("(")[0] for name in [*overrides["depends"], *overrides["recommends"]]}
    # These belong to the C library or to the same package as another one.
    with_others = {"libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1", "libutil.so.1"}
    with_others |= {"libresolv.so.2"}
    with_others |= {"libgthread-2.0.so.0", *(name for name in EXPECTED if name.startswith("ld-"))}
    assert EXPECTED - with_others <= named


def _project() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert isinstance(project, dict)
    return project
