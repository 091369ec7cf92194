"""Tools that a model may call in a chat: what they are, who allows them, and how they run."""
