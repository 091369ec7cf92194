"""Servers of all kinds, as they answer who asks what they are."""

from tests.net.remote.stream_server import Handler, Script, answer

Pages = dict[str, Handler | Script]


def models(owner: str, *names: str, **more: object) -> tuple[bytes, ...]:
    """Return a list of models."""
    data = [{"id": name, "object": "model", "owned_by": owner, **more} for name in names]
    return answer({"object": "list", "data": data})


def llama_server(*, slots: int = 2, window: int = 2048) -> Pages:
    """Return the pages of a llama-server."""
    props = {
        "default_generation_settings": {"n_ctx": window},
        "total_slots": slots,
        "modalities": {"vision": True, "audio": False},
        "chat_template": "{% if enable_thinking %}<think>{% endif %}",
        "build_info": "b9999-abc",
    }
    return {"/v1/models": models("llamacpp", "small.gguf"), "/props": answer(props)}


def vllm(window: int = 1024) -> Pages:
    """Return the pages of a vLLM."""
    listed = models("vllm", "tiny", max_model_len=window)
    return {"/v1/models": listed, "/version": answer({"version": "0.32.0"})}


def sglang() -> Pages:
    """Return the pages of an SGLang."""
    info = {
        "model_path": "m",
        "version": "0.5.9",
        "context_length": 8192,
        "reasoning_parser": "qwen3",
    }
    return {"/v1/models": models("sglang", "m"), "/get_server_info": answer(info)}


def lm_studio() -> Pages:
    """Return the pages of an LM Studio: it answers what it does not have with 200, too."""
    own = {
        "models": [
            {
                "type": "llm",
                "key": "qwen3-4b",
                "max_context_length": 32768,
                "loaded_instances": [{"id": "qwen3-4b", "config": {"context_length": 4096}}],
                "capabilities": {"vision": False, "reasoning": {"default": "on"}},
            },
            {"type": "embedding", "key": "nomic", "max_context_length": 2048},
        ]
    }
    odd = answer({"error": "Unexpected endpoint or method."})
    listed = models("organization_owner", "qwen3-4b", "nomic")
    pages: Pages = {"/v1/models": listed, "/api/v1/models": answer(own)}
    return pages | dict.fromkeys(("/props", "/version", "/get_server_info", "/api/version"), odd)


def old_lm_studio() -> Pages:
    """Return the pages of an LM Studio whose list has types of models in place of capabilities."""
    own = {
        "data": [
            {"id": "qwen2-vl-7b", "object": "model", "type": "vlm", "max_context_length": 32768},
            {"id": "llama-3.1-8b", "object": "model", "type": "llm", "max_context_length": 8192},
            {"id": "nomic", "object": "model", "type": "embeddings", "max_context_length": 2048},
        ]
    }
    listed = models("organization_owner", "qwen2-vl-7b", "llama-3.1-8b")
    return {"/v1/models": listed, "/api/v0/models": answer(own)}


def ollama(
    *,
    context_length: int = 40960,
    parameters: str = "",
    loaded: int = 0,
    capabilities: tuple[str, ...] = ("completion", "thinking"),
) -> Pages:
    """Return the pages of an Ollama server with one model."""
    shown = {
        "model_info": {"general.architecture": "qwen3", "qwen3.context_length": context_length},
        "capabilities": list(capabilities),
        "parameters": parameters,
    }
    running = [{"name": "qwen3:4b", "context_length": loaded}] if loaded else []
    return {
        "/v1/models": models("library", "qwen3:4b"),
        "/api/version": answer({"version": "0.31.2"}),
        "/api/tags": answer({"models": [{"name": "qwen3:4b"}]}),
        "/api/show": answer(shown),
        "/api/ps": answer({"models": running}),
    }


def plain(*names: str) -> Pages:
    """Return the pages of some other server that speaks like OpenAI's."""
    return {"/v1/models": models("somebody", *(names or ("large",)))}
