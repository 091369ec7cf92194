"""Controllers of the engine: its panel, its status text, the context line, GPU packs and RPC."""
