"""Servers are read from whatever READMEs and other programs show."""

import base64
import json
from pathlib import Path

import pytest

from app.errors import InvalidSettings
from app.settings import Settings, SettingsFile
from app.tools.servers.config_files import (
    ConfigFile,
    filled,
    find_files,
    known_files,
    looks_secret,
    read,
    read_file,
    with_secret_texts,
)
from app.tools.servers.model import ServerKind, ToolServer, usable_name

PROGRAM, ADDRESS = ServerKind.PROGRAM, ServerKind.ADDRESS

# Shapes as they stand in public READMEs, each named by its repository and the program it is for:
# the text, the name, and either the command line or the address that are read from it.
README_SHAPES = {
    "modelcontextprotocol/servers, filesystem, Kiro": (
        """{"mcpServers": {"filesystem": {"command": "npx", "args": ["-y",
           "@modelcontextprotocol/server-filesystem", "/Users/username/Desktop"]}}}""",
        "filesystem",
        "npx -y @modelcontextprotocol/server-filesystem /Users/username/Desktop",
    ),
    "modelcontextprotocol/servers, filesystem, Windows": (
        """{"mcpServers": {"filesystem": {"command": "cmd", "args": ["/c", "npx", "-y",
           "@modelcontextprotocol/server-filesystem", "/path/to/other/allowed/dir"]}}}""",
        "filesystem",
        "cmd /c npx -y @modelcontextprotocol/server-filesystem /path/to/other/allowed/dir",
    ),
    "modelcontextprotocol/servers, filesystem, VS Code": (
        """{"servers": {"filesystem": {"command": "npx", "args": ["-y",
           "@modelcontextprotocol/server-filesystem", "${workspaceFolder}"]}}}""",
        "filesystem",
        "npx -y @modelcontextprotocol/server-filesystem ${input:workspaceFolder}",
    ),
    "github/github-mcp-server, VS Code": (
        """{"servers": {"github": {"type": "http", "url": "https://api.githubcopilot.com/mcp/"}}}""",
        "github",
        "https://api.githubcopilot.com/mcp/",
    ),
    "github/github-mcp-server, GitHub Enterprise": (
        """{
            ...
            "proxima-github": {
              "type": "http",
              "url": "https://copilot-api.octocorp.ghe.com/mcp",
              "headers": {"Authorization": "Bearer ${input:github_mcp_pat}"}
            },
            ...
        }""",
        "proxima-github",
        "https://copilot-api.octocorp.ghe.com/mcp",
    ),
    "github/github-mcp-server, without braces": (
        """"github": {"command": "docker", "args": ["run", "-i", "--rm", "-e", "GITHUB_HOST",
           "ghcr.io/github/github-mcp-server"], "env": {"GITHUB_HOST": "https://<your GHES>"}}""",
        "github",
        "docker run -i --rm -e GITHUB_HOST ghcr.io/github/github-mcp-server",
    ),
    "github/github-mcp-server, settings of VS Code": (
        """{"mcp": {"inputs": [{"type": "promptString", "id": "github_token"}], "servers": {
           "github": {"command": "/usr/bin/github-mcp-server", "args": ["stdio"]}}}}""",
        "github",
        "/usr/bin/github-mcp-server stdio",
    ),
    "upstash/context7, Windsurf": (
        """{"mcpServers": {"context7": {"serverUrl": "https://mcp.context7.com/mcp",
           "headers": {"CONTEXT7_API_KEY": "YOUR_API_KEY"}}}}""",
        "context7",
        "https://mcp.context7.com/mcp",
    ),
    "upstash/context7, Gemini CLI": (
        """{"mcpServers": {"context7": {"httpUrl": "https://mcp.context7.com/mcp",
           "headers": {"Accept": "application/json, text/event-stream"}}}}""",
        "context7",
        "https://mcp.context7.com/mcp",
    ),
    "upstash/context7, Cline": (
        """{"mcpServers": {"context7": {"url": "https://mcp.context7.com/mcp",
           "type": "streamableHttp", "headers": {"Authorization": "Bearer YOUR_API_KEY"}}}}""",
        "context7",
        "https://mcp.context7.com/mcp",
    ),
    "upstash/context7, Zed": (
        """{"context_servers": {"Context7": {"source": "custom", "command": "npx",
           "args": ["-y", "@upstash/context7-mcp", "--api-key", "YOUR_API_KEY"]}}}""",
        "Context7",
        "npx -y @upstash/context7-mcp --api-key ${input:api-key}",
    ),
    "upstash/context7, Augment, a list without braces": (
        """"augment.advanced": {"mcpServers": [{"name": "context7", "command": "npx",
           "args": ["-y", "@upstash/context7-mcp"]}]}""",
        "context7",
        "npx -y @upstash/context7-mcp",
    ),
    "upstash/context7, opencode": (
        """{"mcp": {"context7": {"type": "local", "enabled": true,
           "command": ["npx", "-y", "@upstash/context7-mcp"]}}}""",
        "context7",
        "npx -y @upstash/context7-mcp",
    ),
    "upstash/context7, opencode, elsewhere": (
        """"mcp": {"context7": {"type": "remote", "url": "https://mcp.context7.com/mcp"}}""",
        "context7",
        "https://mcp.context7.com/mcp",
    ),
    "upstash/context7, Codex": (
        """[mcp_servers.context7]
           args = ["-y", "@upstash/context7-mcp"]
           command = "npx"
           startup_timeout_ms = 20_000""",
        "context7",
        "npx -y @upstash/context7-mcp",
    ),
    "upstash/context7, Claude Code": (
        "claude mcp add context7 -- npx -y @upstash/context7-mcp",
        "context7",
        "npx -y @upstash/context7-mcp",
    ),
    "upstash/context7, Claude Code, elsewhere": (
        "claude mcp add --transport http context7 https://mcp.context7.com/mcp "
        '--header "CONTEXT7_API_KEY: YOUR_API_KEY"',
        "context7",
        "https://mcp.context7.com/mcp",
    ),
    "upstash/context7, Augment, a command": (
        "npx -y @upstash/context7-mcp@latest",
        "context7",
        "npx -y @upstash/context7-mcp@latest",
    ),
    "makenotion/notion-mcp-server, Zed before 2025": (
        """{"context_servers": {"notion": {"command": {"path": "npx",
           "args": ["-y", "@notionhq/notion-mcp-server"], "env": {"NOTION_TOKEN": "ntn_****"}},
           "settings": {}}}}""",
        "notion",
        "npx -y @notionhq/notion-mcp-server",
    ),
    "lmstudio-ai/docs, LM Studio": (
        """{"mcpServers": {"hf-mcp-server": {"url": "https://huggingface.co/mcp",
           "headers": {"Authorization": "Bearer <YOUR_HF_TOKEN>"}}}}""",
        "hf-mcp-server",
        "https://huggingface.co/mcp",
    ),
    "sooperset/mcp-atlassian, Claude Desktop": (
        """{"mcpServers": {"mcp-atlassian": {"command": "uvx", "args": ["mcp-atlassian",
           "--jira-url=https://your-company.atlassian.net", "--jira-token=your_api_token"]}}}""",
        "mcp-atlassian",
        "uvx mcp-atlassian --jira-url=https://${input:jira-url}.atlassian.net "
        "--jira-token=${input:jira-token}",
    ),
    "elevenlabs/elevenlabs-mcp, Claude Desktop": (
        """```
{"mcpServers": {"ElevenLabs": {"command": "uvx", "args": ["elevenlabs-mcp"],
  "env": {"ELEVENLABS_API_KEY": "<insert-your-api-key-here>"}}}}
```""",
        "ElevenLabs",
        "uvx elevenlabs-mcp",
    ),
    "sooperset/mcp-atlassian, Cursor, elsewhere": (
        """{"mcpServers": {"mcp-atlassian-sse": {"url": "http://localhost:9000/sse"}}}""",
        "mcp-atlassian-sse",
        "http://localhost:9000/sse",
    ),
    "ahujasid/blender-mcp, Docker": (
        """{"mcpServers": {"blender": {"command": "docker", "args": ["run", "-i", "--rm",
           "--network=host", "-e", "BLENDER_HOST=localhost", "mcp-for-blender"]}}}""",
        "blender",
        "docker run -i --rm --network=host -e BLENDER_HOST=localhost mcp-for-blender",
    ),
    "Trofimov-Y/crowdin-translation-mcp, Cline, a map alone": (
        """{"translation-mcp": {"command": "uvx", "args": ["--from",
           "git+https://github.com/Trofimov-Y/crowdin-translation-mcp", "translation-mcp"]}}""",
        "translation-mcp",
        "uvx --from git+https://github.com/Trofimov-Y/crowdin-translation-mcp translation-mcp",
    ),
}


@pytest.mark.parametrize("source", README_SHAPES)
def test_the_server_of_a_readme_is_read(source: str) -> None:
    text, name, target = README_SHAPES[source]
    (server,) = read(text).servers
    assert server.name == name
    line = " ".join((server.command, *server.arguments))
    assert (line if server.kind is PROGRAM else server.address) == target


def test_json_of_a_person_is_read() -> None:
    found = read(
        r"""
        // my servers
        {"mcpServers": {
            /* the first */
            "notes": {"command": "C:\Users\me\new\tools.exe", "args": ["--dir", "D:\notes",],},
            "web // not a comment": {"url": "http://localhost:3001/mcp"},
        },}"""
    )
    notes, web = found.servers
    assert notes.command == r"C:\Users\me\new\tools.exe"
    assert notes.arguments == ("--dir", r"D:\notes")
    assert (web.kind, web.address) == (ADDRESS, "http://localhost:3001/mcp")
    assert web.name == "web -- not a comment"
    assert not found.problems


def test_values_that_the_user_has_to_enter_are_asked_for() -> None:
    found = read(
        """{"servers": {"github": {"command": "docker", "args": ["run"], "env":
            {"GITHUB_TOKEN": "${input:token}", "TEAM": "<your-team-id>", "USER": "${env:USER}"}}},
            "inputs": [{"id": "token", "description": "GitHub token", "password": true}]}"""
    )
    assert [(each.name, each.is_secret) for each in found.inputs] == [
        ("token", True),
        ("TEAM", False),
    ]
    assert found.inputs[0].description == "GitHub token"
    server = filled(found.servers[0], {"token": "ghp_1", "TEAM": "blue"})
    assert server.environment == {"GITHUB_TOKEN": "ghp_1", "TEAM": "blue", "USER": "${env:USER}"}
    assert not server.missing_inputs


def test_switches_limits_and_unknown_keys_are_kept() -> None:
    (server,) = read(
        """{"mcpServers": {"a": {"command": "x", "disabled": true, "timeout": 300000, "cwd": "/srv",
            "disabledTools": ["delete"], "alwaysAllow": ["read"], "description": "mine"}}}"""
    ).servers
    assert (server.is_on, server.patience_seconds, server.folder) == (False, 300, "/srv")
    assert server.hidden_tools == ("delete",)
    assert json.loads(server.other) == {"alwaysAllow": ["read"], "description": "mine"}


def test_variables_of_other_programs_become_ours() -> None:
    (server,) = read(
        """{"mcpServers": {"a": {"command": "x", "args": ["${userHome}/a", "${HOME}/b"], "env":
            {"A": "${TOKEN:-none}", "B": "{env:B}", "C": "${{ secrets.C }}", "D": 5}}}}"""
    ).servers
    assert server.arguments == ("~/a", "${env:HOME}/b")
    assert list(server.environment.values()) == [
        *("${env:TOKEN:-none}", "${env:B}", "${input:C}", "5")
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no text"),
        ("{", "The JSON can't be read in line 1"),
        ("hello", "neither JSON nor the command"),
        ("mcpServers:\n  - name: a\n", "looks like YAML"),
        ("{}", "contains no server"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"mcpServers": {"a": 5}}', "“a”: it is not an object."),
        ('{"mcpServers": {"a": {"args": []}}}', "“a”: it has neither a command nor an address."),
        ('{"mcpServers": {"a": {"url": "ftp://x"}}}', "“ftp://x” is not a web address"),
        ('{"mcpServers": {"a": {"type": "sse", "url": "http://x/events"}}}', "it uses SSE"),
        ('{"mcpServers": {"a": {"command": "x", "envFile": ".env"}}}', "file with variables"),
        ('{"mcpServers": {"a": {"command": "x", "env": {"A": []}}}}', "value of “A” is not a"),
    ],
)
def test_a_sentence_names_what_can_not_be_read(text: str, sentence: str) -> None:
    assert sentence in " ".join(read(text).problems)


def test_an_example_path_is_pointed_out() -> None:
    found = read('{"command": "npx", "args": ["server-filesystem", "/path/to/allowed/dir"]}')
    assert found.servers[0].name == "filesystem"
    assert "“/path/to/allowed/dir” of “filesystem” is an example" in found.problems[0]


def test_install_links_are_read() -> None:
    config = base64.b64encode(b'{"url":"https://huggingface.co/mcp"}').decode()
    for link in (
        f"https://lmstudio.ai/install-mcp?name=hub&config={config}",
        f"cursor://anysphere.cursor-deeplink/mcp/install?name=hub&config={config}",
        "vscode:mcp/install?%7B%22name%22%3A%22hub%22%2C%22url%22%3A%22https%3A//huggingface.co/mcp"
        "%22%7D",
        "https://insiders.vscode.dev/redirect/mcp/install?name=hub&config=%7B%22type%22%3A%22http"
        "%22%2C%22url%22%3A%22https%3A%2F%2Fhuggingface.co%2Fmcp%22%7D",
    ):
        (server,) = read(link).servers
        assert (server.name, server.address) == ("hub", "https://huggingface.co/mcp")


def test_names_are_unique_and_no_built_in_one() -> None:
    taken = frozenset({"a", "a-2"})
    assert [
        each.name for each in read('{"mcpServers": {"a": {"command": "x"}}}', taken).servers
    ] == ["a-3"]
    assert usable_name("Hubbub") == "Hubbub-2"
    assert usable_name("a/b\n\x1b") == "a-b--"


def test_files_of_other_programs_are_found_on_each_system(tmp_path: Path) -> None:
    roaming = {"APPDATA": str(tmp_path / "Roaming")}
    for system, desktop in (
        ("linux", tmp_path / ".config" / "Claude"),
        ("darwin", tmp_path / "Library" / "Application Support" / "Claude"),
        ("win32", tmp_path / "Roaming" / "Claude"),
    ):
        files = known_files(tmp_path, roaming, system)
        assert ConfigFile("Claude Desktop", desktop / "claude_desktop_config.json") in files
        assert len({each.program for each in files}) >= 7
    (tmp_path / ".cursor").mkdir()
    cursor = tmp_path / ".cursor" / "mcp.json"
    cursor.write_text('{"mcpServers": {"a": {"command": "x"}}}', "utf-8")
    (found,) = find_files(known_files(tmp_path, roaming, "linux"))
    assert found == ConfigFile("Cursor", cursor)
    assert read_file(found).servers[0].command == "x"
    cursor.unlink()
    assert "can't be read" in read_file(found).problems[0]


def test_settings_of_a_program_with_projects_are_read() -> None:
    found = read(
        """{"numStartups": 5, "mcpServers": {"a": {"command": "x"}},
            "projects": {"/home/me": {"mcpServers": {"b": {"command": "y"}}, "history": []},
            "/srv": {"mcpServers": {"a": {"command": "x"}, "b": {"command": "z"}}}}}"""
    )
    assert [each.name for each in found.servers] == ["a", "b", "b-2"]


def test_settings_keep_servers_with_usable_names(tmp_path: Path) -> None:
    text, *_ = README_SHAPES["upstash/context7, Cline"]
    settings = Settings(tool_servers=(*read(text).servers, ToolServer("b", command="x")))
    file = SettingsFile(tmp_path / "settings.json")
    file.save(settings)
    assert file.load() == (settings, None)
    for names in (("a", "a"), ("a/b",), ("",), ("hubbub",)):
        with pytest.raises(InvalidSettings, match="is empty or taken"):
            Settings(tool_servers=tuple(map(ToolServer, names)))
    with pytest.raises(InvalidSettings):
        Settings(tool_servers=(ToolServer("a", patience_seconds=0),))


def test_secrets_are_told_from_other_values() -> None:
    server = ToolServer(
        "a",
        command="x",
        arguments=("--api-key", "k1", "--token=k2", "--dir", "/srv", "postgresql://me:k3@db/x"),
        environment={"API_KEY": "k4", "GITHUB_PERSONAL_ACCESS_TOKEN": "k5", "LOG_LEVEL": "info"},
        headers={"Authorization": "Bearer k6", "X-Team": "blue"},
        address="https://mcp.example/mcp?apiKey=k7&page=2",
    )
    hidden = with_secret_texts(server, lambda _: "#")
    assert hidden.arguments == ("--api-key", "#", "--token=#", "--dir", "/srv", "#")
    assert hidden.environment == {
        "API_KEY": "#",
        "GITHUB_PERSONAL_ACCESS_TOKEN": "#",
        "LOG_LEVEL": "info",
    }
    assert hidden.headers == {"Authorization": "#", "X-Team": "blue"}
    assert hidden.address == "https://mcp.example/mcp?apiKey=#&page=2"
    assert not looks_secret("GOOGLE_APPLICATION_CREDENTIALS", "/home/me/key.json")
    assert not looks_secret("MAX_CONTEXT_TOKENS", "2000")
