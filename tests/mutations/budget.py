"""Bugs of the engine's time: what one chat asks for must not hold up the others."""

from tests.mutations.mutation import Mutation

TEMPLATES = "tests/engine/text/test_chat_template.py"

BUDGET_MUTATIONS = (
    Mutation(
        "each rendering of a command has its whole time",
        "engine/text/template_sandbox.py",
        "            self._left = max(0.0, self._end - time.thread_time())\n",
        "            pass\n",
        TEMPLATES,
    ),
    Mutation(
        "a template that no chat can be read with is loaded",
        "engine/text/template_probe.py",
        "        raise ChatTemplateTooSlow(\n",
        "        return TemplateKind.UNSTABLE\n        raise ChatTemplateTooSlow(\n",
        "tests/engine/text/test_template_probe.py",
    ),
    Mutation(
        "all of a command's time goes into finding its turns",
        "engine/text/prompt_renderer.py",
        "            if self._template.seconds_left < least_seconds:\n",
        "            if False:\n",
        "tests/engine/text/test_prompt_renderer.py",
    ),
)
