"""The values of the application: conversations, messages, tabs. Frozen and without Qt."""
