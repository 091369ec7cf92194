"""Sources: long texts that are read once, in the background, and cached for their chats."""
