"""The check of a packaged server asks a question, and takes neither silence nor a wrong answer."""

import sys
from pathlib import Path

import pytest

from failure import SetupFailed
from smoke_server import check_server

# In place of a packaged program: prints what `hubbub serve` prints, and gives one answer.
PROGRAM = """
import http.server, json, sys
answer = sys.argv[1]

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.headers["Authorization"] == "Bearer hub-1"
        assert asked["messages"][-1]["content"].endswith("capital of France?")
        self.send_response(200)
        self.end_headers()
        body = {"choices": [{"message": {"content": answer}}]}
        self.wfile.write(json.dumps(body).encode())

server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(f"Hubbub answers at http://127.0.0.1:{server.server_port}")
print("The token is in a file; --show-token prints it.")
print("hub-1")
print("SmolLM2 135M Instruct is ready.", flush=True)
server.serve_forever()
"""


def check(folder: Path, program: str, *arguments: str) -> str:
    return check_server([sys.executable, "-c", program, *arguments], str(folder), 120.0)


def test_the_right_answer_is_returned(tmp_path: Path) -> None:
    assert check(tmp_path, PROGRAM, "It is Paris.") == "It is Paris."


def test_a_wrong_answer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupFailed, match="was answered with “L'Étoile”"):
        check(tmp_path, PROGRAM, "L'Étoile")


def test_a_server_that_finds_no_model_is_refused_with_its_words(tmp_path: Path) -> None:
    with pytest.raises(SetupFailed, match="ended before a model was ready") as caught:
        check(tmp_path, "print('No model was found.')")
    assert caught.value.log_lines == ("No model was found.",)
