"""The llm program: a model of its list of OpenAI-like ones, asked once as a stream and once whole."""

import os
import subprocess
from pathlib import Path

folder = Path("llm-home")
folder.mkdir(exist_ok=True)
(folder / "extra-openai-models.yaml").write_text(
    "- model_id: hubbub\n  model_name: talker\n"
    f"  api_base: {os.environ['HUBBUB_ADDRESS']}/v1\n  api_key_name: hubbub\n"
)
environment = os.environ | {"LLM_USER_PATH": str(folder.absolute())}
base = ["llm", "-m", "hubbub", "--key", os.environ["HUBBUB_TOKEN"], "-o", "max_tokens", "24"]
for extra in ([], ["--no-stream"], ["-s", "Be kind."]):
    command = [*base, *extra, "Hello, who are you?"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    print("llm", *extra, "->", done.stdout.strip())
