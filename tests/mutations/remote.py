"""Bugs of replies that come from other machines."""

from tests.mutations.mutation import Mutation

ROOM = "engine/net/remote/"
CLIENT = "tests/engine/client/test_remote_client.py"
FAULTS = "tests/engine/net/remote/test_faults.py"
FITTING = "tests/engine/net/remote/test_fitting.py"
KEYS = "tests/engine/net/remote/test_keys.py"
PICTURES = "tests/engine/net/remote/test_pictures.py"
PROBE = "tests/engine/net/remote/test_probe.py"
REPORTER = "tests/engine/net/remote/test_step_reporter.py"
REQUESTS = "tests/engine/net/remote/test_requests.py"
STREAMS = "tests/engine/net/remote/test_streams.py"

REMOTE_MUTATIONS = (
    Mutation(
        "a reply that is cancelled before its first step never ends",
        ROOM + "remote_engines.py",
        "        task.add_done_callback(lambda _: self._put(_cancelled(number)))\n",
        "",
        FAULTS,
    ),
    Mutation(
        "a reply may end twice",
        ROOM + "remote_engines.py",
        "        if event.request_id in self._open:\n",
        "        if True:\n",
        FAULTS,
    ),
    Mutation(
        "the key of an endpoint follows it to another address",
        ROOM + "remote_engines.py",
        'return f"endpoint {endpoint.id} {address.origin}"',
        'return f"endpoint {endpoint.id}"',
        KEYS,
    ),
    Mutation(
        "a chat is sent on to another host",
        ROOM + "connections.py",
        "    if origin_of(target) != address.origin:\n",
        "    if False:\n",
        FAULTS,
    ),
    Mutation(
        "a server's words show the key",
        ROOM + "refusals.py",
        "        if key:\n",
        "        if False:\n",
        KEYS,
    ),
    Mutation(
        "a cut stream counts as a whole answer",
        ROOM + "reply.py",
        "        if self._reason is None and not is_whole:\n",
        "        if False:\n",
        STREAMS,
    ),
    Mutation(
        "an answer that was whole has failed when its end is missing",
        ROOM + "reply.py",
        "            if self._reason is None:\n                raise",
        "            if True:\n                raise",
        FAULTS,
    ),
    Mutation(
        "who wants to be asked later is asked no more",
        ROOM + "refusals.py",
        "        return self.status in (429, 503) and (",
        "        return False and (",
        FAULTS,
    ),
    Mutation(
        "a wait of a day is waited for",
        ROOM + "reply.py",
        "        if seconds > LONGEST_WAIT_SECONDS:\n",
        "        if False:\n",
        FAULTS,
    ),
    Mutation(
        "what broke off is asked again",
        ROOM + "reply.py",
        "            refusal = await self._attempt(server)\n",
        "            try:\n                refusal = await self._attempt(server)\n"
        "            except NetError:\n                continue\n",
        FAULTS,
    ),
    Mutation(
        "thinking is looked for under one name",
        ROOM + "openai_stream.py",
        "delta.reasoning_content or delta.reasoning or delta.thinking",
        "delta.reasoning_content",
        STREAMS,
    ),
    Mutation(
        "an error in mid-answer is passed by",
        ROOM + "openai_stream.py",
        '        if chunk.error or event == "error" or chunk.object == "error":\n',
        "        if False:\n",
        STREAMS,
    ),
    Mutation(
        "an event that nobody knows ends the reply",
        ROOM + "openai_stream.py",
        "            if event not in _KNOWN_EVENTS:\n",
        "            if False:\n",
        STREAMS,
    ),
    Mutation(
        "half a letter is lost between two pieces",
        ROOM + "whole_letters.py",
        "text, self._held = text[:-1], text[-1]",
        "text = text[:-1]",
        STREAMS,
    ),
    Mutation(
        "cached tokens are not reused ones",
        ROOM + "reply_figures.py",
        "reused = min(reported.cached_tokens or 0, prompt)",
        "reused = 0",
        STREAMS,
    ),
    Mutation(
        "the end is waited for behind its mark",
        ROOM + "reply.py",
        "                if part.is_end:\n",
        "                if False:\n",
        STREAMS,
    ),
    Mutation(
        "a vLLM begins anew where an answer was cut",
        ROOM + "openai_request.py",
        '                body["continue_final_message"] = True\n',
        "                pass\n",
        REQUESTS,
    ),
    Mutation(
        "an Ollama server is left with its small window",
        ROOM + "ollama.py",
        '        body["options"]["num_ctx"] = window\n',
        "        pass\n",
        REQUESTS,
    ),
    Mutation(
        "two conversations ask for one slot",
        ROOM + "slot_choice.py",
        "        unused = [slot for slot in range(self.count) if slot not in taken]\n",
        "        unused = [0]\n",
        REQUESTS,
    ),
    Mutation(
        "a field that was refused is sent again",
        ROOM + "reply.py",
        "        server.unknown_fields |= blamed\n",
        "",
        REQUESTS,
    ),
    Mutation(
        "each chat has a cache of its own",
        ROOM + "remote_engines.py",
        "affinity=Affinity(command.session, _salt(key))",
        "affinity=Affinity(command.session, command.session)",
        REQUESTS,
    ),
    Mutation(
        "half of the window is not freed",
        ROOM + "fitting.py",
        ".estimated_tokens <= window // 2\n",
        ".estimated_tokens <= window\n",
        FITTING,
    ),
    Mutation(
        "what was left out comes back",
        ROOM + "fitting.py",
        "turns.starts_behind(options.first_message or 0)",
        "turns.starts_behind(0)",
        FITTING,
    ),
    Mutation(
        "what was refused for its length is sent for ever",
        ROOM + "fitting.py",
        "    is_same = refused is not None and len(fitted.messages) >= len(refused.messages)\n",
        "    is_same = False\n",
        FITTING,
    ),
    Mutation(
        "the first event waits as long as the others",
        ROOM + "step_reporter.py",
        "        self._timer = loop.call_at(self._reported_at + INTERVAL_SECONDS, self._flush)\n",
        "        self._timer = loop.call_later(INTERVAL_SECONDS, self._flush)\n",
        REPORTER,
    ),
    Mutation(
        "thinking and answer become one piece",
        ROOM + "step_reporter.py",
        "if unread.channel is event.channel:",
        "if True:",
        REPORTER,
    ),
    Mutation(
        "a page of the web is a server",
        ROOM + "probe.py",
        "        if has_none and (is_refused or (needs_list and not version)):\n",
        "        if False:\n",
        PROBE,
    ),
    Mutation(
        "a machine that lists no models can't be used by name",
        ROOM + "probe.py",
        "needs_list = kind is not EndpointKind.OPENAI",
        "needs_list = True",
        PROBE,
    ),
    Mutation(
        "an open connection is not warned of",
        ROOM + "probe.py",
        "        if self._address.is_open:\n",
        "        if False:\n",
        PROBE,
    ),
    Mutation(
        "a picture that is not the one asked for is sent",
        ROOM + "pictures.py",
        "    if not is_whole or not is_asked or _digest(given) != medium.digest:\n",
        "    if not is_asked:\n",
        PICTURES,
    ),
    Mutation(
        "the window is asked for a picture each time",
        ROOM + "pictures.py",
        "        if digest not in self._packing:\n",
        "        if True:\n",
        PICTURES,
    ),
    Mutation(
        "pictures are remembered without end",
        ROOM + "pictures.py",
        "        while sum(map(len, self._packed.values())) > self._most_letters:\n",
        "        while False:\n",
        PICTURES,
    ),
    Mutation(
        "who leaves takes the picture from those who wait",
        ROOM + "pictures.py",
        "        return await asyncio.shield(self._packing[digest])\n",
        "        return await self._packing[digest]\n",
        PICTURES,
    ),
    Mutation(
        "a model that does not see is sent pictures",
        ROOM + "reply.py",
        "        if model.sees is False and _has_pictures(fitted):\n",
        "        if False:\n",
        PICTURES,
    ),
    Mutation(
        "what pictures cost is held against texts",
        ROOM + "fitting.py",
        "        if pictures:\n",
        "        if False:\n",
        PICTURES,
    ),
    Mutation(
        "a picture that no frame holds leaves the request waiting",
        "engine/client/net_process.py",
        "        with contextlib.suppress(ProtocolError):\n            if self",
        "        with contextlib.suppress(ValueError):\n            if self",
        "tests/engine/client/test_remote_pictures.py",
    ),
    Mutation(
        "offline a machine is asked for a reply",
        "engine/client/net_client.py",
        "            if self.is_offline:\n",
        "            if False:\n",
        CLIENT,
    ),
    Mutation(
        "a reply goes on when the net process is gone",
        "engine/client/net_client.py",
        "fail(self._replies, EndpointUnreachable(text) if is_offline else EngineStopped(text))",
        "pass",
        CLIENT,
    ),
)
