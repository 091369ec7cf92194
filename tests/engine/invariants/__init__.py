"""The invariants of the engine, each with a test that bears its number."""
