"""Sources: long texts that are read once, in the background, and kept for the chats in them."""
