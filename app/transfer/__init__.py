"""Conversations as files: exported to Markdown and JSON, imported from here and elsewhere."""
