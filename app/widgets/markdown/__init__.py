"""From Markdown to what a text document holds; no HTML on the way."""
