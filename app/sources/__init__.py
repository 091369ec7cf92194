"""Sources: texts that the engine reads once and that chats start from."""
