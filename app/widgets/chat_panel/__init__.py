"""The chat settings beside the page: live for the chat in front."""
