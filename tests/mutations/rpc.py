"""Bugs of layers on other computers: who is trusted, who comes first, who is named."""

from tests.mutations.mutation import Mutation

TRIAL = "tests/engine/wire/test_rpc_trial.py"
ADDRESS = "tests/engine/wire/test_rpc_address.py"
END = "tests/engine/client/test_rpc_end.py"
PLACEMENT = "tests/engine/llama/test_rpc_placement.py"
TESTED = "tests/app/controllers/engine/test_rpc_servers.py"

RPC_MUTATIONS = (
    Mutation(
        "the test of RPC servers is silent about a missing pack",
        "app/controllers/engine/rpc_servers.py",
        "            lines.insert(0, text)\n",
        "            pass\n",
        TESTED,
    ),
    Mutation(
        "what is told of shares is of somebody else's",
        "engine/llama/rpc_placement.py",
        "needed * sum(shares[each.handle] for each in own)",
        "needed * sum(shares[each.handle] for each in others)",
        PLACEMENT,
    ),
    Mutation(
        "a newer minor version of the protocol is taken",
        "engine/wire/rpc_trial.py",
        "or minor > PROTOCOL_MINOR:",
        "or minor < PROTOCOL_MINOR:",
        TRIAL,
    ),
    Mutation(
        "a server may have a million devices",
        "engine/wire/rpc_trial.py",
        "if not 0 < count <= _MOST_DEVICES:",
        "if not count:",
        TRIAL,
    ),
    Mutation(
        "what is no RPC server is believed",
        "engine/wire/rpc_trial.py",
        "!= (length,):",
        "== (length + 1,):",
        TRIAL,
    ),
    Mutation(
        "an address of IPv6 reaches the library",
        "engine/wire/rpc_address.py",
        'if text.startswith("[") or text.count(":") > 1:',
        'if text.startswith("["):',
        ADDRESS,
    ),
    Mutation(
        "a lost connection counts against the conversation",
        "engine/client/rpc_end.py",
        "text=text, is_elsewhere=True)",
        "text=text)",
        END,
    ),
    Mutation(
        "other computers are used for a model that fits here",
        "engine/llama/rpc_placement.py",
        "return memory_plan(shape, load).main.total > free.main",
        "return True",
        PLACEMENT,
    ),
    Mutation(
        "other computers get more layers than there have to be",
        "engine/llama/rpc_placement.py",
        "for count in range(1, len(shape.layers) + 2):",
        "for count in reversed(range(1, len(shape.layers) + 2)):",
        PLACEMENT,
    ),
    Mutation(
        "a model that needs who is away is loaded without room",
        "engine/llama/rpc_placement.py",
        "    if config.gpu_layer_count is not None:\n        return\n    first",
        "    if config is not None:\n        return\n    first",
        PLACEMENT,
    ),
    Mutation(
        "shares follow the settings' order, not the library's",
        "engine/llama/rpc_placement.py",
        "shares = (*config.tensor_split[len(own) :], *config.tensor_split[: len(own)])",
        "shares = config.tensor_split",
        PLACEMENT,
    ),
)
