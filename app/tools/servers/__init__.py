"""MCP servers: their settings, their process, and their tools."""
