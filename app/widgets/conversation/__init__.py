"""One conversation: its transcript, its composer and everything between them."""
