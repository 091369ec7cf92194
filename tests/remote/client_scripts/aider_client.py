"""The aider program: one message about a file, to a model that can't do it; it must not fail."""

import subprocess
from pathlib import Path

folder = Path("work")
folder.mkdir(exist_ok=True)
(folder / "hello.py").write_text('print("hello")\n')
command = [
    *("aider", "--model", "openai/talker", "--no-git", "--yes-always", "--no-check-update"),
    *("--no-show-model-warnings", "--analytics-disable", "--map-tokens", "0", "--edit-format", "ask"),
    *("--message", "What does this file do?", "hello.py"),
]
done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
print(done.stdout[-1500:], done.stderr[-500:])
assert done.returncode == 0
assert "Tokens:" in done.stdout
