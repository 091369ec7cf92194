"""Bugs of how a model is told to think, and of what is set for one chat."""

from tests.mutations.mutation import Mutation

BUDGET = "tests/engine/core/test_thinking_budget.py"
GRAMMAR = "tests/engine/core/test_grammar_checker.py"
OPTIONS = "tests/app/domain/test_chat_options.py"
OWN_FORMAT = "tests/app/transfer/test_own_format.py"
REQUESTS = "tests/app/chat/test_request_builder.py"
SAMPLING = "tests/engine/llama/test_sampling_exact.py"
STEERING = "tests/engine/text/test_steering.py"
WEIGHER = "tests/engine/core/test_prompt_weigher.py"

THINKING_MUTATIONS = (
    Mutation(
        "thinking takes one token more than it may",
        "engine/text/thinking_budget.py",
        "is_thinking and self._spent_count >= self._limit",
        "is_thinking and self._spent_count > self._limit",
        BUDGET,
    ),
    Mutation(
        "a guess reaches beyond the end of the thinking",
        "engine/core/drafter.py",
        "return most if thoughts is None else min(most, thoughts - 1)",
        "return most",
        BUDGET,
    ),
    Mutation(
        "what is not written yet may all be guessed once more",
        "engine/text/thinking_budget.py",
        "return self._limit - self._spent_count - (token_count - self._written_count)",
        "return self._limit - self._spent_count",
        BUDGET,
    ),
    Mutation(
        "a budget hears of thoughts some calls later",
        "engine/scheduling/sequence.py",
        "is_bound = self.budget is not None or self.sampling.grammar is not None",
        "is_bound = self.sampling.grammar is not None",
        BUDGET,
    ),
    Mutation(
        "a grammar begins some calls behind the thinking",
        "engine/scheduling/sequence.py",
        "is_bound = self.budget is not None or self.sampling.grammar is not None",
        "is_bound = self.budget is not None",
        BUDGET,
    ),
    Mutation(
        "only the first token of the ending is forced",
        "engine/text/thinking_budget.py",
        "if not self._forced_count and not (",
        "if not (",
        BUDGET,
    ),
    Mutation(
        "what changes the past only is taken for the switch",
        "engine/text/steering.py",
        "new = zip(one[:_NEW_CHAT_COUNT], other[:_NEW_CHAT_COUNT], strict=True)",
        "new = zip(one, other, strict=True)",
        STEERING,
    ),
    Mutation(
        "a number of tokens is taken for a truth",
        "engine/text/steering.py",
        "if not _is_change(yes, no) or self._view({name: _NUMBER}) not in (",
        "if not _is_change(yes, no) or 0 in (",
        STEERING,
    ),
    Mutation(
        "an effort is asked for while thinking is off",
        "engine/text/steering.py",
        "        if thinking.is_on is False:\n            return given | dict(self.off)\n",
        "        if thinking.is_on is False:\n            given |= self.off\n",
        STEERING,
    ),
    Mutation(
        "a switch in front is said to cost nothing",
        "engine/text/steering.py",
        "return first == second or shared >= first.rfind(_SAID) + len(_SAID)",
        "return True",
        STEERING,
    ),
    Mutation(
        "an argument takes the place of the messages",
        "engine/text/chat_template.py",
        '{**arguments, **self._special_texts, "messages": plain}',
        '{**self._special_texts, "messages": plain, **arguments}',
        STEERING,
    ),
    Mutation(
        "more is said to be kept than the cache holds",
        "engine/core/prompt_weigher.py",
        "kept = min(shared, held_count)",
        "kept = shared",
        WEIGHER,
    ),
    Mutation(
        "the place in a schema's grammar is taken for one in the schema",
        "engine/text/json_schema.py",
        "        error.at = None  # a place in the grammar is none in the schema\n",
        "",
        GRAMMAR,
    ),
    Mutation(
        "the model's default goes before what is set for the chat",
        "app/domain/chat_options.py",
        "default.budget if self.budget is None else self.budget",
        "self.budget if default.budget is None else default.budget",
        OPTIONS,
    ),
    Mutation(
        "one broken option takes all of thinking along",
        "app/domain/chat_options.py",
        "        thinking = found.over(thinking)\n",
        "        thinking = found\n",
        OPTIONS,
    ),
    Mutation(
        "a forbidden token is left out",
        "app/chat/request_builder.py",
        "changed[name] = _biases(value)",
        "changed[name] = value",
        REQUESTS,
    ),
    Mutation(
        "a grammar of the settings keeps a chat's schema out",
        "app/chat/request_builder.py",
        "        changed[other] = None\n",
        "        pass\n",
        REQUESTS,
    ),
    Mutation(
        "an unlimited budget is a budget",
        "app/chat/request_builder.py",
        "budget = None if options.budget == NO_BUDGET else options.budget",
        "budget = options.budget",
        REQUESTS,
    ),
    Mutation(
        "a title is thought about until its tokens are spent",
        "app/chat/titles.py",
        "thinking=msgspec.structs.replace(request.options.thinking, budget=0),",
        "thinking=request.options.thinking,",
        "tests/app/chat/test_titles.py",
    ),
    Mutation(
        "what is set for a chat is not shown at its message box",
        "app/controllers/conversations/thinking.py",
        "        self._show(conversation_id, own=options.chat.thinking)\n        self._tasks",
        "        self._tasks",
        "tests/app/controllers/conversations/test_thinking.py",
    ),
    Mutation(
        "an effort leaves thinking off",
        "app/widgets/composer/thinking_button.py",
        "ThinkingOptions(is_on=True if self.state.can_switch else None, effort=effort),",
        "ThinkingOptions(effort=effort),",
        "tests/app/widgets/composer/test_thinking_button.py",
    ),
    Mutation(
        "an imported chat loses its own options",
        "app/transfer/own_format.py",
        'of_chat = chat_options_of(options.pop("chat", None))',
        "of_chat = ChatOptions()",
        OWN_FORMAT,
    ),
    Mutation(
        "standard deviations are counted from the mean",
        "engine/llama/sampling.py",
        "float(row.max(0) - count",
        "float(possible.mean() - count",
        SAMPLING,
    ),
    Mutation(
        "what was drawn is never learned from",
        "engine/llama/sampling.py",
        "        if self._learns and drawing is not None:\n",
        "        if False:\n",
        SAMPLING,
    ),
)
