"""Other computers whose models answer chats here."""
