"""The messages of one conversation, drawn only where they are seen."""
