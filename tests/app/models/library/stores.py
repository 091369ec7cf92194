"""Builds model folders like those of other programs."""

import hashlib
import json
from pathlib import Path

from app.models.library.model_folders import FoundFile, WalkProgress, found_in
from app.models.library_model import ModelFolder, ModelFolderKind


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def put_into_ollama(
    store: Path, name: str, model: Path, *others: tuple[str, Path], host: str = "registry.ollama.ai"
) -> None:
    """Move files into a store of Ollama's; ``others`` have what Ollama calls them."""
    layers = []
    for kind, file in (("model", model), *others):
        digest = digest_of(file)
        blob = store / "blobs" / f"sha256-{digest}"
        blob.parent.mkdir(parents=True, exist_ok=True)
        blob.write_bytes(file.read_bytes())
        media_type = f"application/vnd.ollama.image.{kind}"
        layers.append({"mediaType": media_type, "digest": f"sha256:{digest}", "size": 1})
    manifest = store / "manifests" / host / name.replace(":", "/")
    manifest.parent.mkdir(parents=True, exist_ok=True)
    manifest.write_text(json.dumps({"schemaVersion": 2, "layers": layers}), "utf-8")


def put_into_hugging_face(cache: Path, repository: str, commit: str, model: Path) -> Path:
    """Move a file into a cache of Hugging Face's; return the link to it."""
    folder = cache / f"models--{repository.replace('/', '--')}"
    blob = folder / "blobs" / digest_of(model)
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(model.read_bytes())
    link = folder / "snapshots" / commit / model.name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(Path("../../blobs") / blob.name)
    return link


def found(kind: ModelFolderKind, path: Path) -> list[FoundFile]:
    """Return what is found in a folder, by path."""
    files = found_in(ModelFolder(kind, str(path)), WalkProgress())
    return sorted(files, key=lambda file: file.path)
