"""They join widgets to chat, storage and library, and own the tasks."""
