"""The window process: chats, histories, models, widgets and what joins them."""
