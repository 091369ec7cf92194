"""Converts Markdown to the content of a text document, without HTML."""
