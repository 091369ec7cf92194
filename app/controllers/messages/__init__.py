"""Messages: typed, queued, sent, answered, answered again."""
