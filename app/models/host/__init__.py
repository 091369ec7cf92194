"""Several local models: which of them are in memory, and the engine process of each."""
