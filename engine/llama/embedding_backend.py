"""``engine.backend.EmbeddingBackend`` over llama.cpp: a model without chats and slots."""

from engine.backend import Embedder, TextPiece
from engine.ipc.lazy_text import lazy
from engine.llama.capi import library_errors
from engine.llama.devices import Cards
from engine.llama.embedder import LlamaEmbedder
from engine.llama.model import Model
from engine.llama.threadpool import ThreadPools
from engine.llama.whole_embedder import WholeTextEmbedder
from engine.messages.errors import ModelLoadFailed
from engine.messages.metrics import ModelInfo

_TRIED_TOKENS = 16  # the context with which a load is tested


class LlamaEmbeddingBackend:
    """Created by ``engine.llama.loader.load``; owns the model and the threads."""

    def __init__(self, model: Model, threads: ThreadPools, info: ModelInfo, cards: Cards) -> None:
        self.cards = cards.memories
        self.info = info
        self.threads = threads
        self.vocabulary = model.vocabulary
        self._model = model
        self._embedder: Embedder | None = None  # the newest: only one computes

    def new_embedder(self, text_limit: int) -> Embedder:
        facts, layers = self._model.embedding, self.info.gpu_layer_count
        assert facts is not None
        embedder: Embedder
        if facts.reads_whole:
            embedder = WholeTextEmbedder(
                self._model, self.threads, text_limit, facts, card_layers=layers
            )
        else:
            embedder = LlamaEmbedder(self._model, self.threads, text_limit, card_layers=layers)
        self._embedder = embedder
        return embedder

    def check_computes(self) -> None:
        """Raise ModelLoadFailed unless a text of one token has an embedding."""
        embedder = self.new_embedder(_TRIED_TOKENS)
        try:
            found = embedder.compute([TextPiece(0, [0], is_last=True)])
        finally:
            embedder.close()
        if found is None:
            name = self._model.path.name
            raise ModelLoadFailed(
                lazy("{name} was loaded, but cannot compute on this machine.", name=name)
            ) from ModelLoadFailed(library_errors())

    def request_abort(self) -> None:
        embedder = self._embedder
        if embedder is not None:
            embedder.request_abort()

    def close(self) -> None:
        self.threads.close()
        self._model.close()
