"""The page of sources: texts that are read once, and the chats that begin in them."""
