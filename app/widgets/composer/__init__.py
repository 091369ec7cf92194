"""The box in which a message is written, with its files."""
