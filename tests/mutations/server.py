"""Bugs of the local server: who may ask, how much, how slowly, and what becomes of who leaves."""

from tests.mutations.mutation import Mutation

ROOM = "engine/net/server"
TESTS = "tests/net/server"
GATE = f"{TESTS}/test_gate.py"
CONNECTIONS = f"{TESTS}/test_connections.py"
CONVERSATIONS = f"{TESTS}/test_conversations.py"
CALLS = f"{TESTS}/test_tool_calls.py"
LIVES = f"{TESTS}/test_lives.py"
STORED = f"{TESTS}/test_stored_responses.py"
BAD_INPUT = f"{TESTS}/test_bad_input.py"
STARTING = f"{TESTS}/test_starting.py"
SETTINGS = "tests/app/controllers/window/test_programs.py"
ORIGINS = "tests/engine/wire/test_page_origin.py"
SERVE = "tests/app/test_serve.py"
PICTURES = f"{TESTS}/test_pictures.py"

SERVER_MUTATIONS = (
    Mutation(
        "a model that does not see is sent the pictures of programs",
        f"{ROOM}/generation.py",
        "    if not model.sees and any(each.media for each in messages):\n",
        "    if False:\n",
        PICTURES,
    ),
    Mutation(
        "any address is taken for a picture",
        f"{ROOM}/pictures.py",
        '_DATA_URL = re.compile(r"data:[a-zA-Z0-9.+/-]*(;[a-zA-Z0-9.+=\\"-]+)*;base64,")',
        '_DATA_URL = re.compile(r"[^,]*,?")',
        PICTURES,
    ),
    Mutation(
        "one picture a thousand times is one",
        f"{ROOM}/pictures.py",
        "        if self._count > MOST_PICTURES:\n",
        "        if len(self.files) > MOST_PICTURES:\n",
        PICTURES,
    ),
    Mutation(
        "a response that goes on has lost the pictures of before",
        f"{ROOM}/responses.py",
        "{**before.pictures, **pictures.files}",
        "pictures.files",
        PICTURES,
    ),
    Mutation(
        "a picture that a tool shows is lost where the template knows no tools",
        f"{ROOM}/tools.py",
        "ChatMessage(Role.USER, text, media=message.media)",
        "ChatMessage(Role.USER, text)",
        PICTURES,
    ),
    Mutation(
        "files of programs are remembered for ever",
        "app/pictures/program_pictures.py",
        "            self._files.popitem(last=False)\n",
        "            break\n",
        PICTURES,
    ),
    Mutation(
        "a projector that fails keeps hubbub serve from answering texts",
        "app/serve.py",
        "            load(msgspec.structs.replace(wanted, projector_path=None))\n",
        "            self._end(str(state.text))\n",
        SERVE,
    ),
    Mutation(
        "a token that can't be kept ends the net process",
        "engine/net/service.py",
        "        except NetError as error:\n            return error\n",
        "        except ZeroDivisionError:\n            raise\n",
        STARTING,
    ),
    Mutation(
        "half of HTTPS is served as HTTP",
        "app/controllers/window/programs.py",
        "            await self._server.stop()\n            self._trouble",
        "            self._trouble",
        SETTINGS,
    ),
    Mutation(
        "pages that are named in the settings may not ask",
        "app/controllers/window/programs.py",
        "            origins=settings.server_origins,\n",
        "",
        SETTINGS,
    ),
    Mutation(
        "by HTTPS only numbers are known as this computer",
        f"{ROOM}/gate.py",
        "name in _LOOPBACK_NAMES or self.is_encrypted:",
        "name in _LOOPBACK_NAMES:",
        GATE,
    ),
    Mutation(
        "an origin has a port that no browser sends",
        "engine/wire/page_origin.py",
        ' if port and port != _USUAL_PORTS.get(found["scheme"]) else start',
        " if port else start",
        ORIGINS,
    ),
    Mutation(
        "hubbub serve knows nothing of what is set for a model alone",
        "app/serve.py",
        "            own = stored_settings(self._paths.database, index, path)\n",
        "            stored_settings(self._paths.database, index, path)\n",
        SERVE,
    ),
    Mutation(
        "programs may send more messages than there can be tokens",
        f"{ROOM}/message_bodies.py",
        "    if count > max(_FEWEST_COUNT, model.context_window):\n",
        "    if False:\n",
        BAD_INPUT,
    ),
    Mutation(
        "calls at the end of what was said are lost",
        f"{ROOM}/responses_body.py",
        "    _add_calls(messages, calls)\n    return tuple(messages)\n",
        "    return tuple(messages)\n",
        STORED,
    ),
    Mutation(
        "calls of tools are kept without a bound",
        f"{ROOM}/responses.py",
        "len(message.name) + calls\n",
        "len(message.name)\n",
        STORED,
    ),
    Mutation(
        "a server without a token lets everybody in",
        f"{ROOM}/gate.py",
        "        return bool(token) and hmac",
        "        return hmac",
        GATE,
    ),
    Mutation(
        "the beginning of a token is enough",
        f"{ROOM}/gate.py",
        "hmac.compare_digest(_bytes(shown), _bytes(token))",
        "_bytes(token).startswith(_bytes(shown)[:8])",
        GATE,
    ),
    Mutation(
        "only the models are behind the token",
        f"{ROOM}/gate.py",
        "        if path not in _OPEN_PATHS and not",
        '        if path.startswith("/v1") and not',
        GATE,
    ),
    Mutation(
        "a name that points here is a host like any other",
        f"{ROOM}/gate.py",
        "            return name == self.host.lower() and not is_loopback(self.host)",
        "            return True",
        GATE,
    ),
    Mutation(
        "listening here, addresses of the network are known",
        f"{ROOM}/gate.py",
        "        return address.is_loopback or not is_loopback(self.host)",
        "        return True",
        GATE,
    ),
    Mutation(
        "any web page may ask",
        f"{ROOM}/gate.py",
        "        if origin not in self._visitors.origins:",
        "        if not origin:",
        GATE,
    ),
    Mutation(
        "any web page may read what another one was answered",
        f"{ROOM}/gate.py",
        '(b"access-control-allow-origin", origin.encode("latin-1"))',
        '(b"access-control-allow-origin", b"*")',
        GATE,
    ),
    Mutation(
        "a token that was renewed is still the right one",
        f"{ROOM}/server_token.py",
        "        self.current = token\n",
        "        self.current = self.current or token\n",
        GATE,
    ),
    Mutation(
        "headers that came whole may be of any size",
        f"{ROOM}/gate.py",
        "            _check_size(scope)\n",
        "",
        BAD_INPUT,
    ),
    Mutation(
        "a body of any announced size is awaited",
        f"{ROOM}/bodies.py",
        "    if announced.isdigit() and int(announced) > MAX_BODY_BYTES:",
        "    if announced.isdigit() and int(announced) > 1 << 60:",
        CONNECTIONS,
    ),
    Mutation(
        "a body whose pieces never end is kept",
        f"{ROOM}/bodies.py",
        "                if len(body) > MAX_BODY_BYTES:",
        "                if len(body) > 1 << 60:",
        CONNECTIONS,
    ),
    Mutation(
        "values may nest as deep as they like",
        f"{ROOM}/bodies.py",
        "    if depth > MAX_DEPTH:",
        "    if depth > 1000:",
        BAD_INPUT,
    ),
    Mutation(
        "the second request of a connection may drip for ever",
        f"{ROOM}/connections.py",
        "        if self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE:",
        "        if self.conn.their_state is None:",
        CONNECTIONS,
    ),
    Mutation(
        "who reads nothing keeps the connection",
        f"{ROOM}/connections.py",
        "self.loop.call_later(WRITE_SECONDS, self.transport.abort)",
        "self.loop.call_later(1 << 20, self.transport.abort)",
        CONNECTIONS,
    ),
    Mutation(
        "an answer to what is not read whole is lost",
        f"{ROOM}/connections.py",
        "        if not self._is_unread() or self._transport.is_closing():",
        "        if not self._is_lingering:",
        CONNECTIONS,
    ),
    Mutation(
        "there may be any number of connections",
        f"{ROOM}/connections.py",
        "        if len(self.connections) >= MAX_CONNECTIONS:",
        "        if len(self.connections) >= 100 * MAX_CONNECTIONS:",
        BAD_INPUT,
    ),
    Mutation(
        "a program that has gone is answered to the end",
        f"{ROOM}/endpoint.py",
        "asyncio.wait({work, gone, closing}, ",
        "asyncio.wait({work, closing}, ",
        LIVES,
    ),
    Mutation(
        "a conversation that is being answered is given to another program",
        f"{ROOM}/conversations.py",
        "for name, each in self._unnamed.items() if not each.is_used]\n        own",
        "for name, each in self._unnamed.items()]\n        own",
        CONVERSATIONS,
    ),
    Mutation(
        "programs with other tokens share their conversations",
        f"{ROOM}/conversations.py",
        "        conversation = program_conversation(self._token_name(), name)",
        '        conversation = program_conversation("all", name)',
        CONVERSATIONS,
    ),
    Mutation(
        "conversations without a name are kept for ever",
        f"{ROOM}/conversations.py",
        "            self._forget(name)\n",
        "",
        CONVERSATIONS,
    ),
    Mutation(
        "one more may wait than was said",
        f"{ROOM}/program_queue.py",
        "> self._most_waiting + free:",
        "> self._most_waiting + free + 1:",
        CONVERSATIONS,
    ),
    Mutation(
        "who comes again later waits as long as any reply takes",
        f"{ROOM}/program_queue.py",
        "            seconds = min(ends) - time.monotonic()\n",
        "            pass\n",
        CONVERSATIONS,
    ),
    Mutation(
        "half a marker of a call is text",
        f"{ROOM}/tool_calls.py",
        "        if text.endswith(marker[:count]):\n            return count",
        "        if text.endswith(marker):\n            return count",
        CALLS,
    ),
    Mutation(
        "any object that a model writes is a call",
        f"{ROOM}/tool_calls.py",
        "if each is not None and each.name in self._names]",
        "if each is not None]",
        CALLS,
    ),
    Mutation(
        "prompts of all that wait may be of any size",
        "engine/net/engine_link.py",
        "        if sum(self._sizes.values()) + len(frame) > _OPEN_BYTES:",
        "        if sum(self._sizes.values()) > 1 << 60:",
        "tests/engine/net/test_engine_link.py",
    ),
    Mutation(
        "a keyring that keeps nothing is believed",
        "engine/net/key_store.py",
        "ring.get_password(SERVICE, name)) == key",
        "ring.get_password(SERVICE, name)) != name",
        "tests/engine/net/test_key_store.py",
    ),
)
