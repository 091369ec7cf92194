"""Tools that need no server: the time, small programs, the web, chats and attached files."""
