"""Controllers of conversations, each with real widgets and a real history."""
