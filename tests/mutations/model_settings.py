"""Bugs of what is set for one model, of loads that are cancelled, and of idle models."""

from tests.mutations.mutation import Mutation

STORE = "tests/app/library/test_model_settings_store.py"
OVERRIDES = "tests/app/controllers/engine/test_model_overrides.py"
CONTROLLER = "tests/app/controllers/engine/test_model_settings.py"
DIALOG = "tests/app/widgets/models/test_settings_dialog.py"
IDLE = "tests/app/controllers/engine/test_idle_unloader.py"
SLEEPING = "tests/engine/client/test_sleeping.py"
UNLOADING = "tests/engine/core/test_unloading.py"
TEMPLATES = "tests/engine/core/test_grammar_checker.py"

CANCELLER = "tests/app/controllers/engine/test_load_canceller.py"
CANCELLED = "tests/engine/core/test_cancelled_loads.py"
LOADER = "tests/engine/client/test_model_loader.py"
READ_AHEAD = "tests/engine/llama/test_read_ahead.py"

MODEL_SETTINGS_MUTATIONS = (
    Mutation(
        "settings of a model stay with a file of the same name",
        "app/library/model_settings_store.py",
        "    text = json.dumps([path, fingerprint])\n",
        "    text = json.dumps([path])\n",
        STORE,
    ),
    Mutation(
        "settings of a model don't move to its digest",
        "app/library/model_settings_store.py",
        "        await self._known.save_settings(digest, early)\n",
        "",
        STORE,
    ),
    Mutation(
        "an old digest is taken for that of a changed file",
        "app/library/model_settings_store.py",
        "if fingerprint and known.get(path) != (fingerprint, digest):",
        "if not fingerprint:",
        STORE,
    ),
    Mutation(
        "a system prompt of nothing can't go before the general one",
        "app/engine_settings.py",
        '        "system_prompt": own.system_prompt,\n',
        '        "system_prompt": own.system_prompt or None,\n',
        OVERRIDES,
    ),
    Mutation(
        "the preset goes before what is set for the model",
        "app/controllers/engine/model_overrides.py",
        "    if own.system_prompt is not None:\n        prompt = own.system_prompt\n",
        "",
        OVERRIDES,
    ),
    Mutation(
        "a model is not loaded again for another template",
        "app/controllers/engine/model_overrides.py",
        '"kv_type", "chat_template", "keeps_experts")',
        '"kv_type", "keeps_experts")',
        OVERRIDES,
    ),
    Mutation(
        "another model is loaded again for settings of its own",
        "app/controllers/engine/model_settings.py",
        "        if path != self._path:\n            return\n",
        "",
        CONTROLLER,
    ),
    Mutation(
        "a model is not loaded again for other shares of the cards",
        "app/controllers/engine/model_overrides.py",
        '    "projector_path",\n    "tensor_split",\n',
        '    "projector_path",\n',
        OVERRIDES,
    ),
    Mutation(
        "one card is asked for its share",
        "app/widgets/models/settings_dialog.py",
        "if cards > 1 else ()",
        "if cards > 0 else ()",
        DIALOG,
    ),
    Mutation(
        "a template is saved unchecked",
        "app/widgets/models/settings_dialog.py",
        "        if template and template != self._good_template:\n",
        "        if False:\n",
        DIALOG,
    ),
    Mutation(
        "the answer about an older template is taken for the new one's",
        "app/widgets/models/settings_dialog.py",
        "        if text != row.value():\n            return",
        "        if False:\n            return",
        DIALOG,
    ),
    Mutation(
        "a model that was just used is unloaded",
        "app/controllers/engine/idle_unloader.py",
        " and idle >= minutes * MINUTE_SECONDS:",
        ":",
        IDLE,
    ),
    Mutation(
        "a model is unloaded that other programs may ask",
        "app/controllers/engine/idle_unloader.py",
        "None if settings.server_is_on else settings.unload_minutes",
        "settings.unload_minutes",
        IDLE,
    ),
    Mutation(
        "a model is unloaded while somebody is answered",
        "engine/client/client.py",
        "        is_needed = self._running or self._waiting or self.state.model is None\n",
        "        is_needed = self.state.model is None\n",
        SLEEPING,
    ),
    Mutation(
        "a new process loads a model that sleeps",
        "engine/client/model_loader.py",
        "        if self._sleeping is not None:\n            self._show_sleeping",
        "        if False:\n            self._show_sleeping",
        SLEEPING,
    ),
    Mutation(
        "a message does not wake the model",
        "engine/client/client.py",
        "            self._loader.wake()\n",
        "",
        SLEEPING,
    ),
    Mutation(
        "a model goes before its chats are on the disk",
        "engine/core/engine.py",
        "            self._unload(_UNLOAD_SECONDS)\n",
        "            self._unload(-1000.0)\n",
        UNLOADING,
    ),
    Mutation(
        "a template that answers nobody is accepted",
        "engine/text/template_probe.py",
        '    template.render([ChatMessage(Role.USER, "Question 0.")])\n',
        "",
        TEMPLATES,
    ),
    Mutation(
        "a model is read to its end, though another one was asked for",
        "engine/wire/load_progress.py",
        "        if orders and progress < 1.0:",
        "        if False:",
        CANCELLED,
    ),
    Mutation(
        "a model is cancelled for an order that was carried out",
        "engine/core/engine.py",
        "            self._load_orders.popleft()\n",
        "            pass\n",
        CANCELLED,
    ),
    Mutation(
        "a replaced load goes on being shown",
        "engine/client/model_loader.py",
        "            if self._wanted is not None and not is_late:\n",
        "            if self._wanted is not None:\n",
        LOADER,
    ),
    Mutation(
        "a cancelled load is shown as going on",
        "engine/client/model_loader.py",
        "            if self._wanted is not None and not is_late:\n",
        "            if not is_late:\n",
        LOADER,
    ),
    Mutation(
        "a double click cancels the model that comes back",
        "app/controllers/engine/load_canceller.py",
        " and not is_double:",
        ":",
        CANCELLER,
    ),
    Mutation(
        "a model that has gone is loaded again",
        "app/controllers/engine/load_canceller.py",
        " or not await _is_there(before.path):",
        ":",
        CANCELLER,
    ),
    Mutation(
        "a model larger than memory is read ahead",
        "engine/llama/read_ahead.py",
        "        if total > room:\n            return",
        "        if False:\n            return",
        READ_AHEAD,
    ),
    Mutation(
        "what is not in memory is not read ahead",
        "engine/llama/read_ahead.py",
        "the file system can't tell\n        return False",
        "the file system can't tell\n        return True",
        READ_AHEAD,
    ),
    Mutation(
        "what is deleted while the model sleeps stays on the disk",
        "engine/core/engine.py",
        "                    self._cache_files().handle(command)\n",
        "                    pass\n",
        UNLOADING,
    ),
    Mutation(
        "a smaller limit of the sleeping cache clears it",
        "engine/core/cache_files.py",
        " or command.cache_bytes == 0:",
        " or command.cache_bytes != 0:",
        UNLOADING,
    ),
    Mutation(
        "the place of experts is asked without a graphics card",
        "app/controllers/engine/model_settings.py",
        "            has_experts=has_experts and self._card_count() > 0,\n",
        "            has_experts=has_experts,\n",
        CONTROLLER,
    ),
    Mutation(
        "what is set of experts is lost where nobody asks",
        "app/widgets/models/settings_dialog.py",
        "        return replace(self._settings, **values)",
        "        return replace(ModelSettings(), **values)",
        DIALOG,
    ),
    Mutation(
        "a model is unloaded while another program is answered",
        "engine/client/client.py",
        "                    self._used_at = time.monotonic()  # maybe by another program\n",
        "",
        "tests/engine/client/test_listening_socket.py",
    ),
)
