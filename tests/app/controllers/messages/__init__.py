"""Controllers of messages, each with real widgets, a real history and a scripted engine."""
